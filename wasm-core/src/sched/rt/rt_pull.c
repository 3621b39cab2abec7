/*
 * Getting RT tasks from overloaded CPUs: by the walk of one work item over rto_mask, which asks
 * each CPU to push (RT_PUSH_IPI), or without it by locking one overloaded runqueue after the other.
 * Source: pull_rt_task, pick_highest_pushable_task, tell_cpu_to_push, rto_next_cpu,
 * rto_push_irq_work_func of kernel/sched/rt.c and irq_work_queue_on of kernel/irq_work.c, 6.18.2;
 * spec "RT scheduling class and cpupri" section 3.10.
 */
#include "sched/rt/rt_pull.h"

#include "exec/run.h"
#include "exec/sequence.h"
#include "sched/class.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/root_domain.h"
#include "sched/rt/rt_overload.h"
#include "sched/rt/rt_push.h"
#include "sched/rt/rt_queue.h"
#include "sched/run_queue.h"
#include "sched/state/rt.h"

/* The next overloaded CPU after rto_cpu; at the end of the mask once more if requests came in. */
bool rto_next_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rto_next_cpu);
    struct ss_sched *const s = w->sched;
    struct ss_sched_state *const state = s->state;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, s->rto_lock);
    SS_DEBUG_CHECK(state->rto_cpu >= -1 && state->rto_cpu < (i32)w->topology.cpus);
    for (;;) {
        PATH_TOUCHES(SS_OPERATION_LOAD, me->symbol, ss_rd(w, SS_RD_RTO_CPU),
                     ss_rd(w, SS_RD_RTO_MASK));
        me->found = SS_BITSET_NONE;
        for (me->word = (u32)(state->rto_cpu + 1) / 64; me->word < s->words && me->found < 0;
             me->word++)
            PATH_TOUCH(SS_OPERATION_LOAD, me->symbol, ELEMENT(RTO_MASK, 0, BITS, me->word),
                       me->found =
                           ss_bitset_next(s->rto_mask, ss_min_u32(me->word + 1, s->words),
                                          ss_max_u32((u32)(state->rto_cpu + 1), me->word * 64)));
        PATH_TOUCH(SS_OPERATION_STORE, me->symbol, ss_rd(w, SS_RD_RTO_CPU),
                   state->rto_cpu = me->found);
        if (me->found >= 0)
            PATH_RETURN(me->found);
        PATH_TOUCH(SS_OPERATION_LOAD, me->symbol, ss_rd(w, SS_RD_RTO_LOOP_NEXT),
                   me->next = state->rto_loop_next);
        PATH_TOUCH(SS_OPERATION_LOAD, me->symbol, ss_rd(w, SS_RD_RTO_LOOP));
        if (state->rto_loop == me->next)
            PATH_RETURN(-1);
        PATH_TOUCH(SS_OPERATION_STORE, me->symbol, ss_rd(w, SS_RD_RTO_LOOP),
                   state->rto_loop = me->next);
    }
    PATH_END;
}

/* Queues the root domain's one work item on a CPU; nothing happens if it is pending already. */
bool irq_work_queue_on(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(irq_work_queue_on);
    struct ss_sched *const s = w->sched;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_HOLDS_NOT(w, cpu, s->rto_lock);
    PATH_ATOMIC(irq_work_queue_on, ss_rd(w, SS_RD_RTO_PUSH_FLAGS),
                me->claimed = !(s->state->push_work & SS_WORK_PENDING);
                s->state->push_work |= SS_WORK_PENDING | SS_WORK_BUSY);
    if (!me->claimed)
        PATH_RETURN(0);
    PATH_STORE(irq_work_queue_on, ss_rd(w, SS_RD_RTO_PUSH_WORK));
    PATH_ATOMIC(irq_work_queue_on, WORD(CALL_SINGLE_QUEUE, me->target, HEAD),
                me->was_empty = ss_call_queue_empty(ss_rq(w, me->target));
                ss_rq(w, me->target)->irq_work_queued = true);
    if (me->was_empty)
        ss_ipi_send(w, cpu, me->target, SS_VECTOR_CALL_FUNCTION);
    PATH_RETURN(1);
    PATH_END;
}

static void explain_pull(struct ss_world *w, struct ss_cpu *cpu, const struct balance_frame *me,
                         u32 reason)
{
    const struct ss_explain_walk explain = {
        .form = SS_FORM_WALK,
        .decision = SS_DECISION_PULL,
        .reason = (u8)reason,
        .task = cpu->current,
        .chosen = me->target,
        .previous = (i32)cpu->number,
        .overloaded = (u32)me->overloaded,
        .accesses = cpu->path_accesses - me->accesses_before,
        .cost = (u32)(cpu->clock - me->started),
    };
    ss_explain_decision(w, cpu, &(const union ss_explained){.walk = explain});
}

