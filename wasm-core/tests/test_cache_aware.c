/*
 * Cache-aware balancing in worlds: the properties of the specification's section 4, on machines of
 * its shapes. Debug builds ask after every event whether the counters of the queues are right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/explain/reasons.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "support_caches.h"
#include "world/outputs.h"

/* ---- switched off ---------------------------------------------------------------------------- */

static uint64_t hash_of(struct ss_world_def *def, uint64_t until)
{
    struct ss_world *w = run_new(def, until);
    const uint64_t hash = w->clock->trace_hash;
    free(w);
    return hash;
}

static void switched_off_nothing_differs_from_a_kernel_without_it(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(12);
    def->cache_version = SS_CACHE_OFF;
    const uint64_t without = hash_of(def, 300 * MS);
    def->cache_version = SS_CACHE_V2;
    assert_true(hash_of(def, 300 * MS) != without);
    def->cache_enabled = 0;
    assert_true(hash_of(def, 300 * MS) == without);
    free(def);
}

static void one_cache_a_node_is_as_good_as_off(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(12);
    def->nodes = 2;
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
        def->cpu_node[cpu] = def->cpu_package[cpu] = def->cpu_llc[cpu];
    def->distance[1] = def->distance[2] = 20;
    def->distance[3] = 10;
    const uint64_t with = hash_of(def, 300 * MS);
    def->cache_version = SS_CACHE_OFF;
    assert_true(hash_of(def, 300 * MS) == with);
    free(def);
}

/* How often a reason was given from a record of the explanations on. */
static uint32_t said(const struct ss_world *w, uint64_t from, uint8_t reason)
{
    uint32_t count = 0;
    assert_in_range(w->clock->explains - from, 0, w->limits.explain_records);
    for (uint64_t id = from; id < w->clock->explains; id++)
        count += w->explain[id & (w->limits.explain_records - 1)].head.reason == reason;
    return count;
}

/* ---- aggregation ----------------------------------------------------------------------------- */

static void four_threads_gather_on_one_cache_and_stay(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    struct ss_world *w = run_new(def, 100 * MS);
    expect(w, 0, 4, 0);
    run(w, 2000 * MS);
    expect(w, 0, 4, 0);
    ss_world_frame(w);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(w->outputs->views.task[def->cpus + i].process, 0);
        assert_int_equal(w->outputs->views.task[def->cpus + i].preferred_llc, 0);
    }
    assert_int_equal(w->outputs->views.task[0].preferred_llc, -1);
    free(w);
    def->cache_version = SS_CACHE_OFF;
    w = run_new(def, 2000 * MS);
    expect(w, 0, 2, 2);
    ss_world_frame(w);
    assert_int_equal(w->outputs->views.task[def->cpus].process, -1);
    done(w, def);
}

/* The specification's model, whose idle CPUs balance every millisecond, gathers all ten before
 * their utilisation has risen. Here an idle CPU balances this domain every 32 to 64 ms: by then
 * nine fill the cache beyond half, and the tenth is refused. */
static void most_of_ten_threads_gather_before_their_cache_is_half_full(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(10);
    struct ss_world *w = run_new(def, 1000 * MS);
    assert_in_range(on_llc(w, 0, 0), 9, 10);
    done(w, def);
}

static void twelve_threads_are_not_all_forced_onto_one_cache(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(12);
    struct ss_world *w = run_new(def, 1000 * MS);
    assert_in_range(on_llc(w, 0, 0), 9, 11);
    assert_int_equal(preferred(w, 0), 0);
    done(w, def);
}

static void settle_below_the_limit(uint32_t version, uint32_t threads)
{
    struct ss_world_def *def = two_caches(threads);
    def->cache_version = version;
    struct ss_world *w = run_new(def, 500 * MS);
    assert_int_equal(preferred(w, 0), 0);
    assert_true(on_llc(w, 0, 0) >= 9);
    done(w, def);
}

