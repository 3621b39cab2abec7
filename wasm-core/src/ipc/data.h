/* Data that travels through channels. */
#ifndef SS_IPC_DATA_H
#define SS_IPC_DATA_H

#include "exec/world.h"

/* Data that travels is tracked by the core that touched it last, not by line. Moves `lines` lines
 * whose last toucher is `*toucher` (a core, or SS_NO_CORE) to the CPU's core, in the CPU's own
 * caches from then on. Result: the ns that takes, 0 if the core has them. */
u32 ss_data_to_core(struct ss_world *w, const struct ss_cpu *cpu, i16 *toucher, u32 lines);

#endif
