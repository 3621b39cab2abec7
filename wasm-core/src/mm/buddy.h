/*
 * The buddy allocator: blocks of 2^order pages, split when a smaller one is wanted, merged with
 * their buddies when freed. The caller holds the zone's lock. Source: mm/page_alloc.c, v4.19.
 */
#ifndef SS_MM_BUDDY_H
#define SS_MM_BUDDY_H

#include "mm/zone.h"

/* Takes a block of `order` for `type` out of the free lists (__rmqueue); other types' blocks are
 * taken when its own are used up. The block's head, or SS_NO_PAGE. */
u32 ss_buddy_remove(struct ss_hold *hold, u32 order, u32 type);

/* Puts a block back and merges it as far as possible (__free_one_page). */
void ss_buddy_insert(struct ss_hold *hold, u32 page, u32 order, u32 type);

#endif
