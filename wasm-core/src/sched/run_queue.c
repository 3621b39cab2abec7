/*
 * What every class and the core do with a run queue: lists of tasks, how many run, which task is
 * asked to give way, which CPU a task belongs to. No policy. Source: add_nr_running, resched_curr,
 * set_task_cpu, is_cpu_allowed of kernel/sched, 6.18.2.
 */
#include "sched/run_queue.h"

#include "exec/record.h"
#include "exec/run.h"
#include "sched/root_domain.h"

/* ---- lists ----------------------------------------------------------------------------------- */

void ss_list_append(struct ss_world *w, struct ss_task_list *list, i32 task)
{
    SS_DEBUG_CHECK((list->head == SS_NO_TASK) == (list->tail == SS_NO_TASK));
    SS_DEBUG_CHECK(list->tail != task);
    w->task[task].queue_previous = list->tail;
    w->task[task].queue_next = SS_NO_TASK;
    if (list->tail == SS_NO_TASK)
        list->head = task;
    else
        w->task[list->tail].queue_next = task;
    list->tail = task;
}

void ss_list_prepend(struct ss_world *w, struct ss_task_list *list, i32 task)
{
    SS_DEBUG_CHECK((list->head == SS_NO_TASK) == (list->tail == SS_NO_TASK));
    SS_DEBUG_CHECK(list->head != task);
    w->task[task].queue_next = list->head;
    w->task[task].queue_previous = SS_NO_TASK;
    if (list->head == SS_NO_TASK)
        list->tail = task;
    else
        w->task[list->head].queue_previous = task;
    list->head = task;
}

void ss_list_remove(struct ss_world *w, struct ss_task_list *list, i32 task)
{
    i32 next = w->task[task].queue_next, previous = w->task[task].queue_previous;
    SS_DEBUG_CHECK(previous == SS_NO_TASK ? list->head == task
                                          : w->task[previous].queue_next == task);
    SS_DEBUG_CHECK(next == SS_NO_TASK ? list->tail == task : w->task[next].queue_previous == task);
    if (previous == SS_NO_TASK)
        list->head = next;
    else
        w->task[previous].queue_next = next;
    if (next == SS_NO_TASK)
        list->tail = previous;
    else
        w->task[next].queue_previous = previous;
}

/* ---- counts ---------------------------------------------------------------------------------- */

bool set_nr_running(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(set_nr_running);
    struct ss_sched *const s = w->sched;
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    me->before = rq->nr_running;
    rq->nr_running = me->now;
    if (me->before >= 2 || me->now < 2)
        PATH_LEAVE;
    PATH_TOUCH(SS_OPERATION_LOAD, me->symbol, ss_rd(w, SS_RD_OVERLOADED),
               me->now = s->state->overloaded);
    if (!me->now)
        PATH_TOUCH(SS_OPERATION_STORE, me->symbol, ss_rd(w, SS_RD_OVERLOADED),
                   s->state->overloaded = 1);
    PATH_END;
}

/* ---- CPUs of tasks --------------------------------------------------------------------------- */

void ss_resched(struct ss_world *w, struct ss_cpu *cpu, u32 target)
{
    struct ss_cpu *other = ss_cpu(w, target);
    if (other->need_resched)
        return;
    other->need_resched = true;
    if (target != cpu->number)
        ss_ipi_send(w, cpu, target, SS_VECTOR_RESCHEDULE);
}

void ss_task_migrated(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 to, u32 reason)
{
    struct ss_task *t = &w->task[task];
    SS_DEBUG_CHECK(to < w->topology.cpus && !ss_is_idle_task(w, task));
    if (t->cpu == (i32)to)
        return;
    ss_record(w, cpu, SS_RECORD_MIGRATE, (u32)task, (u32)t->cpu, to, reason);
    t->cpu = (i32)to;
    t->migrations++;
    w->clock->migrations++;
}

bool ss_task_allowed(const struct ss_world *w, i32 task, u32 cpu)
{
    /* Before the first change, Linux's classes keep no task on a CPU that is forbidden to it; a
     * policy's own class takes any task that it finds. */
    const bool is_certain = !w->clock->intervened && !w->sched->ext;
    return is_certain || ss_is_idle_task(w, task) || ss_is_stopper(w, task) ||
           ss_bitset_has(ss_affinity(w, &w->task[task]), cpu);
}

void ss_check_place(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 target)
{
    if (ss_task_allowed(w, task, target))
        return;
    ss_rq(w, target)->affinity_changed = true;
    ss_resched(w, cpu, target);
}
