/* What mechanisms on the stage are shown of a moment: the same as the rooms themselves say, and
 * asking changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/footprint.h"
#include "exec/lock.h"
#include "mm/mm.h"
#include "sched/cache/account.h"
#include "sched/rt/cpupri.h"
#include "support_caches.h"
#include "support_pages.h"
#include "support_zen3.h"
#include "world/outputs.h"

#define LOOKS 40

static const struct ss_mechanism_views *shown(struct ss_world *w)
{
    ss_world_mechanisms(w);
    return &w->outputs->mechanisms;
}

/* Four nodes of four cores, two threads a core, and RT tasks on all of them. */
static struct ss_world_def *rt_machine(uint32_t per_node, uint32_t is_static)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    const uint32_t parameters[] = {4, 8, 20, 10, 20000, 2000, 0};
    ss_world_def_default(def);
    def->cpus = 32;
    def->nodes = 4;
    for (uint16_t cpu = 0; cpu < 32; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % 16;
        def->cpu_llc[cpu] = def->cpu_node[cpu] = cpu % 16 / 4;
    }
    for (uint32_t i = 0; i < 16; i++)
        def->distance[i] = i % 5 ? 20 : 10;
    def->workload = SS_WORKLOAD_FFMPEG_TOKEN;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    def->cpupri_per_node = per_node;
    def->static_root_domain = is_static;
    def->seed_low = 1;
    return def;
}

/* ---- cpupri */

/* As a search takes them: the AND over all maps of the level. */
static bool is_listed(const struct ss_world *w, uint32_t level, uint32_t cpu)
{
    for (uint32_t node = 0; node < w->sched->mask_nodes; node++)
        if (!ss_bitset_has(ss_level_mask(w->sched, level, node), cpu))
            return false;
    return true;
}

/* Returns how many of the CPUs are ghosts. */
static uint32_t hold_masks(struct ss_world *w)
{
    const struct ss_mechanism_views *views = shown(w);
    const uint32_t words = w->map->cpupri_words;
    uint32_t ghosts = 0;
    for (uint32_t level = 0; level < w->map->cpupri_levels; level++) {
        const uint64_t *mask = views->cpupri_mask + level * words;
        const uint64_t *ghost = views->cpupri_ghost + level * words;
        for (uint32_t cpu = 0; cpu < words * 64; cpu++) {
            const bool is_there = cpu < w->topology.cpus;
            const bool is_ghost = is_there && ss_cpupri_ghost(w, level, cpu);
            assert_int_equal(ss_bitset_has(mask, cpu), is_there && is_listed(w, level, cpu));
            assert_int_equal(ss_bitset_has(ghost, cpu), is_ghost);
            ghosts += is_ghost;
        }
    }
    return ghosts;
}

static void masks_are_those_that_a_search_would_find(void **state)
{
    (void)state;
    for (uint32_t form = 0; form < 3; form++) {
        struct ss_world_def *def = rt_machine(form > 0, form > 1);
        struct ss_world *w = build(def);
        uint32_t ghosts = 0;
        for (uint64_t look = 1; look <= LOOKS; look++) {
            step_to(w, look * 33333);
            ghosts += hold_masks(w);
        }
        assert_int_equal(ghosts > 0, form > 1);
        done(w, def);
    }
}

static void counts_of_levels_lie_where_the_map_says(void **state)
{
    (void)state;
    struct ss_world_def *def = rt_machine(0, 0);
    struct ss_world *w = build(def);
    step_to(w, MS);
    const int32_t *count = (const int32_t *)((const uint8_t *)w + w->map->cpupri_count_offset);
    int32_t filed = 0;
    for (uint32_t level = 0; level < w->map->cpupri_levels; level++) {
        assert_int_equal(count[level], w->sched->state->count[level]);
        filed += count[level];
    }
    /* A CPU that is on its way from one level to another counts at both. */
    assert_in_range(filed, def->cpus, 2 * def->cpus);
    done(w, def);
}

