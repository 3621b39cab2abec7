/* Machines for tests: small definitions built by rule, a random one by seed. */
#ifndef SS_TESTS_SUPPORT_MACHINE_H
#define SS_TESTS_SUPPORT_MACHINE_H

#include "machine/topology.h"
#include "schedscape.h"

/* A regular machine, numbered in blocks: thread t of core c is CPU t * cores + c. */
struct regular_machine {
    u32 nodes, llcs_per_node, cores_per_llc, threads;
    u32 nodes_per_package;
    u16 near, far; /* distances inside and between packages */
};

/* The caller frees it. */
struct ss_world_def *make_regular_machine(struct regular_machine shape);

/* Nested partitions of random sizes, CPUs numbered at random, random distances; symmetric or not.
 */
struct ss_world_def *make_random_machine(u64 seed, bool symmetric);

/* Builds the topology in memory of its own, which the caller frees. */
void *build_topology(struct ss_topology *topology, const struct ss_world_def *def);

#endif
