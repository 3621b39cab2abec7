/* See support_machine.h. */
#include "support_machine.h"

#include <stdlib.h>

#include "base/prng.h"

static struct ss_world_def *make_empty(u32 cpus, u32 nodes)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    def->cpus = cpus;
    def->nodes = nodes;
    def->node_reclaim_distance = 30;
    def->sched_smt = def->sched_cluster = def->sched_mc = 1;
    return def;
}

struct ss_world_def *make_regular_machine(struct regular_machine shape)
{
    u32 cores = shape.nodes * shape.llcs_per_node * shape.cores_per_llc;
    struct ss_world_def *def = make_empty(cores * shape.threads, shape.nodes);
    for (u32 cpu = 0; cpu < def->cpus; cpu++) {
        u32 core = cpu % cores, llc = core / shape.cores_per_llc;
        u32 node = llc / shape.llcs_per_node;
        def->cpu_core[cpu] = def->cpu_l2[cpu] = (u16)core;
        def->cpu_llc[cpu] = (u16)llc;
        def->cpu_node[cpu] = (u16)node;
        def->cpu_package[cpu] = (u16)(node / shape.nodes_per_package);
    }
    for (u32 a = 0; a < shape.nodes; a++)
        for (u32 b = 0; b < shape.nodes; b++) {
            bool same_package = a / shape.nodes_per_package == b / shape.nodes_per_package;
            def->distance[a * shape.nodes + b] = a == b         ? SS_LOCAL_DISTANCE
                                                 : same_package ? shape.near
                                                                : shape.far;
        }
    return def;
}

static void randomise_distances(struct ss_world_def *def, struct ss_prng *prng, bool symmetric)
{
    u32 nodes = def->nodes, different = 1 + ss_prng_below(prng, 5);
    for (u32 a = 0; a < nodes; a++)
        for (u32 b = 0; b < nodes; b++) {
            u16 distance = (u16)(15 + 6 * ss_prng_below(prng, different));
            if (a == b)
                distance = SS_LOCAL_DISTANCE;
            else if (symmetric && b < a)
                distance = def->distance[b * nodes + a];
            def->distance[a * nodes + b] = distance;
        }
}

static void exchange(u16 *ids, u32 a, u32 b)
{
    u16 kept = ids[a];
    ids[a] = ids[b];
    ids[b] = kept;
}

static void shuffle_cpus(struct ss_world_def *def, struct ss_prng *prng)
{
    for (u32 cpu = def->cpus - 1; cpu > 0; cpu--) {
        u32 other = ss_prng_below(prng, cpu + 1);
        exchange(def->cpu_core, cpu, other);
        exchange(def->cpu_l2, cpu, other);
        exchange(def->cpu_llc, cpu, other);
        exchange(def->cpu_package, cpu, other);
        exchange(def->cpu_node, cpu, other);
    }
}

struct ss_world_def *make_random_machine(u64 seed, bool symmetric)
{
    struct ss_prng prng;
    ss_prng_seed(&prng, seed, 0, 0);
    u32 nodes = 1 + ss_prng_below(&prng, 6), per_package = 1 + ss_prng_below(&prng, 3);
    struct ss_world_def *def = make_empty(0, nodes);
    def->sched_cluster = ss_prng_below(&prng, 4) > 0;
    def->sched_mc = ss_prng_below(&prng, 4) > 0;
    u32 core = 0, l2 = 0, llc = 0;
    for (u32 node = 0; node < nodes; node++)
        for (u32 llcs = 1 + ss_prng_below(&prng, 3); llcs > 0; llcs--, llc++)
            for (u32 l2s = 1 + ss_prng_below(&prng, 3); l2s > 0; l2s--, l2++)
                for (u32 cores = 1 + ss_prng_below(&prng, 3); cores > 0; cores--, core++)
                    for (u32 threads = 1 + ss_prng_below(&prng, 2); threads > 0; threads--) {
                        u32 cpu = def->cpus++;
                        def->cpu_core[cpu] = (u16)core;
                        def->cpu_l2[cpu] = (u16)l2;
                        def->cpu_llc[cpu] = (u16)llc;
                        def->cpu_node[cpu] = (u16)node;
                        def->cpu_package[cpu] = (u16)(node / per_package);
                    }
    shuffle_cpus(def, &prng);
    randomise_distances(def, &prng, symmetric);
    return def;
}

void *build_topology(struct ss_topology *topology, const struct ss_world_def *def)
{
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    ss_topology_create(topology, &arena, def);
    u64 bytes = (arena.used + SS_ARENA_ALIGNMENT - 1) & ~(u64)(SS_ARENA_ALIGNMENT - 1);
    void *memory = aligned_alloc(SS_ARENA_ALIGNMENT, bytes);
    ss_arena_init(&arena, memory, bytes);
    if (!memory || !ss_topology_create(topology, &arena, def))
        abort();
    return memory;
}
