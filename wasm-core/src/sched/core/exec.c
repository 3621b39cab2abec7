/*
 * A running task moves to another CPU. sched_exec(): the task is placed again, as its cache
 * footprint is smallest when it replaces its program. move_current(): sched_setaffinity() to a
 * named CPU. Source: sched_exec, __set_cpus_allowed_ptr of kernel/sched/core.c, 6.18.2; spec "Fair
 * scheduler" section 7. What else replacing a program costs is charged by the caller.
 */
#include "sched/core/exec.h"

#include "exec/path.h"
#include "sched/class.h"
#include "sched/core/interrupts.h"
#include "sched/domains/domains.h"
#include "sched/fair/balance/migrate.h"
#include "sched/run_queue.h"

bool sched_exec(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_exec);
    const struct sched_class *const class = ss_class_of(w, cpu->current);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    if (!class->select_task_rq)
        PATH_RETURN(0);
    PATH_ATOMIC(sched_exec, ss_current(w, cpu)->address); /* pi_lock */
    PATH_CALL_THROUGH(class->select_task_rq, select_task_rq, .task = cpu->current,
                      .flag = SS_SD_BALANCE_EXEC);
    me->target = cpu->result;
    if (me->target == (i32)cpu->number)
        PATH_RETURN(0);
    PATH_CALL(migrate_current_to, .target = (u32)me->target, .symbol = SS_SYMBOL_sched_exec,
              .reason = SS_MIGRATE_EXEC);
    PATH_CALL(exit_to_user_mode); /* waits for the stopper; goes on where that has put it */
    PATH_RETURN(1);
    PATH_END;
}

bool move_current(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(move_current);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(w->def->fair_class == SS_FAIR_FULL);
    if (me->target == cpu->number || !ss_task_allowed(w, cpu->current, me->target))
        PATH_LEAVE;
    PATH_CALL(migrate_current_to, .target = me->target, .symbol = SS_SYMBOL___set_cpus_allowed_ptr,
              .reason = SS_MIGRATE_AFFINITY);
    PATH_CALL(exit_to_user_mode); /* waits for the stopper; goes on where that has put it */
    PATH_END;
}
