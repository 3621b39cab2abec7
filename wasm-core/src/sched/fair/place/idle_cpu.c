/*
 * Whether a CPU has nothing to do, as others see it: they read its run queue without its lock.
 * Source: idle_cpu, sched_idle_cpu of kernel/sched; spec "Fair scheduler" sections 1.2 and 13.
 */
#include "sched/fair/place/idle_cpu.h"

#include "sched/run_queue.h"
#include "sched/state/fair.h"

bool test_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(test_cpu);
    const struct ss_sched *const s = w->sched;
    const struct ss_rq *const rq = ss_rq(w, me->cpu);
    const struct ss_cfs_rq *const cfs = ss_cfs(w, me->cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(me->symbol != SS_SYMBOL_none);
    s->fair->work[cpu->number].looked++;
    PATH_TOUCH(SS_OPERATION_SCAN, me->symbol, WORD(RQ, me->cpu, CURR),
               me->idle = rq->current == (i32)me->cpu);
    if (me->idle)
        PATH_TOUCH(SS_OPERATION_SCAN, me->symbol, WORD(RQ, me->cpu, NR_RUNNING),
                   me->idle = !rq->nr_running);
    if (me->idle)
        PATH_TOUCH(SS_OPERATION_SCAN, me->symbol, WORD(CFS_RQ, me->cpu, TTWU_PENDING),
                   me->idle = !rq->ttwu_pending);
    if (me->idle)
        PATH_RETURN(SS_CPU_IDLE);
    if (!me->sched_idle)
        PATH_RETURN(SS_CPU_BUSY);
    PATH_TOUCH(SS_OPERATION_SCAN, me->symbol, WORD(RQ, me->cpu, NR_RUNNING),
               me->running = rq->nr_running);
    PATH_TOUCH(SS_OPERATION_SCAN, me->symbol, WORD(CFS_RQ, me->cpu, NR),
               me->idle = me->running && me->running == cfs->h_nr_idle);
    PATH_RETURN(me->idle ? SS_CPU_SCHED_IDLE : SS_CPU_BUSY);
    PATH_END;
}
