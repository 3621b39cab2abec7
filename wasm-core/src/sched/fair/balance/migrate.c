/*
 * A running task that goes to another CPU: its own CPU's stopper takes it there. Of a task that
 * replaces its program, which is placed anew, or says where it wants to be (sched/core/exec.c), and
 * of one that NUMA balancing moves (numa.c). Source: migrate_task_to, migration_cpu_stop,
 * move_queued_task of kernel/sched/core.c, 6.18.2; spec "Fair scheduler" sections 7 and 8.
 */
#include "sched/fair/balance/migrate.h"

#include "sched/fair/balance/move.h"
#include "sched/fair/queue/update.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

bool migrate_current_to(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(migrate_current_to);
    struct ss_cfs_rq *const cfs = ss_cfs(w, cpu->number);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(cfs->exec_task == SS_NO_TASK);
    PATH_TOUCH(SS_OPERATION_STORE, me->symbol, WORD(CFS_RQ, cpu->number, SD),
               cfs->exec_task = cpu->current);
    cfs->exec_target = me->target;
    cfs->exec_reason = me->reason;
    PATH_CALL_THROUGH(w->hooks.stop_one_cpu, stop_one_cpu, .cpu = cpu->number);
    PATH_END;
}

bool ss_exec_wanted(const struct ss_world *w, u32 cpu)
{
    return ss_cfs(w, cpu)->exec_task != SS_NO_TASK;
}

/* The move as one of balancing: what detach_task and attach_tasks go by. */
static void begin(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_balance *balance = &w->sched->fair->work[cpu->number].balance;
    *balance = (struct ss_balance){.src = (u16)cpu->number,
                                   .dst = (u16)ss_cfs(w, cpu->number)->exec_target,
                                   .exec = true,
                                   .detached = {SS_NO_TASK, SS_NO_TASK}};
    ss_update_rq_clock(w, cpu->number, cpu->clock);
}

/* Whether it still waits here and may go there. */
static bool can_go(const struct ss_world *w, u32 self, i32 task, u32 target)
{
    return w->task[task].cpu == (i32)self && w->sched->fair->entity[task].on_rq &&
           !w->task[task].on_cpu && ss_task_allowed(w, task, target);
}

bool migration_cpu_stop(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(migration_cpu_stop);
    const u32 self = cpu->number;
    struct ss_cfs_rq *const cfs = ss_cfs(w, self);
    PATH_BEGIN;
    SS_DEBUG_CHECK(ss_is_stopper(w, cpu->current));
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(cfs->exec_task != SS_NO_TASK);
    me->task = cfs->exec_task;
    cfs->exec_task = SS_NO_TASK;
    PATH_LOCK(self);
    me->goes = can_go(w, self, me->task, cfs->exec_target);
    if (me->goes) {
        begin(w, cpu);
        PATH_CALL(detach_task, .task = me->task, .symbol = SS_SYMBOL_migration_cpu_stop);
    }
    if (cfs->exec_reason == SS_MIGRATE_NUMA)
        ss_cfs(w, cfs->exec_target)->numa_claimed = false;
    PATH_UNLOCK(self);
    if (me->goes)
        PATH_CALL(attach_tasks);
    PATH_RETURN(me->goes);
    PATH_END;
}
