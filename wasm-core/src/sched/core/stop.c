/*
 * The stop class: a kernel thread on every CPU (migration/N) that runs before everything else
 * there, whatever class, so that what ran until then is off the CPU and can be moved. Only worlds
 * with the full fair class have these threads. Source: kernel/sched/stop_task.c, cpu_stopper_thread
 * of kernel/stop_machine.c, 6.18.2. The list of work a stopper has is not modelled: the run queue
 * says what is wanted (active_balance, exec_task), and nothing else asks for it.
 */
#include "sched/core/stop.h"

#include "exec/path.h"
#include "sched/class.h"
#include "sched/core/core.h"
#include "sched/core/state.h"
#include "sched/fair/balance/active.h"
#include "sched/fair/balance/migrate.h"
#include "sched/run_queue.h"

static bool enqueue_task_stop(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    rq->stopper_queued = true;
    w->task[me->task].on_rq = true;
    PATH_STORE(cpu_stopper_thread, WORD(RQ, me->cpu, NR_RUNNING));
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + 1,
                   .symbol = SS_SYMBOL_cpu_stopper_thread);
    PATH_END;
}

static bool dequeue_task_stop(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    rq->stopper_queued = false;
    w->task[me->task].on_rq = false;
    PATH_STORE(cpu_stopper_thread, WORD(RQ, me->cpu, NR_RUNNING));
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running - 1,
                   .symbol = SS_SYMBOL_cpu_stopper_thread);
    PATH_END;
}

static i32 pick_task_stop(const struct ss_world *w, u32 cpu)
{
    return w->sched->rq[cpu].stopper_queued ? ss_stopper_of(w, cpu) : SS_NO_TASK;
}

bool stop_one_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(stop_one_cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(w->stoppers < w->tasks);
    SS_HOLDS_NOT(w, cpu, me->cpu);
    PATH_CALL_LAST(try_to_wake_up, .task = ss_stopper_of(w, me->cpu));
    PATH_END;
}

struct stopper_frame {
    struct ss_path path;
};

/* One round of a stopper: sleeps until it is woken, then does what it was woken for. What was asked
 * for meanwhile comes in the same round: waking it then did nothing, because it was running. */
static bool stopper(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(stopper);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(cpu->current == ss_stopper_of(w, cpu->number));
    do {
        if (ss_active_balance_wanted(w, cpu->number) || !ss_exec_wanted(w, cpu->number))
            PATH_CALL(active_load_balance_cpu_stop);
        if (ss_exec_wanted(w, cpu->number))
            PATH_CALL(migration_cpu_stop);
    } while (ss_active_balance_wanted(w, cpu->number) || ss_exec_wanted(w, cpu->number));
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_CALL_LAST(__schedule);
    PATH_END;
}

/* All stoppers sleep, each on its CPU. */
static void start_stoppers(struct ss_world *w)
{
    w->hooks.stop_one_cpu = stop_one_cpu;
    for (i32 task = (i32)w->stoppers; task < (i32)w->tasks; task++) {
        w->task[task].policy = SS_POLICY_STOP;
        w->task[task].allowed_count = 1;
        ss_sched_place_sleeping(w, task, (u32)task - w->stoppers, stopper,
                                sizeof(struct stopper_frame));
    }
}

const struct sched_class stop_sched_class = {
    .enqueue_task = enqueue_task_stop,
    .dequeue_task = dequeue_task_stop,
    .pick_task = pick_task_stop,
    .start = start_stoppers,
};
