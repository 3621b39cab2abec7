/*
 * What running tasks leave behind: time of their processes on CPUs, the cache they prefer, the
 * counters of their queues, and the tick that calls for a scan. Source: spec "Cache-aware load
 * balancing" sections 2.1 to 2.3, 2.6, 2.7 and 3.
 */
#include "sched/cache/account.h"

#include "exec/sequence.h"
#include "sched/cache/state.h"
#include "sched/explain/cache.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

/* ---- cut-offs -------------------------------------------------------------------------------- */

struct ss_cache_standing ss_cache_standing_of(const struct ss_world *w, i32 process, u32 cpu)
{
    const struct ss_cache *cache = w->sched->cache;
    const struct ss_cache_process *mm = &cache->process[process];
    /* What NUMA balancing saw touched: all of it where it is on, else nothing. */
    const bool footprint = cache->rules->on[SS_CACHE_CAP_SOURCE];
    return (struct ss_cache_standing){.threads = mm->threads,
                                      .smt = cache->smt,
                                      .llc_size = w->domains->cpu[cpu].sd_llc_size,
                                      .running_avg = mm->running_avg,
                                      .llc_bytes = cache->llc_bytes,
                                      .memory =
                                          footprint && !w->def->numa_balancing ? 0 : mm->memory};
}

u8 ss_cache_exclusion(const struct ss_world *w, i32 process, u32 cpu)
{
    const struct ss_cache_rules *rules = w->sched->cache->rules;
    const struct ss_cache_standing here = ss_cache_standing_of(w, process, cpu);
    if (here.threads <= 1)
        return SS_REASON_LLC_LONE;
    if (ss_cache_exceeds_threads(rules, here.running_avg, here.smt, here.llc_size))
        return SS_REASON_LLC_THREADS;
    if (ss_cache_exceeds_memory(rules, here.llc_bytes, here.memory))
        return SS_REASON_LLC_MEMORY;
    return SS_REASON_NONE;
}

/* ---- counters -------------------------------------------------------------------------------- */

void ss_cache_count_in(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cache *cache = w->sched->cache;
    struct ss_cache_task *t = &cache->task[task];
    if (t->preferred < 0)
        return;
    cache->queue[cpu].with_preference++;
    cache->queue[cpu].preferring_here += t->preferred == cache->llc[cpu];
    ++*ss_cache_preferring(cache, cpu, t->preferred);
    t->counted = true;
}

void ss_cache_count_out(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cache *cache = w->sched->cache;
    struct ss_cache_task *t = &cache->task[task];
    if (!t->counted)
        return;
    cache->queue[cpu].with_preference--;
    cache->queue[cpu].preferring_here -= t->preferred == cache->llc[cpu];
    --*ss_cache_preferring(cache, cpu, t->preferred);
    t->counted = false;
}

/* ---- accounting ------------------------------------------------------------------------------ */

static void drop_if_excluded(const struct ss_world *w, i32 process, u32 cpu)
{
    struct ss_cache *cache = w->sched->cache;
    struct ss_cache_queue *queue = &cache->queue[cpu];
    struct ss_cache_process *mm = &cache->process[process];
    if (mm->anchor < 0)
        return;
    u8 reason = SS_REASON_LLC_STALE;
    if (!ss_cache_is_stale(cache->rules, queue->clock.epoch, mm->epoch))
        reason = ss_cache_exclusion(w, process, cpu);
    if (reason == SS_REASON_NONE)
        return;
    const struct ss_cache_standing here = ss_cache_standing_of(w, process, cpu);
    ss_explain_drop(w, &here, process, cpu, reason);
    queue->dropped = w->sched->explaining->refused[process] = reason;
    queue->dropped_anchor = mm->anchor;
    mm->anchor = -1;
}

