/*
 * Where a waking RT task goes, and whether it preempts. Source: select_task_rq_rt, find_lowest_rq,
 * wakeup_preempt_rt, check_preempt_equal_prio of kernel/sched/rt.c and
 * cpumask_any_distribute, 6.18.2; spec "RT scheduling class and cpupri" sections 3.6 to 3.8.
 */
#include "sched/rt/rt_select.h"

#include "policy/program.h"
#include "sched/class.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rt/cpupri.h"
#include "sched/run_queue.h"

static u64 *searched(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return w->sched->scratch + (u64)cpu->number * w->sched->words;
}

/* The first member of `set` (and `span`, if given) strictly after the CPU's cursor, which follows.
 */
static i32 distributed_pick(struct ss_world *w, const struct ss_cpu *cpu, const u64 *set,
                            const u64 *span)
{
    struct ss_rq *rq = ss_rq(w, cpu->number);
    u32 words = w->sched->words;
    const u64 *other = span ? span : set;
    i32 pick = ss_bitset_next_and(set, other, words, rq->distribute_cursor + 1);
    if (pick < 0)
        pick = ss_bitset_next_and(set, other, words, 0);
    if (pick >= 0)
        rq->distribute_cursor = (u32)pick;
    return pick;
}

/* The nearest of the CPUs found: the task's own, then domain by domain, the executing CPU first.
 * *domain tells which domain decided. CPUs on the static root domain have no sched domains. */
static i32 nearest_of(struct ss_world *w, const struct ss_cpu *cpu, const struct ss_task *task,
                      u32 *domain)
{
    const struct ss_domains *domains = w->domains;
    const u64 *set = searched(w, cpu);
    u32 self = cpu->number, words = w->sched->words;
    *domain = UINT32_MAX;
    if (ss_bitset_has(set, (u32)task->cpu))
        return task->cpu;
    bool self_counts = ss_bitset_has(set, self);
    u32 d = w->def->static_root_domain ? SS_NO_DOMAIN : domains->cpu[task->cpu].base;
    for (; d != SS_NO_DOMAIN; d = domains->domain[d].parent) {
        if (!(domains->domain[d].flags & SS_SD_WAKE_AFFINE))
            continue;
        const u64 *span = domains->span_cpus + (u64)domains->domain[d].span * words;
        *domain = domains->domain[d].level;
        if (self_counts && ss_bitset_has(span, self))
            return (i32)self;
        i32 pick = distributed_pick(w, cpu, set, span);
        if (pick >= 0)
            return pick;
    }
    *domain = UINT32_MAX;
    return self_counts ? (i32)self : distributed_pick(w, cpu, set, NULL);
}

bool find_lowest_rq(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_lowest_rq);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && !ss_is_idle_task(w, me->task));
    SS_DEBUG_CHECK(ss_task_is_rt(&w->task[me->task]));
    ss_rq(w, cpu->number)->search = (struct ss_search){.level = -1, .domain = UINT32_MAX};
    if (w->task[me->task].allowed_count == 1)
        PATH_RETURN(-1);
    if (ss_policy_asks_here(w, cpu, SS_POLICY_POINT_FIND_LOWEST_RQ)) {
        w->policy->begin(w, cpu, SS_POLICY_POINT_FIND_LOWEST_RQ,
                         (i64[SS_POLICY_ARGUMENTS]){me->task});
        PATH_CALL_THROUGH(w->policy->program, policy_program);
        if (cpu->result != SS_POLICY_LEFT)
            PATH_RETURN(cpu->result);
    }
    PATH_CALL(cpupri_find_fitness, .prio = w->task[me->task].prio,
              .affinity = w->task[me->task].affinity, .want_mask = true, .fit = -1);
    if (!cpu->result)
        PATH_RETURN(-1);
    PATH_RETURN(nearest_of(w, cpu, &w->task[me->task], &ss_rq(w, cpu->number)->search.domain));
    PATH_END;
}

