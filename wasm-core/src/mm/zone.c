/* Memory and first state of a zone. */
#include "mm/zone.h"

#include "base/check.h"
#include "mm/buddy.h"

void ss_zone_create(struct ss_zone *zone, struct ss_arena *state, u32 pages, u32 cpus, u32 cores)
{
    u64 entries = (u64)pages + SS_LRU_LIST + 1 + (u64)cpus * SS_LISTS_A_CPU;
    zone->pages = pages;
    zone->cpus = cpus;
    zone->state = SS_ARENA_ARRAY(state, struct ss_zone_state, 1);
    zone->core_fills = SS_ARENA_ARRAY(state, u32, cores);
    zone->block_type = SS_ARENA_ARRAY(state, u8, pages >> SS_PAGEBLOCK_ORDER);
    zone->page = SS_ARENA_ARRAY(state, struct ss_page, entries);
}

void ss_zone_start(struct ss_zone *z)
{
    SS_DEBUG_CHECK(z->pages && z->pages % SS_BLOCK_PAGES == 0);
    const u32 heads = ss_pcp_list(z, z->cpus, 0);
    for (u32 i = 0; i < z->pages; i++)
        z->page[i].line.core = SS_UNTOUCHED;
    for (u32 i = 0; i < SS_ZONE_LINES; i++)
        z->state->line[i].core = SS_UNTOUCHED;
    for (u32 head = z->pages; head < heads; head++)
        ss_page_list_init(z->page, head);
    for (u32 block = 0; block < z->pages >> SS_PAGEBLOCK_ORDER; block++)
        z->block_type[block] = SS_MOVABLE;
    for (u32 page = 0; page < z->pages; page += SS_BLOCK_PAGES) {
        z->page[page].line.marks = SS_PAGE_BUDDY | (SS_ORDERS - 1);
        ss_page_list_append(z->page, ss_free_list(z, SS_ORDERS - 1, SS_MOVABLE), page);
        z->state->nr_free[SS_ORDERS - 1]++;
    }
    z->state->free_pages = z->pages;
}

void ss_block_set_type(struct ss_zone *z, u32 block, u32 type)
{
    SS_DEBUG_CHECK(block < z->pages >> SS_PAGEBLOCK_ORDER);
    z->state->isolated -= z->block_type[block] == SS_ISOLATE;
    z->state->isolated += type == SS_ISOLATE;
    SS_DEBUG_CHECK(z->state->isolated <= z->pages >> SS_PAGEBLOCK_ORDER);
    z->block_type[block] = (u8)type;
}