/* The first pushable task of a runqueue that may run on CPU `to`. */
static i32 highest_pushable(const struct ss_world *w, u32 from, u32 to)
{
    i32 task = w->sched->rq[from].pushable;
    while (task != SS_NO_TASK && !ss_bitset_has(ss_affinity(w, &w->task[task]), to))
        task = w->sched->rt_task[task].pushable_next;
    return task;
}

/* Whether the task comes before what the CPU would run next. A task that outranks what runs on its
 * own CPU is about to run there, so it stays. */
static bool is_worth_pulling(const struct ss_world *w, i32 task, u32 from, u32 to)
{
    return task != SS_NO_TASK && w->task[task].prio < w->sched->rq[to].highest_curr &&
           w->task[task].prio >= w->task[w->sched->rq[from].current].prio;
}

static void explain_taken(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 from)
{
    const struct ss_explain_search explain = {
        .form = SS_FORM_SEARCH,
        .decision = SS_DECISION_PULL,
        .reason = SS_REASON_PUSHED,
        .task = task,
        .chosen = (i32)cpu->number,
        .previous = (i32)from,
        .task_priority = w->task[task].prio,
        .other_priority = w->task[ss_rq(w, from)->current].prio,
        .running_priority = w->task[ss_rq(w, from)->current].prio,
        .found_level = -1,
        .domain = -1,
    };
    ss_explain_decision(w, cpu, &(const union ss_explained){.search = explain});
}

struct pull_from_frame {
    struct ss_path path;
    /* arguments */
    u32 from;
    /* kept */
    i32 task;
};

/* Takes the first task of an overloaded CPU if it comes before what this CPU would run next. The
 * own lock may be dropped meanwhile, so everything is read under both locks. */
static bool pull_from(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pull_from);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    PATH_CALL(double_lock_balance, .own = cpu->number, .target = me->from);
    PATH_LOAD(pull_rt_task, WORD(RQ, me->from, RT_PUSHABLE),
              me->task = highest_pushable(w, me->from, cpu->number));
    if (!is_worth_pulling(w, me->task, me->from, cpu->number)) {
        PATH_UNLOCK_LAST(me->from);
    }
    w->task[me->task].migrating = true;
    PATH_CALL_THROUGH(dequeue_task_rt, dequeue_task, .task = me->task, .cpu = me->from);
    ss_task_migrated(w, cpu, me->task, cpu->number, SS_MIGRATE_PULL);
    PATH_CALL_THROUGH(enqueue_task_rt, enqueue_task, .task = me->task, .cpu = cpu->number);
    w->task[me->task].migrating = false;
    explain_taken(w, cpu, me->task, me->from);
    ss_check_place(w, cpu, me->task, cpu->number);
    PATH_UNLOCK_LAST(me->from);
    PATH_END;
}

struct pull_from_all_frame {
    struct ss_path path;
    /* kept */
    i32 from;
    i16 next;
    u32 word;
};

/* Locks one overloaded runqueue after the other. The search goes on after a pull: a task of a
 * higher priority may wait behind the next lock. Whether the CPU switches is the callers' business:
 * __schedule() picks afterwards, prio_changed() compares afterwards. */
static bool pull_from_all(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pull_from_all);
    struct ss_sched *const s = w->sched;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    SS_DEBUG_CHECK(!w->def->rt_push_ipi);
    PATH_LOAD(pull_rt_task, ss_rd(w, SS_RD_RTO_MASK));
    for (me->word = 0; me->word < s->words; me->word++) {
        PATH_LOAD(pull_rt_task, ELEMENT(RTO_MASK, 0, BITS, me->word));
        for (me->from = (i32)me->word * 64 - 1;;) {
            me->from = ss_bitset_next(s->rto_mask, me->word + 1, (u32)(me->from + 1));
            if (me->from < 0)
                break;
            if (me->from == (i32)cpu->number)
                continue;
            PATH_LOAD(pull_rt_task, WORD(RQ, me->from, RT_HIGHEST),
                      me->next = ss_rq(w, (u32)me->from)->highest_next);
            if (me->next >= ss_rq(w, cpu->number)->highest_curr)
                continue;
            PATH_CALL(pull_from, .from = (u32)me->from);
        }
    }
    PATH_END;
}

