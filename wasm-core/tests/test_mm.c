/* The page lists: blocks that merge back, pages that are never lost, worlds that fault pages in and
 * repeat themselves bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/run.h"
#include "exec/world.h"
#include "mm/age.h"
#include "mm/buddy.h"
#include "mm/mm.h"
#include "mm/pcp_modern.h"
#include "support_pages.h"
#include "support_world.h"
#include "world/outputs.h"

/* ---- the buddy allocator alone --------------------------------------------------------------- */

#define PAGES 4096

static void *memory_of_zone;

static struct ss_zone make_zone(void)
{
    struct ss_zone zone = {.costs = {.ps = {1, 2, 3, 4, 5}, .l1_lines = 4, .l2_lines = 64}};
    struct ss_arena arena;
    memory_of_zone = calloc(1, 1 << 20);
    ss_arena_init(&arena, memory_of_zone, 1 << 20);
    ss_zone_create(&zone, &arena, PAGES, 1, 2);
    assert_false(arena.failed);
    ss_zone_start(&zone);
    return zone;
}

static uint32_t blocks_on_lists(const struct ss_zone *z, uint32_t order)
{
    uint32_t blocks = 0;
    for (uint32_t type = 0; type < SS_MIGRATE_TYPES; type++) {
        uint32_t head = ss_free_list(z, order, type);
        for (uint32_t at = z->page[head].next; at != head; at = z->page[at].next)
            blocks++;
    }
    return blocks;
}

static void pages_freed_in_any_order_merge_back_to_the_largest_blocks(void **state)
{
    (void)state;
    struct ss_zone zone = make_zone();
    struct ss_hold hold = ss_hold_begin(&zone, 0);
    struct ss_prng random;
    uint32_t page[PAGES];
    ss_prng_seed(&random, 7, 1, 0);
    for (uint32_t i = 0; i < PAGES; i++)
        page[i] = ss_buddy_remove(&hold, 0, SS_MOVABLE);
    assert_int_equal(ss_buddy_remove(&hold, 0, SS_MOVABLE), SS_NO_PAGE);
    for (uint32_t i = PAGES; i > 0; i--) {
        uint32_t pick = ss_prng_below(&random, i), chosen = page[pick];
        page[pick] = page[i - 1];
        ss_buddy_insert(&hold, chosen, 0, SS_MOVABLE);
    }
    for (uint32_t order = 0; order + 1 < SS_ORDERS; order++)
        assert_int_equal(zone.state->nr_free[order], 0);
    assert_int_equal(zone.state->nr_free[SS_ORDERS - 1], PAGES / SS_BLOCK_PAGES);
    assert_int_equal(hold.merges, PAGES - PAGES / SS_BLOCK_PAGES);
    free(memory_of_zone);
}

static void counters_of_free_blocks_equal_the_lists(void **state)
{
    (void)state;
    struct ss_zone zone = make_zone();
    struct ss_hold hold = ss_hold_begin(&zone, 0);
    struct ss_prng random;
    uint32_t page[PAGES], held = 0;
    ss_prng_seed(&random, 8, 1, 0);
    for (uint32_t step = 0; step < 20000; step++) {
        if (held == 0 || (held < PAGES && ss_prng_below(&random, 2))) {
            uint32_t got = ss_buddy_remove(&hold, 0, ss_prng_below(&random, SS_PCP_TYPES));
            if (got != SS_NO_PAGE)
                page[held++] = got;
        } else {
            uint32_t pick = ss_prng_below(&random, held), chosen = page[pick];
            page[pick] = page[--held];
            ss_buddy_insert(&hold, chosen, 0, ss_block_type(&zone, chosen));
        }
    }
    uint32_t pages = 0;
    for (uint32_t order = 0; order < SS_ORDERS; order++) {
        assert_int_equal(zone.state->nr_free[order], blocks_on_lists(&zone, order));
        pages += zone.state->nr_free[order] << order;
    }
    assert_int_equal(pages, PAGES - held);
    assert_true(hold.fallbacks > 0);
    free(memory_of_zone);
}

