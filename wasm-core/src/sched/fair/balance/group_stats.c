/*
 * What the groups of a domain look like to the balancer: the local one, the busiest, and totals.
 * Source: update_sd_lb_stats, update_sg_lb_stats, update_group_capacity, update_idle_cpu_scan of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" sections 6, 9.5 and 10.5.
 */
#include "sched/fair/balance/group_stats.h"

#include "sched/cache/balance.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/fair/balance/src_group.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/fair/queue/load.h"
#include "sched/fair/queue/update.h"
#include "sched/root_domain.h"
#include "sched/rules/group.h"
#include "sched/rules/limits.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

/* A CPU whose single fair task gets too little of it, as RT and interrupts take the rest. */
static bool reduced_capacity(const struct ss_cfs_rq *cfs, u32 pct)
{
    return cfs->h_nr_runnable == 1 && cfs->capacity * pct < SS_WEIGHT_NICE_0 * 100;
}

static void add_averages(const struct ss_world *w, struct ss_group_stats *stats, u32 cpu)
{
    const struct ss_pelt *avg = &ss_cfs(w, cpu)->avg;
    stats->load += avg->load_avg;
    stats->util += ss_cpu_util(w, cpu);
    stats->runnable += avg->runnable_avg;
}

struct update_sg_lb_stats_frame {
    struct ss_path path;
    /* arguments */
    bool local;
    /* kept */
    i32 at;
    u32 running;
    bool idle;
};

static bool update_sg_lb_stats(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(update_sg_lb_stats);
    const struct ss_sched *const s = w->sched;
    struct ss_fair_work *const work = &s->fair->work[cpu->number];
    struct ss_group_stats *const stats = &work->at_hand;
    const struct ss_sched_domain *const domain = &w->domains->domain[work->balance.domain];
    const u32 words = w->topology.cpu_words;
    const u64 *const span = ss_span_cpus(w->domains, w->domains->group[work->group_at_hand].span);
    const u64 *const mask = ss_balance_mask(w, cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(work->group_at_hand >= 0);
    SS_DEBUG_CHECK((u32)work->group_at_hand < w->domains->groups);
    for (me->at = ss_bitset_next_and(span, mask, words, 0); me->at >= 0;
         me->at = ss_bitset_next_and(span, mask, words, (u32)me->at + 1)) {
        PATH_SCAN(update_sd_lb_stats, WORD(CFS_RQ, me->at, AVG),
                  add_averages(w, stats, (u32)me->at));
        PATH_SCAN(update_sd_lb_stats, WORD(CFS_RQ, me->at, NR),
                  stats->h_nr += ss_cfs(w, (u32)me->at)->h_nr_runnable);
        PATH_SCAN(update_sd_lb_stats, WORD(RQ, me->at, NR_RUNNING),
                  me->running = ss_rq(w, (u32)me->at)->nr_running);
        stats->nr += me->running;
        if (ss_cache_is_on(w) && !ss_cpus_share_cache(w->domains, (u32)me->at, work->balance.dst))
            PATH_SCAN(update_sd_lb_stats, WORD(RQ_CACHE, me->at, PREFERRING),
                      stats->preferring_dst += *ss_cache_preferring(
                          s->cache, (u32)me->at, s->cache->llc[work->balance.dst]));
        work->balance.overloaded |= me->running > 1;
        if (!me->running) {
            PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL_update_sd_lb_stats);
            stats->idle += cpu->result == SS_CPU_IDLE;
            if (cpu->result == SS_CPU_IDLE)
                continue;
        }
        if (me->local || work->balance.idle == SS_NOT_IDLE)
            continue;
        PATH_SCAN(update_sd_lb_stats, WORD(CFS_RQ, me->at, SD));
        if (reduced_capacity(ss_cfs(w, (u32)me->at), domain->imbalance_pct))
            stats->misfit_load =
                ss_max_u64(stats->misfit_load, ss_cfs(w, (u32)me->at)->avg.load_avg);
    }
    PATH_END;
}

