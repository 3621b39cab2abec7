/*
 * The picks of each CPU, the last few of them: what the tick saw, which tasks were compared, which
 * ones sleep already and are dropped. A pick that keeps the running task is no switch and leaves no
 * record, so picks are kept apart from records. Source: spec "Fair scheduler" sections 4.3, 4.8 and
 * 16.
 */
#include "sched/explain/pick.h"

#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

/* The pick at hand by its place among all; only after one has begun. */
static u32 place_of(const struct ss_world *w, u32 cpu)
{
    return cpu * SS_PICKS_KEPT + w->sched->explaining->cpu[cpu].picks - 1u;
}

/* NULL: explain_steps is off, or no pick has begun. */
static struct ss_steps *steps_of(const struct ss_world *w, u32 cpu)
{
    return w->steps && w->sched->explaining->cpu[cpu].picks_now
               ? &w->sched->explaining->pick_steps[place_of(w, cpu)]
               : NULL;
}

static void begin(const struct ss_world *w, u32 cpu)
{
    struct ss_explaining_cpu *own = &w->sched->explaining->cpu[cpu];
    own->picks = (u8)(own->picks % SS_PICKS_KEPT + 1);
    own->picks_now = true;
    w->sched->explaining->picks[place_of(w, cpu)] = (struct ss_pick){0};
    w->sched->explaining->pick_steps[place_of(w, cpu)] = (struct ss_steps){0};
}

void ss_explain_tick(const struct ss_world *w, u32 cpu, i64 deadline)
{
    if (!w->steps)
        return;
    begin(w, cpu);
    const i32 current = ss_cfs(w, cpu)->eevdf.current;
    const struct ss_entity *entity = &w->sched->fair->entity[current];
    if (ss_cfs_ordered(&ss_cfs(w, cpu)->eevdf)) {
        SS_STEP_IN(steps_of(w, cpu), TK_SHARE_END, .task = current,
                   .ran = entity->vruntime - entity->vlag);
        return;
    }
    /* A slice that ends is followed by the next, with a deadline of its own. */
    const bool ended = entity->deadline != deadline;
    SS_STEP_AS(steps_of(w, cpu), ended ? SS_REASON_TK_SLICE_END : SS_REASON_TK_PROT_END,
               TK_SLICE_END, .task = current,
               .beyond = entity->vruntime - (ended ? deadline : entity->vlag));
}

void ss_explain_pick(const struct ss_world *w, u32 cpu)
{
    if (!w->steps)
        return;
    const struct ss_steps *ticked = steps_of(w, cpu);
    /* Another task may have run since that tick. */
    if (ticked && ticked->fact[0] == w->sched->rq[cpu].current)
        return;
    begin(w, cpu);
}

void ss_explain_candidate(const struct ss_world *w, u32 cpu)
{
    struct ss_steps *steps = steps_of(w, cpu);
    if (steps)
        ss_explain_candidates(w, steps, cpu, true);
}

void ss_explain_dropped(const struct ss_world *w, u32 cpu, i32 task)
{
    const struct ss_entity *all = w->sched->fair->entity;
    SS_STEP_IN(steps_of(w, cpu), PK_DELAYED_DROP, .task = task,
               .lag = ss_avg_vruntime(&ss_cfs(w, cpu)->eevdf, all) - all[task].vruntime);
}

void ss_explain_picked(const struct ss_world *w, const struct ss_cpu *cpu, i32 chosen)
{
    if (!steps_of(w, cpu->number))
        return;
    w->sched->explaining->picks[place_of(w, cpu->number)] = (struct ss_pick){
        .time = cpu->clock, .previous = w->sched->rq[cpu->number].current, .chosen = chosen};
    w->sched->explaining->cpu[cpu->number].picks_now = false;
}
