/* The tuning rules of pcp_modern.h. */
#include "mm/pcp_modern.h"

#include "base/check.h"
#include "mm/buddy.h"
#include "mm/pcp_lines.h"

/* `highest` wins where the two bounds cross, as in the kernel's macro. */
static u32 clamp(u32 value, u32 lowest, u32 highest)
{
    return ss_min_u32(ss_max_u32(value, lowest), highest);
}

/* a - b, at least `least`. */
static u32 less(u32 a, u32 b, u32 least)
{
    return ss_max_u32(a > b ? a - b : 0, least);
}

void ss_pcp_modern_allocates(struct ss_pcp *pcp)
{
    pcp->free_count >>= 1;
}

u32 ss_pcp_modern_refill_size(struct ss_pcp *pcp, const struct ss_zone *zone, u32 order)
{
    SS_DEBUG_CHECK(pcp->batch);
    u32 high = pcp->high = clamp(pcp->high, pcp->high_min, pcp->high_max);
    if (high < pcp->batch)
        return 1;
    u32 n = order ? pcp->batch : pcp->batch << pcp->alloc_factor;
    if (pcp->high_min != pcp->high_max && !zone->state->below_high)
        high = pcp->high = ss_min_u32(high + n, pcp->high_max);
    if (!order) {
        u32 cap = less(high, pcp->count + pcp->batch, pcp->batch);
        if (n <= cap && pcp->alloc_factor < SS_PCP_SCALE)
            pcp->alloc_factor++;
        n = ss_min_u32(n, cap);
    }
    return n > 1 ? ss_max_u32(n >> order, 2) : n;
}

/* How many pages the lists may hold before a free flushes (nr_pcp_high). */
static u32 limit(struct ss_pcp *pcp, const struct ss_zone *zone, bool free_high)
{
    u32 high = pcp->high = clamp(pcp->high, pcp->high_min, pcp->high_max);
    if (!high)
        return 0;
    if (free_high) {
        pcp->high = less(high, pcp->batch << SS_PCP_SCALE, pcp->high_min);
        return 0;
    }
    u32 step = ss_max_u32(pcp->free_count, pcp->batch);
    if (zone->state->reclaim_active) {
        pcp->high = less(high, step, pcp->high_min);
        return ss_min_u32(pcp->batch << 2, pcp->high);
    }
    if (pcp->high_min == pcp->high_max)
        return high;
    if (zone->state->below_high) {
        pcp->high = less(high, step, pcp->high_min);
        return ss_max_u32(pcp->count, pcp->high_min);
    }
    if (pcp->count >= high && high < pcp->free_count + pcp->batch)
        pcp->high = clamp(pcp->free_count + pcp->batch, pcp->high_min, pcp->high_max);
    return high;
}

u32 ss_pcp_modern_frees(struct ss_pcp *pcp, const struct ss_zone *zone, u32 order)
{
    SS_DEBUG_CHECK(pcp->batch && order < SS_ORDERS);
    bool high_order = order && order <= SS_PCP_COSTLY_ORDER;
    bool free_high = high_order && pcp->free_count >= pcp->batch + pcp->high_min / 2 &&
                     pcp->previous_free_high_order &&
                     (!pcp->free_high_batch || pcp->count >= pcp->batch);
    pcp->alloc_factor >>= 1;
    pcp->previous_free_high_order = high_order;
    if (pcp->free_count < pcp->batch << SS_PCP_SCALE)
        pcp->free_count += 1u << order;
    u32 lim = limit(pcp, zone, free_high);
    if (pcp->count < lim)
        return 0;
    if (free_high)
        return ss_min_u32(pcp->count, pcp->batch << SS_PCP_SCALE);
    return lim < pcp->batch ? 1 : clamp(pcp->free_count, pcp->batch, lim - pcp->batch);
}

u32 ss_pcp_modern_flush(struct ss_hold *hold, struct ss_pcp *pcp, u32 n, u32 first)
{
    SS_DEBUG_CHECK(first < SS_PCP_LISTS);
    struct ss_zone *z = hold->zone;
    u32 left = ss_min_u32(n, pcp->count), flushed = 0;
    z->state->count.acquisitions++;
    ss_touch_line(hold, SS_LINE_ZONE_LOCK);
    for (u32 list = first; flushed < left; list = (list + 1) % SS_PCP_LISTS) {
        u32 head = ss_pcp_list(z, pcp->cpu, list), order = ss_pcp_order(list);
        if (pcp->length[list])
            ss_pcp_touch(hold, SS_PCP_MOVES, list);
        while (flushed < left && pcp->length[list]) {
            u32 page = z->page[head].previous;
            if (hold->first < 0)
                hold->first = (i32)page;
            const struct ss_hold_mark before = ss_hold_mark(hold);
            ss_page_list_unlink(z->page, page);
            SS_DEBUG_CHECK(page < z->pages && pcp->count >= 1u << order);
            pcp->length[list]--;
            pcp->count -= 1u << order;
            flushed += 1u << order;
            ss_count_pages(hold, pcp, SS_COUNT_FREE, 1 << order);
            ss_buddy_insert(hold, page, order, ss_block_type(z, page));
            ss_hold_note(hold, page, &before);
        }
    }
    hold->pages += flushed;
    return flushed;
}

u32 ss_pcp_modern_decay(struct ss_pcp *pcp, bool *more)
{
    *more = false;
    if (pcp->high > pcp->high_min) {
        u32 kept = less(pcp->count, pcp->batch << SS_PCP_SCALE, pcp->high_min);
        pcp->high = ss_max_u32(kept, pcp->high - (pcp->high >> 3));
        *more = pcp->high > pcp->high_min;
    }
    u32 excess = pcp->count > pcp->high ? pcp->count - pcp->high : 0;
    *more |= excess > 0;
    return excess;
}
