/*
 * An idle CPU near a wakeup's target: the target itself, the previous CPU, the one before that, a
 * sibling, or what a scan of the LLC finds. Source: select_idle_sibling, select_idle_smt of
 * kernel/sched/fair.c, 6.18.2, and as far as siblings go v5.10; spec "Fair scheduler" sections 9.3
 * and 9.6. The scan is in idle_scan.c.
 */
#include "sched/fair/place/idle_sibling.h"

#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/fair/place/idle_scan.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

static bool shares_cluster(const struct ss_world *w, u32 a, u32 b)
{
    return !w->domains->sched_cluster_active || ss_cpus_share_resources(w->domains, a, b);
}

/* The waker is a per-CPU kthread alone on the wakee's CPU: it will be gone at once. */
static bool kthread_stacks(const struct ss_world *w, const struct ss_cpu *cpu, u32 previous)
{
    if (!w->sched->fair->task[cpu->current].per_cpu_kthread)
        return false;
    const bool stacks =
        !cpu->interrupted && previous == cpu->number && w->sched->rq[previous].nr_running <= 1;
    SS_STEP(w, cpu, SI_KTHREAD, .cpu = previous, .stacks = stacks);
    return stacks;
}

/* A test of a CPU that comes before any scan, with what it came to (cpu->result). */
static void explain_known(const struct ss_world *w, const struct ss_cpu *cpu, u32 reason,
                          u32 tested, u32 target)
{
    const bool far = cpu->result != SS_CPU_BUSY && !shares_cluster(w, tested, target);
    SS_STEP_AS(ss_steps_of_placement(w, cpu), reason, SI_TARGET, .cpu = tested,
               .outcome = far ? SS_OF_OTHER_CLUSTER : cpu->result);
}

static bool may_use(const struct ss_world *w, i32 task, u32 cpu)
{
    return ss_bitset_has(ss_affinity(w, &w->task[task]), cpu);
}

struct select_known_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 previous, target;
    /* kept */
    i32 recent;
};

/* The CPU used before the previous one is worth a look. */
static bool recent_qualifies(const struct ss_world *w, const struct select_known_cpu_frame *me)
{
    return me->recent >= 0 && me->recent != me->previous && me->recent != me->target &&
           ss_cpus_share_cache(w->domains, (u32)me->recent, me->target) &&
           may_use(w, me->task, (u32)me->recent);
}

struct select_idle_smt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 of, target;
    /* kept */
    i32 at;
};

/* Result: a usable sibling of `of`, or -1. */
static bool select_idle_smt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_idle_smt);
    const u32 words = w->topology.cpu_words;
    const u64 *const siblings = w->topology.core_cpus + (u64)w->topology.core[me->of] * words;
    const u32 llc = w->domains->cpu[me->target].sd_llc;
    const u64 *const span = ss_span_cpus(w->domains, w->domains->domain[llc].span);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->of < w->topology.cpus);
    SS_DEBUG_CHECK(llc != SS_NO_DOMAIN);
    SS_DEBUG_CHECK(w->topology.smt_active);
    for (me->at = ss_bitset_next_and(siblings, span, words, 0); me->at >= 0;
         me->at = ss_bitset_next_and(siblings, span, words, (u32)me->at + 1)) {
        if (me->at == me->of || !may_use(w, me->task, (u32)me->at))
            continue;
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .sched_idle = true,
                  .symbol = SS_SYMBOL_select_idle_sibling);
        if (cpu->result != SS_CPU_BUSY)
            break;
    }
    SS_STEP_AS(ss_steps_of_placement(w, cpu),
               w->def->idle_search == SS_SIS_PROP_510 ? SS_REASON_SI_SMT_TARGET : SS_REASON_SI_SMT,
               SI_SMT, .of = me->of, .found = me->at);
    PATH_RETURN(me->at);
    PATH_END;
}

