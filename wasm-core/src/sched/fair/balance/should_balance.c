/*
 * Which CPU of a group balances a domain for all of it: the first idle one, in kernels after v6.1
 * on an idle core if there is one. Source: should_we_balance of kernel/sched/fair.c, 6.18.2 and
 * v6.1; spec "Fair scheduler" section 10.4.
 */
#include "sched/fair/balance/should_balance.h"

#include "sched/domains/domains.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

struct is_core_idle_frame {
    struct ss_path path;
    /* arguments */
    u16 cpu;
    /* kept */
    i32 at;
};

/* Result: 1 if every other sibling is idle. */
static bool is_core_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(is_core_idle);
    const u32 words = w->topology.cpu_words;
    const u64 *const siblings = w->topology.core_cpus + (u64)w->topology.core[me->cpu] * words;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(ss_bitset_has(siblings, me->cpu));
    for (me->at = ss_bitset_first(siblings, words); me->at >= 0;
         me->at = ss_bitset_next(siblings, words, (u32)me->at + 1)) {
        if (me->at == me->cpu)
            continue;
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_should_we_balance);
        if (cpu->result != SS_CPU_IDLE)
            PATH_RETURN(0);
    }
    PATH_RETURN(1);
    PATH_END;
}

/* The balance mask of the domain's first group, as far as this pass may look at it. */
static void take_candidates(const struct ss_world *w, const struct ss_cpu *cpu, u32 domain)
{
    const u32 words = w->topology.cpu_words;
    const struct ss_sched_group *group = ss_domain_group(w->domains, domain, 0);
    u64 *mask = ss_select_mask(w, cpu);
    ss_bitset_copy(
        mask, ss_span_cpus(w->domains, w->domains->capacity[group->capacity].balance_mask), words);
    ss_bitset_and(mask, ss_balance_mask(w, cpu), words);
}

static void leave_out_core(const struct ss_world *w, const struct ss_cpu *cpu, u32 of)
{
    const u32 words = w->topology.cpu_words;
    const u64 *siblings = w->topology.core_cpus + (u64)w->topology.core[of] * words;
    for (u32 i = 0; i < words; i++)
        ss_select_mask(w, cpu)[i] &= ~siblings[i];
}

static bool is_first(struct ss_balance *balance, i32 cpu)
{
    balance->notes.first = (u16)cpu;
    return cpu == balance->dst;
}

bool should_we_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(should_we_balance);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    const struct ss_sched_domain *const domain = &w->domains->domain[balance->domain];
    const u32 words = w->topology.cpu_words;
    const u64 *const mask = ss_select_mask(w, cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(balance->dst < w->topology.cpus);
    SS_DEBUG_CHECK(balance->domain != SS_NO_DOMAIN);
    if (!ss_bitset_has(ss_balance_mask(w, cpu), balance->dst))
        PATH_RETURN(0);
    if (balance->idle == SS_NEWLY_IDLE)
        PATH_RETURN(!ss_rq(w, balance->dst)->nr_running && !ss_rq(w, balance->dst)->ttwu_pending);
    me->idle_smt = -1;
    take_candidates(w, cpu, balance->domain);
    for (me->at = ss_bitset_first(mask, words); me->at >= 0;
         me->at = ss_bitset_next(mask, words, (u32)me->at + 1)) {
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_should_we_balance);
        if (cpu->result != SS_CPU_IDLE)
            continue;
        if (w->def->should_we_balance != SS_BALANCER_FIRST_IDLE &&
            !(domain->flags & SS_SD_SHARE_CPUCAPACITY)) {
            PATH_CALL(is_core_idle, .cpu = (u16)me->at);
            if (!cpu->result) {
                me->idle_smt = me->idle_smt < 0 ? me->at : me->idle_smt;
                leave_out_core(w, cpu, (u32)me->at);
                continue;
            }
        }
        PATH_RETURN(is_first(balance, me->at));
    }
    if (me->idle_smt >= 0)
        PATH_RETURN(is_first(balance, me->idle_smt));
    PATH_RETURN(
        is_first(balance, (i32)ss_domain_group(w->domains, balance->domain, 0)->balance_cpu));
    PATH_END;
}
