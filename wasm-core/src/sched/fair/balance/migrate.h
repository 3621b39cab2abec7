/* A running task that goes to another CPU by its stopper. */
#ifndef SS_SCHED_FAIR_BALANCE_MIGRATE_H
#define SS_SCHED_FAIR_BALANCE_MIGRATE_H

#include "exec/path.h"

/* The other thing a stopper is woken for. */
struct migration_cpu_stop_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    bool goes;
};
/* Takes the task that asked for it (it replaces its program, goes to its memory, or wants to) to
 * its target.
 */
bool migration_cpu_stop(struct ss_world *w, struct ss_cpu *cpu);
bool ss_exec_wanted(const struct ss_world *w, u32 cpu);

/* Has the stopper of this CPU take the current task to `target`; the caller goes on there once it
 * has been rescheduled. */
struct migrate_current_to_frame {
    struct ss_path path;
    /* arguments */
    u32 target;
    u16 symbol;
    u8 reason; /* SS_MIGRATE_EXEC, _NUMA or _AFFINITY */
};
bool migrate_current_to(struct ss_world *w, struct ss_cpu *cpu);

#endif
