/* The classes of group.h. */
#include "sched/rules/group.h"

#include "base/check.h"

static bool is_overloaded(const struct ss_group_stats *stats, u32 pct)
{
    if (stats->nr <= stats->weight)
        return false;
    u64 capacity = stats->capacity;
    return capacity * 100 < stats->util * pct || capacity * pct < stats->runnable * 100;
}

static bool has_capacity(const struct ss_group_stats *stats, u32 pct)
{
    u64 capacity = stats->capacity;
    if (stats->nr < stats->weight)
        return true;
    if (capacity * pct < stats->runnable * 100)
        return false;
    return capacity * 100 > stats->util * pct;
}

enum ss_group_class ss_group_classify(const struct ss_group_stats *stats, u32 pct)
{
    SS_DEBUG_CHECK(pct >= 100 && stats->capacity);
    if (is_overloaded(stats, pct))
        return SS_GROUP_OVERLOADED;
    if (stats->llc_balance == SS_LLC_BALANCE_CLASS)
        return SS_GROUP_LLC_BALANCE;
    if (stats->imbalanced)
        return SS_GROUP_IMBALANCED;
    if (stats->smt_balance)
        return SS_GROUP_SMT_BALANCE;
    if (stats->misfit_load)
        return SS_GROUP_MISFIT_TASK;
    return has_capacity(stats, pct) ? SS_GROUP_HAS_SPARE : SS_GROUP_FULLY_BUSY;
}
