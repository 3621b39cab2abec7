/*
 * Per-CPU page lists of modern kernels: lists for orders 0 to 3 and huge pages, refills that double
 * while nothing is freed, a high mark that tunes itself, flushes in chunks of the batch. The zone's
 * part (refill) is shared with pcp.h. Source: mm/page_alloc.c of 2026 (spec "Per-CPU page lists"
 * 2.10 and 2.11).
 */
#ifndef SS_MM_PCP_MODERN_H
#define SS_MM_PCP_MODERN_H

#include "mm/pcp.h"

#define SS_PCP_COSTLY_ORDER 3
#define SS_PCP_HUGE_ORDER SS_PAGEBLOCK_ORDER
#define SS_PCP_HUGE_LIST                                                                           \
    (SS_PCP_TYPES * (SS_PCP_COSTLY_ORDER + 1)) /* not movable; movable next                        \
                                                */
#define SS_PCP_SCALE 5 /* CONFIG_PCP_BATCH_SCALE_MAX: at most batch << 5 at a time */

static inline u32 ss_pcp_order(u32 list)
{
    return list < SS_PCP_HUGE_LIST ? list / SS_PCP_TYPES : SS_PCP_HUGE_ORDER;
}

static inline u32 ss_pcp_type(u32 list)
{
    return list < SS_PCP_HUGE_LIST ? list % SS_PCP_TYPES : list - SS_PCP_HUGE_LIST;
}

/* The list of blocks of an order and type. Orders between 3 and 9 have none. */
static inline u32 ss_pcp_list_of(u32 order, u32 type)
{
    return order == SS_PCP_HUGE_ORDER ? SS_PCP_HUGE_LIST + (type == SS_MOVABLE)
                                      : order * SS_PCP_TYPES + type;
}

/* An allocation begins: consecutive frees count half from now on. */
void ss_pcp_modern_allocates(struct ss_pcp *pcp);

/* Blocks to ask the zone for when the list of `order` is empty (nr_pcp_alloc). */
u32 ss_pcp_modern_refill_size(struct ss_pcp *pcp, const struct ss_zone *zone, u32 order);

/* After a block of `order` was put on its list: pages to flush now, 0 for none (free_frozen_page_
 * commit). */
u32 ss_pcp_modern_frees(struct ss_pcp *pcp, const struct ss_zone *zone, u32 order);

/* Flushes at least n pages, at most what there is, in one hold, beginning with list `first`.
 * Returns the pages flushed. Precondition: the zone's lock is held. */
u32 ss_pcp_modern_flush(struct ss_hold *hold, struct ss_pcp *pcp, u32 n, u32 first);

/* The vmstat worker, about once a second: lowers high. Pages to flush now (in holds of at most
 * batch, from list 0); *more says whether it should come again. */
u32 ss_pcp_modern_decay(struct ss_pcp *pcp, bool *more);

#endif
