/*
 * Policies of one's own in a world: what they answer happens, an impossible answer leaves the
 * decision to Linux, what they read and write is memory like any other (spec "The policy bench"
 * sections 3, 4 and 13).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "policy/policy.h"
#include "sched/explain/reasons.h"
#include "sched/run_queue.h"
#include "support_policy.h"

#define UNTIL (5 * MS)
#define IDLING (20 * MS) /* of a few tasks */

/* ---- leaving things to Linux (acceptance 2 and 9) -------------------------------------------- */

static void a_policy_that_leaves_everything_to_linux_has_the_trace_of_none(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint64_t without = hash_of(def, UNTIL);
    static const uint32_t points[] = {SS_POLICY_POINT_SELECT_CPU, SS_POLICY_POINT_BALANCE,
                                      SS_POLICY_POINT_ENQUEUE};
    for (uint32_t i = 0; i < 3; i++) {
        set_policy(def, points[i], (const uint32_t[]){OP(LEAVE, 0, 0, 0)}, 1);
        struct ss_world *w = run(def, UNTIL);
        assert_true(w->policy->view->asked[points[i]] > 100);
        assert_int_equal(w->policy->view->ended[SS_POLICY_END_LEFT],
                         w->policy->view->asked[points[i]]);
        assert_true(w->clock->trace_hash == without);
        free(w);
    }
    free(def);
}

static void linux_asked_through_a_policy_answers_as_without(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint64_t without = hash_of(def, UNTIL);
    SET_POLICY(def, SELECT_CPU, ASK(0, SELECT_CPU_DFL, 0), OP(RETURN, 0, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    assert_true(w->policy->view->ended[SS_POLICY_END_ANSWERED] > 100);
    assert_true(w->clock->trace_hash == without);
    free(w);
    free(def);
}

static void assert_counted_and_ignored(struct ss_world_def *def, uint64_t without, uint32_t end)
{
    struct ss_world *w = run(def, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(view->asked[0] > 100);
    assert_int_equal(view->ended[end], view->asked[0]);
    assert_int_equal(view->fault_end, end);
    assert_true(w->clock->trace_hash == without);
    free(w);
}

static void an_answer_that_nobody_can_use_is_counted_and_ignored(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint64_t without = hash_of(def, UNTIL);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, -1), OP(RETURN, 3, 0, 0));
    assert_counted_and_ignored(def, without, SS_POLICY_END_REFUSED);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, TOY_CPUS), OP(RETURN, 3, 0, 0));
    assert_counted_and_ignored(def, without, SS_POLICY_END_REFUSED);
    add_variable(def, SS_POLICY_ARRAY_SHARED, 4);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, 4), OP(LOAD, 3, 0, 3), OP(RETURN, 3, 0, 0));
    assert_counted_and_ignored(def, without, SS_POLICY_END_INDEX);
    SET_POLICY(def, SELECT_CPU, OP(FLOOR_DIV, 3, 0, 4), OP(RETURN, 3, 0, 0));
    assert_counted_and_ignored(def, without, SS_POLICY_END_NUMBER);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, 5000), ASK(3, IDLE_CPU, 3), OP(RETURN, 3, 0, 0));
    assert_counted_and_ignored(def, without, SS_POLICY_END_NOBODY);
    free(def);
}

/* Acceptance 8. */
static void a_call_that_never_ends_is_ended_by_its_fuel_and_linux_decides(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP24(JUMP, -1), OP(LEAVE, 0, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(view->ended[SS_POLICY_END_FUEL] > 100);
    assert_int_equal(ended(view), view->ended[SS_POLICY_END_FUEL]);
    assert_int_equal(view->operations, view->ended[SS_POLICY_END_FUEL] * SS_POLICY_FUEL);
    assert_int_equal(view->fault_word, 0);
    assert_int_equal(view->longest, (uint64_t)SS_POLICY_FUEL * 1000 / def->clock_mhz);
    assert_true(w->clock->score > 0);
    free(w);
    free(def);
}

/* ---- select_cpu ------------------------------------------------------------------------------ */

static void what_select_cpu_answers_is_where_the_task_goes(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, 5), OP(RETURN, 3, 0, 0));
    def->explain_records = 1 << 16;
    struct ss_world *w = run(def, UNTIL);
    uint64_t chosen = 0;
    for (uint64_t at = 0; at < w->clock->explains; at++) {
        const struct ss_explain *e = &w->explain[at].head;
        if (e->reason != SS_REASON_POLICY_CHOSE)
            continue;
        assert_int_equal(e->chosen, 5);
        chosen++;
    }
    assert_int_equal(chosen, w->policy->view->ended[SS_POLICY_END_ANSWERED]);
    assert_true(chosen > 100);
    free(w);
    free(def);
}

