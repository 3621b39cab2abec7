/* The line model of coherence.h. Section numbers are those of spec "Hardware model". */
#include "machine/coherence.h"

#include "base/check.h"

#define HOST_LINE SS_ARENA_ALIGNMENT

void ss_coherence_create(struct ss_coherence *coherence, struct ss_arena *arena, u32 lines,
                         const struct ss_topology *topology, const struct ss_platform *platform,
                         bool counted)
{
    const u32 llc_words = ss_bitset_words(topology->llcs);
    const u32 bytes = sizeof(struct ss_line) + (llc_words + topology->core_words) * sizeof(u64);
    *coherence = (struct ss_coherence){.topology = topology,
                                       .platform = platform,
                                       .lines = lines,
                                       .line_bytes = ss_div_round_up(bytes, HOST_LINE) * HOST_LINE,
                                       .llc_words = llc_words};
    coherence->line = SS_ARENA_ARRAY(arena, u8, (u64)lines * coherence->line_bytes);
    if (counted)
        coherence->counts = SS_ARENA_ARRAY(arena, struct ss_line_counts, lines);
    coherence->last_us = SS_ARENA_ARRAY(arena, u32, (u64)lines * topology->cores);
    coherence->drain = SS_ARENA_ARRAY(arena, u64, topology->cpus);
    if (ss_arena_counting(arena) || arena->failed)
        return;
    for (u32 i = 0; i < lines; i++)
        ss_coherence_line(coherence, i)->owner = SS_NO_CORE;
}

u32 ss_coherence_hitm(const struct ss_coherence *coherence, u32 from_core, u32 to_core)
{
    SS_DEBUG_CHECK(from_core < coherence->topology->cores && to_core < coherence->topology->cores);
    const struct ss_topology *topology = coherence->topology;
    return coherence->platform
        ->hitm[topology->core_llc[from_core] * topology->llcs + topology->core_llc[to_core]];
}

/* The time at which the request reaches the line: atomics wait for the CPU's own stores (3.3.1). */
static inline u64 issue_time(const struct ss_coherence *coherence, u32 cpu,
                             enum ss_access_kind kind, u64 now)
{
    return kind == SS_RMW ? ss_max_u64(now, coherence->drain[cpu]) : now;
}

/* What one request in the line's queue costs: 3.3 step 5. */
struct transfer {
    u32 latency, occupancy;
    u8 class;
    i16 supplier, supplier_llc;
};

static inline u32 service_share(const struct ss_platform *platform, u32 latency)
{
    /* Whole nearly always: spares the hot path a division. */
    if (platform->svc_numerator == platform->svc_denominator)
        return latency;
    return (u32)((u64)latency * platform->svc_numerator / platform->svc_denominator);
}

static inline struct transfer from_owner(const struct ss_coherence *coherence,
                                         const struct ss_line *line, u32 to)
{
    const struct ss_topology *topology = coherence->topology;
    const struct ss_platform *platform = coherence->platform;
    u32 from = topology->core_llc[line->owner];
    u32 latency = (line->dirty ? platform->hitm : platform->clean)[from * topology->llcs + to];
    if (topology->llc_package[from] != topology->llc_package[to] &&
        platform->home_near[to * topology->nodes + line->home])
        latency += platform->directory_penalty;
    u8 class =
        line->dirty ? (from == to ? SS_LCL_HITM : SS_RMT_HITM) : (from == to ? SS_LLC : SS_RMT_HIT);
    return (struct transfer){.latency = latency,
                             .occupancy = service_share(platform, latency),
                             .class = class,
                             .supplier = line->owner,
                             .supplier_llc = (i16)from};
}

/* The nearest clean copy supplies a reader; on a tie the own domain, else the lowest. */
SS_HOT static struct transfer from_sharers(const struct ss_coherence *coherence,
                                           const struct ss_line *line, u32 to)
{
    const struct ss_platform *platform = coherence->platform;
    const u32 llcs = coherence->topology->llcs, words = coherence->llc_words;
    u32 best = ~0u, from = to;
    if (ss_bitset_has(line->sharers, to))
        best = platform->llc;
    for (u32 word = 0; word < words; word++) {
        for (u64 rest = line->sharers[word]; rest; rest &= rest - 1) {
            u32 llc = word * 64 + ss_lowest_bit(rest);
            u32 latency = platform->clean[llc * llcs + to];
            if (llc != to && latency < best) {
                best = latency;
                from = llc;
            }
        }
    }
    return (struct transfer){.latency = best,
                             .occupancy = platform->read_service,
                             .class = from == to ? SS_LLC : SS_RMT_HIT,
                             .supplier = SS_NO_CORE,
                             .supplier_llc = (i16)from};
}

/* True if a core of `llc` other than `core` itself has a Shared copy. */
static bool shared_beside(const struct ss_coherence *coherence, u32 line, u32 llc, u32 core)
{
    const struct ss_topology *topology = coherence->topology;
    const u64 *sharers = ss_coherence_sharers(coherence, line);
    const u64 *members = topology->llc_cores + (u64)llc * topology->core_words;
    for (u32 word = 0; word < topology->core_words; word++) {
        u64 others = sharers[word] & members[word];
        if (word == core / 64)
            others &= ~(1ull << core % 64);
        if (others)
            return true;
    }
    return false;
}

