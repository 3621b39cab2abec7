/*
 * A task's birth and a task's end as the scheduler sees them. Source: wake_up_new_task of
 * kernel/sched/core.c, 6.18.2. The caller charges what a fork costs beside this.
 */
#include "sched/core/fork.h"

#include "exec/path.h"
#include "exec/record.h"
#include "sched/class.h"
#include "sched/core/core.h"
#include "sched/domains/domains.h"
#include "sched/run_queue.h"

bool wake_up_new_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wake_up_new_task);
    struct ss_task *const task = &w->task[me->task];
    const struct sched_class *const class = ss_class_of(w, me->task);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && !ss_is_idle_task(w, me->task));
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(task->state == SS_TASK_SLEEPING && !task->on_rq);
    PATH_ATOMIC(wake_up_new_task, task->address); /* pi_lock */
    /* The task that had this task_struct before may still be on its way out. */
    while (task->on_cpu)
        PATH_COMPUTE(SS_ON_CPU_POLL_NS);
    me->target = (u32)task->cpu; /* unless its class has a choice, it starts where it was put */
    if (class->task_fork) {
        class->task_fork(w, me->task, cpu->number);
        task->cpu = (i32)cpu->number;
        PATH_CALL_THROUGH(class->select_task_rq, select_task_rq, .task = me->task,
                          .flag = SS_SD_BALANCE_FORK);
        me->target = (u32)cpu->result;
        ss_task_migrated(w, cpu, me->task, me->target, SS_MIGRATE_FORK);
    }
    task->state = SS_TASK_WAKING;
    task->dead = false;
    task->woken_at = task->since = cpu->clock;
    ss_record(w, cpu, SS_RECORD_WAKE, (u32)me->task, me->target, (u32)task->cpu, 0);
    PATH_LOCK(me->target);
    PATH_CALL(ttwu_do_activate, .task = me->task, .cpu = me->target, .initial = true);
    PATH_UNLOCK_RETURN(me->target, me->target);
    PATH_END;
}

bool sleep_for_good(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sleep_for_good);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    ss_current(w, cpu)->dead = true;
    PATH_CALL_LAST(__schedule);
    PATH_END;
}

void ss_sched_bind_kthread(struct ss_world *w, i32 kthread, u32 cpu, u32 affinity)
{
    struct ss_task *task = &w->task[kthread];
    task->cpu = (i32)cpu;
    task->affinity = affinity;
    task->allowed_count = 1;
    ss_class_of(w, kthread)->bind_kthread(w, kthread);
}

void ss_sched_defer_work(struct ss_world *w, i32 kthread, u32 cpu, u64 due)
{
    ss_rq(w, cpu)->deferred = kthread;
    ss_rq(w, cpu)->deferred_due = due;
}