static void a_line_costs_more_the_further_away_it_was_touched_last(void **state)
{
    (void)state;
    struct ss_zone zone = make_zone();
    struct ss_hold own = ss_hold_begin(&zone, 0), other = ss_hold_begin(&zone, 1);
    zone.costs.llc_lines = 200;
    struct ss_page_line *line = &zone.page[5].line;
    assert_int_equal(ss_line_touch(&own, line), 5); /* memory: nobody had it */
    assert_int_equal(ss_line_touch(&own, line), 1);
    zone.core_fills[0] += 10;
    assert_int_equal(ss_line_touch(&own, line), 2);
    assert_int_equal(ss_line_touch(&other, line), 3);
    zone.core_fills[1] += 100;
    zone.state->socket_fills += 100;
    assert_int_equal(ss_line_touch(&own, line), 4);
    zone.core_fills[0] += 100;
    zone.state->socket_fills += 300;
    assert_int_equal(ss_line_touch(&other, line), 5);
    free(memory_of_zone);
}

/* Gives a page back that was marked as in use. */
static void give_back(struct ss_hold *hold, uint32_t page)
{
    hold->zone->page[page].line.marks = 0;
    ss_buddy_insert(hold, page, 0, SS_MOVABLE);
}

static void a_block_that_is_given_back_says_why_it_grew_no_further(void **state)
{
    (void)state;
    struct ss_zone zone = make_zone();
    struct ss_hold hold = ss_hold_begin(&zone, 0);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(ss_buddy_remove(&hold, 0, SS_MOVABLE), i);
        zone.page[i].line.marks = SS_PAGE_USED;
    }
    give_back(&hold, 2);
    assert_int_equal(hold.stopped[SS_MERGE_IN_USE], 1);
    zone.page[5].line.marks = 0; /* on the list of a CPU */
    give_back(&hold, 4);
    assert_int_equal(hold.stopped[SS_MERGE_ON_A_LIST], 1);
    assert_int_equal(hold.single, 2);
    give_back(&hold, 3);
    assert_int_equal(hold.stopped[SS_MERGE_IN_USE], 2);
    assert_int_equal(hold.single, 2);
    give_back(&hold, 0);
    give_back(&hold, 1); /* four pages now; of the next four the first is free, but alone */
    assert_int_equal(hold.stopped[SS_MERGE_IN_PIECES], 1);
    assert_int_equal(hold.single, 3);
    for (uint32_t page = 5; page < 8; page++)
        give_back(&hold, page);
    assert_int_equal(hold.stopped[SS_MERGE_LARGEST], 1);
    uint32_t stops = 0;
    for (uint32_t why = 0; why < SS_MERGE_STOPS; why++)
        stops += hold.stopped[why];
    assert_int_equal(stops, 8);
    free(memory_of_zone);
}

/* All pages in use, but every second one of the first `given` of the last pageblock, which lie on
 * the lists of `type`. */
static struct ss_zone nearly_empty_zone(uint32_t given, uint32_t type, u8 marks)
{
    struct ss_zone zone = make_zone();
    struct ss_hold hold = ss_hold_begin(&zone, 0);
    for (uint32_t i = 0; i < PAGES; i++)
        zone.page[ss_buddy_remove(&hold, 0, SS_MOVABLE)].line.marks = marks;
    const uint32_t first = PAGES - SS_PAGEBLOCK_PAGES;
    ss_block_set_type(&zone, first >> SS_PAGEBLOCK_ORDER, type);
    for (uint32_t page = first; page < first + given; page += 2)
        ss_buddy_insert(&hold, page, 0, type);
    return zone;
}

static struct ss_fallback fallback_of(struct ss_zone *zone, uint32_t wanted)
{
    struct ss_hold hold = ss_hold_begin(zone, 0);
    assert_int_not_equal(ss_buddy_remove(&hold, 0, wanted), SS_NO_PAGE);
    assert_int_equal(hold.fallbacks, 1);
    assert_true(hold.fallback.touches > 0 && hold.fallback.ps > 0);
    free(memory_of_zone);
    return hold.fallback;
}