/* Without RT_PUSH_IPI every CPU that lowers itself locks the same runqueues. */
bool pull_rt_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(balance);
    struct ss_sched *const s = w->sched;
    struct ss_sched_state *const state = s->state;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    me->target = -1;
    me->started = cpu->clock;
    me->accesses_before = cpu->path_accesses;
    PATH_CALL_INTO(me->overloaded, rt_overloaded);
    if (!me->overloaded)
        PATH_LEAVE;
    PATH_BARRIER(READ);
    if (me->overloaded == 1) {
        PATH_LOAD(pull_rt_task, ss_rd(w, SS_RD_RTO_MASK));
        PATH_LOAD(pull_rt_task, ELEMENT(RTO_MASK, 0, BITS, cpu->number / 64),
                  me->flag = ss_bitset_has(s->rto_mask, cpu->number));
        if (me->flag)
            PATH_LEAVE;
    }
    if (!w->def->rt_push_ipi)
        PATH_CALL_LAST(pull_from_all);
    PATH_INCREMENT(pull_rt_task, ss_rd(w, SS_RD_RTO_LOOP_NEXT), state->rto_loop_next);
    PATH_ATOMIC(pull_rt_task, ss_rd(w, SS_RD_RTO_LOOP_START), me->flag = !state->rto_loop_start;
                state->rto_loop_start = 1);
    if (!me->flag) {
        explain_pull(w, cpu, me, SS_REASON_WALK_RUNNING);
        PATH_LEAVE;
    }
    PATH_LOCK(s->rto_lock);
    PATH_LOAD(pull_rt_task, ss_rd(w, SS_RD_RTO_CPU), me->flag = state->rto_cpu < 0);
    if (me->flag) {
        PATH_CALL_INTO(me->target, rto_next_cpu, .symbol = SS_SYMBOL_pull_rt_task);
    }
    PATH_UNLOCK(s->rto_lock);
    PATH_STORE(pull_rt_task, ss_rd(w, SS_RD_RTO_LOOP_START), state->rto_loop_start = 0);
    explain_pull(w, cpu, me, me->target >= 0 ? SS_REASON_WALK_REQUESTED : SS_REASON_WALK_RUNNING);
    if (me->target >= 0) {
        PATH_INCREMENT(pull_rt_task, ss_rd(w, SS_RD_REFCOUNT), state->refcount);
        PATH_CALL(irq_work_queue_on, .target = (u32)me->target);
    }
    PATH_END;
}

/* The work item on an overloaded CPU: pushes what it can, then hands the item to the next one. */
bool rto_push_irq_work_func(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rto_push_irq_work_func);
    struct ss_sched *const s = w->sched;
    struct ss_sched_state *const state = s->state;
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->interrupted);
    SS_DEBUG_CHECK(state->push_work & SS_WORK_BUSY);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    PATH_LOADS(__flush_smp_call_function_queue, ss_rd(w, SS_RD_RTO_PUSH_WORK),
               ss_rd(w, SS_RD_RTO_PUSH_FLAGS));
    PATH_LOAD(irq_work_single, ss_rd(w, SS_RD_RTO_PUSH_FLAGS));
    PATH_STORE(irq_work_single, ss_rd(w, SS_RD_RTO_PUSH_FLAGS),
               state->push_work &= ~(u32)SS_WORK_PENDING);
    PATH_FULL_BARRIER(irq_work_single);
    PATH_LOAD(rto_push_irq_work_func, WORD(RQ, cpu->number, RT_PUSHABLE),
              me->has_pushable = ss_rq(w, cpu->number)->pushable != SS_NO_TASK);
    if (me->has_pushable) {
        PATH_LOCK(cpu->number);
        PATH_CALL(push_rt_tasks, .rq = cpu->number, .pull = true);
        PATH_UNLOCK(cpu->number);
    }
    PATH_LOCK(s->rto_lock);
    PATH_CALL_INTO(me->target, rto_next_cpu, .symbol = SS_SYMBOL_rto_push_irq_work_func);
    PATH_UNLOCK(s->rto_lock);
    if (me->target >= 0)
        PATH_CALL(irq_work_queue_on, .target = (u32)me->target);
    else
        PATH_DECREMENT(rto_push_irq_work_func, ss_rd(w, SS_RD_REFCOUNT), state->refcount);
    PATH_ATOMIC(irq_work_single, ss_rd(w, SS_RD_RTO_PUSH_FLAGS),
                if (!(state->push_work & SS_WORK_PENDING)) state->push_work = 0);
    PATH_END;
}
