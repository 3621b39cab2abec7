/* Moves of fair tasks between CPUs, when and why: told apart by their kinds, found in the records
 * that passes leave, in worlds that run the full class. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/explain/reasons.h"
#include "sched/fair/balance/migrate.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_fair.h"
#include "world/outputs.h"

/* ---- balancing ------------------------------------------------------------------------------- */

#define KINDS 10

/* Counts migrations by their kind up to a moment. */
static void count_migrations(struct ss_world *w, uint64_t until, uint32_t count[KINDS])
{
    const uint32_t mask = w->limits.ring_records - 1;
    while (w->clock->now < until) {
        const uint64_t first = w->clock->records;
        const i32 code = ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 1000);
        assert_true(code == SS_STEP_REACHED || code == SS_STEP_RECORDS);
        for (uint64_t at = first; at < w->clock->records; at++)
            if (w->ring[at & mask].kind == SS_RECORD_MIGRATE)
                count[w->ring[at & mask].d]++;
    }
}

static void migrations_are_told_apart_by_what_made_them(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    struct ss_world *w = build(def);
    count_migrations(w, 60 * MS, count);
    assert_true(count[SS_MIGRATE_FORK] > 5);
    assert_true(count[SS_MIGRATE_WAKE] > 5);
    assert_true(count[SS_MIGRATE_NEWIDLE] > 0);
    free(w);
    memset(count, 0, sizeof(count));
    def->workload = SS_WORKLOAD_CONTEXT;
    def->workload_parameter[0] = 19;
    def->workload_parameter[1] = 1000;
    w = build(def);
    count_migrations(w, 400 * MS, count);
    assert_true(count[SS_MIGRATE_BALANCE] > 0);
    free(w);
    free(def);
}

/* All tasks are kept on CPU 0 at first; at `until` they may go where they like. */
static void confine(struct ss_world_def *def, uint32_t tasks, uint32_t until)
{
    def->interventions = 1 + tasks;
    for (uint32_t i = 0; i <= tasks; i++) {
        def->intervention_at_low[i] = i ? until : 1;
        def->intervention_kind[i] = SS_INTERVENE_AFFINITY;
        def->intervention_task[i] = i ? def->cpus + i : UINT32_MAX;
        def->intervention_cpus[i * SS_CPU_SET_WORDS] = i ? 0xff : 1;
    }
}

static uint32_t busy_cpus(struct ss_world *w)
{
    uint32_t busy = 0;
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        busy += ss_rq(w, cpu)->nr_running > 0;
    return busy;
}

static void tickless_cpus_are_given_work_by_one_of_them(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){8, 100000, 0, 0, 0});
    confine(def, 8, 20 * MS);
    struct ss_world *w = build(def);
    count_migrations(w, 19 * MS, count);
    assert_int_equal(busy_cpus(w), 1);
    count_migrations(w, 80 * MS, count);
    assert_true(count[SS_MIGRATE_NOHZ] > 0);
    assert_int_equal(busy_cpus(w), 8);
    free(w);
    free(def);
}

/* ---- active balance -------------------------------------------------------------------------- */

/* RT tasks have taken much of the CPU lately; its own balancing would find that, but seldom. */
static void take_capacity(struct ss_world *w, uint32_t cpu)
{
    ss_cfs(w, cpu)->rt.util_avg = 900;
    ss_cfs(w, cpu)->rt.util_sum = 900 * 46718;
    ss_cfs(w, cpu)->capacity = 124;
}

/* One task that computes and has a CPU for itself, of which RT tasks have taken much lately. */
static void a_running_task_leaves_a_cpu_that_gives_it_too_little(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 100000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    const uint32_t from = (uint32_t)w->task[9].cpu;
    const uint64_t runtime = w->task[9].runtime;
    take_capacity(w, from);
    count_migrations(w, 40 * MS, count);
    assert_int_equal(count[SS_MIGRATE_ACTIVE], 1);
    assert_true(w->task[9].cpu != (i32)from);
    assert_false(ss_cfs(w, from)->active_balance);
    ss_world_frame(w);
    assert_true(w->outputs->views.task[9].runtime - runtime > 19 * MS);
    for (uint32_t cpu = 0; cpu < 8; cpu++)
        assert_int_equal(ss_rq(w, cpu)->stopper_queued, false);
    free(w);
    free(def);
}

