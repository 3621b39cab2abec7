/* The order of fair tasks before 6.6: how long a task runs at a stretch, what a sleeper and a new
 * task begin with, what is taken along to another CPU, which task takes the CPU from which. The
 * numbers are those of kernel/sched/fair.c, 6.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_fair.h"

#define TASKS 32
#define STEPS 20000
#define NICE_0 SS_WEIGHT_NICE_0

static struct ss_entity entities[TASKS];
static struct ss_eevdf queue, other;

static void start(uint32_t cpus)
{
    for (uint32_t i = 0; i < TASKS; i++)
        entities[i] =
            (struct ss_entity){.left = SS_NO_ENTITY, .right = SS_NO_ENTITY, .weight = NICE_0};
    ss_eevdf_init(&queue, 2800000, MS);
    ss_cfs_order_init(&queue, cpus);
    other = queue;
}

static uint64_t share(uint32_t queued)
{
    return ss_cfs_share(&queue, queued, (uint64_t)queued * NICE_0, NICE_0);
}

static void a_period_grows_with_the_logarithm_of_at_most_eight_cpus(void **state)
{
    (void)state;
    const uint32_t cpus[] = {1, 2, 3, 4, 7, 8, 256}, ms[] = {6, 12, 12, 18, 18, 24, 24};
    for (uint32_t i = 0; i < 7; i++) {
        start(cpus[i]);
        assert_int_equal(share(1), ms[i] * MS);
    }
}

static void a_period_is_shared_out_by_weight_and_no_share_is_below_the_least(void **state)
{
    (void)state;
    start(256);
    assert_int_equal(share(2), 12 * MS);
    assert_int_equal(share(3), 8 * MS);
    assert_int_equal(share(8), 3 * MS);
    assert_int_equal(share(9), 3 * MS);
    assert_int_equal(share(100), 3 * MS);
    assert_int_equal(ss_cfs_share(&queue, 2, 3 * NICE_0, 2 * NICE_0), 16 * MS);
    assert_int_equal(ss_cfs_share(&queue, 2, NICE_0 + SS_WEIGHT_IDLE, SS_WEIGHT_IDLE), 3 * MS);
}

/* The first task has the CPU, the second waits. */
static void run_one_of_two(void)
{
    start(256);
    ss_enqueue_entity(&queue, entities, 0, false);
    ss_set_next_entity(&queue, entities, 0);
    ss_enqueue_entity(&queue, entities, 1, false);
}

static void a_tick_ends_a_share_only_where_somebody_waits(void **state)
{
    (void)state;
    run_one_of_two();
    assert_false(ss_account_current(&queue, entities, 12 * MS));
    assert_true(ss_account_current(&queue, entities, 1));
    assert_int_equal(ss_pick_eevdf(&queue, entities, true), 1);
    ss_dequeue_entity(&queue, entities, 1, false);
    assert_false(ss_account_current(&queue, entities, 100 * MS));
    ss_enqueue_entity(&queue, entities, 1, false);
    assert_true(ss_account_current(&queue, entities, 1)); /* since it was picked it had enough */
}

static void who_slept_is_ahead_by_half_a_period_at_most(void **state)
{
    (void)state;
    run_one_of_two();
    ss_dequeue_entity(&queue, entities, 1, false);
    ss_account_current(&queue, entities, 5 * MS);
    ss_enqueue_entity(&queue, entities, 1, false);
    assert_int_equal(entities[0].vruntime - entities[1].vruntime, 5 * MS);
    ss_dequeue_entity(&queue, entities, 1, false);
    ss_account_current(&queue, entities, 500 * MS);
    ss_enqueue_entity(&queue, entities, 1, false);
    assert_int_equal(queue.min_vruntime - entities[1].vruntime, 12 * MS);
}

static void a_new_task_waits_for_a_share(void **state)
{
    (void)state;
    run_one_of_two();
    ss_enqueue_entity(&queue, entities, 2, true);
    assert_int_equal(entities[2].vruntime - queue.min_vruntime, 8 * MS);
}

static void a_forked_task_begins_no_earlier_than_its_parent_and_takes_that_along(void **state)
{
    (void)state;
    run_one_of_two();
    other.min_vruntime = 1000 * MS;
    ss_account_current(&queue, entities, 5 * MS);
    ss_cfs_fork(&queue, entities, &entities[2]);
    ss_enqueue_entity(&other, entities, 2, true);
    assert_int_equal(entities[2].vruntime, 1008 * MS);
    ss_account_current(&queue, entities, 5 * MS);
    ss_cfs_fork(&queue, entities, &entities[3]);
    ss_enqueue_entity(&other, entities, 3, true);
    assert_int_equal(entities[3].vruntime, 1010 * MS);
}

static void who_was_given_way_to_is_next_unless_somebody_has_run_much_less(void **state)
{
    (void)state;
    run_one_of_two();
    ss_account_current(&queue, entities, 9 * MS);
    entities[2].vruntime = 4 * MS;
    entities[3].vruntime = 4 * MS + 1;
    ss_enqueue_entity(&queue, entities, 2, false);
    ss_enqueue_entity(&queue, entities, 3, false);
    queue.next = 3;
    assert_int_equal(ss_pick_eevdf(&queue, entities, true), 1);
    queue.next = 2;
    assert_int_equal(ss_pick_eevdf(&queue, entities, true), 2);
    ss_put_prev_entity(&queue, entities);
    ss_set_next_entity(&queue, entities, 2); /* it has what it was owed */
    assert_int_equal(queue.next, SS_NO_ENTITY);
    queue.next = 3;
    ss_dequeue_entity(&queue, entities, 3, false);
    assert_int_equal(queue.next, SS_NO_ENTITY);
}