/* Acceptance 10: the tasks may use half the machine, then one CPU, once all of them have begun. */
static void a_task_never_runs_where_it_may_not_whatever_the_policy_says(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 6, 100, 0, 1});
    def->interventions = 1;
    def->intervention_at_low[0] = 2 * MS;
    def->intervention_kind[0] = SS_INTERVENE_AFFINITY;
    def->intervention_task[0] = UINT32_MAX;
    def->intervention_cpus[0] = 0x0f;
    SET_POLICY(def, SELECT_CPU, ASK(3, NR_CPU_IDS, 0), ASK(3, RANDOM, 3), OP(RETURN, 3, 0, 0));
    struct ss_world *w = build_unwatched(def);
    step_to(w, 3 * MS);
    for (uint64_t t = 3 * MS; t < IDLING; t += 10000) {
        step_to(w, t);
        for (uint32_t cpu = 4; cpu < TOY_CPUS; cpu++)
            assert_true(w->cpu[cpu].current < TOY_CPUS || w->cpu[cpu].current >= (i32)w->stoppers);
    }
    assert_true(w->policy->view->ended[SS_POLICY_END_REFUSED] > 20);
    assert_true(w->policy->view->ended[SS_POLICY_END_ANSWERED] > 20);
    free(w);
    def->intervention_cpus[0] = 0x01;
    w = build_unwatched(def);
    step_to(w, 3 * MS);
    const uint64_t asked = w->policy->view->asked[0];
    step_to(w, IDLING);
    assert_int_equal(w->policy->view->asked[0],
                     asked); /* bound to one CPU: the policy is not asked */
    free(w);
    free(def);
}

