/* Where a fair task goes, with a record of why. */
#ifndef SS_SCHED_FAIR_PLACE_PLACE_H
#define SS_SCHED_FAIR_PLACE_PLACE_H

#include "exec/path.h"

/* Where the task goes, with a record of why. Result: a CPU. */
struct place_wakeup_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    bool sync;
    /* kept */
    i32 chosen;
    u32 accesses_before;
    u64 started;
};
bool place_wakeup(struct ss_world *w, struct ss_cpu *cpu);

/* Where a task goes that forked or replaces its program; it counts as if it were nowhere. */
struct place_fork_or_exec_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag; /* SS_SD_BALANCE_FORK or _EXEC */
    /* kept */
    i32 chosen;
    u32 accesses_before;
    u64 started;
};
bool place_fork_or_exec(struct ss_world *w, struct ss_cpu *cpu);

#endif
