/*
 * What limits, switches and tunables of cache-aware balancing change in worlds: which threads still
 * scan, what each flag of the specification does, tunables that change in the middle of a run (spec
 * "Cache-aware load balancing" sections 0, 1.1, 2.3, 2.4, 2.7, 2.9). The properties of its section
 * 4 are in test_cache_aware.c and test_cache_properties.c.
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

/* CPUs that scans have visited: each visit takes a lock. */
static uint32_t visits(const struct ss_world *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->c2c.count[0]; i++)
        if (w->c2c.row[i].symbol == SS_SYMBOL_task_cache_work)
            count += w->c2c.row[i].locked;
    return count;
}

/* Explain records of a reason, of those that are still kept. */
static uint32_t told(const struct ss_world *w, uint32_t reason)
{
    const uint64_t end = w->clock->explains, kept = w->limits.explain_records;
    uint32_t count = 0;
    for (uint64_t id = end > kept ? end - kept : 0; id < end; id++)
        count += w->explain[id & (kept - 1)].head.reason == reason;
    return count;
}

/* A tunable takes a value at a moment of the run. */
static void turn(struct ss_world_def *def, uint64_t at, uint32_t tunable, uint32_t value)
{
    const uint32_t index = def->interventions++;
    def->intervention_at_low[index] = (uint32_t)at;
    def->intervention_at_high[index] = (uint32_t)(at >> 32);
    def->intervention_kind[index] = SS_INTERVENE_TUNABLE;
    def->intervention_task[index] = tunable;
    def->intervention_value[index] = value;
}

/* ---- threads that scan ----------------------------------------------------------------------- */

/* At tolerance 0 every process is over both limits. v1 leaves, the others drop an anchor that the
 * process does not have. */
static void at_tolerance_0_nobody_scans(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_MERGED; version++)
        for (uint32_t tolerance = 0; tolerance < 2; tolerance++) {
            struct ss_world_def *def = two_caches(8);
            def->workload_parameter[MEMORY] = 1;
            def->cache_version = version;
            def->cache_tolerance = tolerance;
            struct ss_world *w = run_new(def, 150 * MS);
            assert_int_equal(visits(w) > 0, tolerance);
            assert_int_equal(told(w, SS_REASON_LLC_CHOSEN) > 0, tolerance);
            assert_int_equal(w->sched->cache->process[0].running_avg > 0, tolerance);
            done(w, def);
        }
}

/* Too many threads alone go on scanning, so that their average can fall again. */
static void too_much_memory_ends_scans_of_too_many_threads_as_well(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_V4; version++)
        for (uint32_t mib = 1; mib <= 40; mib += 39) {
            struct ss_world_def *def = two_caches(24);
            def->workload_parameter[MEMORY] = mib;
            def->cache_version = version;
            def->cache_tolerance = 100;
            turn(def, 205 * MS, SS_TUNABLE_AGGR_TOLERANCE, 1);
            struct ss_world *w = run_new(def, 205 * MS);
            const uint32_t before = visits(w);
            const uint64_t average = w->sched->cache->process[0].running_avg;
            assert_true(before > 0 && average > 6);
            assert_int_equal(preferred(w, 0), 0);
            run(w, 300 * MS);
            assert_int_equal(visits(w) > before, mib == 1);
            assert_int_equal(w->sched->cache->process[0].running_avg, average);
            assert_int_equal(preferred(w, 0), -1);
            done(w, def);
        }
}

static bool is_due(uint32_t version, uint64_t cpu_epoch, uint64_t process_epoch)
{
    struct ss_cache_rules rules;
    ss_cache_preset(&rules, version);
    return ss_cache_is_due(&rules, cpu_epoch, process_epoch);
}

static uint64_t epoch_after(uint32_t version, uint64_t cpu_epoch, uint64_t process_epoch)
{
    struct ss_cache_rules rules;
    ss_cache_preset(&rules, version);
    return ss_cache_scanned(&rules, cpu_epoch, process_epoch);
}

/* v1 scans again for a CPU whose epoch is behind, and goes back to it; v2 no longer scans once its
 * epochs have wrapped, v3 mended that. */
