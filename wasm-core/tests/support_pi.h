/* pi_stress on eight CPUs, and its records. Include it behind cmocka.h. */
#ifndef SS_TESTS_SUPPORT_PI_H
#define SS_TESTS_SUPPORT_PI_H

#include <stdlib.h>
#include <string.h>

#include "sched/run_queue.h"
#include "support_machine.h"
#include "support_world.h"

enum { GROUPS, USER_NS };
enum { LOW, MEDIUM, HIGH };
#define RT(user_priority) (99 - (user_priority)) /* kernel prio */

/* One socket of two nodes, four cores a node, no SMT: 8 CPUs. */
static inline struct ss_world_def *pi_machine(uint32_t groups)
{
    struct ss_world_def *shape =
        make_regular_machine((struct regular_machine){.nodes = 2,
                                                      .llcs_per_node = 1,
                                                      .cores_per_llc = 4,
                                                      .threads = 1,
                                                      .nodes_per_package = 2,
                                                      .near = 12,
                                                      .far = 20});
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = shape->cpus;
    def->nodes = shape->nodes;
    memcpy(def->cpu_core, shape->cpu_core, sizeof(def->cpu_core));
    memcpy(def->cpu_l2, shape->cpu_l2, sizeof(def->cpu_l2));
    memcpy(def->cpu_llc, shape->cpu_llc, sizeof(def->cpu_llc));
    memcpy(def->cpu_package, shape->cpu_package, sizeof(def->cpu_package));
    memcpy(def->cpu_node, shape->cpu_node, sizeof(def->cpu_node));
    memcpy(def->distance, shape->distance, sizeof(def->distance));
    free(shape);
    def->workload = SS_WORKLOAD_PI_STRESS;
    def->workload_parameter[GROUPS] = groups;
    def->workload_parameter[USER_NS] = 100;
    def->ring_records = 1u << 20;
    def->seed_low = 1;
    return def;
}

static inline i32 task_of(const struct ss_world *w, u32 group, u32 thread)
{
    return (i32)(w->topology.cpus + 1 + group * 3 + thread);
}

/* Calls `see` for every record so far, oldest first; the ring must hold them all. */
static inline void each_record(struct ss_world *w, void (*see)(void *, const struct ss_record *),
                               void *context)
{
    assert_true(w->clock->records <= w->limits.ring_records);
    for (u64 i = 0; i < w->clock->records; i++)
        see(context, &w->ring[i]);
}

#endif
