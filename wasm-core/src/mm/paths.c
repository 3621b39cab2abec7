/* The kernel paths of mm.h: to a zone and back, under one of its two locks. */
#include "base/histogram.h"
#include "exec/lock.h"
#include "mm/mm.h"

#include "exec/record.h"
#include "mm/pcp_modern.h"

/* Instructions of one page in a hold, as multiples of the machine's step (spec 5.3). */
#define REFILL_STEPS 12
#define FLUSH_STEPS 10
#define MERGE_STEPS 4
#define LRU_STEPS 25
#define CHOOSE_STEPS 4

#define DECAY_NS 1000 /* the worker's own work at one zone; an assumption */

static struct ss_mm_cpu *own_lists(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->cpu[cpu->number];
}

static struct ss_mm_zone *own_zone(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->zone_state[own_lists(w, cpu)->zone];
}

u64 ss_mm_ns(struct ss_world *w, const struct ss_cpu *cpu, u64 ps)
{
    struct ss_mm_cpu *own = own_lists(w, cpu);
    u64 sum = ps + own->ps;
    own->ps = (u32)(sum % 1000);
    return sum / 1000;
}

void ss_mm_score(struct ss_world *w, u32 n)
{
    *w->mm->half_pages += n;
    w->clock->score = *w->mm->half_pages / 2;
}

u64 ss_mm_memory_wait(struct ss_world *w, const struct ss_cpu *cpu, u32 n)
{
    struct ss_mm_zone *zone = own_zone(w, cpu);
    u64 begin = ss_max_u64(zone->memory_free_at, cpu->clock);
    zone->memory_free_at = begin + (u64)n * w->mm->zero_ps / 1000;
    return zone->memory_free_at - cpu->clock;
}

/* ---- waiting and holding --------------------------------------------------------------------- */

static void open_window(struct ss_lock_times *times)
{
    times->waited_before = times->waited;
    times->held_before = times->held;
    times->takes_before = times->takes;
}

/* The lock was asked for at `asked`, is held since `taken`, and will be let go in `hold` ns. */
static void count_hold(struct ss_world *w, const struct ss_cpu *cpu, struct ss_lock_times *times,
                       u64 asked, u64 hold)
{
    struct ss_mm_zone *zone = own_zone(w, cpu);
    if (w->clock->measuring && !zone->measuring) {
        zone->measuring = true;
        open_window(&zone->zone_times);
        open_window(&zone->lru_times);
    }
    times->waited += cpu->clock - asked;
    times->held += hold;
    times->takes++;
    times->longest_hold = ss_max_u32(times->longest_hold, (u32)ss_min_u64(hold, UINT32_MAX));
}

/* Leaves a record and its mark, in which stands how many pages it is about. */
static u32 leave(struct ss_world *w, const struct ss_cpu *cpu, const union ss_explained *record,
                 u32 pages)
{
    u32 id = ss_explain_add(w, cpu, record);
    ss_record(w, cpu, SS_RECORD_DECISION, (u32)cpu->current, record->head.decision, pages, id);
    return id;
}

_Static_assert(SS_MERGE_STOPS == SS_EXPLAIN_STOPS, "a record names the stops of merges");

static u32 explain(struct ss_world *w, const struct ss_cpu *cpu, const struct ss_hold *hold,
                   u8 decision, u8 reason, u32 wanted)
{
    const struct ss_mm_cpu *own = own_lists(w, cpu);
    struct ss_explain_hold record = {
        .form = SS_FORM_HOLD,
        .decision = decision,
        .reason = reason,
        .task = cpu->current,
        .chosen = -1,
        .previous = -1,
        .accesses = hold->touches,
        .cost = (u32)(hold->ps / 1000),
        .first = hold->first,
        .wanted = wanted,
        .pages = hold->pages,
        .single = hold->single,
        .work = hold->splits + hold->merges,
        .order = hold->highest,
        .listed = own->pcp.count,
    };
    for (u32 i = 0; i < SS_MERGE_STOPS; i++)
        record.stopped[i] = hold->stopped[i];
    return leave(w, cpu, &(const union ss_explained){.hold = record}, hold->pages);
}

/* One for all fallbacks of a refill: a zone in pieces has many, and they are alike. */
static void explain_fallback(struct ss_world *w, const struct ss_cpu *cpu,
                             const struct ss_hold *hold, u32 wanted)
{
    const struct ss_fallback *taken = &hold->fallback;
    const struct ss_explain_fallback record = {
        .form = SS_FORM_FALLBACK,
        .decision = SS_DECISION_FALLBACK,
        .reason = (u8)(SS_REASON_FALLBACK_LARGE + taken->extent),
        .task = cpu->current,
        .chosen = -1,
        .previous = -1,
        .accesses = taken->touches,
        .cost = (u32)(taken->ps / 1000),
        .page = (i32)taken->page,
        .wanted = wanted,
        .type = taken->type,
        .order = taken->order,
        .fallbacks = hold->fallbacks,
        .moved = taken->moved,
        .on_lru = taken->on_lru,
        .alike = taken->alike,
    };
    leave(w, cpu, &(const union ss_explained){.fallback = record}, taken->moved);
}

