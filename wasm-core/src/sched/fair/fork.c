/*
 * Where a new task, or one that execs, goes: down the domains, at each level to the idlest group,
 * in the group to the idlest CPU. Source: sched_balance_find_dst_cpu, sched_balance_find_dst_group,
 * sched_balance_find_dst_group_cpu of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 8.
 * What a group looks like is summed up in fork_stats.c.
 */
#include "exec/idle.h"
#include "sched/fair/fair.h"

/* ---- the CPU in the group -------------------------------------------------------------------- */

static u32 exit_latency(const struct ss_world *w, u32 number, u64 now)
{
    const u32 state = ss_idle_state(w, &w->cpu[number], now);
    return state == SS_IDLE_STATE_NONE ? ss_cfs(w, number)->exit_latency
                                       : w->platform.idle[state].exit;
}

static void consider_idle(const struct ss_world *w, struct find_dst_group_cpu_frame *me, u64 now)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, (u32)me->at);
    const u32 latency = exit_latency(w, (u32)me->at, now);
    bool known = latency != SS_NO_EXIT_LATENCY;
    if (known && latency < me->latency) {
        me->latency = latency;
    } else if ((known && latency != me->latency) || cfs->idle_stamp <= me->stamp) {
        return;
    }
    me->stamp = cfs->idle_stamp;
    me->idle = me->at;
}

static void consider_busy(const struct ss_world *w, struct find_dst_group_cpu_frame *me)
{
    u64 load = ss_cfs(w, (u32)me->at)->avg.load_avg;
    if (me->idle >= 0 || load >= me->load)
        return;
    me->load = load;
    me->least = me->at;
}

bool find_dst_group_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_dst_group_cpu);
    const u32 words = w->topology.cpu_words;
    const struct ss_sched_group *group = &w->domains->group[me->group];
    const u64 *span = ss_span_cpus(w->domains, group->span);
    const u64 *allowed = ss_affinity(w, &w->task[me->task]);
    switch (me->path.resume) {
    case 0:
        if (group->weight == 1)
            PATH_RETURN(ss_bitset_first(span, words));
        me->idle = -1;
        me->least = me->local;
        me->latency = UINT32_MAX;
        me->load = UINT64_MAX;
        for (me->at = ss_bitset_next_and(span, allowed, words, 0); me->at >= 0;
             me->at = ss_bitset_next_and(span, allowed, words, (u32)me->at + 1)) {
            PATH_CALL(test_cpu, .cpu = (u16)me->at, .sched_idle = true,
                      .symbol = SS_SYMBOL_sched_balance_find_dst_group_cpu);
            if (cpu->result == SS_CPU_SCHED_IDLE)
                PATH_RETURN(me->at);
            if (cpu->result == SS_CPU_IDLE)
                consider_idle(w, me, cpu->clock);
            else
                consider_busy(w, me);
        }
    }
    PATH_RETURN(me->idle >= 0 ? me->idle : me->least);
}

/* ---- the idlest group ------------------------------------------------------------------------ */

static bool is_idler(const struct ss_group_stats *a, const struct ss_group_stats *than)
{
    if (a->class != than->class)
        return a->class < than->class;
    switch (a->class) {
    case SS_GROUP_OVERLOADED:
    case SS_GROUP_FULLY_BUSY:
        return a->avg_load < than->avg_load;
    case SS_GROUP_HAS_SPARE:
        return a->idle > than->idle || (a->idle == than->idle && a->util < than->util);
    default:
        return false;
    }
}

/* The historical rules, by which small NUMA imbalance is left alone. */
static bool numa_stays_by_count(const struct ss_world *w, const struct ss_sched_domain *domain,
                                const struct ss_fair_work *work)
{
    u32 running = work->local.nr;
    switch (w->sched->fair->numa_rule) {
    case SS_NUMA_N0:
        return work->local.idle > 0;
    case SS_NUMA_N1:
        return running < domain->span_weight >> 2;
    case SS_NUMA_N1B:
        return running + 1 < work->local.weight >> 2;
    default:
        return running + 1 <= ss_imb_numa_nr(w, domain);
    }
}

static bool numa_stays(const struct ss_world *w, const struct ss_sched_domain *domain,
                       const struct ss_fair_work *work, i32 task)
{
    const u32 words = w->topology.cpu_words;
    if (w->sched->fair->numa_rule != SS_NUMA_N3)
        return numa_stays_by_count(w, domain, work);
    u32 allowance = ss_imb_numa_nr(w, domain);
    if (w->task[task].allowed_count < w->topology.cpus) {
        u32 usable = 0;
        const u64 *allowed = ss_affinity(w, &w->task[task]);
        const u64 *span = ss_span_cpus(w->domains, w->domains->group[work->local_group].span);
        for (u32 i = 0; i < words; i++)
            usable += ss_popcount(allowed[i] & span[i]);
        allowance = ss_min_u32(allowance, usable);
    }
    i64 imbalance = (i64)work->local.idle - (i64)work->chosen.idle;
    if (imbalance < 0)
        imbalance = -imbalance;
    return ss_adjust_numa_imbalance(imbalance, work->local.nr + 1, allowance) == 0;
}

