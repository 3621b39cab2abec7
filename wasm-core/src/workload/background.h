/*
 * Tasks of other processes that wake up now and then, beside a benchmark whose threads never sleep:
 * no CPU asks idle ones to balance while it is the only busy one of its cache, so a machine on
 * which nothing else ever ran would leave such threads where they are. No benchmark of its own.
 */
#ifndef SS_WORKLOAD_BACKGROUND_H
#define SS_WORKLOAD_BACKGROUND_H

#include "exec/path.h"

#define SS_MOST_BACKGROUND 512

/* Places tasks `from` to `to` - 1 of the workload as background, dealt out to the caches. */
void ss_background_start(struct ss_world *w, u32 from, u32 to);

#endif