/* ---- lines and locks */

static void sharers_of_a_line_lie_where_the_map_says(void **state)
{
    (void)state;
    struct ss_world_def *def = rt_machine(0, 0);
    struct ss_world *w = build(def);
    uint32_t shared = 0;
    step_to(w, MS);
    for (uint32_t line = 0; line < w->map->line_view_count; line++) {
        const uint8_t *at = (const uint8_t *)w + w->map->sharer_offset;
        const uint64_t *set = (const uint64_t *)(at + (uint64_t)line * w->map->sharer_stride);
        assert_ptr_equal(set, ss_coherence_sharers(&w->coherence, line));
        shared += ss_bitset_count(set, w->map->sharer_words);
    }
    assert_in_range(shared, 1, UINT32_MAX);
    done(w, def);
}

/* The time that a hold took at most, by a moment where it is over. */
static void holders_are_told_with_the_time_they_hold_their_locks(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 31);
    struct ss_world *w = build(def);
    const int32_t lock = w->mm->zone_state[0].lock;
    uint32_t held = 0, handed = 0;
    uint64_t since = 0;
    int32_t before = -1;
    for (uint64_t now = 10 * MS; now < 12 * MS; now += 200) {
        step_to(w, now);
        const struct ss_holder_view *view = &shown(w)->holder[lock];
        assert_int_equal(view->cpu, ss_lock_holder(w, lock));
        assert_true(view->cpu >= 0 || view->held == 0);
        if (view->held && view->cpu == before && since)
            assert_true(now - view->held == since || now - view->held > now - 200);
        since = view->held ? now - view->held : 0;
        before = view->cpu;
        held += view->held > 0;
        handed += view->cpu >= 0 && !view->held;
    }
    assert_in_range(held, 100, 10000);
    assert_in_range(handed, 1, held);
    done(w, def);
}

/* ---- accounts and traffic */

static void accounts_name_the_cache_where_threads_gather(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(4);
    struct ss_world *w = run_new(def, 100 * MS);
    assert_int_equal(w->map->account_view_count, 1);
    const struct ss_mechanism_views *views = shown(w);
    assert_int_equal(views->account[0].preferred, preferred(w, 0));
    assert_int_equal(views->account[0].threads, 4);
    assert_int_equal(views->account[0].refused, 0);
    assert_int_equal(views->account_llc[0].running, 4);
    assert_int_equal(views->account_llc[1].running, 0);
    /* A CPU that ran nothing but the process is all the process's, also when it has left. */
    assert_in_range(views->account_llc[0].occupancy, 4 * SS_CACHE_FULL - 99, 16 * SS_CACHE_FULL);
    assert_true(views->account_llc[1].occupancy < views->account_llc[0].occupancy);
    done(w, def);
}

static uint32_t refusal(uint32_t threads, uint32_t memory_mib)
{
    struct ss_world_def *def = two_caches(threads);
    def->workload_parameter[MEMORY] = memory_mib;
    struct ss_world *w = run_new(def, 300 * MS);
    const struct ss_account_view view = shown(w)->account[0];
    const u8 reason = ss_cache_exclusion(w, 0, 0);
    assert_int_equal(view.refused != 0, reason != 0);
    assert_int_equal(view.memory, memory_mib * 1024);
    done(w, def);
    return view.refused;
}

static void accounts_say_which_limit_refuses_a_process(void **state)
{
    (void)state;
    assert_int_equal(refusal(8, 1), 0);
    assert_int_equal(refusal(32, 1), 1);
    assert_int_equal(refusal(8, 64), 2);
}

