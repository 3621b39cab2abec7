/* What a running scheduler lets one tune. */
#ifndef SS_SCHED_FAIR_TUNABLES_H
#define SS_SCHED_FAIR_TUNABLES_H

#include "exec/world.h"

/* Says what is wrong with giving a world that value of a TUNABLE_; NULL if nothing is. */
const char *ss_tunable_problem(const struct ss_world_def *def, u32 tunable, u32 value);

/* From now on; what was decided with the old value stands. */
void ss_tunable_set(struct ss_world *w, u32 tunable, u32 value);

#endif
