/*
 * What caches add to a balance pass: a class of groups, levels for the tests of later passes, which
 * tasks may go and in which order, and the veto of active balance. Source: spec "Cache-aware load
 * balancing" sections 2.8 and 2.9.
 */
#include "sched/cache/balance.h"

#include "sched/cache/account.h"
#include "sched/cache/order.h"
#include "sched/cache/state.h"
#include "sched/domains/domains.h"
#include "sched/explain/cache.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/group.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

bool ss_cache_levels_of(const struct ss_world *w, u32 src, u32 dst, struct ss_cache_levels *levels)
{
    const struct ss_cache *cache = w->sched->cache;
    const u16 from = w->domains->cpu[src].sd_llc_shared, to = w->domains->cpu[dst].sd_llc_shared;
    if (from == SS_NO_SHARED || to == SS_NO_SHARED)
        return false;
    *levels = (struct ss_cache_levels){.src_util = cache->level[from].util,
                                       .src_cap = cache->level[from].capacity,
                                       .dst_util = cache->level[to].util,
                                       .dst_cap = cache->level[to].capacity,
                                       .smt = cache->smt};
    return true;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static u32 first_cpu(const struct ss_world *w, i32 group)
{
    return w->domains->span_first[w->domains->group[group].span];
}

/* A task of the group would come if there were room; the note is left once for groups in a row. */
static void note_no_room(const struct ss_world *w, struct ss_balance *balance,
                         const struct ss_cache_levels *levels, u32 src)
{
    const struct ss_cache *cache = w->sched->cache;
    if (ss_cache_can_migrate(cache->rules, levels, 0, true) != SS_CACHE_FORBID)
        return;
    if (!balance->notes.tests ||
        balance->notes.test[balance->notes.tests - 1] != SS_REASON_LLC_NO_ROOM)
        ss_note_test(&balance->notes, SS_REASON_LLC_NO_ROOM);
    balance->notes.of_group = (struct ss_cache_tested){.src = (u16)src, .dst = balance->dst};
    ss_explain_note_test(w, levels, &balance->notes.of_group, 0, true);
}

u8 ss_cache_group_flag(const struct ss_world *w, struct ss_balance *balance,
                       const struct ss_group_stats *stats, i32 group)
{
    const struct ss_cache *cache = w->sched->cache;
    const struct ss_sched_domain *domain = &w->domains->domain[balance->domain];
    struct ss_cache_levels levels;
    if ((domain->flags & SS_SD_SHARE_LLC) || !stats->preferring_dst ||
        !ss_cache_levels_of(w, first_cpu(w, group), balance->dst, &levels))
        return SS_LLC_BALANCE_NO;
    note_no_room(w, balance, &levels, first_cpu(w, group));
    if (!ss_cache_flags_group(cache->rules, &levels, stats->preferring_dst,
                              w->sched->fair->domain[balance->domain].nr_balance_failed,
                              domain->cache_nice_tries))
        return SS_LLC_BALANCE_NO;
    return cache->rules->on[SS_CACHE_FLAG_BEFORE_TYPE] ? SS_LLC_BALANCE_FIRST
                                                       : SS_LLC_BALANCE_CLASS;
}

/* The domain is the one just above the destination's LLC. */
static bool is_above_llc(const struct ss_world *w, const struct ss_balance *balance)
{
    const u32 child = w->domains->domain[balance->domain].child;
    return child != SS_NO_DOMAIN && child == w->domains->cpu[balance->dst].sd_llc;
}

bool record_group_level(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(record_group_level);
    const struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    const u16 shared = w->domains->cpu[first_cpu(w, me->group)].sd_llc_shared;
    struct ss_cache_level *const level = &w->sched->cache->level[shared];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->group >= 0 && (u32)me->group < w->domains->groups);
    SS_DEBUG_CHECK(me->group == work->group_at_hand);
    if (work->balance.idle == SS_NEWLY_IDLE || shared == SS_NO_SHARED ||
        !is_above_llc(w, &work->balance))
        PATH_LEAVE;
    if (level->util == work->at_hand.util && level->capacity == work->at_hand.capacity) {
        PATH_LOAD(update_sd_lb_stats, WORD(SCHED_DOMAIN_SHARED, shared, COUNTS));
        PATH_LEAVE;
    }
    PATH_STORE(update_sd_lb_stats, WORD(SCHED_DOMAIN_SHARED, shared, COUNTS),
               level->util = work->at_hand.util;
               level->capacity = work->at_hand.capacity);
    PATH_END;
}

