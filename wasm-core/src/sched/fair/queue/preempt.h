/* Whether a task takes the CPU from the running one. */
#ifndef SS_SCHED_FAIR_QUEUE_PREEMPT_H
#define SS_SCHED_FAIR_QUEUE_PREEMPT_H

#include "exec/world.h"

/* The same for a task of the fair class that is to give way to another of it. */
void ss_resched_fair(struct ss_world *w, struct ss_cpu *cpu, u32 target);

/* Whether a task that has just been activated on `cpu` takes it from the running one. */
bool ss_wakeup_preempts(struct ss_world *w, i32 task, u32 cpu);

#endif