/* Asked while the stopper of the CPU is still at work: waking what runs does nothing. */
static void a_stopper_does_what_is_asked_of_it_while_it_works(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 100000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    const uint32_t from = (uint32_t)w->task[9].cpu;
    take_capacity(w, from);
    while (!ss_cfs(w, from)->active_balance && w->clock->now < 40 * MS)
        ss_world_step(w, (uint32_t)(40 * MS), 0, 1);
    assert_true(ss_cfs(w, from)->active_balance);
    while (ss_cfs(w, from)->active_balance && w->clock->now < 40 * MS)
        ss_world_step(w, (uint32_t)(40 * MS), 0, 1);
    assert_true(ss_rq(w, from)->stopper_queued);
    ss_cfs(w, from)->active_balance = true;
    count_migrations(w, 41 * MS, count);
    assert_false(ss_cfs(w, from)->active_balance);
    assert_false(ss_rq(w, from)->stopper_queued);
    free(w);
    free(def);
}

static uint64_t moved_by_exec(uint32_t execs, uint64_t *score)
{
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def =
        toy(SS_WORKLOAD_FORK_BURST, (uint32_t[]){2, 10, 1000000, 300000, execs});
    struct ss_world *w = build(def);
    count_migrations(w, 40 * MS, count);
    *score = w->clock->score;
    for (uint32_t cpu = 0; cpu < 8; cpu++)
        assert_false(ss_exec_wanted(w, cpu) && !ss_rq(w, cpu)->stopper_queued);
    free(w);
    free(def);
    return count[SS_MIGRATE_EXEC];
}

/* Where a task was put at its fork may have become busier until it first runs. */
static void a_task_that_replaces_its_program_is_placed_once_more(void **state)
{
    (void)state;
    uint64_t score[2];
    assert_int_equal(moved_by_exec(0, &score[0]), 0);
    assert_true(moved_by_exec(1, &score[1]) > 5);
    assert_true(score[0] > 100 && score[1] > 100);
}

/* Each of the tasks has a CPU for itself, but both are threads of one core. */
static void two_threads_of_a_core_do_not_stay_busy_beside_an_idle_core(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){2, 100000, 0, 0, 0});
    for (uint16_t cpu = 0; cpu < 8; cpu++)
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu / 2;
    confine(def, 2, 20 * MS);
    for (uint32_t i = 0; i < 3; i++)
        def->intervention_cpus[i * SS_CPU_SET_WORDS] = i ? 0xff : 3;
    struct ss_world *w = build(def);
    count_migrations(w, 19 * MS, count);
    assert_int_equal(w->task[9].cpu / 2, w->task[10].cpu / 2);
    count_migrations(w, 200 * MS, count);
    /* To another core first; then, as groups prefer to be even, to the other cache. */
    assert_in_range(count[SS_MIGRATE_ACTIVE], 1, 2);
    assert_true(w->task[9].cpu / 4 != w->task[10].cpu / 4);
    free(w);
    free(def);
}

/* Kernels before v6.17 went on looking for work when a CPU went idle, whatever came of it. */
static void newly_idle_cpus_stop_looking_when_failures_count_for_more_than_they_take(void **state)
{
    (void)state;
    uint32_t pulled[2];
    for (uint32_t rule = 0; rule < 2; rule++) {
        uint32_t count[KINDS] = {0};
        struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 3, 100, 0, 1});
        def->newidle_fail_cost = rule ? SS_NEWIDLE_MEASURES : SS_NEWIDLE_RAISES;
        struct ss_world *w = build(def);
        count_migrations(w, 60 * MS, count);
        pulled[rule] = count[SS_MIGRATE_NEWIDLE];
        free(w);
        free(def);
    }
    assert_true(pulled[1] > 2 * pulled[0]);
}

