/* Where a fair task goes, with a record of why. */
#ifndef SS_SCHED_FAIR_PLACE_PLACE_H
#define SS_SCHED_FAIR_PLACE_PLACE_H

#include "exec/path.h"

/* The class's select_task_rq (sched/class.h): a CPU for a waking, forked or exec'ing task, with a
 * record of why. On fork and exec the task's own load is left out. Result: a CPU. */
bool place_task_fair(struct ss_world *w, struct ss_cpu *cpu);

#endif
