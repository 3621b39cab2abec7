/*
 * Where a new task goes by what tasks have allocated: to the LLC whose room it fills best, else to
 * the one with most idle CPUs. An idea of the slides, never posted. Source: spec "Split-LLC
 * placement" section 7.7. An LLC counts as overloaded when what runs there has allocated four times
 * its size, or when none of its CPUs idles. Tasks that sleep are not seen, as in the slides.
 */
#include "sched/fair/place/memory_place.h"

#include "exec/user.h"
#include "sched/domains/domains.h"
#include "sched/fair/place/fork.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

#define OVERLOAD_SIZES 4

static void sum_cpu(const struct ss_world *w, struct find_memory_cpu_frame *me, u32 cpu)
{
    for (i32 task = ss_cfs(w, cpu)->tasks.head; task != SS_NO_TASK; task = w->task[task].queue_next)
        me->footprint += w->user[task].memory_kib;
}

static void begin_llc(struct find_memory_cpu_frame *me, i32 cpu)
{
    me->first = cpu;
    me->footprint = 0;
    me->idle = 0;
    me->core = me->single = -1;
    me->stamp = 0;
}

/* The idlest CPU of the LLC at hand: one of an idle core, the one that idled last among equals. */
static void note_idle(const struct ss_world *w, struct find_memory_cpu_frame *me, bool whole_core)
{
    const u64 stamp = ss_cfs(w, (u32)me->at)->idle_stamp;
    me->idle++;
    if ((me->core >= 0 && !whole_core) || ((me->core >= 0) == whole_core && stamp <= me->stamp))
        return;
    if (whole_core)
        me->core = me->at;
    else
        me->single = me->at;
    me->stamp = stamp;
}

static bool siblings_idle(const struct ss_world *w, u32 cpu)
{
    const u32 words = w->topology.cpu_words;
    const u64 *core = w->topology.core_cpus + (u64)w->topology.core[cpu] * words;
    for (i32 at = ss_bitset_first(core, words); at >= 0;
         at = ss_bitset_next(core, words, (u32)at + 1))
        if (w->sched->rq[at].nr_running || w->sched->rq[at].current != at)
            return false;
    return true;
}

/* The LLC at hand against the best so far. A fit beats all that do not; a tighter fit beats a
 * wider; without one, more idle CPUs, then less allocated; ties stay with the earlier. */
static void compare(const struct ss_world *w, struct find_memory_cpu_frame *me)
{
    const u64 room = (u64)OVERLOAD_SIZES * w->def->llc_kib;
    const u64 hole = room - ss_min_u64(room, me->footprint);
    const bool fits = me->idle && hole && hole >= w->user[me->task].memory_kib;
    bool better = fits && !me->fitted;
    if (fits && me->fitted)
        better = hole < me->best_hole;
    else if (!fits && !me->fitted)
        better = me->idle > me->best_idle ||
                 (me->idle == me->best_idle && me->footprint < me->best_footprint);
    if (!better || !me->idle)
        return;
    me->fitted = fits;
    me->best_hole = hole;
    me->best_idle = me->idle;
    me->best_footprint = me->footprint;
    me->best = me->core >= 0 ? me->core : me->single;
}

/* NULL: the CPU has its LLC to itself, and there is no domain for it. */
static const u64 *span_of(const struct ss_world *w, u32 cpu)
{
    const u32 llc = w->domains->cpu[cpu].sd_llc;
    return llc == SS_NO_DOMAIN ? NULL : ss_span_cpus(w->domains, w->domains->domain[llc].span);
}

/* The first CPU of the LLC at hand, from `from` on, that the task may use. */
static i32 next_of_llc(const struct ss_world *w, const struct find_memory_cpu_frame *me, u32 from)
{
    const u64 *span = span_of(w, (u32)me->first);
    const u64 *allowed = ss_affinity(w, &w->task[me->task]);
    if (span)
        return ss_bitset_next_and(span, allowed, w->topology.cpu_words, from);
    return from <= (u32)me->first && ss_bitset_has(allowed, (u32)me->first) ? me->first : -1;
}

/* The first CPU of the ring from the parent's LLC on whose LLC has not been looked at. */
static i32 next_llc(const struct ss_world *w, const u64 *seen, u32 from)
{
    for (u32 i = 0; i < w->topology.cpus; i++) {
        const u32 cpu = (from + i) % w->topology.cpus;
        if (!ss_bitset_has(seen, cpu))
            return (i32)cpu;
    }
    return -1;
}

static void mark_seen(const struct ss_world *w, u64 *seen, u32 cpu)
{
    const u64 *span = span_of(w, cpu);
    ss_bitset_add(seen, cpu);
    for (u32 i = 0; span && i < w->topology.cpu_words; i++)
        seen[i] |= span[i];
}

bool find_memory_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_memory_cpu);
    const u32 words = w->topology.cpu_words;
    u64 *const seen = ss_select_mask(w, cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    SS_DEBUG_CHECK(w->task[me->task].allowed_count > 1);
    me->best = -1;
    me->best_idle = 0;
    memset(seen, 0, (u64)words * sizeof(u64));
    begin_llc(me, (i32)cpu->number);
    while (me->first >= 0) {
        for (me->at = next_of_llc(w, me, 0); me->at >= 0;
             me->at = next_of_llc(w, me, (u32)me->at + 1)) {
            PATH_SCAN(sched_balance_find_dst_group, WORD(CFS_RQ, me->at, NR),
                      sum_cpu(w, me, (u32)me->at));
            PATH_CALL(test_cpu, .cpu = (u16)me->at,
                      .symbol = SS_SYMBOL_sched_balance_find_dst_group);
            if (cpu->result == SS_CPU_IDLE)
                note_idle(w, me, siblings_idle(w, (u32)me->at));
        }
        compare(w, me);
        mark_seen(w, seen, (u32)me->first);
        begin_llc(me, next_llc(w, seen, cpu->number));
    }
    PATH_RETURN(me->best);
    PATH_END;
}