static void a_tick_compares_epochs_as_its_version_does(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_MERGED; version++) {
        assert_false(is_due(version, 100, 100));
        assert_true(is_due(version, 101, 100));
        assert_int_equal(epoch_after(version, 101, 100), 101);
        assert_int_equal(is_due(version, 100, 101), version == SS_CACHE_V1);
        assert_int_equal(epoch_after(version, 100, 101), version == SS_CACHE_V1 ? 100 : 101);
        assert_int_equal(is_due(version, 1, UINT64_MAX), version != SS_CACHE_V2);
    }
}

/* ---- llc_enabled ----------------------------------------------------------------------------- */

static void switched_off_and_on_again_threads_spread_and_gather(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    turn(def, 200 * MS, SS_TUNABLE_LLC_ENABLED, 0);
    turn(def, 700 * MS, SS_TUNABLE_LLC_ENABLED, 1);
    struct ss_world *w = run_new(def, 200 * MS - 1);
    expect(w, 0, 4, 0);
    const uint32_t before = visits(w);
    run(w, 700 * MS - 1);
    expect(w, 0, 2, 2);
    assert_int_equal(visits(w), before);
    run(w, 1000 * MS);
    expect(w, 0, 4, 0);
    assert_true(visits(w) > before);
    done(w, def);
}

static bool has_queued_scan(const struct ss_world *w)
{
    for (uint32_t i = w->topology.cpus; i < w->stoppers; i++)
        if (w->sched->cache->task[i].work)
            return true;
    return false;
}

static void a_scan_that_is_queued_when_it_is_switched_off_visits_nobody(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    struct ss_world *w = run_new(def, 101 * MS);
    for (uint64_t now = 101 * MS; !has_queued_scan(w) && now < 150 * MS; now += 100)
        run(w, now);
    assert_true(has_queued_scan(w));
    const uint32_t before = visits(w);
    const uint64_t average = w->sched->cache->process[0].running_avg;
    w->sched->cache->rules->enabled = 0;
    run(w, 300 * MS);
    assert_false(has_queued_scan(w));
    assert_int_equal(visits(w), before);
    assert_int_equal(w->sched->cache->process[0].running_avg, average);
    done(w, def);
}

/* The queues' counters are looked at after every event, also of tasks that were queued meanwhile.
 */
static void counters_come_right_when_it_is_switched_while_threads_sleep_and_wake(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(12);
    def->workload_parameter[ON] = 2000000;
    def->workload_parameter[OFF] = 3000000;
    for (uint32_t i = 0; i < 6; i++)
        turn(def, (30 + 7 * i) * MS, SS_TUNABLE_LLC_ENABLED, i % 2);
    struct ss_world *w = run_new(def, 90 * MS);
    assert_true(preferred(w, 0) >= 0);
    done(w, def);
}

static void until_it_is_switched_on_nothing_differs_from_a_kernel_without_it(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    def->cache_version = SS_CACHE_OFF;
    struct ss_world *w = run_new(def, 200 * MS - 1);
    const uint64_t without = w->clock->trace_hash;
    free(w);
    def->cache_version = SS_CACHE_V2;
    def->cache_enabled = 0;
    turn(def, 200 * MS, SS_TUNABLE_LLC_ENABLED, 1);
    w = run_new(def, 200 * MS - 1);
    assert_true(w->clock->trace_hash == without);
    assert_int_equal(visits(w), 0);
    run(w, 500 * MS);
    expect(w, 0, 4, 0);
    done(w, def);
}

static void llc_enabled_is_refused_where_it_means_nothing(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    turn(def, MS, SS_TUNABLE_LLC_ENABLED, 2);
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "cache_aware.enabled takes 0 (off) or 1 (on)"));
    def->intervention_value[0] = 1;
    def->cache_version = SS_CACHE_OFF;
    assert_world_refused(def, "which this kernel does not use");
}

/* ---- the flags of what is not certain -------------------------------------------------------- */

/* A definition with a switch set by hand. */
static void set_switch(struct ss_world_def *def, uint32_t which, uint32_t value)
{
    def->cache_switch[which] = (uint8_t)(1 + value);
}

/* cap_wrap32: 32 MiB times 257 is 32 MiB again in 32 bits, so tolerance 2 lets no more memory
 * in. */
