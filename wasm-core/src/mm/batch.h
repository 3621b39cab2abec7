/*
 * How large the per-CPU lists may grow and how much moves at a time, from the size of the zone.
 * All numbers are pages. Source: zone_batchsize, pageset_set_high and zone_highsize of
 * mm/page_alloc.c, v4.4, v4.19 and modern (spec "Per-CPU page lists" 2.1).
 */
#ifndef SS_MM_BATCH_H
#define SS_MM_BATCH_H

#include "base/types.h"

#define SS_BATCH_CAP_V4_18 128 /* 512 KiB: the batch is at most a quarter of this */
#define SS_BATCH_CAP_V4_19 256 /* 1 MiB */

struct ss_batch {
    u32 batch, high;
};

/* zone_batchsize of v4.18 and v4.19; `cap` is one of the two above. May be 0. */
u32 ss_zone_batch_size(u32 managed, u32 cap);

/* What the lists start with: batch at least 1, high six times the zone's batch size. */
struct ss_batch ss_batch_of_zone(u32 managed, u32 cap);

/* An explicit high (percpu_pagelist_fraction): the batch follows from it. */
struct ss_batch ss_batch_of_high(u32 high);

struct ss_modern_batch {
    u32 batch, high_min, high_max;
};

/* Modern; `low_watermark` of the zone, `cpus` of its node (all of the machine if it has none). */
struct ss_modern_batch ss_batch_modern(u32 managed, u32 low_watermark, u32 cpus);

#endif
