/* Data that travels through channels. */
#ifndef SS_IPC_DATA_H
#define SS_IPC_DATA_H

#include "exec/world.h"

/* Data that travels is not tracked by line but by who touched it last. Moves `lines` lines whose
 * last toucher is `*toucher` (a core, or SS_NO_CORE) to the CPU's core, in the CPU's own caches
 * from then on: the ns that takes, 0 if it has them. */
u32 ss_data_to_core(struct ss_world *w, const struct ss_cpu *cpu, i16 *toucher, u32 lines);

#endif
