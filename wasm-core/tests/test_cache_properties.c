/*
 * The properties of section 4 of the specification "Cache-aware load balancing" that
 * test_cache_aware.c and test_numa.c do not have: sizes at which the thread limit bites, policy
 * over random inputs, scans an epoch, clocks, and a benchmark. Each test names its property. The
 * bounds in time of three of them come from the specification's stand-alone model, whose idle CPUs
 * balance every millisecond; they are tested with such CPUs, and what is left of them without says
 * a test beside.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"
#include "support_caches.h"

/* ---- how many gather ------------------------------------------------------------------------- */

/* As in the specification's model: whatever the kernel's intervals are, and although idle CPUs get
 * no kick while each cache has one busy CPU only. Changes the domain above the caches. */
static void balance_every_millisecond(struct ss_world *w)
{
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        for (uint32_t at = w->domains->cpu[cpu].base; at != SS_NO_DOMAIN;
             at = w->domains->domain[at].parent) {
            struct ss_sched_domain *domain = &w->domains->domain[at];
            if (domain->flags & SS_SD_SHARE_LLC)
                continue;
            domain->min_interval = domain->max_interval = 1;
            w->sched->fair->domain[at].balance_interval = 1;
        }
    for (uint32_t i = 0; i < w->domains->shareds; i++)
        w->sched->fair->shared[i].nr_busy_cpus++;
}

/* Where the first process runs whole, within so many ms; -1: nowhere. */
static int32_t gathers_within(struct ss_world *w, uint32_t threads, uint64_t ms)
{
    for (uint64_t now = 10; now <= ms; now += 10) {
        run(w, now * MS);
        for (uint32_t llc = 0; llc < w->topology.llcs; llc++)
            if (on_llc(w, 0, llc) == threads)
                return (int32_t)llc;
    }
    return -1;
}

/* P03. In the kernel's intervals, 32 to 64 ms here, a pass moves one thread, and by the time of the
 * tenth nine have filled their cache beyond half: see test_cache_aware.c. */
static void ten_threads_gather_within_150_ms_where_idle_cpus_balance_every_ms(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(10);
    def->workload_parameter[MEMORY] = 1;
    struct ss_world *w = build_unwatched(def);
    balance_every_millisecond(w);
    assert_int_equal(gathers_within(w, 10, 150), 0);
    run(w, 1000 * MS);
    expect(w, 0, 10, 0);
    done(w, def);
}

static const struct {
    uint32_t cores, threads;
    bool gather;
} large[] = {{30, 30, true}, {30, 31, false}, {60, 54, true}, {60, 55, false}};

static struct ss_world_def *large_caches(uint32_t i)
{
    struct ss_world_def *def = caches(2, large[i].cores, 2);
    def->workload_parameter[THREADS] = large[i].threads;
    return def;
}

/* P06. */
static void as_many_threads_as_the_limit_lets_gather_whole_within_a_second(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof(large) / sizeof(large[0]); i++) {
        struct ss_world_def *def = large_caches(i);
        struct ss_world *w = build_unwatched(def);
        balance_every_millisecond(w);
        if (large[i].gather) {
            assert_int_equal(gathers_within(w, large[i].threads, 1000), 0);
        } else {
            run(w, 300 * MS);
            assert_int_equal(preferred(w, 0), -1);
            assert_in_range(on_llc(w, 0, 0), large[i].threads / 2, (large[i].threads + 1) / 2);
        }
        done(w, def);
    }
}

/* P06 in the kernel's intervals, 120 and 240 ms: the limit lies there as well. */
static void large_caches_hold_threads_up_to_a_limit_near_half_their_cpus(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof(large) / sizeof(large[0]); i++) {
        struct ss_world_def *def = large_caches(i);
        struct ss_world *w = run_new(def, 500 * MS);
        const uint32_t half = (large[i].threads + 1) / 2;
        assert_int_equal(preferred(w, 0), large[i].gather ? 0 : -1);
        assert_int_equal(on_llc(w, 0, 0) > half, large[i].gather);
        done(w, def);
    }
}

static uint32_t most_together(const struct ss_world *w)
{
    uint32_t most = 0;
    for (uint32_t llc = 0; llc < w->topology.llcs; llc++)
        most = on_llc(w, 0, llc) > most ? on_llc(w, 0, llc) : most;
    return most;
}

