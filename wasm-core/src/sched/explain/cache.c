/*
 * The figures behind decisions about caches, told beside their records to those who ask for steps
 * (sched/explain/told.h, where it stands what the numbers are). Observation: nothing reads it back,
 * and here nothing is decided. Source: spec "Cache-aware load balancing" sections 2.2 to 2.9.
 */
#include "sched/cache/cache.h"
#include "sched/explain/reasons.h"
#include "sched/explain/told.h"
#include "sched/fair/fair.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"

/* Steps that follow those of the caches of a scan. */
#define TOLD_AT_END 2

#define MARGIN_BIT 15 /* above the threads of a core */

void ss_cache_note_limit(const struct ss_world *w, const struct ss_cache_standing *here,
                         i32 process, u32 cpu, u8 reason, u32 figures[2])
{
    const struct ss_cache *cache = w->sched->cache;
    const struct ss_cache_rules *rules = cache->rules;
    figures[0] = figures[1] = 0;
    if (!w->told)
        return;
    switch (reason) {
    case SS_REASON_LLC_LONE:
        figures[0] = here->threads;
        break;
    case SS_REASON_LLC_THREADS:
        figures[0] = ss_pair((u32)ss_min_u64(here->running_avg, UINT16_MAX),
                             here->smt | (u32)rules->on[SS_CACHE_NR_FITS_MARGIN] << MARGIN_BIT);
        figures[1] = ss_pair(here->llc_size, ss_cache_scale(rules, 1));
        break;
    case SS_REASON_LLC_MEMORY:
        figures[0] = ss_saturated(here->memory >> 10);
        figures[1] = ss_saturated(ss_cache_memory_limit(rules, here->llc_bytes) >> 10);
        break;
    default: /* SS_REASON_LLC_STALE */
        figures[0] =
            ss_signed((i64)(cache->queue[cpu].clock.epoch - cache->process[process].epoch));
        figures[1] = rules->affinity_timeout;
        break;
    }
}

void ss_cache_tell(const struct ss_world *w, u8 reason, const u32 figures[2])
{
    if (w->told)
        ss_tell_more(ss_told_last(w), reason, figures[0], figures[1]);
}

/* ---- scans ----------------------------------------------------------------------------------- */

/* Where the steps of a scan are kept while it is under way: between its accesses the thread may be
 * moved, and other threads of the process may scan as well. */
static struct ss_told *steps_of(const struct ss_world *w, i32 task)
{
    return &w->told[w->limits.explain_records + w->topology.cpus + (u32)task];
}

void ss_cache_tell_scan(const struct ss_world *w, i32 task, struct task_cache_work_frame *me)
{
    const struct ss_cache *cache = w->sched->cache;
    me->told = w->told;
    if (!me->told)
        return;
    *steps_of(w, task) = (struct ss_told){0};
    ss_tell_more(steps_of(w, task), SS_REASON_LLC_EPOCH, (u32)cache->process[me->process].epoch,
                 ss_saturated(cache->rules->epoch_period * SS_JIFFY_NS));
}

void ss_cache_tell_llc(const struct ss_world *w, i32 task, const struct task_cache_work_frame *me)
{
    const struct ss_cache_scan *scan = &me->scan;
    if (!me->told || !scan->sum ||
        steps_of(w, task)->code[SS_EXPLAIN_TOLD - TOLD_AT_END - 1] != SS_REASON_NONE)
        return;
    ss_tell_more(steps_of(w, task), SS_REASON_LLC_OCCUPANCY,
                 ss_pair(w->sched->cache->first[me->llc], (u32)scan->busy_cpu),
                 ss_saturated(scan->sum));
}

void ss_cache_tell_scanned(const struct ss_world *w, i32 task,
                           const struct task_cache_work_frame *me, u8 reason)
{
    struct ss_told *steps = ss_told_last(w);
    if (!me->told || !steps)
        return;
    *steps = *steps_of(w, task);
    ss_tell_more(steps, SS_REASON_LLC_RUNNING, me->scan.running,
                 ss_saturated(w->sched->cache->process[me->process].running_avg));
    ss_tell_more(steps, reason, ss_saturated(me->scan.best), ss_saturated(me->scan.current));
}

/* ---- moves ----------------------------------------------------------------------------------- */

void ss_cache_note_test(const struct ss_world *w, const struct ss_cache_levels *levels,
                        struct ss_cache_tested *test, u64 util, bool to_preferred)
{
    if (!w->told)
        return;
    test->levels = *levels;
    test->util = util;
    test->judgement = (u8)ss_cache_judge(w->sched->cache->rules, levels, util, to_preferred);
}

void ss_cache_tell_test(const struct ss_world *w, const struct ss_cache_tested *test, u8 reason)
{
    struct ss_told *steps = ss_told_last(w);
    if (!steps || test->judgement == SS_CACHE_UNTESTED)
        return;
    const struct ss_cache_rules *rules = w->sched->cache->rules;
    const struct ss_cache_levels *levels = &test->levels;
    ss_tell_more(steps, SS_REASON_LLC_TEST, ss_pair(test->src, test->dst),
                 ss_saturated(test->util));
    ss_tell_more(steps, SS_REASON_LLC_SOURCE, ss_saturated(levels->src_util),
                 ss_saturated(levels->src_cap));
    ss_tell_more(steps, SS_REASON_LLC_TARGET, ss_saturated(levels->dst_util),
                 ss_saturated(levels->dst_cap));
    ss_tell_more(steps, SS_REASON_LLC_ROOM, ss_cache_room_pct(rules, levels->smt), rules->imb_pct);
    ss_tell_more(steps, reason, test->judgement, 0);
}
