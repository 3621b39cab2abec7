/*
 * The core of the scheduler: waking a task, picking the next one, switching to it. Policy lives in
 * the classes. Source: try_to_wake_up, ttwu_queue, __schedule, finish_task_switch of
 * kernel/sched/core.c, 6.18.2.
 */
#include "sched/core/core.h"

#include "exec/path.h"
#include "exec/record.h"
#include "exec/run.h"
#include "sched/class.h"
#include "sched/core/affinity.h"
#include "sched/core/interrupts.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rt/rt_push.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

/* ---- waking ---------------------------------------------------------------------------------- */

bool ttwu_do_activate(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ttwu_do_activate);
    const enum sched_class_rank rank = ss_rank_of(w, me->task);
    const enum sched_class_rank running = ss_rank_of(w, ss_rq(w, me->cpu)->current);
    const struct sched_class *const class = w->sched->classes[rank];
    const struct sched_class *const fair = w->sched->classes[SS_CLASS_FAIR];
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    PATH_CALL_THROUGH(class->enqueue_task, enqueue_task, .task = me->task, .cpu = me->cpu,
                      .initial = me->initial);
    /* It is on this queue from here on: what follows may let go of its lock, and others pick it. */
    w->task[me->task].migrating = false;
    w->task[me->task].state = SS_TASK_RUNNABLE;
    if (rank == running && class->wakeup_preempt)
        PATH_CALL_THROUGH(class->wakeup_preempt, wakeup_preempt, .task = me->task, .cpu = me->cpu);
    else if (rank < running) {
        ss_explain_unopposed(w, me->task, me->cpu);
        ss_resched(w, cpu, me->cpu);
    } else
        ss_explain_outranked(w, me->task, me->cpu);
    if (fair->note_wakeup && !me->initial)
        fair->note_wakeup(w, me->cpu, cpu->clock);
    if (class->task_woken)
        PATH_CALL_THROUGH(class->task_woken, task_woken, .task = me->task, .cpu = me->cpu);
    ss_check_place(w, cpu, me->task, me->cpu);
    PATH_END;
}

/* The target enqueues for itself if it shares no cache with the waker, or has nothing to run. */
bool ss_ttwu_queue_cond(const struct ss_world *w, u32 self, u32 target)
{
    if (target == self)
        return false;
    return !ss_cpus_share_cache(w->domains, self, target) || !w->sched->rq[target].nr_running;
}

static bool append_to_wakelist(struct ss_world *w, u32 target, i32 task)
{
    struct ss_rq *rq = ss_rq(w, target);
    rq->ttwu_pending = true;
    bool was_empty = ss_call_queue_empty(rq);
    w->task[task].wake_next = SS_NO_TASK;
    if (rq->wake_head == SS_NO_TASK)
        rq->wake_head = task;
    else
        w->task[rq->wake_tail].wake_next = task;
    rq->wake_tail = task;
    return was_empty;
}

static void wakes(struct ss_world *w, struct ss_cpu *cpu, struct ss_task *task)
{
    task->state = SS_TASK_WAKING;
    task->woken_at = task->since = cpu->clock;
    task->wakeups++;
    w->clock->wakeups++;
}

static bool is_migrating(const struct ss_world *w, i32 task)
{
    const struct sched_class *class = ss_class_of(w, task);
    return class->is_migrating && class->is_migrating(w, task);
}

/* Polling interval while a task is migrating (TASK_ON_RQ_MIGRATING). Each poll is a hit, so it is
 * not an access. */
#define TRANSIT_POLL_NS 50

bool task_rq_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(task_rq_lock);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && !ss_is_idle_task(w, me->task));
    SS_HOLDS_NOT(w, cpu, w->task[me->task].cpu);
    for (;;) {
        me->rq = w->task[me->task].cpu;
        PATH_LOCK(me->rq);
        if (me->rq == w->task[me->task].cpu && !is_migrating(w, me->task))
            PATH_RETURN(me->rq);
        PATH_UNLOCK(me->rq);
        if (is_migrating(w, me->task))
            PATH_COMPUTE(TRANSIT_POLL_NS);
    }
    PATH_END;
}

struct ttwu_runnable_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    i32 rq;
    bool still_queued;
};

/* The task has announced its sleep but not left its run queue: it just stays. Result: 1 if so. */
static bool ttwu_runnable(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ttwu_runnable);
    struct ss_task *const task = &w->task[me->task];
    const struct sched_class *const class = ss_class_of(w, me->task);
    PATH_BEGIN;
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    SS_HOLDS_NOT(w, cpu, task->cpu);
    PATH_CALL_INTO(me->rq, task_rq_lock, .task = me->task);
    me->still_queued = task->on_rq;
    if (me->still_queued && class->is_delayed && class->is_delayed(w, me->task)) {
        wakes(w, cpu, task);
        ss_record(w, cpu, SS_RECORD_WAKE, (u32)me->task, (u32)me->rq, (u32)me->rq, 0);
        PATH_CALL_THROUGH(class->enqueue_task, enqueue_task, .task = me->task, .cpu = (u32)me->rq,
                          .delayed = true);
        class->explain_stay(w, cpu, me->task, SS_REASON_WK_DELAYED);
        PATH_CALL_THROUGH(class->wakeup_preempt, wakeup_preempt, .task = me->task,
                          .cpu = (u32)me->rq);
        ss_check_place(w, cpu, me->task, (u32)me->rq);
    }
    if (me->still_queued)
        task->state = task->on_cpu ? SS_TASK_RUNNING : SS_TASK_RUNNABLE;
    PATH_UNLOCK_RETURN(me->rq, me->still_queued);
    PATH_END;
}