static void a_fallback_says_how_much_of_a_pageblock_it_took_and_why(void **state)
{
    (void)state;
    struct ss_zone zone = make_zone();
    struct ss_fallback taken = fallback_of(&zone, SS_UNMOVABLE);
    assert_int_equal(taken.extent, SS_FALLBACK_LARGE);
    assert_int_equal(taken.order, SS_ORDERS - 1);
    assert_int_equal(taken.type, SS_MOVABLE);
    assert_int_equal(taken.moved, SS_BLOCK_PAGES);

    /* What is neither free nor on the LRU may be unmovable: then the pageblock is worth taking. */
    zone = nearly_empty_zone(200, SS_MOVABLE, SS_PAGE_USED);
    taken = fallback_of(&zone, SS_UNMOVABLE);
    assert_int_equal(taken.extent, SS_FALLBACK_CLAIMED);
    assert_int_equal(taken.moved, 100);
    assert_int_equal(taken.alike, SS_PAGEBLOCK_PAGES - 100);

    zone = nearly_empty_zone(200, SS_MOVABLE, SS_PAGE_USED | SS_PAGE_LRU);
    taken = fallback_of(&zone, SS_UNMOVABLE);
    assert_int_equal(taken.extent, SS_FALLBACK_PIECES);
    assert_int_equal(taken.on_lru, SS_PAGEBLOCK_PAGES - 100);
    assert_int_equal(taken.alike, 0);

    zone = nearly_empty_zone(200, SS_UNMOVABLE, SS_PAGE_USED);
    taken = fallback_of(&zone, SS_MOVABLE);
    assert_int_equal(taken.extent, SS_FALLBACK_ONE);
    assert_int_equal(taken.moved, 1);
}

/* True if the buddy of a free block is free and as large: they should be one. */
static bool could_merge(const struct ss_zone *z, uint32_t page, uint32_t order)
{
    uint32_t buddy = page ^ 1u << order;
    return order < SS_ORDERS - 1 && ss_page_is_free(z, buddy, order);
}

static void an_aged_zone_is_free_in_pieces_around_what_is_held(void **state)
{
    (void)state;
    struct ss_zone zone = make_zone();
    uint32_t page[2][1000];
    const struct ss_zone_holding holding[2] = {{page[0], 1000}, {page[1], 300}};
    struct ss_prng random;
    ss_prng_seed(&random, 3, 1, 0);
    ss_zone_age(&zone, holding, 2, SS_PAGEVEC_V4, &random);
    for (uint32_t i = 0; i < 1300; i++) {
        struct ss_page *held = &zone.page[i < 1000 ? page[0][i] : page[1][i - 1000]];
        assert_int_equal(held->line.marks, SS_PAGE_USED | SS_PAGE_LRU);
        held->line.marks = SS_PAGE_USED; /* one that is held twice would be seen */
    }
    uint32_t pages = 0;
    for (uint32_t order = 0; order < SS_ORDERS; order++) {
        uint32_t head = ss_free_list(&zone, order, SS_MOVABLE);
        for (uint32_t at = zone.page[head].next; at != head; at = zone.page[at].next) {
            assert_false(could_merge(&zone, at, order));
            pages += 1u << order;
        }
        assert_int_equal(zone.state->nr_free[order], blocks_on_lists(&zone, order));
    }
    assert_int_equal(pages, PAGES - 1300);
    assert_int_equal(zone.state->free_pages, pages);
    assert_int_equal(zone.state->lru_pages, 1300);
    assert_true(zone.state->nr_free[0] > zone.state->nr_free[3]);
    free(memory_of_zone);
}

/* ---- worlds ---------------------------------------------------------------------------------- */

/* Every page is free in the buddy allocator, on a CPU's list, or in use. */
static void no_page_is_ever_lost(void **state)
{
    (void)state;
    for (uint32_t turn = 0; turn <= 4 * SS_PCP_FORM_MODERN + 3; turn++) {
        struct ss_world_def *def = page_machine(turn / 4, 0);
        def->workload_parameter[2] = turn % 2;     /* 1: tasks hold pages from the start */
        def->workload_parameter[4] = turn / 2 % 2; /* 1: page tables take pages */
        struct ss_world *w = build(def);
        uint64_t held = w->mm->zone[0].pages - w->mm->zone[0].state->free_pages;
        assert_true((held > 0) == turn % 2);
        for (uint64_t now = 100000; now < 30000000; now += 1777777) {
            step_to(w, now);
            const struct ss_zone *zone = &w->mm->zone[0];
            const struct ss_zone_counts *count = &zone->state->count;
            uint64_t pages = zone->state->free_pages + held + count->allocated - count->freed;
            for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
                pages += w->mm->cpu[cpu].pcp.count + w->mm->cpu[cpu].pcp.length[SS_PCP_CHOSEN];
            assert_int_equal(pages, zone->pages);
        }
        assert_true(w->mm->zone[0].state->count.freed > 1500);
        assert_true((w->mm->zone[0].state->count.fallbacks > 0) == (turn / 2 % 2));
        free(w);
        free(def);
    }
}

