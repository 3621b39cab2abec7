/*
 * Pushing waiting RT tasks to CPUs of lower level. Source: push_rt_task, push_rt_tasks,
 * find_lock_lowest_rq, task_woken_rt of kernel/sched/rt.c, 6.18.2; spec "RT scheduling class and
 * cpupri" section 3.9.
 */
#include "sched/rt/rt_push.h"

#include "sched/class.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rt/rt_queue.h"
#include "sched/rt/rt_select.h"
#include "sched/run_queue.h"

#define MAX_TRIES 3 /* RT_MAX_TRIES */

bool double_lock_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(double_lock_balance);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->own);
    PATH_TRYLOCK(me->target);
    if (cpu->result)
        PATH_RETURN(0);
    if (me->target < me->own) {
        me->released = true;
        PATH_UNLOCK(me->own);
        PATH_LOCK(me->target);
        PATH_LOCK(me->own);
    } else {
        PATH_LOCK(me->target);
    }
    PATH_RETURN(me->released);
    PATH_END;
}

/* After the own lock was dropped: is `task` still what we meant to push, and may it go there? */
static bool still_pushable(struct ss_world *w, u32 own, i32 task, u32 target)
{
    const struct ss_task *t = &w->task[task];
    return ss_rq(w, own)->pushable == task && t->cpu == (i32)own && !t->on_cpu && t->on_rq &&
           ss_task_is_rt(t) && ss_bitset_has(ss_affinity(w, t), target);
}

/* The answer that there is no target, for this reason if not for a ghost that the search named. */
static i32 nobody(const struct ss_world *w, const struct ss_cpu *cpu, i32 named,
                  enum ss_reason reason)
{
    return -1 - (i32)(ss_search_named_ghost(w, cpu, named) ? SS_REASON_GHOST_NAMED : reason);
}

struct find_lock_lowest_rq_frame {
    struct ss_path path;
    /* arguments */
    u32 own;
    i32 task;
    /* kept */
    i32 target;
    i16 target_prio;
    u32 tries;
};

/* Result: a CPU whose lock is held too, or -1 minus the reason why there is none. */
static bool find_lock_lowest_rq(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_lock_lowest_rq);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->own);
    for (me->tries = 0; me->tries < MAX_TRIES; me->tries++) {
        PATH_CALL_INTO(me->target, find_lowest_rq, .task = me->task);
        if (me->target < 0 || me->target == (i32)me->own)
            PATH_RETURN(nobody(w, cpu, me->target, SS_REASON_NO_LOWER_CPU));
        PATH_LOAD(push_rt_task, WORD(RQ, me->target, RT_HIGHEST),
                  me->target_prio = ss_rq(w, (u32)me->target)->highest_curr);
        if (me->target_prio <= w->task[me->task].prio)
            PATH_RETURN(nobody(w, cpu, me->target, SS_REASON_TARGET_NOT_LOWER));
        PATH_CALL(double_lock_balance, .own = me->own, .target = (u32)me->target);
        if (cpu->result && !still_pushable(w, me->own, me->task, (u32)me->target)) {
            PATH_UNLOCK_RETURN(me->target, -1 - SS_REASON_TASK_CHANGED);
        }
        PATH_LOAD(push_rt_task, WORD(RQ, me->target, RT_HIGHEST),
                  me->target_prio = ss_rq(w, (u32)me->target)->highest_curr);
        if (me->target_prio > w->task[me->task].prio)
            PATH_RETURN(me->target);
        PATH_UNLOCK(me->target);
    }
    PATH_RETURN(-1 - SS_REASON_LOCK_FAILED);
    PATH_END;
}

