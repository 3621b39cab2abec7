/* Taking tasks off one queue and putting them on another. */
#ifndef SS_SCHED_FAIR_BALANCE_MOVE_H
#define SS_SCHED_FAIR_BALANCE_MOVE_H

#include "exec/path.h"

struct detach_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 symbol;
};
/* Takes one task off the source, whose lock is held, for the destination. */
bool detach_task(struct ss_world *w, struct ss_cpu *cpu);

struct detach_tasks_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 detached;
};
/* Under the source's lock: takes tasks off until the amount is reached. Result: how many. */
bool detach_tasks(struct ss_world *w, struct ss_cpu *cpu);

struct detach_one_task_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Under the source's lock, for active balance: the first task that may go. Result: it, or
 * SS_NO_TASK. */
bool detach_one_task(struct ss_world *w, struct ss_cpu *cpu);

struct attach_tasks_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Takes the destination's lock and queues there what was detached. */
bool attach_tasks(struct ss_world *w, struct ss_cpu *cpu);

#endif
