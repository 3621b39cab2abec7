/* select_task_rq of the fair class. */
#ifndef SS_SCHED_FAIR_PLACE_SELECT_H
#define SS_SCHED_FAIR_PLACE_SELECT_H

#include "exec/path.h"

struct select_task_rq_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag; /* SS_SD_BALANCE_FORK, _EXEC or _WAKE */
    u16 previous;
    bool sync;
    /* kept */
    i32 target, hinted;
    u32 domain;
};
/* Which CPU a task that forks, execs or wakes goes to; this CPU runs the request. Result: a CPU. */
bool select_task_rq_fair(struct ss_world *w, struct ss_cpu *cpu);

#endif
