/*
 * CPUs without a tick: a busy CPU asks the first of them to balance for all of them. Source:
 * nohz_balance_enter_idle, nohz_balance_exit_idle, nohz_balancer_kick, nohz_idle_balance of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 12. A pass brings the averages of the
 * CPUs it visits up to date; a kernel may ask for that alone, too (nohz_kicks).
 */
#include "sched/fair/balance/nohz.h"

#include "exec/run.h"
#include "sched/domains/domains.h"
#include "sched/fair/balance/newidle.h"
#include "sched/fair/balance/rebalance.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/fair/queue/task_group.h"
#include "sched/fair/queue/update.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

#define NOHZ_STATS_MS 32 /* LOAD_AVG_PERIOD */

static u32 mask_word(const struct ss_world *w, u32 cpu)
{
    return ELEMENT(NOHZ_MASK, 0, BITS, cpu / 64);
}

static u32 shared_of(const struct ss_world *w, u32 cpu)
{
    return w->domains->cpu[cpu].sd_llc_shared;
}

bool nohz_balance_enter_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_balance_enter_idle);
    struct ss_fair *const fair = w->sched->fair;
    struct ss_sched_state *const state = w->sched->state;
    const u32 self = cpu->number;
    const u32 nohz = WORD(NOHZ, 0, COUNTS);
    const u32 shared = shared_of(w, self);
    struct ss_cfs_rq *const cfs = ss_cfs(w, self);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_DEBUG_CHECK(cpu->current == (i32)self);
    cfs->has_blocked = true;
    if (!cfs->tick_stopped) {
        cfs->tick_stopped = true;
        PATH_SET_BIT(nohz_balance_enter_idle, mask_word(w, self), fair->nohz_cpus, self);
        PATH_INCREMENT(nohz_balance_enter_idle, nohz, state->nohz_nr_cpus);
        if (shared != SS_NO_SHARED)
            PATH_DECREMENT(nohz_balance_enter_idle, WORD(SCHED_DOMAIN_SHARED, shared, COUNTS),
                           fair->shared[shared].nr_busy_cpus);
    }
    /* needs_update, has_blocked */
    PATH_STORE(nohz_balance_enter_idle, nohz, state->nohz_has_blocked = 1);
    PATH_END;
}

bool nohz_balance_exit_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_balance_exit_idle);
    struct ss_fair *const fair = w->sched->fair;
    const u32 self = cpu->number;
    const u32 shared = shared_of(w, self);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_DEBUG_CHECK(ss_bitset_has(fair->nohz_cpus, self));
    SS_DEBUG_CHECK(w->sched->state->nohz_nr_cpus);
    ss_cfs(w, self)->tick_stopped = false;
    PATH_CLEAR_BIT(nohz_balance_exit_idle, mask_word(w, self), fair->nohz_cpus, self);
    PATH_DECREMENT(nohz_balance_exit_idle, WORD(NOHZ, 0, COUNTS), w->sched->state->nohz_nr_cpus);
    if (shared != SS_NO_SHARED)
        PATH_INCREMENT(nohz_balance_exit_idle, WORD(SCHED_DOMAIN_SHARED, shared, COUNTS),
                       fair->shared[shared].nr_busy_cpus);
    PATH_END;
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

/* What of `kick` the CPU is to be interrupted for: nothing if it has been asked already. */
static bool is_new_kick(struct ss_cfs_rq *cfs, u32 kick)
{
    const bool is_new = !(cfs->nohz_flags & (SS_KICK_BALANCE | SS_KICK_STATS));
    cfs->nohz_flags |= (u8)kick;
    return is_new;
}

/* Averages of idle CPUs have not been brought up to date for a while. */
static bool stats_are_due(const struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_sched_state *state = w->sched->state;
    return w->def->nohz_kicks == SS_NOHZ_KICKS_ALL && state->nohz_has_blocked &&
           ss_jiffies(cpu) > state->nohz_next_blocked;
}

struct kick_ilb_frame {
    struct ss_path path;
    /* arguments */
    u32 kick;
    /* kept */
    i32 at;
    bool is_new;
};