/* A writer waits for the farthest acknowledgement and a little for each further domain. */
SS_HOT static struct transfer invalidation(const struct ss_coherence *coherence, u32 line_index,
                                           u32 core, u32 to)
{
    const struct ss_platform *platform = coherence->platform;
    const struct ss_line *line = ss_coherence_line(coherence, line_index);
    const u32 llcs = coherence->topology->llcs, words = coherence->llc_words;
    u32 farthest = 0, from = to, domains = 0;
    bool own_domain =
        ss_bitset_has(line->sharers, to) && shared_beside(coherence, line_index, to, core);
    for (u32 word = 0; word < words; word++) {
        for (u64 rest = line->sharers[word]; rest; rest &= rest - 1) {
            u32 llc = word * 64 + ss_lowest_bit(rest);
            if (llc == to && !own_domain)
                continue;
            domains++;
            u32 latency = platform->clean[llc * llcs + to];
            if (latency > farthest) {
                farthest = latency;
                from = llc;
            }
        }
    }
    u32 latency = domains ? farthest + (domains - 1) * platform->ack_per_domain : platform->llc;
    return (struct transfer){.latency = latency,
                             .occupancy = service_share(platform, latency),
                             .class = SS_INV,
                             .supplier = SS_NO_CORE,
                             .supplier_llc = (i16)from};
}

static inline struct transfer from_memory(const struct ss_coherence *coherence,
                                          const struct ss_line *line, u32 core, u32 to)
{
    const struct ss_topology *topology = coherence->topology;
    u32 latency = coherence->platform->dram[to * topology->nodes + line->home];
    return (struct transfer){.latency = latency,
                             .occupancy = latency,
                             .class = topology->core_node[core] == line->home ? SS_LCL_DRAM
                                                                              : SS_RMT_DRAM,
                             .supplier = SS_NO_CORE,
                             .supplier_llc = -1};
}

static inline bool has_sharers(const struct ss_coherence *coherence, const struct ss_line *line)
{
    return !ss_bitset_empty(line->sharers, coherence->llc_words);
}

static inline void add_sharer(struct ss_coherence *coherence, u32 line_index, u32 core, u32 now_us)
{
    struct ss_line *line = ss_coherence_line(coherence, line_index);
    ss_bitset_add(line->sharers, coherence->topology->core_llc[core]);
    ss_bitset_add(line->sharers + coherence->llc_words, core);
    *ss_coherence_last_us(coherence, line_index, core) = now_us;
}

/* The copies that exist after a load by `core`: a former owner keeps a Shared one. */
static inline void settle_load(struct ss_coherence *coherence, u32 line_index, u32 core, u64 done,
                               u32 now_us)
{
    struct ss_line *line = ss_coherence_line(coherence, line_index);
    if (line->owner == SS_NO_CORE && !has_sharers(coherence, line)) {
        line->owner = (i16)core;
        line->owner_us = now_us;
        line->ready = done;
        return;
    }
    if (line->owner != SS_NO_CORE) {
        add_sharer(coherence, line_index, (u32)line->owner, line->owner_us);
        line->owner = SS_NO_CORE;
        line->dirty = false;
    }
    add_sharer(coherence, line_index, core, now_us);
}

static inline void settle_write(struct ss_coherence *coherence, u32 line_index, u32 core, u64 ready,
                                u32 now_us)
{
    struct ss_line *line = ss_coherence_line(coherence, line_index);
    if (has_sharers(coherence, line))
        ss_bitset_clear(line->sharers, coherence->llc_words + coherence->topology->core_words);
    line->owner = (i16)core;
    line->owner_us = now_us;
    line->dirty = true;
    line->ready = ready;
}

static inline void count_miss(struct ss_line_counts *counts, enum ss_access_kind kind,
                              const struct transfer *transfer, u64 wait)
{
    counts->misses++;
    counts->wait_sum += wait;
    counts->busy_sum += transfer->occupancy;
    if (kind != SS_STORE) {
        counts->lcl_hitm += transfer->class == SS_LCL_HITM;
        counts->rmt_hitm += transfer->class == SS_RMT_HITM;
    }
}

