/*
 * The RT class as the core asks for it: the table, and what needs no file of its own. Source:
 * balance_rt, pick_task_rt, put_prev_task_rt, set_next_task_rt, task_tick_rt of kernel/sched/rt.c,
 * 6.18.2; spec "RT scheduling class and cpupri" section 3.
 */
#include "sched/class.h"
#include "sched/rt/cpupri.h"
#include "sched/rt/rt_pull.h"
#include "sched/rt/rt_push.h"
#include "sched/rt/rt_queue.h"
#include "sched/rt/rt_select.h"
#include "sched/run_queue.h"
#include "sched/state/rt.h"

/* The first task of the highest priority. */
static i32 pick_task_rt(const struct ss_world *w, u32 cpu)
{
    const struct ss_rq *rq = &w->sched->rq[cpu];
    const i32 prio = ss_bitset_first(rq->rt_bitmap, 2);
    return prio < 0 ? SS_NO_TASK : rq->rt_queue[prio].head;
}

/* Lowering the CPU asks others to push here. */
static bool balance_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(balance);
    const struct ss_task *const previous = &w->task[me->previous];
    const struct ss_rq *const rq = ss_rq(w, cpu->number);
    if (!previous->on_rq && rq->online && rq->highest_curr > previous->prio)
        PATH_BECOMES(pull_rt_task);
    PATH_LEAVE;
}

/* The task that stays behind may be pushed, the one that runs may not. */
static bool change_task_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(change_task);
    const struct ss_task *const previous = &w->task[me->previous];
    struct ss_rq *const rq = ss_rq(w, cpu->number);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (ss_task_is_rt(previous) && previous->on_rq && previous->allowed_count > 1)
        PATH_CALL(enqueue_pushable_task, .task = me->previous, .cpu = cpu->number);
    if (ss_task_is_rt(&w->task[me->next])) {
        PATH_CALL(dequeue_pushable_task, .task = me->next, .cpu = cpu->number);
        rq->push_callback = rq->pushable != SS_NO_TASK;
    }
    PATH_END;
}

/* SCHED_RR: at the end of its slice the task goes to the tail of its list. */
static void task_tick_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_task *task = ss_current(w, cpu);
    struct ss_task_list *list = &ss_rq(w, cpu->number)->rt_queue[task->prio];
    if (task->policy != SS_POLICY_RR || --w->sched->rt_task[cpu->current].time_slice)
        return;
    w->sched->rt_task[cpu->current].time_slice = SS_RR_TIMESLICE_TICKS;
    if (list->head == list->tail)
        return;
    ss_list_remove(w, list, cpu->current);
    ss_list_append(w, list, cpu->current);
    ss_resched(w, cpu, cpu->number);
}

/* The queues as they would be had the task been enqueued on an idle CPU that has not looked yet. */
static void place_task_rt(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_task *t = &w->task[task];
    struct ss_rq *rq = ss_rq(w, cpu);
    ss_list_append(w, &rq->rt_queue[t->prio], task);
    ss_bitset_add(rq->rt_bitmap, (u32)t->prio);
    rq->rt_nr_running++;
    rq->rt_queued = true;
    if (t->prio < rq->highest_curr) {
        rq->highest_curr = t->prio;
        ss_cpupri_file(w, cpu, ss_cpupri_level(t->prio));
    }
    if (t->allowed_count > 1) {
        ss_insert_pushable(w, rq, task);
        rq->highest_next = w->task[rq->pushable].prio;
        if (!rq->rt_overloaded) {
            rq->rt_overloaded = true;
            ss_bitset_add(w->sched->rto_mask, cpu);
            w->sched->state->rto_count++;
            w->sched->rto_node_count[w->topology.node[cpu]]++;
        }
    }
}

const struct sched_class rt_sched_class = {
    .enqueue_task = enqueue_task_rt,
    .dequeue_task = dequeue_task_rt,
    .wakeup_preempt = wakeup_preempt_rt,
    .task_woken = task_woken_rt,
    .select_task_rq = select_task_rq_rt,
    .balance = balance_rt,
    .task_tick = task_tick_rt,
    .place_task = place_task_rt,
    .pick_task = pick_task_rt,
    .change_task = change_task_rt,
};
