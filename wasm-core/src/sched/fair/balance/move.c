/*
 * Taking tasks off one queue and putting them on another. Source: can_migrate_task, task_hot,
 * detach_tasks, attach_tasks of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 10.10.
 */
#include "sched/fair/balance/move.h"

#include "exec/sequence.h"
#include "sched/cache/balance.h"
#include "sched/domains/domains.h"
#include "sched/explain/cache.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/balance/active.h"
#include "sched/fair/balance/numa.h"
#include "sched/fair/place/hints.h"
#include "sched/fair/queue/preempt.h"
#include "sched/fair/queue/task_group.h"
#include "sched/fair/queue/update.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

/* ---- which ----------------------------------------------------------------------------------- */

static bool is_hot(const struct ss_world *w, const struct ss_balance *balance, i32 task)
{
    const struct ss_fair_task *t = &w->sched->fair->task[task];
    if ((w->domains->domain[balance->domain].flags & SS_SD_SHARE_CPUCAPACITY) || t->idle_policy)
        return false;
    i64 age = (i64)(ss_cfs(w, balance->src)->clock_task - t->exec_start);
    return age < (i64)w->sched->fair->tunables->migration_cost;
}

/* The task may not run here: another CPU of the destination's group could take it. */
static void note_pinned(const struct ss_world *w, const struct ss_cpu *cpu,
                        struct ss_balance *balance, i32 task)
{
    const u32 words = w->topology.cpu_words;
    const struct ss_sched_group *group = ss_domain_group(w->domains, balance->domain, 0);
    const u64 *candidates =
        ss_span_cpus(w->domains, w->domains->capacity[group->capacity].balance_mask);
    const u64 *allowed = ss_affinity(w, &w->task[task]), *mask = ss_balance_mask(w, cpu);
    balance->some_pinned = true;
    if (balance->idle == SS_NEWLY_IDLE || balance->dst_pinned || balance->active)
        return;
    for (u32 i = 0; i < words; i++) {
        u64 able = candidates[i] & allowed[i] & mask[i];
        if (!able)
            continue;
        balance->dst_pinned = true;
        balance->new_dst = (u16)(i * 64 + ss_lowest_bit(able));
        return;
    }
}

/* Whether the task may go, and why: enum ss_reason. */
static u8 can_migrate(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance, i32 task)
{
    const struct ss_fair *fair = w->sched->fair;
    const struct ss_cfs_rq *source = ss_cfs(w, balance->src);
    u32 failed = fair->domain[balance->domain].nr_balance_failed;
    if (fair->entity[task].delayed && balance->type != SS_MIGRATE_LOAD)
        return SS_REASON_MV_DELAYED;
    if (!ss_cfs_ordered(&source->eevdf) && !failed && ss_cfs(w, balance->dst)->eevdf.nr_queued &&
        !ss_entity_eligible(&source->eevdf, fair->entity, task))
        return SS_REASON_MV_INELIGIBLE;
    if (fair->task[task].per_cpu_kthread)
        return SS_REASON_MV_KTHREAD;
    if (ss_hint_holds(w, balance, task)) {
        balance->notes.held = true;
        return SS_REASON_MV_HINT;
    }
    if (!ss_bitset_has(ss_affinity(w, &w->task[task]), balance->dst)) {
        note_pinned(w, cpu, balance, task);
        return SS_REASON_MV_PINNED;
    }
    balance->all_pinned = false;
    if (w->task[task].on_cpu)
        return SS_REASON_MV_RUNNING;
    const enum ss_locality locality = ss_numa_locality(w, balance, task);
    const bool asks = ss_cache_is_on(w) && ss_cache_asks(w, locality != SS_LOCALITY_SAME);
    const u8 kept = asks ? ss_cache_keeps(w, cpu, balance, task) : SS_REASON_NONE;
    if (kept)
        return kept;
    if (balance->active)
        return SS_REASON_MV_OK;
    const bool insists = failed > w->domains->domain[balance->domain].cache_nice_tries;
    if (locality == SS_LOCALITY_BETTER)
        return SS_REASON_MV_NEARER;
    if (locality == SS_LOCALITY_WORSE)
        return insists ? SS_REASON_MV_AWAY_ANYWAY : SS_REASON_MV_AWAY;
    if (!is_hot(w, balance, task))
        return SS_REASON_MV_OK;
    return insists ? SS_REASON_MV_HOT_ANYWAY : SS_REASON_MV_HOT;
}

