/* Averages of a CPU as placement and balancing read them. */
#ifndef SS_SCHED_FAIR_QUEUE_LOAD_H
#define SS_SCHED_FAIR_QUEUE_LOAD_H

#include "exec/world.h"

u32 ss_cpu_util(const struct ss_world *w, u32 cpu);
u32 ss_cpu_util_boost(const struct ss_world *w, u32 cpu);

/* The same without what `task` adds; what it adds counts only where it is attached. */
u64 ss_cpu_load_without(const struct ss_world *w, u32 cpu, i32 task);
u64 ss_cpu_runnable_without(const struct ss_world *w, u32 cpu, i32 task);
u32 ss_cpu_util_without(const struct ss_world *w, u32 cpu, i32 task);

#endif
