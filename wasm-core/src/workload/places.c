/* The places of places.h. */
#include "workload/places.h"

/* CPUs of the core before this one: 0 for the first thread of a core. */
static u32 rank_in_core(const struct ss_topology *t, u32 cpu)
{
    const u64 *core = t->core_cpus + (u64)t->core[cpu] * t->cpu_words;
    u32 rank = 0;
    for (u32 at = 0; at < cpu; at++)
        rank += ss_bitset_has(core, at);
    return rank;
}

/* The position-th CPU of an LLC, cores before their second threads. */
static u32 cpu_of_llc(const struct ss_topology *t, u32 llc, u32 position)
{
    const u64 *cpus = t->llc_cpus + (u64)llc * t->cpu_words;
    position %= ss_bitset_count(cpus, t->cpu_words);
    for (u32 rank = 0;; rank++)
        for (i32 at = ss_bitset_first(cpus, t->cpu_words); at >= 0;
             at = ss_bitset_next(cpus, t->cpu_words, (u32)at + 1))
            if (rank_in_core(t, (u32)at) == rank && !position--)
                return (u32)at;
}

u32 ss_place_cpu(const struct ss_world *w, u32 places, u32 i)
{
    const u32 llcs = places == SS_PLACES_ACROSS ? w->topology.llcs : 1;
    return cpu_of_llc(&w->topology, i % llcs, i / llcs);
}

u32 ss_place_cpu_of_node(const struct ss_world *w, u32 node, u32 places, u32 i)
{
    const struct ss_topology *t = &w->topology;
    u32 llcs = 0;
    for (u32 llc = 0; llc < t->llcs; llc++)
        llcs += t->node[cpu_of_llc(t, llc, 0)] == node;
    const u32 used = places == SS_PLACES_ACROSS ? llcs : 1;
    u32 left = i % used, llc = 0;
    while (t->node[cpu_of_llc(t, llc, 0)] != node || left--)
        llc++;
    return cpu_of_llc(t, llc, i / used);
}
