/*
 * When balance passes happen: the walk of a CPU over its domains, at its tick or on behalf of a CPU
 * without one. Source: sched_balance_domains, sched_balance_softirq of kernel/sched/fair.c, 6.18.2;
 * spec "Fair scheduler" section 10.2. In later kernels passes take the flag of balancing between
 * nodes themselves (balance_rq.c). The softirq runs to its end before the interrupt it follows is
 * left; nohz.c decides which CPU balances without a tick.
 */
#include "sched/fair/balance/rebalance.h"

#include "sched/domains/domains.h"
#include "sched/explain/balance.h"
#include "sched/explain/reasons.h"
#include "sched/fair/balance/balance_rq.h"
#include "sched/rules/limits.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

#define MOST_AHEAD_S 60 /* next_balance lies at most that far ahead */

static struct ss_domain_state *state_of(const struct ss_world *w, u32 domain)
{
    return &w->sched->fair->domain[domain];
}

/* Whether the CPU counts as busy, and as what its passes run. */
static void look(const struct ss_world *w, struct sched_balance_domains_frame *me)
{
    const struct ss_rq *rq = &w->sched->rq[me->cpu];
    const struct ss_cfs_rq *cfs = ss_cfs(w, me->cpu);
    const bool idle = rq->current == (i32)me->cpu && !rq->nr_running && !rq->ttwu_pending;
    me->idle = idle ? SS_IDLE : SS_NOT_IDLE;
    me->busy = !idle && !(rq->nr_running && rq->nr_running == cfs->h_nr_idle);
}

u64 ss_domain_due(const struct ss_world *w, u32 domain, bool busy)
{
    const struct ss_domain_state *state = state_of(w, domain);
    return state->last_balance + ss_balance_interval(state->balance_interval,
                                                     w->domains->domain[domain].busy_factor, busy,
                                                     SS_FAIR_HZ, w->topology.cpus);
}

static void finish(struct ss_world *w, const struct sched_balance_domains_frame *me)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, me->cpu);
    u64 cost = 0;
    cfs->next_balance = me->next;
    if (!me->decayed)
        return;
    for (u32 at = w->domains->cpu[me->cpu].base; at != SS_NO_DOMAIN;
         at = w->domains->domain[at].parent)
        cost += state_of(w, at)->newidle.max;
    cfs->max_idle_balance_cost = ss_max_u64(w->sched->fair->tunables->migration_cost, cost);
}

bool sched_balance_domains(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_domains);
    struct ss_sched_state *const global = w->sched->state;
    const u32 flag = WORD(BALANCE_RUNNING, 0, FLAG);
    const struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(me->behalf || me->cpu == cpu->number);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    me->goes_on = true;
    me->next = ss_jiffies(cpu) + MOST_AHEAD_S * SS_FAIR_HZ;
    look(w, me);
    for (me->domain = w->domains->cpu[me->cpu].base; me->domain != SS_NO_DOMAIN;
         me->domain = w->domains->domain[me->domain].parent) {
        me->decays = ss_update_newidle_cost(&state_of(w, me->domain)->newidle, 0, ss_jiffies(cpu),
                                            SS_FAIR_HZ, w->sched->fair->tunables->migration_cost);
        me->decayed |= me->decays;
        if (!me->goes_on && !me->decays)
            break;
        if (!me->goes_on)
            continue;
        me->asks = w->domains->domain[me->domain].flags & SS_SD_SERIALIZE &&
                   w->def->serialize_test != SS_SERIALIZE_AFTER;
        me->has_flag = false;
        if (me->asks)
            PATH_ATOMIC(sched_balance_domains, flag, me->has_flag = !global->balancing;
                        global->balancing = 1);
        if (me->asks && !me->has_flag) {
            ss_explain_passed_over(w, cpu, me->cpu, me->domain, SS_REASON_LB_SERIALIZED);
            me->next = ss_min_u64(me->next, ss_domain_due(w, me->domain, me->busy));
            continue;
        }
        if (ss_jiffies(cpu) >= ss_domain_due(w, me->domain, me->busy)) {
            PATH_CALL(sched_balance_rq, .domain = me->domain, .idle = me->idle,
                      .behalf = me->behalf ? (u16)(me->cpu + 1) : 0);
            me->goes_on = cpu->result >= 0;
            me->has_flag = me->has_flag || balance->has_flag;
            if (cpu->result > 0)
                look(w, me);
            state_of(w, me->domain)->last_balance = ss_jiffies(cpu);
        } else {
            ss_explain_passed_over(w, cpu, me->cpu, me->domain, SS_REASON_LB_NOT_DUE);
        }
        if (me->has_flag)
            PATH_STORE(sched_balance_domains, flag, global->balancing = 0);
        me->next = ss_min_u64(me->next, ss_domain_due(w, me->domain, me->busy));
    }
    PATH_STORE(sched_balance_domains, WORD(CFS_RQ, me->cpu, NEXT_BALANCE), finish(w, me));
    PATH_END;
}
