/* What must hold of the caches that queued tasks prefer. */
#ifndef SS_SCHED_CACHE_INVARIANTS_H
#define SS_SCHED_CACHE_INVARIANTS_H

#include "exec/world.h"

#ifdef SS_DEBUG
/* Says what does not hold of a queue whose lock is free, NULL if all does. */
const char *ss_cache_broken_invariant(const struct ss_world *w, u32 cpu);
#endif

#endif
