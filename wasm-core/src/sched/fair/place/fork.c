/*
 * Where a new task, or one that execs, goes: down the domains, at each level to the idlest group,
 * in the group to the idlest CPU. Source: sched_balance_find_dst_cpu, sched_balance_find_dst_group,
 * sched_balance_find_dst_group_cpu of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 8.
 * What a group looks like is summed up in fork_stats.c.
 */
#include "sched/fair/place/fork.h"

#include "exec/idle.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/fork_stats.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/rules/group.h"
#include "sched/rules/limits.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* ---- the CPU in the group -------------------------------------------------------------------- */

static u32 exit_latency(const struct ss_world *w, u32 number, u64 now)
{
    const u32 state = ss_idle_state(w, &w->cpu[number], now);
    return state == SS_IDLE_STATE_NONE ? ss_cfs(w, number)->exit_latency
                                       : w->platform.idle[state].exit;
}

static void consider_idle(const struct ss_world *w,
                          struct sched_balance_find_dst_group_cpu_frame *me, u64 now)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, (u32)me->at);
    const u32 latency = exit_latency(w, (u32)me->at, now);
    bool known = latency != SS_NO_EXIT_LATENCY;
    if (me->idle >= 0 && latency != me->latency)
        me->latencies_differ = true;
    if (known && latency < me->latency) {
        me->latency = latency;
    } else if ((known && latency != me->latency) || cfs->idle_stamp <= me->stamp) {
        return;
    }
    me->stamp = cfs->idle_stamp;
    me->idle = me->at;
}

static void consider_busy(const struct ss_world *w,
                          struct sched_balance_find_dst_group_cpu_frame *me)
{
    u64 load = ss_cfs(w, (u32)me->at)->avg.load_avg;
    if (me->idle >= 0 || load >= me->load)
        return;
    me->load = load;
    me->least = me->at;
}

/* What decided among the CPUs of the group. */
static void explain_cpu(const struct ss_world *w, const struct ss_cpu *cpu,
                        const struct sched_balance_find_dst_group_cpu_frame *me)
{
    struct ss_steps *const steps = ss_steps_of_placement(w, cpu);
    if (me->idle < 0)
        SS_STEP_IN(steps, FK_CPU_LEAST_LOAD, .cpu = me->least, .looked = me->looked,
                   .load = me->load == UINT64_MAX ? 0 : (i64)me->load);
    else if (me->latencies_differ)
        SS_STEP_IN(steps, FK_CPU_EXIT_LAT, .cpu = me->idle, .looked = me->looked,
                   .latency = me->latency);
    else
        SS_STEP_IN(steps, FK_CPU_RECENT_IDLE, .cpu = me->idle, .looked = me->looked,
                   .idle = cpu->clock > me->stamp ? (i64)(cpu->clock - me->stamp) : 0);
}

bool sched_balance_find_dst_group_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_find_dst_group_cpu);
    const u32 words = w->topology.cpu_words;
    const struct ss_sched_group *const group = &w->domains->group[me->group];
    const u64 *const span = ss_span_cpus(w->domains, group->span);
    const u64 *const allowed = ss_affinity(w, &w->task[me->task]);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->group < w->domains->groups);
    SS_DEBUG_CHECK(me->local < w->topology.cpus);
    /* Since the group was chosen the task may have lost its CPUs: the caller looks again. */
    if (group->weight == 1)
        PATH_RETURN(ss_bitset_first(span, words));
    me->idle = -1;
    me->least = me->local;
    me->latency = UINT32_MAX;
    me->load = UINT64_MAX;
    me->looked = 0;
    me->latencies_differ = false;
    for (me->at = ss_bitset_next_and(span, allowed, words, 0); me->at >= 0;
         me->at = ss_bitset_next_and(span, allowed, words, (u32)me->at + 1)) {
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .sched_idle = true,
                  .symbol = SS_SYMBOL_sched_balance_find_dst_group_cpu);
        me->looked++;
        if (cpu->result == SS_CPU_SCHED_IDLE) {
            SS_STEP(w, cpu, FK_CPU_SCHED_IDLE, .cpu = me->at, .looked = me->looked);
            PATH_RETURN(me->at);
        }
        if (cpu->result == SS_CPU_IDLE)
            consider_idle(w, me, cpu->clock);
        else
            consider_busy(w, me);
    }
    explain_cpu(w, cpu, me);
    PATH_RETURN(me->idle >= 0 ? me->idle : me->least);
    PATH_END;
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

/* Tasks that the rule in force lets a node run before imbalance counts; N0 does not ask. */
static u32 numa_allowance(const struct ss_world *w, const struct ss_sched_domain *domain,
                          const struct ss_fair_work *work, i32 task)
{
    const u32 rule = w->def->numa_imbalance, allowance = ss_imb_numa_nr(w, domain);
    if (rule == SS_NUMA_N0)
        return 0;
    if (rule == SS_NUMA_N1)
        return domain->span_weight >> 2;
    if (rule == SS_NUMA_N1B)
        return work->local.weight >> 2;
    if (rule != SS_NUMA_N3 || w->task[task].allowed_count >= w->topology.cpus)
        return allowance;
    u32 usable = 0;
    const u64 *allowed = ss_affinity(w, &w->task[task]);
    const u64 *span = ss_span_cpus(w->domains, w->domains->group[work->local_group].span);
    for (u32 i = 0; i < w->topology.cpu_words; i++)
        usable += ss_popcount(allowed[i] & span[i]);
    return ss_min_u32(allowance, usable);
}

