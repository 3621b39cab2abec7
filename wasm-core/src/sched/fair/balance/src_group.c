/*
 * Which group is the busiest, whether that calls for moving tasks, and how much. Pure. Source:
 * update_sd_pick_busiest, sched_balance_find_src_group, sibling_imbalance, calculate_imbalance of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" sections 10.6 to 10.8.
 */
#include "sched/fair/balance/src_group.h"

#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/rules/group.h"
#include "sched/rules/limits.h"
#include "sched/rules/weight.h"
#include "sched/state/fair.h"

/* ---- the busiest ----------------------------------------------------------------------------- */

static bool is_smt(const struct ss_domains *domains, i32 group)
{
    return (domains->group[group].flags & SS_SD_SHARE_CPUCAPACITY) != 0;
}

static bool exactly_one_smt(const struct ss_domains *domains, i32 a, i32 b)
{
    return a >= 0 && b >= 0 && is_smt(domains, a) != is_smt(domains, b);
}

static bool has_less_spare(const struct ss_group_stats *a, const struct ss_group_stats *b)
{
    return a->idle < b->idle || (a->idle == b->idle && a->nr > b->nr);
}

static bool fully_busy_is_busier(const struct ss_domains *domains, const struct ss_fair_work *work)
{
    if (work->at_hand.avg_load != work->chosen.avg_load)
        return work->at_hand.avg_load > work->chosen.avg_load;
    return !is_smt(domains, work->chosen_group);
}

bool ss_is_busier(const struct ss_domains *domains, const struct ss_fair_work *work)
{
    const struct ss_group_stats *stats = &work->at_hand, *busiest = &work->chosen;
    if (!stats->h_nr)
        return false;
    if (stats->llc_balance == SS_LLC_BALANCE_FIRST &&
        stats->preferring_dst > busiest->preferring_dst)
        return true;
    if (busiest->llc_balance == SS_LLC_BALANCE_FIRST)
        return false;
    if (stats->class != busiest->class)
        return stats->class > busiest->class;
    switch (stats->class) {
    case SS_GROUP_OVERLOADED:
        return stats->avg_load > busiest->avg_load;
    case SS_GROUP_LLC_BALANCE:
        return stats->preferring_dst > busiest->preferring_dst;
    case SS_GROUP_MISFIT_TASK:
        return stats->misfit_load > busiest->misfit_load;
    case SS_GROUP_SMT_BALANCE:
        if (stats->idle || busiest->idle)
            return has_less_spare(stats, busiest);
        return fully_busy_is_busier(domains, work);
    case SS_GROUP_FULLY_BUSY:
        return fully_busy_is_busier(domains, work);
    case SS_GROUP_HAS_SPARE:
        if (exactly_one_smt(domains, work->chosen_group, work->group_at_hand))
            return !is_smt(domains, work->group_at_hand) || stats->h_nr > 1;
        return has_less_spare(stats, busiest);
    default:
        return false;
    }
}

/* ---- the decision ---------------------------------------------------------------------------- */

static u64 minus(u64 a, u64 b)
{
    return a > b ? a - b : 0;
}

/* How many tasks the busiest group has more than its share, by cores. */
static u64 sibling_imbalance(const struct ss_fair_work *work)
{
    const struct ss_group_stats *busiest = &work->chosen, *local = &work->local;
    if (work->balance.idle == SS_NOT_IDLE || !busiest->nr)
        return 0;
    if (busiest->cores == local->cores)
        return minus(busiest->nr, local->nr);
    u64 cores = busiest->cores + local->cores;
    u64 more = minus((u64)local->cores * busiest->nr, (u64)busiest->cores * local->nr);
    more = (2 * more + cores) / cores;
    return more <= 1 && !local->nr && busiest->nr > 1 ? 2 : more;
}

static u64 average(u64 load, u64 capacity)
{
    return load * SS_WEIGHT_NICE_0 / capacity;
}