/* What every machine looks at first. Result: a usable CPU, or -1. */
static bool select_known_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_known_cpu);
    struct ss_fair_task *const task = &w->sched->fair->task[me->task];
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(me->previous < w->topology.cpus);
    work->previous_fallback = work->recent_fallback = -1;
    PATH_CALL(test_cpu, .cpu = me->target, .sched_idle = true,
              .symbol = SS_SYMBOL_select_idle_sibling);
    explain_known(w, cpu, SS_REASON_SI_TARGET, me->target, me->target);
    if (cpu->result != SS_CPU_BUSY)
        PATH_RETURN(ss_because(work, SS_REASON_SI_TARGET, me->target));
    if (me->previous != me->target && ss_cpus_share_cache(w->domains, me->previous, me->target)) {
        PATH_CALL(test_cpu, .cpu = me->previous, .sched_idle = true,
                  .symbol = SS_SYMBOL_select_idle_sibling);
        explain_known(w, cpu, SS_REASON_SI_PREV, me->previous, me->target);
        if (cpu->result != SS_CPU_BUSY && shares_cluster(w, me->previous, me->target))
            PATH_RETURN(ss_because(work, SS_REASON_SI_PREV, me->previous));
        if (cpu->result != SS_CPU_BUSY)
            work->previous_fallback = me->previous;
    }
    if (kthread_stacks(w, cpu, me->previous))
        PATH_RETURN(ss_because(work, SS_REASON_SI_KTHREAD, me->previous));
    me->recent = task->recent_used_cpu;
    task->recent_used_cpu = me->previous;
    if (!recent_qualifies(w, me))
        PATH_RETURN(-1);
    PATH_CALL(test_cpu, .cpu = (u16)me->recent, .sched_idle = true,
              .symbol = SS_SYMBOL_select_idle_sibling);
    explain_known(w, cpu, SS_REASON_SI_RECENT, (u32)me->recent, me->target);
    if (cpu->result == SS_CPU_BUSY)
        PATH_RETURN(-1);
    if (shares_cluster(w, (u32)me->recent, me->target))
        PATH_RETURN(ss_because(work, SS_REASON_SI_RECENT, me->recent));
    work->recent_fallback = me->recent;
    PATH_RETURN(-1);
    PATH_END;
}

/* The scan found no idle CPU: falls back to one of another cluster or to the target. If it is the
 * target, the scan's reason for failing stays. */
static i32 fallback(struct ss_fair_work *work, u32 target)
{
    if (work->previous_fallback >= 0)
        return ss_because(work, SS_REASON_SI_FALLBACK_PREV, work->previous_fallback);
    if (work->recent_fallback >= 0)
        return ss_because(work, SS_REASON_SI_FALLBACK_RECENT, work->recent_fallback);
    return (i32)target;
}

static i32 target_without_llc(const struct ss_world *w, const struct ss_cpu *cpu, u32 target)
{
    SS_STEP(w, cpu, SI_NO_LLC, .cpu = target);
    return ss_because(&w->sched->fair->work[cpu->number], SS_REASON_SI_NO_LLC, (i32)target);
}

struct search_llc_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
    bool has_idle_core;
};

/* The scan of the target's LLC, in v5.10 with the target's siblings behind it. Result: a usable
 * CPU, or negative. */
static bool search_llc(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(search_llc);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(w->domains->cpu[me->target].sd_llc != SS_NO_DOMAIN);
    if (w->def->idle_search != SS_SIS_PROP_510)
        PATH_CALL_LAST(select_idle_cpu, .task = me->task, .target = me->target,
                       .has_idle_core = me->has_idle_core);
    PATH_CALL(select_idle_v5_10, .task = me->task, .target = me->target,
              .has_idle_core = me->has_idle_core);
    if (cpu->result >= 0 || !w->topology.smt_active)
        PATH_RETURN(cpu->result);
    PATH_CALL(select_idle_smt, .task = me->task, .of = me->target, .target = me->target);
    if (cpu->result >= 0)
        cpu->result =
            ss_because(&w->sched->fair->work[cpu->number], SS_REASON_SI_SMT_TARGET, cpu->result);
    PATH_RETURN(cpu->result);
    PATH_END;
}

bool select_idle_sibling(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_idle_sibling);
    const struct ss_cpu_domains *const llc = &w->domains->cpu[me->target];
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(me->previous < w->topology.cpus);
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    work->target = me->target;
    PATH_CALL(select_known_cpu, .task = me->task, .previous = me->previous, .target = me->target);
    if (cpu->result >= 0)
        PATH_RETURN(cpu->result);
    if (llc->sd_llc == SS_NO_DOMAIN)
        PATH_RETURN(target_without_llc(w, cpu, me->target));
    if (w->topology.smt_active) {
        PATH_SCAN(select_idle_sibling, WORD(SCHED_DOMAIN_SHARED, llc->sd_llc_shared, COUNTS),
                  me->has_idle_core =
                      w->sched->fair->shared[llc->sd_llc_shared].has_idle_cores != 0);
        if (!me->has_idle_core && w->def->idle_search != SS_SIS_PROP_510 &&
            ss_cpus_share_cache(w->domains, me->previous, me->target)) {
            PATH_CALL(select_idle_smt, .task = me->task, .of = me->previous, .target = me->target);
            if (cpu->result >= 0)
                PATH_RETURN(ss_because(work, SS_REASON_SI_SMT, cpu->result));
        }
    }
    PATH_CALL(search_llc, .task = me->task, .target = me->target,
              .has_idle_core = me->has_idle_core);
    if (cpu->result < 0 && (w->sched->fair->task[me->task].hints & SS_HINT_WAKE_WIDE))
        PATH_CALL(select_idle_wide, .task = me->task, .target = me->target);
    PATH_RETURN(cpu->result >= 0 ? cpu->result : fallback(work, me->target));
    PATH_END;
}
