/*
 * The shape of a machine: which CPU belongs to which core, L2 cluster, last-level cache, package
 * and node, and the distances between nodes. Input model of spec "Scheduling topology" section 1.
 * Pure data: immutable once built, knows nothing of costs, domains or tasks.
 */
#ifndef SS_MACHINE_TOPOLOGY_H
#define SS_MACHINE_TOPOLOGY_H

#include "base/arena.h"
#include "base/bitset.h"
#include "base/message.h"

#define SS_MAX_CPUS 1024 /* twice the largest machine of the stories; bounds per-CPU arrays */
#define SS_MAX_CORES 1024
#define SS_MAX_LLCS 128       /* bounds the domain matrices and the cached sharer mask of a line */
#define SS_MAX_NODES 64       /* a set of nodes is one word */
#define SS_MAX_NUMA_LEVELS 32 /* real tables have up to 7; bounds the overlapping groups */

#define SS_LOCAL_DISTANCE 10 /* ACPI SLIT: a node to itself */
#define SS_MAX_DISTANCE 255  /* ACPI SLIT: one byte; 255 itself means unreachable there */

struct ss_world_def;

/* Ids are dense; only nodes may be without CPUs. The llc is the scheduler's (after the SNC split on
 * Intel). The scalars are set in counting mode too, the arrays are NULL then. */
struct ss_topology {
    u32 cpus, cores, l2s, llcs, packages, nodes;
    u32 cpu_words, core_words;                /* ss_bitset_words of cpus, cores */
    u16 *core, *l2, *llc, *package, *node;    /* by CPU */
    u16 *core_llc, *core_node, *core_package; /* by core */
    u16 *llc_node, *llc_package;              /* by llc: of its first CPU */
    u64 *core_cpus;                           /* bitset by core: [core * cpu_words] */
    u64 *l2_cpus;                             /* bitset by l2 */
    u64 *llc_cpus;                            /* bitset by llc */
    u64 *node_cpus;                           /* bitset by node */
    u64 *llc_cores;                           /* bitset of cores by llc: [llc * core_words] */
    u16 *distance;                            /* nodes x nodes, row first */
    u64 nodes_with_cpus;                      /* a set */
    /* The different distances between nodes with CPUs, ascending. None if one of them is not a
     * distance: the kernel then builds no NUMA levels at all. */
    u16 numa_distance[SS_MAX_NUMA_LEVELS];
    u16 numa_levels;
    u16 node_reclaim_distance;
    bool sched_smt, sched_cluster, sched_mc, numa_in_package, smt_active;
};

/* Builds the topology of a definition that passed the check. False if the arena is exhausted. */
bool ss_topology_create(struct ss_topology *topology, struct ss_arena *arena,
                        const struct ss_world_def *def);

#endif
