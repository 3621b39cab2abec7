/* The invariants of invariants.h: counts by cache against the tasks. Release builds do not have
 * them. */
#ifdef SS_DEBUG
#include "sched/cache/invariants.h"

#include "sched/cache/state.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

/* Recounts the tasks of a queue by the cache they prefer. A task that was queued while counting was
 * off is not counted until it is queued again. */
static const char *broken_count(const struct ss_world *w, u32 cpu)
{
    const struct ss_cache *cache = w->sched->cache;
    const bool all_count = w->def->cache_enabled && !ss_cache_is_switched(w->def);
    u32 counted[SS_LIMIT_CPUS]; /* where no domain shares a cache each core counts as one */
    for (u32 llc = 0; llc < cache->llcs; llc++)
        counted[llc] = 0;
    for (i32 task = ss_cfs(w, cpu)->tasks.head; task != SS_NO_TASK;
         task = w->task[task].queue_next) {
        const i32 llc = cache->task[task].preferred;
        if (llc < 0 || (u32)llc >= cache->llcs)
            continue;
        if (all_count && !cache->task[task].counted)
            return "a queued task that prefers a cache is not counted";
        counted[llc] += cache->task[task].counted;
    }
    for (u32 llc = 0; llc < cache->llcs; llc++)
        if (counted[llc] != *ss_cache_preferring(cache, cpu, (i32)llc))
            return "nr_pref_llc is not the number of queued tasks that prefer the cache";
    return NULL;
}

const char *ss_cache_broken_invariant(const struct ss_world *w, u32 cpu)
{
    const struct ss_cache *cache = w->sched->cache;
    const struct ss_cache_queue *queue = &cache->queue[cpu];
    const char *broken = broken_count(w, cpu);
    u32 sum = 0;
    for (u32 llc = 0; llc < cache->llcs; llc++)
        sum += *ss_cache_preferring(cache, cpu, (i32)llc);
    if (broken)
        return broken;
    if (sum != queue->with_preference)
        return "nr_llc_running is not the sum of nr_pref_llc";
    if (queue->preferring_here != *ss_cache_preferring(cache, cpu, cache->llc[cpu]))
        return "nr_pref_llc_running is not nr_pref_llc of the own cache";
    if (sum > ss_cfs(w, cpu)->h_nr_queued)
        return "more tasks count as preferring a cache than are queued";
    return NULL;
}
#else
/* A file has to declare something. */
typedef int ss_no_cache_invariants_in_release_builds;
#endif
