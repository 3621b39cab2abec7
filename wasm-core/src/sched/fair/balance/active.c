/*
 * Active balance: the running task of a CPU is moved, by that CPU's stopper thread, for which it
 * had to make way. Source: active_load_balance_cpu_stop, detach_one_task, attach_one_task of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 10.11. When it is asked for stands in
 * balance_rq.c.
 */
#include "sched/fair/balance/active.h"

#include "sched/domains/domains.h"
#include "sched/fair/balance/balance_rq.h"
#include "sched/fair/balance/move.h"
#include "sched/fair/queue/update.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* The lowest domain of the target that the source belongs to, or SS_NO_DOMAIN. */
static u32 domain_of_both(const struct ss_world *w, u32 target, u32 source)
{
    u32 at = w->domains->cpu[target].base;
    while (at != SS_NO_DOMAIN &&
           !ss_bitset_has(ss_span_cpus(w->domains, w->domains->domain[at].span), source))
        at = w->domains->domain[at].parent;
    return at;
}

/* Sets up this CPU's pass. False if there is nothing to move or nowhere to move it. */
static bool begin(struct ss_world *w, struct ss_cpu *cpu, u32 target)
{
    const u32 self = cpu->number, domain = domain_of_both(w, target, self);
    /* The stopper itself counts as running. */
    if (!ss_cfs(w, self)->active_balance || ss_rq(w, self)->nr_running <= 1 ||
        domain == SS_NO_DOMAIN)
        return false;
    ss_balance_begin(w, cpu, domain, SS_IDLE);
    struct ss_balance *balance = &w->sched->fair->work[self].balance;
    balance->src = (u16)self;
    balance->dst = (u16)target;
    balance->active = true;
    balance->type = SS_MIGRATE_LOAD;
    ss_update_rq_clock(w, self, cpu->clock);
    return true;
}

bool ss_active_balance_wanted(const struct ss_world *w, u32 cpu)
{
    return ss_cfs(w, cpu)->active_balance;
}

bool active_load_balance_cpu_stop(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(active_load_balance_cpu_stop);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_DEBUG_CHECK(ss_is_stopper(w, cpu->current));
    SS_HOLDS_NOT(w, cpu, cpu->number);
    PATH_LOCK(self);
    me->target = ss_cfs(w, self)->push_cpu;
    me->task = SS_NO_TASK;
    if (begin(w, cpu, me->target)) {
        PATH_CALL_INTO(me->task, detach_one_task);
        if (me->task != SS_NO_TASK)
            w->sched->fair->domain[balance->domain].nr_balance_failed = 0;
    }
    PATH_STORE(active_load_balance_cpu_stop, WORD(CFS_RQ, self, SD),
               ss_cfs(w, self)->active_balance = false);
    PATH_UNLOCK(self);
    if (me->task != SS_NO_TASK)
        PATH_CALL(attach_tasks);
    PATH_RETURN(me->task != SS_NO_TASK);
    PATH_END;
}
