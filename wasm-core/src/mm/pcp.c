/* The per-CPU lists of v4.18 and v4.19, and what the modern form shares with them. */
#include "mm/pcp.h"

#include "base/check.h"
#include "mm/buddy.h"
#include "mm/pcp_lines.h"
#include "mm/pcp_modern.h"

void ss_count_pages_further(struct ss_hold *hold, struct ss_pcp *pcp, enum ss_counter counter,
                            i32 d)
{
    static const u8 lines[] = {[SS_COUNT_FREE] = SS_LINE_ZONE_COUNTERS,
                               [SS_COUNT_ZONE_LRU] = SS_LINE_ZONE_COUNTERS,
                               [SS_COUNT_NODE_LRU] = SS_LINE_NODE_COUNTERS};
    i32 x = pcp->difference[counter] + d;
    ss_pcp_touch(hold, SS_PCP_COUNTS, 0);
    if (x > SS_DIFFERENCE_THRESHOLD || x < -SS_DIFFERENCE_THRESHOLD) {
        ss_touch_line(hold, lines[counter]);
        ss_touch_line(hold, SS_LINE_GLOBAL_COUNTERS);
        x = 0;
    }
    pcp->difference[counter] = (i8)x;
}

/* ---- without the lock ------------------------------------------------------------------------ */

u32 ss_pcp_take(struct ss_hold *hold, struct ss_pcp *pcp, u32 list)
{
    SS_DEBUG_CHECK(list < SS_PCP_LISTS);
    struct ss_zone *z = hold->zone;
    u32 head = ss_pcp_list(z, pcp->cpu, list);
    u32 page = z->page[head].next;
    if (page == head)
        return SS_NO_PAGE;
    ss_pcp_touch(hold, SS_PCP_TAKES, list);
    ss_touch_page(hold, page);
    ss_page_list_unlink(z->page, page);
    SS_DEBUG_CHECK(pcp->length[list] && pcp->count >= 1u << ss_pcp_order(list));
    pcp->length[list]--;
    pcp->count -= 1u << ss_pcp_order(list);
    return page;
}

void ss_pcp_put(struct ss_hold *hold, struct ss_pcp *pcp, u32 list, u32 page)
{
    SS_DEBUG_CHECK(list < SS_PCP_LISTS && page < hold->zone->pages);
    struct ss_zone *z = hold->zone;
    ss_pcp_touch(hold, SS_PCP_PUTS, list);
    ss_touch_page(hold, page);
    ss_page_list_push(z->page, ss_pcp_list(z, pcp->cpu, list), page);
    pcp->length[list]++;
    pcp->count += 1u << ss_pcp_order(list);
}

u32 ss_pcp_free_list(struct ss_zone *z, u32 page)
{
    SS_DEBUG_CHECK(page < z->pages);
    u32 type = ss_block_type(z, page);
    z->page[page].line.type = (u8)type;
    return type < SS_PCP_TYPES ? type : SS_MOVABLE;
}

/* The buddy's line is fetched ahead, for the merge to come: the line moves, no CPU waits. */
static void prefetch_buddy(struct ss_hold *hold, u32 page)
{
    ss_line_touch(hold, &hold->zone->page[page ^ 1].line);
}

static void choose_tail(struct ss_hold *hold, struct ss_pcp *pcp, u32 type, bool prefetch)
{
    struct ss_zone *z = hold->zone;
    u32 page = z->page[ss_pcp_list(z, pcp->cpu, type)].previous;
    ss_touch_page(hold, page);
    ss_page_list_unlink(z->page, page);
    ss_page_list_append(z->page, ss_pcp_list(z, pcp->cpu, SS_PCP_CHOSEN), page);
    pcp->length[type]--;
    pcp->length[SS_PCP_CHOSEN]++;
    pcp->count--;
    if (prefetch)
        prefetch_buddy(hold, page);
}

u64 ss_pcp_choose(struct ss_hold *hold, struct ss_pcp *pcp, u32 n)
{
    SS_DEBUG_CHECK(n <= pcp->count);
    u64 before = hold->ps;
    u32 type = 0, quota = 0, prefetched = 0;
    while (n) {
        /* Lists that were empty pass their turn on: the next one gives more. */
        do {
            quota++;
            type = (type + 1) % SS_PCP_TYPES;
        } while (!pcp->length[type]);
        if (quota == SS_PCP_TYPES)
            quota = n; /* the only list left */
        ss_pcp_touch(hold, SS_PCP_MOVES, type);
        do {
            choose_tail(hold, pcp, type, prefetched++ < pcp->batch);
            n--;
        } while (n && --quota && pcp->length[type]);
    }
    return hold->ps - before;
}

/* ---- under the zone's lock ------------------------------------------------------------------- */

u32 ss_pcp_refill(struct ss_hold *hold, struct ss_pcp *pcp, u32 list, u32 n)
{
    SS_DEBUG_CHECK(list < SS_PCP_LISTS);
    struct ss_zone *z = hold->zone;
    const u32 order = ss_pcp_order(list), type = ss_pcp_type(list);
    u32 head = ss_pcp_list(z, pcp->cpu, list), blocks = 0;
    z->state->count.acquisitions++;
    ss_touch_line(hold, SS_LINE_ZONE_LOCK);
    ss_pcp_touch(hold, SS_PCP_MOVES, list);
    for (; blocks < n; blocks++) {
        const struct ss_hold_mark before = ss_hold_mark(hold);
        u32 page = ss_buddy_remove(hold, order, type);
        if (page == SS_NO_PAGE)
            break;
        ss_hold_note(hold, page, &before);
        if (hold->first < 0)
            hold->first = (i32)page;
        ss_page_list_append(z->page, head, page);
    }
    hold->pages += blocks << order;
    SS_DEBUG_CHECK(z->state->free_pages >= blocks << order);
    z->state->free_pages -= blocks << order;
    ss_count_pages(hold, pcp, SS_COUNT_FREE, -(i32)(blocks << order));
    pcp->length[list] += blocks;
    pcp->count += blocks << order;
    return blocks;
}

void ss_pcp_flush(struct ss_hold *hold, struct ss_pcp *pcp)
{
    struct ss_zone *z = hold->zone;
    u32 head = ss_pcp_list(z, pcp->cpu, SS_PCP_CHOSEN);
    z->state->count.acquisitions++;
    ss_touch_line(hold, SS_LINE_ZONE_LOCK);
    hold->pages += pcp->length[SS_PCP_CHOSEN];
    hold->first = (i32)z->page[head].next;
    while (!ss_page_list_empty(z->page, head)) {
        u32 page = z->page[head].next;
        u32 type = z->state->isolated ? ss_block_type(z, page) : z->page[page].line.type;
        const struct ss_hold_mark before = ss_hold_mark(hold);
        ss_page_list_unlink(z->page, page);
        ss_count_pages(hold, pcp, SS_COUNT_FREE, 1);
        ss_buddy_insert(hold, page, 0, type);
        ss_hold_note(hold, page, &before);
    }
    pcp->length[SS_PCP_CHOSEN] = 0;
}