void ss_explain_search(struct ss_world *w, const struct ss_cpu *cpu,
                       struct ss_explain_search *explain)
{
    const struct ss_search *search = &ss_rq(w, cpu->number)->search;
    const u64 *set = searched(w, cpu);
    u32 words = w->sched->words;
    explain->found_level = search->level;
    explain->probed = search->probed;
    explain->refused = search->refused;
    explain->domain = (i32)search->domain;
    if (search->level < 0)
        return; /* the mask holds leftovers */
    explain->candidates = ss_bitset_count(set, words);
    i32 next = ss_bitset_next_and(set, set, words, 0);
    for (u32 i = 0; i < SS_EXPLAIN_CANDIDATES && next >= 0; i++) {
        explain->candidate[i] = (u16)next;
        next = ss_bitset_next_and(set, set, words, (u32)next + 1);
    }
    if (!w->def->static_root_domain)
        return;
    for (i32 c = ss_bitset_next_and(set, set, words, 0); c >= 0;
         c = ss_bitset_next_and(set, set, words, (u32)c + 1))
        explain->ghosts += ss_cpupri_ghost(w, (u32)search->level, (u32)c);
}

bool ss_search_named_ghost(const struct ss_world *w, const struct ss_cpu *cpu, i32 found)
{
    const struct ss_search *search = &w->sched->rq[cpu->number].search;
    return found >= 0 && search->level >= 0 && ss_cpupri_ghost(w, (u32)search->level, (u32)found);
}

/* ---- select_task_rq_rt ----------------------------------------------------------------------- */

/* Looks for another CPU only if the running task would keep the wakee waiting. */
static bool must_search(const struct ss_world *w, i32 current, const struct ss_task *wakee)
{
    const struct ss_task *running = &w->task[current];
    return ss_task_is_rt(running) && (running->allowed_count == 1 || running->prio <= wakee->prio);
}

static void explain_select(struct ss_world *w, struct ss_cpu *cpu,
                           const struct select_task_rq_frame *me)
{
    struct ss_explain_search explain = {
        .form = SS_FORM_SEARCH,
        .decision = SS_DECISION_SELECT_TASK_RQ,
        .reason = me->reason,
        .task = me->task,
        .chosen = me->target,
        .previous = (i32)me->previous,
        .task_priority = w->task[me->task].prio,
        .other_priority = me->target_prio,
        .accesses = cpu->path_accesses - me->accesses_before,
        .cost = (u32)(cpu->clock - me->started),
        .found_level = -1,
        .domain = -1,
        .running_priority = me->running_prio,
    };
    if (ss_policy_runs(w, cpu))
        return; /* the caller that asked the policy leaves the record */
    if (me->reason != SS_REASON_PREVIOUS_CPU_FREE && me->reason != SS_REASON_POLICY_CHOSE)
        ss_explain_search(w, cpu, &explain);
    ss_explain_decision(w, cpu, &(const union ss_explained){.search = explain});
}

/* The search that has just ended was a policy's. */
static bool was_told(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return ss_policy_asks_here(w, cpu, SS_POLICY_POINT_FIND_LOWEST_RQ) &&
           w->policy->vm[cpu->number].end == SS_POLICY_END_ANSWERED;
}

