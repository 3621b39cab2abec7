/*
 * The door to the page lists: the formulas, and sequences of allocations and frees on one CPU and
 * one zone whose pages are all free and movable at the start. Every answer of a sequence begins
 * with the state after its init.
 *
 * In: 0 ZONE cap_pages rows (managed)[rows]. Out, a row: batch size, batch, high.
 * In: 1 HIGH rows (high)[rows]. Out, a row: high, batch.
 * In: 2 MODERN_ZONE rows (managed low_watermark cpus)[rows]. Out, a row: batch, high_min, high_max.
 * In: 3 SEQUENCE pages batch high shown steps; a step:
 *   0 ALLOC type n | 1 FREE n page[n] | 2 FREE_RUN from to step | 3 DRAIN_ALL | 4 DRAIN_BATCH
 *   5 BLOCK_TYPE block type
 *   Out, a step: page that was to be freed but is not in use, or -1; ALLOC: n pages, -1 for none;
 *   then the state: count, three list lengths, acquisitions of the zone's lock, free pages, free
 *   blocks by order; by order and migrate type: blocks, then at most `shown` of them from the head;
 *   the three per-CPU lists from the head.
 * In: 4 MODERN_SEQUENCE pages batch high_min high_max steps; a step:
 *   0 ALLOC order n | 1 FREE order n | 2 ZONE_FLAGS reclaim_active below_high
 *   3 FREE_HIGH_BATCH value | 4 DECAY
 *   Frees give back what was allocated, last first; then blocks straight out of the zone.
 *   Out, a step: number of refills and the blocks asked in each; number of flushes and the pages of
 *   each; DECAY only: 1 if the worker should come again, else 0; all: the state: count, high,
 *   alloc_factor, free_count, PREV_FREE_HIGH_ORDER.
 */
#include "probe/probe.h"

#include "mm/batch.h"
#include "mm/buddy.h"
#include "mm/pcp_modern.h"

enum question { ZONE, HIGH, MODERN_ZONE, SEQUENCE, MODERN_SEQUENCE };
enum step { ALLOC, FREE, FREE_RUN, DRAIN_ALL, DRAIN_BATCH, BLOCK_TYPE };
enum modern_step { M_ALLOC, M_FREE, M_ZONE_FLAGS, M_FREE_HIGH_BATCH, M_DECAY };

#define MOST_PAGES (1 << 22) /* 80 MiB of the probe's memory */
#define MOST_ROWS (1 << 20)
#define NOBODY UINT32_MAX

struct scene {
    struct ss_probe *probe;
    struct ss_zone zone;
    struct ss_pcp pcp;
    u32 shown;
    u32 taken[SS_ORDERS]; /* modern: blocks handed out, a stack by order through page.next */
};

/* ---- formulas -------------------------------------------------------------------------------- */

static void answer_zone(struct ss_probe *probe)
{
    u32 cap = (u32)ss_probe_read_range(probe, 1, MOST_PAGES);
    i32 rows = ss_probe_read_range(probe, 0, MOST_ROWS);
    for (i32 i = 0; i < rows && !probe->bad; i++) {
        u32 managed = (u32)ss_probe_read(probe);
        struct ss_batch batch = ss_batch_of_zone(managed, cap);
        ss_probe_write(probe, (i32)ss_zone_batch_size(managed, cap));
        ss_probe_write(probe, (i32)batch.batch);
        ss_probe_write(probe, (i32)batch.high);
    }
}

static void answer_high(struct ss_probe *probe)
{
    i32 rows = ss_probe_read_range(probe, 0, MOST_ROWS);
    for (i32 i = 0; i < rows && !probe->bad; i++) {
        struct ss_batch batch = ss_batch_of_high((u32)ss_probe_read(probe));
        ss_probe_write(probe, (i32)batch.high);
        ss_probe_write(probe, (i32)batch.batch);
    }
}

static void answer_modern_zone(struct ss_probe *probe)
{
    i32 rows = ss_probe_read_range(probe, 0, MOST_ROWS);
    for (i32 i = 0; i < rows && !probe->bad; i++) {
        u32 managed = (u32)ss_probe_read(probe), low = (u32)ss_probe_read(probe);
        u32 cpus = (u32)ss_probe_read_range(probe, 1, MOST_ROWS);
        struct ss_modern_batch batch = ss_batch_modern(managed, low, cpus);
        ss_probe_write(probe, (i32)batch.batch);
        ss_probe_write(probe, (i32)batch.high_min);
        ss_probe_write(probe, (i32)batch.high_max);
    }
}

