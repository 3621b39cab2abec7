/*
 * A zone: the buddy allocator's free lists, and the lines of memory its users share. One NORMAL
 * zone a node (spec "Per-CPU page lists" 1.1). What a CPU does to a zone in one go is a hold: the
 * structures change at once and the lines touched add up to the time it takes (5.3); waiting for
 * the lock is the business of refill.c and lru_paths.c. Source: mm/page_alloc.c and
 * include/linux/mmzone.h, v4.19.
 */
#ifndef SS_MM_ZONE_H
#define SS_MM_ZONE_H

#include "base/arena.h"
#include "schedscape.h"
#include "mm/page.h"

/* struct free_area of a kernel with 5 migrate types: 16 bytes a list head, then the counter. */
#define SS_FREE_AREA_BYTES 88
#define SS_FREE_AREA_COUNTER 80
#define SS_ZONE_LOCK_OFFSET (SS_ORDERS * SS_FREE_AREA_BYTES + 8)

/* Shared lines besides struct pages. */
enum ss_zone_line {
    SS_LINE_FREE_AREA,
    SS_LINE_ZONE_LOCK = SS_LINE_FREE_AREA + SS_ZONE_LOCK_OFFSET / 64,
    SS_LINE_ZONE_COUNTERS,
    SS_LINE_NODE_COUNTERS,
    SS_LINE_GLOBAL_COUNTERS,
    SS_LINE_LRU_LOCK,
    SS_LINE_LRU_HEAD,
    SS_LINE_CGROUP_SIZE,
    SS_LINE_RECLAIM_STATISTICS,
    SS_ZONE_LINES
};

/* Where a touched line came from, nearest first. */
enum ss_supply {
    SS_SUPPLY_L1,
    SS_SUPPLY_L2,
    SS_SUPPLY_OTHER_CORE,
    SS_SUPPLY_LLC,
    SS_SUPPLY_MEMORY,
    SS_SUPPLIES
};

/* Costs and capacities of the line model. */
struct ss_supply_costs {
    u32 ps[SS_SUPPLIES];
    u32 l1_lines, l2_lines, llc_lines;
};

/* Lists besides the free lists: one active list of the LRU, and for each CPU its per-CPU lists and
 * the pages it has chosen for a flush. */
#define SS_FREE_LISTS (SS_ORDERS * SS_MIGRATE_TYPES)
#define SS_LRU_LIST SS_FREE_LISTS
#define SS_PCP_LISTS 14
#define SS_PCP_CHOSEN SS_PCP_LISTS
#define SS_LISTS_A_CPU (SS_PCP_LISTS + 1)

struct ss_zone_counts {
    u64 allocated, freed; /* pages, by the workload */
    u64 refills, flushes;
    u64 splits, merges, fallbacks;
    u64 acquisitions; /* of the zone lock */
    u64 supply[SS_SUPPLIES];
};

struct ss_zone_state {
    u32 nr_free[SS_ORDERS];
    u32 free_pages;
    u32 isolated; /* pageblocks of type ISOLATE */
    u32 lru_pages;
    u32 socket_fills; /* lines brought into the socket's LLC, modulo 2^32 */
    bool reclaim_active, below_high;
    struct ss_page_line line[SS_ZONE_LINES];
    struct ss_zone_counts count;
};

/* The directory of a zone: constant after creation. */
struct ss_zone {
    struct ss_page *page; /* pages, then list heads */
    u8 *block_type;       /* by pageblock */
    u32 *core_fills;      /* by core of the machine: lines brought into its L2, modulo 2^32 */
    struct ss_zone_state *state;
    struct ss_supply_costs costs;
    u32 pages, cpus;
};

/* What a hold did, page by page; kept of the last refill and the last flush of a zone. */
struct ss_hold_log {
    u64 time; /* it began */
    i32 cpu;  /* of the machine; -1: there was none yet */
    u32 pages, steps;
    u32 explain; /* low half of the id */
    u32 page[SS_HOLD_STEPS], order[SS_HOLD_STEPS], cost_ps[SS_HOLD_STEPS];
};

/* Why a block that was given back did not grow any further. */
enum ss_merge_stop {
    SS_MERGE_IN_USE,    /* its buddy is */
    SS_MERGE_ON_A_LIST, /* its buddy, which is free, but lies on a CPU's list */
    SS_MERGE_IN_PIECES, /* its buddy begins with a free block, but a smaller one */
    SS_MERGE_LARGEST,   /* it is a block of the largest order */
    SS_MERGE_ISOLATED,
    SS_MERGE_STOPS
};

/* What a fallback to another migrate type took. */
enum ss_fallback_extent {
    SS_FALLBACK_LARGE,   /* whole pageblocks */
    SS_FALLBACK_CLAIMED, /* the pageblock, with what is free in it */
    SS_FALLBACK_PIECES,  /* what is free in the pageblock */
    SS_FALLBACK_ONE      /* the block that was found */
};

struct ss_fallback {
    u64 ps;            /* what it cost */
    u32 page, order;   /* the block that was found */
    u32 type;          /* whose list it lay on */
    u32 moved;         /* pages that change lists */
    u32 on_lru, alike; /* pages of the pageblock: on the LRU, and taken for the wanted type's */
    u32 touches, extent;
};

