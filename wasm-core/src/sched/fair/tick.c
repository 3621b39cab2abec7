/*
 * The tick of a CPU with the full fair class: the running task is accounted and may have to give
 * way. Source: sched_tick, task_tick_fair of kernel/sched, tick_sched_timer of
 * kernel/time/tick-sched.c, 6.18.2; spec "Fair scheduler" sections 4.8 and 12. Timers of all CPUs
 * are set for the same moments, unless the kernel was started with skew_tick=1. Their handlers do
 * not get to the same point together, though: clocks of sockets differ a little, and a handler
 * whose lines the program has evicted comes there later. The machine says within what time they
 * arrive (tick_spread); each CPU has its own moment in it, always the same, by the multiplicative
 * hash of its number, which keeps neighbours apart.
 */
#include "sched/fair/tick.h"

#include "policy/policy.h"
#include "sched/cache/account.h"
#include "sched/class.h"
#include "sched/explain/pick.h"
#include "sched/fair/balance/nohz.h"
#include "sched/fair/balance/numa.h"
#include "sched/fair/balance/rebalance.h"
#include "sched/fair/queue/preempt.h"
#include "sched/fair/queue/task_group.h"
#include "sched/fair/queue/update.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

#define GOLDEN_RATIO_32 2654435769u /* 2^32 / 1.618... */

/* How long after the jiffy the CPU ticks: skew_tick spreads them over half a tick. */
static u64 skew_of(const struct ss_world *w, const struct ss_cpu *cpu)
{
    const u32 place = cpu->number * GOLDEN_RATIO_32;
    const u64 own = (u64)w->platform.os.tick_spread * place >> 32;
    return own + (w->def->skew_tick ? (u64)SS_JIFFY_NS / 2 / w->topology.cpus * cpu->number : 0);
}

void ss_fair_tick_start(struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    (void)task;
    const u32 node = SS_EVENT_TICK * w->topology.cpus + cpu->number;
    const u64 skew = skew_of(w, cpu);
    if (ss_wheel_pending(&w->wheel, node))
        return;
    const u64 ticks = cpu->clock < skew ? 0 : (cpu->clock - skew) / SS_JIFFY_NS + 1;
    ss_wheel_set(&w->wheel, node, ticks * SS_JIFFY_NS + skew, cpu->number << 3 | SS_EVENT_TICK);
}

/* A CPU keeps its tick until it finds itself idle at two in a row. */
static bool keeps_tick(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu->number);
    const bool idle = w->sched->rq[cpu->number].current == (i32)cpu->number;
    const bool keeps = !idle || !cfs->idle_at_tick;
    cfs->idle_at_tick = idle;
    return keeps;
}

/* Accounts the running task. True if another should run. */
static bool account(struct ss_world *w, u32 cpu)
{
    const i32 current = ss_cfs(w, cpu)->eevdf.current;
    const i64 deadline = current == SS_NO_ENTITY ? 0 : w->sched->fair->entity[current].deadline;
    const bool another = ss_update_curr(w, cpu);
    if (another)
        ss_explain_tick(w, cpu, deadline);
    return another;
}

bool tick_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(tick);
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    if (!keeps_tick(w, cpu))
        PATH_CALL_LAST(nohz_balance_enter_idle);
    ss_fair_tick_start(w, cpu, cpu->current);
    if (ss_cfs(w, self)->tick_stopped && !ss_cfs(w, self)->idle_at_tick)
        PATH_CALL(nohz_balance_exit_idle);
    PATH_LOCK(self);
    PATH_LOAD(sched_tick, WORD(CFS_RQ, self, REMOVED));
    ss_update_rq_clock(w, self, cpu->clock);
    PATH_STORE(sched_tick, WORD(CFS_RQ, self, CLOCK));
    if (account(w, self))
        ss_resched_fair(w, cpu, self);
    ss_update_queue_load(w, self);
    if (ss_cfs(w, self)->eevdf.current != SS_NO_ENTITY)
        ss_update_task_load(w, ss_cfs(w, self)->eevdf.current, self);
    PATH_STORE(sched_tick, WORD(CFS_RQ, self, AVG));
    if (ss_cfs(w, self)->eevdf.current != SS_NO_ENTITY)
        PATH_UPDATE_TASK_GROUP(self);
    if (ss_cache_owes(w, self))
        PATH_CALL(account_mm_sched, .cpu = self);
    ss_numa_tick(w, cpu);
    if (ss_cache_is_on(w))
        PATH_CALL(task_tick_cache);
    PATH_UNLOCK(self);
    if (ss_policy_is_there(w) && w->def->policy_flags & SS_POLICY_FLAG_NO_PERIODIC)
        PATH_LEAVE;
    if (ss_jiffies(cpu) >= ss_cfs(w, self)->next_balance)
        PATH_CALL(sched_balance_domains, .cpu = (u16)self);
    if (!ss_cfs(w, self)->idle_at_tick)
        PATH_CALL_LAST(nohz_balancer_kick);
    PATH_END;
}
