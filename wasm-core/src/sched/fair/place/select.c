/*
 * The question every fork, exec and wakeup of a fair task asks: on which CPU. Source:
 * select_task_rq and select_task_rq_fair of kernel/sched, 6.18.2; spec "Fair scheduler" section 7.
 */
#include "sched/fair/place/select.h"

#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/fork.h"
#include "sched/fair/place/idle_sibling.h"
#include "sched/fair/place/memory_place.h"
#include "sched/fair/place/wake_affine.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* A result outside the task's set is replaced by the first allowed CPU of the same node, else by
 * the first allowed one. */
static i32 allowed_cpu(const struct ss_world *w, const struct ss_cpu *cpu, i32 task, i32 found)
{
    const u32 words = w->topology.cpu_words;
    const u64 *allowed = ss_affinity(w, &w->task[task]);
    if (ss_bitset_has(allowed, (u32)found))
        return found;
    const u64 *node = w->topology.node_cpus + (u64)w->topology.node[found] * words;
    i32 near = ss_bitset_next_and(node, allowed, words, 0);
    if (near < 0)
        near = ss_bitset_first(allowed, words);
    SS_STEP(w, cpu, WK_NOT_ALLOWED, .found = found, .taken = near);
    return ss_because(&w->sched->fair->work[cpu->number], SS_REASON_WK_NOT_ALLOWED, near);
}

/* The one CPU of a task that may use no other. */
static i32 only_cpu(const struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    const i32 only = ss_bitset_first(ss_affinity(w, &w->task[task]), w->topology.cpu_words);
    SS_STEP(w, cpu, WK_ONE_CPU, .cpu = only);
    return ss_because(&w->sched->fair->work[cpu->number], SS_REASON_WK_ONE_CPU, only);
}

/* The outermost domain of the run from the base that balances such requests. */
static u32 slow_domain(const struct ss_domains *domains, u32 cpu, u32 flag)
{
    u32 found = SS_NO_DOMAIN;
    for (u32 at = domains->cpu[cpu].base; at != SS_NO_DOMAIN; at = domains->domain[at].parent) {
        if (!(domains->domain[at].flags & flag))
            break;
        found = at;
    }
    return found;
}

/* The innermost domain over which this wakeup may pull the task to the waker. */
static u32 affine_domain(const struct ss_domains *domains, u32 cpu, u32 previous)
{
    u32 at = domains->cpu[cpu].base;
    for (; at != SS_NO_DOMAIN; at = domains->domain[at].parent)
        if ((domains->domain[at].flags & SS_SD_WAKE_AFFINE) &&
            ss_bitset_has(ss_span_cpus(domains, domains->domain[at].span), previous))
            break;
    return at;
}

/* The CPU around which a wake hint wants the search, or -1 to leave it to the rules: only between
 * LLCs, and only where that CPU's LLC claims an idle core. */
static i32 hinted_target(const struct ss_world *w, const struct ss_cpu *cpu, i32 task, u32 previous)
{
    const u32 hints = w->sched->fair->task[task].hints;
    if (!(hints & (SS_HINT_WAKE_AFFINE | SS_HINT_WAKE_HOLD)) ||
        ss_cpus_share_cache(w->domains, cpu->number, previous))
        return -1;
    const u32 desired = hints & SS_HINT_WAKE_AFFINE ? cpu->number : previous;
    const u32 shared = w->domains->cpu[desired].sd_llc_shared;
    if (shared == SS_NO_SHARED || !w->sched->fair->shared[shared].has_idle_cores ||
        !ss_bitset_has(ss_affinity(w, &w->task[task]), desired))
        return -1;
    return (i32)desired;
}

static bool wants_affine(struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    const struct ss_fair_task *known = w->sched->fair->task;
    ss_record_wakee(w, cpu, task);
    if (ss_wake_wide(w, cpu, task)) {
        SS_STEP(w, cpu, WK_WIDE, .waker_flips = known[cpu->current].wakee_flips,
                .wakee_flips = known[task].wakee_flips,
                .llc_cpus = w->domains->cpu[cpu->number].sd_llc_size);
        return false;
    }
    if (ss_bitset_has(ss_affinity(w, &w->task[task]), cpu->number))
        return true;
    SS_STEP(w, cpu, WK_NO_AFFINE_CPU, .cpu = cpu->number, .is_allowed = false);
    return false;
}

/* The domain over which the wakeup may pull the task, or SS_NO_DOMAIN: then it searches around the
 * previous CPU. */
static u32 pulling_domain(struct ss_world *w, const struct ss_cpu *cpu, i32 task, u32 previous)
{
    if (!wants_affine(w, cpu, task))
        return SS_NO_DOMAIN;
    const u32 domain = affine_domain(w->domains, cpu->number, previous);
    if (domain == SS_NO_DOMAIN)
        SS_STEP(w, cpu, WK_NO_AFFINE_CPU, .cpu = cpu->number, .is_allowed = true);
    else if (previous == cpu->number)
        SS_STEP(w, cpu, WK_SAME_CPU, .cpu = previous);
    return domain;
}

bool select_task_rq_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_task_rq_fair);
    const struct ss_task *const task = &w->task[me->task];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->previous < w->topology.cpus);
    SS_DEBUG_CHECK(!ss_task_is_rt(task));
    SS_DEBUG_CHECK(!me->sync || me->flag == SS_SD_BALANCE_WAKE);
    if (task->allowed_count <= 1)
        PATH_RETURN(only_cpu(w, cpu, me->task));
    if (me->flag != SS_SD_BALANCE_WAKE) {
        if (w->def->fork_tie_break == SS_TIE_FOOTPRINT) {
            PATH_CALL(find_memory_cpu, .task = me->task);
            if (cpu->result >= 0)
                PATH_RETURN(ss_because(&w->sched->fair->work[cpu->number], SS_REASON_FK_FOOTPRINT,
                                       cpu->result));
        }
        me->domain = slow_domain(w->domains, cpu->number, me->flag);
        if (me->domain == SS_NO_DOMAIN)
            PATH_RETURN(allowed_cpu(w, cpu, me->task, me->previous));
        PATH_CALL(sched_balance_find_dst_cpu, .task = me->task, .flag = me->flag,
                  .cpu = (u16)cpu->number, .previous = me->previous, .domain = me->domain);
        PATH_RETURN(allowed_cpu(w, cpu, me->task, cpu->result));
    }
    me->target = me->previous;
    me->domain = pulling_domain(w, cpu, me->task, me->previous);
    me->hinted = hinted_target(w, cpu, me->task, me->previous);
    if (me->hinted >= 0) {
        PATH_SCAN(select_idle_sibling,
                  WORD(SCHED_DOMAIN_SHARED, w->domains->cpu[me->hinted].sd_llc_shared, COUNTS));
        SS_STEP(w, cpu, WK_HINT, .cpu = me->hinted);
        me->target = me->hinted;
        me->domain = SS_NO_DOMAIN;
    }
    if (me->domain != SS_NO_DOMAIN && me->previous != cpu->number) {
        PATH_CALL_INTO(me->target, wake_affine, .task = me->task, .domain = me->domain,
                       .previous = me->previous, .sync = me->sync);
    }
    PATH_CALL(select_idle_sibling, .task = me->task, .previous = me->previous,
              .target = (u16)me->target);
    PATH_RETURN(allowed_cpu(w, cpu, me->task, cpu->result));
    PATH_END;
}
