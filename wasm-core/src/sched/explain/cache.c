/*
 * The figures behind decisions about caches, as steps of their records. Observation: nothing reads
 * them back, and here nothing is decided. Source: spec "Cache-aware load balancing" sections 2.2 to
 * 2.9.
 */
#include "sched/explain/cache.h"

#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

/* Steps that follow those of the caches of a scan. */
#define STEPS_AT_END 2

/* ---- limits ---------------------------------------------------------------------------------- */

static void add_limit(const struct ss_world *w, struct ss_steps *steps,
                      const struct ss_cache_standing *here, i32 process, u32 cpu, u8 reason)
{
    const struct ss_cache *cache = w->sched->cache;
    const struct ss_cache_rules *rules = cache->rules;
    switch (reason) {
    case SS_REASON_LLC_LONE:
        SS_STEP_IN(steps, LLC_LONE, .threads = here->threads);
        break;
    case SS_REASON_LLC_THREADS:
        SS_STEP_IN(steps, LLC_THREADS, .average = (i64)here->running_avg, .smt = here->smt,
                   .has_margin = rules->on[SS_CACHE_NR_FITS_MARGIN], .cpus = here->llc_size,
                   .scale = ss_cache_scale(rules, 1));
        break;
    case SS_REASON_LLC_MEMORY:
        SS_STEP_IN(steps, LLC_MEMORY, .kib = (i64)(here->memory >> 10),
                   .allowed_kib = (i64)(ss_cache_memory_limit(rules, here->llc_bytes) >> 10));
        break;
    default: /* SS_REASON_LLC_STALE */
        SS_STEP_IN(steps, LLC_STALE,
                   .epochs = (i64)(cache->queue[cpu].clock.epoch - cache->process[process].epoch),
                   .allowed = rules->affinity_timeout);
        break;
    }
}

void ss_explain_limit(const struct ss_world *w, const struct ss_cache_standing *here, i32 process,
                      u32 cpu, u8 reason)
{
    if (w->steps)
        add_limit(w, ss_steps_of_last(w), here, process, cpu, reason);
}

void ss_explain_drop(const struct ss_world *w, const struct ss_cache_standing *here, i32 process,
                     u32 cpu, u8 reason)
{
    if (!w->steps)
        return;
    struct ss_steps steps = {0};
    struct ss_noted_step *noted = &w->sched->explaining->cpu[cpu].drop;
    add_limit(w, &steps, here, process, cpu, reason);
    noted->reason = reason;
    noted->facts = steps.facts;
    for (u32 i = 0; i < steps.facts; i++)
        noted->fact[i] = steps.fact[i];
}

void ss_explain_dropped_anchor(const struct ss_world *w, u32 cpu)
{
    struct ss_noted_step *noted = &w->sched->explaining->cpu[cpu].drop;
    if (!w->steps || !noted->reason)
        return;
    ss_explain_step(ss_steps_of_last(w), noted->reason, noted->fact, noted->facts);
    noted->reason = SS_REASON_NONE;
}

/* ---- scans ----------------------------------------------------------------------------------- */

/* Where the steps of a scan are kept while it is under way: between its accesses the thread may be
 * moved, and other threads of the process may scan as well. NULL: explain_steps is off now, even if
 * it was on when the scan began. */
static struct ss_steps *steps_of(const struct ss_world *w, i32 task)
{
    return w->steps ? &w->steps[w->limits.explain_records + w->topology.cpus + (u32)task] : NULL;
}

static struct ss_steps *begin(const struct ss_world *w, i32 task)
{
    struct ss_steps *steps = steps_of(w, task);
    if (steps)
        *steps = (struct ss_steps){0};
    return steps;
}

bool ss_explain_refused_scan(const struct ss_world *w, const struct ss_cpu *cpu,
                             const struct ss_cache_standing *here, i32 process, u8 reason)
{
    struct ss_steps *steps = begin(w, cpu->current);
    if (steps)
        add_limit(w, steps, here, process, cpu->number, reason);
    return steps;
}

bool ss_explain_scan(const struct ss_world *w, i32 task, i32 process)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_steps *steps = begin(w, task);
    SS_STEP_IN(steps, LLC_EPOCH, .epoch = (i64)cache->process[process].epoch,
               .period = (i64)(cache->rules->epoch_period * SS_JIFFY_NS));
    return steps;
}

void ss_explain_scanned_llc(const struct ss_world *w, i32 task, u32 llc,
                            const struct ss_cache_scan *scan)
{
    struct ss_steps *steps = steps_of(w, task);
    if (!steps || !scan->sum)
        return;
    if (steps->steps >= SS_EXPLAIN_STEPS - STEPS_AT_END)
        steps->left_out = 1;
    else
        SS_STEP_IN(steps, LLC_OCCUPANCY, .first_cpu = w->sched->cache->first[llc],
                   .most_cpu = scan->busy_cpu, .sum = (i64)scan->sum);
}

void ss_explain_scanned(const struct ss_world *w, i32 task, i32 process,
                        const struct ss_cache_scan *scan, u8 reason)
{
    struct ss_steps *steps = steps_of(w, task);
    SS_STEP_IN(steps, LLC_RUNNING, .threads = scan->running,
               .average = (i64)w->sched->cache->process[process].running_avg);
    SS_STEP_AS(steps, reason, LLC_CHOSEN, .largest = (i64)scan->best,
               .present = (i64)scan->current);
    ss_explain_scan_end(w, task);
}

void ss_explain_scan_end(const struct ss_world *w, i32 task)
{
    const struct ss_steps *steps = steps_of(w, task);
    if (steps)
        *ss_steps_of_last(w) = *steps;
}

/* ---- moves ----------------------------------------------------------------------------------- */

void ss_explain_note_test(const struct ss_world *w, const struct ss_cache_levels *levels,
                          struct ss_cache_tested *test, u64 util, bool to_preferred)
{
    if (!w->steps)
        return;
    test->levels = *levels;
    test->util = util;
    test->judgement = (u8)ss_cache_judge(w->sched->cache->rules, levels, util, to_preferred);
}

void ss_explain_test(const struct ss_world *w, const struct ss_cache_tested *test, u8 reason)
{
    struct ss_steps *steps = ss_steps_of_last(w);
    if (!steps || test->judgement == SS_CACHE_UNTESTED)
        return;
    const struct ss_cache_rules *rules = w->sched->cache->rules;
    const struct ss_cache_levels *levels = &test->levels;
    SS_STEP_IN(steps, LLC_TEST, .from = test->src, .to = test->dst, .util = (i64)test->util);
    SS_STEP_IN(steps, LLC_SOURCE, .util = (i64)levels->src_util, .capacity = (i64)levels->src_cap);
    SS_STEP_IN(steps, LLC_TARGET, .util = (i64)levels->dst_util, .capacity = (i64)levels->dst_cap);
    SS_STEP_IN(steps, LLC_ROOM, .room_pct = ss_cache_room_pct(rules, levels->smt),
               .busier_pct = rules->imb_pct);
    SS_STEP_AS(steps, reason, LLC_HOME, .judgement = test->judgement);
}