/* P25. */
static void without_smt_eight_threads_of_eight_caches_gather_on_one(void **state)
{
    (void)state;
    struct ss_world_def *def = caches(8, 8, 1);
    def->workload_parameter[THREADS] = 8;
    struct ss_world *w = build_unwatched(def);
    balance_every_millisecond(w);
    run(w, 1000 * MS);
    assert_in_range(on_llc(w, 0, 0), 6, 8);
    assert_int_equal(preferred(w, 0), 0);
    done(w, def);
}

/* P25 with the kernel's own kicks: a CPU that is the only busy one of its cache kicks no idle CPU
 * to balance, so the threads stay where they are until another task runs beside one of them. Then
 * three quarters of the CPUs get a task; the other process's is one of them. */
static void eight_threads_on_eight_caches_gather_once_idle_cpus_are_asked(void **state)
{
    (void)state;
    struct ss_world_def *def = caches(8, 8, 1);
    def->workload_parameter[THREADS] = 8;
    struct ss_world *w = run_new(def, 500 * MS);
    assert_int_equal(most_together(w), 1);
    free(w);
    def->workload_parameter[PROCESSES] = 2;
    def->workload_parameter[OTHERS] = 1;
    w = run_new(def, 1000 * MS);
    assert_int_equal(on_llc(w, 1, 0), 1);
    assert_in_range(on_llc(w, 0, 0) + on_llc(w, 1, 0), 6, 8);
    done(w, def);
}

/* P11. */
static void two_threads_prefer_a_cache_within_two_epochs_and_a_tick(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(2);
    struct ss_world *w = run_new(def, 21 * MS + 500000);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(w->sched->cache->task[def->cpus + i].preferred, 0);
    done(w, def);
}

/* ---- what does not move ---------------------------------------------------------------------- */

/* P18: passes that moved or wanted to move tasks to the cache they prefer. */
static uint32_t passes_for_caches(const struct ss_world *w, uint64_t from)
{
    uint32_t count = 0;
    for (uint64_t id = from; id < w->clock->explains; id++) {
        const struct ss_explain_pass *record =
            &w->explain[id & (w->limits.explain_records - 1)].pass;
        count += record->decision == SS_DECISION_BALANCE && record->moves == SS_MOVES_LLC_TASK &&
                 (record->reason == SS_REASON_LB_MOVED || record->reason == SS_REASON_LB_ACTIVE);
    }
    return count;
}

static void more_threads_than_cpus_are_spread_and_left_alone(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(48);
    def->explain_records = 1 << 16;
    struct ss_world *w = run_new(def, 100 * MS);
    const uint64_t from = w->clock->explains;
    w->hooks.broken = NULL;
    run(w, 1000 * MS);
    assert_in_range(w->clock->explains - from, 1, w->limits.explain_records);
    expect(w, 0, 24, 24);
    assert_int_equal(passes_for_caches(w, from), 0);
    done(w, def);
}

/* ---- policy ---------------------------------------------------------------------------------- */

static struct ss_cache_levels random_levels(struct ss_prng *random)
{
    const uint64_t capacity = 16 * 1024 - ss_prng_below(random, 4096);
    return (struct ss_cache_levels){.src_util = ss_prng_below(random, 16 * 1024),
                                    .dst_util = ss_prng_below(random, 16 * 1024),
                                    .src_cap = capacity,
                                    .dst_cap = capacity,
                                    .smt = 1 + ss_prng_below(random, 2)};
}

static bool has_room(const struct ss_cache_rules *rules, const struct ss_cache_levels *levels,
                     uint64_t util)
{
    uint64_t pct = rules->overaggr_pct;
    if (rules->on[SS_CACHE_OVERAGGR_DIV_SMT])
        pct /= levels->smt;
    if (rules->on[SS_CACHE_SMT1_BONUS] && levels->smt == 1)
        pct = pct * 3 / 2;
    return util * 100 < levels->src_cap * pct;
}

/* P26. The fuller the preferred cache, the fewer come in and the more get out: what was refused is
 * not called for, what was let go is not kept, over random loads and all versions. */
