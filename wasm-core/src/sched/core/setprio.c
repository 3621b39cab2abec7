/*
 * Changing the priority of a task that may be queued or running: the scheduler's part of priority
 * inheritance. Source: rt_mutex_setprio of kernel/sched/core.c, prio_changed_rt, switched_to_rt and
 * switched_from_rt of kernel/sched/rt.c, 6.18.2; spec "RT scheduling class and cpupri"
 * section 3.11.
 */
#include "sched/core/setprio.h"

#include "exec/path.h"
#include "exec/record.h"
#include "sched/class.h"
#include "sched/core/core.h"
#include "sched/rt/rt_pull.h"
#include "sched/rt/rt_push.h"
#include "sched/run_queue.h"

struct prio_changed_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    i16 old_prio;
    u32 rq;
};

/* Decides whether the CPU must switch. pull_rt_task() is not needed: a task is lowered only where
 * it runs itself, when it gives a mutex back, so asking others to push is always asking them to
 * push to this CPU. */
static bool prio_changed(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(prio_changed);
    const struct ss_rq *const rq = ss_rq(w, me->rq);
    const struct ss_task *const task = &w->task[me->task];
    const bool running = rq->current == me->task;
    const bool was_rt = me->old_prio < SS_RT_PRIOS;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->rq);
    if (running && task->prio > me->old_prio && was_rt) {
        SS_CHECK(w, me->rq == cpu->number, "a task on another CPU was lowered");
        if (ss_task_is_rt(task) || !rq->rt_nr_running)
            PATH_CALL_THROUGH(pull_rt_task, balance);
        if (!ss_task_is_rt(task) || task->prio > rq->highest_curr)
            ss_resched(w, cpu, me->rq);
        PATH_LEAVE;
    }
    if (running)
        PATH_LEAVE;
    if (task->prio < w->task[rq->current].prio)
        ss_resched(w, cpu, me->rq);
    if (!was_rt && task->allowed_count > 1 && rq->rt_overloaded)
        PATH_CALL_LAST(push_rt_tasks, .rq = me->rq);
    PATH_END;
}

bool rt_mutex_setprio(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rt_mutex_setprio);
    struct ss_task *const task = &w->task[me->task];
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && !ss_is_idle_task(w, me->task));
    SS_HOLDS_NOT(w, cpu, task->cpu);
    SS_DEBUG_CHECK(me->prio >= 0 && me->prio <= task->normal_prio);
    PATH_ATOMIC(rt_mutex_setprio, task->address); /* pi_lock */
    PATH_CALL_INTO(me->rq, task_rq_lock, .task = me->task);
    me->old_prio = task->prio;
    if (me->old_prio != me->prio) {
        me->queued = task->on_rq;
        /* A task that is alone at the top takes its CPU down a level here, to raise it again in a
         * moment: the kernel does so, too. */
        if (me->queued)
            PATH_CALL_THROUGH(ss_class_of(w, me->task)->dequeue_task, dequeue_task,
                              .task = me->task, .cpu = (u32)me->rq, .comes_back = true);
        task->prio = me->prio;
        ss_record(w, cpu, SS_RECORD_PRIORITY, (u32)me->task, (u32)me->prio, (u32)me->old_prio,
                  (u32)me->rq);
        if (me->queued)
            PATH_CALL_THROUGH(ss_class_of(w, me->task)->enqueue_task, enqueue_task,
                              .task = me->task, .cpu = (u32)me->rq,
                              .at_head = me->old_prio < me->prio);
        if (me->queued)
            PATH_CALL(prio_changed, .task = me->task, .old_prio = me->old_prio, .rq = (u32)me->rq);
    }
    PATH_UNLOCK_LAST(me->rq);
    PATH_END;
}
