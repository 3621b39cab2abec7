/* Tasks that may no longer use the CPU they are on. */
#ifndef SS_SCHED_CORE_AFFINITY_H
#define SS_SCHED_CORE_AFFINITY_H

#include "exec/path.h"

/* An allowed CPU for a task that has to go somewhere: one after the other, for fairness. */
u32 ss_fallback_cpu(struct ss_world *w, i32 task);

struct obey_affinity_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Takes tasks that may not be here off the queues; the run-queue lock is held. */
bool obey_affinity(struct ss_world *w, struct ss_cpu *cpu);

struct move_leaving_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 target;
};
/* Puts them on CPUs they may use; the lock is held before and after, not meanwhile. */
bool move_leaving(struct ss_world *w, struct ss_cpu *cpu);

/* After affinity sets changed from outside: asks every task on a forbidden CPU to leave. */
void ss_affinity_changed(struct ss_world *w);

#endif
