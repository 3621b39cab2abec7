/* Builds the immutable shape of a machine from a checked definition; see topology.h. */
#include "machine/topology.h"

#include "schedscape.h"

_Static_assert(SS_MAX_CPUS == SS_LIMIT_CPUS && SS_MAX_LLCS == SS_LIMIT_LLCS &&
                   SS_MAX_NODES == SS_LIMIT_NODES,
               "the ABI promises the limits of the machine room");
_Static_assert(SS_MAX_NODES <= 64, "a set of nodes is one word");

/* Ids are dense, so the largest tells how many there are. */
static u32 count_ids(const u16 *ids, u32 cpus)
{
    u32 count = 0;
    for (u32 cpu = 0; cpu < cpus; cpu++)
        count = ss_max_u32(count, ids[cpu] + 1u);
    return count;
}

/* True if some package has CPUs of two nodes. */
static bool find_numa_in_package(const struct ss_world_def *def)
{
    u8 node_of[SS_MAX_CPUS]; /* by package: node of its first CPU */
    u64 seen[SS_MAX_CPUS / 64] = {0};
    for (u32 cpu = 0; cpu < def->cpus; cpu++) {
        u32 package = def->cpu_package[cpu];
        if (!ss_bitset_has(seen, package))
            node_of[package] = (u8)def->cpu_node[cpu];
        else if (node_of[package] != def->cpu_node[cpu])
            return true;
        ss_bitset_add(seen, package);
    }
    return false;
}

/* The different distances between nodes with CPUs (sched_init_numa, kernel/sched/topology.c v6.18):
 * one outside 10..255 and there are none. */
static void find_numa_distances(struct ss_topology *topology, const struct ss_world_def *def)
{
    const u64 *nodes = &topology->nodes_with_cpus;
    u64 seen[SS_MAX_DISTANCE / 64 + 1] = {0};
    SS_BITSET_EACH(row, nodes, 1)
    SS_BITSET_EACH(column, nodes, 1)
    {
        u32 distance = def->distance[(u32)row * def->nodes + (u32)column];
        if (distance < SS_LOCAL_DISTANCE || distance > SS_MAX_DISTANCE)
            return;
        ss_bitset_add(seen, distance);
    }
    SS_BITSET_EACH(distance, seen, SS_ARRAY_LENGTH(seen))
    if (topology->numa_levels < SS_MAX_NUMA_LEVELS)
        topology->numa_distance[topology->numa_levels++] = (u16)distance;
}

static void set_scalars(struct ss_topology *topology, const struct ss_world_def *def)
{
    u32 cpus = def->cpus;
    *topology = (struct ss_topology){
        .cpus = cpus,
        .cores = count_ids(def->cpu_core, cpus),
        .l2s = count_ids(def->cpu_l2, cpus),
        .llcs = count_ids(def->cpu_llc, cpus),
        .packages = count_ids(def->cpu_package, cpus),
        .nodes = def->nodes,
        .cpu_words = ss_bitset_words(cpus),
        .node_reclaim_distance = (u16)def->node_reclaim_distance,
        .sched_smt = def->sched_smt,
        .sched_cluster = def->sched_cluster,
        .sched_mc = def->sched_mc,
        .numa_in_package = find_numa_in_package(def),
    };
    topology->core_words = ss_bitset_words(topology->cores);
    topology->smt_active = cpus > topology->cores; /* no core is without a CPU */
    for (u32 cpu = 0; cpu < cpus; cpu++)
        topology->nodes_with_cpus |= 1ull << def->cpu_node[cpu];
    find_numa_distances(topology, def);
}

static void take_arrays(struct ss_topology *topology, struct ss_arena *arena)
{
    u32 cpus = topology->cpus, cores = topology->cores, llcs = topology->llcs;
    u32 nodes = topology->nodes, words = topology->cpu_words;
    u16 **by_cpu[] = {&topology->core, &topology->l2, &topology->llc, &topology->package,
                      &topology->node};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(by_cpu); i++)
        *by_cpu[i] = SS_ARENA_ARRAY(arena, u16, cpus);
    topology->core_llc = SS_ARENA_ARRAY(arena, u16, cores);
    topology->core_node = SS_ARENA_ARRAY(arena, u16, cores);
    topology->core_package = SS_ARENA_ARRAY(arena, u16, cores);
    topology->llc_node = SS_ARENA_ARRAY(arena, u16, llcs);
    topology->llc_package = SS_ARENA_ARRAY(arena, u16, llcs);
    topology->core_cpus = SS_ARENA_ARRAY(arena, u64, cores * words);
    topology->l2_cpus = SS_ARENA_ARRAY(arena, u64, topology->l2s * words);
    topology->llc_cpus = SS_ARENA_ARRAY(arena, u64, llcs * words);
    topology->node_cpus = SS_ARENA_ARRAY(arena, u64, nodes * words);
    topology->llc_cores = SS_ARENA_ARRAY(arena, u64, llcs * topology->core_words);
    topology->distance = SS_ARENA_ARRAY(arena, u16, nodes * nodes);
}

/* Downwards, so that what is kept by core and llc is that of their first CPU. */
static void place_cpus(struct ss_topology *topology, const struct ss_world_def *def)
{
    u32 words = topology->cpu_words;
    for (u32 cpu = topology->cpus; cpu-- > 0;) {
        u32 core = topology->core[cpu] = def->cpu_core[cpu];
        u32 l2 = topology->l2[cpu] = def->cpu_l2[cpu];
        u32 llc = topology->llc[cpu] = def->cpu_llc[cpu];
        u32 package = topology->package[cpu] = def->cpu_package[cpu];
        u32 node = topology->node[cpu] = def->cpu_node[cpu];
        topology->core_llc[core] = (u16)llc;
        topology->core_node[core] = topology->llc_node[llc] = (u16)node;
        topology->core_package[core] = topology->llc_package[llc] = (u16)package;
        ss_bitset_add(topology->core_cpus + core * words, cpu);
        ss_bitset_add(topology->l2_cpus + l2 * words, cpu);
        ss_bitset_add(topology->llc_cpus + llc * words, cpu);
        ss_bitset_add(topology->node_cpus + node * words, cpu);
        ss_bitset_add(topology->llc_cores + llc * topology->core_words, core);
    }
}

bool ss_topology_create(struct ss_topology *topology, struct ss_arena *arena,
                        const struct ss_world_def *def)
{
    set_scalars(topology, def);
    take_arrays(topology, arena);
    if (ss_arena_counting(arena) || arena->failed)
        return !arena->failed;
    place_cpus(topology, def);
    for (u32 i = 0; i < def->nodes * def->nodes; i++)
        topology->distance[i] = def->distance[i];
    return true;
}
