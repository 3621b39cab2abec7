/*
 * The machine of the split-LLC slides, for tests: two sockets of eight LLCs of eight cores, CPUs k
 * and k + 128 on core k, one node a socket.
 */
#ifndef SS_TESTS_SUPPORT_ZEN3_H
#define SS_TESTS_SUPPORT_ZEN3_H

#include "schedscape.h"

#define ZEN3_CPUS 256
#define ZEN3_LLCS 16
#define ZEN3_LLC_OF(cpu) ((cpu) % 128 / 8)
#define ZEN3_NODE_OF(cpu) ((cpu) % 128 / 64)

/* With the full fair class and the core's round latencies; the test releases it with free(). */
static inline struct ss_world_def *zen3(uint32_t workload, const uint32_t *parameters,
                                        uint32_t count)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = ZEN3_CPUS;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < ZEN3_CPUS; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % 128;
        def->cpu_llc[cpu] = (uint16_t)ZEN3_LLC_OF(cpu);
        def->cpu_node[cpu] = def->cpu_package[cpu] = (uint16_t)ZEN3_NODE_OF(cpu);
    }
    def->distance[0] = def->distance[3] = 10;
    def->distance[1] = def->distance[2] = 32;
    def->node_reclaim_distance = 32;
    def->fair_class = SS_FAIR_FULL;
    def->seed_low = 1;
    def->workload = workload;
    memcpy(def->workload_parameter, parameters, count * sizeof(uint32_t));
    return def;
}

#endif
