/* The buddy allocator of a zone, without a world: blocks that merge back, what a line costs,
 * fallbacks between migrate types, zones that begin aged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mm/age.h"
#include "mm/buddy.h"
#include "mm/lru.h"

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
    assert_int_equal(ss_line_touch(&own, line), 5); /* memory: in no cache */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_freed_in_any_order_merge_back_to_the_largest_blocks),
        cmocka_unit_test(counters_of_free_blocks_equal_the_lists),
        cmocka_unit_test(a_line_costs_more_the_further_away_it_was_touched_last),
        cmocka_unit_test(a_block_that_is_given_back_says_why_it_grew_no_further),
        cmocka_unit_test(a_fallback_says_how_much_of_a_pageblock_it_took_and_why),
        cmocka_unit_test(an_aged_zone_is_free_in_pieces_around_what_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
