/* The tick of the fair class. */
#ifndef SS_SCHED_FAIR_TICK_H
#define SS_SCHED_FAIR_TICK_H

#include "exec/path.h"

/* Operations of the class (sched/class.h): the tick of a CPU, its run-queue lock not held; and its
 * first, whatever task needs it. */
bool tick_fair(struct ss_world *w, struct ss_cpu *cpu);
void ss_fair_tick_start(struct ss_world *w, const struct ss_cpu *cpu, i32 task);

#endif
