/*
 * Data that travels through a channel: tracked by the core that touched it last, not by line.
 */
#include "ipc/data.h"

#include "ipc/ipc.h"

u32 ss_data_to_core(struct ss_world *w, const struct ss_cpu *cpu, i16 *toucher, u32 lines)
{
    const i16 core = (i16)w->topology.core[cpu->number], from = *toucher;
    *toucher = core;
    if (from == core || from == SS_NO_CORE)
        return 0;
    w->transfers[w->topology.core_llc[from] * w->topology.llcs + w->topology.llc[cpu->number]] +=
        lines;
    return lines * ss_coherence_hitm(&w->coherence, (u32)from, (u32)core);
}