static bool goes(u8 reason)
{
    return reason == SS_REASON_MV_OK || reason == SS_REASON_MV_HOT_ANYWAY ||
           reason == SS_REASON_MV_NEARER || reason == SS_REASON_MV_AWAY_ANYWAY;
}

/* Asks, and keeps the answer. */
static bool may_go(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance, i32 task)
{
    balance->notes.of_task.judgement = SS_CACHE_UNTESTED;
    balance->reason = can_migrate(w, cpu, balance, task);
    ss_note_test(&balance->notes, balance->reason);
    return goes(balance->reason);
}

/* Active balance runs outside a pass, so a task it refuses has no pass record: leaves one here. */
static void explain_held(struct ss_world *w, struct ss_cpu *cpu, const struct ss_balance *balance,
                         i32 task)
{
    const struct ss_explain record = {.decision = SS_DECISION_DETACH,
                                      .reason = SS_REASON_MV_HINT,
                                      .task = task,
                                      .chosen = balance->src,
                                      .previous = balance->src};
    if (balance->reason == SS_REASON_MV_HINT)
        ss_explain_plainly(w, cpu, record);
}

/* Takes what the task weighs off the amount; false if that is more than is to be moved. */
static bool fits_amount(const struct ss_world *w, struct ss_balance *balance, i32 task)
{
    u32 failed = w->sched->fair->domain[balance->domain].nr_balance_failed;
    u64 size = 1;
    if (balance->type == SS_MIGRATE_LOAD)
        size = ss_max_u32(w->sched->fair->task[task].avg.load_avg, 1);
    else if (balance->type == SS_MIGRATE_UTIL)
        size = ss_task_util(w, task);
    const bool by_number = balance->type == SS_MIGRATE_TASK || balance->type == SS_MIGRATE_LLC_TASK;
    if (!by_number && (i64)(size >> ss_min_u32(failed, 63)) > balance->amount) {
        balance->reason = SS_REASON_MV_TOO_BIG;
        ss_note_test(&balance->notes, balance->reason);
        return false;
    }
    balance->amount -= (i64)size;
    return true;
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* The next task to look at, the one that entered or ran longest ago; SS_NO_TASK to stop. */
static i32 next_candidate(const struct ss_world *w, struct ss_balance *balance)
{
    const struct ss_cfs_rq *source = ss_cfs(w, balance->src);
    if (source->tasks.tail == SS_NO_TASK)
        return SS_NO_TASK;
    if (balance->idle != SS_NOT_IDLE && w->sched->rq[balance->src].nr_running <= 1)
        return SS_NO_TASK;
    if (++balance->loop > balance->loop_max)
        return SS_NO_TASK;
    if (balance->loop > balance->loop_break) {
        balance->loop_break += SS_MIGRATE_BREAK;
        balance->need_break = true;
        return SS_NO_TASK;
    }
    return source->tasks.tail;
}

static void take_off(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance, i32 task)
{
    const u8 of_caches = ss_cache_is_on(w) && !balance->exec
                             ? ss_cache_move_reason(w, balance, task)
                             : SS_REASON_NONE;
    const struct ss_explain record = {.decision = SS_DECISION_DETACH,
                                      .reason = of_caches ? of_caches : balance->reason,
                                      .task = task,
                                      .chosen = balance->dst,
                                      .previous = balance->src};
    if (!balance->exec)
        ss_explain_plainly(w, cpu, record);
    if (of_caches)
        ss_explain_test(w, &balance->notes.of_task, of_caches);
    ss_fair_leave(w, task, balance->src);
    ss_rq(w, balance->src)->nr_running--;
    const u32 reason = balance->exec                    ? ss_cfs(w, balance->src)->exec_reason
                       : balance->active                ? SS_MIGRATE_ACTIVE
                       : balance->idle == SS_NEWLY_IDLE ? SS_MIGRATE_NEWIDLE
                       : balance->nohz                  ? SS_MIGRATE_NOHZ
                                                        : SS_MIGRATE_BALANCE;
    ss_task_migrated(w, cpu, task, balance->dst, reason);
    ss_list_prepend(w, &balance->detached, task);
}

static void refuse(struct ss_world *w, const struct ss_balance *balance, i32 task)
{
    struct ss_task_list *list = &ss_cfs(w, balance->src)->tasks;
    ss_list_remove(w, list, task);
    ss_list_prepend(w, list, task);
}

bool detach_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(detach_task);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, balance->src);
    PATH_TOUCH(SS_OPERATION_STORE, me->symbol, WORD(CFS_RQ, balance->src, NR),
               take_off(w, cpu, balance, me->task));
    PATH_UPDATE_TASK_GROUP(balance->src);
    PATH_TOUCHES(SS_OPERATION_STORE, me->symbol, WORD(CFS_RQ, balance->src, TREE),
                 WORD(CFS_RQ, balance->src, AVG), WORD(RQ, balance->src, NR_RUNNING),
                 w->task[me->task].address);
    PATH_END;
}

