/*
 * Which tasks move between caches under cache-aware balancing, when, and when they stop: properties
 * P09, P11 and P27 of section 4 of the specification "Cache-aware load balancing", over whole
 * traces. Where threads end up is in test_cache_aware.c, what no longer moves in
 * test_cache_settled.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/world.h"
#include "sched/cache/balance.h"
#include "sched/cache/state.h"
#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"
#include "support_moves.h"

static struct moves moves_at_tolerance_0(uint32_t version, uint32_t threads, uint32_t places)
{
    struct ss_world_def *def = two_caches(threads);
    def->workload_parameter[PLACES] = places;
    def->workload_parameter[MEMORY] = 1;
    def->cache_version = version;
    def->cache_tolerance = 0;
    struct ss_world *w = build_unwatched(def);
    struct moves moves = {0};
    run_noting(w, &moves, 300 * MS);
    for (uint32_t i = 0; w->sched->cache && i < threads; i++)
        assert_int_equal(w->sched->cache->task[def->cpus + i].preferred, -1);
    done(w, def);
    return moves;
}

/* P09. Accounts take some time of their own, so where threads share CPUs it may be another thread
 * that moves first; then as many are on each cache at any time. */
static void at_tolerance_0_threads_move_as_without(void **state)
{
    (void)state;
    static const struct {
        uint32_t threads, together;
        bool to_the_letter;
    } cases[] = {{8, 1, true},  {16, 1, true},  {8, 0, true},   {24, 0, true},
                 {32, 0, true}, {40, 0, false}, {48, 0, false}, {40, 1, false}};
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const uint32_t threads = cases[i].threads, together = cases[i].together;
        const struct moves without = moves_at_tolerance_0(SS_CACHE_OFF, threads, together);
        const struct moves with = moves_at_tolerance_0(SS_CACHE_V2, threads, together);
        assert_int_equal(with.all, without.all);
        assert_int_equal(with.between_caches > 0, together);
        assert_true(with.places == without.places);
        if (cases[i].to_the_letter)
            assert_true(with.hash == without.hash);
    }
}

/* P11. Until it starts, the second thread is none of this process. */
static void a_second_thread_makes_both_prefer_a_cache_within_two_epochs_and_a_tick(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(2);
    struct ss_world *w = build(def);
    struct ss_cache *cache = w->sched->cache;
    const struct ss_cache_task *first = &cache->task[def->cpus], *second = first + 1;
    cache->task[def->cpus + 1].process = -1;
    cache->process[0].threads = 1;
    for (uint64_t now = 1; now <= 50; now++) {
        run(w, now * MS + MS / 2);
        assert_int_equal(first->preferred, -1);
    }
    ss_sched_join_process(w, (int32_t)def->cpus + 1, 0);
    cache->process[0].threads = 2;
    run(w, 71 * MS + MS / 2);
    assert_true(first->preferred >= 0);
    assert_int_equal(second->preferred, first->preferred);
    done(w, def);
}

/* The group of the thread is called for, and the thread would be refused. */
static bool is_called_and_refused(const struct ss_world *w, int32_t task, int32_t home)
{
    const struct ss_cache *cache = w->sched->cache;
    const uint32_t src = (uint32_t)w->task[task].cpu, dst = cache->first[home];
    struct ss_cache_levels levels;
    bool drop;
    assert_true(ss_cache_levels_of(w, src, dst, &levels));
    const struct ss_cache_candidate candidate = {.src = cache->llc[src],
                                                 .dst = home,
                                                 .anchor = home,
                                                 .threads = cache->process[0].threads,
                                                 .util = ss_task_util(w, task)};
    return ss_cache_flags_group(cache->rules, &levels, 1, 0, 1) &&
           ss_cache_can_migrate_task(cache->rules, &levels, &candidate, &drop) == SS_CACHE_FORBID;
}

/* P27. At tolerance 0 all eight come to run all the time first. A CPU that always runs is a little
 * less than its capacity, so that half of the cache is put at 49 %. */
static void the_eighth_thread_comes_by_active_balance_although_it_is_refused(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(8);
    def->cache_tolerance = 0;
    def->cache_overaggr_pct = 49;
    def->interventions = 1;
    def->intervention_at_low[0] = 400 * MS;
    def->intervention_kind[0] = SS_INTERVENE_TUNABLE;
    def->intervention_task[0] = SS_TUNABLE_AGGR_TOLERANCE;
    def->intervention_value[0] = 1;
    struct ss_world *w = build_unwatched(def);
    struct moves moves = {0};
    run_noting(w, &moves, 400 * MS);
    expect(w, 0, 4, 4);
    assert_int_equal(moves.between_caches, 0);
    run_noting(w, &moves, 425 * MS);
    const int32_t home = preferred(w, 0);
    assert_true(home >= 0);
    bool refused = false;
    for (uint64_t now = 425; now < 2000; now++) {
        run_noting(w, &moves, now * MS);
        for (uint32_t i = 0; i < 8 && on_llc(w, 0, (uint32_t)home) == 7; i++)
            if (w->sched->cache->llc[w->task[def->cpus + i].cpu] != home)
                refused |= is_called_and_refused(w, (int32_t)(def->cpus + i), home);
    }
    assert_true(refused);
    assert_int_equal(on_llc(w, 0, (uint32_t)home), 8);
    assert_int_equal(moves.between_caches, 4);
    assert_int_equal(moves.reason, SS_MIGRATE_ACTIVE);
    done(w, def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_tolerance_0_threads_move_as_without),
        cmocka_unit_test(a_second_thread_makes_both_prefer_a_cache_within_two_epochs_and_a_tick),
        cmocka_unit_test(the_eighth_thread_comes_by_active_balance_although_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
