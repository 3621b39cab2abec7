/*
 * Scheduler tunables that change in the middle of a run, as somebody with a shell would write them
 * under /sys/kernel/debug/sched: which there are, what they take, and where they lie. Source:
 * kernel/sched/debug.c, 6.18.2, and the series of cache-aware load balancing. Limits are those of
 * the kernel where it has some; the others are as far as a run can show a difference.
 */
#include "sched/fair/fair.h"
#include "sched/cache/cache.h"

#define TUNABLES (SS_TUNABLE_LLC_ENABLED + 1)

static const struct limit {
    u32 least, most;
    const char *right;
} limits[TUNABLES] = {
    [SS_TUNABLE_BASE_SLICE] = {100000, 100000000, "base_slice_ns takes 100000 to 100000000"},
    [SS_TUNABLE_MIGRATION_COST] = {0, 100000000, "migration_cost_ns takes at most 100000000"},
    [SS_TUNABLE_NR_MIGRATE] = {1, 1024, "nr_migrate takes 1 to 1024 tasks"},
    [SS_TUNABLE_AGGR_TOLERANCE] = {0, SS_CACHE_MOST_TOLERANCE, "aggr_tolerance takes at most 100"},
    [SS_TUNABLE_EPOCH_PERIOD] = {1, 1000000, "epoch_period takes 1 to 1000000 ticks"},
    [SS_TUNABLE_EPOCH_AFFINITY_TIMEOUT] = {0, 1000000,
                                           "epoch_affinity_timeout takes at most 1000000 epochs"},
    [SS_TUNABLE_OVERAGGR_PCT] = {0, 1000, "overaggr_pct takes at most 1000"},
    [SS_TUNABLE_IMB_PCT] = {0, 1000, "imb_pct takes at most 1000"},
    [SS_TUNABLE_LLC_ENABLED] = {0, 1, "llc_enabled takes 0 or 1"},
};

const char *ss_tunable_problem(const struct ss_world_def *def, u32 tunable, u32 value)
{
    if (tunable >= TUNABLES)
        return "names a tunable that does not exist; see TUNABLE_ in schedscape.h";
    if (def->fair_class != SS_FAIR_FULL)
        return "changes a tunable of the full fair class, which this kernel does not use";
    if (tunable >= SS_TUNABLE_AGGR_TOLERANCE && !ss_cache_is_wanted(def))
        return "changes a tunable of cache-aware balancing, which this kernel does not use";
    if (value < limits[tunable].least || value > limits[tunable].most)
        return limits[tunable].right;
    return NULL;
}

static u32 *place_of(const struct ss_world *w, u32 tunable)
{
    struct ss_cache_rules *rules = w->sched->cache ? w->sched->cache->rules : NULL;
    if (tunable == SS_TUNABLE_MIGRATION_COST)
        return &w->sched->fair->tunables->migration_cost;
    if (tunable == SS_TUNABLE_NR_MIGRATE)
        return &w->sched->fair->tunables->nr_migrate;
    if (!rules) /* a machine whose nodes have one cache each has them, and nobody reads them */
        return NULL;
    switch (tunable) {
    case SS_TUNABLE_AGGR_TOLERANCE:
        return &rules->tolerance;
    case SS_TUNABLE_EPOCH_PERIOD:
        return &rules->epoch_period;
    case SS_TUNABLE_EPOCH_AFFINITY_TIMEOUT:
        return &rules->affinity_timeout;
    case SS_TUNABLE_LLC_ENABLED:
        return &rules->enabled;
    case SS_TUNABLE_OVERAGGR_PCT:
        return &rules->overaggr_pct;
    default:
        return &rules->imb_pct;
    }
}

void ss_tunable_set(struct ss_world *w, u32 tunable, u32 value)
{
    u32 *place = tunable == SS_TUNABLE_BASE_SLICE ? NULL : place_of(w, tunable);
    if (place)
        *place = value;
    for (u32 cpu = 0; tunable == SS_TUNABLE_BASE_SLICE && cpu < w->topology.cpus; cpu++)
        ss_cfs(w, cpu)->eevdf.base_slice = value;
}
