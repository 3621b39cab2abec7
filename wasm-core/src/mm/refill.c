/* The paths of refill.h. */
#include "mm/refill.h"

#include "base/histogram.h"
#include "exec/lock.h"
#include "mm/explain.h"
#include "mm/hold_times.h"
#include "mm/own_lists.h"
#include "mm/pcp_modern.h"
#include "policy/program.h"

/* Instructions of one page in a hold, as multiples of the machine's step (spec 5.3). */
#define REFILL_STEPS 12
#define FLUSH_STEPS 10
#define MERGE_STEPS 4
#define CHOOSE_STEPS 4

#define DECAY_NS 1000 /* the worker's own work at one zone; an assumption */

/* Begins a refill or a flush, whose steps take the place of the last one's. */
static struct ss_hold begin_logged(struct ss_world *w, const struct ss_cpu *cpu, u32 which)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    hold.log = &ss_mm_own_zone(w, cpu)->last[which];
    hold.log->time = cpu->clock;
    hold.log->cpu = (i32)cpu->number;
    hold.log->steps = 0;
    return hold;
}

static void count_buddy(struct ss_zone *zone, const struct ss_hold *hold)
{
    struct ss_zone_counts *count = &zone->state->count;
    count->splits += hold->splits;
    count->merges += hold->merges;
    count->fallbacks += hold->fallbacks;
}

/* ---- refill ---------------------------------------------------------------------------------- */

static u64 refill_now(struct ss_world *w, struct ss_cpu *cpu, u32 type, u32 want, u32 *got)
{
    struct ss_mm_cpu *own = ss_mm_own_lists(w, cpu);
    struct ss_hold hold = begin_logged(w, cpu, 0);
    *got = ss_pcp_refill(&hold, &own->pcp, type, want);
    hold.ps += (u64)*got * REFILL_STEPS * w->mm->instruction_ps;
    hold.zone->state->count.refills++;
    count_buddy(hold.zone, &hold);
    u8 reason = !*got            ? SS_REASON_ZONE_EMPTY
                : hold.fallbacks ? SS_REASON_LIST_EMPTY_FALLBACK
                                 : SS_REASON_LIST_EMPTY;
    if (hold.fallbacks)
        ss_mm_explain_fallback(w, cpu, &hold, type);
    hold.log->explain = ss_mm_explain_hold(w, cpu, &hold, SS_DECISION_REFILL, reason, want);
    hold.log->pages = hold.pages;
    return ss_mm_ns(w, cpu, hold.ps);
}

bool pcp_refill(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pcp_refill);
    struct ss_mm_cpu *const own = ss_mm_own_lists(w, cpu);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, ss_mm_own_zone(w, cpu)->lock);
    SS_DEBUG_CHECK(me->type < SS_MIGRATE_TYPES);
    me->began = cpu->clock;
    cpu->symbol = SS_SYMBOL_get_page_from_freelist;
    me->want = own->pcp.batch;
    if (w->mm->form == SS_PCP_FORM_MODERN)
        me->want = ss_pcp_modern_refill_size(&own->pcp, ss_mm_zone_of(w, cpu), 0);
    if (ss_policy_asks(w, SS_POLICY_POINT_PCP_REFILL)) {
        w->policy->begin(
            w, cpu, SS_POLICY_POINT_PCP_REFILL,
            (i64[SS_POLICY_ARGUMENTS]){cpu->number, own->pcp.count, own->pcp.batch, own->pcp.high});
        PATH_CALL_THROUGH(w->policy->program, policy_program);
        if (cpu->result != SS_POLICY_LEFT)
            me->want = (u32)cpu->result;
    }
    me->asked = cpu->clock;
    PATH_LOCK(ss_mm_own_zone(w, cpu)->lock);
    me->hold = refill_now(w, cpu, me->type, me->want, &me->got);
    ss_mm_count_hold(w, cpu, &ss_mm_own_zone(w, cpu)->zone_times, me->asked, me->hold);
    PATH_COMPUTE(me->hold);
    PATH_UNLOCK(ss_mm_own_zone(w, cpu)->lock);
    if (w->latencies)
        ss_histogram_add(&w->latency[SS_LATENCY_REFILL], cpu->clock - me->began);
    PATH_RETURN(me->got);
    PATH_END;
}

/* ---- flush ----------------------------------------------------------------------------------- */

/* What comes before the lock: v4.19 sets the pages apart. ns. */
static u64 choose_now(struct ss_world *w, struct ss_cpu *cpu, u32 n)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    if (w->mm->form == SS_PCP_FORM_MODERN)
        return 0;
    u64 ps = ss_pcp_choose(&hold, &ss_mm_own_lists(w, cpu)->pcp, n) / 2; /* they overlap */
    return ss_mm_ns(w, cpu, ps + (u64)n * CHOOSE_STEPS * w->mm->instruction_ps);
}

static u64 flush_now(struct ss_world *w, struct ss_cpu *cpu, u32 n, bool decays)
{
    struct ss_mm_cpu *own = ss_mm_own_lists(w, cpu);
    struct ss_hold hold = begin_logged(w, cpu, 1);
    if (w->mm->form == SS_PCP_FORM_MODERN)
        ss_pcp_modern_flush(&hold, &own->pcp, n, decays ? 0 : own->put_list);
    else
        ss_pcp_flush(&hold, &own->pcp);
    hold.ps += (u64)(hold.pages * FLUSH_STEPS + hold.merges * MERGE_STEPS) * w->mm->instruction_ps;
    hold.zone->state->count.flushes++;
    count_buddy(hold.zone, &hold);
    hold.log->explain =
        ss_mm_explain_hold(w, cpu, &hold, SS_DECISION_FLUSH,
                           decays ? SS_REASON_HIGH_DECAYED : SS_REASON_ABOVE_HIGH, n);
    hold.log->pages = hold.pages;
    return ss_mm_ns(w, cpu, hold.ps);
}

/* The kernel before chunks (v4.x) has n = batch anyway. */
bool pcp_flush(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pcp_flush);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, ss_mm_own_zone(w, cpu)->lock);
    SS_DEBUG_CHECK(me->n <= ss_mm_own_lists(w, cpu)->pcp.count);
    cpu->symbol = SS_SYMBOL_free_pcppages_bulk;
    while (me->n) {
        me->chunk = ss_min_u32(me->n, ss_mm_own_lists(w, cpu)->pcp.batch);
        PATH_COMPUTE(choose_now(w, cpu, me->chunk));
        me->asked = cpu->clock;
        PATH_LOCK(ss_mm_own_zone(w, cpu)->lock);
        me->hold = flush_now(w, cpu, me->chunk, me->decays);
        ss_mm_count_hold(w, cpu, &ss_mm_own_zone(w, cpu)->zone_times, me->asked, me->hold);
        PATH_COMPUTE(me->hold);
        PATH_UNLOCK(ss_mm_own_zone(w, cpu)->lock);
        me->n -= me->chunk;
    }
    PATH_END;
}

bool decay_pcp_high(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(decay_pcp_high);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(w->mm->form == SS_PCP_FORM_MODERN);
    cpu->symbol = SS_SYMBOL_free_pcppages_bulk;
    PATH_COMPUTE(DECAY_NS);
    me->n = ss_pcp_modern_decay(&ss_mm_own_lists(w, cpu)->pcp, &me->more);
    if (me->n)
        PATH_CALL_LAST(pcp_flush, .n = me->n, .decays = true);
    PATH_END;
}
