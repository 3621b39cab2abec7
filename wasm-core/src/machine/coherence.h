/*
 * Cache lines that hold shared kernel data: which core owns each line, what one load, store or
 * atomic costs, and how requests to one line queue. The rules are exactly those of spec "Hardware
 * model" section 3.3. Nothing here knows what the lines contain, or of tasks or events.
 */
#ifndef SS_MACHINE_COHERENCE_H
#define SS_MACHINE_COHERENCE_H

#include "base/arena.h"
#include "base/check.h"
#include "base/fixed.h"
#include "machine/platform.h"
#include "machine/topology.h"

enum ss_access_kind { SS_LOAD, SS_STORE, SS_RMW };

enum ss_access_class {
    SS_L1,
    SS_LFB, /* joined a fill of the own core that is still in flight */
    SS_LLC,
    SS_LCL_HITM,
    SS_RMT_HITM,
    SS_RMT_HIT,
    SS_INV, /* had to invalidate clean copies */
    SS_LCL_DRAM,
    SS_RMT_DRAM,
    SS_ACCESS_CLASSES
};

struct ss_access {
    u64 done;    /* ns: when the CPU may go on (stores: after its store-buffer slot) */
    u64 data_at; /* ns: when the line itself has arrived (differs from done for stores and atomics);
                    a store becomes visible then */
    u64 wait;    /* ns spent behind earlier requests to the line */
    u8 class;    /* enum ss_access_class */
    i16 supplier;     /* core that owned the line until now and handed it over, or SS_NO_CORE */
    i16 supplier_llc; /* domain the data or the last acknowledgement came from; the own domain for a
                         hit; -1 for memory */
};

#define SS_NO_CORE (-1)

/* What every access of a line reads: with the sets behind it one cache line of the host, up to 256
 * cores. The sets are of the domains of the sharers (cached; empty = no sharers), then of the
 * sharers: cores with a Shared copy. */
struct ss_line {
    u64 busy;     /* the home is occupied until then: the next request starts no earlier */
    u64 ready;    /* the present owner's data arrived then */
    u32 owner_us; /* coarse time of the owner's last access, see last_us */
    i16 owner;    /* core holding it M or E, or SS_NO_CORE */
    u8 home;      /* node of the backing memory */
    bool dirty;
    u64 sharers[];
};

/* What is counted of a line, never read by the model. */
struct ss_line_counts {
    u64 wait_sum; /* ns all requests waited */
    u64 busy_sum; /* ns the home was occupied: utilisation = busy_sum / time */
    /* 32 bits hold a minute of the fastest service there is, 15 ns a request without a pause. */
    u32 misses; /* requests that went through the line's queue */
    u32 lcl_hitm,
        rmt_hitm; /* loads and atomics served by a modified copy, as perf c2c counts them */
    u32 filler;
};

struct ss_coherence {
    const struct ss_topology *topology;
    const struct ss_platform *platform;
    u32 lines;
    u32 line_bytes;                /* from one line to the next: whole cache lines of the host */
    u32 llc_words;                 /* of a set of domains */
    u8 *line;                      /* struct ss_line by line: ss_coherence_line */
    struct ss_line_counts *counts; /* by line; NULL: not counted */
    /* Coarse time, whole us, of a sharer's last access: [core * lines + line], as one core looks at
     * neighbouring lines. Read only for cores that hold the line, so it needs no "never". It wraps
     * after 71 minutes of simulated time. */
    u32 *last_us;
    u64 *drain; /* by CPU: when its last plain store becomes globally visible */
};

/* All lines start uncached with home node 0; set `home` of the others. `counted`: with counts. */
void ss_coherence_create(struct ss_coherence *coherence, struct ss_arena *arena, u32 lines,
                         const struct ss_topology *topology, const struct ss_platform *platform,
                         bool counted);

static inline struct ss_line *ss_coherence_line(const struct ss_coherence *coherence, u32 line)
{
    return (struct ss_line *)(coherence->line + (u64)line * coherence->line_bytes);
}

