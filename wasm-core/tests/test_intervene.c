/* Changes in the middle of a run: the past stays as it was, a task that may not stay leaves and
 * does not come back, and every way of driving the run meets the change at the same place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/types.h"
#include "exec/world.h"
#include "sched/state/rt.h"
#include "support_world.h"
#include "world/outputs.h"

#define CPUS 32u
#define AT 400000u
#define END 1500000u

/* Two sockets of 16 CPUs, four instances of eight CPUs each. */
static struct ss_world_def *machine(void)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = CPUS;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < CPUS; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = def->cpu_node[cpu] = def->cpu_package[cpu] = cpu / 16;
    }
    def->distance[0] = def->distance[3] = 10;
    def->distance[1] = def->distance[2] = 20;
    def->workload = SS_WORKLOAD_FFMPEG_TOKEN;
    uint32_t parameters[] = {4, 8, 20, 10, 20000, 2000, 0};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    def->seed_low = 1;
    def->keyframes = 1;
    def->warmup_us = 500;
    return def;
}

/* Appends a change of affinity; `task` all ones: of all tasks. */
static void restrict_to(struct ss_world_def *def, uint32_t at, uint32_t task, uint32_t first,
                        uint32_t last)
{
    const uint32_t i = def->interventions++;
    def->intervention_at_low[i] = at;
    def->intervention_kind[i] = SS_INTERVENE_AFFINITY;
    def->intervention_task[i] = task;
    for (uint32_t cpu = first; cpu <= last; cpu++)
        def->intervention_cpus[i * SS_CPU_SET_WORDS + cpu / 32] |= 1u << cpu % 32;
}

static void the_past_of_a_fork_is_that_of_its_origin(void **state)
{
    (void)state;
    struct ss_world_def *origin = machine(), *fork = machine();
    restrict_to(fork, AT, UINT32_MAX, 0, 15);
    struct ss_world *a = build(origin), *c = build(fork);
    for (uint64_t now = 1000; now < AT; now += 7919) {
        step_to(a, now);
        step_to(c, now);
        assert_int_equal(a->clock->trace_hash, c->clock->trace_hash);
    }
    step_to(a, AT - 1);
    step_to(c, AT - 1);
    assert_int_equal(a->clock->trace_hash, c->clock->trace_hash);
    assert_memory_equal(a->task, c->task, a->tasks * sizeof(*a->task));
    assert_memory_equal(a->ledger, c->ledger, CPUS * sizeof(*a->ledger));
    assert_int_equal(c->clock->intervened, 0);
    step_to(a, AT);
    step_to(c, AT);
    assert_int_equal(c->clock->intervened, 1);
    assert_int_not_equal(a->clock->trace_hash, c->clock->trace_hash);
    free(a);
    free(c);
    free(origin);
    free(fork);
}

/* Every task of the workload that runs or waits to run lies inside the CPUs. */
static void assert_inside(struct ss_world *w, uint32_t last)
{
    for (uint32_t i = CPUS; i < w->tasks; i++)
        if (w->task[i].on_rq)
            assert_in_range(w->task[i].cpu, 0, last);
}

static void restricted_tasks_leave_and_do_not_come_back(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    restrict_to(def, AT, UINT32_MAX, 0, 15);
    struct ss_world *w = build(def);
    step_to(w, AT);
    uint64_t score = w->clock->score, migrations = w->clock->migrations;
    uint32_t outside = 0;
    for (uint32_t i = CPUS; i < w->tasks; i++)
        outside += w->task[i].on_rq && w->task[i].cpu > 15;
    assert_true(outside > 4);
    step_to(w, AT + 300000);
    for (uint64_t now = AT + 300000; now < END; now += 9973) {
        step_to(w, now);
        assert_inside(w, 15);
        for (uint32_t cpu = 16; cpu < CPUS; cpu++)
            assert_true(w->cpu[cpu].current < (i32)CPUS);
    }
    assert_true(w->clock->migrations >= migrations + outside);
    assert_true(w->clock->score > score); /* work goes on, on half the machine */
    free(w);
    free(def);
}

static void a_pinned_task_runs_on_its_cpu_alone(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    const uint32_t task = CPUS + 3;
    restrict_to(def, AT, task, 29, 29);
    struct ss_world *w = build(def);
    step_to(w, AT + 200000);
    uint64_t runtime = w->task[task].runtime;
    for (uint64_t now = AT + 200000; now < END; now += 9973) {
        step_to(w, now);
        if (w->task[task].on_rq)
            assert_int_equal(w->task[task].cpu, 29);
        assert_int_equal(w->sched->rt_task[task].pushable_next, SS_NOT_PUSHABLE);
    }
    assert_true(w->task[task].runtime > runtime);
    free(w);
    free(def);
}

