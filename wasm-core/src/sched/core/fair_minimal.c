/*
 * The minimal form of the fair class: one FIFO list a CPU, no preemption among its tasks, no load
 * balancing. Enough for tasks that share a machine with the RT class; not EEVDF, which is in fair/.
 */
#include "sched/core/fair_minimal.h"

#include "sched/fair/class.h"
#include "sched/run_queue.h"

i32 ss_fair_first(const struct ss_rq *rq)
{
    return rq->fair.head;
}

bool enqueue_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task_fair);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (w->sched->fair)
        PATH_BECOMES(enqueue_task_full);
    ss_list_append(w, &rq->fair, me->task);
    w->task[me->task].on_rq = true;
    PATH_CALL(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + 1,
              .symbol = SS_SYMBOL_enqueue_task_fair);
    PATH_END;
}

bool dequeue_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_task_fair);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (w->sched->fair)
        PATH_BECOMES(dequeue_task_full);
    ss_list_remove(w, &rq->fair, me->task);
    w->task[me->task].on_rq = me->comes_back;
    PATH_CALL(set_nr_running, .cpu = me->cpu, .now = rq->nr_running - 1,
              .symbol = SS_SYMBOL_dequeue_task_fair);
    PATH_END;
}