/* Acceptance 7. */
static void the_least_loaded_cpu_costs_a_word_of_every_queue(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    /* best 1 (where it was), least 3, set 4, cpu 5, n 6, is 7 */
    SET_POLICY(def, SELECT_CPU, ASK(3, NR_RUNNING, 1), ASK(4, ALL_CPUS, 0), OP16(SMALL, 5, -1),
               OP(NEXT, 5, 4, 0), OP24(JUMP, 6), ASK(6, NR_RUNNING, 5), OP(LT, 7, 6, 3),
               OP16(UNLESS, 7, 2), OP(MOVE, 1, 5, 0), OP(MOVE, 3, 6, 0), OP24(JUMP, -8),
               OP(RETURN, 1, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    const uint64_t over = ended(view);
    assert_int_equal(view->ended[SS_POLICY_END_ANSWERED], over);
    assert_true(over > 100);
    assert_int_equal(view->words, over * (TOY_CPUS + 1));
    free(w);
    free(def);
}

/* ---- variables (acceptance 5 and 26) --------------------------------------------------------- */

static int64_t value(const struct ss_world *w, uint32_t array, uint32_t index)
{
    return w->policy->value[w->policy->first[array] + index];
}

static void a_plain_count_loses_updates_and_an_atomic_one_does_not(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint32_t n = add_variable(def, SS_POLICY_ARRAY_SHARED, 1);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, 0), OP(LOAD, 4, n, 3), OP16(ADD_SMALL, 4, 1),
               OP(STORE, 4, n, 3), OP(LEAVE, 0, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    const int64_t counted = value(w, n, 0);
    assert_true(counted > 0);
    assert_true(counted < (int64_t)ended(w->policy->view));
    free(w);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, 0), OP16(SMALL, 4, 1), OP(FETCH_ADD, 4, n, 3),
               OP(LEAVE, 0, 0, 0));
    w = run(def, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(value(w, n, 0) >= (int64_t)ended(view));
    assert_true(value(w, n, 0) <= (int64_t)view->asked[0]);
    assert_true(view->asked[0] - ended(view) < TOY_CPUS);
    free(w);
    free(def);
}

static void variables_of_a_cpu_lie_on_its_own_lines_and_those_of_a_task_start_anew(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint32_t shared = add_variable(def, SS_POLICY_ARRAY_SHARED, 9);
    const uint32_t percpu = add_variable(def, SS_POLICY_ARRAY_PERCPU, 0);
    const uint32_t pertask = add_variable(def, SS_POLICY_ARRAY_PERTASK, 0);
    def->policy_array_start_low[pertask] = 7;
    SET_POLICY(def, SELECT_CPU, ASK(3, THIS_CPU, 0), OP16(SMALL, 4, 1), OP(FETCH_ADD, 4, percpu, 3),
               OP(STORE, 1, pertask, 0), OP16(SMALL, 3, 8), OP(STORE, 4, shared, 3),
               OP(LEAVE, 0, 0, 0));
    struct ss_world *w = build_unwatched(def);
    for (uint32_t task = 0; task < w->tasks; task++)
        assert_int_equal(value(w, pertask, task), 7);
    step_to(w, UNTIL);
    uint64_t sum = 0;
    for (uint32_t cpu = 0; cpu < TOY_CPUS; cpu++)
        sum += (uint64_t)value(w, percpu, cpu);
    assert_true(sum >= ended(w->policy->view));
    const struct ss_place *places = w->layouts.place;
    assert_int_equal(places[SS_STRUCTURE_POLICY_CPU].stride, SS_LINE_BYTES);
    assert_int_equal(places[SS_STRUCTURE_POLICY_TASK].stride, SS_LINE_BYTES);
    assert_int_equal(places[SS_STRUCTURE_POLICY_CPU].first - places[SS_STRUCTURE_POLICY].first,
                     2 * SS_LINE_BYTES);
    const i32 task = TOY_CPUS + 3;
    w->policy->value[w->policy->first[pertask] + TOY_CPUS + 3] = 99;
    w->policy->begin_task(w, task);
    assert_int_equal(value(w, pertask, TOY_CPUS + 3), 7);
    free(w);
    free(def);
}

/* ---- balance (acceptance 11) ----------------------------------------------------------------- */

static uint32_t newidle_migrations(struct ss_world_def *def, struct ss_policy_view *view)
{
    struct ss_world *w = build_unwatched(def);
    uint32_t found = 0;
    for (uint64_t at = 0; w->clock->now < IDLING;) {
        ss_world_step(w, (uint32_t)IDLING, 0, 1);
        for (; at < w->clock->records; at++) {
            const struct ss_record *record = &w->ring[at & (w->limits.ring_records - 1)];
            found += record->kind == SS_RECORD_MIGRATE && record->d == SS_MIGRATE_NEWIDLE;
        }
    }
    *view = *w->policy->view;
    free(w);
    return found;
}

static void balance_takes_from_nobody_or_from_whom_it_names(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 6, 100, 0, 1});
    struct ss_policy_view view;
    SET_POLICY(def, BALANCE, OP16(SMALL, 3, -1), OP(RETURN, 3, 0, 0));
    assert_int_equal(newidle_migrations(def, &view), 0);
    assert_true(view.ended[SS_POLICY_END_ANSWERED] > 20);
    SET_POLICY(def, BALANCE, ASK(3, NR_CPU_IDS, 0), ASK(3, RANDOM, 3), OP(RETURN, 3, 0, 0));
    const uint32_t taken = newidle_migrations(def, &view); /* before its view is read */
    assert_int_equal(taken, view.pulled);
    assert_true(view.pulled > 5);
    assert_true(view.pulled < view.ended[SS_POLICY_END_ANSWERED]); /* some had nothing to give */
    assert_int_equal(ended(&view), view.ended[SS_POLICY_END_ANSWERED]);
    SET_POLICY(def, BALANCE, OP16(SMALL, 3, -2), OP(RETURN, 3, 0, 0));
    newidle_migrations(def, &view);
    assert_int_equal(ended(&view), view.ended[SS_POLICY_END_REFUSED]);
    free(def);
}

/* ---- enqueue (acceptance 12) ----------------------------------------------------------------- */

static void set_slice_policy(struct ss_world_def *def, uint32_t slice)
{
    SET_POLICY(def, ENQUEUE, OP(WIDE, 3, 0, 0), slice, 0, OP(RETURN, 3, 0, 0));
}