/* The thread's memory lies on another node than the anchor, and the rule heeds that. */
static bool is_elsewhere(const struct ss_world *w, i32 task, i32 anchor)
{
    const u32 rule = w->sched->cache->rules->on[SS_CACHE_NUMA_RULE];
    const i32 node = ss_memory_node(w, task);
    if (node < 0 || rule == SS_CACHE_NUMA_OFF ||
        (rule == SS_CACHE_NUMA_IF_ON && !w->def->numa_balancing))
        return false;
    return node != w->topology.node[anchor];
}

/* The cache that the thread prefers from now on. A thread whose memory is on another node than the
 * anchor prefers none; that leaves one record per change. */
static i32 preference(const struct ss_world *w, i32 task, struct ss_cache_queue *queue)
{
    struct ss_cache_task *t = &w->sched->cache->task[task];
    const i32 anchor = w->sched->cache->process[t->process].anchor;
    if (anchor < 0)
        return -1;
    const bool was_astray = t->astray;
    t->astray = is_elsewhere(w, task, anchor);
    if (t->astray && !was_astray)
        queue->astray = task;
    return t->astray ? -1 : w->sched->cache->llc[anchor];
}

void ss_cache_account(struct ss_world *w, i32 task, u32 cpu, u64 delta, u64 jiffies)
{
    struct ss_cache *cache = w->sched->cache;
    struct ss_cache_queue *queue = &cache->queue[cpu];
    struct ss_cache_task *t = &cache->task[task];
    struct ss_cache_record alone = {.epoch = queue->clock.epoch};
    struct ss_cache_record *record =
        t->process < 0 ? &alone : &cache->record[ss_cache_record_at(w, t->process, cpu)];
    ss_cache_advance(&queue->clock, record, jiffies, cache->rules->epoch_period);
    record->runtime += delta;
    queue->clock.runtime += delta;
    queue->accounted = task;
    if (t->process < 0)
        return;
    drop_if_excluded(w, t->process, cpu);
    const i32 wanted = preference(w, task, queue);
    if (t->preferred == wanted)
        return;
    ss_cache_count_out(w, task, cpu);
    t->preferred = wanted;
    ss_cache_count_in(w, task, cpu);
}

static void explain_astray(struct ss_world *w, struct ss_cpu *cpu, struct ss_cache_queue *queue)
{
    const struct ss_cache *cache = w->sched->cache;
    const i32 anchor = cache->process[cache->task[queue->astray].process].anchor;
    ss_cache_explain(w, cpu, SS_DECISION_ACCOUNT_MM, SS_REASON_LLC_NUMA, queue->astray, anchor,
                     anchor);
    SS_STEP_IN(ss_steps_of_last(w), LLC_NUMA, .task_node = ss_memory_node(w, queue->astray),
               .anchor_node = w->topology.node[anchor]);
    queue->astray = SS_NO_TASK;
}

bool account_mm_sched(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(account_mm_sched);
    const struct ss_cache *const cache = w->sched->cache;
    struct ss_cache_queue *const queue = &cache->queue[me->cpu];
    const u32 epoch_word = WORD(RQ_CACHE, me->cpu, EPOCH);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    SS_DEBUG_CHECK(queue->accounted != SS_NO_TASK);
    me->task = queue->accounted;
    me->process = cache->task[me->task].process;
    queue->accounted = SS_NO_TASK;
    if (me->process >= 0)
        PATH_LOAD(account_mm_sched, WORD(MM_SCHED, me->process, MM));
    PATH_ATOMIC(account_mm_sched, epoch_word);
    PATH_LOAD(account_mm_sched, WORD(JIFFIES, 0, JIFFIES));
    if (me->process < 0)
        PATH_LEAVE;
    PATH_STORES(account_mm_sched, ss_cache_record_word(w, me->process, me->cpu), epoch_word);
    PATH_LOADS(account_mm_sched, WORD(MM_SCHED, me->process, MM),
               ss_cache_running_word(w, me->process), WORD(MM_SCHED, me->process, RSS));
    if (queue->dropped) {
        PATH_STORE(account_mm_sched, WORD(MM_SCHED, me->process, MM));
        ss_cache_explain(w, cpu, SS_DECISION_ACCOUNT_MM, queue->dropped, me->task, -1,
                         queue->dropped_anchor);
        ss_explain_dropped_anchor(w, me->cpu);
        queue->dropped = SS_REASON_NONE;
    }
    if (queue->astray != SS_NO_TASK)
        explain_astray(w, cpu, queue);
    PATH_END;
}