/* The cores with a Shared copy, a bitset of topology->core_words words. */
static inline u64 *ss_coherence_sharers(const struct ss_coherence *coherence, u32 line)
{
    return ss_coherence_line(coherence, line)->sharers + coherence->llc_words;
}

static inline u32 *ss_coherence_last_us(const struct ss_coherence *coherence, u32 line, u32 core)
{
    return &coherence->last_us[(u64)core * coherence->lines + line];
}

/*
 * One access of `cpu` to `line` at local time `now`; applies its effect on the line. The caller
 * issues accesses in global time order and applies the functional effect of the access (value read,
 * increment, bit) at the call: that is the line's service order. `overlap`: an independent load of
 * a scan.
 */
struct ss_access ss_coherence_access(struct ss_coherence *coherence, u32 cpu, u32 line,
                                     enum ss_access_kind kind, u64 now, bool overlap);

/* A private copy untouched for longer than private_age_us has gone from the core's own caches (3.3
 * step 2). Times wrap: what seems to lie almost a whole turn back is an access of the sibling that
 * waited for its stores to drain, so this one is early, not stale. */
static inline bool ss_private_copy_stale(const struct ss_platform *platform, u32 now_us,
                                         u32 last_us)
{
    u32 elapsed = now_us - last_us;
    return elapsed > platform->private_age_us && elapsed < (u32)-SS_MAX_PRIVATE_AGE_US;
}

/*
 * The hot path of most accesses: if the core's own fresh copy serves this one (class L1) at once,
 * does exactly what ss_coherence_access would and returns its `done`; else changes nothing and
 * returns 0. No queue is involved, so such an access may run ahead of other CPUs' pending events.
 */
static inline u64 ss_coherence_hit(struct ss_coherence *coherence, u32 cpu, u32 line_index,
                                   enum ss_access_kind kind, u64 now)
{
    const struct ss_topology *topology = coherence->topology;
    const struct ss_platform *platform = coherence->platform;
    struct ss_line *line = ss_coherence_line(coherence, line_index);
    SS_DEBUG_CHECK(line_index < coherence->lines && cpu < topology->cpus);
    u32 core = topology->core[cpu];
    u32 *last_us = &line->owner_us;
    if (line->owner == (i32)core) {
        if (now < line->ready || (kind == SS_RMW && now < coherence->drain[cpu]))
            return 0;
    } else {
        if (kind != SS_LOAD || !ss_bitset_has(line->sharers + coherence->llc_words, core))
            return 0;
        last_us = ss_coherence_last_us(coherence, line_index, core);
    }
    u32 now_us = (u32)ss_div_1000(now);
    if (ss_private_copy_stale(platform, now_us, *last_us))
        return 0;
    *last_us = now_us;
    if (kind == SS_LOAD)
        return now + platform->l1;
    line->dirty = true;
    if (kind == SS_RMW)
        return now + platform->rmw;
    coherence->drain[cpu] = ss_max_u64(coherence->drain[cpu], now);
    return now + platform->store_slot;
}

/* A full fence: the time at which all earlier stores of the CPU are visible, not before `now`. */
static inline u64 ss_coherence_fence(const struct ss_coherence *coherence, u32 cpu, u64 now)
{
    return ss_max_u64(now, coherence->drain[cpu]);
}

/* How many cores have a Shared copy. */
static inline u32 ss_coherence_sharer_count(const struct ss_coherence *coherence, u32 line)
{
    return ss_bitset_count(ss_coherence_sharers(coherence, line), coherence->topology->core_words);
}

/* True if the line is in a state the protocol allows (spec section 3.1) and the cached domain set
 * agrees with the sharers. For tests and debug builds: it walks all cores. */
bool ss_coherence_line_valid(const struct ss_coherence *coherence, u32 line);

/* Transfer of a dirty line between the domains of two cores, ns. */
u32 ss_coherence_hitm(const struct ss_coherence *coherence, u32 from_core, u32 to_core);

#endif
