/* The histogram of histogram.h. */
#include "base/histogram.h"

/* Octave 0 holds the values that are exact; from then on each power of two has as many steps. */
static u32 bucket_of(u32 value)
{
    if (value < SS_HISTOGRAM_STEPS)
        return value;
    const u32 octave = ss_highest_bit(value) - SS_HISTOGRAM_STEP_BITS;
    return (octave + 1) * SS_HISTOGRAM_STEPS + ((value >> octave) & (SS_HISTOGRAM_STEPS - 1));
}

static u32 greatest_of(u32 bucket)
{
    if (bucket < SS_HISTOGRAM_STEPS)
        return bucket;
    const u32 octave = bucket / SS_HISTOGRAM_STEPS - 1;
    const u64 next = SS_HISTOGRAM_STEPS + bucket % SS_HISTOGRAM_STEPS + 1;
    return (u32)((next << octave) - 1);
}

void ss_histogram_add(struct ss_histogram *histogram, u64 value)
{
    const u32 clipped = (u32)ss_min_u64(value, UINT32_MAX);
    histogram->count++;
    histogram->sum += clipped;
    histogram->greatest = ss_max_u32(histogram->greatest, clipped);
    histogram->bucket[bucket_of(clipped)]++;
}

u32 ss_histogram_percentile(const struct ss_histogram *histogram, u32 permille)
{
    const u64 rank = (histogram->count * permille + 999) / 1000;
    u64 seen = 0;
    for (u32 i = 0; histogram->count && i < SS_HISTOGRAM_BUCKETS; i++) {
        seen += histogram->bucket[i];
        if (seen >= rank)
            return ss_min_u32(greatest_of(i), histogram->greatest);
    }
    return 0;
}