static u64 domain_average(const struct ss_balance *balance)
{
    return average(balance->total_load, balance->total_capacity);
}

/* Why two overloaded groups count as even; SS_REASON_NONE if they do not. */
static u8 reason_of_evenness(const struct ss_fair_work *work, u32 pct)
{
    u64 local = work->local.avg_load, busiest = work->chosen.avg_load;
    if (local >= busiest)
        return SS_REASON_LB_AVG_LOCAL;
    if (local >= domain_average(&work->balance))
        return SS_REASON_LB_AVG_DOMAIN;
    return 100 * busiest <= pct * local ? SS_REASON_LB_PCT : SS_REASON_NONE;
}

/* What ends the tests of a domain that has a busiest group: an LB_FORCE_ reason to move, another
 * reason to leave it as it is, or SS_REASON_NONE if no test ends them: then it is moved, too. */
static u8 reason_of_verdict(const struct ss_world *w, const struct ss_fair_work *work)
{
    const struct ss_group_stats *busiest = &work->chosen, *local = &work->local;
    const struct ss_balance *balance = &work->balance;
    if (busiest->llc_balance == SS_LLC_BALANCE_FIRST)
        return SS_REASON_NONE;
    if (busiest->class == SS_GROUP_MISFIT_TASK)
        return SS_REASON_LB_FORCE_MISFIT;
    if (busiest->class == SS_GROUP_IMBALANCED)
        return SS_REASON_LB_FORCE_IMBALANCED;
    if (local->class > busiest->class)
        return SS_REASON_LB_LOCAL_BUSIER;
    if (local->class == SS_GROUP_OVERLOADED) {
        const u8 even = reason_of_evenness(work, w->domains->domain[balance->domain].imbalance_pct);
        if (even)
            return even;
    }
    if (balance->prefer_sibling && local->class == SS_GROUP_HAS_SPARE &&
        (busiest->class == SS_GROUP_LLC_BALANCE || sibling_imbalance(work) > 1))
        return SS_REASON_LB_FORCE_SIBLING;
    if (busiest->class == SS_GROUP_OVERLOADED)
        return SS_REASON_NONE;
    if (balance->idle == SS_NOT_IDLE)
        return SS_REASON_LB_NOT_IDLE;
    if (busiest->class == SS_GROUP_SMT_BALANCE &&
        exactly_one_smt(w->domains, work->local_group, work->chosen_group))
        return SS_REASON_LB_FORCE_SMT;
    if (busiest->weight > 1 && local->idle <= busiest->idle + 1)
        return SS_REASON_LB_IDLE_DIFF;
    return busiest->h_nr == 1 ? SS_REASON_LB_ONE_TASK : SS_REASON_NONE;
}

/* ---- how much -------------------------------------------------------------------------------- */

/* What of an imbalance between nodes is left after the allowance of the kernel's time. */
static i64 numa_part(const struct ss_world *w, const struct ss_fair_work *work, i64 imbalance)
{
    const struct ss_sched_domain *domain = &w->domains->domain[work->balance.domain];
    const struct ss_group_stats *busiest = &work->chosen, *local = &work->local;
    switch (w->def->numa_imbalance) {
    case SS_NUMA_N0:
        return busiest->nr <= 2 ? 0 : imbalance;
    case SS_NUMA_N1: /* running < weight / 4, in the form of the later rule */
        return ss_adjust_numa_imbalance(imbalance, busiest->nr + 1, busiest->weight >> 2);
    case SS_NUMA_N1B:
        return ss_adjust_numa_imbalance(imbalance, local->nr + 2, local->weight >> 2);
    default:
        return ss_adjust_numa_imbalance(imbalance, local->nr + 1, ss_imb_numa_nr(w, domain));
    }
}

static void move(struct ss_balance *balance, enum ss_migration_type type, u64 amount)
{
    balance->type = (u8)type;
    balance->amount = (i64)amount;
}

