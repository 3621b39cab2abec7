/*
 * The minimal form of the fair class: one FIFO list a CPU, no preemption among its tasks, no load
 * balancing. Enough for tasks that share a machine with the RT class; not EEVDF, which is in fair/.
 */
#include "sched/class.h"
#include "sched/core/interrupts.h"
#include "sched/run_queue.h"

static bool enqueue_task_minimal(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    ss_list_append(w, &rq->fair, me->task);
    w->task[me->task].on_rq = true;
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + 1,
                   .symbol = SS_SYMBOL_enqueue_task_fair);
    PATH_END;
}

static bool dequeue_task_minimal(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    ss_list_remove(w, &rq->fair, me->task);
    w->task[me->task].on_rq = me->comes_back;
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running - 1,
                   .symbol = SS_SYMBOL_dequeue_task_fair);
    PATH_END;
}

static i32 pick_task_minimal(const struct ss_world *w, u32 cpu)
{
    return w->sched->rq[cpu].fair.head;
}

/* Before a CPU idles the kernel would look for fair work elsewhere. */
static bool pick_next_task_minimal(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pick_task);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (!ss_is_idle_task(w, ss_rq(w, cpu->number)->current))
        PATH_LOAD(sched_balance_newidle, ss_rd(w, SS_RD_OVERLOADED));
    PATH_RETURN(SS_NO_TASK);
    PATH_END;
}

static void place_task_minimal(struct ss_world *w, i32 task, u32 cpu)
{
    ss_list_append(w, &ss_rq(w, cpu)->fair, task);
}

/* Only RR tasks need a tick. */
static void start_tick_minimal(struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    if (w->task[task].policy == SS_POLICY_RR)
        ss_tick_start(w, cpu);
}

const struct sched_class fair_minimal_sched_class = {
    .enqueue_task = enqueue_task_minimal,
    .dequeue_task = dequeue_task_minimal,
    .place_task = place_task_minimal,
    .pick_task = pick_task_minimal,
    .pick_next_task = pick_next_task_minimal,
    .start_tick = start_tick_minimal,
};
