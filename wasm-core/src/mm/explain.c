/* The records of explain.h, filled from what a hold counted. */
#include "mm/explain.h"

#include "exec/record.h"

/* Leaves a record and its mark, in which stands how many pages it is about. */
static u32 leave(struct ss_world *w, const struct ss_cpu *cpu, const union ss_explained *record,
                 u32 pages)
{
    u32 id = ss_explain_add(w, cpu, record);
    ss_record(w, cpu, SS_RECORD_DECISION, (u32)cpu->current, record->head.decision, pages, id);
    return id;
}

_Static_assert(SS_MERGE_STOPS == SS_EXPLAIN_STOPS, "a record names the stops of merges");

u32 ss_mm_explain_hold(struct ss_world *w, const struct ss_cpu *cpu, const struct ss_hold *hold,
                       u8 decision, u8 reason, u32 wanted)
{
    const struct ss_mm_cpu *own = ss_mm_own_lists(w, cpu);
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

void ss_mm_explain_fallback(struct ss_world *w, const struct ss_cpu *cpu,
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