/* ---- a zone with one CPU --------------------------------------------------------------------- */

static bool make_zone(struct scene *s)
{
    u32 pages = (u32)ss_probe_read_range(s->probe, SS_BLOCK_PAGES, MOST_PAGES);
    s->probe->bad |= pages % SS_BLOCK_PAGES != 0;
    ss_zone_create(&s->zone, s->probe->arena, pages, 1, 1);
    if (s->probe->bad || s->probe->arena->failed)
        return false;
    ss_zone_start(&s->zone);
    return true;
}

static struct ss_hold begin(struct scene *s)
{
    return ss_hold_begin(&s->zone, 0);
}

/* ---- v4.18 and v4.19 ------------------------------------------------------------------------- */

static u32 allocate(struct scene *s, u32 type)
{
    struct ss_hold hold = begin(s);
    if (!s->pcp.length[type])
        ss_pcp_refill(&hold, &s->pcp, type, s->pcp.batch);
    u32 page = ss_pcp_take(&hold, &s->pcp, type);
    if (page != SS_NO_PAGE)
        s->zone.page[page].line.marks = SS_PAGE_USED | (type == SS_MOVABLE ? SS_PAGE_LRU : 0);
    return page;
}

static void flush(struct scene *s, u32 n)
{
    struct ss_hold hold = begin(s);
    n = ss_min_u32(n, s->pcp.count);
    if (!n)
        return;
    ss_pcp_choose(&hold, &s->pcp, n);
    ss_pcp_flush(&hold, &s->pcp);
}

/* Returns the page if it is not in use, else NOBODY. */
static u32 free_page(struct scene *s, u32 page)
{
    struct ss_zone *z = &s->zone;
    if (page >= z->pages || !(z->page[page].line.marks & SS_PAGE_USED))
        return page;
    struct ss_hold hold = begin(s);
    z->page[page].line.marks = 0;
    u32 list = ss_pcp_free_list(z, page);
    if (ss_block_type(z, page) == SS_ISOLATE) {
        z->state->count.acquisitions++;
        ss_buddy_insert(&hold, page, 0, SS_ISOLATE);
        return NOBODY;
    }
    ss_pcp_put(&hold, &s->pcp, list, page);
    if (s->pcp.count >= s->pcp.high)
        flush(s, s->pcp.batch);
    return NOBODY;
}

static void step_alloc(struct scene *s)
{
    u32 type = (u32)ss_probe_read_range(s->probe, 0, SS_PCP_TYPES - 1);
    i32 n = ss_probe_read_range(s->probe, 0, MOST_PAGES);
    ss_probe_write(s->probe, -1);
    for (i32 i = 0; i < n && !s->probe->bad; i++)
        ss_probe_write(s->probe, (i32)allocate(s, type));
}

static void step_free(struct scene *s)
{
    i32 n = ss_probe_read_range(s->probe, 0, MOST_PAGES);
    u32 unused = NOBODY;
    for (i32 i = 0; i < n && !s->probe->bad; i++) {
        u32 page = (u32)ss_probe_read(s->probe);
        if (unused == NOBODY)
            unused = free_page(s, page);
    }
    ss_probe_write(s->probe, (i32)unused);
}

static void step_free_run(struct scene *s)
{
    i32 from = ss_probe_read_range(s->probe, 0, MOST_PAGES);
    i32 to = ss_probe_read_range(s->probe, -1, MOST_PAGES);
    i32 step = ss_probe_read_range(s->probe, -MOST_PAGES, MOST_PAGES);
    u32 unused = NOBODY;
    s->probe->bad |= step == 0;
    for (i32 page = from;
         !s->probe->bad && unused == NOBODY && (step > 0 ? page <= to : page >= to); page += step)
        unused = free_page(s, (u32)page);
    ss_probe_write(s->probe, (i32)unused);
}

static void step_block_type(struct scene *s)
{
    u32 block =
        (u32)ss_probe_read_range(s->probe, 0, (i32)(s->zone.pages >> SS_PAGEBLOCK_ORDER) - 1);
    ss_block_set_type(&s->zone, block, (u32)ss_probe_read_range(s->probe, 0, SS_MIGRATE_TYPES - 1));
    ss_probe_write(s->probe, -1);
}