static void slices_and_keyframes_do_not_change_a_fork(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    restrict_to(def, AT, UINT32_MAX, 0, 15);
    restrict_to(def, AT, CPUS + 5, 2, 2);
    restrict_to(def, AT + 200000, UINT32_MAX, 2, 7);
    struct ss_world *whole = build(def), *sliced = build(def), *other = build(def);
    step_to(whole, END);
    assert_int_equal(whole->clock->intervened, 3);
    for (uint64_t now = 0; now < END; now += 777)
        step_to(sliced, now);
    step_to(sliced, END);
    assert_int_equal(sliced->clock->trace_hash, whole->clock->trace_hash);
    free(sliced);
    sliced = build(def);
    step_to(sliced, AT + 1500);
    uint32_t count = ss_world_keyframe(sliced);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at =
            sliced->map->state_offset + sliced->outputs->page_list[i] * SS_STATE_PAGE_BYTES;
        memcpy((u8 *)other + at, (u8 *)sliced + at, SS_STATE_PAGE_BYTES);
    }
    step_to(other, END);
    assert_int_equal(other->clock->trace_hash, whole->clock->trace_hash);
    free(whole);
    free(sliced);
    free(other);
    free(def);
}

static void what_cannot_be_done_is_refused_with_its_place(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    restrict_to(def, AT, UINT32_MAX, 30, 32);
    assert_world_refused(def, "interventions[0]: names a CPU that the machine does not have");
    def = machine();
    restrict_to(def, AT, UINT32_MAX, 1, 0);
    assert_world_refused(def, "interventions[0]: leaves the task no CPU");
    def = machine();
    restrict_to(def, AT, UINT32_MAX, 0, 3);
    restrict_to(def, AT - 1, UINT32_MAX, 0, 3);
    assert_world_refused(def, "interventions[1]: is earlier than the one before it");
    def = machine();
    restrict_to(def, AT, 5, 0, 3);
    assert_world_refused(def, "interventions[0]: names a task that the workload does not have");
    def = machine();
    def->interventions = 1;
    def->intervention_kind[0] = SS_INTERVENE_PCP_BATCH;
    assert_world_refused(def,
                         "interventions[0]: changes page lists, which this workload does not use");
    def = machine();
    def->interventions = 33;
    assert_world_refused(def, "at most 32");
}

static void page_lists_take_another_batch(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->workload = SS_WORKLOAD_PAGE_FAULT1;
    memset(def->workload_parameter, 0, sizeof(def->workload_parameter));
    uint32_t parameters[] = {600, 2};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    def->interventions = 1;
    def->intervention_at_low[0] = AT;
    def->intervention_kind[0] = SS_INTERVENE_PCP_BATCH;
    def->intervention_value[0] = 200;
    struct ss_world *w = build(def);
    step_to(w, AT - 1);
    ss_world_frame(w);
    uint32_t before = w->outputs->views.pcp[0].batch;
    assert_int_not_equal(before, 200);
    step_to(w, AT);
    ss_world_frame(w);
    assert_int_equal(w->outputs->views.pcp[0].batch, 200);
    free(w);
    def->intervention_value[0] = 100000;
    assert_world_refused(def, "interventions[0]: is more than the lists' high at the start");
}

/* Tasks that fault pages in, one on each CPU of so many nodes. */
static struct ss_world_def *page_faults(uint32_t nodes, uint32_t pause)
{
    struct ss_world_def *def = machine();
    def->workload = SS_WORKLOAD_PAGE_FAULT1;
    memset(def->workload_parameter, 0, sizeof(def->workload_parameter));
    def->workload_parameter[0] = 600;
    def->workload_parameter[1] = nodes;
    def->workload_parameter[3] = pause;
    return def;
}

static void tasks_keep_to_the_node_of_their_pages(void **state)
{
    (void)state;
    struct ss_world_def *def = page_faults(1, 100000);
    restrict_to(def, AT, CPUS + 3, 7, 7);
    restrict_to(def, 2 * AT, UINT32_MAX, 0, 3);
    struct ss_world *w = build(def);
    step_to(w, 4000000);
    assert_inside(w, 3);
    assert_true(w->clock->migrations >= 12);
    free(w);
    restrict_to(def, 3 * AT, CPUS + 3, 15, 16);
    assert_world_refused(def,
                         "interventions[2]: names a CPU of another node than that of the task's");
    def = page_faults(1, 100000);
    restrict_to(def, AT, UINT32_MAX, 15, 16);
    assert_world_refused(def, "interventions[0]: names a CPU of another node");
    def = page_faults(2, 100000);
    restrict_to(def, AT, CPUS + 16, 16, 31);
    restrict_to(def, AT, CPUS + 16, 15, 31);
    assert_world_refused(def, "interventions[1]: names a CPU of another node");
    def = page_faults(2, 100000);
    restrict_to(def, AT, UINT32_MAX, 0, 31);
    assert_world_refused(def,
                         "interventions[0]: would move tasks to nodes where their pages are not");
    def = page_faults(1, 0);
    restrict_to(def, AT, UINT32_MAX, 0, 3);
    assert_world_refused(def, "interventions[0]: moves tasks that never sleep");
}