struct ttwu_queue_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 target;
    /* kept */
    bool listed, was_empty;
};

/* Hands the wakee to its target: through the target's wake list, or under its run-queue lock. */
static bool ttwu_queue(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ttwu_queue);
    const struct sched_class *const class = ss_class_of(w, me->task);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_HOLDS_NOT(w, cpu, me->target);
    SS_DEBUG_CHECK(w->task[me->task].state == SS_TASK_WAKING && !w->task[me->task].on_rq);
    if (class->migrate_task_rq && (i32)me->target != w->task[me->task].cpu)
        PATH_CALL_THROUGH(class->migrate_task_rq, migrate_task_rq, .task = me->task);
    ss_task_migrated(w, cpu, me->task, me->target, SS_MIGRATE_WAKE);
    /* A stopper is enqueued by its waker, wherever it is. */
    me->listed = !ss_is_stopper(w, me->task) && ss_ttwu_queue_cond(w, cpu->number, me->target);
    ss_explain_queued(w, cpu->number, me->task, me->target, me->listed);
    if (me->listed) {
        if (w->sched->classes[SS_CLASS_FAIR]->watches_wake_lists)
            PATH_STORE(ttwu_queue_wakelist, WORD(CFS_RQ, me->target, TTWU_PENDING));
        PATH_ATOMIC(ttwu_queue_wakelist, WORD(CALL_SINGLE_QUEUE, me->target, HEAD),
                    me->was_empty = append_to_wakelist(w, me->target, me->task));
        if (me->was_empty)
            ss_ipi_send(w, cpu, me->target, SS_VECTOR_CALL_FUNCTION);
        PATH_RETURN(1);
    }
    PATH_LOCK(me->target);
    PATH_CALL(ttwu_do_activate, .task = me->task, .cpu = me->target);
    PATH_UNLOCK_RETURN(me->target, 1);
    PATH_END;
}

/* It is still being switched out, and its CPU may be left to put it back: no CPU is chosen. */
static bool leaves_for_wakelist(const struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    const struct ss_task *t = &w->task[task];
    return w->def->wake_leaving == SS_LEAVING_LISTS && t->on_cpu && !ss_is_stopper(w, task) &&
           ss_task_allowed(w, task, (u32)t->cpu) && ss_ttwu_queue_cond(w, cpu->number, (u32)t->cpu);
}

bool try_to_wake_up(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(try_to_wake_up);
    struct ss_task *const task = &w->task[me->task];
    const struct sched_class *const class = ss_class_of(w, me->task);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && !ss_is_idle_task(w, me->task));
    SS_DEBUG_CHECK(me->task != cpu->current || task->state != SS_TASK_WAKING);
    PATH_ATOMIC(try_to_wake_up, task->address); /* pi_lock, state */
    if (task->state != SS_TASK_SLEEPING)
        PATH_RETURN(0);
    if (task->on_rq) {
        PATH_CALL(ttwu_runnable, .task = me->task);
        if (cpu->result)
            PATH_RETURN(1);
    }
    if (task->state != SS_TASK_SLEEPING)
        PATH_RETURN(0);
    wakes(w, cpu, task);
    if (leaves_for_wakelist(w, cpu, me->task)) {
        ss_record(w, cpu, SS_RECORD_WAKE, (u32)me->task, (u32)task->cpu, (u32)task->cpu, 0);
        if (class->explain_stay)
            class->explain_stay(w, cpu, me->task, SS_REASON_TQ_WAKELIST_ONCPU);
        PATH_CALL_LAST(ttwu_queue, .task = me->task, .target = (u32)task->cpu);
    }
    /* Still on its way out: its CPU has to finish the switch before it can go anywhere. */
    while (task->on_cpu)
        PATH_COMPUTE(SS_ON_CPU_POLL_NS);
    me->target = task->cpu;
    if (class->select_task_rq) {
        PATH_CALL_THROUGH(class->select_task_rq, select_task_rq, .task = me->task,
                          .flag = SS_SD_BALANCE_WAKE, .sync = me->sync);
        me->target = cpu->result;
    }
    if (!ss_task_allowed(w, me->task, (u32)me->target))
        me->target = (i32)ss_fallback_cpu(w, me->task);
    ss_record(w, cpu, SS_RECORD_WAKE, (u32)me->task, (u32)me->target, (u32)task->cpu, 0);
    PATH_CALL_LAST(ttwu_queue, .task = me->task, .target = (u32)me->target);
    PATH_END;
}

/* ---- __schedule ------------------------------------------------------------------------------ */

