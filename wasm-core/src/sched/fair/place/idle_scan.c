/*
 * The scan of an LLC for an idle CPU: whole idle cores while the LLC says that there are some, else
 * as many CPUs as its utilisation allows. Source: select_idle_cpu, select_idle_core of
 * kernel/sched/fair.c, 6.18.2 (SIS_UTIL), and of v5.10; spec "Fair scheduler" sections 9.4 and 9.6.
 */
#include "sched/fair/place/idle_scan.h"

#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/fair/place/idle_sibling.h"
#include "sched/fair/place/sis_prop.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

enum { NONE = -1, GAVE_UP = -2 };

struct select_idle_core_frame {
    struct ss_path path;
    /* arguments */
    u16 core_cpu;
    /* kept */
    bool idle;
    i32 at;
};

/* Result: the CPU if its whole core is idle, else NONE; an idle sibling on the way is remembered,
 * and the core is not looked at again. */
static bool select_idle_core(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_idle_core);
    const u32 words = w->topology.cpu_words;
    const u64 *const siblings = w->topology.core_cpus + (u64)w->topology.core[me->core_cpu] * words;
    u64 *const mask = ss_select_mask(w, cpu);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->core_cpu < w->topology.cpus);
    SS_DEBUG_CHECK(ss_bitset_has(siblings, me->core_cpu));
    me->idle = true;
    for (me->at = ss_bitset_first(siblings, words); me->at >= 0;
         me->at = ss_bitset_next(siblings, words, (u32)me->at + 1)) {
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .sched_idle = work->idle_sibling == NONE,
                  .symbol = SS_SYMBOL_select_idle_sibling);
        me->idle = me->idle && cpu->result == SS_CPU_IDLE;
        if (cpu->result != SS_CPU_IDLE && work->idle_sibling != NONE)
            break;
        if (cpu->result == SS_CPU_BUSY || !ss_bitset_has(mask, (u32)me->at))
            continue;
        if (work->idle_sibling == NONE)
            work->idle_sibling = me->at;
        if (cpu->result == SS_CPU_SCHED_IDLE)
            break;
    }
    if (me->idle)
        PATH_RETURN(me->core_cpu);
    for (u32 i = 0; i < words; i++)
        mask[i] &= ~siblings[i];
    PATH_RETURN(NONE);
    PATH_END;
}

struct scan_span_frame {
    struct ss_path path;
    /* arguments */
    u16 span;
    u16 start; /* where the round begins */
    bool has_idle_core;
    /* kept */
    bool wrapped;
    i32 at;
};

/* The next CPU of the round that is in the span and still in the mask. */
static i32 next_of_round(const struct ss_world *w, const u64 *mask, struct scan_span_frame *me,
                         u32 from)
{
    const u32 words = w->topology.cpu_words;
    const u64 *span = ss_span_cpus(w->domains, me->span);
    i32 at = ss_bitset_next_and(span, mask, words, from);
    if (at < 0 && !me->wrapped) {
        me->wrapped = true;
        at = ss_bitset_next_and(span, mask, words, 0);
    }
    return me->wrapped && at >= me->start ? NONE : at;
}

/* Result: an idle CPU, NONE, or GAVE_UP when the budget is used up. */
static bool scan_span(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(scan_span);
    const u64 *const mask = ss_select_mask(w, cpu);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->span < w->domains->spans);
    SS_DEBUG_CHECK(me->start < w->topology.cpus);
    for (me->at = next_of_round(w, mask, me, me->start); me->at >= 0;
         me->at = next_of_round(w, mask, me, (u32)me->at + 1)) {
        if (me->has_idle_core) {
            work->scanned++;
            PATH_CALL(select_idle_core, .core_cpu = (u16)me->at);
            if (cpu->result >= 0)
                PATH_RETURN(cpu->result);
            continue;
        }
        if (--work->scan_budget == 0)
            PATH_RETURN(GAVE_UP);
        work->scanned++;
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .sched_idle = true,
                  .symbol = SS_SYMBOL_select_idle_sibling);
        if (cpu->result != SS_CPU_BUSY)
            PATH_RETURN(me->at);
    }
    PATH_RETURN(NONE);
    PATH_END;
}

/* The span of the cluster around the target if the LLC's groups are clusters. */
static u32 cluster_span(const struct ss_domains *domains, u32 llc)
{
    const struct ss_sched_group *group = ss_domain_group(domains, llc, 0);
    if (!domains->sched_cluster_active || !(group->flags & SS_SD_CLUSTER))
        return SS_NO_SPAN;
    return group->span;
}