/* The local group has spare capacity: tasks come until the groups are even. */
static void fill_spare(const struct ss_world *w, struct ss_fair_work *work)
{
    const struct ss_group_stats *busiest = &work->chosen, *local = &work->local;
    struct ss_balance *balance = &work->balance;
    const struct ss_sched_domain *domain = &w->domains->domain[balance->domain];
    if (busiest->class == SS_GROUP_OVERLOADED && !(domain->flags & SS_SD_SHARE_LLC)) {
        move(balance, SS_MIGRATE_UTIL, minus(local->capacity, local->util));
        if (!balance->amount && balance->idle != SS_NOT_IDLE)
            move(balance, SS_MIGRATE_TASK, 1);
        return;
    }
    i64 tasks = (i64)sibling_imbalance(work);
    if (busiest->weight > 1 && !balance->prefer_sibling)
        tasks = (i64)(u32)(local->idle - busiest->idle); /* the source subtracts 32-bit unsigned */
    balance->reason = SS_REASON_LB_IDLE_DIFF;            /* if the half of it is nothing */
    if ((domain->flags & SS_SD_NUMA) && tasks > 1) {
        tasks = numa_part(w, work, tasks);
        balance->reason = SS_REASON_LB_NUMA_ALLOWED;
    }
    move(balance, SS_MIGRATE_TASK, (u64)tasks >> 1);
}

/* Neither has spare capacity: load comes until one of the groups is at the domain's average. */
static void even_load(struct ss_fair_work *work)
{
    const struct ss_group_stats *busiest = &work->chosen, *local = &work->local;
    u64 ours = local->avg_load, whole = domain_average(&work->balance);
    if (local->class < SS_GROUP_OVERLOADED) {
        ours = average(local->load, local->capacity);
        if (ours >= busiest->avg_load || ours >= whole) {
            move(&work->balance, SS_MIGRATE_LOAD, 0);
            return;
        }
    }
    /* Unsigned on purpose: a domain average above the busiest group's wraps and the second
     * decides. */
    u64 give = (busiest->avg_load - whole) * busiest->capacity;
    u64 take = (whole - ours) * local->capacity;
    move(&work->balance, SS_MIGRATE_LOAD, ss_min_u64(give, take) / SS_WEIGHT_NICE_0);
}

static bool is_force(u8 reason)
{
    return reason >= SS_REASON_LB_FORCE_MISFIT && reason <= SS_REASON_LB_FORCE_SMT;
}

bool ss_find_imbalance(const struct ss_world *w, struct ss_fair_work *work)
{
    struct ss_balance *balance = &work->balance;
    move(balance, SS_MIGRATE_LOAD, 0);
    balance->reason = work->chosen_group < 0 ? SS_REASON_LB_NO_BUSIEST : reason_of_verdict(w, work);
    if (is_force(balance->reason))
        ss_note_test(&balance->notes, balance->reason);
    else if (balance->reason)
        return false;
    balance->reason = SS_REASON_LB_AVG_DOMAIN; /* if it comes to nothing */
    if (work->chosen.class == SS_GROUP_MISFIT_TASK)
        move(balance, SS_MIGRATE_LOAD, work->chosen.misfit_load);
    else if (work->chosen.class == SS_GROUP_LLC_BALANCE ||
             work->chosen.llc_balance == SS_LLC_BALANCE_FIRST)
        move(balance, SS_MIGRATE_LLC_TASK, 1);
    else if (work->chosen.class == SS_GROUP_SMT_BALANCE ||
             work->chosen.class == SS_GROUP_IMBALANCED)
        move(balance, SS_MIGRATE_TASK, 1);
    else if (work->local.class == SS_GROUP_HAS_SPARE)
        fill_spare(w, work);
    else
        even_load(work);
    balance->notes.wanted = ss_saturated((u64)balance->amount);
    if (balance->amount)
        ss_note_test(&balance->notes, SS_REASON_LB_IMB);
    return balance->amount != 0;
}