/* Workers of modern lists come behind all tasks, in the same order. */
static void a_worker_keeps_to_the_node_of_its_lists(void **state)
{
    (void)state;
    struct ss_world_def *def = page_faults(2, 100000);
    def->pcp_form = SS_PCP_FORM_MODERN;
    restrict_to(def, AT, 2 * CPUS + 16, 16, 31);
    restrict_to(def, AT, 2 * CPUS + 15, 16, 31);
    assert_world_refused(def, "interventions[1]: names a CPU of another node");
}

static struct ss_world_def *busy_pairs(void)
{
    struct ss_world_def *def = machine();
    def->fair_class = SS_FAIR_FULL;
    def->workload = SS_WORKLOAD_SPINNERS;
    memset(def->workload_parameter, 0, sizeof(def->workload_parameter));
    def->workload_parameter[0] = 1;
    def->workload_parameter[1] = 2 * CPUS;
    return def;
}

static void tune(struct ss_world_def *def, uint32_t at, uint32_t tunable, uint32_t value)
{
    const uint32_t i = def->interventions++;
    def->intervention_at_low[i] = at;
    def->intervention_kind[i] = SS_INTERVENE_TUNABLE;
    def->intervention_task[i] = tunable;
    def->intervention_value[i] = value;
}

/* 2.8 ms from 8 CPUs on: two threads of a CPU take turns at every third tick, then at each. */
static void a_shorter_base_slice_makes_tasks_take_turns_more_often(void **state)
{
    (void)state;
    const uint64_t half = 20000000;
    struct ss_world_def *def = busy_pairs();
    tune(def, half, SS_TUNABLE_BASE_SLICE, 700000);
    struct ss_world *w = build(def);
    w->hooks.broken = NULL;
    step_to(w, half);
    const uint64_t before = w->clock->switches;
    step_to(w, 2 * half);
    assert_true(w->clock->switches - before > 2 * before);
    free(w);
    free(def);
}

/* All threads begin on one cache, and idle CPUs of the other take them. */
static uint32_t moves(uint32_t cost)
{
    struct ss_world_def *def = busy_pairs();
    def->workload_parameter[6] = 1;
    tune(def, 1000, SS_TUNABLE_MIGRATION_COST, cost);
    struct ss_world *w = build(def);
    w->hooks.broken = NULL;
    step_to(w, 50000000);
    const uint64_t moved = w->clock->migrations;
    free(w);
    free(def);
    return (uint32_t)moved;
}

static void tasks_are_hot_for_as_long_as_a_migration_is_said_to_cost(void **state)
{
    (void)state;
    const uint32_t cheap = moves(0), dear = moves(100000000);
    if (cheap <= dear)
        fail_msg("%u moves where they cost nothing, %u where they are dear", cheap, dear);
}

static void a_tunable_that_cannot_be_set_is_refused_with_its_limits(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    tune(def, AT, SS_TUNABLE_BASE_SLICE, 700000);
    assert_world_refused(def, "interventions[0]: changes a tunable of the full fair class");
    def = busy_pairs();
    tune(def, AT, SS_TUNABLE_NR_MIGRATE, 8);
    tune(def, AT, SS_TUNABLE_BASE_SLICE, 99999);
    assert_world_refused(def, "interventions[1]: base_slice_ns takes 100000 to 100000000");
    def = busy_pairs();
    def->fair_order = SS_ORDER_CFS;
    tune(def, AT, SS_TUNABLE_BASE_SLICE, 700000);
    assert_world_refused(def, "interventions[0]: changes base_slice_ns, which came with 6.6");
    def = busy_pairs();
    tune(def, AT, SS_TUNABLE_IMB_PCT, 30);
    assert_world_refused(def, "interventions[0]: changes a tunable of cache-aware balancing");
    def = busy_pairs();
    tune(def, AT, SS_TUNABLE_LLC_ENABLED + 1, 1);
    assert_world_refused(def, "interventions[0]: names a tunable that does not exist");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_past_of_a_fork_is_that_of_its_origin),
        cmocka_unit_test(restricted_tasks_leave_and_do_not_come_back),
        cmocka_unit_test(a_pinned_task_runs_on_its_cpu_alone),
        cmocka_unit_test(slices_and_keyframes_do_not_change_a_fork),
        cmocka_unit_test(what_cannot_be_done_is_refused_with_its_place),
        cmocka_unit_test(page_lists_take_another_batch),
        cmocka_unit_test(tasks_keep_to_the_node_of_their_pages),
        cmocka_unit_test(a_worker_keeps_to_the_node_of_its_lists),
        cmocka_unit_test(a_shorter_base_slice_makes_tasks_take_turns_more_often),
        cmocka_unit_test(tasks_are_hot_for_as_long_as_a_migration_is_said_to_cost),
        cmocka_unit_test(a_tunable_that_cannot_be_set_is_refused_with_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
