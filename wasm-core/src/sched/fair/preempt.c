/*
 * Whether a task that has just become runnable takes the CPU from the running one. Source:
 * check_preempt_wakeup_fair of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 4.7.
 */
#include "sched/fair/fair.h"

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

bool ss_wakeup_preempts(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    i32 current = queue->current;
    if (current == SS_NO_ENTITY || current == task)
        return false;
    struct ss_entity *running = &fair->entity[current];
    bool idle_runs = fair->task[current].idle_policy, idle_comes = fair->task[task].idle_policy;
    if (idle_runs && !idle_comes) {
        cancel_protection(running);
        return true;
    }
    if (idle_comes || fair->task[task].batch_policy)
        return false;
    ss_update_curr(w, cpu);
    bool shorter = fair->entity[task].slice < running->slice;
    if (ss_pick_eevdf(queue, fair->entity, !shorter) == task) {
        if (shorter)
            cancel_protection(running);
        return true;
    }
    if (shorter)
        shorten_protection(queue, fair->entity, running);
    return false;
}