static void spread_above_the_limit(uint32_t version, uint32_t threads)
{
    struct ss_world_def *def = two_caches(threads);
    def->cache_version = version;
    struct ss_world *w = run_new(def, 100 * MS);
    assert_int_equal(preferred(w, 0), -1);
    run(w, 500 * MS);
    expect(w, 0, threads / 2, threads / 2);
    done(w, def);
}

static void the_limit_of_threads_lies_where_the_average_sticks(void **state)
{
    (void)state;
    settle_below_the_limit(SS_CACHE_V2, 13);
    spread_above_the_limit(SS_CACHE_V2, 14);
    for (uint32_t version = SS_CACHE_V3; version <= SS_CACHE_MERGED; version++) {
        settle_below_the_limit(version, 9);
        spread_above_the_limit(version, 10);
    }
}

static void a_burst_of_threads_disables_a_process_for_good(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(24);
    uint32_t *p = def->workload_parameter;
    p[LEAVING] = 20;
    p[LEAVING_AFTER] = 600000000;
    p[PROCESSES] = 2;
    p[OTHERS] = 4;
    p[LATER] = 700000000;
    struct ss_world *w = run_new(def, 1200 * MS);
    assert_int_equal(w->sched->cache->process[0].threads, 4);
    assert_int_equal(w->sched->cache->process[0].running_avg, 11);
    assert_int_equal(preferred(w, 0), -1);
    assert_true(on_llc(w, 1, 0) == 4 || on_llc(w, 1, 1) == 4);
    done(w, def);
}

static void a_process_with_more_memory_than_a_cache_is_left_alone(void **state)
{
    (void)state;
    static const struct {
        uint32_t version, mib, together;
    } cases[] = {{SS_CACHE_V2, 31, 4}, {SS_CACHE_V2, 32, 2}, {SS_CACHE_V2, 33, 2},
                 {SS_CACHE_V4, 32, 4}, {SS_CACHE_V4, 33, 2}, {SS_CACHE_MERGED, 33, 4}};
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ss_world_def *def = two_caches(4);
        def->cache_version = cases[i].version;
        def->workload_parameter[MEMORY] = cases[i].mib;
        struct ss_world *w = run_new(def, 400 * MS);
        expect(w, 0, cases[i].together, 4 - cases[i].together);
        done(w, def);
    }
}

static void tolerance_0_aggregates_nothing(void **state)
{
    (void)state;
    for (uint32_t threads = 8; threads <= 48; threads += 20) {
        struct ss_world_def *def = two_caches(threads);
        def->cache_tolerance = 0;
        struct ss_world *w = run_new(def, 400 * MS);
        const uint32_t first = on_llc(w, 0, 0);
        assert_int_equal(preferred(w, 0), -1);
        assert_int_equal(said(w, 0, SS_REASON_LLC_CHOSEN), 0);
        free(w);
        def->cache_version = SS_CACHE_OFF;
        w = run_new(def, 400 * MS);
        expect(w, 0, first, threads - first);
        done(w, def);
    }
}

static void tolerance_100_keeps_the_preference_and_utilisation_still_rules(void **state)
{
    (void)state;
    for (uint32_t threads = 24; threads <= 32; threads += 8) {
        struct ss_world_def *def = two_caches(threads);
        def->cache_tolerance = 100;
        struct ss_world *w = run_new(def, 50 * MS);
        for (uint64_t now = 50; now <= 500; now += 50) {
            run(w, now * MS);
            assert_int_equal(preferred(w, 0), 0);
        }
        expect(w, 0, threads / 2, threads / 2);
        done(w, def);
    }
}

static void a_tolerance_raised_in_the_middle_holds_from_the_next_scan_on(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(24);
    def->interventions = 1;
    def->intervention_at_low[0] = 100 * MS;
    def->intervention_kind[0] = SS_INTERVENE_TUNABLE;
    def->intervention_task[0] = SS_TUNABLE_AGGR_TOLERANCE;
    def->intervention_value[0] = 100;
    struct ss_world *w = run_new(def, 100 * MS - 1);
    assert_int_equal(preferred(w, 0), -1);
    run(w, 150 * MS);
    assert_int_equal(preferred(w, 0), 0);
    done(w, def);
}

