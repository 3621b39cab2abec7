/*
 * Scheduler tunables that change in the middle of a run, as if written from a shell under
 * /sys/kernel/debug/sched: which ones exist, what they take, and where they lie. Source:
 * kernel/sched/debug.c, 6.18.2, and the series of cache-aware load balancing. Limits are those of
 * the kernel where it has some; the others are as far as a run can show a difference.
 */
#include "sched/fair/tunables.h"

#include "sched/cache/state.h"
#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

#define RANGE(key, least, most) key " takes " #least " to " #most
#define SWITCH(key) key " takes 0 (off) or 1 (on)"
#define LIMIT(with, name, code, key, least, most, unit)                                            \
    [code] = {least, most,                                                                         \
              (most) == 1        ? SWITCH(key)                                                     \
              : sizeof(unit) > 1 ? RANGE(key, least, most) " " unit                                \
                                 : RANGE(key, least, most)},
static const struct limit {
    u32 least, most;
    const char *right;
} limits[] = {SS_TUNABLES(LIMIT, )};

const char *ss_tunable_problem(const struct ss_world_def *def, u32 tunable, u32 value)
{
    if (tunable >= SS_ARRAY_LENGTH(limits))
        return "names a tunable that does not exist; see TUNABLE_ in schedscape.h";
    if (def->fair_class != SS_FAIR_FULL)
        return "changes a tunable of the full fair class, which this kernel does not use";
    if (tunable == SS_TUNABLE_BASE_SLICE && def->fair_order == SS_ORDER_CFS)
        return "changes base_slice_ns, which came with 6.6: this kernel orders tasks as before 6.6";
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
    if (!rules) /* a machine whose nodes have one cache each: the tunables exist and do nothing */
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
