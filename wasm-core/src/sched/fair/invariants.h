/* What always holds of the fair class. */
#ifndef SS_SCHED_FAIR_INVARIANTS_H
#define SS_SCHED_FAIR_INVARIANTS_H

#include "exec/world.h"

#ifdef SS_DEBUG
/* Says what does not hold, NULL if all does. */
const char *ss_fair_broken_invariant(const struct ss_world *w);
#endif

#endif
