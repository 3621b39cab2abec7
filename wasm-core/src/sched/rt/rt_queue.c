/*
 * Run queues of the RT class: FIFO lists by priority, the pushable list, and what entering or
 * leaving them tells the root domain. Source: enqueue_task_rt, dequeue_task_rt,
 * enqueue/dequeue_pushable_task of kernel/sched, 6.18.2; spec "RT scheduling class
 * and cpupri" sections 3.1 to 3.3.
 */
#include "sched/rt/rt_queue.h"

#include "sched/class.h"
#include "sched/rt/cpupri.h"
#include "sched/rt/rt_overload.h"
#include "sched/run_queue.h"
#include "sched/state/rt.h"

/* Inserts behind all pushable tasks of the same or a higher priority. */
void ss_insert_pushable(struct ss_world *w, struct ss_rq *rq, i32 task)
{
    SS_DEBUG_CHECK(w->sched->rt_task[task].pushable_next == SS_NOT_PUSHABLE);
    i32 previous = SS_NO_TASK, next = rq->pushable;
    while (next != SS_NO_TASK && w->task[next].prio <= w->task[task].prio) {
        previous = next;
        next = w->sched->rt_task[next].pushable_next;
    }
    w->sched->rt_task[task].pushable_previous = previous;
    w->sched->rt_task[task].pushable_next = next;
    if (next != SS_NO_TASK)
        w->sched->rt_task[next].pushable_previous = task;
    if (previous == SS_NO_TASK)
        rq->pushable = task;
    else
        w->sched->rt_task[previous].pushable_next = task;
}

static void remove_pushable(struct ss_world *w, struct ss_rq *rq, i32 task)
{
    struct ss_rt_task *t = &w->sched->rt_task[task];
    if (t->pushable_next == SS_NOT_PUSHABLE)
        return;
    if (t->pushable_next != SS_NO_TASK)
        w->sched->rt_task[t->pushable_next].pushable_previous = t->pushable_previous;
    if (t->pushable_previous == SS_NO_TASK)
        rq->pushable = t->pushable_next;
    else
        w->sched->rt_task[t->pushable_previous].pushable_next = t->pushable_next;
    t->pushable_next = t->pushable_previous = SS_NOT_PUSHABLE;
}

/* ---- paths ----------------------------------------------------------------------------------- */

bool enqueue_pushable_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_pushable_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (w->sched->rt_task[me->task].pushable_next != SS_NOT_PUSHABLE)
        remove_pushable(w, rq, me->task);
    ss_insert_pushable(w, rq, me->task);
    if (w->task[me->task].prio < rq->highest_next)
        rq->highest_next = w->task[me->task].prio;
    PATH_STORE(enqueue_pushable_task, WORD(RQ, me->cpu, RT_PUSHABLE));
    if (!rq->rt_overloaded) {
        PATH_CALL(rt_set_overload, .cpu = me->cpu);
        rq->rt_overloaded = true;
    }
    PATH_END;
}

bool dequeue_pushable_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_pushable_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (w->sched->rt_task[me->task].pushable_next != SS_NOT_PUSHABLE)
        remove_pushable(w, rq, me->task);
    if (rq->pushable != SS_NO_TASK) {
        rq->highest_next = w->task[rq->pushable].prio;
        PATH_LEAVE;
    }
    rq->highest_next = SS_PRIO_NORMAL;
    if (rq->rt_overloaded) {
        PATH_CALL(rt_clear_overload, .cpu = me->cpu);
        rq->rt_overloaded = false;
    }
    PATH_END;
}

/* All RT tasks are taken out of nr_running and counted anew, as the kernel does on every change. */
static void uncount_rt(struct ss_rq *rq)
{
    if (rq->rt_queued)
        rq->nr_running -= rq->rt_nr_running;
    rq->rt_queued = false;
}

static void link_rt(struct ss_world *w, struct ss_rq *rq, i32 task, bool at_head)
{
    u32 prio = (u32)w->task[task].prio;
    uncount_rt(rq);
    if (at_head)
        ss_list_prepend(w, &rq->rt_queue[prio], task);
    else
        ss_list_append(w, &rq->rt_queue[prio], task);
    ss_bitset_add(rq->rt_bitmap, prio);
    rq->rt_nr_running++;
}

/* Returns true if the queue's top priority changed. */
static bool unlink_rt(struct ss_world *w, struct ss_rq *rq, i32 task)
{
    u32 prio = (u32)w->task[task].prio;
    uncount_rt(rq);
    ss_list_remove(w, &rq->rt_queue[prio], task);
    if (rq->rt_queue[prio].head == SS_NO_TASK)
        ss_bitset_remove(rq->rt_bitmap, prio);
    rq->rt_nr_running--;
    i16 before = rq->highest_curr;
    i32 top = ss_bitset_first(rq->rt_bitmap, 2);
    rq->highest_curr = (i16)(top < 0 ? SS_PRIO_NORMAL : top);
    return rq->highest_curr != before;
}

bool enqueue_task_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task);
    struct ss_task *const task = &w->task[me->task];
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    SS_DEBUG_CHECK(ss_task_is_rt(task) && task->cpu == (i32)me->cpu);
    link_rt(w, rq, me->task, me->at_head);
    task->on_rq = true;
    if (task->prio < rq->highest_curr) {
        rq->highest_curr = task->prio;
        PATH_STORE(enqueue_task_rt, WORD(RQ, me->cpu, RT_HIGHEST));
        if (rq->online)
            PATH_CALL(cpupri_set, .cpu = me->cpu, .prio = rq->highest_curr);
    }
    rq->rt_queued = true;
    PATH_CALL(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + rq->rt_nr_running,
              .symbol = SS_SYMBOL_enqueue_task_rt);
    if (rq->current != me->task && task->allowed_count > 1)
        PATH_CALL_LAST(enqueue_pushable_task, .task = me->task, .cpu = me->cpu);
    PATH_END;
}

bool dequeue_task_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    SS_DEBUG_CHECK(w->task[me->task].on_rq && w->task[me->task].cpu == (i32)me->cpu);
    w->task[me->task].on_rq = me->comes_back;
    if (unlink_rt(w, rq, me->task)) {
        PATH_STORE(dequeue_task_rt, WORD(RQ, me->cpu, RT_HIGHEST));
        if (rq->online)
            PATH_CALL(cpupri_set, .cpu = me->cpu, .prio = rq->highest_curr);
    }
    if (rq->rt_nr_running) {
        rq->rt_queued = true;
        PATH_CALL(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + rq->rt_nr_running,
                  .symbol = SS_SYMBOL_dequeue_task_rt);
    }
    PATH_CALL_LAST(dequeue_pushable_task, .task = me->task, .cpu = me->cpu);
    PATH_END;
}