static void keeps_its_direction(bool to_preferred)
{
    const enum ss_cache_move before = to_preferred ? SS_CACHE_FORBID : SS_CACHE_MOVE;
    const enum ss_cache_move never = to_preferred ? SS_CACHE_MOVE : SS_CACHE_FORBID;
    struct ss_prng random;
    ss_prng_seed(&random, 26, 0, to_preferred ? 1 : 2);
    uint32_t asked = 0;
    for (uint32_t i = 0; i < 200000; i++) {
        struct ss_cache_rules rules;
        ss_cache_preset(&rules, SS_CACHE_V1 + ss_prng_below(&random, SS_CACHE_MERGED));
        struct ss_cache_levels levels = random_levels(&random);
        const uint64_t util = ss_prng_below(&random, 1025);
        if (ss_cache_can_migrate(&rules, &levels, util, to_preferred) != before)
            continue;
        *(to_preferred ? &levels.dst_util : &levels.src_util) += 1 + ss_prng_below(&random, 8192);
        /* Where neither side has room everything is allowed, by another code. */
        if (!to_preferred && !has_room(&rules, &levels, levels.dst_util))
            continue;
        asked++;
        assert_int_not_equal(ss_cache_can_migrate(&rules, &levels, util, to_preferred), never);
    }
    assert_true(asked > 1000);
}

static void a_fuller_preferred_cache_never_lets_in_whom_an_emptier_refused(void **state)
{
    (void)state;
    keeps_its_direction(true);
}

static void a_fuller_preferred_cache_never_keeps_whom_an_emptier_let_go(void **state)
{
    (void)state;
    keeps_its_direction(false);
}

/* P27: the eighth thread is called for by its group and refused itself. */
static void the_eighth_thread_can_move_by_active_balance_only(void **state)
{
    (void)state;
    struct ss_cache_rules rules;
    bool drop;
    ss_cache_preset(&rules, SS_CACHE_V2);
    struct ss_cache_levels levels = {.src_util = 1024,
                                     .src_cap = 16 * 1024,
                                     .dst_util = 7 * 1024,
                                     .dst_cap = 16 * 1024,
                                     .smt = 2};
    const struct ss_cache_candidate eighth = {
        .src = 1, .dst = 0, .anchor = 0, .threads = 8, .util = 1024};
    assert_true(ss_cache_flags_group(&rules, &levels, 1, 0, 1));
    assert_int_equal(ss_cache_can_migrate_task(&rules, &levels, &eighth, &drop), SS_CACHE_FORBID);
    levels.dst_util = 6 * 1024;
    assert_int_equal(ss_cache_can_migrate_task(&rules, &levels, &eighth, &drop), SS_CACHE_MOVE);
}

/* ---- scans and clocks ------------------------------------------------------------------------ */

/* Whole scans of the only process since the measured window began: each ends with a store. */
static uint32_t scans(const struct ss_world *w)
{
    const u32 word = ss_cache_running_word(w, 0);
    for (uint32_t i = 0; i < w->c2c.count[0]; i++) {
        const struct ss_c2c_row *row = &w->c2c.row[i];
        if (row->line == ss_line_of(word) && row->offset == ss_offset_of(word) &&
            row->symbol == SS_SYMBOL_task_cache_work)
            return row->stores;
    }
    return 0;
}

/* P24: ten epochs, of which 16 running threads scan as often as the version lets them. At most all
 * of them tick at one moment; here they are kept apart by the words they all touch before, so that
 * already the second finds the epoch taken. */
static void threads_that_tick_one_after_another_scan_once_an_epoch(void **state)
{
    (void)state;
    static const struct {
        uint32_t version, skew, spread_ns, most;
    } cases[] = {{SS_CACHE_V2, 0, 0, 160},
                 {SS_CACHE_V2, 1, 0, 10},
                 {SS_CACHE_V2, 0, 10000, 20},
                 {SS_CACHE_MERGED, 0, 0, 10},
                 {SS_CACHE_MERGED, 1, 0, 10}};
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ss_world_def *def = two_caches(16);
        def->cache_version = cases[i].version;
        def->skew_tick = cases[i].skew;
        def->tick_spread_ps = cases[i].spread_ns * 1000;
        def->cache_tolerance = 100;
        def->warmup_us = 95000;
        struct ss_world *w = run_new(def, 195 * MS);
        assert_in_range(scans(w), 10, cases[i].most);
        done(w, def);
    }
}

/* The same ten epochs; each ms a thread ticks that has seen the old epoch. */
static uint32_t scans_of_late_ticks(uint32_t version)
{
    struct ss_world_def *def = two_caches(16);
    def->cache_version = version;
    def->skew_tick = 1;
    def->cache_tolerance = 100;
    def->warmup_us = 95000;
    struct ss_world *w = run_new(def, 95 * MS);
    for (uint64_t now = 95; now < 195; now++) {
        w->sched->cache->process[0].epoch = 0;
        run(w, (now + 1) * MS - MS / 4);
    }
    const uint32_t count = scans(w);
    done(w, def);
    return count;
}

