/*
 * The CPU of the busiest group to take tasks from. Source: sched_balance_find_src_rq of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 10.9.
 */
#include "sched/fair/balance/src_rq.h"

#include "sched/domains/domains.h"
#include "sched/fair/queue/load.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

static bool reduced(const struct ss_cfs_rq *cfs, const struct ss_sched_domain *domain)
{
    return cfs->capacity * domain->imbalance_pct < SS_WEIGHT_NICE_0 * 100;
}

/* Remembers the CPU at hand if it is the busiest by what is to be moved. The first wins ties. */
static void consider(const struct ss_world *w, const struct ss_balance *balance,
                     struct sched_balance_find_src_rq_frame *me)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, (u32)me->at);
    const struct ss_sched_domain *domain = &w->domains->domain[balance->domain];
    u64 load = me->running, capacity = 1;
    if (balance->type == SS_MIGRATE_LOAD) {
        load = cfs->avg.load_avg;
        capacity = cfs->capacity;
        if (me->running == 1 && (i64)load > balance->amount && !reduced(cfs, domain))
            return;
    } else if (balance->type == SS_MIGRATE_UTIL) {
        load = ss_cpu_util_boost(w, (u32)me->at);
        if (me->running <= 1)
            return;
    } else if (balance->type == SS_MIGRATE_LLC_TASK) {
        const struct ss_cache *cache = w->sched->cache;
        load = *ss_cache_preferring(cache, (u32)me->at, cache->llc[balance->dst]);
    }
    if (load * me->capacity <= me->load * capacity)
        return;
    me->load = load;
    me->capacity = capacity;
    me->found = me->at;
}

bool sched_balance_find_src_rq(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_find_src_rq);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    const u32 words = w->topology.cpu_words;
    const u64 *const span = ss_span_cpus(w->domains, w->domains->group[work->chosen_group].span);
    const u64 *const mask = ss_balance_mask(w, cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(work->chosen_group >= 0);
    SS_DEBUG_CHECK((u32)work->chosen_group < w->domains->groups);
    me->found = -1;
    me->load = 0;
    me->capacity = 1;
    for (me->at = ss_bitset_next_and(span, mask, words, 0); me->at >= 0;
         me->at = ss_bitset_next_and(span, mask, words, (u32)me->at + 1)) {
        PATH_SCAN(sched_balance_find_src_rq, WORD(CFS_RQ, me->at, NR),
                  me->running = ss_cfs(w, (u32)me->at)->h_nr_runnable);
        if (!me->running)
            continue;
        PATH_SCAN(sched_balance_find_src_rq, WORD(CFS_RQ, me->at, AVG),
                  consider(w, &work->balance, me));
    }
    work->balance.notes.metric =
        ss_saturated(me->load * (me->capacity > 1 ? SS_WEIGHT_NICE_0 : 1) / me->capacity);
    PATH_RETURN(me->found);
    PATH_END;
}
