/* The formulas of batch.h. */
#include "mm/batch.h"

#include "base/check.h"

/* The share of a zone that all lists together may hold under auto-tuning: an eighth. */
#define HIGH_MAX_FRACTION 8

/* One below a power of two near b: batches of exactly a power of two make CPUs use the same
 * colours of the caches. */
static u32 below_power_of_two(u32 b)
{
    return (1u << ss_highest_bit(b + b / 2)) - 1;
}

u32 ss_zone_batch_size(u32 managed, u32 cap)
{
    u32 b = ss_min_u32(managed / 1024, cap) / 4;
    return below_power_of_two(ss_max_u32(b, 1));
}

struct ss_batch ss_batch_of_zone(u32 managed, u32 cap)
{
    u32 b = ss_zone_batch_size(managed, cap);
    return (struct ss_batch){.batch = ss_max_u32(b, 1), .high = 6 * b};
}

struct ss_batch ss_batch_of_high(u32 high)
{
    u32 most = 96; /* PAGE_SHIFT times 8 */
    return (struct ss_batch){.batch = ss_min_u32(ss_max_u32(high / 4, 1), most), .high = high};
}

static u32 high_of(u32 pages, u32 cpus, u32 batch)
{
    return ss_max_u32(pages / cpus, 4 * batch);
}

struct ss_modern_batch ss_batch_modern(u32 managed, u32 low_watermark, u32 cpus)
{
    SS_DEBUG_CHECK(cpus);
    u32 b = ss_min_u32(managed >> 12, 64);
    u32 batch = b <= 1 ? 1 : below_power_of_two(b);
    return (struct ss_modern_batch){.batch = batch,
                                    .high_min = high_of(low_watermark, cpus, batch),
                                    .high_max = high_of(managed / HIGH_MAX_FRACTION, cpus, batch)};
}
