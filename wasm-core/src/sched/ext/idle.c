/*
 * Which CPUs idle, for all to see: two bitmaps, of CPUs and of whole cores; 64 CPUs share each
 * word. Source: kernel/sched/ext_idle.c, 6.18.2 (without its masks by node, which are off by
 * default). A CPU is claimed by the atomic that clears its bit.
 */
#include "sched/ext/idle.h"

#include "policy/program.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/state/ext.h"

/* Words of the bitmap of CPUs, then, on lines of their own, of that of cores. */
static u32 word_of(const struct ss_world *w, bool cores, u32 word)
{
    const struct ss_place *place = &w->layouts.place[SS_STRUCTURE_EXT_IDLE];
    return place->first + (cores ? place->stride : 0) + word * (u32)sizeof(u64);
}

static u64 *bits_of(const struct ss_world *w, bool cores)
{
    return cores ? w->sched->ext->idle_cores : w->sched->ext->idle;
}

static u32 core_of(const struct ss_world *w, u32 cpu)
{
    const u64 *cpus = w->topology.core_cpus + (u64)w->topology.core[cpu] * w->topology.cpu_words;
    return (u32)ss_bitset_next(cpus, w->topology.cpu_words, 0);
}

static bool core_idles(const struct ss_world *w, u32 cpu)
{
    const u64 *cpus = w->topology.core_cpus + (u64)w->topology.core[cpu] * w->topology.cpu_words;
    for (u32 i = 0; i < w->topology.cpu_words; i++)
        if (cpus[i] & ~w->sched->ext->idle[i])
            return false;
    return true;
}

bool ext_update_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_update_idle);
    const u32 self = cpu->number, core = core_of(w, cpu->number);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (me->idles)
        PATH_ATOMIC(update_idle, word_of(w, false, self / 64),
                    ss_bitset_add(w->sched->ext->idle, self));
    else if (ss_bitset_has(w->sched->ext->idle, self)) /* no task has claimed this CPU */
        PATH_ATOMIC(update_idle, word_of(w, false, self / 64),
                    ss_bitset_remove(w->sched->ext->idle, self));
    me->is_core = core_idles(w, self);
    if (me->is_core == ss_bitset_has(w->sched->ext->idle_cores, core))
        PATH_LEAVE;
    if (me->is_core)
        PATH_ATOMIC(update_idle, word_of(w, true, core / 64),
                    ss_bitset_add(w->sched->ext->idle_cores, core));
    else
        PATH_ATOMIC(update_idle, word_of(w, true, core / 64),
                    ss_bitset_remove(w->sched->ext->idle_cores, core));
    PATH_END;
}

/* ---- looking for one ------------------------------------------------------------------------- */

/* From near to far, whole cores first everywhere: LLC, node, machine. */
enum { STEPS_A_KIND = 3, STEPS = 2 * STEPS_A_KIND };

static bool is_of_cores(const struct ss_world *w, u32 step)
{
    (void)w;
    return step < STEPS_A_KIND;
}

/* CPUs of a word that the step looks at, for the task. */
static u64 looked_at(const struct ss_world *w, const struct ext_pick_idle_frame *me, u32 word)
{
    const struct ss_topology *t = &w->topology;
    const u64 allowed = ss_affinity(w, &w->task[me->task])[word];
    switch (me->step % STEPS_A_KIND) {
    case 0:
        return allowed & t->llc_cpus[(u64)t->llc[me->near] * t->cpu_words + word];
    case 1:
        return allowed & t->node_cpus[(u64)t->node[me->near] * t->cpu_words + word];
    default:
        return allowed;
    }
}

/* A CPU of the word at hand that would do, or -1. */
static i32 candidate(const struct ss_world *w, const struct ext_pick_idle_frame *me)
{
    const bool cores = is_of_cores(w, me->step);
    const u64 found = bits_of(w, cores)[me->word] & looked_at(w, me, me->word);
    return found ? (i32)(me->word * 64 + (u32)__builtin_ctzll(found)) : -1;
}

static bool claim(struct ss_world *w, u32 cpu)
{
    const bool was = ss_bitset_has(w->sched->ext->idle, cpu);
    ss_bitset_remove(w->sched->ext->idle, cpu);
    ss_bitset_remove(w->sched->ext->idle_cores, core_of(w, cpu));
    return was;
}