/* ---- capacity -------------------------------------------------------------------------------- */

/* What the CPUs of the domain's own group have: from the groups below, or of the CPU itself. */
static u32 capacity_below(struct ss_world *w, u32 domain, u32 cpu)
{
    const struct ss_domains *domains = w->domains;
    u32 child = domains->domain[domain].child, sum = 0;
    if (child == SS_NO_DOMAIN) {
        ss_update_cpu_capacity(w, cpu);
        return ss_cfs(w, cpu)->capacity;
    }
    if (domains->domain[child].flags & SS_SD_NUMA) {
        const u64 *span = ss_span_cpus(domains, ss_domain_group(domains, domain, 0)->span);
        SS_BITSET_EACH(other, span, w->topology.cpu_words)
        sum += ss_cfs(w, (u32)other)->capacity;
        return sum;
    }
    for (u32 i = 0; i < domains->domain[child].group_count; i++)
        sum += w->sched->fair->capacity[ss_domain_group(domains, child, i)->capacity].capacity;
    return sum;
}

#define MOST_INTERVAL(w) (SS_FAIR_HZ * (w)->topology.cpus / 10)

static void update_group_capacity(struct ss_world *w, u32 domain, u32 cpu, u64 jiffies)
{
    const struct ss_sched_group *group = ss_domain_group(w->domains, domain, 0);
    struct ss_capacity_state *state = &w->sched->fair->capacity[group->capacity];
    u32 interval = ss_max_u32(1, w->sched->fair->domain[domain].balance_interval);
    state->next_update = jiffies + ss_min_u32(interval, MOST_INTERVAL(w));
    state->capacity = ss_max_u32(1, capacity_below(w, domain, cpu));
}

/* ---- the domain ------------------------------------------------------------------------------ */

static void begin_group(const struct ss_world *w, struct ss_fair_work *work)
{
    const struct ss_sched_group *group = &w->domains->group[work->group_at_hand];
    const struct ss_capacity_state *state = &w->sched->fair->capacity[group->capacity];
    work->at_hand = (struct ss_group_stats){.capacity = state->capacity,
                                            .weight = group->weight,
                                            .cores = group->cores,
                                            .imbalanced = state->imbalance != 0};
}

static void file_group(const struct ss_world *w, struct ss_fair_work *work, bool local)
{
    struct ss_group_stats *stats = &work->at_hand;
    struct ss_balance *balance = &work->balance;
    const struct ss_sched_group *group = &w->domains->group[work->group_at_hand];
    stats->smt_balance = !local && balance->idle != SS_NOT_IDLE &&
                         (group->flags & SS_SD_SHARE_CPUCAPACITY) && stats->h_nr > 1;
    if (ss_cache_is_on(w) && !local)
        stats->llc_balance = ss_cache_group_flag(w, balance, stats, work->group_at_hand);
    stats->class = (u8)ss_group_classify(stats, w->domains->domain[balance->domain].imbalance_pct);
    if (stats->class == SS_GROUP_OVERLOADED)
        stats->avg_load = stats->load * SS_WEIGHT_NICE_0 / stats->capacity;
    balance->total_load += stats->load;
    balance->total_capacity += stats->capacity;
    balance->total_util += stats->util;
    if (local) {
        work->local = *stats;
        work->local_group = work->group_at_hand;
    } else if (ss_is_busier(w->domains, work)) {
        work->chosen = *stats;
        work->chosen_group = work->group_at_hand;
    }
}

struct publish_stats_frame {
    struct ss_path path;
    /* kept */
    u32 scan;
};

