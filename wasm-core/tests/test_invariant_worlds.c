/* Runs of every kind on small machines under the invariants that debug builds ask after every event
 * (sched/fair/invariants.c): each benchmark of the fair class, kernels before and after the
 * baseline, hints, cache-aware balancing, RT tasks between fair ones. That the invariants find what
 * is broken is held in test_invariants.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/fair/balance/should_balance.h"
#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "support_world.h"

#ifdef SS_DEBUG

#define US 1000u
#define MS 1000000u
#define CPUS 16

/* Two nodes of two caches of two cores of two threads. */
static struct ss_world_def *machine(void)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = CPUS;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < CPUS; cpu++) {
        const uint16_t core = cpu % (CPUS / 2);
        def->cpu_core[cpu] = def->cpu_l2[cpu] = core;
        def->cpu_llc[cpu] = core / 2;
        def->cpu_node[cpu] = def->cpu_package[cpu] = core / 4;
    }
    def->distance[0] = def->distance[3] = 10;
    def->distance[1] = def->distance[2] = 20;
    def->fair_class = SS_FAIR_FULL;
    def->node_read_mb_s = 50000;
    def->seed_low = 1;
    return def;
}

struct kind {
    const char *name;
    uint32_t workload, ms, parameters[11];
    bool crowds; /* all its tasks are kept on CPU 0 at first, then may go where they like */
};

static const struct kind kinds[] = {
    {"hackbench, pipes", SS_WORKLOAD_HACKBENCH, 2, {2, 5, 100, 0, 0}, false},
    {"hackbench, sockets", SS_WORKLOAD_HACKBENCH, 2, {2, 5, 100, 1, 0}, false},
    {"hackbench, threads", SS_WORKLOAD_HACKBENCH, 2, {2, 5, 100, 0, 1}, false},
    {"hackbench, dealt out", SS_WORKLOAD_HACKBENCH, 2, {1, 8, 100, 0, 1, 1}, false},
    {"schbench", SS_WORKLOAD_SCHBENCH, 8, {2, 20, 300 * US, 100 * US}, false},
    {"schbench of 2021", SS_WORKLOAD_SCHBENCH_2021, 60, {1, 30, 3 * MS, 3 * MS}, false},
    {"schbench, old", SS_WORKLOAD_SCHBENCH_OLD, 60, {2, 15, 3 * MS, MS}, false},
    {"context", SS_WORKLOAD_CONTEXT, 60, {23, 337}, false},
    {"forks", SS_WORKLOAD_FORK_BURST, 40, {2, 30, 3 * MS, MS}, false},
    {"STREAM", SS_WORKLOAD_STREAM, 8, {20, 4096, 0, 50000, 30000, 20000}, false},
    {"tbench", SS_WORKLOAD_TBENCH, 3, {10, 90 * US, 300 * US}, false},
    {"redis", SS_WORKLOAD_REDIS, 20, {4, 20, 16, 500, 2000, 20 * US, 14336, 20, 5, 0, 10}, false},
    {"chacha20", SS_WORKLOAD_CHACHA20, 12, {8, 10 * US, 2, 32768, 10, 20, 0, 10}, false},
};

#define FREED (5 * MS)

static void crowd(struct ss_world_def *def)
{
    def->interventions = 1 + def->workload_parameter[0];
    for (uint32_t i = 0; i < def->interventions; i++) {
        def->intervention_at_low[i] = i ? FREED : 1;
        def->intervention_kind[i] = SS_INTERVENE_AFFINITY;
        def->intervention_task[i] = i ? CPUS + i : UINT32_MAX;
        def->intervention_cpus[i * SS_CPU_SET_WORDS] = i ? (1u << CPUS) - 1 : 1;
    }
}

static struct ss_world_def *world_of(const struct kind *kind)
{
    struct ss_world_def *def = machine();
    def->workload = kind->workload;
    memcpy(def->workload_parameter, kind->parameters, sizeof(kind->parameters));
    if (kind->crowds)
        crowd(def);
    return def;
}

/* Runs it to its end; `change` is made to the world before it begins. */
static void holds(struct ss_world_def *def, const char *name, uint32_t ms,
                  void (*change)(struct ss_world *w))
{
    struct ss_world *w = build(def);
    assert_non_null(w->hooks.broken);
    if (change)
        change(w);
    if (ss_world_step(w, ms * MS, 0, 0) != SS_STEP_REACHED)
        fail_msg("%s, %llu ns: %s", name, (unsigned long long)w->clock->now,
                 (const char *)w->map->message);
    assert_true(w->clock->records > 100);
    free(w);
    free(def);
}

static void invariants_hold_in_every_benchmark(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(kinds); i++)
        holds(world_of(&kinds[i]), kinds[i].name, kinds[i].ms, NULL);
}

/* What a kernel does otherwise than the baseline, by the field of the definition. */
#define KERNEL(field, value)                                                                       \
    {                                                                                              \
#field " = " #value, offsetof(struct ss_world_def, field), value                           \
    }
