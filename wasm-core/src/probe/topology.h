/* The shape of a machine, as probes are given it. */
#ifndef SS_PROBE_TOPOLOGY_H
#define SS_PROBE_TOPOLOGY_H

#include "probe/probe.h"

/* Reads the shape of a machine, in the words of ss_probe_topology up to the distances. */
void ss_probe_read_shape(struct ss_probe *probe, struct ss_world_def *def);

#endif