static void explain_push(struct ss_world *w, struct ss_cpu *cpu,
                         const struct push_rt_task_frame *me, u32 reason)
{
    struct ss_explain_search explain = {
        .form = SS_FORM_SEARCH,
        .decision = me->pull ? SS_DECISION_PULL : SS_DECISION_PUSH,
        .reason = (u8)reason,
        .task = me->next,
        .chosen = me->target,
        .previous = (i32)me->rq,
        .task_priority = w->task[me->next].prio,
        .other_priority = w->task[ss_rq(w, me->rq)->current].prio,
        .accesses = cpu->path_accesses - me->accesses_before,
        .cost = (u32)(cpu->clock - me->started),
        .found_level = -1,
        .domain = -1,
    };
    explain.running_priority = explain.other_priority;
    if (reason != SS_REASON_RUNNING_IS_LOWER)
        ss_explain_search(w, cpu, &explain);
    ss_explain_decision(w, cpu, &(const union ss_explained){.search = explain});
}

bool push_rt_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(push_rt_task);
    struct ss_rq *const rq = ss_rq(w, me->rq);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->rq);
    me->accesses_before = cpu->path_accesses;
    me->started = cpu->clock;
    PATH_LOAD(push_rt_task, WORD(RQ, me->rq, RT_OVERLOADED));
    if (!rq->rt_overloaded)
        PATH_RETURN(0);
    PATH_LOAD(push_rt_task, WORD(RQ, me->rq, RT_PUSHABLE), me->next = rq->pushable);
    PATH_LOAD(push_rt_task, WORD(RQ, me->rq, DONOR));
    while (me->next != SS_NO_TASK) {
        me->target = -1;
        if (w->task[me->next].prio < w->task[rq->current].prio) {
            ss_resched(w, cpu, me->rq);
            explain_push(w, cpu, me, SS_REASON_RUNNING_IS_LOWER);
            PATH_RETURN(0);
        }
        PATH_CALL(find_lock_lowest_rq, .own = me->rq, .task = me->next);
        if (cpu->result >= 0) {
            me->target = cpu->result;
            break;
        }
        explain_push(w, cpu, me, (u32)(-1 - cpu->result));
        /* The same task again: it has nowhere to go. Another one: its turn. */
        if (rq->pushable == me->next)
            PATH_RETURN(0);
        me->next = rq->pushable;
    }
    if (me->next == SS_NO_TASK)
        PATH_RETURN(0);
    w->task[me->next].migrating = true;
    PATH_CALL_THROUGH(dequeue_task_rt, dequeue_task, .task = me->next, .cpu = me->rq);
    ss_task_migrated(w, cpu, me->next, (u32)me->target, SS_MIGRATE_PUSH);
    PATH_CALL_THROUGH(enqueue_task_rt, enqueue_task, .task = me->next, .cpu = (u32)me->target);
    w->task[me->next].migrating = false;
    explain_push(w, cpu, me, SS_REASON_PUSHED);
    ss_check_place(w, cpu, me->next, (u32)me->target);
    ss_resched(w, cpu, (u32)me->target);
    PATH_UNLOCK_RETURN(me->target, 1);
    PATH_END;
}

bool push_rt_tasks(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(push_rt_tasks);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->rq);
    do {
        PATH_CALL(push_rt_task, .rq = me->rq, .pull = me->pull, .next = SS_NO_TASK);
    } while (cpu->result);
    PATH_END;
}

/* Whether the wakee would wait behind an RT task that is no lower or cannot go elsewhere. */
static bool wants_push(struct ss_world *w, i32 task, u32 target)
{
    const struct ss_task *wakee = &w->task[task];
    const struct ss_task *running = &w->task[ss_rq(w, target)->current];
    return !wakee->on_cpu && !ss_cpu(w, target)->need_resched && wakee->allowed_count > 1 &&
           ss_task_is_rt(running) && (running->allowed_count < 2 || running->prio <= wakee->prio);
}

bool task_woken_rt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(task_woken);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (wants_push(w, me->task, me->cpu))
        PATH_CALL_LAST(push_rt_tasks, .rq = me->cpu);
    PATH_END;
}
