/* NUMA balancing against the preference for a cache: threads that go to their memory and stay there
 * or are fetched back, by version (spec "Cache-aware load balancing" sections 2.2, 2.9, 4 P20 and
 * P21, 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/record.h"
#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"
#include "support_world.h"

#define MS 1000000ull
#define CORES 8

enum { PROCESSES, THREADS, OTHERS, MEMORY, ON, OFF, PLACES, LATER, LEAVING, AFTER, MEMORY_ON };
enum { UNKNOWN, FIRST_NODE, SECOND_NODE, IN_TURN };
enum { ACROSS, TOGETHER };

/* TN of the specification: two nodes of two LLCs of 16 CPUs. */
static struct ss_world_def *two_nodes(uint32_t version, uint32_t threads, uint32_t memory_on)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 4 * 2 * CORES;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < def->cpus; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % (4 * CORES);
        def->cpu_llc[cpu] = def->cpu_core[cpu] / CORES;
        def->cpu_node[cpu] = def->cpu_package[cpu] = def->cpu_llc[cpu] / 2;
    }
    def->distance[0] = def->distance[3] = 10;
    def->distance[1] = def->distance[2] = 20;
    def->fair_class = SS_FAIR_FULL;
    def->workload = SS_WORKLOAD_SPINNERS;
    def->workload_parameter[PROCESSES] = 1;
    def->workload_parameter[THREADS] = threads;
    def->workload_parameter[PLACES] = TOGETHER;
    def->workload_parameter[MEMORY_ON] = memory_on;
    def->cache_version = version;
    def->llc_kib = 32 * 1024;
    def->seed_low = 1;
    return def;
}

static uint32_t node_of(const struct ss_world *w, uint32_t thread)
{
    return w->topology.node[w->task[w->topology.cpus + thread].cpu];
}

static int32_t preference_of(const struct ss_world *w, uint32_t thread)
{
    return w->sched->cache->task[w->topology.cpus + thread].preferred;
}

struct moves {
    uint32_t to_memory, back; /* by NUMA balancing; off that node again, for any reason */
};

/* Runs to `until` and counts moves of threads whose memory alternates between the nodes. */
static struct moves count_moves(struct ss_world *w, uint64_t until)
{
    struct moves moves = {0};
    uint64_t seen = w->clock->records;
    while (w->clock->now < until) {
        ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 1);
        for (; seen < w->clock->records; seen++) {
            const struct ss_record *record = &w->ring[seen & (w->limits.ring_records - 1)];
            if (record->kind != SS_RECORD_MIGRATE || record->a < w->topology.cpus ||
                record->a >= w->stoppers)
                continue;
            const uint32_t from = w->topology.node[record->b], to = w->topology.node[record->c];
            const uint32_t memory = (record->a - w->topology.cpus) % 2;
            moves.to_memory += record->d == SS_MIGRATE_NUMA;
            moves.back += from == memory && to != memory;
        }
    }
    return moves;
}

static void a_thread_whose_memory_is_elsewhere_prefers_no_cache_from_v2_on(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_MERGED; version++)
        for (uint32_t balancing = 0; balancing < 2; balancing++) {
            struct ss_world_def *def = two_nodes(version, 4, IN_TURN);
            def->numa_balancing = balancing;
            /* Kept on the first cache, so that the anchor stays there. */
            struct ss_world *w = build(def);
            for (uint32_t i = 0; i < 4; i++)
                w->sched->fair->task[def->cpus + i].numa_retry = 1000000;
            step_to(w, 30 * MS);
            const bool heeds = version == SS_CACHE_V2 || (version >= SS_CACHE_V3 && balancing);
            assert_int_equal(preference_of(w, 0), 0);
            assert_int_equal(preference_of(w, 1), heeds ? -1 : 0);
            assert_int_equal(preference_of(w, 2), 0);
            assert_int_equal(preference_of(w, 3), heeds ? -1 : 0);
            free(w);
            free(def);
        }
}

/* P20: three threads on three caches of both nodes, so that an anchor stays where it is put. The
 * memory of one is on the first node, of one on the second, of one unknown. */