/* Begins a refill or a flush, whose steps take the place of the last one's. */
static struct ss_hold begin_logged(struct ss_world *w, const struct ss_cpu *cpu, u32 which)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    hold.log = &own_zone(w, cpu)->last[which];
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

/* ---- the CPU's own lists --------------------------------------------------------------------- */

u32 ss_mm_take(const struct ss_mm *mm, struct ss_hold *hold, struct ss_mm_cpu *own, u32 type)
{
    u32 page = ss_pcp_take(hold, &own->pcp, type);
    if (page == SS_NO_PAGE)
        return page;
    /* Once an allocation: the refill between two tries does not ask for it. */
    if (mm->form == SS_PCP_FORM_MODERN)
        ss_pcp_modern_allocates(&own->pcp);
    struct ss_zone_state *state = hold->zone->state;
    hold->zone->page[page].line.marks = SS_PAGE_USED;
    /* Zeroing: 64 lines of data pass through the core's caches. */
    hold->zone->core_fills[hold->core] += 4096 / 64;
    state->socket_fills += 4096 / 64;
    state->count.allocated++;
    return page;
}

u32 ss_mm_put(const struct ss_mm *mm, struct ss_hold *hold, struct ss_mm_cpu *own, u32 page)
{
    struct ss_zone *zone = hold->zone;
    struct ss_pcp *pcp = &own->pcp;
    SS_DEBUG_CHECK(zone->page[page].line.marks == SS_PAGE_USED);
    zone->page[page].line.marks = 0;
    own->put_list = ss_pcp_free_list(zone, page);
    ss_pcp_put(hold, pcp, own->put_list, page);
    zone->state->count.freed++;
    if (mm->form == SS_PCP_FORM_MODERN)
        return ss_pcp_modern_frees(pcp, zone, 0);
    return pcp->count >= pcp->high ? ss_min_u32(pcp->batch, pcp->count) : 0;
}

/* ---- refill ---------------------------------------------------------------------------------- */

static u64 refill_now(struct ss_world *w, struct ss_cpu *cpu, u32 type, u32 want, u32 *got)
{
    struct ss_mm_cpu *own = own_lists(w, cpu);
    struct ss_hold hold = begin_logged(w, cpu, 0);
    *got = ss_pcp_refill(&hold, &own->pcp, type, want);
    hold.ps += (u64)*got * REFILL_STEPS * w->mm->instruction_ps;
    hold.zone->state->count.refills++;
    count_buddy(hold.zone, &hold);
    u8 reason = !*got            ? SS_REASON_ZONE_EMPTY
                : hold.fallbacks ? SS_REASON_LIST_EMPTY_FALLBACK
                                 : SS_REASON_LIST_EMPTY;
    if (hold.fallbacks)
        explain_fallback(w, cpu, &hold, type);
    hold.log->explain = explain(w, cpu, &hold, SS_DECISION_REFILL, reason, want);
    hold.log->pages = hold.pages;
    return ss_mm_ns(w, cpu, hold.ps);
}

bool pcp_refill(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pcp_refill);
    struct ss_mm_cpu *const own = own_lists(w, cpu);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, own_zone(w, cpu)->lock);
    SS_DEBUG_CHECK(me->type < SS_MIGRATE_TYPES);
    me->began = cpu->clock;
    cpu->symbol = SS_SYMBOL_get_page_from_freelist;
    me->want = own->pcp.batch;
    if (w->mm->form == SS_PCP_FORM_MODERN)
        me->want = ss_pcp_modern_refill_size(&own->pcp, ss_mm_zone_of(w, cpu), 0);
    me->asked = cpu->clock;
    PATH_CALL(spin_lock, .lock = own_zone(w, cpu)->lock);
    me->hold = refill_now(w, cpu, me->type, me->want, &me->got);
    count_hold(w, cpu, &own_zone(w, cpu)->zone_times, me->asked, me->hold);
    PATH_COMPUTE(me->hold);
    PATH_CALL(spin_unlock, .lock = own_zone(w, cpu)->lock);
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
    u64 ps = ss_pcp_choose(&hold, &own_lists(w, cpu)->pcp, n) / 2; /* they overlap */
    return ss_mm_ns(w, cpu, ps + (u64)n * CHOOSE_STEPS * w->mm->instruction_ps);
}