static void a_lone_thread_prefers_nothing(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(1);
    struct ss_world *w = run_new(def, 300 * MS);
    assert_int_equal(preferred(w, 0), -1);
    assert_int_equal(w->sched->cache->task[def->cpus].preferred, -1);
    done(w, def);
}

static void threads_that_sleep_mostly_gather_too(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(8);
    def->workload_parameter[ON] = 2000000;
    def->workload_parameter[OFF] = 8000000;
    struct ss_world *w = run_new(def, 300 * MS);
    assert_true(on_llc(w, 0, 0) == 8 || on_llc(w, 0, 1) == 8);
    done(w, def);
}

/* One thread a cache would stay where it is: no busy CPU asks idle ones to balance while it is the
 * only one of its cache (spec "Fair scheduler" section 12). The ninth makes the first cache ask. */
static void without_smt_a_cache_takes_in_three_quarters_of_its_cpus(void **state)
{
    (void)state;
    struct ss_world_def *def = caches(8, 8, 1);
    def->workload_parameter[THREADS] = 9;
    struct ss_world *w = run_new(def, 1000 * MS);
    uint32_t most = 0;
    for (uint32_t llc = 0; llc < 8; llc++)
        most = on_llc(w, 0, llc) > most ? on_llc(w, 0, llc) : most;
    assert_in_range(most, 6, 8);
    done(w, def);
}

/* ---- what the first cache does to others ----------------------------------------------------- */

static void ties_go_to_the_first_cache(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    def->workload_parameter[PROCESSES] = 2;
    struct ss_world *w = run_new(def, 500 * MS);
    expect(w, 0, 4, 0);
    expect(w, 1, 4, 0);
    free(w);
    def->cache_version = SS_CACHE_OFF;
    w = run_new(def, 500 * MS);
    assert_int_equal(on_llc(w, 0, 0) + on_llc(w, 1, 0), 4);
    done(w, def);
}

/* What ticks and scans do to the words of processes, and how often those were not of the process
 * whose thread the CPU ran. */
struct process_words {
    struct ss_world *w;
    uint32_t stores[2], astray;
};

static void see_process_words(void *context, const struct ss_touch_note *touch)
{
    struct process_words *seen = context;
    const struct ss_world *w = seen->w;
    const struct ss_line_place *place = &w->shared.place[ss_line_of(touch->address)];
    const bool is_scan = touch->symbol == SS_SYMBOL_task_cache_work;
    if (touch->operation == SS_OPERATION_BARRIER ||
        (touch->symbol != SS_SYMBOL_task_tick_cache && !is_scan))
        return;
    int32_t process;
    if (place->structure == SS_STRUCTURE_MM_SCHED)
        process = (int32_t)place->instance;
    else if (place->structure == SS_STRUCTURE_MM_SCHED_PCPU)
        process = (int32_t)(place->instance / w->topology.cpus);
    else
        return;
    seen->astray += process != w->sched->cache->task[w->cpu[touch->cpu].current].process;
    seen->stores[process] += touch->operation == SS_OPERATION_STORE && !is_scan;
}

/* Of four threads a process, which share its lines, and of one, which has them for itself: nothing
 * of a tick waits there. */
static void ticks_and_scans_touch_the_words_of_their_own_process(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 4; threads += 3) {
        struct ss_world_def *def = two_caches(threads);
        def->workload_parameter[PROCESSES] = 2;
        struct ss_world *w = build(def);
        struct process_words seen = {.w = w};
        w->observer = (struct ss_observer){see_process_words, &seen};
        run(w, 60 * MS);
        assert_int_equal(seen.astray, 0);
        assert_true(seen.stores[0] > 4 && seen.stores[1] > 4);
        done(w, def);
    }
}

static void there_is_no_second_best_cache(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(8);
    uint32_t *p = def->workload_parameter;
    p[PROCESSES] = 2;
    p[OTHERS] = 4;
    p[LATER] = 300000000;
    struct ss_world *w = run_new(def, 1000 * MS);
    expect(w, 0, 8, 0);
    expect(w, 1, 2, 2);
    assert_int_equal(preferred(w, 1), 0);
    done(w, def);
}