struct pick_next_task_frame {
    struct ss_path path;
    /* arguments */
    i32 previous;
    /* kept */
    i32 next;
    u32 rank;
};

/* Picks a task from the highest class that has one and makes it current. Then each class, lowest
 * first, puts its previous task back or takes its next one. Result: the task picked. */
static bool pick_next_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pick_next_task);
    const struct sched_class *const *const classes = w->sched->classes;
    const struct sched_class *const previous = ss_class_of(w, me->previous);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    SS_DEBUG_CHECK(ss_rq(w, cpu->number)->current == me->previous);
    if (previous->balance)
        PATH_CALL_THROUGH(previous->balance, balance, .previous = me->previous);
    for (;;) {
        me->next = classes[me->rank]->pick_task ? classes[me->rank]->pick_task(w, cpu->number)
                                                : SS_NO_TASK;
        if (me->next == SS_NO_TASK && classes[me->rank]->pick_next_task) {
            PATH_CALL_THROUGH(classes[me->rank]->pick_next_task, pick_task);
            me->next = cpu->result;
        }
        if (me->next >= 0)
            break;
        me->rank = me->next == SS_RETRY_TASK ? 0 : me->rank + 1;
    }
    SS_DEBUG_CHECK(!w->task[me->next].migrating);
    SS_DEBUG_CHECK(me->next == me->previous || me->next == (i32)cpu->number ||
                   !w->task[me->next].on_cpu);
    if (me->next == me->previous)
        PATH_RETURN(me->next); /* nothing is put back and nothing taken */
    ss_rq(w, cpu->number)->current = me->next;
    for (me->rank = SS_CLASSES; me->rank-- > 0;)
        if (classes[me->rank]->change_task)
            PATH_CALL_THROUGH(classes[me->rank]->change_task, change_task, .previous = me->previous,
                              .next = me->next);
    PATH_RETURN(me->next);
    PATH_END;
}

static void account_switch(struct ss_world *w, struct ss_cpu *cpu, i32 previous, i32 next)
{
    struct ss_task *out = &w->task[previous], *in = &w->task[next];
    if (out->state == SS_TASK_RUNNING)
        out->state = SS_TASK_RUNNABLE;
    out->runtime += cpu->clock - out->started_at;
    in->started_at = in->since = out->since = cpu->clock;
    if (in->woken_at != SS_NEVER) {
        u64 latency = cpu->clock - ss_min_u64(in->woken_at, cpu->clock);
        in->last_latency = (u32)ss_min_u64(latency, UINT32_MAX);
        w->clock->latency_sum += latency;
        w->clock->latency_count++;
        in->woken_at = SS_NEVER;
    }
    in->state = SS_TASK_RUNNING;
    in->on_cpu = true;
    cpu->task_work = ss_has_numa_work(w, next) || ss_has_cache_work(w, next);
    w->clock->switches++;
    ss_record(w, cpu, SS_RECORD_SWITCH, (u32)previous, (u32)next, out->state, 0);
    if (next == (i32)cpu->number) {
        cpu->idle_since = cpu->clock;
        ss_record(w, cpu, SS_RECORD_IDLE, 1, 0, 0, 0);
    }
    if (next != (i32)cpu->number)
        w->sched->classes[SS_CLASS_FAIR]->start_tick(w, cpu, next);
}

/* After the switch, on the new task's stack: pushes what cannot run here, releases the queue. */
bool finish_task_switch(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(finish_task_switch);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (ss_rq(w, cpu->number)->push_callback) {
        ss_rq(w, cpu->number)->push_callback = false;
        PATH_CALL(push_rt_tasks, .rq = cpu->number);
    }
    if (ss_rq(w, cpu->number)->leaving != SS_NO_TASK)
        PATH_CALL(move_leaving);
    PATH_UNLOCK_LAST(cpu->number);
    PATH_END;
}

bool __schedule(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(__schedule);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(!cpu->interrupted);
    SS_DEBUG_CHECK(ss_rq(w, cpu->number)->current == cpu->current);
    cpu->symbol = SS_SYMBOL___schedule;
    me->previous = cpu->current;
    PATH_LOCK(cpu->number);
    cpu->need_resched = cpu->resched_lazily = false;
    if (ss_rq(w, cpu->number)->affinity_changed)
        PATH_CALL(obey_affinity);
    /* The task has announced its sleep, and no wakeup has come since. */
    if (w->task[me->previous].state == SS_TASK_SLEEPING && w->task[me->previous].on_rq)
        PATH_CALL_THROUGH(ss_class_of(w, me->previous)->dequeue_task, dequeue_task,
                          .task = me->previous, .cpu = cpu->number, .sleeps = true);
    PATH_CALL_INTO(me->next, pick_next_task, .previous = me->previous);
    PATH_STORE(__schedule, WORD(RQ, cpu->number, CURR));
    if (me->next != me->previous) {
        PATH_COMPUTE(w->platform.os.context_switch);
        account_switch(w, cpu, me->previous, me->next);
        w->task[me->previous].on_cpu = false;
        PATH_SWITCH(me->next);
    }
    PATH_CALL_LAST(finish_task_switch);
    PATH_END;
}