static void take_mask(const struct ss_world *w, u64 *mask, u32 span, i32 task)
{
    const u32 words = w->topology.cpu_words;
    ss_bitset_copy(mask, ss_span_cpus(w->domains, span), words);
    ss_bitset_and(mask, ss_affinity(w, &w->task[task]), words);
}

static void leave_out(const struct ss_world *w, u64 *mask, u32 span)
{
    const u64 *cpus = ss_span_cpus(w->domains, span);
    for (u32 i = 0; i < w->topology.cpu_words; i++)
        mask[i] &= ~cpus[i];
}

/* Where a round begins: with the span's own first CPU where `start` lies behind its last one. */
static i32 first_of_round(const struct ss_world *w, u32 span, u32 start)
{
    const u64 *cpus = ss_span_cpus(w->domains, span);
    const i32 first = ss_bitset_next(cpus, w->topology.cpu_words, start);
    return first < 0 ? ss_bitset_first(cpus, w->topology.cpu_words) : first;
}

/* What a scan of `span` from `start` on came to, a CPU or one of the negative results. */
static void explain_scan(const struct ss_world *w, const struct ss_cpu *cpu, u32 span, u32 start,
                         bool of_cores, i32 result)
{
    const struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    struct ss_steps *const steps = ss_steps_of_placement(w, cpu);
    if (of_cores)
        SS_STEP_AS(steps, result >= 0 ? SS_REASON_SI_CORE : SS_REASON_SI_CORE_FAIL, SI_CORE,
                   .from = first_of_round(w, span, start), .visited = work->scanned,
                   .found = result >= 0 ? result : work->idle_sibling);
    else if (result == GAVE_UP)
        SS_STEP_IN(steps, SI_LIMIT, .from = first_of_round(w, span, start), .limit = work->scanned);
    else
        SS_STEP_IN(steps, SI_SCAN, .from = first_of_round(w, span, start), .visited = work->scanned,
                   .limit = work->scan_budget + work->scanned - 1, .found = result);
}

/* The result of a scan that ended early: stores SI_LIMIT if the scan gave up, else `reason`. */
static i32 found(struct ss_fair_work *work, u32 reason, i32 result)
{
    return ss_because(work, result == GAVE_UP ? SS_REASON_SI_LIMIT : reason, result);
}

/* No scan at all, and why. */
static i32 no_scan(const struct ss_world *w, const struct ss_cpu *cpu, u32 reason, u32 at)
{
    SS_STEP_AS(ss_steps_of_placement(w, cpu), reason, SI_NO_LLC, .cpu = at);
    return ss_because(&w->sched->fair->work[cpu->number], reason, NONE);
}

bool select_idle_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_idle_cpu);
    const struct ss_cpu_domains *const cached = &w->domains->cpu[me->target];
    const u32 span = w->domains->domain[cached->sd_llc].span;
    const u32 cluster = cluster_span(w->domains, cached->sd_llc);
    const u16 start = (u16)((me->target + 1u) % w->topology.cpus);
    struct ss_shared_state *const shared = &w->sched->fair->shared[cached->sd_llc_shared];
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(cached->sd_llc != SS_NO_DOMAIN);
    take_mask(w, ss_select_mask(w, cpu), span, me->task);
    work->idle_sibling = NONE;
    work->scanned = 0;
    me->began = cpu->clock;
    if (w->def->idle_search == SS_SIS_PROP) {
        work->scan_budget = ss_sis_prop_begin(w, cpu);
        if (!work->scan_budget && !me->has_idle_core)
            PATH_RETURN(no_scan(w, cpu, SS_REASON_SI_NO_LLC, cpu->number));
    } else {
        PATH_SCAN(select_idle_sibling, WORD(SCHED_DOMAIN_SHARED, cached->sd_llc_shared, COUNTS),
                  work->scan_budget = shared->nr_idle_scan);
        if (!work->scan_budget)
            PATH_RETURN(no_scan(w, cpu, SS_REASON_SI_OVERLOADED, me->target));
        work->scan_budget++;
    }
    if (cluster != SS_NO_SPAN) {
        PATH_CALL(scan_span, .span = (u16)cluster, .start = start,
                  .has_idle_core = me->has_idle_core);
        SS_STEP(w, cpu, SI_CLUSTER, .from = first_of_round(w, cluster, start),
                .visited = work->scanned, .found = cpu->result >= 0 ? cpu->result : -1);
        if (cpu->result != NONE)
            PATH_RETURN(found(work, SS_REASON_SI_CLUSTER, cpu->result));
        leave_out(w, ss_select_mask(w, cpu), cluster);
    }
    PATH_CALL(scan_span, .span = (u16)span, .start = start, .has_idle_core = me->has_idle_core);
    if (w->def->idle_search == SS_SIS_PROP && !me->has_idle_core && cpu->result != GAVE_UP)
        ss_sis_prop_end(w, cpu, cpu->clock - me->began);
    explain_scan(w, cpu, span, start, me->has_idle_core, cpu->result);
    if (cpu->result != NONE)
        PATH_RETURN(
            found(work, me->has_idle_core ? SS_REASON_SI_CORE : SS_REASON_SI_SCAN, cpu->result));
    if (me->has_idle_core)
        PATH_STORE(select_idle_sibling, WORD(SCHED_DOMAIN_SHARED, cached->sd_llc_shared, COUNTS),
                   shared->has_idle_cores = 0);
    PATH_RETURN(ss_because(
        work, work->idle_sibling == NONE ? SS_REASON_SI_FALLBACK_TARGET : SS_REASON_SI_CORE_FAIL,
        work->idle_sibling));
    PATH_END;
}