static void enqueue_sets_slices_between_100_us_and_100_ms(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint64_t without = hash_of(def, UNTIL);
    static const uint32_t outside[] = {99999, 100000001}, inside[] = {100000, 100000000};
    for (uint32_t i = 0; i < 2; i++) {
        set_slice_policy(def, outside[i]);
        struct ss_world *w = run(def, UNTIL);
        assert_true(w->policy->view->ended[SS_POLICY_END_REFUSED] > 100);
        assert_true(w->clock->trace_hash == without);
        free(w);
        set_slice_policy(def, inside[i]);
        w = run(def, UNTIL);
        assert_int_equal(w->policy->view->ended[SS_POLICY_END_ANSWERED],
                         w->policy->view->asked[SS_POLICY_POINT_ENQUEUE]);
        if (i == 0)
            assert_true(w->clock->trace_hash != without);
        free(w);
    }
    free(def);
}

/* ---- the world around it --------------------------------------------------------------------- */

/* Acceptance 29. */
static void a_policy_costs_at_most_640_bytes_a_cpu(void **state)
{
    (void)state;
    assert_true(sizeof(struct ss_policy_vm) <= 640);
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP(LEAVE, 0, 0, 0));
    def->cpus = 1;
    assert_true(ss_world_bytes(def) > 0);
    free(def);
}

/* Acceptance 29: 580 CPUs and 16,001 tasks fit; with words beside each task they do not. */
static void variables_that_pass_512_mib_are_what_is_refused(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    def->cpus = 580;
    for (uint16_t cpu = 0; cpu < 580; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = cpu / 16;
    }
    def->workload_parameter[0] = 400;
    SET_POLICY(def, SELECT_CPU, OP(LEAVE, 0, 0, 0));
    assert_true(ss_world_bytes(def) > 0);
    for (uint32_t i = 0; i < 8; i++)
        add_variable(def, SS_POLICY_ARRAY_PERTASK, 0);
    assert_true(ss_world_bytes(def) > 0);
    add_variable(def, SS_POLICY_ARRAY_PERTASK, 0);
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((const char *)def->message, "policy_arrays: the policy's variables"));
    assert_int_equal(def->policy_arrays, 9);
    /* What is too large by itself is not said to be the policy's fault. */
    def->cpus = 1000;
    for (uint16_t cpu = 580; cpu < 1000; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = cpu / 16;
    }
    memset(def->message, 0, sizeof(def->message));
    assert_world_refused(def, "the world needs");
}

static void invariants_hold_under_a_policy_that_does_anything(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, ASK(3, NR_CPU_IDS, 0), ASK(3, RANDOM, 3), OP(RETURN, 3, 0, 0));
    def->policy_entry[SS_POLICY_POINT_BALANCE] = 1;
    struct ss_world *w = build(def);
    step_to(w, 3 * MS);
    assert_true(w->policy->view->pulled > 0);
    assert_ledgers_sum_to(w, 3 * MS);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_policy_that_leaves_everything_to_linux_has_the_trace_of_none),
        cmocka_unit_test(linux_asked_through_a_policy_answers_as_without),
        cmocka_unit_test(an_answer_that_nobody_can_use_is_counted_and_ignored),
        cmocka_unit_test(a_call_that_never_ends_is_ended_by_its_fuel_and_linux_decides),
        cmocka_unit_test(what_select_cpu_answers_is_where_the_task_goes),
        cmocka_unit_test(a_task_never_runs_where_it_may_not_whatever_the_policy_says),
        cmocka_unit_test(the_least_loaded_cpu_costs_a_word_of_every_queue),
        cmocka_unit_test(a_plain_count_loses_updates_and_an_atomic_one_does_not),
        cmocka_unit_test(variables_of_a_cpu_lie_on_its_own_lines_and_those_of_a_task_start_anew),
        cmocka_unit_test(balance_takes_from_nobody_or_from_whom_it_names),
        cmocka_unit_test(enqueue_sets_slices_between_100_us_and_100_ms),
        cmocka_unit_test(a_policy_costs_at_most_640_bytes_a_cpu),
        cmocka_unit_test(variables_that_pass_512_mib_are_what_is_refused),
        cmocka_unit_test(invariants_hold_under_a_policy_that_does_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
