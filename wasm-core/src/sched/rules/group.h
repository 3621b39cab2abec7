/*
 * What is known of a group of CPUs when placing and balancing, and the class it falls into. Pure;
 * fork.c and group_stats.c sum up. Source: group_has_capacity, group_is_overloaded, group_classify
 * of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 6.
 */
#ifndef SS_SCHED_RULES_GROUP_H
#define SS_SCHED_RULES_GROUP_H

#include "base/types.h"

/* The larger is the busier. */
enum ss_group_class {
    SS_GROUP_HAS_SPARE,
    SS_GROUP_FULLY_BUSY,
    SS_GROUP_MISFIT_TASK,
    SS_GROUP_SMT_BALANCE,
    SS_GROUP_ASYM_PACKING,
    SS_GROUP_IMBALANCED,
    SS_GROUP_LLC_BALANCE, /* has tasks that prefer the destination's cache */
    SS_GROUP_OVERLOADED,
};

/* Tasks of the group prefer the destination's cache and may come: that makes a class of its own, or
 * in the first version of cache-aware balancing counts before any class. */
enum ss_llc_balance { SS_LLC_BALANCE_NO, SS_LLC_BALANCE_CLASS, SS_LLC_BALANCE_FIRST };

struct ss_group_stats {
    u64 load, util, runnable;
    u64 avg_load; /* per capacity; only where the class asks for it */
    u64 misfit_load;
    u32 nr;   /* runnable tasks of all classes */
    u32 h_nr; /* fair ones */
    u32 idle; /* CPUs */
    u32 capacity, weight, cores;
    bool imbalanced; /* the group's flag */
    bool smt_balance;
    u8 llc_balance;     /* enum ss_llc_balance */
    u32 preferring_dst; /* tasks that prefer the destination's cache */
    u8 class;           /* enum ss_group_class */
};

enum ss_group_class ss_group_classify(const struct ss_group_stats *stats, u32 imbalance_pct);

#endif
