/*
 * Newly-idle balancing: a CPU about to idle pulls a task that waits on another CPU, if this CPU is
 * likely to idle long enough for the search to pay. Source: sched_balance_newidle,
 * update_newidle_cost of kernel/sched/fair.c, 6.18.2, and for the dice v7.0; spec "Fair scheduler"
 * sections 11 and 17.
 */
#include "sched/fair/balance/newidle.h"

#include "policy/policy.h"
#include "sched/domains/domains.h"
#include "sched/explain/balance.h"
#include "sched/explain/steps.h"
#include "sched/fair/balance/balance_rq.h"
#include "sched/fair/balance/nohz.h"
#include "sched/fair/balance/rebalance.h"
#include "sched/fair/queue/task_group.h"
#include "sched/fair/queue/update.h"
#include "sched/root_domain.h"
#include "sched/rules/limits.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

static bool has_work(const struct ss_world *w, u32 cpu)
{
    return w->sched->rq[cpu].nr_running || w->sched->rq[cpu].ttwu_pending;
}

/* Whether the CPU may search at all; `overloaded` as the root domain said. */
static bool is_worth_it(const struct ss_world *w, u32 cpu, bool overloaded)
{
    const u32 base = w->domains->cpu[cpu].base;
    return overloaded && base != SS_NO_DOMAIN &&
           ss_cfs(w, cpu)->avg_idle >= w->sched->fair->domain[base].newidle.max;
}

/* An idle CPU balances more often than it planned to while it was busy. */
static void come_sooner(struct ss_world *w, u32 cpu, u32 domain)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    if (domain != SS_NO_DOMAIN)
        cfs->next_balance = ss_min_u64(cfs->next_balance, ss_domain_due(w, domain, false));
}

/* What the search will have taken with the domain at hand, as far as is known. */
static u64 expected(const struct ss_world *w, const struct sched_balance_newidle_frame *me)
{
    return me->cost + w->sched->fair->domain[me->domain].newidle.max;
}

/* Remembers avg_idle and the expected cost for the explain record. */
static void begin_pass(struct ss_world *w, const struct ss_cpu *cpu,
                       struct sched_balance_newidle_frame *me)
{
    me->pass_started = cpu->clock;
    me->idle = ss_cfs(w, cpu->number)->avg_idle;
    me->expected = expected(w, me);
    ss_explain_newidle(w, cpu->number);
}

/* Once the pass has left its record: what was compared before it, and what it came to. */
static void explain_search(const struct ss_world *w, const struct ss_cpu *cpu,
                           const struct sched_balance_newidle_frame *me)
{
    const u32 self = cpu->number;
    ss_explain_searched(w, self, me->idle, me->expected);
    ss_explain_found(w, self, me->pulled, cpu->clock - me->pass_started,
                     w->sched->fair->domain[me->domain].newidle.max, has_work(w, self));
}

/* Whether a pass over the domain is made; later kernels throw a dice on how often passes succeed.
 */
static bool is_drawn(struct ss_world *w, struct ss_cpu *cpu, u32 domain)
{
    struct ss_newidle_rate *rate = &w->sched->fair->domain[domain].newidle_rate;
    if (w->def->newidle_fail_cost != SS_NEWIDLE_DICE)
        return true;
    const u32 drawn = ss_prng_below(&ss_cfs(w, cpu->number)->dice, SS_NEWIDLE_SIDES);
    if (ss_newidle_drawn(rate, drawn))
        return true;
    ss_explain_dice(w, cpu, domain, drawn); /* with the rate that the throw was compared with */
    ss_update_newidle_rate(rate, 0);
    return false;
}

/* Since v6.17 a pass that pulled nothing counts as half as dear again as the dearest so far,
 * whatever it took. */
static void learn(struct ss_world *w, const struct ss_cpu *cpu,
                  struct sched_balance_newidle_frame *me)
{
    struct ss_newidle_cost *known = &w->sched->fair->domain[me->domain].newidle;
    struct ss_newidle_rate *rate = &w->sched->fair->domain[me->domain].newidle_rate;
    u64 cost = cpu->clock - me->pass_started;
    me->cost += cost;
    if (me->pulled <= 0 && w->def->newidle_fail_cost == SS_NEWIDLE_RAISES)
        cost = known->max * 3 / 2;
    if (w->def->newidle_fail_cost == SS_NEWIDLE_DICE)
        ss_update_newidle_rate(rate, me->pulled > 0 ? ss_newidle_success(rate) : 0);
    ss_update_newidle_cost(known, cost, ss_jiffies(cpu), SS_FAIR_HZ,
                           w->sched->fair->tunables->migration_cost);
}