static void traffic_of_a_stream_stays_below_what_its_nodes_give(void **state)
{
    (void)state;
    struct ss_world_def *def =
        zen3(SS_WORKLOAD_STREAM, (uint32_t[]){16, 65536, 0, 113700, 40000, 28000}, 6);
    struct ss_world *w = build_unwatched(def);
    uint64_t most = 0;
    assert_int_equal(w->map->traffic_view_count, 2);
    for (uint64_t look = 1; look <= LOOKS; look++) {
        step_to(w, look * MS);
        const struct ss_traffic_view *by_node = shown(w)->traffic;
        for (uint32_t node = 0; node < 2; node++) {
            assert_int_equal(by_node[node].limit, 113700000000);
            assert_in_range(by_node[node].rate, 0, by_node[node].limit);
            assert_in_range(by_node[node].cpus, 0, 16);
            assert_int_equal(by_node[node].cpus == 0, by_node[node].rate == 0);
            most = ss_max_u64(most, by_node[node].rate);
        }
    }
    assert_in_range(most, 100000000000, 113700000000);
    done(w, def);
}

static void traffic_of_footprints_is_what_their_tasks_take(void **state)
{
    (void)state;
    struct ss_world_def *def = two_caches(1);
    const uint32_t parameters[] = {8, 2300, 3, 300 * 1024, 10, 50, 0, 0};
    def->workload = SS_WORKLOAD_CHACHA20;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    struct ss_world *w = build_unwatched(def);
    uint32_t taking = 0;
    for (uint64_t look = 1; look <= LOOKS; look++) {
        step_to(w, look * 777777);
        uint64_t sum = 0;
        uint32_t cpus = 0;
        for (uint32_t task = 0; task < w->tasks; task++) {
            const uint32_t *traffic = w->footprints->task[task].traffic;
            sum += (uint64_t)(traffic[0] + traffic[1]) * 1000;
            cpus += traffic[0] || traffic[1];
        }
        assert_int_equal(shown(w)->traffic[0].rate, sum);
        assert_int_equal(shown(w)->traffic[0].cpus, cpus);
        taking += cpus;
    }
    assert_in_range(taking, 1, UINT32_MAX);
    done(w, def);
}

static void nothing_of_caches_or_memory_is_shown_where_nothing_models_them(void **state)
{
    (void)state;
    struct ss_world_def *def = rt_machine(0, 0);
    struct ss_world *w = build(def);
    shown(w);
    assert_int_equal(w->map->account_view_count, 0);
    assert_int_equal(w->map->traffic_view_count, 0);
    done(w, def);
}

/* ---- asking */

static void asking_changes_neither_the_run_nor_its_state(void **state)
{
    (void)state;
    struct ss_world_def *defs[] = {rt_machine(1, 1), two_caches(12),
                                   page_machine(SS_PCP_FORM_MODERN, 63)};
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(defs); i++) {
        struct ss_world *asked = build(defs[i]), *plain = build(defs[i]);
        for (uint64_t look = 1; look <= LOOKS; look++) {
            step_to(asked, look * 77777);
            shown(asked);
            step_to(plain, look * 77777);
        }
        assert_int_equal(asked->clock->trace_hash, plain->clock->trace_hash);
        assert_memory_equal((uint8_t *)asked + asked->map->state_offset,
                            (uint8_t *)plain + plain->map->state_offset, plain->map->state_bytes);
        free(plain);
        done(asked, defs[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_those_that_a_search_would_find),
        cmocka_unit_test(counts_of_levels_lie_where_the_map_says),
        cmocka_unit_test(sharers_of_a_line_lie_where_the_map_says),
        cmocka_unit_test(holders_are_told_with_the_time_they_hold_their_locks),
        cmocka_unit_test(accounts_name_the_cache_where_threads_gather),
        cmocka_unit_test(accounts_say_which_limit_refuses_a_process),
        cmocka_unit_test(traffic_of_a_stream_stays_below_what_its_nodes_give),
        cmocka_unit_test(traffic_of_footprints_is_what_their_tasks_take),
        cmocka_unit_test(nothing_of_caches_or_memory_is_shown_where_nothing_models_them),
        cmocka_unit_test(asking_changes_neither_the_run_nor_its_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