/* P24: v2 does not look at the epoch again under the lock, merged lets one thread scan a period. */
static void who_saw_an_old_epoch_scans_as_well_but_for_the_merged_version(void **state)
{
    (void)state;
    assert_in_range(scans_of_late_ticks(SS_CACHE_V2), 95, 100);
    assert_in_range(scans_of_late_ticks(SS_CACHE_MERGED), 9, 11);
}

/* P23 and P29: at HZ 250 an epoch is two ticks of 4 ms. The core ticks every ms: eight of those.
 * P02 holds as with ten. */
static void epochs_of_eight_milliseconds_gather_four_threads_as_well(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    def->cache_epoch_period = 8;
    struct ss_world *w = build(def);
    uint64_t before = 0;
    for (uint64_t now = 1; now <= 100; now++) {
        run(w, now * MS + 500000);
        const uint64_t epoch = w->sched->cache->process[0].epoch;
        assert_true(epoch >= before && epoch <= (now + 7) / 8);
        before = epoch;
    }
    assert_int_equal(before, 13);
    expect(w, 0, 4, 0);
    w->hooks.broken = NULL;
    run(w, 2000 * MS);
    expect(w, 0, 4, 0);
    done(w, def);
}

/* P14. */
static void a_short_visit_is_seen_for_eighteen_epochs_and_gone_after_twenty(void **state)
{
    (void)state;
    struct ss_cache_clock clock = {.next_epoch = 0};
    struct ss_cache_record record = {0};
    ss_cache_advance(&clock, &record, 1, 10);
    record.runtime += MS;
    clock.runtime += MS;
    for (uint64_t epochs = 1; epochs <= 22; epochs++) {
        ss_cache_advance(&clock, &record, 1 + 10 * epochs, 10);
        const uint64_t fraction = ss_cache_fraction(&clock, &record);
        if (epochs <= 18)
            assert_true(fraction >= SS_CACHE_FULL / 4 * 3);
        else if (epochs >= 20)
            assert_int_equal(fraction, 0);
    }
}

/* ---- a benchmark ----------------------------------------------------------------------------- */

/* ns a message takes two pairs that begin on both caches: TG with the transfer times of Genoa. */
static double message_ns(uint32_t version)
{
    struct ss_world_def *def = two_caches(0);
    memcpy(def->workload_parameter, (uint32_t[]){1, 2, 100, 0, 1, 1}, 6 * sizeof(uint32_t));
    def->workload = SS_WORKLOAD_HACKBENCH;
    def->cache_version = version;
    def->llc_ps = 14000;
    def->hitm_same_llc_ps = 24000;
    def->clean_same_llc_ps = 18000;
    def->hitm_same_node_ps = def->clean_same_node_ps = 99000;
    def->warmup_us = 150000;
    struct ss_world *w = run_new(def, 200 * MS);
    const double messages = (double)(w->clock->score - w->clock->score_window);
    done(w, def);
    return 50e6 / messages;
}

/* P30. */
static void two_talking_pairs_gain_at_least_15_percent(void **state)
{
    (void)state;
    assert_true(message_ns(SS_CACHE_V2) <= 0.85 * message_ns(SS_CACHE_OFF));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_threads_gather_within_150_ms_where_idle_cpus_balance_every_ms),
        cmocka_unit_test(as_many_threads_as_the_limit_lets_gather_whole_within_a_second),
        cmocka_unit_test(large_caches_hold_threads_up_to_a_limit_near_half_their_cpus),
        cmocka_unit_test(without_smt_eight_threads_of_eight_caches_gather_on_one),
        cmocka_unit_test(eight_threads_on_eight_caches_gather_once_idle_cpus_are_asked),
        cmocka_unit_test(two_threads_prefer_a_cache_within_two_epochs_and_a_tick),
        cmocka_unit_test(more_threads_than_cpus_are_spread_and_left_alone),
        cmocka_unit_test(a_fuller_preferred_cache_never_lets_in_whom_an_emptier_refused),
        cmocka_unit_test(a_fuller_preferred_cache_never_keeps_whom_an_emptier_let_go),
        cmocka_unit_test(the_eighth_thread_can_move_by_active_balance_only),
        cmocka_unit_test(threads_that_tick_one_after_another_scan_once_an_epoch),
        cmocka_unit_test(who_saw_an_old_epoch_scans_as_well_but_for_the_merged_version),
        cmocka_unit_test(epochs_of_eight_milliseconds_gather_four_threads_as_well),
        cmocka_unit_test(a_short_visit_is_seen_for_eighteen_epochs_and_gone_after_twenty),
        cmocka_unit_test(two_talking_pairs_gain_at_least_15_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