static void an_anchor_on_the_second_node_is_not_for_threads_with_memory_on_the_first(void **state)
{
    (void)state;
    enum { ANCHOR_LLC = 2 };
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_MERGED; version++)
        for (uint32_t balancing = 0; balancing < 2; balancing++) {
            struct ss_world_def *def = two_nodes(version, 3, IN_TURN);
            def->workload_parameter[PLACES] = ACROSS;
            def->numa_balancing = balancing;
            struct ss_world *w = build(def);
            for (uint32_t i = 0; i < 3; i++)
                w->sched->fair->task[def->cpus + i].numa_retry = 1000000;
            w->sched->fair->task[def->cpus + 2].memory_node = 0;
            step_to(w, MS / 2); /* before the first scan */
            w->sched->cache->process[0].anchor = w->sched->cache->first[ANCHOR_LLC];
            step_to(w, 25 * MS);
            assert_int_equal(w->sched->cache->process[0].anchor,
                             w->sched->cache->first[ANCHOR_LLC]);
            const bool heeds = version == SS_CACHE_V2 || (version >= SS_CACHE_V3 && balancing);
            assert_int_equal(preference_of(w, 0), heeds ? -1 : ANCHOR_LLC);
            assert_int_equal(preference_of(w, 1), ANCHOR_LLC);
            assert_int_equal(preference_of(w, 2), ANCHOR_LLC);
            free(w);
            free(def);
        }
}

/* The node of the anchor that the first scan chooses for two threads on the first node, where their
 * memory is, whose process has run on four CPUs of the second node until now. */
static uint32_t node_of_first_anchor(uint32_t version, uint32_t balancing)
{
    enum { LEFT_LLC = 2, LEFT_CPUS = 4 };
    struct ss_world_def *def = two_nodes(version, 2, FIRST_NODE);
    def->workload_parameter[PLACES] = ACROSS;
    def->numa_balancing = balancing;
    struct ss_world *w = build(def);
    step_to(w, MS / 2);
    struct ss_cache *cache = w->sched->cache;
    for (uint32_t i = 0; i < LEFT_CPUS; i++) {
        const uint32_t cpu = cache->first[LEFT_LLC] + i;
        cache->queue[cpu].clock.runtime = 100 * MS;
        cache->record[ss_cache_record_at(w, 0, cpu)].runtime = 100 * MS;
    }
    step_to(w, 5 * MS);
    assert_true(cache->process[0].anchor >= 0);
    const uint32_t node = w->topology.node[cache->process[0].anchor];
    free(w);
    free(def);
    return node;
}

/* P21. */
static void a_scan_looks_at_the_node_of_its_memory_only_in_v1_and_from_v4_on(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V1; version <= SS_CACHE_MERGED; version++) {
        const bool all = version == SS_CACHE_V2 || version == SS_CACHE_V3;
        assert_int_equal(node_of_first_anchor(version, 1), all);
        assert_int_equal(node_of_first_anchor(version, 0), version != SS_CACHE_V1);
    }
}

static void threads_go_to_their_memory_once_and_stay_from_v2_on(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V2; version <= SS_CACHE_MERGED; version++) {
        struct ss_world_def *def = two_nodes(version, 6, IN_TURN);
        def->numa_balancing = 1;
        struct ss_world *w = build_unwatched(def);
        const struct moves moves = count_moves(w, 600 * MS);
        assert_int_equal(moves.to_memory, 3);
        assert_int_equal(moves.back, 0);
        for (uint32_t i = 0; i < 6; i++)
            assert_int_equal(node_of(w, i), i % 2);
        free(w);
        free(def);
    }
}

static void v1_fetches_back_what_numa_balancing_has_moved(void **state)
{
    (void)state;
    struct ss_world_def *def = two_nodes(SS_CACHE_V1, 6, IN_TURN);
    def->numa_balancing = 1;
    struct ss_world *w = build_unwatched(def);
    const struct moves moves = count_moves(w, 600 * MS);
    print_message("%u to their memory, %u back\n", moves.to_memory, moves.back);
    assert_true(moves.to_memory > 6);
    assert_true(moves.back > 3);
    free(w);
    free(def);
}