/* ---- tasks ----------------------------------------------------------------------------------- */

static bool shares_cache(const struct ss_world *w, const struct ss_balance *balance)
{
    return ss_cpus_share_cache(w->domains, balance->src, balance->dst);
}

static u32 failed_passes(const struct ss_world *w, const struct ss_balance *balance)
{
    return w->sched->fair->domain[balance->domain].nr_balance_failed;
}

void ss_cache_before_detach(struct ss_world *w, const struct ss_balance *balance)
{
    struct ss_cache *cache = w->sched->cache;
    if (cache->rules->on[SS_CACHE_DETACH] == SS_CACHE_DETACH_SKIP || shares_cache(w, balance))
        return;
    ss_cache_sort(w, &ss_cfs(w, balance->src)->tasks, cache->task, cache->llc[balance->src],
                  cache->llc[balance->dst]);
}

bool ss_cache_stops_detach(const struct ss_world *w, const struct ss_balance *balance, i32 task,
                           u32 detached)
{
    const struct ss_cache *cache = w->sched->cache;
    const u32 rule = cache->rules->on[SS_CACHE_DETACH];
    const i32 preferred = cache->task[task].preferred;
    const bool at_home = preferred == cache->llc[balance->src];
    if (rule == SS_CACHE_DETACH_SKIP || preferred < 0 || shares_cache(w, balance))
        return false;
    if (rule == SS_CACHE_DETACH_SORT)
        return detached && at_home;
    if (failed_passes(w, balance))
        return false;
    return at_home || (balance->type == SS_MIGRATE_LLC_TASK && detached &&
                       preferred != cache->llc[balance->dst]);
}

/* The process is over a limit where its task would go. */
static void drop_anchor(struct ss_world *w, struct ss_cpu *cpu, const struct ss_balance *balance,
                        i32 task, i32 process)
{
    struct ss_cache_process *mm = &w->sched->cache->process[process];
    const u8 reason = ss_cache_exclusion(w, process, balance->dst);
    ss_cache_explain(w, cpu, SS_DECISION_CAN_MIGRATE_LLC, reason, task, -1, mm->anchor);
    const struct ss_cache_standing here = ss_cache_standing_of(w, process, balance->dst);
    ss_explain_limit(w, &here, process, balance->dst, reason);
    w->sched->explaining->refused[process] = reason;
    mm->anchor = -1;
}

/* can_migrate_llc_task says no. */
static bool is_forbidden(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance,
                         i32 task, i32 process)
{
    const struct ss_cache *cache = w->sched->cache;
    const struct ss_cache_process *mm = &cache->process[process];
    const struct ss_cache_candidate candidate = {
        .src = cache->llc[balance->src],
        .dst = cache->llc[balance->dst],
        .anchor = mm->anchor < 0 ? -1 : cache->llc[mm->anchor],
        .threads = mm->threads,
        .exceeds = ss_cache_exclusion(w, process, balance->dst) != SS_REASON_NONE,
        .util = ss_task_util(w, task)};
    struct ss_cache_levels levels;
    bool drop = false, forbids = false;
    if (ss_cache_levels_of(w, balance->src, balance->dst, &levels)) {
        forbids =
            ss_cache_can_migrate_task(cache->rules, &levels, &candidate, &drop) == SS_CACHE_FORBID;
        if (ss_cache_weighs_levels(&candidate))
            ss_explain_note_test(w, &levels, &balance->notes.of_task, candidate.util,
                                 candidate.anchor == candidate.dst);
    }
    if (drop)
        drop_anchor(w, cpu, balance, task, process);
    return forbids;
}

