/*
 * Per-CPU page lists: a CPU takes and frees single pages without the zone's lock, and goes to the
 * zone for `batch` pages at a time. Here the form of v4.18 and v4.19 (they differ in the batch
 * only); pcp_modern.h holds the later one. Nothing here waits: a refill and the second half of a
 * flush are what a CPU does while it holds the zone's lock. Source: mm/page_alloc.c and
 * mm/vmstat.c, v4.19.
 */
#ifndef SS_MM_PCP_H
#define SS_MM_PCP_H

#include "mm/zone.h"

/* The per-CPU counters that reach the shared ones when they overflow (mm/vmstat.c). */
enum ss_counter { SS_COUNT_FREE, SS_COUNT_ZONE_LRU, SS_COUNT_NODE_LRU, SS_COUNTERS };

/* State of one CPU's lists in one zone. */
struct ss_pcp {
    u32 count; /* pages on all lists */
    u32 high, batch;
    u32 high_min, high_max; /* modern from here on; equal: no auto-tuning */
    u32 alloc_factor, free_count;
    bool previous_free_high_order, free_high_batch;
    i8 difference[SS_COUNTERS];
    u16 cpu;                    /* number among the CPUs of the zone: which lists are its own */
    u32 length[SS_LISTS_A_CPU]; /* blocks, by list */
};

/* A CPU's difference is a signed byte; 125 is what every server's zone gets. */
#define SS_DIFFERENCE_THRESHOLD 125

/* What ss_count_pages does beyond the CPU's difference, or by a layout of its own. */
void ss_count_pages_further(struct ss_hold *hold, struct ss_pcp *pcp, enum ss_counter counter,
                            i32 d);

/* Adds d to a shared counter by way of the CPU's difference: here as long as that has room, for
 * every page comes by several times. */
static inline void ss_count_pages(struct ss_hold *hold, struct ss_pcp *pcp, enum ss_counter counter,
                                  i32 d)
{
    const i32 x = pcp->difference[counter] + d;
    if (hold->lists || x > SS_DIFFERENCE_THRESHOLD || x < -SS_DIFFERENCE_THRESHOLD)
        ss_count_pages_further(hold, pcp, counter, d);
    else
        pcp->difference[counter] = (i8)x;
}

/* ---- without the lock ------------------------------------------------------------------------ */

/* Takes the page at the head of a list, or SS_NO_PAGE when the list is empty. */
u32 ss_pcp_take(struct ss_hold *hold, struct ss_pcp *pcp, u32 list);

/* Puts a block at the head of a list. */
void ss_pcp_put(struct ss_hold *hold, struct ss_pcp *pcp, u32 list, u32 page);

/* The list a freed page goes to, and its type from now on: that of its pageblock. */
u32 ss_pcp_free_list(struct ss_zone *zone, u32 page);

/* First half of a flush: chooses n pages from the lists' tails, by turns, and sets them apart.
 * Returns the cost in ps. Precondition: n <= pcp->count. */
u64 ss_pcp_choose(struct ss_hold *hold, struct ss_pcp *pcp, u32 n);

/* ---- under the zone's lock ------------------------------------------------------------------- */

/* Up to n blocks of the zone to the tail of a list (rmqueue_bulk). Returns the blocks obtained. */
u32 ss_pcp_refill(struct ss_hold *hold, struct ss_pcp *pcp, u32 list, u32 n);

/* Second half of a flush: the pages set apart go back to the zone. */
void ss_pcp_flush(struct ss_hold *hold, struct ss_pcp *pcp);

#endif