static void without_cache_aware_balancing_they_go_once_as_well(void **state)
{
    (void)state;
    struct ss_world_def *def = two_nodes(SS_CACHE_OFF, 6, IN_TURN);
    def->numa_balancing = 1;
    struct ss_world *w = build_unwatched(def);
    const struct moves moves = count_moves(w, 600 * MS);
    assert_int_equal(moves.to_memory, 3);
    assert_int_equal(moves.back, 0);
    free(w);
    free(def);
}

static void a_process_whose_memory_is_on_one_node_gathers_on_a_cache_of_it_from_v2_on(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_V2; version <= SS_CACHE_MERGED; version++) {
        struct ss_world_def *def = two_nodes(version, 4, SECOND_NODE);
        def->numa_balancing = 1;
        struct ss_world *w = build_unwatched(def);
        step_to(w, 1000 * MS);
        const uint32_t llc = w->topology.llc[w->task[def->cpus].cpu];
        assert_true(llc >= 2);
        for (uint32_t i = 1; i < 4; i++)
            assert_int_equal(w->topology.llc[w->task[def->cpus + i].cpu], llc);
        free(w);
        free(def);
    }
}

/* NUMA balancing counts what it saw touched: with it on, more memory than the cache holds is. */
static void merged_looks_at_memory_while_numa_balancing_is_on(void **state)
{
    (void)state;
    for (uint32_t balancing = 0; balancing < 2; balancing++) {
        struct ss_world_def *def = two_nodes(SS_CACHE_MERGED, 4, FIRST_NODE);
        def->workload_parameter[MEMORY] = 33;
        def->numa_balancing = balancing;
        struct ss_world *w = build_unwatched(def);
        step_to(w, 100 * MS);
        assert_int_equal(w->sched->cache->process[0].anchor < 0, balancing);
        free(w);
        free(def);
    }
}

static uint64_t hash_of(struct ss_world_def *def)
{
    struct ss_world *w = build_unwatched(def);
    step_to(w, 200 * MS);
    const uint64_t hash = w->clock->trace_hash;
    free(w);
    free(def);
    return hash;
}

static void memory_that_nobody_heeds_changes_nothing(void **state)
{
    (void)state;
    for (uint32_t version = SS_CACHE_OFF; version <= SS_CACHE_MERGED; version++) {
        if (version == SS_CACHE_V2)
            continue;
        const uint64_t unknown = hash_of(two_nodes(version, 6, UNKNOWN));
        assert_true(hash_of(two_nodes(version, 6, IN_TURN)) == unknown);
        /* Nor does NUMA balancing where nothing is known of memory. */
        struct ss_world_def *def = two_nodes(version, 6, UNKNOWN);
        def->numa_balancing = 1;
        assert_true(hash_of(def) == unknown);
    }
}

static void impossible_definitions_are_refused_with_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = two_nodes(SS_CACHE_V2, 4, IN_TURN + 1);
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.memory_on"));
    def->workload_parameter[MEMORY_ON] = UNKNOWN;
    def->numa_balancing = 2;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.numa_balancing"));
    def->numa_balancing = 1;
    def->cache_version = SS_CACHE_OFF;
    def->fair_class = SS_FAIR_MINIMAL;
    assert_world_refused(def, "kernel.numa_balancing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_whose_memory_is_elsewhere_prefers_no_cache_from_v2_on),
        cmocka_unit_test(an_anchor_on_the_second_node_is_not_for_threads_with_memory_on_the_first),
        cmocka_unit_test(a_scan_looks_at_the_node_of_its_memory_only_in_v1_and_from_v4_on),
        cmocka_unit_test(threads_go_to_their_memory_once_and_stay_from_v2_on),
        cmocka_unit_test(v1_fetches_back_what_numa_balancing_has_moved),
        cmocka_unit_test(without_cache_aware_balancing_they_go_once_as_well),
        cmocka_unit_test(a_process_whose_memory_is_on_one_node_gathers_on_a_cache_of_it_from_v2_on),
        cmocka_unit_test(merged_looks_at_memory_while_numa_balancing_is_on),
        cmocka_unit_test(memory_that_nobody_heeds_changes_nothing),
        cmocka_unit_test(impossible_definitions_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