/* With aged memory tasks begin in the middle of a round: some where it has nothing left to fault.
 */
static void a_task_may_hold_all_its_pages_from_the_start(void **state)
{
    (void)state;
    uint32_t whole = 0;
    for (uint32_t seed = 1; seed <= 12; seed++) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
        def->workload_parameter[0] = SS_PAGEVEC_MOST + 1;
        def->workload_parameter[2] = 1; /* aged */
        def->seed_low = seed;
        struct ss_world *w = build(def);
        for (uint32_t task = def->cpus; task < w->stoppers; task++)
            whole += w->task[task].program[1] == SS_PAGEVEC_MOST + 1; /* pages at first */
        step_to(w, 200000);
        assert_true(w->clock->score > 0);
        free(w);
        free(def);
    }
    assert_true(whole > 0);
}

static void ledger_kinds_sum_to_wall_time(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
    struct ss_world *w = build(def);
    for (uint64_t now = 137; now < 20000000; now += 1299721) {
        step_to(w, now);
        assert_ledgers_sum_to(w, now);
    }
    free(w);
    free(def);
}

static void a_restored_moment_goes_on_to_the_same_trace(void **state)
{
    (void)state;
    for (uint32_t handover = 0; handover <= 260000; handover += 260000) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
        def->page_handover_ps = handover; /* 0: the locks issue every access */
        struct ss_world *head = build(def), *cursor = build(def);
        step_to(head, 7000000);
        memcpy((u8 *)cursor + head->map->state_offset, (u8 *)head + head->map->state_offset,
               head->map->state_bytes);
        step_to(head, 15000000);
        for (uint64_t now = 7000000; now <= 15000000; now += 333333)
            step_to(cursor, now);
        step_to(cursor, 15000000);
        assert_int_equal(cursor->clock->trace_hash, head->clock->trace_hash);
        free(head);
        free(cursor);
        free(def);
    }
}

static uint64_t takes(uint32_t batch, uint64_t *pages)
{
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, batch);
    struct ss_world *w = build(def);
    step_to(w, 40000000);
    ss_world_frame(w);
    uint64_t takes = w->outputs->views.lock[0].takes;
    *pages = w->outputs->views.zone[0].allocated;
    assert_true(w->outputs->views.lock[0].waited_window <= w->outputs->views.lock[0].waited);
    free(w);
    free(def);
    return takes;
}

static void a_larger_batch_visits_the_zone_less_often(void **state)
{
    (void)state;
    uint64_t pages31, pages127;
    uint64_t takes31 = takes(31, &pages31), takes127 = takes(127, &pages127);
    assert_true(pages31 > 20000 && pages127 > 20000);
    assert_true(takes31 * pages127 > 3 * takes127 * pages31);
}

static struct ss_latency_view refills(uint32_t batch, uint64_t *counted)
{
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, batch);
    def->workload_parameter[0] = 5000;
    struct ss_world *w = build(def);
    step_to(w, def->warmup_us * 1000);
    *counted = w->mm->zone[0].state->count.refills;
    step_to(w, 60000000);
    ss_world_frame(w);
    *counted = w->outputs->views.zone[0].refills - *counted;
    assert_true(w->outputs->views.lock[0].takes_window <= w->outputs->views.lock[0].takes);
    assert_true(w->outputs->views.lock[0].takes_window >= *counted);
    const struct ss_latency_view view = w->outputs->views.latency[SS_LATENCY_REFILL];
    free(w);
    free(def);
    return view;
}

