/*
 * The small rules of balancing and of the search for an idle CPU that are a formula each: how much
 * NUMA imbalance is left alone, how many CPUs a wakeup may visit, how often a domain balances, what
 * newly-idle balancing is expected to cost. Pure arithmetic. Source: kernel/sched/fair.c, 6.18.2,
 * and v5.10 where named; spec "Fair scheduler" sections 8.4, 9.5, 9.6, 10.2, 11.3.
 */
#ifndef SS_SCHED_RULES_LIMITS_H
#define SS_SCHED_RULES_LIMITS_H

#include "base/types.h"

#define SS_MIGRATION_COST_NS 500000u /* sysctl_sched_migration_cost at the start */

/* The imbalance between two NUMA nodes that is worth moving tasks for: small ones are not while the
 * destination runs at most imb_numa_nr tasks. */
i64 ss_adjust_numa_imbalance(i64 imbalance, u32 dst_running, u32 imb_numa_nr);

/* SIS_UTIL: CPUs a wakeup may test in an LLC of `weight` CPUs whose utilisation sums to sum_util.
 */
u32 ss_nr_idle_scan(u64 sum_util, u32 weight, u32 imbalance_pct);

/* The same as first posted: the share falls linearly to zero at the same utilisation. */
u32 ss_nr_idle_scan_linear(u64 sum_util, u32 weight, u32 imbalance_pct);

/* SIS_PROP as of v5.10: the limit, of which one less is tested. Times in ns. */
u64 ss_sis_prop_limit(u64 avg_idle, u64 avg_scan_cost, u32 span_weight);

/* The same of v5.13 to v6.0, from what is left of the idle time for searches. */
u64 ss_sis_prop_budget(u64 wake_avg_idle, u64 avg_scan_cost, u32 span_weight);

/* Jiffies between two balance passes of a domain whose balance_interval is `interval_ms`. */
u32 ss_balance_interval(u32 interval_ms, u32 busy_factor, bool busy, u32 hz, u32 cpus);

/* What a newly-idle pass over a domain is expected to cost: the dearest so far, slowly forgotten.
 */
struct ss_newidle_cost {
    u64 max;   /* ns */
    u64 stamp; /* jiffies of the last change */
};

/* Learns from a pass of `cost` ns, which counts for little more than a migration at most. True if
 * the maximum was decayed. */
bool ss_update_newidle_cost(struct ss_newidle_cost *known, u64 cost, u64 jiffies, u32 hz,
                            u64 migration_cost);

/* How often newly-idle passes over a domain have brought something lately: half of them, it is
 * assumed at the start. Source: update_newidle_stats, sd_init of v7.0 and later 6.18. */
struct ss_newidle_rate {
    u32 calls, successes;
    u32 ratio; /* of 1024, as of the last time 1024 calls were full */
};

#define SS_NEWIDLE_SIDES 1024 /* of the dice */
#define SS_NEWIDLE_RATE_START                                                                      \
    (struct ss_newidle_rate)                                                                       \
    {                                                                                              \
        SS_NEWIDLE_SIDES / 2, SS_NEWIDLE_SIDES / 4, SS_NEWIDLE_SIDES / 2                           \
    }

/* Whether a draw from 0 to 1023 lets the pass happen. */
bool ss_newidle_drawn(const struct ss_newidle_rate *rate, u32 drawn);

/* What a success counts for, as for those that the dice did not let happen. */
u32 ss_newidle_success(const struct ss_newidle_rate *rate);

/* A pass, or one that the dice left out, with what it counts for. */
void ss_update_newidle_rate(struct ss_newidle_rate *rate, u32 success);

#endif