static const struct kernel {
    const char *name;
    size_t field;
    uint32_t value;
} kernels[] = {
    KERNEL(numa_imbalance, SS_NUMA_N0),
    KERNEL(numa_imbalance, SS_NUMA_N1),
    KERNEL(numa_imbalance, SS_NUMA_N1B),
    KERNEL(numa_imbalance, SS_NUMA_N2),
    KERNEL(idle_search, SS_SIS_UTIL_LINEAR),
    KERNEL(idle_search, SS_SIS_PROP),
    KERNEL(idle_search, SS_SIS_PROP_510),
    KERNEL(sched_mc, 0),
    KERNEL(imb_numa_nr, 4),
    KERNEL(should_we_balance, SS_BALANCER_FIRST_IDLE),
    KERNEL(newidle_fail_cost, SS_NEWIDLE_MEASURES),
    KERNEL(newidle_fail_cost, SS_NEWIDLE_DICE),
    KERNEL(serialize_test, SS_SERIALIZE_AFTER),
    KERNEL(delayed_dequeue, 0),
    KERNEL(wake_leaving, SS_LEAVING_LISTS),
    KERNEL(fair_order, SS_ORDER_CFS),
    KERNEL(preemption, SS_PREEMPTION_LAZY),
    KERNEL(nohz_kicks, SS_NOHZ_KICKS_ALL),
    KERNEL(fork_tie_break, SS_TIE_UTIL),
    KERNEL(fork_tie_break, SS_TIE_FOOTPRINT),
    KERNEL(idle_states, SS_IDLE_BY_RESIDENCY),
    KERNEL(idle_states, SS_IDLE_IN_MWAIT),
    KERNEL(sibling_slows, SS_SIBLING_SLOWS_ALL),
    KERNEL(skew_tick, 1),
    KERNEL(numa_balancing, 1),
    KERNEL(sched_idle_every, 3),
    KERNEL(sched_batch_every, 3),
    KERNEL(task_hints, SS_HINT_FORK_AFFINE | SS_HINT_WAKE_AFFINE),
    KERNEL(task_hints, SS_HINT_FORK_SPREAD | SS_HINT_WAKE_HOLD),
    KERNEL(task_hints, SS_HINT_FORK_AFFINE | SS_HINT_WAKE_HOLD | SS_HINT_WAKE_WIDE),
    KERNEL(cache_version, SS_CACHE_V1),
    KERNEL(cache_version, SS_CACHE_V2),
    KERNEL(cache_version, SS_CACHE_V3),
    KERNEL(cache_version, SS_CACHE_V4),
    KERNEL(cache_version, SS_CACHE_MERGED),
};

/* Many wake-ups, many forks, more threads that compute than there are CPUs, and tasks that only
 * periodic balancing can bring from one CPU to those that idle. */
static const struct kind under_kernels[] = {
    {"hackbench", SS_WORKLOAD_HACKBENCH, 1, {1, 6, 100, 1, 1}, false},
    {"forks", SS_WORKLOAD_FORK_BURST, 12, {2, 30, 3 * MS, MS}, false},
    {"spinners", SS_WORKLOAD_SPINNERS, 15, {3, 9, 0, 100, 700 * US, 300 * US}, false},
    {"set free", SS_WORKLOAD_CONTEXT, 30, {12, 10000}, true},
};

static void invariants_hold_under_every_kernel(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(kernels); i++)
        for (uint32_t k = 0; k < SS_ARRAY_LENGTH(under_kernels); k++) {
            struct ss_world_def *def = world_of(&under_kernels[k]);
            char name[128];
            memcpy((char *)def + kernels[i].field, &kernels[i].value, sizeof(uint32_t));
            snprintf(name, sizeof(name), "%s, %s", under_kernels[k].name, kernels[i].name);
            holds(def, name, under_kernels[k].ms, NULL);
        }
}

/* Every third task is one of SCHED_FIFO, of three priorities. */
static void make_some_rt(struct ss_world *w)
{
    for (uint32_t task = CPUS + 1; task < w->stoppers; task += 3) {
        if (w->task[task].on_rq)
            continue;
        w->task[task].prio = w->task[task].normal_prio = (int16_t)(50 + task % 3);
        w->task[task].policy = SS_POLICY_FIFO;
    }
}

static void invariants_hold_with_rt_tasks_between_fair_ones(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(kinds); i++) {
        const bool streams = kinds[i].workload == SS_WORKLOAD_STREAM ||
                             kinds[i].workload == SS_WORKLOAD_REDIS ||
                             kinds[i].workload == SS_WORKLOAD_CHACHA20;
        if (!streams) /* their tasks poll for each other and would do so for good */
            holds(world_of(&kinds[i]), kinds[i].name, kinds[i].ms / 2, make_some_rt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_hold_in_every_benchmark),
        cmocka_unit_test(invariants_hold_under_every_kernel),
        cmocka_unit_test(invariants_hold_with_rt_tasks_between_fair_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else
/* Release builds have no invariants to ask. */
int main(void)
{
    return 0;
}
#endif
