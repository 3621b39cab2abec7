/* Counts and the list of a queue. */
#ifndef SS_SCHED_FAIR_QUEUE_QUEUE_H
#define SS_SCHED_FAIR_QUEUE_QUEUE_H

#include "exec/world.h"

/* A task enters or leaves the counts and the list of its queue; order and averages are apart. */
void ss_fair_count_in(struct ss_world *w, i32 task, u32 cpu);
void ss_fair_count_out(struct ss_world *w, i32 task, u32 cpu);

#endif
