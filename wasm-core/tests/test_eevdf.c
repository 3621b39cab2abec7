/* Properties of the fair class's order and averages that no vector can show: the tree against a
 * search through all tasks, lag against its limits, averages against what they converge to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/prng.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/limits.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"

#define TASKS 64
#define STEPS 20000

static struct ss_entity entities[TASKS];
static struct ss_eevdf queue;

static void start(void)
{
    for (u32 i = 0; i < TASKS; i++)
        entities[i] =
            (struct ss_entity){.left = SS_NO_ENTITY, .right = SS_NO_ENTITY, .weight = 1024};
    ss_eevdf_init(&queue, 2800000, 1000000);
}

/* What __pick_eevdf means, without a tree. */
static i32 slow_pick(void)
{
    i32 best = SS_NO_ENTITY;
    for (i32 i = 0; i < TASKS; i++) {
        if (!entities[i].on_rq || !ss_entity_eligible(&queue, entities, i))
            continue;
        if (best == SS_NO_ENTITY || entities[i].deadline < entities[best].deadline)
            best = i;
    }
    return best;
}

static void one_step(struct ss_prng *random)
{
    i32 id = (i32)ss_prng_below(random, TASKS);
    if (queue.current != SS_NO_ENTITY && ss_prng_below(random, 2))
        ss_account_current(&queue, entities, ss_prng_below(random, 1000000));
    else if (!entities[id].on_rq) {
        entities[id].weight = ss_weight_of_nice((i32)ss_prng_below(random, 40) - 20);
        ss_enqueue_entity(&queue, entities, id, ss_prng_below(random, 4) == 0);
    } else if (id != queue.current) {
        ss_dequeue_entity(&queue, entities, id, ss_prng_below(random, 2));
    }
    if (queue.nr_queued && ss_prng_below(random, 4) == 0) {
        i32 next = ss_pick_eevdf(&queue, entities, true);
        if (queue.current != SS_NO_ENTITY)
            ss_put_prev_entity(&queue, entities);
        ss_set_next_entity(&queue, entities, next);
    }
}

static void the_pick_is_the_eligible_task_with_the_earliest_deadline(void **state)
{
    struct ss_prng random;
    (void)state;
    start();
    ss_prng_seed(&random, 7, 1, 0);
    for (u32 i = 0; i < STEPS; i++) {
        one_step(&random);
        if (queue.nr_queued < 2)
            continue;
        i32 fast = ss_pick_eevdf(&queue, entities, false), slow = slow_pick();
        assert_true(fast >= 0 && slow >= 0);
        assert_true(ss_entity_eligible(&queue, entities, fast));
        assert_int_equal(entities[fast].deadline, entities[slow].deadline);
    }
}

static void sums_and_the_smallest_slice_agree_with_the_queued_tasks(void **state)
{
    struct ss_prng random;
    (void)state;
    start();
    ss_prng_seed(&random, 11, 1, 0);
    i64 before = queue.min_vruntime;
    for (u32 i = 0; i < STEPS; i++) {
        one_step(&random);
        i64 sum = 0;
        u64 weight = 0;
        for (i32 id = 0; id < TASKS; id++) {
            if (!entities[id].on_rq || id == queue.current)
                continue;
            sum += (entities[id].vruntime - queue.min_vruntime) * (i64)entities[id].weight;
            weight += entities[id].weight;
        }
        assert_int_equal(queue.sum, sum);
        assert_int_equal(queue.weight, weight);
        assert_true(queue.min_vruntime >= before);
        before = queue.min_vruntime;
    }
}

static void lag_at_a_dequeue_stays_within_two_slices(void **state)
{
    (void)state;
    start();
    ss_enqueue_entity(&queue, entities, 0, false);
    ss_enqueue_entity(&queue, entities, 1, false);
    ss_set_next_entity(&queue, entities, 0);
    ss_account_current(&queue, entities, 1000000000);
    ss_dequeue_entity(&queue, entities, 1, false);
    assert_int_equal(entities[1].vlag, 2 * 2800000);
}

static void a_task_that_always_runs_comes_to_full_utilisation(void **state)
{
    struct ss_pelt pelt = {0};
    const struct ss_pelt_input busy = {.load = 1, .runnable = 1, .running = true, .weight = 1024};
    const struct ss_pelt_input asleep = {.weight = 1024};
    u32 last = 0;
    (void)state;
    for (u64 now = 0; now < 1000000000; now += 999983) {
        ss_pelt_update(&pelt, now, &busy);
        assert_true(pelt.util_avg >= last && pelt.util_avg <= 1024);
        last = pelt.util_avg;
    }
    assert_true(last >= 1020);
    ss_pelt_update(&pelt, pelt.last_update_time + 32 * 1024 * 1024, &asleep);
    assert_in_range(pelt.util_avg, last / 2 - 8, last / 2 + 1);
}

static void leaving_a_queue_takes_away_what_joining_added(void **state)
{
    struct ss_pelt load = {0}, task = {.load_avg = 500, .util_avg = 300, .runnable_avg = 310};
    (void)state;
    load.last_update_time = 1 << 20;
    load.period_contrib = 77;
    ss_pelt_attach(&load, &task, 335);
    assert_int_equal(load.load_avg, 500);
    assert_int_equal(task.last_update_time, 1 << 20);
    ss_pelt_detach(&load, &task, 335);
    assert_int_equal(load.load_avg + load.util_avg + load.runnable_avg, 0);
    assert_int_equal(load.load_sum + load.util_sum + load.runnable_sum, 0);
}

static void a_fuller_llc_is_never_searched_longer(void **state)
{
    u32 last = 16;
    (void)state;
    for (u64 sum = 0; sum <= 16 * 1024; sum += 16) {
        u32 scan = ss_nr_idle_scan(sum, 16, 117);
        assert_true(scan <= last);
        last = scan;
    }
    assert_int_equal(last, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pick_is_the_eligible_task_with_the_earliest_deadline),
        cmocka_unit_test(sums_and_the_smallest_slice_agree_with_the_queued_tasks),
        cmocka_unit_test(lag_at_a_dequeue_stays_within_two_slices),
        cmocka_unit_test(a_task_that_always_runs_comes_to_full_utilisation),
        cmocka_unit_test(leaving_a_queue_takes_away_what_joining_added),
        cmocka_unit_test(a_fuller_llc_is_never_searched_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