static void every_refill_of_the_window_is_timed_and_a_larger_one_takes_longer(void **state)
{
    (void)state;
    uint64_t counted31, counted511;
    const struct ss_latency_view of31 = refills(31, &counted31), of511 = refills(511, &counted511);
    /* Of each CPU one may have begun before the window or not be over. */
    assert_in_range(of31.samples, counted31 - 8, counted31 + 8);
    assert_in_range(of511.samples, counted511 - 8, counted511 + 8);
    assert_true(of511.samples > 20);
    assert_true(of31.p99 <= of31.greatest);
    assert_true(of511.p50 > 3 * of31.p50);
}

static u64 idle_of(const struct ss_world *w, uint32_t cpu)
{
    u64 ns[SS_LEDGER_KINDS];
    ss_ledger_now(w, cpu, ns);
    return ns[SS_LEDGER_IDLE];
}

static void tasks_that_pause_sleep_and_their_cpus_idle(void **state)
{
    (void)state;
    for (uint32_t pause = 0; pause <= 20000000; pause += 20000000) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
        def->workload_parameter[3] = pause;
        struct ss_world *w = build(def);
        step_to(w, 100000000);
        assert_true(w->mm->zone[0].state->count.freed > 2 * 1500);
        for (uint32_t cpu = 0; cpu < 4; cpu++)
            assert_true((idle_of(w, cpu) > 40000000) == (pause > 0));
        free(w);
        free(def);
    }
}

static u32 largest(u32 a, u32 b, u32 c)
{
    return ss_max_u32(ss_max_u32(a, b), c);
}

static u32 pages_on_lists(const struct ss_world *w)
{
    u32 pages = 0;
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        pages += w->mm->cpu[cpu].pcp.count;
    return pages;
}

/* One round each, then nobody allocates for four seconds. */
static void lists_of_modern_kernels_shrink_while_nobody_uses_them(void **state)
{
    (void)state;
    for (uint32_t fixed = 0; fixed <= 600; fixed += 600) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 0);
        def->pcp_high = fixed;
        def->workload_parameter[0] = 6000;
        def->workload_parameter[3] = 4000000000;
        struct ss_world *w = build(def);
        step_to(w, 900000000);
        const u32 pages = pages_on_lists(w);
        for (uint64_t second = 1; second <= 3; second++) {
            struct ss_pcp before[4];
            for (uint32_t cpu = 0; cpu < 4; cpu++)
                before[cpu] = w->mm->cpu[cpu].pcp;
            step_to(w, 900000000 + second * 1000000000);
            for (uint32_t cpu = 0; cpu < 4; cpu++) {
                const struct ss_pcp *was = &before[cpu], *now = &w->mm->cpu[cpu].pcp;
                const u32 surplus = was->batch << SS_PCP_SCALE;
                const u32 high = was->high <= was->high_min
                                     ? was->high
                                     : largest(was->count > surplus ? was->count - surplus : 0,
                                               was->high - (was->high >> 3), was->high_min);
                assert_int_equal(now->high, high);
                assert_int_equal(now->count, ss_min_u32(was->count, high));
                assert_true((now->high < was->high) == (was->high > was->high_min));
            }
        }
        assert_true(fixed ? pages_on_lists(w) == pages : pages_on_lists(w) < pages);
        free(w);
        free(def);
    }
}

/* A hold that gives back pages that cannot be moved and then, in the order of the lists, ones that
 * can: it began with the former. */
static bool begins_with_unmovable(const struct ss_zone *zone, const struct ss_hold_log *log)
{
    return log->steps && ss_block_type(zone, log->page[0]) == SS_UNMOVABLE &&
           ss_block_type(zone, log->page[log->steps - 1]) == SS_MOVABLE;
}

static void a_flush_of_modern_lists_begins_with_the_list_of_the_page_just_freed(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 8);
    def->pcp_high = 20;
    def->workload_parameter[0] = 6000;
    def->workload_parameter[4] = 1;
    struct ss_world *w = build_unwatched(def);
    uint32_t seen = 0;
    for (uint64_t now = 1000; now < 20000000; now += 1000) {
        step_to(w, now);
        seen += begins_with_unmovable(&w->mm->zone[0], &w->mm->zone_state[0].last[1]);
    }
    assert_true(seen > 0);
    free(w);
    free(def);
}