/* Interrupts the first idle CPU without a tick. */
static bool kick_ilb(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(kick_ilb);
    const struct ss_fair *const fair = w->sched->fair;
    const u32 words = w->topology.cpu_words;
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_DEBUG_CHECK(me->kick);
    for (me->at = ss_bitset_first(fair->nohz_cpus, words); me->at >= 0;
         me->at = ss_bitset_next(fair->nohz_cpus, words, (u32)me->at + 1)) {
        if (me->at == (i32)cpu->number)
            continue;
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_nohz_balancer_kick);
        if (cpu->result != SS_CPU_IDLE)
            continue;
        PATH_ATOMIC(nohz_balancer_kick, WORD(CFS_RQ, me->at, TTWU_PENDING),
                    me->is_new = is_new_kick(ss_cfs(w, (u32)me->at), me->kick));
        if (me->is_new)
            ss_ipi_send(w, cpu, (u32)me->at, SS_VECTOR_CALL_FUNCTION);
        PATH_RETURN(1);
    }
    PATH_RETURN(0);
    PATH_END;
}

bool nohz_balancer_kick(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_balancer_kick);
    struct ss_sched_state *const state = w->sched->state;
    const u32 shared = shared_of(w, cpu->number);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    PATH_LOAD(nohz_balancer_kick, WORD(NOHZ, 0, COUNTS), me->due = state->nohz_nr_cpus > 0);
    if (!me->due)
        PATH_RETURN(0);
    me->kick = stats_are_due(w, cpu) ? SS_KICK_STATS : 0;
    if (ss_jiffies(cpu) >= state->nohz_next_balance) {
        if (shared != SS_NO_SHARED)
            PATH_LOAD(nohz_balancer_kick, WORD(SCHED_DOMAIN_SHARED, shared, COUNTS));
        if (wants_help(w, cpu->number))
            me->kick = SS_KICK_BALANCE | SS_KICK_STATS;
    }
    if (!me->kick)
        PATH_RETURN(0);
    if (me->kick & SS_KICK_BALANCE)
        PATH_STORE(nohz_balancer_kick, WORD(NOHZ, 0, COUNTS),
                   state->nohz_next_balance = ss_jiffies(cpu) + 1);
    PATH_CALL(kick_ilb, .kick = me->kick);
    PATH_RETURN(cpu->result);
    PATH_END;
}

bool nohz_newidle_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_newidle_balance);
    const struct ss_sched_state *const state = w->sched->state;
    struct ss_cfs_rq *const cfs = ss_cfs(w, cpu->number);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    SS_DEBUG_CHECK(w->def->nohz_kicks == SS_NOHZ_KICKS_ALL);
    if (cfs->avg_idle < w->sched->fair->tunables->migration_cost)
        PATH_LEAVE;
    PATH_LOAD(sched_balance_newidle, WORD(NOHZ, 0, COUNTS),
              me->due = state->nohz_has_blocked && ss_jiffies(cpu) >= state->nohz_next_blocked);
    if (me->due)
        PATH_ATOMIC(sched_balance_newidle, WORD(CFS_RQ, cpu->number, TTWU_PENDING),
                    cfs->nohz_flags |= SS_KICK_NEWIDLE);
    PATH_END;
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

/* Whether the CPU's averages are to be brought up to date in this round. Where no kick asks for
 * averages alone, every round updates all CPUs. */
static bool wants_stats(const struct ss_world *w, const struct nohz_idle_balance_frame *me)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, (u32)me->at);
    if (w->def->nohz_kicks != SS_NOHZ_KICKS_ALL)
        return true;
    return me->kick & SS_KICK_STATS && cfs->has_blocked && cfs->tick_stopped &&
           me->started > cfs->blocked_stamp;
}

/* Brings the averages of a CPU whose lock is held up to date, and notes whether any are left. */
static void update_blocked(struct ss_world *w, u32 of, u64 jiffies)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, of);
    ss_update_queue_load(w, of);
    cfs->blocked_stamp = jiffies;
    if (!cfs->avg.load_avg && !cfs->avg.util_avg && !cfs->rt.util_avg)
        cfs->has_blocked = false;
}

