/* The workloads that live on futexes: what the boosting of pi_stress does to run queues and to
 * cpupri, counted on the records of real runs, and rounds that fork and join. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support_pi.h"

/* ---- pi_stress ------------------------------------------------------------------------------- */

struct level_traffic {
    u32 cpu;
    u32 scores, updates, outside; /* outside: touched another level than 1 to 3 */
    u32 least, most;              /* updates from one score to the next */
};

static void see_levels(void *context, const struct ss_record *record)
{
    struct level_traffic *t = context;
    if (record->kind == SS_RECORD_LEVEL && record->c == t->cpu && t->scores) {
        i32 new_level = (i32)record->a - 1, old_level = (i32)record->b - 1;
        t->updates++;
        t->outside += new_level < 1 || new_level > 3 || old_level < 1 || old_level > 3;
    }
    if (record->kind != SS_RECORD_SCORE || record->b + 1 != t->cpu)
        return;
    if (t->scores++) {
        t->least = ss_min_u32(t->least, t->updates);
        t->most = ss_max_u32(t->most, t->updates);
    }
    t->updates = 0;
}

static void an_inversion_makes_exactly_14_level_updates_on_levels_1_to_3(void **state)
{
    (void)state;
    struct ss_world_def *def = pi_machine(1);
    struct ss_world *w = build(def);
    step_to(w, 5000000);
    struct level_traffic traffic = {.cpu = 1, .least = UINT32_MAX};
    each_record(w, see_levels, &traffic);
    assert_true(traffic.scores > 50);
    assert_int_equal(traffic.least, 14);
    assert_int_equal(traffic.most, 14);
    assert_int_equal(traffic.outside, 0);
    free(w);
    free(def);
}

struct atomics {
    struct ss_world *w;
    u64 on_vectors, score;
};

static void see_atomics(void *context, const struct ss_touch_note *touch)
{
    struct atomics *seen = context;
    if (touch->operation < SS_OPERATION_INCREMENT || touch->operation > SS_OPERATION_CLEAR_BIT)
        return;
    u32 structure = seen->w->shared.place[ss_line_of(touch->address)].structure;
    if (touch->symbol == SS_SYMBOL_cpupri_set &&
        (structure == SS_STRUCTURE_ROOT_DOMAIN || structure == SS_STRUCTURE_CPUPRI_MASK))
        seen->on_vectors++;
}

static void an_inversion_makes_56_atomics_on_counts_and_masks(void **state)
{
    (void)state;
    struct ss_world_def *def = pi_machine(1);
    struct ss_world *w = build(def);
    while (w->clock->score < 10) /* past the start, at the end of an inversion */
        ss_world_step(w, 5000000, 0, 1);
    struct atomics seen = {.w = w, .score = w->clock->score};
    w->observer = (struct ss_observer){see_atomics, &seen};
    while (w->clock->score < seen.score + 20)
        ss_world_step(w, 5000000, 0, 1);
    assert_int_equal(seen.on_vectors, 20 * 56);
    free(w);
    free(def);
}

static void nobody_searches_for_pinned_threads_and_no_cpu_is_overloaded(void **state)
{
    (void)state;
    struct ss_world_def *def = pi_machine(7);
    struct ss_world *w = build(def);
    step_to(w, 2000000);
    for (u32 i = 0; i < w->c2c.count[0]; i++) {
        assert_int_not_equal(w->c2c.row[i].symbol, SS_SYMBOL_cpupri_find_fitness);
        assert_int_not_equal(w->c2c.row[i].symbol, SS_SYMBOL_enqueue_pushable_task);
    }
    assert_int_equal(w->sched->state->rto_count, 0);
    free(w);
    free(def);
}

struct boosts {
    u32 up, down;
    i32 low;
};