/* What a pass leaves for others: whether any CPU is overloaded, how far wakeups may search. */
static bool publish_stats(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(publish_stats);
    struct ss_sched_state *const state = w->sched->state;
    const struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    const struct ss_sched_domain *const domain = &w->domains->domain[balance->domain];
    const struct ss_cpu_domains *const llc = &w->domains->cpu[balance->dst];
    PATH_BEGIN;
    SS_DEBUG_CHECK(balance->dst < w->topology.cpus);
    SS_DEBUG_CHECK(balance->domain != SS_NO_DOMAIN);
    if (domain->parent == SS_NO_DOMAIN && (state->overloaded != 0) != balance->overloaded)
        PATH_STORE(update_sd_lb_stats, ss_rd(w, SS_RD_OVERLOADED),
                   state->overloaded = balance->overloaded);
    if (balance->idle == SS_NEWLY_IDLE || llc->sd_llc_shared == SS_NO_SHARED ||
        domain->span_weight != llc->sd_llc_size)
        PATH_LEAVE;
    me->scan =
        (w->def->idle_search == SS_SIS_UTIL_LINEAR ? ss_nr_idle_scan_linear : ss_nr_idle_scan)(
            balance->total_util, llc->sd_llc_size, domain->imbalance_pct);
    if (me->scan == w->sched->fair->shared[llc->sd_llc_shared].nr_idle_scan)
        PATH_LEAVE;
    PATH_STORE(update_sd_lb_stats, WORD(SCHED_DOMAIN_SHARED, llc->sd_llc_shared, COUNTS),
               w->sched->fair->shared[llc->sd_llc_shared].nr_idle_scan = me->scan);
    PATH_END;
}

static void begin_stats(struct ss_fair_work *work)
{
    struct ss_balance *balance = &work->balance;
    balance->total_load = balance->total_capacity = balance->total_util = 0;
    balance->overloaded = balance->prefer_sibling = false;
    work->local_group = work->chosen_group = -1;
    work->chosen = (struct ss_group_stats){.class = SS_GROUP_HAS_SPARE, .idle = UINT32_MAX};
}

static bool contains_dst(const struct ss_world *w, const struct ss_fair_work *work)
{
    const struct ss_sched_group *group = &w->domains->group[work->group_at_hand];
    return ss_bitset_has(ss_span_cpus(w->domains, group->span), work->balance.dst);
}

/* The group at this place of the domain is the one at hand; its capacity. */
static u16 take_group(const struct ss_world *w, struct ss_fair_work *work, u32 position)
{
    const struct ss_sched_group *group =
        ss_domain_group(w->domains, work->balance.domain, position);
    work->group_at_hand = (i32)(group - w->domains->group);
    return group->capacity;
}

bool update_sd_lb_stats(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(update_sd_lb_stats);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    struct ss_balance *const balance = &work->balance;
    const struct ss_sched_domain *const domain = &w->domains->domain[balance->domain];
    PATH_BEGIN;
    SS_DEBUG_CHECK(balance->dst < w->topology.cpus);
    SS_DEBUG_CHECK(balance->domain != SS_NO_DOMAIN);
    begin_stats(work);
    for (me->position = 0; me->position < domain->group_count; me->position++) {
        me->capacity = take_group(w, work, me->position);
        me->local = contains_dst(w, work);
        if (me->local && (balance->idle != SS_NEWLY_IDLE ||
                          ss_jiffies(cpu) >= w->sched->fair->capacity[me->capacity].next_update))
            PATH_STORE(update_sd_lb_stats, WORD(GROUP_CAPACITY, me->capacity, CAPACITY),
                       update_group_capacity(w, balance->domain, balance->dst, ss_jiffies(cpu)));
        begin_group(w, work);
        PATH_CALL(update_sg_lb_stats, .local = me->local);
        file_group(w, work, me->local);
        if (ss_cache_is_on(w))
            PATH_CALL(record_group_level, .group = work->group_at_hand);
    }
    if (work->chosen_group >= 0)
        balance->prefer_sibling =
            (w->domains->group[work->chosen_group].flags & SS_SD_PREFER_SIBLING) != 0;
    ss_note_test(&balance->notes, SS_REASON_LB_GRP);
    PATH_CALL_LAST(publish_stats);
    PATH_END;
}