static void lone_tasks_of_their_cpus_are_never_moved(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(15);
    def->workload_parameter[PLACES] = 1;
    def->cache_tolerance = 100;
    struct ss_world *w = run_new(def, 1000 * MS);
    expect(w, 0, 15, 0);
    free(w);
    def->cache_version = SS_CACHE_OFF;
    w = run_new(def, 1000 * MS);
    assert_in_range(on_llc(w, 0, 0), 7, 8);
    done(w, def);
}

/* ---- epochs ---------------------------------------------------------------------------------- */

/* What all processes together had of the time that was accounted on a CPU, of SS_CACHE_FULL. */
static uint64_t shares_of(const struct ss_world *w, uint32_t cpu, uint64_t jiffies)
{
    const struct ss_cache *cache = w->sched->cache;
    uint64_t sum = 0;
    for (int32_t process = 0; process < (int32_t)w->processes; process++) {
        struct ss_cache_clock here = cache->queue[cpu].clock;
        struct ss_cache_record record = cache->record[ss_cache_record_at(w, process, cpu)];
        ss_cache_advance(&here, &record, jiffies, cache->rules->epoch_period);
        sum += ss_cache_fraction(&here, &record);
    }
    return sum;
}

/* P23, with P22's sum of shares. All CPUs run, so each is accounted at every tick. Only v1 sets the
 * epoch of a process back: a CPU that is behind has another epoch than it. */
static void epochs_count_on_one_grid_and_shares_stay_below_a_whole(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_MERGED; version++) {
        struct ss_world_def *def = two_caches(16);
        def->workload_parameter[PROCESSES] = 2;
        def->cache_version = version;
        struct ss_world *w = build_unwatched(def);
        uint64_t before[2] = {0, 0};
        for (uint64_t now = 0; now <= 60; now++) {
            run(w, now * MS + MS / 2);
            const uint64_t epochs = (now + def->cache_epoch_period - 1) / def->cache_epoch_period;
            for (uint32_t cpu = 0; cpu < def->cpus; cpu++) {
                const struct ss_cache_clock *clock = &w->sched->cache->queue[cpu].clock;
                assert_int_equal(clock->epoch, epochs);
                assert_true(shares_of(w, cpu, now) <= SS_CACHE_FULL);
            }
            for (uint32_t process = 0; process < 2; process++) {
                const uint64_t epoch = w->sched->cache->process[process].epoch;
                assert_true(epoch <= epochs);
                if (version > SS_CACHE_V1)
                    assert_true(epoch >= before[process]);
                before[process] = epoch;
            }
        }
        done(w, def);
    }
}

static bool all_sleep(const struct ss_world *w)
{
    for (uint32_t i = w->topology.cpus; i < w->stoppers; i++)
        if (w->task[i].state != SS_TASK_SLEEPING)
            return false;
    return true;
}

/* From `now` until all threads sleep, or not all do any more. */
static uint64_t run_until(struct ss_world *w, uint64_t now, bool sleep)
{
    while (all_sleep(w) != sleep && now < 1000 * MS)
        run(w, now += MS / 4);
    return now;
}

/* P12. All threads draw the same lengths, so that they pause together. Nothing is accounted
 * meanwhile: the first thread that runs again finds the anchor old. */
static void a_pause_of_70_ms_costs_a_process_its_anchor_and_one_of_40_ms_does_not(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        struct ss_world_def *def = two_caches(4);
        def->workload_parameter[ON] = 60000000;
        def->workload_parameter[OFF] = i ? 70000000 : 40000000;
        struct ss_world *w = build_unwatched(def);
        for (uint32_t thread = 1; thread < 4; thread++)
            w->task[def->cpus + thread].random = w->task[def->cpus].random;
        uint64_t now = run_until(w, run_until(w, run_until(w, 0, true), false), true);
        assert_int_equal(preferred(w, 0), 0);
        const uint64_t from = w->clock->explains;
        now = run_until(w, now, false);
        run(w, now + 12 * MS); /* an epoch and two ticks */
        assert_int_equal(said(w, from, SS_REASON_LLC_STALE), i);
        assert_int_equal(said(w, from, SS_REASON_LLC_CHOSEN), i);
        assert_int_equal(preferred(w, 0), 0);
        done(w, def);
    }
}

