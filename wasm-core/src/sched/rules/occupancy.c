/* The records and scans of occupancy.h. */
#include "sched/rules/occupancy.h"

#include "base/check.h"

static u64 halved(u64 value, u64 times)
{
    return times < 64 ? value >> times : 0;
}

void ss_cache_advance(struct ss_cache_clock *clock, struct ss_cache_record *record, u64 jiffies,
                      u32 period)
{
    SS_DEBUG_CHECK(period && record->epoch <= clock->epoch);
    const i64 behind = (i64)(jiffies - clock->next_epoch);
    if (behind > 0) {
        const u64 epochs = ((u64)behind + period - 1) / period;
        clock->epoch += epochs;
        clock->next_epoch += epochs * period;
        clock->runtime = halved(clock->runtime, epochs);
    }
    record->runtime = halved(record->runtime, clock->epoch - record->epoch);
    record->epoch = clock->epoch;
}

u64 ss_cache_fraction(const struct ss_cache_clock *clock, const struct ss_cache_record *record)
{
    return SS_CACHE_FULL * record->runtime / (clock->runtime + 1);
}

bool ss_cache_is_stale(const struct ss_cache_rules *rules, u64 cpu_epoch, u64 process_epoch)
{
    const u64 age = cpu_epoch - process_epoch;
    if (rules->on[SS_CACHE_EPOCH_SIGNED])
        return (i64)age > (i64)rules->affinity_timeout;
    return age > rules->affinity_timeout;
}

bool ss_cache_is_due(const struct ss_cache_rules *rules, u64 cpu_epoch, u64 process_epoch)
{
    switch (rules->on[SS_CACHE_TICK_TEST]) {
    case SS_CACHE_TICK_DIFFERS:
        return process_epoch != cpu_epoch;
    case SS_CACHE_TICK_UNSIGNED:
        return process_epoch < cpu_epoch;
    default:
        return (i64)(process_epoch - cpu_epoch) < 0;
    }
}

u64 ss_cache_scanned(const struct ss_cache_rules *rules, u64 cpu_epoch, u64 process_epoch)
{
    /* Only v1 takes an epoch that is not later: a CPU that is behind sets the process back. One
     * scanner a period is not asked for epochs at all. */
    if (rules->on[SS_CACHE_TICK_TEST] == SS_CACHE_TICK_DIFFERS)
        return cpu_epoch;
    return ss_max_u64(process_epoch, cpu_epoch);
}

/* ---- scans ----------------------------------------------------------------------------------- */

void ss_cache_scan_cpu(struct ss_cache_scan *scan, i32 cpu, u64 fraction)
{
    SS_DEBUG_CHECK(cpu >= 0 && scan->most <= scan->sum);
    scan->sum += fraction;
    if (fraction <= scan->most)
        return;
    scan->most = fraction;
    scan->busy_cpu = cpu;
}

void ss_cache_scan_llc(struct ss_cache_scan *scan, bool preferred)
{
    SS_DEBUG_CHECK(scan->most <= scan->sum && (scan->busy_cpu >= 0) == (scan->most > 0));
    if (scan->sum > scan->best) {
        scan->best = scan->sum;
        scan->best_cpu = scan->busy_cpu;
    }
    if (preferred)
        scan->current = scan->sum;
    scan->sum = scan->most = 0;
    scan->busy_cpu = -1;
}

i32 ss_cache_scan_end(const struct ss_cache_scan *scan, i32 anchor)
{
    return scan->best > 2 * scan->current ? scan->best_cpu : anchor;
}

bool ss_cache_visits(const struct ss_cache_rules *rules, const struct ss_cache_nodes *nodes,
                     i32 node)
{
    const u32 set = rules->on[SS_CACHE_SCAN_SET];
    if (set == SS_CACHE_SCAN_ALL ||
        (set == SS_CACHE_SCAN_NODES_IF_NUMA && (!nodes->numa_balancing || nodes->wanted < 0)))
        return true;
    return node == nodes->wanted || node == nodes->anchor || node == nodes->own;
}

u64 ss_cache_average(const struct ss_cache_rules *rules, u64 average, u32 running, u32 llc_size)
{
    i64 divisor = 8;
    if (rules->on[SS_CACHE_AVG_DIV])
        divisor = ss_max_u32(2, ss_min_u32(llc_size / 4, 8));
    return (u64)((i64)average + ((i64)running - (i64)average) / divisor);
}