bool select_task_rq_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_task_rq);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && !ss_is_idle_task(w, me->task));
    SS_DEBUG_CHECK(ss_task_is_rt(&w->task[me->task]));
    SS_DEBUG_CHECK((me->flag == SS_SD_BALANCE_EXEC) == w->task[me->task].on_rq);
    me->previous = (u32)w->task[me->task].cpu;
    /* The kernel asks for a new task, too; here it begins where its parent has put it. */
    if (me->flag != SS_SD_BALANCE_WAKE || w->task[me->task].allowed_count == 1)
        PATH_RETURN(me->previous);
    me->target = (i32)me->previous;
    me->accesses_before = cpu->path_accesses;
    me->started = cpu->clock;
    me->reason = SS_REASON_PREVIOUS_CPU_FREE;
    if (ss_policy_asks_here(w, cpu, SS_POLICY_POINT_SELECT_CPU)) {
        w->policy->begin(w, cpu, SS_POLICY_POINT_SELECT_CPU,
                         (i64[SS_POLICY_ARGUMENTS]){me->task, me->previous, SS_POLICY_FLAG_TTWU});
        PATH_CALL_THROUGH(w->policy->program, policy_program);
        if (cpu->result != SS_POLICY_LEFT) {
            me->target = cpu->result;
            me->reason = SS_REASON_POLICY_CHOSE;
            explain_select(w, cpu, me);
            PATH_RETURN(me->target);
        }
    }
    PATH_LOAD(select_task_rq_rt, WORD(RQ, me->previous, CURR),
              me->current = ss_rq(w, me->previous)->current);
    PATH_LOAD(select_task_rq_rt, WORD(RQ, me->previous, DONOR));
    me->target_prio = w->task[me->current].prio;
    me->running_prio = me->target_prio;
    if (must_search(w, me->current, &w->task[me->task])) {
        PATH_CALL(find_lowest_rq, .task = me->task);
        me->reason = SS_REASON_NO_LOWER_CPU;
        if (cpu->result >= 0) {
            me->target = cpu->result;
            PATH_LOAD(select_task_rq_rt, WORD(RQ, me->target, RT_HIGHEST),
                      me->target_prio = ss_rq(w, (u32)me->target)->highest_curr);
            me->reason = was_told(w, cpu) ? SS_REASON_POLICY_CHOSE : SS_REASON_LOWER_CPU_FOUND;
            if (w->task[me->task].prio >= me->target_prio) {
                me->reason = ss_search_named_ghost(w, cpu, me->target) ? SS_REASON_GHOST_NAMED
                                                                       : SS_REASON_TARGET_NOT_LOWER;
                me->target = (i32)me->previous;
            }
        }
    }
    explain_select(w, cpu, me);
    PATH_RETURN(me->target);
    PATH_END;
}

/* ---- preemption ------------------------------------------------------------------------------ */

/* Equal priority: the wakee goes first only if the running task can go elsewhere and it cannot. */
static bool check_preempt_equal_prio(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wakeup_preempt);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    const struct ss_task *const running = &w->task[rq->current];
    const struct ss_task *const wakee = &w->task[me->task];
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    SS_DEBUG_CHECK(me->task != rq->current);
    SS_DEBUG_CHECK(running->prio == wakee->prio);
    if (running->allowed_count == 1)
        PATH_RETURN(0);
    PATH_CALL(cpupri_find_fitness, .prio = running->prio, .affinity = running->affinity, .fit = -1);
    if (!cpu->result)
        PATH_RETURN(0);
    if (wakee->allowed_count != 1) {
        PATH_CALL(cpupri_find_fitness, .prio = wakee->prio, .affinity = wakee->affinity, .fit = -1);
        if (cpu->result)
            PATH_RETURN(0);
    }
    ss_list_remove(w, &rq->rt_queue[wakee->prio], me->task);
    ss_list_prepend(w, &rq->rt_queue[wakee->prio], me->task);
    ss_resched(w, cpu, me->cpu);
    PATH_RETURN(1);
    PATH_END;
}

bool wakeup_preempt_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wakeup_preempt);
    const struct ss_task *const running = &w->task[ss_rq(w, me->cpu)->current];
    const struct ss_task *const wakee = &w->task[me->task];
    if (wakee->prio < running->prio) {
        ss_resched(w, cpu, me->cpu);
        PATH_RETURN(1);
    }
    if (wakee->prio == running->prio && !ss_cpu(w, me->cpu)->need_resched)
        PATH_BECOMES(check_preempt_equal_prio);
    PATH_RETURN(0);
}