static void a_task_that_changes_cpus_keeps_its_distance_from_who_has_run_least(void **state)
{
    (void)state;
    run_one_of_two();
    ss_account_current(&queue, entities, 7 * MS);
    other.min_vruntime = 1000 * MS;
    ss_put_prev_entity(&queue, entities);
    ss_dequeue_entity(&queue, entities, 0, true);
    ss_enqueue_entity(&other, entities, 0, false);
    assert_int_equal(entities[0].vruntime, 1007 * MS);
    ss_dequeue_entity(&queue, entities, 1, false);
    ss_cfs_leave_for(&queue, &entities[1]); /* asleep, and woken elsewhere */
    ss_enqueue_entity(&other, entities, 1, false);
    assert_int_equal(entities[1].vruntime, 1000 * MS);
}

static void a_wakee_has_to_be_four_milliseconds_behind_and_a_light_one_more(void **state)
{
    (void)state;
    run_one_of_two();
    assert_int_equal(ss_cfs_wakeup_granularity(&queue, &entities[1]), 4 * MS);
    entities[1].weight = NICE_0 / 2;
    assert_in_range(ss_cfs_wakeup_granularity(&queue, &entities[1]), 8 * MS - 10, 8 * MS);
}

static void one_step(struct ss_prng *random)
{
    const i32 id = (i32)ss_prng_below(random, TASKS);
    if (queue.current != SS_NO_ENTITY && ss_prng_below(random, 2)) {
        ss_account_current(&queue, entities, ss_prng_below(random, MS));
    } else if (!entities[id].on_rq) {
        entities[id].weight = ss_weight_of_nice((i32)ss_prng_below(random, 40) - 20);
        ss_enqueue_entity(&queue, entities, id, ss_prng_below(random, 4) == 0);
    } else if (id != queue.current) {
        ss_dequeue_entity(&queue, entities, id, ss_prng_below(random, 2));
    }
    if (queue.nr_queued && ss_prng_below(random, 4) == 0) {
        const i32 next = ss_pick_eevdf(&queue, entities, true);
        if (queue.current != SS_NO_ENTITY)
            ss_put_prev_entity(&queue, entities);
        ss_set_next_entity(&queue, entities, next);
    }
}

static void the_pick_is_who_has_run_least_and_time_never_goes_back(void **state)
{
    struct ss_prng random;
    (void)state;
    start(8);
    ss_prng_seed(&random, 7, 1, 0);
    i64 before = queue.min_vruntime;
    for (uint32_t i = 0; i < STEPS; i++) {
        one_step(&random);
        assert_true(queue.min_vruntime >= before);
        before = queue.min_vruntime;
        if (!queue.nr_queued)
            continue;
        const i32 picked = ss_pick_eevdf(&queue, entities, true);
        for (i32 id = 0; id < TASKS; id++)
            assert_true(!entities[id].on_rq || entities[picked].vruntime <= entities[id].vruntime);
    }
}

/* ---- in a world ------------------------------------------------------------------------------ */

/* Switches in 240 ms where three tasks a CPU only compute. */
static uint64_t switches(uint32_t order)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 24, 0, 0, 0});
    def->fair_order = order;
    struct ss_world *w = build(def);
    step_to(w, 240 * MS);
    const uint64_t all = w->clock->switches;
    free(w);
    free(def);
    return all;
}

static void tasks_that_compute_take_turns_less_often_before_6_6(void **state)
{
    (void)state;
    const uint64_t before = switches(SS_ORDER_CFS), now = switches(SS_ORDER_EEVDF);
    if (2 * before > now)
        fail_msg("%lu switches before 6.6, %lu since", (unsigned long)before, (unsigned long)now);
}

static void messages_are_passed_and_nobody_leaves_later_than_he_sleeps(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    def->fair_order = SS_ORDER_CFS;
    struct ss_world *w = build(def);
    for (uint32_t ms = 1; ms <= 20; ms++) {
        step_to(w, ms * MS);
        for (uint32_t task = w->topology.cpus; task < w->tasks; task++)
            assert_false(w->sched->fair->entity[task].delayed);
    }
    assert_true(w->clock->score > 1000);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_grows_with_the_logarithm_of_at_most_eight_cpus),
        cmocka_unit_test(a_period_is_shared_out_by_weight_and_no_share_is_below_the_least),
        cmocka_unit_test(a_tick_ends_a_share_only_where_somebody_waits),
        cmocka_unit_test(who_slept_is_ahead_by_half_a_period_at_most),
        cmocka_unit_test(a_new_task_waits_for_a_share),
        cmocka_unit_test(a_forked_task_begins_no_earlier_than_its_parent_and_takes_that_along),
        cmocka_unit_test(who_was_given_way_to_is_next_unless_somebody_has_run_much_less),
        cmocka_unit_test(a_task_that_changes_cpus_keeps_its_distance_from_who_has_run_least),
        cmocka_unit_test(a_wakee_has_to_be_four_milliseconds_behind_and_a_light_one_more),
        cmocka_unit_test(the_pick_is_who_has_run_least_and_time_never_goes_back),
        cmocka_unit_test(tasks_that_compute_take_turns_less_often_before_6_6),
        cmocka_unit_test(messages_are_passed_and_nobody_leaves_later_than_he_sleeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
