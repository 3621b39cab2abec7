/* The memory of the room and its lines, its first state, and what a change does to the lists. */
#include "mm/mm.h"

#include "exec/create.h"
#include "exec/lock.h"
#include "mm/definition.h"
#include "mm/view.h"

#define PS_A_NS 1000
#define CORE_L1_LINES 500 /* spec 5.3: what a line may age and still be in the L1 */
#define L1_PS 1500        /* ditto: costs of the own caches */
#define L2_PS 5000

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
        u32 cpus = ss_mm_cpus_on(w->def, i);
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
        struct ss_modern_batch limits = ss_mm_limits_of(w->def, z->cpus);
        mm->cpu[i].zone = (i32)node;
        mm->cpu[i].pcp = (struct ss_pcp){.cpu = (u16)number[node]++,
                                         .batch = limits.batch,
                                         .high = limits.high_min,
                                         .high_min = limits.high_min,
                                         .high_max = limits.high_max};
    }
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

const struct ss_room ss_mm_room = {.check = ss_mm_check,
                                   .lines = lines,
                                   .locks = locks,
                                   .create = create,
                                   .state = take_state,
                                   .start = start,
                                   .view = ss_mm_view,
                                   .names = ss_mm_names};