/* A round that was not broken off counts for 32 ms, the half-life of averages. */
static void end_round(struct ss_sched_state *state, const struct nohz_idle_balance_frame *me)
{
    if (me->at < 0)
        state->nohz_next_blocked = me->started + NOHZ_STATS_MS * SS_FAIR_HZ / 1000;
    if (me->blocked)
        state->nohz_has_blocked = 1;
}

struct nohz_visit_frame {
    struct ss_path path;
    /* arguments */
    i32 of;
    u64 jiffies;
};

static bool nohz_visit(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_visit);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->of >= 0 && me->of < (i32)w->topology.cpus);
    SS_HOLDS_NOT(w, cpu, me->of);
    PATH_LOCK(me->of);
    ss_update_rq_clock(w, (u32)me->of, cpu->clock);
    PATH_STORE(nohz_idle_balance, WORD(CFS_RQ, me->of, AVG),
               update_blocked(w, (u32)me->of, me->jiffies));
    PATH_TELL_TASK_GROUP(me->of);
    PATH_UNLOCK_LAST(me->of);
    PATH_END;
}

/* A round on the way into idle is held up by an interrupt only: the idle loop serves that and comes
 * back; a CPU that has been visited in this tick is not visited again. */
static bool is_held_up(const struct ss_cpu *cpu, const struct nohz_idle_balance_frame *me)
{
    return me->kick & SS_KICK_NEWIDLE && cpu->pending_vectors;
}

bool nohz_idle_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(nohz_idle_balance);
    const u32 self = cpu->number;
    const u32 nohz = WORD(NOHZ, 0, COUNTS);
    struct ss_sched_state *const state = w->sched->state;
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(me->kick);
    if (ss_rq(w, self)->current != (i32)self)
        PATH_LEAVE;
    me->started = ss_jiffies(cpu);
    me->is_fresh = w->def->nohz_kicks == SS_NOHZ_KICKS_ALL && me->kick & SS_KICK_STATS;
    if (me->is_fresh)
        PATH_STORE(nohz_idle_balance, nohz, state->nohz_has_blocked = 0);
    me->at = (i32)self;
    while ((me->at = next_in_round(w, me, self)) >= 0) {
        if (cpu->need_resched || is_held_up(cpu, me)) {
            me->blocked = true;
            if (is_held_up(cpu, me))
                ss_cfs(w, self)->nohz_flags |= SS_KICK_NEWIDLE;
            break;
        }
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_nohz_idle_balance);
        if (cpu->result != SS_CPU_IDLE)
            continue;
        if (wants_stats(w, me))
            PATH_CALL(nohz_visit, .of = me->at, .jiffies = me->started);
        me->blocked = me->blocked || ss_cfs(w, (u32)me->at)->has_blocked;
        if (me->kick & SS_KICK_BALANCE && ss_jiffies(cpu) >= ss_cfs(w, (u32)me->at)->next_balance)
            PATH_CALL(sched_balance_domains, .cpu = (u16)me->at, .behalf = true);
    }
    if (me->is_fresh)
        PATH_STORE(nohz_idle_balance, nohz, end_round(state, me));
    PATH_END;
}

u32 ss_fair_take_kick(struct ss_world *w, u32 cpu, u32 kinds)
{
    if (!w->sched->fair)
        return 0;
    const u32 taken = ss_cfs(w, cpu)->nohz_flags & kinds;
    ss_cfs(w, cpu)->nohz_flags &= (u8)~kinds;
    return taken;
}

bool ss_fair_takes_round(struct ss_world *w, u32 cpu)
{
    if (!w->sched->fair)
        return false;
    const u32 flags = ss_cfs(w, cpu)->nohz_flags;
    ss_cfs(w, cpu)->nohz_flags = (u8)(flags & ~SS_KICK_NEWIDLE);
    return flags == SS_KICK_NEWIDLE;
}