struct ss_pcp_lines;

/* One go of one CPU at a zone. */
struct ss_hold {
    struct ss_zone *zone;
    const struct ss_pcp_lines *lists; /* pcp_lines.h; NULL: lines of lists cost nothing */
    struct ss_page_line *own;         /* of the CPU's lists, then */
    u64 ps;                           /* what the touches cost so far */
    u32 core;
    u32 pages, splits, merges, fallbacks;
    u32 touches;
    u32 highest;                 /* order: of the largest block split or made */
    u32 single;                  /* pages given back that did not merge at all */
    u32 stopped[SS_MERGE_STOPS]; /* blocks given back, by why they grew no further */
    struct ss_fallback fallback; /* the first, if there were any */
    i32 first;                   /* page, or -1 */
    struct ss_hold_log *log;     /* NULL: no steps are kept */
};

/* Where a hold stood before a step. */
struct ss_hold_mark {
    u64 ps;
    u32 splits, merges;
};

static inline struct ss_hold_mark ss_hold_mark(const struct ss_hold *hold)
{
    return (struct ss_hold_mark){hold->ps, hold->splits, hold->merges};
}

/* Notes a page that was taken or given back since the mark: each split or merge is one order. */
static inline void ss_hold_note(struct ss_hold *hold, u32 page, const struct ss_hold_mark *before)
{
    struct ss_hold_log *log = hold->log;
    if (!log || log->steps == SS_HOLD_STEPS)
        return;
    log->page[log->steps] = page;
    log->order[log->steps] = hold->splits - before->splits + hold->merges - before->merges;
    log->cost_ps[log->steps] = (u32)(hold->ps - before->ps);
    log->steps++;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static inline enum ss_supply ss_supply_of(const struct ss_zone *z, u32 core,
                                          const struct ss_page_line *line)
{
    if (line->core == SS_UNTOUCHED)
        return SS_SUPPLY_MEMORY;
    u32 since = z->core_fills[line->core] - line->core_fills;
    if (since < z->costs.l2_lines) {
        if (line->core != core)
            return SS_SUPPLY_OTHER_CORE;
        return since < z->costs.l1_lines ? SS_SUPPLY_L1 : SS_SUPPLY_L2;
    }
    return z->state->socket_fills - line->socket_fills < z->costs.llc_lines ? SS_SUPPLY_LLC
                                                                            : SS_SUPPLY_MEMORY;
}

/* The core touches a line; what comes from beyond its L2 fills it and the LLC. Returns ps. */
static inline u32 ss_line_touch(struct ss_hold *hold, struct ss_page_line *line)
{
    struct ss_zone *z = hold->zone;
    enum ss_supply supply = ss_supply_of(z, hold->core, line);
    if (supply > SS_SUPPLY_L2) {
        z->core_fills[hold->core]++;
        z->state->socket_fills++;
    }
    line->core = (u16)hold->core;
    line->core_fills = z->core_fills[hold->core];
    line->socket_fills = z->state->socket_fills;
    z->state->count.supply[supply]++;
    hold->touches++;
    return z->costs.ps[supply];
}

static inline void ss_touch_line(struct ss_hold *hold, u32 line)
{
    hold->ps += ss_line_touch(hold, &hold->zone->state->line[line]);
}

/* Heads of lists are no pages: their line is touched by name. */
static inline void ss_touch_page(struct ss_hold *hold, u32 page)
{
    if (page < hold->zone->pages)
        hold->ps += ss_line_touch(hold, &hold->zone->page[page].line);
}

/* ---- lists of a zone ------------------------------------------------------------------------- */

static inline u32 ss_free_list(const struct ss_zone *z, u32 order, u32 type)
{
    return z->pages + order * SS_MIGRATE_TYPES + type;
}

static inline u32 ss_lru_list(const struct ss_zone *z)
{
    return z->pages + SS_LRU_LIST;
}

/* `cpu` counts the CPUs of the zone. */
static inline u32 ss_pcp_list(const struct ss_zone *z, u32 cpu, u32 list)
{
    return z->pages + SS_LRU_LIST + 1 + cpu * SS_LISTS_A_CPU + list;
}

static inline u32 ss_block_type(const struct ss_zone *z, u32 page)
{
    return z->block_type[page >> SS_PAGEBLOCK_ORDER];
}

static inline bool ss_page_is_free(const struct ss_zone *z, u32 page, u32 order)
{
    return z->page[page].line.marks == (SS_PAGE_BUDDY | order);
}

/* Takes the memory of a zone of `pages` (whole blocks of 1024) that `cpus` CPUs use, on a machine
 * of `cores`. NULL-safe in counting mode: the state pointer stays NULL. */
void ss_zone_create(struct ss_zone *zone, struct ss_arena *state, u32 pages, u32 cpus, u32 cores);

/* All pages free as largest blocks on the movable lists, ascending; no line was ever touched. */
void ss_zone_start(struct ss_zone *zone);

void ss_block_set_type(struct ss_zone *zone, u32 block, u32 type);

/* Begins a hold of a core. */
static inline struct ss_hold ss_hold_begin(struct ss_zone *zone, u32 core)
{
    return (struct ss_hold){.zone = zone, .core = core, .first = -1};
}

#endif