static void see_boosts(void *context, const struct ss_record *record)
{
    struct boosts *seen = context;
    if (record->kind != SS_RECORD_PRIORITY)
        return;
    assert_int_equal(record->a, seen->low);
    if (record->b == RT(3)) {
        assert_int_equal(record->c, RT(1));
        seen->up++;
    } else {
        assert_int_equal(record->b, RT(1));
        assert_int_equal(record->c, RT(3));
        seen->down++;
    }
    assert_true(seen->up == seen->down || seen->up == seen->down + 1);
}

static void the_low_thread_is_lent_the_priority_of_the_high_one_once_an_inversion(void **state)
{
    (void)state;
    struct ss_world_def *def = pi_machine(1);
    struct ss_world *w = build(def);
    step_to(w, 3000000);
    struct boosts seen = {.low = task_of(w, 0, LOW)};
    each_record(w, see_boosts, &seen);
    assert_true(seen.down > 20);
    assert_in_range(w->clock->score, seen.down - 1, seen.down);
    free(w);
    free(def);
}

static void groups_share_the_shutdown_flag_and_all_of_them_go_on(void **state)
{
    (void)state;
    struct ss_world_def *def = pi_machine(7);
    struct ss_world *w = build(def);
    step_to(w, 10000000);
    for (u32 group = 0; group < 7; group++) {
        struct level_traffic traffic = {.cpu = group + 1, .least = UINT32_MAX};
        each_record(w, see_levels, &traffic);
        assert_true(traffic.scores > 50);
        assert_int_equal(traffic.least, 14);
        /* A thread that has to wait for the flag goes to sleep and takes the CPU to NORMAL and
         * back. */
        assert_true(traffic.most <= 14 + 2);
    }
    free(w);
    free(def);
}

/* ---- fork and join --------------------------------------------------------------------------- */

static struct ss_world_def *fork_join(uint32_t threads)
{
    struct ss_world_def *def = pi_machine(1);
    uint32_t parameters[] = {2, 4, threads, 20000, 2000, 0};
    def->workload = SS_WORKLOAD_FFMPEG_FORK_JOIN;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    return def;
}

struct rounds {
    u32 workers, cpus;
    u64 done[2];      /* jobs finished by instance */
    u32 wakes_of[64]; /* by worker, of its instance's present round */
};

static void see_rounds(void *context, const struct ss_record *record)
{
    struct rounds *seen = context;
    if (record->kind != SS_RECORD_SCORE)
        return;
    u32 instance = record->b, worker = record->a - seen->cpus;
    /* No worker finishes a job of the next round before all have finished this one. */
    assert_int_equal(seen->wakes_of[worker], seen->done[instance] / seen->workers);
    seen->wakes_of[worker]++;
    seen->done[instance]++;
}

static void a_round_ends_when_all_workers_have_finished_and_then_the_next_begins(void **state)
{
    (void)state;
    for (uint32_t threads = 2; threads <= 9; threads += 7) {
        struct ss_world_def *def = fork_join(threads);
        struct ss_world *w = build(def);
        step_to(w, 5000000);
        struct rounds seen = {.workers = threads - 1, .cpus = def->cpus};
        each_record(w, see_rounds, &seen);
        assert_true(seen.done[0] > 20 * seen.workers);
        assert_true(seen.done[1] > 20 * seen.workers);
        free(w);
        free(def);
    }
}

static void refusals_name_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = pi_machine(8);
    assert_world_refused(def, "workload.groups");
    def = fork_join(1);
    assert_world_refused(def, "workload.threads");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_inversion_makes_exactly_14_level_updates_on_levels_1_to_3),
        cmocka_unit_test(an_inversion_makes_56_atomics_on_counts_and_masks),
        cmocka_unit_test(nobody_searches_for_pinned_threads_and_no_cpu_is_overloaded),
        cmocka_unit_test(the_low_thread_is_lent_the_priority_of_the_high_one_once_an_inversion),
        cmocka_unit_test(groups_share_the_shutdown_flag_and_all_of_them_go_on),
        cmocka_unit_test(a_round_ends_when_all_workers_have_finished_and_then_the_next_begins),
        cmocka_unit_test(refusals_name_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