static void run_step(struct scene *s)
{
    switch (ss_probe_read_range(s->probe, ALLOC, BLOCK_TYPE)) {
    case ALLOC:
        step_alloc(s);
        break;
    case FREE:
        step_free(s);
        break;
    case FREE_RUN:
        step_free_run(s);
        break;
    case DRAIN_ALL:
        flush(s, s->pcp.count);
        ss_probe_write(s->probe, -1);
        break;
    case DRAIN_BATCH:
        flush(s, s->pcp.batch);
        ss_probe_write(s->probe, -1);
        break;
    default:
        step_block_type(s);
    }
}

/* Blocks of a list, from the head: how many there are, then at most `shown`. */
static void write_free_list(struct scene *s, u32 head)
{
    const struct ss_page *page = s->zone.page;
    i32 length = 0;
    for (u32 entry = page[head].next; entry != head; entry = page[entry].next)
        length++;
    ss_probe_write(s->probe, length);
    u32 entry = page[head].next;
    for (u32 i = 0; i < s->shown && entry != head; i++, entry = page[entry].next)
        ss_probe_write(s->probe, (i32)entry);
}

static void write_state(struct scene *s)
{
    const struct ss_zone *z = &s->zone;
    ss_probe_write(s->probe, (i32)s->pcp.count);
    for (u32 type = 0; type < SS_PCP_TYPES; type++)
        ss_probe_write(s->probe, (i32)s->pcp.length[type]);
    ss_probe_write(s->probe, (i32)z->state->count.acquisitions);
    ss_probe_write(s->probe, (i32)z->state->free_pages);
    for (u32 order = 0; order < SS_ORDERS; order++)
        ss_probe_write(s->probe, (i32)z->state->nr_free[order]);
    for (u32 order = 0; order < SS_ORDERS; order++)
        for (u32 type = 0; type < SS_MIGRATE_TYPES; type++)
            write_free_list(s, ss_free_list(z, order, type));
    for (u32 type = 0; type < SS_PCP_TYPES; type++) {
        u32 head = ss_pcp_list(z, 0, type);
        for (u32 entry = z->page[head].next; entry != head; entry = z->page[entry].next)
            ss_probe_write(s->probe, (i32)entry);
    }
}

static void answer_sequence(struct scene *s)
{
    if (!make_zone(s))
        return;
    s->pcp.batch = (u32)ss_probe_read_range(s->probe, 1, MOST_PAGES);
    s->pcp.high = (u32)ss_probe_read_range(s->probe, 0, MOST_PAGES);
    s->shown = (u32)ss_probe_read_range(s->probe, 0, MOST_PAGES);
    i32 steps = ss_probe_read(s->probe);
    write_state(s);
    for (i32 i = 0; i < steps && !s->probe->bad; i++) {
        run_step(s);
        write_state(s);
    }
}

/* ---- modern ---------------------------------------------------------------------------------- */

/* Writes a count that is not known yet; the entries follow. */
static u32 open_list(struct ss_probe *probe)
{
    ss_probe_write(probe, 0);
    return probe->written - 1;
}

static void add_to_list(struct ss_probe *probe, u32 list, u32 entry)
{
    ss_probe_write(probe, (i32)entry);
    if (!probe->bad)
        probe->out[list]++;
}

static u32 read_order(struct ss_probe *probe)
{
    u32 order = (u32)ss_probe_read_range(probe, 0, SS_PCP_HUGE_ORDER);
    probe->bad |= order > SS_PCP_COSTLY_ORDER && order != SS_PCP_HUGE_ORDER;
    return order;
}

static void modern_alloc(struct scene *s)
{
    u32 order = read_order(s->probe), list = ss_pcp_list_of(order, SS_MOVABLE);
    i32 n = ss_probe_read_range(s->probe, 0, MOST_PAGES);
    u32 refills = open_list(s->probe);
    for (i32 i = 0; i < n && !s->probe->bad; i++) {
        struct ss_hold hold = begin(s);
        ss_pcp_modern_allocates(&s->pcp);
        if (!s->pcp.length[list]) {
            u32 asked = ss_pcp_modern_refill_size(&s->pcp, &s->zone, order);
            add_to_list(s->probe, refills, asked);
            ss_pcp_refill(&hold, &s->pcp, list, asked);
        }
        u32 page = ss_pcp_take(&hold, &s->pcp, list);
        if (page == SS_NO_PAGE) {
            s->probe->bad = true; /* the file needs a larger zone than it was given */
            return;
        }
        s->zone.page[page].next = s->taken[order];
        s->taken[order] = page;
    }
    open_list(s->probe);
}