/* Two pairs of hackbench's threads: most messages of a pair cross no cache once it has gathered. */
static void threads_that_talk_gather(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(0);
    memcpy(def->workload_parameter, (uint32_t[]){1, 2, 100, 0, 1}, 5 * sizeof(uint32_t));
    def->workload = SS_WORKLOAD_HACKBENCH;
    struct ss_world *w = run_new(def, 200 * MS);
    assert_true(preferred(w, 0) >= 0);
    assert_int_equal(on_llc(w, 0, (uint32_t)preferred(w, 0)), 4);
    assert_int_equal(w->sched->cache->process[0].threads, 4);
    done(w, def);
}

/* schbench and STREAM are one process each: its threads count, and so does their memory. */
static void threads_of_schbench_and_stream_are_one_process(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(0);
    memcpy(def->workload_parameter, (uint32_t[]){1, 3, 100000, 100000, 0}, 5 * sizeof(uint32_t));
    def->workload = SS_WORKLOAD_SCHBENCH;
    struct ss_world *w = run_new(def, 20 * MS);
    assert_int_equal(w->sched->cache->process[0].threads, 4); /* main has ended */
    assert_int_equal(w->sched->cache->process[0].memory, (2048 + 3 * 256) << 10);
    done(w, def);

    def = two_caches(0);
    memcpy(def->workload_parameter, (uint32_t[]){4, 65536, 0, 100000, 100000, 18500},
           6 * sizeof(uint32_t));
    def->workload = SS_WORKLOAD_STREAM;
    w = run_new(def, 100 * MS);
    assert_int_equal(w->sched->cache->process[0].threads, 4);
    assert_true(preferred(w, 0) < 0); /* three arrays are more than a cache holds */
    done(w, def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switched_off_nothing_differs_from_a_kernel_without_it),
        cmocka_unit_test(one_cache_a_node_is_as_good_as_off),
        cmocka_unit_test(four_threads_gather_on_one_cache_and_stay),
        cmocka_unit_test(most_of_ten_threads_gather_before_their_cache_is_half_full),
        cmocka_unit_test(twelve_threads_are_not_all_forced_onto_one_cache),
        cmocka_unit_test(the_limit_of_threads_lies_where_the_average_sticks),
        cmocka_unit_test(a_burst_of_threads_disables_a_process_for_good),
        cmocka_unit_test(a_process_with_more_memory_than_a_cache_is_left_alone),
        cmocka_unit_test(tolerance_0_aggregates_nothing),
        cmocka_unit_test(tolerance_100_keeps_the_preference_and_utilisation_still_rules),
        cmocka_unit_test(a_tolerance_raised_in_the_middle_holds_from_the_next_scan_on),
        cmocka_unit_test(a_lone_thread_prefers_nothing),
        cmocka_unit_test(threads_that_sleep_mostly_gather_too),
        cmocka_unit_test(without_smt_a_cache_takes_in_three_quarters_of_its_cpus),
        cmocka_unit_test(ties_go_to_the_first_cache),
        cmocka_unit_test(ticks_and_scans_touch_the_words_of_their_own_process),
        cmocka_unit_test(there_is_no_second_best_cache),
        cmocka_unit_test(lone_tasks_of_their_cpus_are_never_moved),
        cmocka_unit_test(epochs_count_on_one_grid_and_shares_stay_below_a_whole),
        cmocka_unit_test(a_pause_of_70_ms_costs_a_process_its_anchor_and_one_of_40_ms_does_not),
        cmocka_unit_test(threads_that_talk_gather),
        cmocka_unit_test(threads_of_schbench_and_stream_are_one_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
