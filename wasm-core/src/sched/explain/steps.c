/*
 * The steps of decisions and the records they stand beside: of placements, of what becomes of them
 * until the wakee has taken the CPU or waits for it, and of a search before a CPU idles. Here
 * nothing is decided. Source: spec "Fair scheduler" sections 4.3, 4.7, 9.7 and 16.
 */
#include "sched/explain/steps.h"

#include "exec/record.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

#ifdef SS_DEBUG
/* How many numbers a reason's step has. */
static u32 facts_of(u32 reason)
{
    static const u8 facts[] = {0,
#define X(id, sentence) 0,
#define STEP(id, sentence, ...) sizeof(struct ss_facts_##id) / sizeof(i64),
                               SS_REASON_LIST(X, STEP)
#undef X
#undef STEP
    };
    return facts[reason];
}
#endif

void ss_explain_decision(struct ss_world *w, const struct ss_cpu *cpu,
                         const union ss_explained *record)
{
    const u32 id = ss_explain_add(w, cpu, record);
    ss_record(w, cpu, SS_RECORD_DECISION, (u32)record->head.task, record->head.decision,
              (u32)record->head.chosen, id);
}

void ss_explain_plainly(struct ss_world *w, const struct ss_cpu *cpu, struct ss_explain record)
{
    record.form = SS_FORM_PLAIN;
    ss_explain_decision(w, cpu, &(const union ss_explained){.head = record});
}

void ss_explain_step(struct ss_steps *steps, u32 reason, const i64 *fact, u32 facts)
{
#ifdef SS_DEBUG
    SS_DEBUG_CHECK(facts == facts_of(reason));
#endif
    if (steps->steps == SS_EXPLAIN_STEPS || steps->facts + facts > SS_EXPLAIN_FACTS) {
        steps->left_out = 1;
        return;
    }
    steps->reason[steps->steps] = (u8)reason;
    steps->facts_of[steps->steps++] = (u8)facts;
    for (u32 i = 0; i < facts; i++)
        steps->fact[steps->facts++] = fact[i];
}

static struct ss_steps *steps_at(const struct ss_world *w, u32 record)
{
    /* The ring has gone round since. */
    if (!record || (u32)w->clock->explains - (record - 1) > w->limits.explain_records)
        return NULL;
    return &w->steps[(record - 1) & (w->limits.explain_records - 1)];
}

struct ss_steps *ss_steps_of_last(const struct ss_world *w)
{
    return w->steps ? steps_at(w, (u32)w->clock->explains) : NULL;
}

struct ss_steps *ss_steps_of_task(const struct ss_world *w, i32 task)
{
    return w->steps && w->sched->fair ? steps_at(w, w->sched->explaining->placed[task]) : NULL;
}

/* The steps of the record left last go on with what becomes of the task. */
static void go_on(struct ss_world *w, i32 task)
{
    w->sched->explaining->placed[task] = (u32)w->clock->explains;
    ss_steps_of_last(w)->open = 1;
}

void ss_explain_end(struct ss_world *w, i32 task)
{
    struct ss_steps *steps = ss_steps_of_task(w, task);
    if (!steps)
        return;
    steps->open = 0;
    w->sched->explaining->placed[task] = 0;
}

/* ---- a search before a CPU idles ------------------------------------------------------------- */

void ss_explain_newidle(const struct ss_world *w, u32 cpu)
{
    if (w->steps)
        w->sched->explaining->cpu[cpu].searched = 0;
}

void ss_explain_searched(const struct ss_world *w, u32 cpu, u64 idle, u64 expected)
{
    SS_STEP_IN(w->steps ? steps_at(w, w->sched->explaining->cpu[cpu].searched) : NULL, NI_AVG_IDLE,
               .idle = (i64)idle, .cost = (i64)expected);
}

void ss_explain_found(const struct ss_world *w, u32 cpu, i32 pulled, u64 took, u64 known,
                      bool waits)
{
    struct ss_steps *steps = w->steps ? steps_at(w, w->sched->explaining->cpu[cpu].searched) : NULL;
    if (pulled > 0)
        SS_STEP_IN(steps, NI_PULLED, .tasks = pulled, .took = (i64)took);
    else
        SS_STEP_IN(steps, NI_NOTHING, .took = (i64)took, .known = (i64)known);
    if (pulled <= 0 && waits)
        SS_STEP_IN(steps, NI_WOKEN, .cpu = cpu);
}

/* ---- placements ------------------------------------------------------------------------------ */

void ss_explain_placement(const struct ss_world *w, const struct ss_cpu *cpu)
{
    if (!w->steps)
        return;
    w->sched->explaining->cpu[cpu->number].places = true;
    *ss_steps_of_placement(w, cpu) = (struct ss_steps){0};
}

/* A placement that was under way when the world was restored has no steps if explain_steps was off
 * in the saved world. */
void ss_explain_placed(struct ss_world *w, struct ss_cpu *cpu,
                       const struct ss_explain_placement *record, bool goes_on)
{
    const struct ss_steps *steps = ss_steps_of_placement(w, cpu);
    ss_explain_decision(w, cpu, &(const union ss_explained){.placement = *record});
    if (!steps)
        return;
    *ss_steps_of_last(w) = *steps;
    if (goes_on)
        go_on(w, record->task);
    w->sched->explaining->cpu[cpu->number].places = false;
}