bool select_idle_v5_10(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_idle_v5_10);
    const struct ss_cpu_domains *const cached = &w->domains->cpu[me->target];
    const u16 span = w->domains->domain[cached->sd_llc].span;
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(cached->sd_llc != SS_NO_DOMAIN);
    if (me->has_idle_core) {
        take_mask(w, ss_select_mask(w, cpu), span, me->task);
        work->idle_sibling = me->target; /* single CPUs met on the way do not count */
        work->scanned = 0;
        PATH_CALL(scan_span, .span = span, .start = me->target, .has_idle_core = true);
        work->idle_sibling = NONE;
        explain_scan(w, cpu, span, me->target, true, cpu->result);
        if (cpu->result >= 0)
            PATH_RETURN(ss_because(work, SS_REASON_SI_CORE, cpu->result));
        PATH_STORE(select_idle_sibling, WORD(SCHED_DOMAIN_SHARED, cached->sd_llc_shared, COUNTS),
                   w->sched->fair->shared[cached->sd_llc_shared].has_idle_cores = 0);
    }
    work->scan_budget = ss_sis_prop_510_begin(w, cpu);
    if (!work->scan_budget)
        PATH_RETURN(no_scan(w, cpu, SS_REASON_SI_NO_LLC, cpu->number));
    take_mask(w, ss_select_mask(w, cpu), span, me->task);
    work->scanned = 0;
    me->began = cpu->clock;
    PATH_CALL(scan_span, .span = span, .start = me->target);
    if (cpu->result != GAVE_UP)
        ss_sis_prop_end(w, cpu, cpu->clock - me->began);
    explain_scan(w, cpu, span, me->target, false, cpu->result);
    PATH_RETURN(cpu->result == NONE ? ss_because(work, SS_REASON_SI_FALLBACK_TARGET, NONE)
                                    : found(work, SS_REASON_SI_SCAN, cpu->result));
    PATH_END;
}

bool select_idle_wide(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_idle_wide);
    const struct ss_domains *const domains = w->domains;
    const u32 llc = domains->cpu[me->target].sd_llc;
    const u32 around = domains->domain[llc].parent;
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(llc != SS_NO_DOMAIN);
    if (around == SS_NO_DOMAIN)
        PATH_RETURN(NONE);
    take_mask(w, ss_select_mask(w, cpu), domains->domain[around].span, me->task);
    leave_out(w, ss_select_mask(w, cpu), domains->domain[llc].span);
    work->idle_sibling = NONE;
    work->scanned = 0;
    PATH_CALL(scan_span, .span = domains->domain[around].span,
              .start = (u16)((me->target + 1u) % w->topology.cpus), .has_idle_core = true);
    if (cpu->result == NONE)
        cpu->result = work->idle_sibling;
    SS_STEP(w, cpu, SI_WIDE,
            .from = first_of_round(w, domains->domain[around].span,
                                   (me->target + 1u) % w->topology.cpus),
            .visited = work->scanned, .found = cpu->result >= 0 ? cpu->result : -1);
    PATH_RETURN(cpu->result >= 0 ? ss_because(work, SS_REASON_SI_WIDE, cpu->result) : NONE);
    PATH_END;
}
