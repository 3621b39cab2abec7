/* The formulas of limits.h. */
#include "sched/rules/limits.h"

#include "base/check.h"
#include "sched/rules/weight.h"

#define NUMA_IMBALANCE_MIN 2
#define LEAST_SCAN 4          /* SIS_PROP never looks at less */
#define NEWIDLE_MARGIN_NS 200 /* sysctl_sched_migration_cost is capped at this much above */

i64 ss_adjust_numa_imbalance(i64 imbalance, u32 dst_running, u32 imb_numa_nr)
{
    if (dst_running > imb_numa_nr || imbalance > NUMA_IMBALANCE_MIN)
        return imbalance;
    return 0;
}

u32 ss_nr_idle_scan(u64 sum_util, u32 weight, u32 imbalance_pct)
{
    SS_DEBUG_CHECK(weight && imbalance_pct >= 100);
    u64 x = sum_util / weight;
    u64 used = x * x * imbalance_pct * imbalance_pct / (10000ull * SS_WEIGHT_NICE_0);
    used = ss_min_u64(used, SS_WEIGHT_NICE_0);
    return (u32)(weight * (SS_WEIGHT_NICE_0 - used) / SS_WEIGHT_NICE_0);
}

u32 ss_nr_idle_scan_linear(u64 sum_util, u32 weight, u32 imbalance_pct)
{
    SS_DEBUG_CHECK(weight && imbalance_pct >= 100);
    u64 used = ss_min_u64(sum_util / weight * imbalance_pct / 100, SS_WEIGHT_NICE_0);
    return (u32)(weight * (SS_WEIGHT_NICE_0 - used) / SS_WEIGHT_NICE_0);
}

u64 ss_sis_prop_budget(u64 wake_avg_idle, u64 avg_scan_cost, u32 span_weight)
{
    SS_DEBUG_CHECK(span_weight);
    u64 budget = span_weight * wake_avg_idle, cost = avg_scan_cost + 1;
    return budget > LEAST_SCAN * cost ? budget / cost : LEAST_SCAN;
}

u64 ss_sis_prop_limit(u64 avg_idle, u64 avg_scan_cost, u32 span_weight)
{
    return ss_sis_prop_budget(avg_idle / 512, avg_scan_cost, span_weight);
}

u32 ss_balance_interval(u32 interval_ms, u32 busy_factor, bool busy, u32 hz, u32 cpus)
{
    SS_DEBUG_CHECK(hz && cpus);
    u64 ms = (u64)interval_ms * (busy ? busy_factor : 1);
    u64 jiffies = (ms * hz + 999) / 1000;
    if (busy && jiffies)
        jiffies--;
    return (u32)ss_max_u64(1, ss_min_u64(jiffies, (u64)hz * cpus / 10));
}

bool ss_update_newidle_cost(struct ss_newidle_cost *known, u64 cost, u64 jiffies, u32 hz,
                            u64 migration_cost)
{
    if (cost > known->max) {
        known->max = ss_min_u64(cost, migration_cost + NEWIDLE_MARGIN_NS);
        known->stamp = jiffies;
        return false;
    }
    if (jiffies <= known->stamp + hz)
        return false;
    known->max = known->max * 253 / 256;
    known->stamp = jiffies;
    return true;
}

bool ss_newidle_drawn(const struct ss_newidle_rate *rate, u32 drawn)
{
    SS_DEBUG_CHECK(drawn < SS_NEWIDLE_SIDES);
    return drawn <= 1 + rate->ratio;
}

u32 ss_newidle_success(const struct ss_newidle_rate *rate)
{
    const u32 chances = 1 + rate->ratio;
    return (SS_NEWIDLE_SIDES + chances / 2) / chances;
}

void ss_update_newidle_rate(struct ss_newidle_rate *rate, u32 success)
{
    SS_DEBUG_CHECK(rate->calls < SS_NEWIDLE_SIDES);
    rate->calls++;
    rate->successes += success;
    if (rate->calls < SS_NEWIDLE_SIDES)
        return;
    SS_DEBUG_CHECK(rate->successes <= SS_NEWIDLE_SIDES);
    rate->ratio = rate->successes;
    rate->calls /= 2;
    rate->successes /= 2;
}
