/*
 * The page lists as a room of the world: zones with their locks, the CPUs' lists, and the kernel
 * paths that go to a zone. A path takes the lock, does the whole of its work on the structures at
 * that moment, and holds the lock for as long as the lines it touched take (level B of spec
 * "Per-CPU page lists" 5.3): others cannot look meanwhile, so nothing is lost by not stopping at
 * each line. Tasks use the memory of their own node only.
 */
#ifndef SS_MM_MM_H
#define SS_MM_MM_H

#include "base/message.h"
#include "exec/path.h"
#include "exec/room.h"
#include "mm/lru.h"
#include "mm/pcp_lines.h"

/* Decisions and reasons of explain records, numbered behind those of the scheduler. Traces count
 * decisions by number: those are never renumbered. */
#define SS_MM_FIRST_CODE 128
#define SS_MM_FIRST_REASON 232
#define SS_MM_DECISION_LIST(X)                                                                     \
    X(REFILL, "rmqueue_bulk")                                                                      \
    X(FLUSH, "free_pcppages_bulk")                                                                 \
    X(FALLBACK, "steal_suitable_fallback")

#define SS_MM_REASON_LIST(X)                                                                       \
    X(LIST_EMPTY, "the CPU's list was empty")                                                      \
    X(LIST_EMPTY_FALLBACK, "the CPU's list was empty, and so were the zone's lists of its type")   \
    X(ZONE_EMPTY, "the zone has no pages left")                                                    \
    X(ABOVE_HIGH, "the CPU's lists reached their high mark")                                       \
    X(HIGH_DECAYED, "high was lowered, as it is once per second, and the list held more")          \
    X(FALLBACK_LARGE, "the block found is a whole pageblock or more: all of it changes its type")  \
    X(FALLBACK_CLAIMED,                                                                            \
      "at least half of the pageblock is free or of this type: it changes its type")               \
    X(FALLBACK_PIECES,                                                                             \
      "most of the pageblock is in use for another type: only its free pages move")                \
    X(FALLBACK_ONE, "only the block found moves: its pageblock keeps its type")

enum ss_mm_decision {
    SS_MM_DECISION_BEFORE = SS_MM_FIRST_CODE - 1,
#define X(id, name) SS_DECISION_##id,
    SS_MM_DECISION_LIST(X)
#undef X
};

enum ss_mm_reason {
    SS_MM_REASON_BEFORE = SS_MM_FIRST_REASON - 1,
#define X(id, name) SS_REASON_##id,
    SS_MM_REASON_LIST(X)
#undef X
};

/* What a workload wants: a zone on each of the first `zones` nodes, and for each of `tasks` a
 * mapping of `mapping` pages, with `tables` pages for its page table (0: those are left out). */
struct ss_mm_needs {
    u32 zones, tasks, mapping, tables;
    bool rests; /* tasks sleep between two rounds: only there they can change their CPU */
};

/* Waiting for and holding one lock, ns. */
struct ss_lock_times {
    u64 waited, held;
    u64 waited_before, held_before; /* when the measured window began */
    u64 takes, takes_before;
    u32 longest_hold;
};

/* What of a zone only the world knows. */
struct ss_mm_zone {
    i32 lock, lru_lock;
    bool measuring; /* the ..._before are set */
    struct ss_lock_times zone_times, lru_times;
    struct ss_hold_log last[2]; /* refill, flush */
    u64 memory_free_at;         /* the third resource: memory bandwidth, in order of arrival */
};

struct ss_mm_cpu {
    struct ss_pcp pcp;
    struct ss_pagevec pagevec;
    u32 ps; /* cost below a whole ns, kept for the next */
    i32 zone;
    u32 put_list; /* of the page freed last: where flushes of modern kernels begin */
};

struct ss_mm {
    struct ss_mm_needs needs; /* of the workload, set before anything is counted */
    u32 form;                 /* PCP_FORM_... */
    u32 pagevec_pages, release_pages;
    u32 instruction_ps, handover_ns, zero_ps;
    struct ss_zone zone[SS_LIMIT_NODES];
    struct ss_mm_zone *zone_state;
    struct ss_mm_cpu *cpu;
    u32 *mapping;    /* by task of the workload: its mapped pages, then those of its page table */
    u64 *half_pages; /* [0]: pages allocated and pages freed, counted together */
    struct ss_pcp_lines lists;
    struct ss_page_line *list_line; /* [cpu * lists.lines + line] */
};

/* The room of worlds whose workload wants zones (w->mm is NULL in others). */
extern const struct ss_room ss_mm_room;

/* The lines of the CPUs' lists, a room apart, so that they lie behind all others: their address is
 * in no trace. */
extern const struct ss_room ss_page_lists_room;

/* A change (INTERVENE_PCP_...) of all lists to so many pages. */
void ss_mm_change(struct ss_world *w, u32 kind, u32 pages);

/* The lists of a CPU, and the zone they are filled from: what changes of it, and its pages. */
static inline struct ss_mm_cpu *ss_mm_own_lists(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->cpu[cpu->number];
}

static inline struct ss_mm_zone *ss_mm_own_zone(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->zone_state[ss_mm_own_lists(w, cpu)->zone];
}

static inline struct ss_zone *ss_mm_zone_of(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->zone[w->mm->cpu[cpu->number].zone];
}

static inline struct ss_hold ss_mm_begin(const struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_mm *mm = w->mm;
    struct ss_hold hold = ss_hold_begin(ss_mm_zone_of(w, cpu), w->topology.core[cpu->number]);
    if (mm->lists.lines) {
        hold.lists = &mm->lists;
        hold.own = mm->list_line + (u64)cpu->number * mm->lists.lines;
    }
    return hold;
}

#endif
