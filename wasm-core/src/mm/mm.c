/* The memory of the room, its first state, and its views. */
#include "mm/mm.h"

#include "exec/create.h"
#include "exec/lock.h"
#include "mm/batch.h"
#include "mm/pcp_modern.h"

#define PS_A_NS 1000
#define CORE_L1_LINES 500 /* spec 5.3: what a line may age and still be in the L1 */
#define L1_PS 1500        /* ditto: costs of the own caches */
#define L2_PS 5000
#define SLACK_PAGES_A_CPU 600 /* spec 5.3 */
#define LOW_WATERMARK_PART                                                                         \
    500 /* of a zone: about two steps of watermark_scale_factor (assumed)                          \
         */

/* ---- what a definition asks for -------------------------------------------------------------- */

static u32 cap_of(u32 form)
{
    return form == SS_PCP_FORM_V4_18 ? SS_BATCH_CAP_V4_18 : SS_BATCH_CAP_V4_19;
}

/* Batch and high of the lists of a node's `cpus`: those of a node of real size, of which the zone
 * has only the pages that are used. */
static struct ss_modern_batch limits_of(const struct ss_world_def *def, u32 cpus)
{
    struct ss_modern_batch limits;
    const u32 managed = def->page_node_pages;
    if (def->pcp_form == SS_PCP_FORM_MODERN) {
        limits = ss_batch_modern(managed, managed / LOW_WATERMARK_PART, cpus);
    } else {
        struct ss_batch batch = ss_batch_of_zone(managed, cap_of(def->pcp_form));
        limits = (struct ss_modern_batch){batch.batch, batch.high, batch.high};
    }
    if (def->pcp_batch) {
        limits.batch = def->pcp_batch;
        if (def->pcp_form != SS_PCP_FORM_MODERN)
            limits.high_min = limits.high_max = 6 * def->pcp_batch;
    }
    if (def->pcp_high)
        limits.high_min = limits.high_max = def->pcp_high;
    return limits;
}

/* What the lists of a CPU keep at most, but for the refill that comes on top. Auto-tuned lists
 * never hold more than was freed to them and one refill. */
static u32 kept_by(const struct ss_modern_batch *limits, u32 mapping)
{
    if (limits->high_min == limits->high_max)
        return limits->high_max;
    return ss_min_u32(limits->high_max, mapping + (limits->batch << SS_PCP_SCALE));
}

u32 ss_mm_zone_pages(const struct ss_world_def *def, u32 cpus, u32 mapping)
{
    u64 mapped = (u64)cpus * mapping + (u64)cpus * mapping / 4;
    if (mapped > SS_ZONE_MOST_PAGES)
        return 0;
    struct ss_modern_batch limits = limits_of(def, cpus);
    u32 slack = ss_max_u32(SLACK_PAGES_A_CPU, limits.batch);
    u64 pages = mapped + (u64)cpus * ((u64)kept_by(&limits, mapping) + slack);
    pages = (pages + SS_BLOCK_PAGES - 1) / SS_BLOCK_PAGES * SS_BLOCK_PAGES;
    return pages > SS_ZONE_MOST_PAGES ? 0 : (u32)pages;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const char *problem = NULL;
    if (def->pcp_high && def->pcp_high < limits_of(def, 1).batch)
        problem =
            "kernel.page_lists.high: is less than the batch; give at least the batch, or a smaller "
            "batch";
    else if (def->page_spread_1024 > 512)
        problem = "page_spread_1024: must be at most 512, half of a task's speed";
    if (problem)
        ss_message_text(message, problem);
    return !problem;
}

