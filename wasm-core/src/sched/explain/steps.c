/*
 * What becomes of a placement, told beside its record until the wakee has taken the CPU or waits
 * for it: how it was queued, and what the test for preemption compared. Who is told is in told.h;
 * here nothing is decided. Source: spec "Fair scheduler" sections 4.3, 4.7, 9.7 and 16.
 */
#include "sched/explain/steps.h"

#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/told.h"
#include "sched/fair/fair.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"

void ss_fair_explain(struct ss_world *w, struct ss_cpu *cpu, struct ss_explain *record)
{
    if (record->task != SS_NO_TASK) {
        record->task_priority = w->task[record->task].prio;
        record->domain = UINT32_MAX;
    }
    record->found_level = -1;
    const u32 id = ss_explain_add(w, cpu, record);
    ss_record(w, cpu, SS_RECORD_DECISION, (u32)record->task, record->decision, (u32)record->chosen,
              id);
}

void ss_tell_asked(const struct ss_world *w, const struct ss_cpu *cpu, u32 reason, u32 first,
                   u32 second)
{
    u8 *told = &w->sched->fair->work[cpu->number].told;
    struct ss_told *steps = &w->told[w->limits.explain_records + cpu->number];
    if (*told > SS_EXPLAIN_TOLD)
        return;
    const u32 at = (*told)++ - 1u;
    steps->code[at] = (u8)reason;
    steps->first[at] = first;
    steps->second[at] = second;
}

void ss_tell_more(struct ss_told *steps, u32 reason, u32 first, u32 second)
{
    u32 at = 0;
    while (at < SS_EXPLAIN_TOLD && steps->code[at])
        at++;
    if (at == SS_EXPLAIN_TOLD)
        return;
    steps->code[at] = (u8)reason;
    steps->first[at] = first;
    steps->second[at] = second;
}

static struct ss_told *told_at(const struct ss_world *w, u32 told)
{
    /* The ring has gone round since. */
    if (!told || (u32)w->clock->explains - (told - 1) > w->limits.explain_records)
        return NULL;
    return &w->told[(told - 1) & (w->limits.explain_records - 1)];
}

struct ss_told *ss_told_last(const struct ss_world *w)
{
    return w->told ? told_at(w, (u32)w->clock->explains) : NULL;
}

struct ss_told *ss_told_of(const struct ss_world *w, i32 task)
{
    return told_at(w, w->sched->fair->task[task].told);
}

void ss_tell_on(struct ss_world *w, i32 task, u64 id)
{
    w->sched->fair->task[task].told = (u32)id + 1;
    w->told[id & (w->limits.explain_records - 1)].open = 1;
}

void ss_tell_end(struct ss_world *w, i32 task)
{
    struct ss_told *steps = ss_told_of(w, task);
    if (steps)
        steps->open = 0;
    w->sched->fair->task[task].told = 0;
}

/* ---- a search before a CPU idles ---------------------------------------------------------------
 */

void ss_tell_searched(const struct ss_world *w, u32 cpu, u64 idle, u64 expected)
{
    struct ss_told *steps = told_at(w, w->sched->fair->work[cpu].told_pass);
    if (steps)
        ss_tell_more(steps, SS_REASON_NI_AVG_IDLE, ss_saturated(idle), ss_saturated(expected));
}

void ss_tell_found(const struct ss_world *w, u32 cpu, i32 pulled, u64 took, u64 known, bool waits)
{
    struct ss_told *steps = told_at(w, w->sched->fair->work[cpu].told_pass);
    if (!steps)
        return;
    if (pulled > 0)
        ss_tell_more(steps, SS_REASON_NI_PULLED, (u32)pulled, ss_saturated(took));
    else
        ss_tell_more(steps, SS_REASON_NI_NOTHING, ss_saturated(took), ss_saturated(known));
    if (pulled <= 0 && waits)
        ss_tell_more(steps, SS_REASON_NI_WOKEN, cpu, 0);
}

/* ---- wake-ups -----------------------------------------------------------------------------------
 */

void ss_fair_tell_queued(const struct ss_world *w, u32 waker, i32 task, u32 target, bool listed)
{
    struct ss_told *steps = w->sched->fair ? ss_told_of(w, task) : NULL;
    if (!steps)
        return;
    const bool near = ss_cpus_share_cache(w->domains, waker, target);
    ss_tell_more(steps,
                 !listed ? SS_REASON_TQ_DIRECT
                 : near  ? SS_REASON_TQ_WAKELIST_IDLE
                         : SS_REASON_TQ_WAKELIST_LLC,
                 ss_pair(waker, target), w->sched->rq[target].nr_running);
}

void ss_fair_tell_unopposed(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_told *steps = w->sched->fair ? ss_told_of(w, task) : NULL;
    if (!steps)
        return;
    ss_tell_more(steps, SS_REASON_PP_IDLE_CPU, cpu, 0);
    ss_tell_end(w, task);
}

/* Of the treap below `at`; its depth is logarithmic. */
static u32 count_eligible(const struct ss_eevdf *queue, const struct ss_entity *all, i32 at)
{
    if (at == SS_NO_ENTITY)
        return 0;
    return ss_entity_eligible(queue, all, at) + count_eligible(queue, all, all[at].left) +
           count_eligible(queue, all, all[at].right);
}

bool ss_tell_pick(const struct ss_world *w, struct ss_told *steps, u32 cpu, bool protect)
{
    const struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    const struct ss_entity *all = w->sched->fair->entity;
    const i32 current = queue->current;
    const bool runs = current != SS_NO_ENTITY && all[current].on_rq;
    if (queue->nr_queued == 1) {
        ss_tell_more(steps, SS_REASON_PK_ONLY, (u32)(runs ? current : queue->root), 0);
        return false;
    }
    const bool eligible = runs && ss_entity_eligible(queue, all, current);
    if (runs)
        ss_tell_more(steps, SS_REASON_PK_RUNNING, (u32)current,
                     ss_signed(ss_avg_vruntime(queue, all) - all[current].vruntime));
    if (eligible && protect)
        ss_tell_more(steps, SS_REASON_PK_PROTECTED, (u32)current,
                     ss_signed(all[current].vlag - all[current].vruntime));
    if (eligible && protect && ss_slice_protected(queue, all))
        return false;
    const i32 best = ss_earliest_eligible(queue, all);
    ss_tell_more(steps, SS_REASON_PK_DEADLINE, (u32)(best + 1),
                 ss_pair(count_eligible(queue, all, queue->root), queue->nr_queued - runs));
    if (eligible && best != SS_NO_ENTITY)
        ss_tell_more(steps, SS_REASON_PK_CURR, (u32)current,
                     ss_signed(all[best].deadline - all[current].deadline));
    return true;
}