/* A block to free: one that was allocated, or one that has not been counted. */
static u32 block_to_free(struct scene *s, u32 order)
{
    u32 page = s->taken[order];
    if (page != SS_NO_PAGE) {
        s->taken[order] = s->zone.page[page].next;
        return page;
    }
    struct ss_hold hold = begin(s);
    page = ss_buddy_remove(&hold, order, SS_MOVABLE);
    s->probe->bad |= page == SS_NO_PAGE;
    return page;
}

static void flush_in_chunks(struct scene *s, u32 flushes, u32 n, u32 first)
{
    while (n && s->pcp.count) {
        struct ss_hold hold = begin(s);
        u32 chunk = ss_min_u32(n, s->pcp.batch);
        add_to_list(s->probe, flushes, ss_pcp_modern_flush(&hold, &s->pcp, chunk, first));
        n -= chunk;
    }
}

static void modern_free(struct scene *s)
{
    u32 order = read_order(s->probe), list = ss_pcp_list_of(order, SS_MOVABLE);
    i32 n = ss_probe_read_range(s->probe, 0, MOST_PAGES);
    open_list(s->probe);
    u32 flushes = open_list(s->probe);
    for (i32 i = 0; i < n && !s->probe->bad; i++) {
        struct ss_hold hold = begin(s);
        u32 page = block_to_free(s, order);
        if (page == SS_NO_PAGE)
            return;
        ss_pcp_put(&hold, &s->pcp, list, page);
        flush_in_chunks(s, flushes, ss_pcp_modern_frees(&s->pcp, &s->zone, order), list);
    }
}

static void modern_decay(struct scene *s)
{
    bool more;
    open_list(s->probe);
    u32 flushes = open_list(s->probe);
    flush_in_chunks(s, flushes, ss_pcp_modern_decay(&s->pcp, &more), 0);
    ss_probe_write(s->probe, more);
}

static void run_modern_step(struct scene *s)
{
    switch (ss_probe_read_range(s->probe, M_ALLOC, M_DECAY)) {
    case M_ALLOC:
        modern_alloc(s);
        return;
    case M_FREE:
        modern_free(s);
        return;
    case M_ZONE_FLAGS:
        s->zone.state->reclaim_active = ss_probe_read_range(s->probe, 0, 1);
        s->zone.state->below_high = ss_probe_read_range(s->probe, 0, 1);
        break;
    case M_FREE_HIGH_BATCH:
        s->pcp.free_high_batch = ss_probe_read_range(s->probe, 0, 1);
        break;
    default:
        modern_decay(s);
        return;
    }
    open_list(s->probe);
    open_list(s->probe);
}

static void write_modern_state(struct scene *s)
{
    ss_probe_write(s->probe, (i32)s->pcp.count);
    ss_probe_write(s->probe, (i32)s->pcp.high);
    ss_probe_write(s->probe, (i32)s->pcp.alloc_factor);
    ss_probe_write(s->probe, (i32)s->pcp.free_count);
    ss_probe_write(s->probe, s->pcp.previous_free_high_order);
}

static void answer_modern_sequence(struct scene *s)
{
    if (!make_zone(s))
        return;
    s->pcp.batch = (u32)ss_probe_read_range(s->probe, 1, MOST_PAGES);
    s->pcp.high_min = (u32)ss_probe_read_range(s->probe, 0, MOST_PAGES);
    s->pcp.high_max = (u32)ss_probe_read_range(s->probe, 0, MOST_PAGES);
    i32 steps = ss_probe_read(s->probe);
    for (u32 order = 0; order < SS_ORDERS; order++)
        s->taken[order] = SS_NO_PAGE;
    write_modern_state(s);
    for (i32 i = 0; i < steps && !s->probe->bad; i++) {
        run_modern_step(s);
        write_modern_state(s);
    }
}

void ss_probe_pcp(struct ss_probe *probe)
{
    struct scene scene = {.probe = probe};
    switch (ss_probe_read_range(probe, ZONE, MODERN_SEQUENCE)) {
    case ZONE:
        answer_zone(probe);
        break;
    case HIGH:
        answer_high(probe);
        break;
    case MODERN_ZONE:
        answer_modern_zone(probe);
        break;
    case SEQUENCE:
        answer_sequence(&scene);
        break;
    default:
        answer_modern_sequence(&scene);
    }
}