/* ---- the tick -------------------------------------------------------------------------------- */

static bool is_due(const struct ss_cache *cache, const struct ss_cache_process *mm, u64 epoch,
                   u64 jiffies)
{
    if (cache->rules->on[SS_CACHE_SINGLE_SCANNER])
        return jiffies >= mm->next_scan;
    return ss_cache_is_due(cache->rules, epoch, mm->epoch);
}

/* Under mm_sched_lock. v1 to v4 do not look at the epoch again: every thread that came so far
 * scans. */
static void queue_work(struct ss_world *w, struct ss_cpu *cpu,
                       const struct task_tick_cache_frame *me)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_cache_process *mm = &cache->process[me->process];
    if (cache->rules->on[SS_CACHE_SINGLE_SCANNER]) {
        if (ss_jiffies(cpu) < mm->next_scan)
            return;
        mm->next_scan = ss_jiffies(cpu) + cache->rules->epoch_period;
    }
    if (cache->task[me->task].work)
        return;
    cache->task[me->task].work = cpu->task_work = true;
    mm->epoch = ss_cache_scanned(cache->rules, me->epoch, mm->epoch);
}

bool task_tick_cache(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(task_tick_cache);
    const struct ss_cache *const cache = w->sched->cache;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    SS_DEBUG_CHECK(cpu->interrupted);
    /* The first CPU that ticks counts the jiffy. */
    if (*cache->jiffies < ss_jiffies(cpu))
        PATH_STORE(task_tick_cache, WORD(JIFFIES, 0, JIFFIES), *cache->jiffies = ss_jiffies(cpu));
    me->task = ss_cfs(w, cpu->number)->eevdf.current;
    me->process = me->task == SS_NO_ENTITY ? -1 : cache->task[me->task].process;
    if (me->process < 0)
        PATH_LEAVE;
    me->epoch = cache->queue[cpu->number].clock.epoch;
    PATH_LOAD(task_tick_cache, WORD(MM_SCHED, me->process, MM),
              me->due = is_due(cache, &cache->process[me->process], me->epoch, ss_jiffies(cpu)));
    if (!me->due)
        PATH_LEAVE;
    PATH_ATOMIC(task_tick_cache, WORD(MM_SCHED, me->process, MM), queue_work(w, cpu, me));
    PATH_STORE_LAST(task_tick_cache, WORD(MM_SCHED, me->process, MM));
    PATH_END;
}

/* ---- threads --------------------------------------------------------------------------------- */

void ss_cache_new_task(struct ss_world *w, i32 task, i32 parent)
{
    struct ss_cache *cache = w->sched->cache;
    const bool inherits = cache->task[task].process >= 0 &&
                          cache->task[parent].process == cache->task[task].process &&
                          !cache->rules->on[SS_CACHE_CHILD_PREF_RESET];
    cache->task[task].preferred = inherits ? cache->task[parent].preferred : -1;
    cache->task[task].work = false;
}

void ss_cache_begin(struct ss_world *w, i32 task)
{
    const i32 process = w->sched->cache->task[task].process;
    if (process >= 0)
        w->sched->cache->process[process].threads++;
}

void ss_cache_end(struct ss_world *w, i32 task)
{
    const i32 process = w->sched->cache->task[task].process;
    if (process >= 0)
        w->sched->cache->process[process].threads--;
}