static u64 flush_now(struct ss_world *w, struct ss_cpu *cpu, u32 n, bool decays)
{
    struct ss_mm_cpu *own = own_lists(w, cpu);
    struct ss_hold hold = begin_logged(w, cpu, 1);
    if (w->mm->form == SS_PCP_FORM_MODERN)
        ss_pcp_modern_flush(&hold, &own->pcp, n, decays ? 0 : own->put_list);
    else
        ss_pcp_flush(&hold, &own->pcp);
    hold.ps += (u64)(hold.pages * FLUSH_STEPS + hold.merges * MERGE_STEPS) * w->mm->instruction_ps;
    hold.zone->state->count.flushes++;
    count_buddy(hold.zone, &hold);
    hold.log->explain = explain(w, cpu, &hold, SS_DECISION_FLUSH,
                                decays ? SS_REASON_HIGH_DECAYED : SS_REASON_ABOVE_HIGH, n);
    hold.log->pages = hold.pages;
    return ss_mm_ns(w, cpu, hold.ps);
}

/* The kernel before chunks (v4.x) has n = batch anyway. */
bool pcp_flush(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pcp_flush);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, own_zone(w, cpu)->lock);
    SS_DEBUG_CHECK(me->n <= own_lists(w, cpu)->pcp.count);
    cpu->symbol = SS_SYMBOL_free_pcppages_bulk;
    while (me->n) {
        me->chunk = ss_min_u32(me->n, own_lists(w, cpu)->pcp.batch);
        PATH_COMPUTE(choose_now(w, cpu, me->chunk));
        me->asked = cpu->clock;
        PATH_CALL(spin_lock, .lock = own_zone(w, cpu)->lock);
        me->hold = flush_now(w, cpu, me->chunk, me->decays);
        count_hold(w, cpu, &own_zone(w, cpu)->zone_times, me->asked, me->hold);
        PATH_COMPUTE(me->hold);
        PATH_CALL(spin_unlock, .lock = own_zone(w, cpu)->lock);
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
    me->n = ss_pcp_modern_decay(&own_lists(w, cpu)->pcp, &me->more);
    if (me->n)
        PATH_CALL(pcp_flush, .n = me->n, .decays = true);
    PATH_END;
}

/* ---- LRU ------------------------------------------------------------------------------------- */

static u64 lru_cost(struct ss_world *w, struct ss_cpu *cpu, const struct ss_hold *hold)
{
    return ss_mm_ns(w, cpu, hold->ps + (u64)hold->pages * LRU_STEPS * w->mm->instruction_ps);
}

static u64 add_now(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_mm_cpu *own = own_lists(w, cpu);
    struct ss_hold hold = ss_mm_begin(w, cpu);
    ss_lru_add(&hold, &own->pcp, &own->pagevec);
    return lru_cost(w, cpu, &hold);
}

bool lru_add(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(lru_add);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, own_zone(w, cpu)->lru_lock);
    SS_DEBUG_CHECK(own_lists(w, cpu)->pagevec.count);
    cpu->symbol = SS_SYMBOL_pagevec_lru_move_fn;
    me->asked = cpu->clock;
    PATH_CALL(spin_lock, .lock = own_zone(w, cpu)->lru_lock);
    me->hold = add_now(w, cpu);
    count_hold(w, cpu, &own_zone(w, cpu)->lru_times, me->asked, me->hold);
    PATH_COMPUTE(me->hold);
    PATH_CALL(spin_unlock, .lock = own_zone(w, cpu)->lru_lock);
    PATH_END;
}

static u64 delete_now(struct ss_world *w, struct ss_cpu *cpu, u32 first, u32 n)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    ss_lru_delete(&hold, &own_lists(w, cpu)->pcp, w->mm->mapping + first, n);
    return lru_cost(w, cpu, &hold);
}

bool lru_delete(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(lru_delete);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, own_zone(w, cpu)->lru_lock);
    SS_DEBUG_CHECK(me->n && me->n <= w->mm->release_pages);
    cpu->symbol = SS_SYMBOL_release_pages;
    me->asked = cpu->clock;
    PATH_CALL(spin_lock, .lock = own_zone(w, cpu)->lru_lock);
    me->hold = delete_now(w, cpu, me->first, me->n);
    count_hold(w, cpu, &own_zone(w, cpu)->lru_times, me->asked, me->hold);
    PATH_COMPUTE(me->hold);
    PATH_CALL(spin_unlock, .lock = own_zone(w, cpu)->lru_lock);
    PATH_END;
}