static bool loads_stay(const struct ss_sched_domain *domain, const struct ss_fair_work *work)
{
    u64 margin = SS_WEIGHT_NICE_0 * (domain->imbalance_pct - 100u) / 100;
    u64 local = work->local.avg_load, other = work->chosen.avg_load;
    if ((domain->flags & SS_SD_NUMA) && other + margin >= local)
        return true;
    return other >= local + margin || 100 * local <= domain->imbalance_pct * other;
}

/* Both groups have spare capacity and a hint or a rule for ties decides. */
static bool spare_stays(const struct ss_world *w, const struct ss_sched_domain *domain,
                        const struct ss_fair_work *work, i32 task)
{
    const struct ss_group_stats *local = &work->local, *other = &work->chosen;
    const u32 hints = w->sched->fair->task[task].hints;
    const bool hinted = hints & (SS_HINT_FORK_AFFINE | SS_HINT_FORK_SPREAD);
    if ((hints & SS_HINT_FORK_AFFINE) && local->idle > local->weight / 2)
        return true;
    if (!hinted && (domain->flags & SS_SD_NUMA) && numa_stays(w, domain, work, task))
        return true;
    if (local->idle == other->idle &&
        ((hints & SS_HINT_FORK_SPREAD) || w->def->fork_tie_break == SS_TIE_UTIL))
        return local->util <= other->util;
    return local->idle >= other->idle;
}

/* True if the task stays in the local group. */
static bool stays(const struct ss_world *w, const struct ss_sched_domain *domain,
                  const struct ss_fair_work *work, i32 task)
{
    if (work->chosen_group < 0)
        return true;
    if (work->local_group < 0)
        return false;
    if (work->local.class != work->chosen.class)
        return work->local.class < work->chosen.class;
    switch (work->local.class) {
    case SS_GROUP_OVERLOADED:
    case SS_GROUP_FULLY_BUSY:
        return loads_stay(domain, work);
    case SS_GROUP_HAS_SPARE:
        return spare_stays(w, domain, work, task);
    default:
        return true;
    }
}

static void file_group(const struct ss_world *w, struct ss_fair_work *work, u32 cpu)
{
    const struct ss_sched_group *group = &w->domains->group[work->group_at_hand];
    if (ss_bitset_has(ss_span_cpus(w->domains, group->span), cpu)) {
        work->local = work->at_hand;
        work->local_group = work->group_at_hand;
    } else if (is_idler(&work->at_hand, &work->chosen)) {
        work->chosen = work->at_hand;
        work->chosen_group = work->group_at_hand;
    }
}

bool find_dst_group(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_dst_group);
    const struct ss_sched_domain *domain = &w->domains->domain[me->domain];
    struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    const struct ss_sched_group *group;
    switch (me->path.resume) {
    case 0:
        work->local_group = work->chosen_group = -1;
        work->chosen =
            (struct ss_group_stats){.class = SS_GROUP_OVERLOADED, .avg_load = UINT32_MAX};
        for (me->position = 0; me->position < domain->group_count; me->position++) {
            group = ss_domain_group(w->domains, me->domain, me->position);
            if (!ss_bitset_intersects(ss_span_cpus(w->domains, group->span),
                                      ss_affinity(w, &w->task[me->task]), w->topology.cpu_words))
                continue;
            work->group_at_hand = (i32)(group - w->domains->group);
            PATH_CALL(sum_wakeup_group, .task = me->task, .pct = domain->imbalance_pct);
            file_group(w, work, me->cpu);
        }
    }
    PATH_RETURN(stays(w, domain, work, me->task) ? -1 : work->chosen_group);
}

/* ---- the descent ----------------------------------------------------------------------------- */

/* The highest domain of the CPU below a weight; gaps of the flag count as missing levels. */
static u32 domain_below(const struct ss_domains *domains, u32 cpu, u32 weight, u32 flag)
{
    u32 found = SS_NO_DOMAIN;
    for (u32 at = domains->cpu[cpu].base; at != SS_NO_DOMAIN; at = domains->domain[at].parent) {
        if (domains->domain[at].span_weight >= weight)
            break;
        if (domains->domain[at].flags & flag)
            found = at;
    }
    return found;
}

bool find_dst_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_dst_cpu);
    const struct ss_domains *domains = w->domains;
    switch (me->path.resume) {
    case 0:
        if (!ss_bitset_intersects(ss_span_cpus(domains, domains->domain[me->domain].span),
                                  ss_affinity(w, &w->task[me->task]), w->topology.cpu_words))
            PATH_RETURN(me->previous);
        me->chosen = me->cpu;
        while (me->domain != SS_NO_DOMAIN) {
            if (!(domains->domain[me->domain].flags & me->flag)) {
                me->domain = domains->domain[me->domain].child;
                continue;
            }
            PATH_CALL(find_dst_group, .task = me->task, .domain = me->domain, .cpu = me->cpu);
            if (cpu->result < 0) {
                me->domain = domains->domain[me->domain].child;
                continue;
            }
            PATH_CALL(find_dst_group_cpu, .task = me->task, .group = (u32)cpu->result,
                      .local = me->cpu);
            me->chosen = (u16)cpu->result;
            if (me->chosen == me->cpu) {
                me->domain = domains->domain[me->domain].child;
                continue;
            }
            me->cpu = me->chosen;
            me->domain =
                domain_below(domains, me->cpu, domains->domain[me->domain].span_weight, me->flag);
        }
    }
    PATH_RETURN(me->chosen);
}
