/*
 * The small machine that tests of the fair class share. Include it behind cmocka.h.
 */
#ifndef SS_TESTS_SUPPORT_FAIR_H
#define SS_TESTS_SUPPORT_FAIR_H

#include "base/types.h"
#include "support_world.h"

#define MS 1000000ull
#define TOY_CPUS 8

/* Two LLCs of four cores in one node, under the full fair class; the test releases it with free().
 */
static inline struct ss_world_def *toy(uint32_t workload, const uint32_t parameters[5])
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = TOY_CPUS;
    for (uint16_t cpu = 0; cpu < TOY_CPUS; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = cpu / 4;
    }
    def->fair_class = SS_FAIR_FULL;
    def->workload = workload;
    def->seed_low = 1;
    memcpy(def->workload_parameter, parameters, 5 * sizeof(uint32_t));
    return def;
}

#endif