struct end_search_frame {
    struct ss_path path;
};

/* The search is over, the lock held. Result: whether there is something to run. */
static bool end_search(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(end_search);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (ss_rq(w, cpu->number)->nr_running)
        ss_cfs(w, cpu->number)->idle_stamp = 0;
    else if (w->def->nohz_kicks == SS_NOHZ_KICKS_ALL)
        PATH_CALL(nohz_newidle_balance);
    PATH_RETURN(ss_rq(w, cpu->number)->nr_running != 0);
    PATH_END;
}

/* A policy of one's own names the CPU to take from. Result: as of the search, or SS_POLICY_LEFT. */
static bool search_as_told(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_point);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    PATH_CALL_THROUGH(w->policy->balance, policy_point, .task = SS_NO_TASK, .cpu = me->cpu);
    if (cpu->result == SS_POLICY_LEFT && !has_work(w, me->cpu))
        PATH_RETURN(SS_POLICY_LEFT);
    PATH_CALL(end_search);
    PATH_RETURN(cpu->result);
    PATH_END;
}

bool sched_balance_newidle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_newidle);
    const u32 self = cpu->number;
    struct ss_cfs_rq *const cfs = ss_cfs(w, self);
    const struct ss_balance *const balance = &w->sched->fair->work[self].balance;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    cfs->nohz_flags &= (u8)~SS_KICK_NEWIDLE; /* left from the previous idle period */
    PATH_STORE(sched_balance_newidle, WORD(CFS_RQ, self, IDLE_STAMP));
    if (ss_rq(w, self)->ttwu_pending)
        PATH_RETURN(0);
    cfs->idle_stamp = ss_max_u64(1, cpu->clock);
    if (ss_policy_asks(w, SS_POLICY_POINT_BALANCE)) {
        PATH_CALL_THROUGH(search_as_told, policy_point, .task = SS_NO_TASK, .cpu = self);
        if (cpu->result != SS_POLICY_LEFT)
            PATH_RETURN(cpu->result);
    }
    PATH_LOAD(sched_balance_newidle, ss_rd(w, SS_RD_OVERLOADED),
              me->pulled = w->sched->state->overloaded != 0);
    if (!is_worth_it(w, self, me->pulled != 0)) {
        ss_explain_gate(w, cpu, me->pulled != 0);
        come_sooner(w, self, w->domains->cpu[self].base);
        if (w->def->nohz_kicks == SS_NOHZ_KICKS_ALL)
            PATH_CALL(nohz_newidle_balance);
        PATH_RETURN(0);
    }
    w->sched->explaining->cpu[self].not_overloaded = false;
    ss_update_rq_clock(w, self, cpu->clock);
    ss_update_queue_load(w, self);
    PATH_TELL_TASK_GROUP(self);
    PATH_UNLOCK(self);
    me->pulled = 0;
    ss_explain_newidle(w, self);
    for (me->domain = w->domains->cpu[self].base; me->domain != SS_NO_DOMAIN;
         me->domain = w->domains->domain[me->domain].parent) {
        if (cfs->avg_idle < expected(w, me)) {
            ss_explain_searched(w, self, cfs->avg_idle, expected(w, me));
            break;
        }
        come_sooner(w, self, me->domain);
        if (!(w->domains->domain[me->domain].flags & SS_SD_BALANCE_NEWIDLE) ||
            !is_drawn(w, cpu, me->domain))
            continue;
        begin_pass(w, cpu, me);
        PATH_CALL_INTO(me->pulled, sched_balance_rq, .domain = me->domain, .idle = SS_NEWLY_IDLE);
        if (balance->has_flag)
            PATH_STORE(sched_balance_newidle, WORD(BALANCE_RUNNING, 0, FLAG),
                       w->sched->state->balancing = 0);
        learn(w, cpu, me);
        explain_search(w, cpu, me);
        if (me->pulled > 0 || has_work(w, self))
            break;
    }
    PATH_LOCK(self);
    cfs->max_idle_balance_cost = ss_max_u64(cfs->max_idle_balance_cost, me->cost);
    PATH_CALL(end_search);
    PATH_RETURN(cpu->result);
    PATH_END;
}
