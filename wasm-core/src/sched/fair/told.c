/*
 * The point balance: one task is taken from the CPU that a policy names, by the paths of newly-idle
 * balancing (spec "Fair scheduler" section 10.10), but without their tests of whether it pays: it
 * goes though it ran a moment ago, and to another node, since the policy asked for it.
 */
#include "sched/fair/told.h"

#include "policy/program.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/fair/balance/balance_rq.h"
#include "sched/fair/balance/move.h"
#include "sched/fair/queue/update.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

struct take_from_frame {
    struct ss_path path;
    /* arguments */
    u32 source;
    /* kept */
    i32 task;
};

bool ss_policy_may_use(const struct ss_world *w, i32 task, u32 cpu)
{
    return ss_is_idle_task(w, task) || ss_bitset_has(ss_affinity(w, &w->task[task]), cpu);
}

static bool may_come(const struct ss_world *w, i32 task, u32 to)
{
    return !w->sched->fair->entity[task].delayed && !w->sched->fair->task[task].per_cpu_kthread &&
           !w->task[task].on_cpu && ss_policy_may_use(w, task, to);
}

/* The pass of this CPU, with the source that was named. */
static void begin_pass(struct ss_world *w, const struct ss_cpu *cpu, u32 source)
{
    ss_balance_begin(w, cpu, w->domains->cpu[cpu->number].base, SS_NEWLY_IDLE);
    w->sched->fair->work[cpu->number].balance.src = (u16)source;
    w->sched->fair->work[cpu->number].balance.reason = SS_REASON_POLICY_CHOSE;
    ss_update_rq_clock(w, source, cpu->clock);
}

/* Takes the task that waits there longest and may run here. Result: whether there was one. */
static bool take_from(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(take_from);
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(me->source != cpu->number);
    PATH_LOCK(me->source);
    begin_pass(w, cpu, me->source);
    me->task =
        ss_rq(w, me->source)->nr_running > 1 ? ss_cfs(w, me->source)->tasks.tail : SS_NO_TASK;
    while (me->task != SS_NO_TASK) {
        PATH_LOAD(detach_tasks, w->task[me->task].address);
        if (may_come(w, me->task, self))
            break;
        me->task = w->task[me->task].queue_previous;
    }
    if (me->task != SS_NO_TASK)
        PATH_CALL(detach_task, .task = me->task, .symbol = SS_SYMBOL_detach_tasks);
    PATH_UNLOCK(me->source);
    if (me->task == SS_NO_TASK)
        PATH_RETURN(0);
    PATH_CALL(attach_tasks);
    w->policy->view->pulled++;
    PATH_RETURN(1);
    PATH_END;
}

/* A CPU that has been named has something to give. */
static bool is_source(const struct ss_world *w, u32 self, i32 answer)
{
    return answer >= 0 && (u32)answer != self && w->domains->cpu[self].base != SS_NO_DOMAIN;
}

/* If the policy answers without reading memory, the lock is kept: no time has passed, and Linux
 * goes on as if it had not been asked. */
bool balance_as_told(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_point);
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (ss_policy_begin(w, cpu, SS_POLICY_POINT_BALANCE, (i64[SS_POLICY_ARGUMENTS]){self})) {
        me->unlocked = true;
        PATH_UNLOCK(self);
    }
    PATH_CALL_INTO(me->answer, policy_program);
    if (is_source(w, self, me->answer)) {
        if (!me->unlocked)
            PATH_UNLOCK(self);
        me->unlocked = true;
        PATH_CALL(take_from, .source = (u32)me->answer);
    }
    if (me->unlocked)
        PATH_LOCK(self);
    PATH_RETURN(me->answer == SS_POLICY_LEFT ? SS_POLICY_LEFT : 0);
    PATH_END;
}
