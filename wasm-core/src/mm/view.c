/* The views of view.h, filled from zones and lists. */
#include "mm/view.h"

#include "exec/lock.h"
#include "mm/mm.h"

static void view_times(const struct ss_world *w, struct ss_lock_view *view,
                       const struct ss_mm_zone *zone, i32 lock, const struct ss_lock_times *times)
{
    *view = (struct ss_lock_view){
        .lock = lock,
        .waited = times->waited,
        .held = times->held,
        .waited_window = zone->measuring ? times->waited - times->waited_before : 0,
        .held_window = zone->measuring ? times->held - times->held_before : 0,
        .takes = times->takes,
        .takes_window = zone->measuring ? times->takes - times->takes_before : 0,
        .longest_hold = times->longest_hold,
        .holder = ss_lock_holder(w, lock),
        .waiters = ss_lock_waiters(w, lock),
    };
}

static void view_zone(const struct ss_world *w, u32 index, struct ss_zone_view *view,
                      struct ss_lock_view *locks)
{
    const struct ss_zone *z = &w->mm->zone[index];
    const struct ss_zone_state *s = z->state;
    const struct ss_mm_zone *zone = &w->mm->zone_state[index];
    const struct ss_zone_counts *c = &s->count;
    *view = (struct ss_zone_view){
        .node = index,
        .cpus = z->cpus,
        .pages = z->pages,
        .free_pages = s->free_pages,
        .lru_pages = s->lru_pages,
        .allocated = c->allocated,
        .freed = c->freed,
        .refills = c->refills,
        .flushes = c->flushes,
        .splits = c->splits,
        .merges = c->merges,
        .fallbacks = c->fallbacks,
    };
    for (u32 order = 0; order < SS_ORDERS; order++)
        view->nr_free[order] = s->nr_free[order];
    for (u32 block = 0; block < z->pages >> SS_PAGEBLOCK_ORDER; block++)
        view->type_blocks[ss_min_u32(z->block_type[block], SS_PCP_TYPES)]++;
    for (u32 supply = 0; supply < SS_SUPPLIES; supply++)
        view->supply[supply] = c->supply[supply];
    view_times(w, &locks[0], zone, zone->lock, &zone->zone_times);
    view_times(w, &locks[1], zone, zone->lru_lock, &zone->lru_times);
}

static void view_holds(const struct ss_world *w, u32 index, struct ss_hold_view *holds)
{
    for (u32 which = 0; which < 2; which++) {
        const struct ss_hold_log *log = &w->mm->zone_state[index].last[which];
        struct ss_hold_view *view = &holds[which];
        view->time = log->time;
        view->cpu = log->cpu;
        view->pages = log->pages;
        view->explain = log->explain;
        view->steps = log->steps;
        for (u32 i = 0; i < log->steps; i++) {
            view->page[i] = log->page[i];
            view->order[i] = log->order[i];
            view->cost_ps[i] = log->cost_ps[i];
        }
    }
}

static void view_lists(const struct ss_world *w, u32 cpu, struct ss_pcp_view *view)
{
    const struct ss_mm_cpu *own = &w->mm->cpu[cpu];
    *view = (struct ss_pcp_view){
        .zone = own->zone,
        .held = own->pcp.count,
        .high = own->pcp.high,
        .batch = own->pcp.batch,
        .high_min = own->pcp.high_min,
        .high_max = own->pcp.high_max,
        .alloc_factor = own->pcp.alloc_factor,
        .free_count = own->pcp.free_count,
        .pagevec = own->pagevec.count,
    };
    for (u32 type = 0; type < SS_PCP_TYPES; type++)
        view->length[type] = own->pcp.length[type];
}

void ss_mm_view(const struct ss_world *w, const struct ss_views *views)
{
    if (!w->mm)
        return;
    for (u32 i = 0; i < w->mm->needs.zones; i++) {
        view_zone(w, i, &views->zone[i], &views->lock[2 * i]);
        view_holds(w, i, &views->hold[2 * i]);
    }
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        view_lists(w, cpu, &views->pcp[cpu]);
}

static void entries(struct ss_message *names, const char *kind, u32 first, const char *const *text,
                    u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ss_message_text(names, kind);
        ss_message_number(names, first + i);
        ss_message_text(names, " ");
        ss_message_text(names, text[i]);
        ss_message_text(names, "\n");
    }
}

void ss_mm_names(const struct ss_world *w, struct ss_message *names)
{
    static const char *const decisions[] = {
#define X(id, name) name,
        SS_MM_DECISION_LIST(X)
#undef X
    };
    static const char *const reasons[] = {
#define X(id, sentence) #id " " sentence,
        SS_MM_REASON_LIST(X)
#undef X
    };
    entries(names, "decision ", SS_MM_FIRST_CODE, decisions, SS_ARRAY_LENGTH(decisions));
    entries(names, "reason ", SS_MM_FIRST_REASON, reasons, SS_ARRAY_LENGTH(reasons));
    for (u32 i = 0; w->mm && i < w->mm->needs.zones; i++) {
        const i32 locks[] = {w->mm->zone_state[i].lock, w->mm->zone_state[i].lru_lock};
        static const char *const what[] = {"zone.lock of node ", "lru_lock of node "};
        for (u32 k = 0; k < 2; k++) {
            ss_message_text(names, "lock ");
            ss_message_number(names, locks[k]);
            ss_message_text(names, " ");
            ss_message_text(names, what[k]);
            ss_message_number(names, i);
            ss_message_text(names, "\n");
        }
    }
}
