/*
 * A task that replaces its program: it has the least in the caches then and is placed anew. Source:
 * sched_exec of kernel/sched/core.c, 6.18.2; spec "Fair scheduler" section 7. What replacing a
 * program costs beside this is the business of who does it.
 */
#include "sched/api.h"
#include "sched/domains/domains.h"
#include "sched/fair/balance/migrate.h"
#include "sched/fair/place/place.h"
#include "sched/run_queue.h"

bool sched_exec(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_exec);
    const struct ss_task *const task = ss_current(w, cpu);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    if (!w->sched->fair || ss_task_is_rt(task))
        PATH_RETURN(0);
    PATH_ATOMIC(sched_exec, task->address); /* pi_lock */
    PATH_CALL_INTO(me->target, place_fork_or_exec, .task = cpu->current,
                   .flag = SS_SD_BALANCE_EXEC);
    if (me->target == (i32)cpu->number)
        PATH_RETURN(0);
    PATH_CALL(migrate_current_to, .target = (u32)me->target, .symbol = SS_SYMBOL_sched_exec,
              .reason = SS_MIGRATE_EXEC);
    PATH_CALL(exit_to_user_mode); /* waits for the stopper; goes on where that has put it */
    PATH_RETURN(1);
    PATH_END;
}