/* With page tables a CPU has lists of two types, and a refill of each at once. */
static void a_zone_has_the_pages_for_large_batches(void **state)
{
    (void)state;
    for (uint32_t form = SS_PCP_FORM_V4_18; form <= SS_PCP_FORM_MODERN; form++) {
        struct ss_world_def *def = page_machine(form, 4000);
        def->pcp_high = 4000;
        def->workload_parameter[0] = 64;
        def->workload_parameter[4] = 1;
        struct ss_world *w = build(def);
        step_to(w, 30000000);
        assert_true(w->mm->zone[0].state->count.freed > 8 * 64);
        free(w);
        free(def);
    }
}

static const char *refusal_of_a_batch(struct ss_world_def *def, uint32_t pages)
{
    def->interventions = 1;
    def->intervention_at_low[0] = 5000000;
    def->intervention_kind[0] = SS_INTERVENE_PCP_BATCH;
    def->intervention_value[0] = pages;
    return ss_world_bytes(def) ? NULL : (const char *)def->message;
}

/* Lists that tune themselves may hold far more than the zone has pages for. */
static void a_fork_takes_no_batch_that_the_zone_has_no_pages_for(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 0);
    uint32_t most = 63;
    assert_null(refusal_of_a_batch(def, most));
    while (!refusal_of_a_batch(def, most + 1))
        most++;
    assert_non_null(strstr(refusal_of_a_batch(def, most + 1), "zones have pages for"));
    assert_null(refusal_of_a_batch(def, most));
    struct ss_world *w = build(def);
    step_to(w, 100000000);
    free(w);
    free(def);
}

static void impossible_page_lists_are_refused_by_field(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
    def->pcp_form = 9;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message,
                           "kernel.page_lists.form: must be 0 (v4.18), 1 (v4.19) or 2 (modern)"));
    def->pcp_form = SS_PCP_FORM_MODERN;
    def->workload_parameter[1] = 3;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.nodes"));
    def->workload_parameter[1] = 1;
    def->workload_parameter[2] = 2;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.memory"));
    def->workload_parameter[2] = 0;
    def->workload_parameter[4] = 2;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.page_tables"));
    def->workload_parameter[4] = 0;
    def->pcp_batch = 100;
    def->pcp_high = 99;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.page_lists.high: is less than the batch"));
    def->pcp_batch = 0; /* as the kernel computes it: 63 */
    def->pcp_high = 62;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.page_lists.high: is less than the batch"));
    def->pcp_high = 63;
    assert_true(ss_world_bytes(def) > 0);
    def->page_fault_ps = 0;
    assert_world_refused(def, "page_fault_ps");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_freed_in_any_order_merge_back_to_the_largest_blocks),
        cmocka_unit_test(counters_of_free_blocks_equal_the_lists),
        cmocka_unit_test(a_line_costs_more_the_further_away_it_was_touched_last),
        cmocka_unit_test(a_block_that_is_given_back_says_why_it_grew_no_further),
        cmocka_unit_test(a_fallback_says_how_much_of_a_pageblock_it_took_and_why),
        cmocka_unit_test(an_aged_zone_is_free_in_pieces_around_what_is_held),
        cmocka_unit_test(no_page_is_ever_lost),
        cmocka_unit_test(ledger_kinds_sum_to_wall_time),
        cmocka_unit_test(a_restored_moment_goes_on_to_the_same_trace),
        cmocka_unit_test(a_larger_batch_visits_the_zone_less_often),
        cmocka_unit_test(every_refill_of_the_window_is_timed_and_a_larger_one_takes_longer),
        cmocka_unit_test(tasks_that_pause_sleep_and_their_cpus_idle),
        cmocka_unit_test(lists_of_modern_kernels_shrink_while_nobody_uses_them),
        cmocka_unit_test(a_flush_of_modern_lists_begins_with_the_list_of_the_page_just_freed),
        cmocka_unit_test(a_task_may_hold_all_its_pages_from_the_start),
        cmocka_unit_test(a_zone_has_the_pages_for_large_batches),
        cmocka_unit_test(a_fork_takes_no_batch_that_the_zone_has_no_pages_for),
        cmocka_unit_test(impossible_page_lists_are_refused_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
