/* What is wrong with the shape of a machine. */
#ifndef SS_MACHINE_TOPOLOGY_CHECK_H
#define SS_MACHINE_TOPOLOGY_CHECK_H

#include "base/message.h"

struct ss_world_def;

/*
 * Looks for what is wrong with the topology of `def`: counts, dense ids, partitions nested (core in
 * l2 in llc in node; llc in package), distances. True if it is in order; else the message says the
 * field's path, the problem and what would be right.
 */
bool ss_topology_check(const struct ss_world_def *def, struct ss_message *message);

/* The two halves of ss_topology_check, for callers with their own view of distances: the CPUs and
 * options first, then the distance table (which relies on the first). */
bool ss_topology_check_cpus(const struct ss_world_def *def, struct ss_message *message);
bool ss_topology_check_distances(const struct ss_world_def *def, struct ss_message *message);

#endif
