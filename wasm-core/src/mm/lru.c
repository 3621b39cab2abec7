/* Adding to and deleting from the LRU of lru.h. */
#include "mm/lru.h"

#include "base/check.h"

/* What every hold of the LRU lock touches, whatever it does. */
static void touch_shared(struct ss_hold *hold)
{
    ss_touch_line(hold, SS_LINE_LRU_LOCK);
    ss_touch_line(hold, SS_LINE_LRU_HEAD);
    ss_touch_line(hold, SS_LINE_CGROUP_SIZE);
    ss_touch_line(hold, SS_LINE_RECLAIM_STATISTICS);
}

static void count(struct ss_hold *hold, struct ss_pcp *pcp, i32 d)
{
    ss_count_pages(hold, pcp, SS_COUNT_NODE_LRU, d);
    ss_count_pages(hold, pcp, SS_COUNT_ZONE_LRU, d);
}

void ss_lru_add(struct ss_hold *hold, struct ss_pcp *pcp, struct ss_pagevec *pagevec)
{
    SS_DEBUG_CHECK(pagevec->count <= SS_ARRAY_LENGTH(pagevec->page));
    struct ss_zone *z = hold->zone;
    const u32 head = ss_lru_list(z);
    touch_shared(hold);
    for (u32 i = 0; i < pagevec->count; i++) {
        u32 page = pagevec->page[i];
        ss_touch_page(hold, page);
        ss_touch_page(hold, z->page[head].next);
        ss_page_list_push(z->page, head, page);
        z->page[page].line.marks |= SS_PAGE_LRU;
        count(hold, pcp, 1);
    }
    hold->pages += pagevec->count;
    z->state->lru_pages += pagevec->count;
    pagevec->count = 0;
}

void ss_lru_delete(struct ss_hold *hold, struct ss_pcp *pcp, const u32 *page, u32 n)
{
    SS_DEBUG_CHECK(n <= hold->zone->state->lru_pages);
    struct ss_zone *z = hold->zone;
    touch_shared(hold);
    for (u32 i = 0; i < n; i++) {
        struct ss_page *p = &z->page[page[i]];
        SS_DEBUG_CHECK(page[i] < z->pages && p->line.marks & SS_PAGE_LRU);
        ss_touch_page(hold, page[i]);
        ss_touch_page(hold, p->next);
        ss_touch_page(hold, p->previous);
        ss_page_list_unlink(z->page, page[i]);
        p->line.marks &= (u8)~SS_PAGE_LRU;
        count(hold, pcp, -1);
    }
    hold->pages += n;
    z->state->lru_pages -= n;
}
