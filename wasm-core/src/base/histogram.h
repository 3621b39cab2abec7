/*
 * How often which latency was seen, for percentiles: values below 64 exactly, larger ones in 64
 * steps a power of two, so within 1.6 %.
 */
#ifndef SS_BASE_HISTOGRAM_H
#define SS_BASE_HISTOGRAM_H

#include "base/types.h"

#define SS_HISTOGRAM_STEP_BITS 6
#define SS_HISTOGRAM_STEPS (1u << SS_HISTOGRAM_STEP_BITS)
#define SS_HISTOGRAM_BUCKETS (SS_HISTOGRAM_STEPS * (32 - SS_HISTOGRAM_STEP_BITS + 1))

struct ss_histogram {
    u64 count, sum;
    u32 greatest;
    u32 bucket[SS_HISTOGRAM_BUCKETS];
};

/* Values beyond 32 bits count as the greatest there is. */
void ss_histogram_add(struct ss_histogram *histogram, u64 value);

/* The least value that `permille` of all are not above, as far as the steps tell: the greatest of
 * its step. 0 of an empty histogram; permille is 1 to 1000. */
u32 ss_histogram_percentile(const struct ss_histogram *histogram, u32 permille);

#endif
