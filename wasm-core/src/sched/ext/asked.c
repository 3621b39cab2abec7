/*
 * What a policy may ask and do as a scheduling class: tell a task where to wait, take one from a
 * dispatch queue, claim an idle CPU, interrupt another. Source of the vocabulary: the scx_bpf_
 * functions of kernel/sched/ext.c and ext_idle.c, 6.18.2.
 */
#include "sched/ext/asked.h"

#include "policy/machine.h"
#include "policy/program.h"
#include "sched/ext/idle.h"
#include "sched/ext/queue.h"
#include "sched/state/ext.h"

/* What the question at hand is given, the first at 0. */
static i64 given(const struct ss_world *w, const struct ss_cpu *cpu, u32 at)
{
    const struct ss_policy_vm *vm = &w->policy->vm[cpu->number];
    return vm->r[ss_policy_c(w->def->policy_code[vm->pc - 1]) + at];
}

static void fail(struct ss_world *w, const struct ss_cpu *cpu, u32 end)
{
    ss_policy_stop(&w->policy->vm[cpu->number], end);
}

/* ---- where a task waits ---------------------------------------------------------------------- */

/* Only the task that the call is about can be told, where it is asked where it goes. */
static bool can_tell(const struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_policy_vm *vm = &w->policy->vm[cpu->number];
    return (vm->point == SS_POLICY_POINT_SELECT_CPU || vm->point == SS_POLICY_POINT_ENQUEUE) &&
           given(w, cpu, 0) == vm->argument[0];
}

static u32 queue_of(i64 number)
{
    if (number >= 0 && number < SS_POLICY_DSQS)
        return (u32)number;
    return number == SS_POLICY_DSQ_LOCAL    ? SS_EXT_LOCAL
           : number == SS_POLICY_DSQ_GLOBAL ? SS_EXT_GLOBAL
                                            : SS_EXT_NOWHERE;
}

/* The number of the question is SS_POLICY_CALL_DSQ_INSERT or ..._VTIME. */
static bool dsq_insert(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    struct ss_policy_vm *const vm = &w->policy->vm[cpu->number];
    const bool sorts =
        ss_policy_b(w->def->policy_code[vm->pc - 1]) == SS_POLICY_CALL_DSQ_INSERT_VTIME;
    const u32 queue = queue_of(given(w, cpu, 1));
    const i64 slice = given(w, cpu, 2);
    PATH_BEGIN;
    SS_DEBUG_CHECK(vm->runs && me->of == given(w, cpu, 0));
    if (!can_tell(w, cpu))
        fail(w, cpu, SS_POLICY_END_NOBODY);
    else if (queue == SS_EXT_NOWHERE || (sorts && queue >= SS_EXT_GLOBAL))
        fail(w, cpu, SS_POLICY_END_INDEX);
    else if (slice < 1)
        fail(w, cpu, SS_POLICY_END_NUMBER);
    else {
        struct ss_ext_task *t = ss_ext_task(w, me->of);
        t->told = (u8)queue;
        t->slice = slice;
        t->sorts = sorts;
        t->vtime = sorts ? (u64)given(w, cpu, 3) : 0;
        vm->did = true;
    }
    PATH_RETURN(0);
    PATH_END;
}

static bool dsq_move_to_local(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    struct ss_policy_vm *const vm = &w->policy->vm[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(vm->runs);
    if (vm->point != SS_POLICY_POINT_DISPATCH) {
        fail(w, cpu, SS_POLICY_END_NOBODY);
        PATH_RETURN(0);
    }
    PATH_CALL(ext_consume, .queue = (u32)me->of);
    vm->did |= cpu->result != 0;
    PATH_RETURN(cpu->result);
    PATH_END;
}

static u32 count_word(const struct ss_world *w, i64 queue, u32 *operation)
{
    *operation = SS_OPERATION_SCAN;
    return ss_ext_list_word(w, (u32)queue);
}

static i64 count_of(const struct ss_world *w, i64 queue, i64 and)
{
    (void)and;
    return w->sched->ext->queue[queue].count;
}

/* ---- CPUs ------------------------------------------------------------------------------------ */

static bool pick_idle_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    PATH_BEGIN;
    SS_DEBUG_CHECK(w->policy->vm[cpu->number].runs);
    PATH_CALL(ext_pick_idle, .task = me->of, .near = (u32)given(w, cpu, 1));
    PATH_RETURN(cpu->result);
    PATH_END;
}

/* Linux's: an idle CPU, or where the task was; the policy is not told which of both. */
static bool select_cpu_dfl(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    const i64 *const asked = w->policy->vm[cpu->number].argument;
    PATH_BEGIN;
    SS_DEBUG_CHECK(w->policy->vm[cpu->number].runs);
    if (w->policy->vm[cpu->number].point != SS_POLICY_POINT_SELECT_CPU)
        PATH_RETURN(-1);
    PATH_CALL(ext_pick_idle, .task = (i32)asked[0], .near = (u32)asked[1]);
    PATH_RETURN(cpu->result < 0 ? (i32)asked[1] : cpu->result);
    PATH_END;
}

/* The CPU is asked to reschedule at once. */
static bool kick_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->of < w->topology.cpus);
    ss_resched(w, cpu, (u32)me->of);
    w->policy->vm[cpu->number].did = true;
    PATH_RETURN(0);
    PATH_END;
}

static bool idle_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->of < w->topology.cpus);
    PATH_SCAN(policy_select_cpu, WORD(RQ, me->of, CURR));
    PATH_RETURN(ss_is_idle_task(w, ss_rq(w, (u32)me->of)->current));
    PATH_END;
}

/* ---- tasks ----------------------------------------------------------------------------------- */

static u32 task_word(const struct ss_world *w, i64 task, u32 *operation)
{
    *operation = SS_OPERATION_LOAD;
    return w->task[task].address;
}

static i64 slice_of(const struct ss_world *w, i64 task, i64 and)
{
    (void)and;
    return ss_ext_task(w, (i32)task)->slice;
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Points that are told things, and give no answer. */
static bool no_answer(const struct ss_world *w, const i64 *argument, i64 answer)
{
    (void)w;
    (void)argument;
    (void)answer;
    return false;
}

void ss_ext_hand_in(struct ss_world *w)
{
    struct ss_policy *policy = w->policy;
    if (!policy)
        return;
    struct ss_policy_question *q = policy->questions;
    q[SS_POLICY_CALL_DSQ_INSERT].path = q[SS_POLICY_CALL_DSQ_INSERT_VTIME].path = dsq_insert;
    q[SS_POLICY_CALL_DSQ_MOVE_TO_LOCAL].path = dsq_move_to_local;
    q[SS_POLICY_CALL_DSQ_NR_QUEUED] = (struct ss_policy_question){count_word, count_of, NULL};
    q[SS_POLICY_CALL_PICK_IDLE_CPU].path = pick_idle_cpu;
    q[SS_POLICY_CALL_SELECT_CPU_DFL].path = select_cpu_dfl;
    q[SS_POLICY_CALL_KICK_CPU].path = kick_cpu;
    q[SS_POLICY_CALL_IDLE_CPU].path = idle_cpu;
    q[SS_POLICY_CALL_TASK_SLICE] = (struct ss_policy_question){task_word, slice_of, NULL};
    policy->possible[SS_POLICY_POINT_ENQUEUE] = policy->possible[SS_POLICY_POINT_DISPATCH] =
        no_answer;
    policy->possible[SS_POLICY_POINT_RUNNING] = policy->possible[SS_POLICY_POINT_STOPPING] =
        policy->possible[SS_POLICY_POINT_TICK] = no_answer;
}
