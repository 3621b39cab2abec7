/*
 * Placement of a task of the full class as the core asks for it, and the records that say why it
 * fell so. Source: select_task_rq of kernel/sched/core.c, 6.18.2; spec "Fair scheduler" sections 7
 * and 16. The rules are in select.c.
 */
#include "sched/fair/place/place.h"

#include "policy/policy.h"
#include "sched/class.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/select.h"
#include "sched/fair/place/wake_affine.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* For WK_WIDE: the flip counts and the LLC size that ss_wake_wide() compared. */
static void explain_width(const struct ss_world *w, const struct ss_cpu *cpu,
                          struct ss_explain_placement *record)
{
    const struct ss_fair *fair = w->sched->fair;
    if (w->task[record->task].allowed_count <= 1 || !ss_wake_wide(w, cpu, record->task))
        return;
    record->waker_flips = fair->task[cpu->current].wakee_flips;
    record->wakee_flips = fair->task[record->task].wakee_flips;
    record->llc_cpus = w->domains->cpu[cpu->number].sd_llc_size;
}

/* ---- a policy of one's own ------------------------------------------------------------------- */

static bool asks_policy(const struct ss_world *w, i32 task)
{
    return ss_policy_asks(w, SS_POLICY_POINT_SELECT_CPU) && w->task[task].allowed_count > 1;
}

/* Why the CPU was chosen: the policy's end, unless that left it to Linux. */
static u8 reason_of(const struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    const u8 linux_says = w->sched->fair->work[cpu->number].reason;
    if (!asks_policy(w, task))
        return linux_says;
    switch (w->policy->vm[cpu->number].end) {
    case SS_POLICY_END_ANSWERED:
        return SS_REASON_POLICY_CHOSE;
    case SS_POLICY_END_LEFT:
        return linux_says;
    case SS_POLICY_END_REFUSED:
        return SS_REASON_POLICY_REFUSED;
    default:
        return SS_REASON_POLICY_FAULT;
    }
}

/* ---- the core's question --------------------------------------------------------------------- */

static bool place_wakeup(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_task_rq);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    SS_DEBUG_CHECK(w->task[me->task].state == SS_TASK_WAKING);
    SS_DEBUG_CHECK(!w->task[me->task].on_rq);
    me->started = cpu->clock;
    me->accesses_before = cpu->path_accesses;
    work->target = -1;
    work->looked = 0;
    ss_explain_placement(w, cpu);
    me->target = SS_POLICY_LEFT;
    if (asks_policy(w, me->task)) {
        PATH_CALL_THROUGH(w->policy->select_cpu, policy_point, .task = me->task,
                          .cpu = (u32)w->task[me->task].cpu,
                          .flags = SS_POLICY_FLAG_TTWU | (me->sync ? SS_POLICY_FLAG_SYNC : 0));
        me->target = cpu->result;
    }
    if (me->target == SS_POLICY_LEFT)
        PATH_CALL_INTO(me->target, select_task_rq_fair, .task = me->task,
                       .flag = SS_SD_BALANCE_WAKE, .previous = (u16)w->task[me->task].cpu,
                       .sync = me->sync);
    struct ss_explain_placement record = {.form = SS_FORM_PLACEMENT,
                                          .decision = SS_DECISION_SELECT_FAIR,
                                          .reason = reason_of(w, cpu, me->task),
                                          .task = me->task,
                                          .chosen = me->target,
                                          .previous = w->task[me->task].cpu,
                                          .looked = work->looked,
                                          .target = work->target,
                                          .accesses = cpu->path_accesses - me->accesses_before,
                                          .cost = (u32)(cpu->clock - me->started)};
    explain_width(w, cpu, &record);
    ss_explain_placed(w, cpu, &record, true);
    PATH_RETURN(me->target);
    PATH_END;
}

static bool place_fork_or_exec(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_task_rq);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    SS_DEBUG_CHECK(me->flag == SS_SD_BALANCE_FORK || me->flag == SS_SD_BALANCE_EXEC);
    SS_DEBUG_CHECK(me->flag == SS_SD_BALANCE_FORK || me->task == cpu->current);
    me->started = cpu->clock;
    me->accesses_before = cpu->path_accesses;
    work->reason = SS_REASON_FK_STAY;
    work->looked = 0;
    ss_explain_placement(w, cpu);
    me->target = SS_POLICY_LEFT;
    if (asks_policy(w, me->task)) {
        PATH_CALL_THROUGH(w->policy->select_cpu, policy_point, .task = me->task, .cpu = cpu->number,
                          .flags = me->flag == SS_SD_BALANCE_FORK ? SS_POLICY_FLAG_FORK
                                                                  : SS_POLICY_FLAG_EXEC);
        me->target = cpu->result;
    }
    if (me->target == SS_POLICY_LEFT)
        PATH_CALL_INTO(me->target, select_task_rq_fair, .task = me->task, .flag = me->flag,
                       .previous = (u16)cpu->number);
    struct ss_explain_placement record = {.form = SS_FORM_PLACEMENT,
                                          .decision = SS_DECISION_SELECT_FAIR,
                                          .reason = reason_of(w, cpu, me->task),
                                          .task = me->task,
                                          .chosen = me->target,
                                          .previous = (i32)cpu->number,
                                          .looked = work->looked,
                                          .target = -1,
                                          .placed = me->flag == SS_SD_BALANCE_FORK ? SS_PLACED_FORK
                                                                                   : SS_PLACED_EXEC,
                                          .accesses = cpu->path_accesses - me->accesses_before,
                                          .cost = (u32)(cpu->clock - me->started)};
    /* A task that replaces its program runs already. */
    ss_explain_placed(w, cpu, &record, me->flag == SS_SD_BALANCE_FORK);
    PATH_RETURN(me->target);
    PATH_END;
}

bool place_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_task_rq);
    if (me->flag == SS_SD_BALANCE_WAKE)
        PATH_BECOMES(place_wakeup);
    PATH_BECOMES(place_fork_or_exec);
}
