/* Steps of a placement and what became of it. */
#ifndef SS_SCHED_EXPLAIN_STEPS_H
#define SS_SCHED_EXPLAIN_STEPS_H

#include "exec/world.h"

/* For those who ask why (explain/steps.c): how the wakee is handed to its target, by its wake list
 * or under its lock; that the target has nothing else to do. Nothing without the full class. */
void ss_fair_tell_queued(const struct ss_world *w, u32 waker, i32 task, u32 target, bool listed);
void ss_fair_tell_unopposed(struct ss_world *w, i32 task, u32 cpu);

#endif
