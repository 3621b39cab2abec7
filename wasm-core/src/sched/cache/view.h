/* What cache-aware balancing shows of a moment to mechanisms on the stage. */
#ifndef SS_SCHED_CACHE_VIEW_H
#define SS_SCHED_CACHE_VIEW_H

#include "exec/room.h"

void ss_cache_mechanisms(const struct ss_world *w, const struct ss_mechanism_views *views);

#endif
