/* The view of view.h: of each process what a scan of it would find now. Brings nothing up to date.
 */
#include "sched/cache/view.h"

#include "sched/cache/account.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

enum { BY_THREADS = 1, BY_MEMORY = 2 };

/* Of the cache that it prefers, else of the first. */
static u32 refused(const struct ss_world *w, i32 process)
{
    const struct ss_cache *cache = w->sched->cache;
    const i32 anchor = cache->process[process].anchor;
    const u32 cpu = anchor < 0 ? cache->first[0] : (u32)anchor;
    const struct ss_cache_standing here = ss_cache_standing_of(w, process, cpu);
    const bool by_threads =
        ss_cache_exceeds_threads(cache->rules, here.running_avg, here.smt, here.llc_size);
    const bool by_memory = ss_cache_exceeds_memory(cache->rules, here.llc_bytes, here.memory);
    return (by_threads ? BY_THREADS : 0) | (by_memory ? BY_MEMORY : 0);
}

static void view_process(const struct ss_world *w, i32 process, struct ss_account_view *view)
{
    const struct ss_cache_process *mm = &w->sched->cache->process[process];
    *view = (struct ss_account_view){
        .preferred = mm->anchor < 0 ? -1 : w->topology.llc[mm->anchor],
        .memory = (u32)ss_min_u64(mm->memory >> 10, UINT32_MAX),
        .threads = mm->threads,
        .refused = refused(w, process),
    };
}

static void add_cpu(const struct ss_world *w, i32 process, u32 cpu, struct ss_account_llc *llc)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_cache_clock clock = cache->queue[cpu].clock;
    struct ss_cache_record record = cache->record[ss_cache_record_at(w, process, cpu)];
    ss_cache_advance(&clock, &record, w->clock->now / SS_JIFFY_NS, cache->rules->epoch_period);
    llc->occupancy += ss_cache_fraction(&clock, &record);
    llc->running += ss_cache_runs_thread(w, process, cpu);
}

void ss_cache_mechanisms(const struct ss_world *w, const struct ss_mechanism_views *views)
{
    const u32 llcs = w->topology.llcs;
    if (!w->sched->cache)
        return;
    for (u32 i = 0; i < w->processes * llcs; i++)
        views->account_llc[i] = (struct ss_account_llc){0};
    for (u32 process = 0; process < w->processes; process++) {
        view_process(w, (i32)process, &views->account[process]);
        for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
            add_cpu(w, (i32)process, cpu,
                    &views->account_llc[process * llcs + w->topology.llc[cpu]]);
    }
}