bool detach_tasks(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(detach_tasks);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, balance->src);
    if (ss_rq(w, balance->src)->nr_running <= 1) {
        balance->all_pinned = false;
        PATH_RETURN(0);
    }
    if (ss_cache_is_on(w))
        ss_cache_before_detach(w, balance);
    while (balance->amount > 0 && (me->task = next_candidate(w, balance)) != SS_NO_TASK) {
        if (ss_cache_is_on(w) && ss_cache_stops_detach(w, balance, me->task, me->detached)) {
            ss_note_test(&balance->notes, SS_REASON_LLC_STOPS);
            break;
        }
        PATH_LOAD(detach_tasks, w->task[me->task].address);
        if (!may_go(w, cpu, balance, me->task) || !fits_amount(w, balance, me->task)) {
            refuse(w, balance, me->task);
            continue;
        }
        PATH_CALL(detach_task, .task = me->task, .symbol = SS_SYMBOL_detach_tasks);
        me->detached++;
        if (balance->idle == SS_NEWLY_IDLE)
            break; /* a preemptible kernel keeps the others waiting for one task only */
    }
    PATH_RETURN(me->detached);
    PATH_END;
}

bool detach_one_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(detach_one_task);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, balance->src);
    for (me->task = ss_cfs(w, balance->src)->tasks.tail; me->task != SS_NO_TASK;
         me->task = w->task[me->task].queue_previous) {
        PATH_LOAD(active_load_balance_cpu_stop, w->task[me->task].address);
        if (!may_go(w, cpu, balance, me->task)) {
            explain_held(w, cpu, balance, me->task);
            continue;
        }
        PATH_CALL(detach_task, .task = me->task, .symbol = SS_SYMBOL_active_load_balance_cpu_stop);
        PATH_RETURN(me->task);
    }
    PATH_RETURN(SS_NO_TASK);
    PATH_END;
}

/* ---- giving ---------------------------------------------------------------------------------- */

static i32 next_detached(struct ss_world *w, struct ss_balance *balance)
{
    i32 task = balance->detached.head;
    if (task != SS_NO_TASK)
        ss_list_remove(w, &balance->detached, task);
    return task;
}

static void put_on(struct ss_world *w, i32 task, u32 cpu)
{
    ss_fair_enter(w, task, cpu);
}

bool attach_tasks(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(attach_tasks);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    const u32 dst = balance->dst;
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, dst);
    SS_DEBUG_CHECK(balance->detached.head != SS_NO_TASK);
    PATH_LOCK(dst);
    ss_update_rq_clock(w, dst, cpu->clock);
    while ((me->task = next_detached(w, balance)) != SS_NO_TASK) {
        PATH_STORE(attach_tasks, WORD(CFS_RQ, dst, NR), put_on(w, me->task, dst));
        PATH_UPDATE_TASK_GROUP(dst);
        PATH_STORES(attach_tasks, WORD(CFS_RQ, dst, TREE), WORD(CFS_RQ, dst, AVG),
                    w->task[me->task].address);
        PATH_CALL(set_nr_running, .cpu = dst, .now = ss_rq(w, dst)->nr_running + 1,
                  .symbol = SS_SYMBOL_attach_tasks);
        if (ss_rq(w, dst)->current == (i32)dst || ss_wakeup_preempts(w, me->task, dst))
            ss_resched_fair(w, cpu, dst);
    }
    PATH_UNLOCK_LAST(dst);
    PATH_END;
}
