/* A machine whose tasks fault pages in, for tests of the page lists. Include it behind cmocka.h. */
#ifndef SS_TESTS_SUPPORT_PAGES_H
#define SS_TESTS_SUPPORT_PAGES_H

#include <stdlib.h>

#include "schedscape.h"

/* Two nodes of four cores, two threads a core; tasks on one node. */
static inline struct ss_world_def *page_machine(uint32_t form, uint32_t batch)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 16;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < 16; cpu++) {
        uint16_t core = cpu % 8;
        def->cpu_core[cpu] = def->cpu_l2[cpu] = core;
        def->cpu_llc[cpu] = def->cpu_node[cpu] = def->cpu_package[cpu] = core / 4;
    }
    for (int i = 0; i < 4; i++)
        def->distance[i] = i % 3 ? 20 : 10;
    def->pcp_form = form;
    def->pcp_batch = batch;
    def->workload = SS_WORKLOAD_PAGE_FAULT1;
    def->workload_parameter[0] = 1500;
    def->workload_parameter[1] = 1;
    def->seed_low = 1;
    def->keyframes = 1;
    def->warmup_us = 5000;
    return def;
}

#endif