/* 3.3 steps 5 to 7: through the queue of the line's home. `t` is the issue time. */
static struct ss_access miss(struct ss_coherence *coherence, u32 cpu, u32 line_index,
                             enum ss_access_kind kind, u64 t, bool overlap, u32 now_us)
{
    const struct ss_topology *topology = coherence->topology;
    const struct ss_platform *platform = coherence->platform;
    struct ss_line *line = ss_coherence_line(coherence, line_index);
    u32 core = topology->core[cpu], to = topology->core_llc[core];
    struct transfer transfer = line->owner != SS_NO_CORE ? from_owner(coherence, line, to)
                               : !has_sharers(coherence, line)
                                   ? from_memory(coherence, line, core, to)
                               : kind == SS_LOAD ? from_sharers(coherence, line, to)
                                                 : invalidation(coherence, line_index, core, to);
    u64 start = ss_max_u64(t, line->busy);
    struct ss_access access = {.wait = start - t,
                               .class = transfer.class,
                               .supplier = transfer.supplier,
                               .supplier_llc = transfer.supplier_llc};
    if (coherence->counts)
        count_miss(&coherence->counts[line_index], kind, &transfer, access.wait);
    line->busy = start + transfer.occupancy;
    if (kind == SS_LOAD) {
        bool hidden = overlap && !access.wait;
        access.data_at = start + (hidden ? transfer.latency / platform->overlap : transfer.latency);
        access.done = access.data_at;
        settle_load(coherence, line_index, core, access.done, now_us);
    } else {
        access.data_at = start + transfer.latency;
        settle_write(coherence, line_index, core, access.data_at, now_us);
        if (kind == SS_RMW) {
            access.done = access.data_at + platform->rmw;
        } else {
            access.done = t + platform->store_slot;
            coherence->drain[cpu] = ss_max_u64(coherence->drain[cpu], access.data_at);
        }
    }
    SS_DEBUG_CHECK(access.data_at >= t && line->busy >= t && transfer.class != SS_L1);
    SS_DEBUG_CHECK(kind == SS_LOAD || line->owner == (i32)core);
    return access;
}

/* 3.3 step 3: the core holds the line Modified or Exclusive. */
static inline struct ss_access owned(struct ss_coherence *coherence, u32 cpu, struct ss_line *line,
                                     enum ss_access_kind kind, u64 t, bool stale)
{
    const struct ss_platform *platform = coherence->platform;
    struct ss_access access = {.data_at = t, .class = SS_L1, .supplier = SS_NO_CORE};
    u32 load_cost = platform->l1;
    access.supplier_llc = (i16)coherence->topology->core_llc[line->owner];
    if (t < line->ready) {
        access.data_at = line->ready;
        access.class = SS_LFB;
    } else if (stale) {
        access.data_at = t + platform->llc;
        access.class = SS_LLC;
        load_cost = 0;
    }
    if (kind == SS_LOAD) {
        access.done = access.data_at + load_cost;
        return access;
    }
    line->dirty = true;
    if (kind == SS_RMW) {
        access.done = access.data_at + platform->rmw;
    } else {
        access.done = t + platform->store_slot;
        coherence->drain[cpu] = ss_max_u64(coherence->drain[cpu], access.data_at);
    }
    return access;
}

/* 3.3 step 4: a load of a core with a Shared copy. */
static inline struct ss_access shared_hit(const struct ss_coherence *coherence, u32 core, u64 t,
                                          bool stale, bool overlap)
{
    const struct ss_platform *platform = coherence->platform;
    u32 cost = !stale ? platform->l1 : overlap ? platform->llc / platform->overlap : platform->llc;
    return (struct ss_access){.done = t + cost,
                              .data_at = t + cost,
                              .class = stale ? SS_LLC : SS_L1,
                              .supplier = SS_NO_CORE,
                              .supplier_llc = (i16)coherence->topology->core_llc[core]};
}

struct ss_access ss_coherence_access(struct ss_coherence *coherence, u32 cpu, u32 line_index,
                                     enum ss_access_kind kind, u64 now, bool overlap)
{
    const struct ss_topology *topology = coherence->topology;
    SS_DEBUG_CHECK(line_index < coherence->lines && cpu < topology->cpus);
    struct ss_line *line = ss_coherence_line(coherence, line_index);
    u32 core = topology->core[cpu];
    u64 t = issue_time(coherence, cpu, kind, now);
    u32 now_us = (u32)ss_div_1000(t);
    if (line->owner == (i32)core) {
        bool stale = ss_private_copy_stale(coherence->platform, now_us, line->owner_us);
        line->owner_us = now_us;
        return owned(coherence, cpu, line, kind, t, stale);
    }
    if (kind == SS_LOAD && ss_bitset_has(line->sharers + coherence->llc_words, core)) {
        u32 *last_us = ss_coherence_last_us(coherence, line_index, core);
        bool stale = ss_private_copy_stale(coherence->platform, now_us, *last_us);
        *last_us = now_us;
        return shared_hit(coherence, core, t, stale, overlap);
    }
    return miss(coherence, cpu, line_index, kind, t, overlap, now_us);
}

bool ss_coherence_line_valid(const struct ss_coherence *coherence, u32 line_index)
{
    SS_DEBUG_CHECK(line_index < coherence->lines);
    const struct ss_topology *topology = coherence->topology;
    const struct ss_line *line = ss_coherence_line(coherence, line_index);
    u64 llcs[SS_MAX_LLCS / 64] = {0};
    SS_BITSET_EACH(core, ss_coherence_sharers(coherence, line_index), topology->core_words)
    {
        if ((u32)core >= topology->cores)
            return false;
        ss_bitset_add(llcs, topology->core_llc[core]);
    }
    if (!ss_bitset_equal(llcs, line->sharers, coherence->llc_words))
        return false;
    if (line->owner == SS_NO_CORE)
        return !line->dirty;
    return (u32)line->owner < topology->cores && !has_sharers(coherence, line) &&
           line->home < topology->nodes;
}
