/*
 * The picks of each CPU, the last few of them, told to those who ask (told.h): what the tick saw,
 * who was compared, who sleeps already and is dropped. A pick that keeps the running task is no
 * switch and leaves no record, so they are kept apart from those. Source: spec "Fair scheduler"
 * sections 4.3, 4.8 and 16.
 */
#include "sched/explain/reasons.h"
#include "sched/explain/told.h"
#include "sched/fair/fair.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"

/* The pick at hand by its place among all; only after one has begun. */
static u32 place_of(const struct ss_world *w, u32 cpu)
{
    return cpu * SS_PICKS_KEPT + ss_cfs(w, cpu)->picks - 1u;
}

static void begin(const struct ss_world *w, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    cfs->picks = (u8)(cfs->picks % SS_PICKS_KEPT + 1);
    cfs->picking = true;
    w->picks[place_of(w, cpu)] = (struct ss_pick){0};
    w->pick_told[place_of(w, cpu)] = (struct ss_told){0};
}

void ss_tell_tick(const struct ss_world *w, u32 cpu, i64 deadline)
{
    if (!w->told)
        return;
    begin(w, cpu);
    const i32 current = ss_cfs(w, cpu)->eevdf.current;
    const struct ss_entity *entity = &w->sched->fair->entity[current];
    /* A slice that ends is followed by the next, with a deadline of its own. */
    const bool ended = entity->deadline != deadline;
    ss_tell_more(&w->pick_told[place_of(w, cpu)],
                 ended ? SS_REASON_TK_SLICE_END : SS_REASON_TK_PROT_END, (u32)current,
                 ss_signed(entity->vruntime - (ended ? deadline : entity->vlag)));
}

void ss_tell_pick_begins(const struct ss_world *w, u32 cpu)
{
    if (!w->told)
        return;
    const bool ticked = ss_cfs(w, cpu)->picking;
    /* Somebody else may have run since that tick. */
    if (ticked && w->pick_told[place_of(w, cpu)].first[0] == (u32)w->sched->rq[cpu].current)
        return;
    begin(w, cpu);
}

void ss_tell_candidate(const struct ss_world *w, u32 cpu)
{
    if (w->told && ss_cfs(w, cpu)->picking)
        ss_tell_pick(w, &w->pick_told[place_of(w, cpu)], cpu, true);
}

void ss_tell_dropped(const struct ss_world *w, u32 cpu, i32 task)
{
    if (!w->told || !ss_cfs(w, cpu)->picking)
        return;
    const struct ss_entity *all = w->sched->fair->entity;
    const i64 lag = ss_avg_vruntime(&ss_cfs(w, cpu)->eevdf, all) - all[task].vruntime;
    ss_tell_more(&w->pick_told[place_of(w, cpu)], SS_REASON_PK_DELAYED_DROP, (u32)task,
                 ss_signed(lag));
}

void ss_tell_picked(const struct ss_world *w, const struct ss_cpu *cpu, i32 chosen)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu->number);
    if (!w->told || !cfs->picking)
        return;
    w->picks[place_of(w, cpu->number)] = (struct ss_pick){
        .time = cpu->clock, .previous = w->sched->rq[cpu->number].current, .chosen = chosen};
    cfs->picking = false;
}
