/*
 * Whether a task that has just become runnable takes the CPU from the running one. Source:
 * check_preempt_wakeup_fair of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 4.7.
 */
#include "sched/fair/queue/preempt.h"

#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/queue/update.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* The running task may go on until now only. */
static void cancel_protection(struct ss_entity *entity)
{
    entity->vlag = entity->vruntime;
}

/* A shorter slice waits: the running task is protected for as long as that one lasts at most. */
static void shorten_protection(const struct ss_eevdf *queue, const struct ss_entity *all,
                               struct ss_entity *current)
{
    u64 slice = ss_queued_min_slice(queue, all);
    i64 end = current->vruntime + (i64)ss_calc_delta_fair(slice, current->weight);
    if (end < current->vlag)
        current->vlag = end;
}

/* The running task goes on; where the wakee's slice is shorter, not for as long as it could. */
static void keep(const struct ss_world *w, i32 task, u32 cpu, i32 picked)
{
    const struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    struct ss_entity *all = w->sched->fair->entity, *running = &all[queue->current];
    const i64 before = running->vlag;
    if (all[task].slice < running->slice)
        shorten_protection(queue, all, running);
    SS_STEP_IN(ss_steps_of_task(w, task), PP_KEEP, .task = picked,
               .protection = before == running->vlag ? 0 : running->vlag - running->vruntime);
}

/* The policies of the two decide. */
static bool by_policy(const struct ss_world *w, i32 task, i32 running, bool gives_way)
{
    SS_STEP_IN(ss_steps_of_task(w, task), PP_IDLE_CLASS, .task = running, .gives_way = gives_way);
    return gives_way;
}

/* Before 6.6: whether it has run less by more than makes up for a switch; then it is the next. */
static bool has_run_less(const struct ss_world *w, struct ss_eevdf *queue, i32 task)
{
    const struct ss_entity *all = w->sched->fair->entity;
    const i64 least = ss_cfs_wakeup_granularity(queue, &all[task]);
    const i64 behind = all[queue->current].vruntime - all[task].vruntime;
    SS_STEP_IN(ss_steps_of_task(w, task), PP_BEHIND, .task = queue->current, .behind = behind,
               .granularity = least);
    if (behind > least)
        queue->next = task;
    return behind > least;
}

bool ss_wakeup_preempts(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    i32 current = queue->current;
    if (current == task)
        return false;
    if (current == SS_NO_ENTITY) {
        SS_STEP_IN(ss_steps_of_task(w, task), PP_OTHER_CLASS, .cpu = cpu);
        return false;
    }
    struct ss_entity *running = &fair->entity[current];
    bool idle_runs = fair->task[current].idle_policy, idle_comes = fair->task[task].idle_policy;
    if (idle_runs && !idle_comes) {
        cancel_protection(running);
        return by_policy(w, task, current, true);
    }
    if (idle_comes || fair->task[task].batch_policy)
        return by_policy(w, task, current, false);
    ss_update_curr(w, cpu);
    if (ss_cfs_ordered(queue))
        return has_run_less(w, queue, task);
    bool shorter = fair->entity[task].slice < running->slice;
    i32 picked = ss_pick_eevdf(queue, fair->entity, !shorter);
    ss_explain_contest(w, cpu, task, picked);
    if (picked == task && shorter)
        cancel_protection(running);
    if (picked != task)
        keep(w, task, cpu, picked);
    return picked == task;
}

void ss_resched_fair(struct ss_world *w, struct ss_cpu *cpu, u32 target)
{
    const bool idle = ss_rq(w, target)->current == (i32)target;
    if (w->def->preemption == SS_PREEMPTION_LAZY && !idle)
        ss_cpu(w, target)->resched_lazily = true;
    else
        ss_resched(w, cpu, target);
}