static u32 cpus_on(const struct ss_world_def *def, u32 node)
{
    u32 cpus = 0;
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        cpus += def->cpu_node[cpu] == node;
    return cpus;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static struct ss_placement placement(const struct ss_world *w)
{
    return (struct ss_placement){SS_STRUCTURE_ZONE, w->mm->needs.zones, SS_HOME_BY_INDEX, NULL};
}

static u32 lines(const struct ss_world *w)
{
    if (!w->mm)
        return 0;
    const struct ss_placement zone = placement(w);
    return ss_lines_of(w, &zone, 1);
}

static u32 locks(const struct ss_world *w)
{
    return w->mm ? 2 * w->mm->needs.zones : 0;
}

static void read_definition(struct ss_mm *mm, const struct ss_world_def *def)
{
    bool modern = def->pcp_form == SS_PCP_FORM_MODERN;
    mm->form = def->pcp_form;
    mm->pagevec_pages = modern ? SS_PAGEVEC_MOST : SS_PAGEVEC_V4;
    mm->release_pages = modern ? SS_LRU_RELEASE_MODERN : SS_LRU_RELEASE_V4;
    mm->instruction_ps = def->page_instruction_ps;
    mm->handover_ns = (def->page_handover_ps + PS_A_NS / 2) / PS_A_NS;
    mm->zero_ps = def->page_zero_ps;
}

static struct ss_supply_costs costs_of(const struct ss_world_def *def)
{
    return (struct ss_supply_costs){
        .ps = {[SS_SUPPLY_L1] = L1_PS,
               [SS_SUPPLY_L2] = L2_PS,
               [SS_SUPPLY_OTHER_CORE] = def->page_c2c_ps,
               [SS_SUPPLY_LLC] = def->page_llc_ps,
               [SS_SUPPLY_MEMORY] = def->page_memory_ps},
        .l1_lines = CORE_L1_LINES,
        .l2_lines = def->page_l2_lines,
        .llc_lines = def->page_llc_lines,
    };
}

static struct ss_placement place_of_lists(const struct ss_world *w)
{
    return (struct ss_placement){ss_pcp_structure(w->def->pcp_form), w->topology.cpus,
                                 SS_HOME_OF_CPU, NULL};
}

static u32 lines_of_lists(const struct ss_world *w)
{
    if (!w->mm)
        return 0;
    const struct ss_placement lists = place_of_lists(w);
    return ss_lines_of(w, &lists, 1);
}

static void place_lists(struct ss_world *w, struct ss_arena *header)
{
    (void)header;
    if (!w->mm)
        return;
    const struct ss_placement lists = place_of_lists(w);
    ss_place(w, &lists, 1);
}

const struct ss_room ss_page_lists_room = {.lines = lines_of_lists, .create = place_lists};

static void define_list_lines(struct ss_world *w)
{
    const struct ss_layout_counts counts = ss_layout_counts_of(&w->topology);
    struct ss_layouts plain;
    ss_layouts_plain(&plain, &counts);
    ss_pcp_lines_define(&w->mm->lists, &w->layouts, &plain, w->def->pcp_form);
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    (void)header;
    if (!w->mm)
        return;
    const struct ss_placement place = placement(w);
    read_definition(w->mm, w->def);
    define_list_lines(w);
    ss_place(w, &place, 1);
}

static i32 register_lock(struct ss_world *w, u32 address)
{
    const struct ss_mm *mm = w->mm;
    i32 lock = ss_lock_register(w, address, mm->handover_ns == 0);
    ss_lock_set_handover(w, lock, mm->handover_ns);
    return lock;
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    struct ss_mm *mm = w->mm;
    if (!mm)
        return;
    const struct ss_mm_needs *needs = &mm->needs;
    mm->zone_state = SS_ARENA_ARRAY(state, struct ss_mm_zone, needs->zones);
    mm->cpu = SS_ARENA_ARRAY(state, struct ss_mm_cpu, w->def->cpus);
    const u32 of_task = needs->mapping + needs->tables;
    mm->mapping = SS_ARENA_ARRAY(state, u32, (u64)needs->tasks * of_task);
    mm->half_pages = SS_ARENA_ARRAY(state, u64, 1);
    mm->list_line = SS_ARENA_ARRAY(state, struct ss_page_line, (u64)w->def->cpus * mm->lists.lines);
    for (u32 i = 0; i < needs->zones; i++) {
        u32 cpus = cpus_on(w->def, i);
        u32 pages = ss_mm_zone_pages(w->def, cpus, of_task);
        mm->zone[i].costs = costs_of(w->def);
        ss_zone_create(&mm->zone[i], state, pages, cpus, w->topology.cores);
    }
    if (!mm->half_pages || state->failed)
        return;
    for (u32 i = 0; i < needs->zones; i++) {
        mm->zone_state[i].last[0].cpu = mm->zone_state[i].last[1].cpu = -1;
        mm->zone_state[i].lock = register_lock(w, WORD(ZONE, i, LOCK));
        mm->zone_state[i].lru_lock = register_lock(w, WORD(ZONE, i, LRU_LOCK));
    }
}

static void start(struct ss_world *w)
{
    struct ss_mm *mm = w->mm;
    if (!mm)
        return;
    u32 number[SS_LIMIT_NODES] = {0};
    for (u32 i = 0; i < w->topology.cpus * mm->lists.lines; i++)
        mm->list_line[i].core = SS_UNTOUCHED;
    for (u32 i = 0; i < mm->needs.zones; i++)
        ss_zone_start(&mm->zone[i]);
    for (u32 i = 0; i < w->topology.cpus; i++) {
        u32 node = w->topology.node[i];
        mm->cpu[i].zone = -1;
        if (node >= mm->needs.zones)
            continue;
        const struct ss_zone *z = &mm->zone[node];
        struct ss_modern_batch limits = limits_of(w->def, z->cpus);
        mm->cpu[i].zone = (i32)node;
        mm->cpu[i].pcp = (struct ss_pcp){.cpu = (u16)number[node]++,
                                         .batch = limits.batch,
                                         .high = limits.high_min,
                                         .high_min = limits.high_min,
                                         .high_max = limits.high_max};
    }
}

/* ---- changes in the middle of a run ---------------------------------------------------------- */

/* True if the zone of `cpus` has the pages for lists that take `batch` at a time from now on. */
static bool has_room(const struct ss_world_def *def, u32 cpus, u32 mapping, u32 batch)
{
    struct ss_modern_batch limits = limits_of(def, cpus);
    limits.batch = batch;
    u64 wanted = (u64)cpus * ((u64)mapping + kept_by(&limits, mapping) + batch);
    return wanted <= ss_mm_zone_pages(def, cpus, mapping);
}

const char *ss_mm_check_change(const struct ss_world_def *def, const struct ss_mm_needs *needs,
                               u32 kind, u32 pages)
{
    if (!needs->zones)
        return "changes page lists, which this workload does not use; remove it";
    if (!pages)
        return "is 0 pages; give at least 1";
    for (u32 node = 0; node < needs->zones; node++) {
        const u32 cpus = cpus_on(def, node);
        if (!cpus)
            continue;
        struct ss_modern_batch limits = limits_of(def, cpus);
        if (pages > limits.high_max)
            return "is more than the lists' high at the start, for which the zones were sized; "
                   "give "
                   "less, or begin with a larger high";
        if (kind == SS_INTERVENE_PCP_HIGH && pages < limits.batch)
            return "is less than the batch; give at least the batch";
        if (kind == SS_INTERVENE_PCP_BATCH &&
            !has_room(def, cpus, needs->mapping + needs->tables, pages))
            return "is more than the zones have pages for, which were sized for the batch at the "
                   "start; give less, or begin with a larger batch";
    }
    return NULL;
}

/* Each CPU of the first nodes has a task; its worker, if there is one, comes behind all tasks. */
static u32 node_of_task(const struct ss_world_def *def, const struct ss_mm_needs *needs, u32 task)
{
    u32 before = (task - def->cpus) % needs->tasks, cpu = 0;
    for (; cpu + 1 < def->cpus; cpu++)
        if (def->cpu_node[cpu] < needs->zones && before-- == 0)
            break;
    return def->cpu_node[cpu];
}

const char *ss_mm_check_move(const struct ss_world_def *def, const struct ss_mm_needs *needs,
                             u32 task, u32 cpu)
{
    const bool all = task == UINT32_MAX;
    if (!needs->zones)
        return NULL;
    if (!needs->rests)
        return "moves tasks that never sleep, and only there they could change their CPU; give the "
               "workload a pause";
    /* Mappings are numbers of pages of one zone. */
    if (all && needs->zones > 1)
        return "would move tasks to nodes where their pages are not; move one task at a time, "
               "inside its node";
    if (def->cpu_node[cpu] != (all ? 0 : node_of_task(def, needs, task)))
        return "names a CPU of another node than that of the task's pages; name CPUs of its own "
               "node";
    return NULL;
}

void ss_mm_change(struct ss_world *w, u32 kind, u32 pages)
{
    for (u32 cpu = 0; w->mm && cpu < w->topology.cpus; cpu++) {
        struct ss_pcp *pcp = &w->mm->cpu[cpu].pcp;
        if (kind == SS_INTERVENE_PCP_BATCH)
            pcp->batch = pages;
        else
            pcp->high = pcp->high_min = pcp->high_max = pages;
    }
}

/* ---- views ----------------------------------------------------------------------------------- */

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

static void view(const struct ss_world *w, const struct ss_views *views)
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

static void names(const struct ss_world *w, struct ss_message *names)
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

const struct ss_room ss_mm_room = {.check = check,
                                   .lines = lines,
                                   .locks = locks,
                                   .create = create,
                                   .state = take_state,
                                   .start = start,
                                   .view = view,
                                   .names = names};
