/*
 * The LRU of a node: pages in use, newest first, behind one lock. A CPU gathers new pages in a
 * pagevec and adds them in one go; pages that are given up are taken off in groups. The caller
 * holds the LRU lock. Reclaim is not modelled: nothing walks the list. Source: mm/swap.c, v4.19
 * (modern: batches of 31, folio_batch).
 */
#ifndef SS_MM_LRU_H
#define SS_MM_LRU_H

#include "mm/pcp.h"

#define SS_PAGEVEC_MOST 31
#define SS_PAGEVEC_V4 15
#define SS_LRU_RELEASE_V4 32 /* pages taken off in one hold */
#define SS_LRU_RELEASE_MODERN 31

struct ss_pagevec {
    u32 count;
    u32 page[SS_PAGEVEC_MOST];
};

/* Pages of a pagevec to the head of the list; the pagevec is empty afterwards. */
void ss_lru_add(struct ss_hold *hold, struct ss_pcp *pcp, struct ss_pagevec *pagevec);

/* n pages off the list. */
void ss_lru_delete(struct ss_hold *hold, struct ss_pcp *pcp, const u32 *page, u32 n);

#endif