void ss_explain_stay(struct ss_world *w, struct ss_cpu *cpu, i32 task, u8 reason)
{
    const struct ss_explain_placement record = {.form = SS_FORM_PLACEMENT,
                                                .decision = SS_DECISION_SELECT_FAIR,
                                                .reason = reason,
                                                .task = task,
                                                .chosen = w->task[task].cpu,
                                                .previous = w->task[task].cpu,
                                                .target = -1};
    const i64 owed = -w->sched->fair->entity[task].vlag;
    ss_explain_decision(w, cpu, &(const union ss_explained){.placement = record});
    if (!w->steps)
        return;
    go_on(w, task);
    if (reason == SS_REASON_WK_DELAYED)
        SS_STEP_IN(ss_steps_of_task(w, task), WK_DELAYED, .cpu = w->task[task].cpu, .owed = owed);
}

/* ---- wake-ups -------------------------------------------------------------------------------- */

void ss_explain_queued(const struct ss_world *w, u32 waker, i32 task, u32 target, bool listed)
{
    const u32 near = w->steps && ss_cpus_share_cache(w->domains, waker, target)
                         ? SS_REASON_TQ_WAKELIST_IDLE
                         : SS_REASON_TQ_WAKELIST_LLC;
    SS_STEP_AS(ss_steps_of_task(w, task), listed ? near : SS_REASON_TQ_DIRECT, TQ_DIRECT,
               .waker_cpu = waker, .target = target, .tasks = w->sched->rq[target].nr_running);
}

void ss_explain_unopposed(struct ss_world *w, i32 task, u32 cpu)
{
    SS_STEP_IN(ss_steps_of_task(w, task), PP_IDLE_CPU, .cpu = cpu);
    ss_explain_end(w, task);
}

void ss_explain_outranked(struct ss_world *w, i32 task, u32 cpu)
{
    if (w->cpu[cpu].need_resched)
        SS_STEP_IN(ss_steps_of_task(w, task), PP_DUE, .cpu = cpu);
    else
        SS_STEP_IN(ss_steps_of_task(w, task), PP_OTHER_CLASS, .cpu = cpu);
    ss_explain_end(w, task);
}

void ss_explain_contest(const struct ss_world *w, u32 cpu, i32 task, i32 picked)
{
    struct ss_steps *steps = ss_steps_of_task(w, task);
    if (!steps)
        return;
    const struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    const struct ss_entity *all = w->sched->fair->entity, *wakee = &all[task];
    const struct ss_entity *running = &all[queue->current];
    const i64 lag = ss_avg_vruntime(queue, all) - wakee->vruntime;
    const bool shorter = wakee->slice < running->slice;
    if (shorter)
        SS_STEP_IN(steps, PP_SHORT, .wakee_slice = (i64)wakee->slice,
                   .running_slice = (i64)running->slice);
    const bool searched = ss_explain_candidates(w, steps, cpu, !shorter);
    if (picked == task)
        SS_STEP_IN(steps, PP_WIN, .task = queue->current, .lag = lag);
    else if (searched)
        SS_STEP_IN(steps, PP_WAKEE, .lag = lag, .later_by = wakee->deadline - all[picked].deadline);
}

/* Of the treap below `at`; its depth is logarithmic. */
static u32 count_eligible(const struct ss_eevdf *queue, const struct ss_entity *all, i32 at)
{
    if (at == SS_NO_ENTITY)
        return 0;
    return ss_entity_eligible(queue, all, at) + count_eligible(queue, all, all[at].left) +
           count_eligible(queue, all, all[at].right);
}

bool ss_explain_candidates(const struct ss_world *w, struct ss_steps *steps, u32 cpu, bool protect)
{
    const struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    const struct ss_entity *all = w->sched->fair->entity;
    const i32 current = queue->current;
    const bool runs = current != SS_NO_ENTITY && all[current].on_rq;
    if (queue->nr_queued == 1) {
        SS_STEP_IN(steps, PK_ONLY, .task = runs ? current : queue->root);
        return false;
    }
    if (ss_cfs_ordered(queue)) {
        const i32 picked = ss_cfs_pick(queue, all);
        if (picked == queue->next)
            SS_STEP_IN(steps, PK_NEXT, .task = picked);
        else
            SS_STEP_IN(steps, PK_LEAST, .task = picked,
                       .behind = runs ? all[current].vruntime - all[picked].vruntime : 0);
        return true;
    }
    const bool eligible = runs && ss_entity_eligible(queue, all, current);
    if (runs)
        SS_STEP_IN(steps, PK_RUNNING, .task = current,
                   .lag = ss_avg_vruntime(queue, all) - all[current].vruntime);
    if (eligible && protect)
        SS_STEP_IN(steps, PK_PROTECTED, .task = current,
                   .left = all[current].vlag - all[current].vruntime);
    if (eligible && protect && ss_slice_protected(queue, all))
        return false;
    const i32 best = ss_earliest_eligible(queue, all);
    SS_STEP_IN(steps, PK_DEADLINE, .task = best,
               .eligible = count_eligible(queue, all, queue->root),
               .waiting = queue->nr_queued - runs);
    if (eligible && best != SS_NO_ENTITY)
        SS_STEP_IN(steps, PK_CURR, .task = current,
                   .earlier_by = all[best].deadline - all[current].deadline);
    return true;
}
