/*
 * A task's birth and a task's end as the scheduler sees them. Source: wake_up_new_task of
 * kernel/sched/core.c, 6.18.2. What a fork costs beside this is the business of who forks.
 */
#include "sched/sched.h"

bool wake_up_new_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wake_up_new_task);
    struct ss_task *task = &w->task[me->task];
    switch (me->path.resume) {
    case 0:
        PATH_ATOMIC(wake_up_new_task, task->address, PATH_NOTHING); /* pi_lock */
        /* Who had the task struct before may still be on its way out. */
        while (task->on_cpu)
            PATH_COMPUTE(SS_ON_CPU_POLL_NS);
        me->target = (u32)task->cpu; /* the stand-in class starts a task where it was put */
        task->state = SS_TASK_WAKING;
        task->woken_at = cpu->clock;
        ss_record(w, cpu, SS_RECORD_WAKE, (u32)me->task, me->target, (u32)task->cpu, 0);
        PATH_CALL(spin_lock, .lock = (i32)me->target);
        PATH_CALL(activate_task, .task = me->task, .cpu = me->target);
        PATH_CALL(spin_unlock, .lock = (i32)me->target);
    }
    PATH_RETURN(me->target);
}

bool sleep_for_good(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_BEGIN(sleep_for_good);
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_CALL(schedule);
    PATH_END;
}
