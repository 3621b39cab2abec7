/*
 * A scheduling class of one's own in the place of the fair class: its table, picking, slices.
 * Source: balance_one, pick_task_scx, set_next_task_scx, put_prev_task_scx and task_tick_scx of
 * kernel/sched/ext.c, 6.18.2. What differs: a task for which the policy names no queue waits in the
 * global queue (the kernel lets a scheduler keep it to itself), and no scheduler is thrown out for
 * letting tasks starve.
 */
#include "sched/ext/class.h"

#include "policy/program.h"
#include "sched/ext/idle.h"
#include "sched/ext/queue.h"
#include "sched/state/ext.h"

#define TICK_NS 1000000 /* CONFIG_HZ=1000 */
#define MOST_TRIES 32   /* SCX_DSP_MAX_LOOPS: of dispatch, for one pick */

static bool is_ours(const struct ss_world *w, i32 task)
{
    return ss_rank_of(w, task) == SS_CLASS_FAIR;
}

/* Takes off its slice what the running task has used up. */
static void account(const struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    struct ss_ext_task *t = ss_ext_task(w, task);
    const i64 ran = (i64)(cpu->clock - ss_min_u64(t->since, cpu->clock));
    t->slice = ran < t->slice ? t->slice - ran : 0;
    t->since = cpu->clock;
}

/* ---- coming and going ------------------------------------------------------------------------ */

static bool enqueue_task_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    w->task[me->task].on_rq = true;
    PATH_CALL(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + 1,
              .symbol = SS_SYMBOL_enqueue_task_scx);
    if (rq->current != me->task) /* a running task is in no queue */
        PATH_CALL_LAST(ext_enqueue, .task = me->task, .cpu = me->cpu, .initial = me->initial);
    PATH_END;
}

static bool dequeue_task_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    PATH_CALL(ext_leave, .task = me->task);
    w->task[me->task].on_rq = me->comes_back;
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running - 1,
                   .symbol = SS_SYMBOL_dequeue_task_scx);
    PATH_END;
}

/* ---- picking --------------------------------------------------------------------------------- */

/* The task that has run so far could go on. */
static bool can_go_on(const struct ss_world *w, u32 cpu)
{
    const i32 current = w->sched->rq[cpu].current;
    return is_ours(w, current) && w->task[current].on_rq && w->task[current].cpu == (i32)cpu &&
           ss_task_allowed(w, current, cpu);
}

struct ext_balance_frame {
    struct ss_path path;
    /* kept */
    u32 tries;
};

static bool has_local(const struct ss_world *w, u32 cpu)
{
    return w->sched->ext->cpu[cpu].local.head != SS_NO_TASK;
}

/* Fills the CPU's own queue: from the global one, then as the policy's dispatch says. */
static bool ext_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_balance);
    const struct ss_policy_vm *const vm = w->policy ? &w->policy->vm[cpu->number] : NULL;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    for (me->tries = 0; me->tries < MOST_TRIES; me->tries++) {
        PATH_CALL(ext_consume, .queue = SS_EXT_GLOBAL);
        if (has_local(w, cpu->number) || !ss_policy_asks(w, SS_POLICY_POINT_DISPATCH))
            PATH_LEAVE;
        ss_policy_begin(w, cpu, SS_POLICY_POINT_DISPATCH, (i64[SS_POLICY_ARGUMENTS]){cpu->number});
        PATH_CALL(policy_program);
        if (has_local(w, cpu->number) || !vm->did)
            PATH_LEAVE;
    }
    PATH_END;
}

/* A class above came while the lock was dropped. */
static bool was_overtaken(const struct ss_world *w, u32 cpu)
{
    const struct ss_rq *rq = &w->sched->rq[cpu];
    return w->sched->ext->cpu[cpu].dropped && (rq->rt_nr_running || rq->stopper_queued);
}

static i32 refilled(const struct ss_world *w, i32 task)
{
    if (!ss_ext_task(w, task)->slice)
        ss_ext_task(w, task)->slice = SS_EXT_SLICE;
    return task;
}

static bool pick_next_task_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pick_task);
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    w->sched->ext->cpu[self].dropped = false;
    if (can_go_on(w, self)) {
        account(w, cpu, ss_rq(w, self)->current);
        if (ss_ext_task(w, ss_rq(w, self)->current)->slice)
            PATH_RETURN(ss_rq(w, self)->current);
    }
    PATH_LOAD(pick_task_scx, ss_ext_cpu_word(w, self));
    if (!has_local(w, self))
        PATH_CALL(ext_balance);
    if (was_overtaken(w, self))
        PATH_RETURN(SS_RETRY_TASK);
    me->task = w->sched->ext->cpu[self].local.head;
    if (me->task == SS_NO_TASK && can_go_on(w, self))
        me->task = ss_rq(w, self)->current;
    PATH_RETURN(me->task == SS_NO_TASK ? SS_NO_TASK : refilled(w, me->task));
    PATH_END;
}

