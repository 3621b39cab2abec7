/*
 * How caches and memory slow user work: how much of a footprint an LLC holds, how often the rest is
 * missed, what memory costs under load, and how fast the work goes on. Closed forms of a few
 * parameters, to be asked at scheduling events; knows nothing of tasks. Source: spec "Hardware
 * model" section 5. What a busy sibling costs is asked elsewhere: exec/user.c.
 *
 * Shares, ratios and speeds are fixed point, 65536 for one.
 */
#ifndef SS_MACHINE_USER_WORK_H
#define SS_MACHINE_USER_WORK_H

#include "base/types.h"

#define SS_ONE 65536u

/* One kind of work on one footprint: private to a thread, or shared by a process. */
struct ss_user_work {
    u64 bytes;          /* footprint F, below 2^38 */
    u32 accesses_a_ms;  /* LLC accesses of a ms of unstalled work (a), below 2^20 */
    u32 miss_uncached;  /* m0: miss ratio with nothing of it cached */
    u32 miss_cached;    /* m1: with all of it cached; at most m0 */
    u32 overlap_tenths; /* misses in flight at a time: 10 for a chase of pointers, at least 10 */
};

/* The miss ratio m(r) when `resident` bytes of the footprint are cached. */
u32 ss_miss_ratio(const struct ss_user_work *work, u64 resident);

/*
 * The bytes that each of `count` footprints comes to hold of an LLC of `capacity` bytes: all of it
 * where there is room for all; else as if every insertion evicted in proportion (two passes).
 * `resident` is what each holds now. The sum is at most the capacity.
 */
void ss_llc_targets(const struct ss_user_work *work, u32 count, u64 capacity, const u64 *resident,
                    u64 *target);

/* The time constant with which a footprint fills `bytes` of the LLC, ns; at least 1. */
u64 ss_llc_fill_ns(const struct ss_user_work *work, u64 bytes);

/* What is resident `elapsed` ns later, on the way to `target` with time constant `tau`, ns. */
u64 ss_resident_after(u64 resident, u64 target, u64 elapsed, u64 tau);

/* Latency of memory whose idle latency is `idle` ns at a utilisation, which above one counts as
 * one.
 */
u32 ss_loaded_latency(u32 idle, u32 utilisation);

/* The time a unit of work takes relative to unstalled work (q), at least SS_ONE: `miss` as from
 * ss_miss_ratio, the latencies of the LLC and of memory in ns. */
u32 ss_slowdown(const struct ss_user_work *work, u32 miss, u32 llc_ns, u32 memory_ns);

#endif
