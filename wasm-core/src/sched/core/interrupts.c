/*
 * What a CPU does between tasks: serving interrupts, idling, and the way back to user mode. Source:
 * flush_smp_call_function_queue of kernel/smp.c, sched_ttwu_pending, do_idle, hrtimer_interrupt,
 * sched_tick, 6.18.2.
 */
#include "sched/core/interrupts.h"

#include "exec/path.h"
#include "exec/run.h"
#include "exec/user.h"
#include "sched/cache/scan.h"
#include "sched/class.h"
#include "sched/core/core.h"
#include "sched/fair/balance/nohz.h"
#include "sched/fair/balance/numa.h"
#include "sched/rt/rt_pull.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

#define TICK_NS 1000000u /* HZ = 1000, as the vectors of the topology assume */

bool scheduler_ipi(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(serve_vector);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    PATH_END; /* need_resched is set: the way out of the interrupt schedules */
}

/* Takes the list of waiting entries off the CPU's queue. */
static void detach_queue(struct ss_world *w, const struct ss_cpu *cpu,
                         struct serve_vector_frame *me)
{
    struct ss_rq *rq = ss_rq(w, cpu->number);
    me->task = rq->wake_head;
    me->work = rq->irq_work_queued;
    rq->wake_head = rq->wake_tail = SS_NO_TASK;
    rq->irq_work_queued = false;
}

/* Deferrable work is due here: its thread, or SS_NO_TASK. */
static i32 due_work(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_rq *rq = ss_rq(w, cpu->number);
    if (rq->current != (i32)cpu->number || cpu->clock < rq->deferred_due)
        return SS_NO_TASK;
    const i32 thread = rq->deferred;
    rq->deferred = SS_NO_TASK;
    return thread;
}

bool __flush_smp_call_function_queue(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(serve_vector);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    me->task = due_work(w, cpu);
    if (me->task != SS_NO_TASK)
        PATH_CALL(try_to_wake_up, .task = me->task);
    PATH_ATOMIC(__flush_smp_call_function_queue, WORD(CALL_SINGLE_QUEUE, cpu->number, HEAD),
                detach_queue(w, cpu, me));
    if (me->work)
        PATH_CALL(rto_push_irq_work_func);
    me->kick = ss_fair_take_kick(w, cpu->number, SS_KICK_BALANCE | SS_KICK_STATS);
    if (me->kick)
        PATH_CALL(nohz_idle_balance, .kick = me->kick);
    if (me->task == SS_NO_TASK)
        PATH_LEAVE;
    PATH_LOCK(cpu->number);
    while (me->task != SS_NO_TASK) {
        me->first = me->task;
        me->task = w->task[me->first].wake_next;
        PATH_CALL(ttwu_do_activate, .task = me->first, .cpu = cpu->number);
    }
    ss_rq(w, cpu->number)->ttwu_pending = false;
    PATH_UNLOCK_LAST(cpu->number);
    PATH_END;
}

bool hrtimer_interrupt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(serve_vector);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    while ((me->task = ss_timer_expired(w, cpu)) != SS_NO_TASK)
        PATH_CALL(try_to_wake_up, .task = me->task);
    ss_timer_program(w, cpu);
    PATH_END;
}

void ss_tick_start(struct ss_world *w, const struct ss_cpu *cpu)
{
    const u32 node = SS_EVENT_TICK * w->topology.cpus + cpu->number;
    if (!ss_wheel_pending(&w->wheel, node))
        ss_wheel_set(&w->wheel, node, cpu->clock + TICK_NS, cpu->number << 3 | SS_EVENT_TICK);
}

bool sched_tick(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(serve_vector);
    const struct sched_class *const fair = w->sched->classes[SS_CLASS_FAIR];
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    PATH_LOCK(cpu->number);
    if (ss_class_of(w, cpu->current)->task_tick)
        ss_class_of(w, cpu->current)->task_tick(w, cpu);
    if (!fair->tick)
        fair->start_tick(w, cpu, cpu->current);
    PATH_UNLOCK(cpu->number);
    if (fair->tick)
        PATH_CALL_THROUGH(fair->tick, tick);
    PATH_END;
}

/* ---- idle and user mode ---------------------------------------------------------------------- */

bool do_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(do_idle);
    PATH_BEGIN;
    SS_DEBUG_CHECK(ss_is_idle_task(w, cpu->current));
    SS_DEBUG_CHECK(cpu->current == (i32)cpu->number);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    for (;;) {
        if (cpu->need_resched)
            PATH_CALL(__schedule);
        else if (cpu->pending_vectors)
            PATH_CALL(ss_interrupt);
        else if (ss_fair_takes_round(w, cpu->number))
            PATH_CALL(nohz_idle_balance, .kick = SS_KICK_STATS | SS_KICK_NEWIDLE);
        else
            PATH_IDLE_WAIT();
    }
    PATH_END;
}

bool exit_to_user_mode(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(exit_to_user_mode);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    while (ss_work_is_pending(cpu)) {
        if (cpu->pending_vectors)
            PATH_CALL(ss_interrupt);
        else if (ss_wants_resched(cpu))
            PATH_CALL(__schedule);
        else if (ss_has_numa_work(w, cpu->current))
            PATH_CALL(task_numa_migrate);
        else
            PATH_CALL(task_cache_work);
    }
    PATH_END;
}

/* Every workload calls these two, in some forty places, for an event each time: copies there would
 * save nothing and make the module a tenth longer. */
SS_NEVER_INLINED bool user_run(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(user_run);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    ss_current_user(w, cpu)->left = me->ns;
    while (ss_current_user(w, cpu)->left) {
        if (ss_work_is_pending(cpu))
            PATH_CALL(exit_to_user_mode);
        PATH_USER_WAIT();
    }
    PATH_END;
}

SS_NEVER_INLINED bool user_spin(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(user_spin);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    me->until = cpu->clock + me->ns;
    while (cpu->clock < me->until) {
        if (ss_work_is_pending(cpu))
            PATH_CALL(exit_to_user_mode);
        ss_current_user(w, cpu)->left = me->until - ss_min_u64(cpu->clock, me->until);
        PATH_USER_WAIT();
    }
    PATH_END;
}

bool schedule(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(schedule);
    PATH_BEGIN;
    SS_DEBUG_CHECK(!cpu->interrupted && !ss_is_idle_task(w, cpu->current));
    SS_HOLDS_NOT(w, cpu, cpu->number);
    PATH_CALL_LAST(__schedule);
    PATH_END;
}

bool hrtimer_nanosleep(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(hrtimer_nanosleep);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(ss_current(w, cpu)->timer_expires == SS_NEVER);
    PATH_COMPUTE(w->platform.os.syscall);
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    ss_timer_start(w, cpu, ss_current(w, cpu), cpu->clock + me->ns);
    PATH_CALL_LAST(__schedule);
    PATH_END;
}

bool task_main(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(task_main);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    SS_DEBUG_CHECK(!cpu->interrupted && !ss_is_idle_task(w, cpu->current));
    PATH_CALL(finish_task_switch);
    for (;;)
        PATH_CALL_HOOK(me->program, me->program_bytes);
    PATH_END;
}
