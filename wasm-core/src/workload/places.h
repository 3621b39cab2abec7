/*
 * Where the threads of a workload stand at the first moment: dealt out to the last-level caches in
 * turn, or side by side on the first. Only that: nothing holds them there.
 */
#ifndef SS_WORKLOAD_PLACES_H
#define SS_WORKLOAD_PLACES_H

#include "exec/path.h"

enum ss_places { SS_PLACES_ACROSS, SS_PLACES_TOGETHER };

/* The CPU of the i-th thread: cores of a cache before their second threads. */
u32 ss_place_cpu(const struct ss_world *w, u32 places, u32 i);
/* The same on the caches of one node, which has at least one. */
u32 ss_place_cpu_of_node(const struct ss_world *w, u32 node, u32 places, u32 i);

#endif