bool ext_pick_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_pick_idle);
    const u32 words = w->topology.cpu_words;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->near < w->topology.cpus && (u32)me->task < w->tasks);
    PATH_LOAD(scx_select_cpu_dfl, word_of(w, true, core_of(w, me->near) / 64),
              me->claimed = ss_bitset_has(w->sched->ext->idle_cores, core_of(w, me->near)));
    if (me->claimed && ss_task_allowed(w, me->task, me->near)) {
        PATH_ATOMIC(scx_select_cpu_dfl, word_of(w, false, me->near / 64),
                    me->claimed = claim(w, me->near));
        if (me->claimed)
            PATH_RETURN(me->near);
    }
    for (me->step = 0; me->step < STEPS; me->step++) {
        if (me->step == STEPS_A_KIND && ss_task_allowed(w, me->task, me->near)) {
            PATH_ATOMIC(scx_select_cpu_dfl, word_of(w, false, me->near / 64),
                        me->claimed = claim(w, me->near));
            if (me->claimed)
                PATH_RETURN(me->near);
        }
        for (me->word = 0; me->word < words; me->word++) {
            if (!looked_at(w, me, me->word))
                continue;
            PATH_SCAN(scx_select_cpu_dfl, word_of(w, is_of_cores(w, me->step), me->word),
                      me->found = candidate(w, me));
            if (me->found < 0)
                continue;
            PATH_ATOMIC(scx_select_cpu_dfl, word_of(w, false, (u32)me->found / 64),
                        me->claimed = claim(w, (u32)me->found));
            if (me->claimed)
                PATH_RETURN(me->found);
        }
    }
    PATH_RETURN(-1);
    PATH_END;
}

/* ---- where a task goes ----------------------------------------------------------------------- */

static void explain(struct ss_world *w, struct ss_cpu *cpu, const struct select_task_rq_frame *me)
{
    ss_explain_plainly(w, cpu,
                       (struct ss_explain){.decision = SS_DECISION_SELECT_FAIR,
                                           .reason = me->reason,
                                           .task = me->task,
                                           .chosen = me->target,
                                           .previous = (i32)me->previous,
                                           .accesses = cpu->path_accesses - me->accesses_before,
                                           .cost = (u32)(cpu->clock - me->started)});
}

/* Without a point select_cpu, a task that finds an idle CPU waits there and nowhere else. */
static void goes_there(const struct ss_world *w, struct select_task_rq_frame *me, i32 idle)
{
    struct ss_ext_task *t = ss_ext_task(w, me->task);
    me->reason = idle < 0 ? SS_REASON_SI_FALLBACK_TARGET : SS_REASON_SI_SCAN;
    if (idle < 0)
        return;
    me->target = idle;
    t->told = SS_EXT_LOCAL;
    t->slice = SS_EXT_SLICE;
}

bool select_task_rq_ext(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(select_task_rq);
    PATH_BEGIN;
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    me->previous = me->flag == SS_SD_BALANCE_FORK ? cpu->number : (u32)w->task[me->task].cpu;
    ss_ext_task(w, me->task)->told = SS_EXT_NOWHERE;
    if (me->flag == SS_SD_BALANCE_EXEC || w->task[me->task].allowed_count == 1)
        PATH_RETURN(me->previous);
    me->target = (i32)me->previous;
    me->accesses_before = cpu->path_accesses;
    me->started = cpu->clock;
    if (ss_policy_asks_here(w, cpu, SS_POLICY_POINT_SELECT_CPU)) {
        me->reason = SS_REASON_POLICY_CHOSE;
        ss_policy_begin(w, cpu, SS_POLICY_POINT_SELECT_CPU,
                        (i64[SS_POLICY_ARGUMENTS]){
                            me->task, me->previous,
                            me->flag == SS_SD_BALANCE_FORK
                                ? SS_POLICY_FLAG_FORK
                                : SS_POLICY_FLAG_TTWU | (u32)(me->sync ? SS_POLICY_FLAG_SYNC : 0)});
        PATH_CALL(policy_program);
        me->target = cpu->result == SS_POLICY_LEFT ? (i32)me->previous : cpu->result;
    } else {
        PATH_CALL(ext_pick_idle, .task = me->task, .near = me->previous);
        goes_there(w, me, cpu->result);
    }
    explain(w, cpu, me);
    PATH_RETURN(me->target);
    PATH_END;
}