static void in_32_bits_a_tolerance_of_2_lets_no_more_memory_in(void **state)
{
    (void)state;
    for (uint32_t wraps = 0; wraps < 2; wraps++) {
        struct ss_world_def *def = two_caches(4);
        def->workload_parameter[MEMORY] = 40;
        def->cache_tolerance = 2;
        set_switch(def, SS_CACHE_CAP_WRAP32, wraps);
        struct ss_world *w = run_new(def, 400 * MS);
        expect(w, 0, wraps ? 2 : 4, wraps ? 2 : 0);
        done(w, def);
    }
}

/* Of tasks that were refused for a cache: how many would have changed their node as well. */
static uint32_t refused_between_nodes(const struct ss_world *w)
{
    uint32_t count = 0;
    assert_true(w->clock->explains <= w->limits.explain_records);
    for (uint64_t id = 0; id < w->clock->explains; id++) {
        const struct ss_explain *record = &w->explain[id].head;
        count += record->decision == SS_DECISION_CAN_MIGRATE_LLC &&
                 record->reason == SS_REASON_LLC_KEPT &&
                 w->topology.node[record->cpu] != w->topology.node[record->previous];
    }
    return count;
}

/* llc_before_numa: threads that wait on the first of two nodes, with their memory on the second. If
 * NUMA is asked first they are let go there; if not, their cache keeps them. */
static void who_is_asked_first_decides_between_memory_and_cache(void **state)
{
    (void)state;
    uint64_t moved[2];
    for (uint32_t first = 0; first < 2; first++) {
        struct ss_world_def *def = caches(4, 4, 2);
        const uint32_t parameters[] = {1, 22, 0, 0, 3000000, 5000000, 1, 0, 0, 0, 2};
        memcpy(def->workload_parameter, parameters, sizeof(parameters));
        def->nodes = 2;
        for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
            def->cpu_node[cpu] = def->cpu_package[cpu] = def->cpu_llc[cpu] / 2;
        def->distance[0] = def->distance[3] = 10;
        def->distance[1] = def->distance[2] = 20;
        def->numa_balancing = 1;
        def->cache_tolerance = 100;
        def->explain_records = 1 << 16;
        set_switch(def, SS_CACHE_LLC_BEFORE_NUMA, first);
        struct ss_world *w = run_new(def, 150 * MS);
        assert_int_equal(refused_between_nodes(w) > 0, first);
        moved[first] = w->clock->migrations;
        done(w, def);
    }
    assert_true(moved[0] != moved[1]);
}

/* detach_stop: forty threads of one cache wait on its sixteen CPUs. A pass of the other cache stops
 * at the first task in its preferred LLC; without the rule the pass takes some of them. */
static void with_the_stop_rule_nobody_is_taken_from_home(void **state)
{
    (void)state;
    for (uint32_t stops = SS_CACHE_DETACH_SORT; stops <= SS_CACHE_DETACH_STOP; stops++) {
        struct ss_world_def *def = two_caches(40);
        def->workload_parameter[PLACES] = 1;
        def->cache_tolerance = 100;
        set_switch(def, SS_CACHE_DETACH, stops);
        struct ss_world *w = run_new(def, 150 * MS);
        assert_int_equal(told(w, SS_REASON_LLC_LEFT) == 0, stops == SS_CACHE_DETACH_STOP);
        done(w, def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_tolerance_0_nobody_scans),
        cmocka_unit_test(too_much_memory_ends_scans_of_too_many_threads_as_well),
        cmocka_unit_test(a_tick_compares_epochs_as_its_version_does),
        cmocka_unit_test(switched_off_and_on_again_threads_spread_and_gather),
        cmocka_unit_test(a_scan_that_is_queued_when_it_is_switched_off_visits_nobody),
        cmocka_unit_test(counters_come_right_when_it_is_switched_while_threads_sleep_and_wake),
        cmocka_unit_test(until_it_is_switched_on_nothing_differs_from_a_kernel_without_it),
        cmocka_unit_test(llc_enabled_is_refused_where_it_means_nothing),
        cmocka_unit_test(in_32_bits_a_tolerance_of_2_lets_no_more_memory_in),
        cmocka_unit_test(who_is_asked_first_decides_between_memory_and_cache),
        cmocka_unit_test(with_the_stop_rule_nobody_is_taken_from_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
