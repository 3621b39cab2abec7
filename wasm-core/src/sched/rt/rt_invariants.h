/* What must hold of the RT class of a CPU whose run queue is not locked; debug builds only. */
#ifndef SS_SCHED_RT_RT_INVARIANTS_H
#define SS_SCHED_RT_RT_INVARIANTS_H

#include "sched/run_queue.h"

/* What is wrong with one CPU's RT queue, or NULL. */
const char *ss_rt_broken_queue(const struct ss_world *w, u32 cpu);

/* The same of all CPUs: the whole of it for worlds without the full fair class. */
const char *ss_rt_broken_invariant(const struct ss_world *w);

#endif
