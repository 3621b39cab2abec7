/*
 * Tasks that may no longer use the CPU they are on, after a change of affinity in the middle of a
 * run: they leave at the next schedule of that CPU, as migration_cpu_stop would make them, and go
 * to an allowed one. Source: __set_cpus_allowed_ptr, affine_move_task, move_queued_task,
 * select_fallback_rq of kernel/sched/core.c, 6.18.2. The stopper thread itself is not modelled: the
 * move costs one interrupt and one switch.
 */
#include "sched/core/affinity.h"

#include "exec/path.h"
#include "exec/run.h"
#include "sched/class.h"
#include "sched/core/core.h"
#include "sched/rt/rt_queue.h"
#include "sched/run_queue.h"
#include "sched/state/rt.h"

u32 ss_fallback_cpu(struct ss_world *w, i32 task)
{
    struct ss_sched_state *state = w->sched->state;
    const u64 *set = ss_affinity(w, &w->task[task]);
    i32 cpu = ss_bitset_next_and(set, set, w->sched->words, state->fallback_cursor);
    if (cpu < 0)
        cpu = ss_bitset_first(set, w->sched->words);
    SS_CHECK(w, cpu >= 0, "a task is allowed no CPU at all");
    state->fallback_cursor = (u32)cpu + 1;
    return cpu < 0 ? 0 : (u32)cpu;
}

/* What is wrong with the place of a task that is queued on its CPU. */
static bool must_leave(const struct ss_world *w, i32 task)
{
    const struct ss_task *t = &w->task[task];
    return t->on_rq && t->state != SS_TASK_SLEEPING && !ss_task_allowed(w, task, (u32)t->cpu);
}

static bool is_misfiled(const struct ss_world *w, i32 task)
{
    const struct ss_task *t = &w->task[task];
    if (!t->on_rq || !ss_task_is_rt(t) || w->sched->rq[t->cpu].current == task)
        return false;
    return (t->allowed_count > 1) == (w->sched->rt_task[task].pushable_next == SS_NOT_PUSHABLE);
}

void ss_affinity_changed(struct ss_world *w)
{
    for (u32 task = w->topology.cpus; task < w->stoppers; task++) {
        if (!must_leave(w, (i32)task) && !is_misfiled(w, (i32)task))
            continue;
        ss_rq(w, (u32)w->task[task].cpu)->affinity_changed = true;
        ss_resched_from_outside(w, (u32)w->task[task].cpu);
    }
}

bool obey_affinity(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(obey_affinity);
    struct ss_rq *const rq = ss_rq(w, cpu->number);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    rq->affinity_changed = false;
    for (me->task = (i32)w->topology.cpus; me->task < (i32)w->stoppers; me->task++) {
        if (w->task[me->task].cpu != (i32)cpu->number)
            continue;
        if (must_leave(w, me->task)) {
            w->task[me->task].migrating = true;
            PATH_CALL_THROUGH(ss_class_of(w, me->task)->dequeue_task, dequeue_task,
                              .task = me->task, .cpu = cpu->number);
            w->task[me->task].wake_next = rq->leaving;
            rq->leaving = me->task;
        } else if (is_misfiled(w, me->task)) {
            if (w->task[me->task].allowed_count > 1)
                PATH_CALL(enqueue_pushable_task, .task = me->task, .cpu = cpu->number);
            else
                PATH_CALL(dequeue_pushable_task, .task = me->task, .cpu = cpu->number);
        }
    }
    PATH_END;
}

static i32 take_leaving(struct ss_world *w, u32 cpu)
{
    struct ss_rq *rq = ss_rq(w, cpu);
    const i32 task = rq->leaving;
    if (task != SS_NO_TASK)
        rq->leaving = w->task[task].wake_next;
    return task;
}

bool move_leaving(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(move_leaving);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    PATH_UNLOCK(cpu->number);
    while ((me->task = take_leaving(w, cpu->number)) != SS_NO_TASK) {
        me->target = ss_fallback_cpu(w, me->task);
        ss_task_migrated(w, cpu, me->task, me->target, SS_MIGRATE_AFFINITY);
        PATH_LOCK(me->target);
        PATH_CALL(ttwu_do_activate, .task = me->task, .cpu = me->target);
        PATH_UNLOCK(me->target);
    }
    PATH_LOCK(cpu->number);
    PATH_END;
}
