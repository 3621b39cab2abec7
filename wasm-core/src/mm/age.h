/*
 * A zone that has long been in use: pages that tasks hold lie scattered over it, and what is free
 * between them is in pieces. A zone that begins whole takes thousands of refills to become like
 * that, the more of them the larger the batch. Not a record of any real machine: the scatter is
 * even.
 */
#ifndef SS_MM_AGE_H
#define SS_MM_AGE_H

#include "base/prng.h"
#include "mm/zone.h"

/* What one task holds: `count` pages, to be written to page[0] .. page[count - 1]. */
struct ss_zone_holding {
    u32 *page;
    u32 count;
};

/* Hands pages of a zone that has just been started to `holdings`, and puts them on the LRU in
 * groups of `group` of one holding. The zone must have more pages than they hold together. At most
 * SS_LIMIT_CPUS holdings. */
void ss_zone_age(struct ss_zone *zone, const struct ss_zone_holding *holding, u32 holdings,
                 u32 group, struct ss_prng *random);

#endif