u8 ss_cache_keeps(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance, i32 task)
{
    const struct ss_cache *cache = w->sched->cache;
    const i32 process = cache->task[task].process, dst = cache->llc[balance->dst];
    const bool skips = cache->rules->on[SS_CACHE_DETACH] == SS_CACHE_DETACH_SKIP;
    balance->notes.of_task.src = balance->src;
    balance->notes.of_task.dst = balance->dst;
    if (balance->active || shares_cache(w, balance))
        return SS_REASON_NONE;
    if (skips &&
        failed_passes(w, balance) >= w->domains->domain[balance->domain].cache_nice_tries + 1u)
        return SS_REASON_NONE;
    if (skips && balance->type == SS_MIGRATE_LLC_TASK && cache->task[task].preferred != dst) {
        balance->llc_refused = true;
        return SS_REASON_LLC_OTHERS;
    }
    if (process < 0 || !is_forbidden(w, cpu, balance, task, process))
        return SS_REASON_NONE;
    balance->llc_refused = true;
    const u8 reason =
        cache->llc[cache->process[process].anchor] == dst ? SS_REASON_LLC_FULL : SS_REASON_LLC_KEPT;
    ss_cache_explain(w, cpu, SS_DECISION_CAN_MIGRATE_LLC, reason, task, balance->src, balance->src);
    ss_explain_test(w, &balance->notes.of_task, reason);
    return reason;
}

u8 ss_cache_move_reason(const struct ss_world *w, const struct ss_balance *balance, i32 task)
{
    const struct ss_cache *cache = w->sched->cache;
    const i32 preferred = cache->task[task].preferred;
    if (preferred < 0 || shares_cache(w, balance))
        return SS_REASON_NONE;
    if (preferred == cache->llc[balance->dst])
        return SS_REASON_LLC_HOME;
    return preferred == cache->llc[balance->src] ? SS_REASON_LLC_LEFT : SS_REASON_NONE;
}

/* ---- active balance -------------------------------------------------------------------------- */

bool ss_cache_vetoes(struct ss_world *w, struct ss_cpu *cpu, const struct ss_balance *balance)
{
    const struct ss_cache *cache = w->sched->cache;
    const i32 current = ss_rq(w, balance->src)->current;
    const struct ss_cache_source source = {
        .preferring_here = cache->queue[balance->src].preferring_here,
        .runnable = ss_cfs(w, balance->src)->h_nr_runnable,
        .running = ss_rq(w, balance->src)->nr_running,
        .current_util = current >= (i32)w->topology.cpus ? ss_task_util(w, current) : 0};
    struct ss_cache_levels levels;
    if (shares_cache(w, balance) || !ss_cache_levels_of(w, balance->src, balance->dst, &levels) ||
        !ss_cache_vetoes_active(cache->rules, &levels, &source))
        return false;
    const bool lone = source.running <= 1;
    ss_cache_explain(w, cpu, SS_DECISION_BREAK_LLC,
                     lone ? SS_REASON_LLC_LONE_TASK : SS_REASON_LLC_KEPT, current, balance->src,
                     balance->src);
    struct ss_cache_tested test = {.src = balance->src, .dst = balance->dst};
    ss_explain_note_test(w, &levels, &test, source.current_util, false);
    if (lone)
        SS_STEP_IN(ss_steps_of_last(w), LLC_LONE_TASK, .preferring = source.preferring_here,
                   .runnable = source.runnable, .running = source.running);
    else
        ss_explain_test(w, &test, SS_REASON_LLC_KEPT);
    return true;
}