/* ---- changing -------------------------------------------------------------------------------- */

/* Runnable all the same: it goes on first here if it has time left, else it is asked about anew. */
struct ext_put_back_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
};

static bool ext_put_back(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_put_back);
    struct ss_ext_task *const t = ss_ext_task(w, me->task);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (!t->slice)
        PATH_CALL_LAST(ext_enqueue, .task = me->task, .cpu = cpu->number);
    PATH_STORE(dispatch_enqueue, ss_ext_cpu_word(w, cpu->number));
    ss_list_prepend(w, &w->sched->ext->cpu[cpu->number].local, me->task);
    t->waits = SS_EXT_LOCAL;
    PATH_END;
}

static bool change_task_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(change_task);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (me->previous == me->next)
        PATH_LEAVE;
    if (is_ours(w, me->previous)) {
        account(w, cpu, me->previous);
        if (ss_policy_asks(w, SS_POLICY_POINT_STOPPING)) {
            ss_policy_begin(w, cpu, SS_POLICY_POINT_STOPPING,
                            (i64[SS_POLICY_ARGUMENTS]){me->previous, w->task[me->previous].on_rq});
            PATH_CALL(policy_program);
        }
        if (w->task[me->previous].on_rq && !w->task[me->previous].migrating)
            PATH_CALL(ext_put_back, .task = me->previous);
    }
    if (me->previous == (i32)cpu->number)
        PATH_CALL(ext_update_idle, .idles = false);
    if (me->next == (i32)cpu->number)
        PATH_CALL(ext_update_idle, .idles = true);
    if (is_ours(w, me->next)) {
        PATH_CALL(ext_leave, .task = me->next);
        ss_ext_task(w, me->next)->since = cpu->clock;
        if (ss_policy_asks(w, SS_POLICY_POINT_RUNNING)) {
            ss_policy_begin(w, cpu, SS_POLICY_POINT_RUNNING, (i64[SS_POLICY_ARGUMENTS]){me->next});
            PATH_CALL(policy_program);
        }
    }
    PATH_END;
}

/* ---- time ------------------------------------------------------------------------------------ */

static void task_tick_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    account(w, cpu, cpu->current);
    if (!ss_ext_task(w, cpu->current)->slice)
        ss_resched(w, cpu, cpu->number);
}

/* Ticks of all CPUs fall on the same moments. */
static void start_tick_ext(struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    const u32 node = SS_EVENT_TICK * w->topology.cpus + cpu->number;
    const bool needed = is_ours(w, task) || w->task[task].policy == SS_POLICY_RR;
    if (needed && !ss_wheel_pending(&w->wheel, node))
        ss_wheel_set(&w->wheel, node, (cpu->clock / TICK_NS + 1) * TICK_NS,
                     cpu->number << 3 | SS_EVENT_TICK);
}

static bool tick_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(tick);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, cpu->number);
    start_tick_ext(w, cpu, cpu->current);
    if (!is_ours(w, cpu->current) || !ss_policy_asks(w, SS_POLICY_POINT_TICK))
        PATH_LEAVE;
    PATH_LOCK(cpu->number);
    ss_policy_begin(w, cpu, SS_POLICY_POINT_TICK, (i64[SS_POLICY_ARGUMENTS]){cpu->current});
    PATH_CALL(policy_program);
    PATH_UNLOCK_LAST(cpu->number);
    PATH_END;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void place_task_ext(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_ext_task *t = ss_ext_task(w, task);
    ss_list_append(w, &w->sched->ext->cpu[cpu].local, task);
    t->waits = SS_EXT_LOCAL;
    t->slice = SS_EXT_SLICE;
}

static void task_fork_ext(struct ss_world *w, i32 task, u32 parent_cpu)
{
    (void)parent_cpu;
    *ss_ext_task(w, task) = (struct ss_ext_task){
        .slice = SS_EXT_SLICE, .taker = -1, .waits = SS_EXT_NOWHERE, .told = SS_EXT_NOWHERE};
    if (w->policy)
        w->policy->begin_task(w, task);
}

static bool is_migrating_ext(const struct ss_world *w, i32 task)
{
    return ss_ext_task(w, task)->taker >= 0;
}

const struct sched_class ext_sched_class = {
    .enqueue_task = enqueue_task_ext,
    .dequeue_task = dequeue_task_ext,
    .select_task_rq = select_task_rq_ext,
    .task_fork = task_fork_ext,
    .task_tick = task_tick_ext,
    .place_task = place_task_ext,
    .is_migrating = is_migrating_ext,
    .pick_next_task = pick_next_task_ext,
    .change_task = change_task_ext,
    .start_tick = start_tick_ext,
    .tick = tick_ext,
};