/* ---- records of load balance ----------------------------------------------------------------- */

/* Counts decisions of one kind in the explain ring, those with a reason apart. */
static uint32_t decisions(const struct ss_world *w, uint8_t decision, uint8_t reason)
{
    uint32_t count = 0;
    assert_true(w->clock->explains <= w->limits.explain_records);
    for (uint32_t i = 0; i < w->clock->explains; i++)
        count += w->explain[i].head.decision == decision &&
                 (!reason || w->explain[i].head.reason == reason);
    return count;
}

/* All 24 threads begin on the first of two caches; the CPUs of the other are idle. */
static struct ss_world *run_lopsided(struct ss_world_def **def, uint64_t until)
{
    *def = toy(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 24, 0, 0, 0});
    (*def)->workload_parameter[6] = 1;
    (*def)->explain_records = 1 << 14;
    struct ss_world *w = build_unwatched(*def);
    step_to(w, until);
    return w;
}

static void every_task_that_balancing_moves_says_why_and_every_such_pass_how_many(void **state)
{
    (void)state;
    struct ss_world_def *def;
    struct ss_world *w = run_lopsided(&def, 60 * MS);
    uint32_t moved = 0;
    for (uint32_t i = 0; i < w->clock->explains; i++) {
        const struct ss_explain_pass *e = &w->explain[i].pass;
        if (e->decision != SS_DECISION_BALANCE)
            continue;
        assert_int_equal(e->task, SS_NO_TASK);
        assert_true(e->reason == SS_REASON_LB_MOVED ? e->moved > 0 : !e->moved);
        assert_in_range(e->domain_cpus, 2, 8);
        moved += e->moved;
    }
    assert_true(moved >= 8);
    assert_int_equal(decisions(w, SS_DECISION_DETACH, 0), moved);
    assert_int_equal(decisions(w, SS_DECISION_DETACH, SS_REASON_MV_OK) +
                         decisions(w, SS_DECISION_DETACH, SS_REASON_MV_HOT_ANYWAY),
                     moved);
    free(w);
    free(def);
}

static void passes_over_even_groups_say_what_made_them_even(void **state)
{
    (void)state;
    struct ss_world_def *def;
    struct ss_world *w = run_lopsided(&def, 400 * MS);
    const uint32_t passes = decisions(w, SS_DECISION_BALANCE, 0);
    assert_true(passes > decisions(w, SS_DECISION_BALANCE, SS_REASON_LB_MOVED));
    for (uint32_t i = 0; i < w->clock->explains; i++)
        if (w->explain[i].head.decision == SS_DECISION_BALANCE &&
            w->explain[i].head.reason >= SS_REASON_LB_LOCAL_BUSIER &&
            w->explain[i].head.reason <= SS_REASON_LB_NO_CPU)
            assert_int_equal(w->explain[i].head.previous, -1);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(migrations_are_told_apart_by_what_made_them),
        cmocka_unit_test(tickless_cpus_are_given_work_by_one_of_them),
        cmocka_unit_test(a_running_task_leaves_a_cpu_that_gives_it_too_little),
        cmocka_unit_test(a_stopper_does_what_is_asked_of_it_while_it_works),
        cmocka_unit_test(a_task_that_replaces_its_program_is_placed_once_more),
        cmocka_unit_test(two_threads_of_a_core_do_not_stay_busy_beside_an_idle_core),
        cmocka_unit_test(newly_idle_cpus_stop_looking_when_failures_count_for_more_than_they_take),
        cmocka_unit_test(every_task_that_balancing_moves_says_why_and_every_such_pass_how_many),
        cmocka_unit_test(passes_over_even_groups_say_what_made_them_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