static u32 idle_difference(const struct ss_fair_work *work)
{
    const u32 local = work->local.idle, other = work->chosen.idle;
    return local > other ? local - other : other - local;
}

/* Small NUMA imbalance is left alone. */
static bool numa_stays(const struct ss_world *w, const struct ss_fair_work *work, u32 allowance)
{
    const u32 running = work->local.nr;
    switch (w->def->numa_imbalance) {
    case SS_NUMA_N0:
        return work->local.idle > 0;
    case SS_NUMA_N1:
        return running < allowance;
    case SS_NUMA_N1B:
        return running + 1 < allowance;
    case SS_NUMA_N3:
        return ss_adjust_numa_imbalance(idle_difference(work), running + 1, allowance) == 0;
    default:
        return running + 1 <= allowance;
    }
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
static u32 compare_spare(const struct ss_world *w, const struct ss_cpu *cpu,
                         const struct ss_sched_domain *domain, i32 task)
{
    const struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    const struct ss_group_stats *local = &work->local, *other = &work->chosen;
    const u32 hints = w->sched->fair->task[task].hints;
    const bool hinted = hints & (SS_HINT_FORK_AFFINE | SS_HINT_FORK_SPREAD);
    if ((hints & SS_HINT_FORK_AFFINE) && local->idle > local->weight / 2)
        return SS_REASON_FK_HINT;
    if (!hinted && (domain->flags & SS_SD_NUMA)) {
        const u32 allowance = numa_allowance(w, domain, work, task);
        const bool allowed = numa_stays(w, work, allowance);
        SS_STEP_AS(ss_steps_of_placement(w, cpu),
                   allowed ? SS_REASON_FK_NUMA_ALLOWED : SS_REASON_FK_NUMA_EXCEEDED,
                   FK_NUMA_ALLOWED, .difference = idle_difference(work), .tasks = local->nr + 1,
                   .allowed = allowance);
        if (allowed)
            return SS_REASON_FK_NUMA_ALLOWED;
    }
    if (local->idle == other->idle &&
        ((hints & SS_HINT_FORK_SPREAD) || w->def->fork_tie_break == SS_TIE_UTIL))
        return local->util <= other->util ? SS_REASON_FK_TIE_LOCAL : SS_REASON_FK_LESS_UTIL;
    return local->idle >= other->idle ? SS_REASON_FK_TIE_LOCAL : SS_REASON_FK_MORE_IDLE;
}

/* Why the task stays in the local group or goes to the chosen one. */
static u32 compare_groups(const struct ss_world *w, const struct ss_cpu *cpu,
                          const struct ss_sched_domain *domain, i32 task)
{
    const struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    if (work->chosen_group < 0)
        return SS_REASON_FK_NO_CAND;
    if (work->local_group < 0)
        return SS_REASON_FK_AFFINITY_ONLY;
    if (work->local.class != work->chosen.class)
        return work->local.class < work->chosen.class ? SS_REASON_FK_LOCAL_LOWER_CLASS
                                                      : SS_REASON_FK_LOCAL_HIGHER_CLASS;
    switch (work->local.class) {
    case SS_GROUP_OVERLOADED:
    case SS_GROUP_FULLY_BUSY:
        return loads_stay(domain, work) ? SS_REASON_FK_LOAD_CLOSE : SS_REASON_FK_LOAD_PUSH;
    case SS_GROUP_HAS_SPARE:
        return compare_spare(w, cpu, domain, task);
    default:
        return SS_REASON_FK_TIE_LOCAL;
    }
}

static bool stays(u32 verdict)
{
    switch (verdict) {
    case SS_REASON_FK_NO_CAND:
    case SS_REASON_FK_LOCAL_LOWER_CLASS:
    case SS_REASON_FK_NUMA_ALLOWED:
    case SS_REASON_FK_TIE_LOCAL:
    case SS_REASON_FK_LOAD_CLOSE:
    case SS_REASON_FK_HINT:
        return true;
    default:
        return false;
    }
}

/* ---- a comparison, explained ------------------------------------------------------------------
 */

/* A group, and by what groups of its class are compared. */
static void explain_group(struct ss_steps *steps, const struct ss_group_stats *stats, bool is_own)
{
    const bool busy = stats->class == SS_GROUP_FULLY_BUSY || stats->class == SS_GROUP_OVERLOADED;
    SS_STEP_IN(steps, FK_GRP, .is_own = is_own, .group_class = stats->class, .tasks = stats->nr,
               .idle_cpus = stats->idle, .figure = (i64)(busy ? stats->avg_load : stats->util));
}

static void explain_groups(const struct ss_world *w, const struct ss_cpu *cpu,
                           const struct sched_balance_find_dst_group_frame *me)
{
    const struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    const struct ss_sched_domain *domain = &w->domains->domain[me->domain];
    struct ss_steps *const steps = ss_steps_of_placement(w, cpu);
    SS_STEP_IN(steps, FK_LEVEL, .cpus = domain->span_weight, .groups = domain->group_count,
               .around = me->cpu);
    if (work->local_group >= 0)
        explain_group(steps, &work->local, true);
    if (work->chosen_group >= 0)
        explain_group(steps, &work->chosen, false);
}

static void explain_verdict(const struct ss_world *w, const struct ss_cpu *cpu,
                            const struct ss_sched_domain *domain)
{
    const struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    struct ss_steps *const steps = ss_steps_of_placement(w, cpu);
    const u32 verdict = work->verdict;
    if (!steps || verdict == SS_REASON_FK_NUMA_ALLOWED)
        return; /* the comparison is a step already */
    if (verdict == SS_REASON_FK_LOAD_CLOSE || verdict == SS_REASON_FK_LOAD_PUSH) {
        SS_STEP_AS(steps, verdict, FK_LOAD_PUSH, .imbalance_pct = domain->imbalance_pct);
        return;
    }
    if (work->chosen_group < 0) {
        SS_STEP_AS(steps, verdict, FK_MORE_IDLE, .cpus = 0);
        return;
    }
    const struct ss_sched_group *group = &w->domains->group[work->chosen_group];
    const u64 *cpus = ss_span_cpus(w->domains, group->span);
    SS_STEP_AS(steps, verdict, FK_MORE_IDLE,
               .first_cpu = ss_bitset_first(cpus, w->topology.cpu_words), .cpus = group->weight);
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

static bool may_use_group(const struct ss_world *w, i32 task, i32 group)
{
    return ss_bitset_intersects(ss_span_cpus(w->domains, w->domains->group[group].span),
                                ss_affinity(w, &w->task[task]), w->topology.cpu_words);
}

bool sched_balance_find_dst_group(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_find_dst_group);
    const struct ss_sched_domain *const domain = &w->domains->domain[me->domain];
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(me->domain != SS_NO_DOMAIN);
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    work->local_group = work->chosen_group = -1;
    work->chosen = (struct ss_group_stats){.class = SS_GROUP_OVERLOADED, .avg_load = UINT32_MAX};
    for (me->position = 0; me->position < domain->group_count; me->position++) {
        work->group_at_hand =
            (i32)(ss_domain_group(w->domains, me->domain, me->position) - w->domains->group);
        if (!may_use_group(w, me->task, work->group_at_hand))
            continue;
        PATH_CALL(update_sg_wakeup_stats, .task = me->task, .pct = domain->imbalance_pct);
        file_group(w, work, me->cpu);
    }
    explain_groups(w, cpu, me);
    work->verdict = (u8)compare_groups(w, cpu, domain, me->task);
    explain_verdict(w, cpu, domain);
    PATH_RETURN(stays(work->verdict) ? -1 : work->chosen_group);
    PATH_END;
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

bool sched_balance_find_dst_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_find_dst_cpu);
    const struct ss_domains *const domains = w->domains;
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(me->flag == SS_SD_BALANCE_FORK || me->flag == SS_SD_BALANCE_EXEC);
    SS_DEBUG_CHECK(me->domain != SS_NO_DOMAIN);
    if (!ss_bitset_intersects(ss_span_cpus(domains, domains->domain[me->domain].span),
                              ss_affinity(w, &w->task[me->task]), w->topology.cpu_words))
        PATH_RETURN(me->previous);
    me->chosen = me->cpu;
    while (me->domain != SS_NO_DOMAIN) {
        if (!(domains->domain[me->domain].flags & me->flag)) {
            me->domain = domains->domain[me->domain].child;
            continue;
        }
        PATH_CALL(sched_balance_find_dst_group, .task = me->task, .domain = me->domain,
                  .cpu = me->cpu);
        if (cpu->result < 0) {
            me->domain = domains->domain[me->domain].child;
            continue;
        }
        PATH_CALL_INTO(me->chosen, sched_balance_find_dst_group_cpu, .task = me->task,
                       .group = (u32)cpu->result, .local = me->cpu);
        if (me->chosen == me->cpu) {
            me->domain = domains->domain[me->domain].child;
            continue;
        }
        if (me->cpu == cpu->number) /* the first way it goes is why it leaves */
            work->reason = work->verdict;
        me->cpu = me->chosen;
        me->domain =
            domain_below(domains, me->cpu, domains->domain[me->domain].span_weight, me->flag);
    }
    if (me->chosen == cpu->number) /* round trips happen where groups of nodes overlap */
        work->reason = SS_REASON_FK_STAY;
    PATH_RETURN(me->chosen);
    PATH_END;
}
