/*
 * CPUs without a tick: a busy CPU asks the first of them to balance for all of them. Source:
 * nohz_balance_enter_idle, nohz_balance_exit_idle, nohz_balancer_kick, nohz_idle_balance of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 12. Kicks that only bring averages up
 * to date are left out: a pass does that for the CPUs it visits.
 */
#include "sched/fair/fair.h"

static u32 mask_word(const struct ss_world *w, u32 cpu)
{
    return w->sched->fair->nohz_mask.first + cpu / 64 * 8;
}

static u32 shared_of(const struct ss_world *w, u32 cpu)
{
    return w->domains->cpu[cpu].sd_llc_shared;
}

bool nohz_balance_enter_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_balance_enter_idle);
    struct ss_fair *fair = w->sched->fair;
    struct ss_sched_state *state = w->sched->state;
    const u32 self = cpu->number, nohz = fair->nohz.first, shared = shared_of(w, self);
    struct ss_cfs_rq *cfs = ss_cfs(w, self);
    switch (me->path.resume) {
    case 0:
        if (!cfs->tick_stopped) {
            cfs->tick_stopped = true;
            PATH_SET_BIT(nohz_balance_enter_idle, mask_word(w, self), fair->nohz_cpus, self);
            PATH_INCREMENT(nohz_balance_enter_idle, nohz, state->nohz_nr_cpus);
            if (shared != SS_NO_SHARED)
                PATH_DECREMENT(nohz_balance_enter_idle, ss_shared_word(w, shared),
                               fair->shared[shared].nr_busy_cpus);
        }
        PATH_STORE(nohz_balance_enter_idle, nohz, PATH_NOTHING); /* needs_update, has_blocked */
    }
    PATH_RETURN(0);
}

bool nohz_balance_exit_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_balance_exit_idle);
    struct ss_fair *fair = w->sched->fair;
    const u32 self = cpu->number, shared = shared_of(w, self);
    switch (me->path.resume) {
    case 0:
        ss_cfs(w, self)->tick_stopped = false;
        PATH_CLEAR_BIT(nohz_balance_exit_idle, mask_word(w, self), fair->nohz_cpus, self);
        PATH_DECREMENT(nohz_balance_exit_idle, fair->nohz.first, w->sched->state->nohz_nr_cpus);
        if (shared != SS_NO_SHARED)
            PATH_INCREMENT(nohz_balance_exit_idle, ss_shared_word(w, shared),
                           fair->shared[shared].nr_busy_cpus);
    }
    PATH_RETURN(0);
}

/* What makes a busy CPU ask for help. */
static bool wants_help(const struct ss_world *w, u32 cpu)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const u32 base = w->domains->cpu[cpu].base, shared = shared_of(w, cpu);
    if (w->sched->rq[cpu].nr_running >= 2)
        return true;
    if (base != SS_NO_DOMAIN && cfs->h_nr_runnable &&
        cfs->capacity * w->domains->domain[base].imbalance_pct < SS_WEIGHT_NICE_0 * 100)
        return true;
    return shared != SS_NO_SHARED && w->sched->fair->shared[shared].nr_busy_cpus > 1;
}

bool nohz_balancer_kick(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_balancer_kick);
    const struct ss_fair *fair = w->sched->fair;
    struct ss_sched_state *state = w->sched->state;
    const u32 words = w->topology.cpu_words, shared = shared_of(w, cpu->number);
    switch (me->path.resume) {
    case 0:
        PATH_LOAD(nohz_balancer_kick, fair->nohz.first, me->due = state->nohz_nr_cpus > 0);
        if (!me->due || ss_jiffies(cpu) < state->nohz_next_balance)
            PATH_RETURN(0);
        if (shared != SS_NO_SHARED)
            PATH_LOAD(nohz_balancer_kick, ss_shared_word(w, shared), PATH_NOTHING);
        if (!wants_help(w, cpu->number))
            PATH_RETURN(0);
        PATH_STORE(nohz_balancer_kick, fair->nohz.first,
                   state->nohz_next_balance = ss_jiffies(cpu) + 1);
        for (me->at = ss_bitset_first(fair->nohz_cpus, words); me->at >= 0;
             me->at = ss_bitset_next(fair->nohz_cpus, words, (u32)me->at + 1)) {
            if (me->at == (i32)cpu->number)
                continue;
            PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_nohz_balancer_kick);
            if (cpu->result != SS_CPU_IDLE)
                continue;
            PATH_ATOMIC(nohz_balancer_kick, ss_fair_word(w, (u32)me->at, SS_FAIR_TTWU_PENDING),
                        me->due = !ss_cfs(w, (u32)me->at)->nohz_kicked;
                        ss_cfs(w, (u32)me->at)->nohz_kicked = true);
            if (me->due)
                ss_ipi_send(w, cpu, (u32)me->at, SS_VECTOR_CALL_FUNCTION);
            PATH_RETURN(1);
        }
    }
    PATH_RETURN(0);
}

static i32 next_in_round(const struct ss_world *w, struct nohz_idle_balance_frame *me, u32 self)
{
    const u32 words = w->topology.cpu_words;
    const u64 *mask = w->sched->fair->nohz_cpus;
    i32 at = ss_bitset_next(mask, words, (u32)me->at + 1);
    if (at < 0 && !me->wrapped) {
        me->wrapped = true;
        at = ss_bitset_first(mask, words);
    }
    return me->wrapped && at > (i32)self ? -1 : at;
}

bool nohz_idle_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_idle_balance);
    const u32 self = cpu->number;
    switch (me->path.resume) {
    case 0:
        if (ss_rq(w, self)->current != (i32)self)
            PATH_RETURN(0);
        me->at = (i32)self;
        while ((me->at = next_in_round(w, me, self)) >= 0) {
            if (cpu->need_resched)
                PATH_RETURN(0);
            PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_nohz_idle_balance);
            if (cpu->result != SS_CPU_IDLE)
                continue;
            PATH_CALL(spin_lock, .lock = me->at);
            ss_update_rq_clock(w, (u32)me->at, cpu->clock);
            PATH_STORE(nohz_idle_balance, ss_fair_word(w, (u32)me->at, SS_FAIR_AVG),
                       ss_update_queue_load(w, (u32)me->at));
            PATH_CALL(spin_unlock, .lock = me->at);
            if (ss_jiffies(cpu) >= ss_cfs(w, (u32)me->at)->next_balance)
                PATH_CALL(sched_balance_domains, .cpu = (u16)me->at, .behalf = true);
        }
    }
    PATH_RETURN(0);
}
