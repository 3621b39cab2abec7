/* Where a fair task goes, with a record of why. */
#ifndef SS_SCHED_FAIR_PLACE_PLACE_H
#define SS_SCHED_FAIR_PLACE_PLACE_H

#include "exec/path.h"

/* The class's select_task_rq (sched/class.h): where a task goes that wakes, or that forked or
 * replaces its program and counts as if it were nowhere; with a record of why. Result: a CPU. */
bool place_task_fair(struct ss_world *w, struct ss_cpu *cpu);

#endif
