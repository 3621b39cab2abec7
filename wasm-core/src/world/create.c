/* Creation of a world: sizes first, then every room in order, all in one arena. */
#include "ipc/futex.h"
#include "sched/api.h"
#include "sched/cache/cache.h"
#include "sched/domains/domains.h"
#include "sched/fair/fair.h"
#include "world/build_internal.h"

/* What the rooms need, from the definition alone. */
struct plan {
    struct ss_workload_needs needs;
    struct ss_ipc_needs ipc;
    struct ss_exec_sizes sizes;
    struct ss_domains counted; /* stands in for the world's while only counting */
};

static void make_plan(struct plan *plan, const struct ss_world *w)
{
    const struct ss_world_def *def = w->def;
    struct ss_exec_sizes *sizes = &plan->sizes;
    const struct ss_workload_kind *kind = ss_workload_kind(def->workload);
    kind->needs(def, &plan->needs);
    plan->ipc = (struct ss_ipc_needs){.futexes = plan->needs.futexes,
                                      .words = plan->needs.futex_words,
                                      .home_cpu = kind->futex_home,
                                      .pipes = plan->needs.pipes,
                                      .sockets = plan->needs.sockets};
    sizes->stoppers = def->fair_class == SS_FAIR_FULL ? def->cpus : 0;
    sizes->tasks = def->cpus + plan->needs.tasks + sizes->stoppers;
    sizes->affinities = 1 + plan->needs.affinities + def->interventions;
    sizes->lines = ss_sched_lines(w) + ss_ipc_lines(w, &plan->ipc) +
                   ss_exec_lines(w, sizes->tasks) + ss_mm_lines(w, plan->needs.memory.zones);
    if (def->fair_class == SS_FAIR_FULL)
        sizes->lines += ss_fair_lines(w) + ss_cache_lines(w, plan->needs.processes);
    sizes->processes = plan->needs.processes;
    sizes->footprints = plan->needs.footprints;
    sizes->latencies = plan->needs.latencies ? SS_LATENCIES : 0;
    sizes->rows = def->no_line_counters ? 0 : sizes->lines * SS_ROWS_PER_LINE;
    sizes->locks = SS_SCHED_LOCKS(def->cpus) + ss_ipc_locks(&plan->ipc) +
                   SS_MM_LOCKS(plan->needs.memory.zones);
}

/* ---- header: constant after creation --------------------------------------------------------- */

static void layout_header(struct ss_world *w, struct ss_arena *arena, struct plan *plan)
{
    const struct ss_world_def *def = w->def;
    ss_topology_create(&w->topology, arena, def);
    ss_platform_create(&w->platform, arena, def, &w->topology);
    w->domains = SS_ARENA_ARRAY(arena, struct ss_domains, 1);
    if (!w->domains)
        w->domains = &plan->counted;
    ss_domains_create(w->domains, arena, &w->topology);
    ss_sched_define_layouts(w);
    make_plan(plan, w);
    ss_exec_create(w, arena, &plan->sizes);
    ss_sched_create(w, arena);
    if (def->fair_class == SS_FAIR_FULL)
        ss_fair_create(w, arena);
    ss_ipc_create(w, arena, &plan->ipc);
    ss_mm_create(w, arena, &plan->needs.memory);
    ss_cache_create(w, arena);
    w->limits.ring_records = def->ring_records ? def->ring_records : SS_DEFAULT_RING;
    w->limits.explain_records = def->explain_records ? def->explain_records : SS_DEFAULT_EXPLAIN;
}

/* ---- state: what a keyframe copies ----------------------------------------------------------- */

static void layout_state(struct ss_world *w, struct ss_arena *arena, const struct plan *plan)
{
    ss_exec_create_state(w, arena, &plan->sizes);
    ss_sched_create_state(w, arena);
    if (w->def->fair_class == SS_FAIR_FULL)
        ss_fair_create_state(w, arena);
    ss_ipc_create_state(w, arena, &plan->ipc);
    ss_mm_create_state(w, arena, &plan->needs.memory);
    ss_cache_create_state(w, arena);
}

/* ---- outputs: written for the host, never read back ------------------------------------------ */

static u32 offset_of(const struct ss_world *w, const void *pointer)
{
    return (u32)((const u8 *)pointer - (const u8 *)w);
}

/* Processes by number, and one for everybody else. */
static u32 occupancy_owners(const struct plan *plan)
{
    return plan->needs.footprints ? plan->needs.processes + 1 : 0;
}

static u32 pick_records(const struct ss_world *w)
{
    return w->def->fair_class == SS_FAIR_FULL ? SS_PICKS_KEPT * w->topology.cpus : 0;
}

static void layout_outputs(struct ss_world *w, struct ss_arena *arena, const struct plan *plan)
{
    u32 pages = w->map ? w->map->state_bytes / SS_STATE_PAGE_BYTES : w->counted_pages;
    w->ring = SS_ARENA_ARRAY(arena, struct ss_record, w->limits.ring_records);
    w->explain = SS_ARENA_ARRAY(arena, struct ss_explain, w->limits.explain_records);
    if (w->def->explain_steps) {
        const u32 picks = pick_records(w);
        w->steps = SS_ARENA_ARRAY(arena, struct ss_steps,
                                  w->limits.explain_records + w->topology.cpus +
                                      (ss_cache_is_wanted(w->def) ? w->tasks : 0));
        w->picks = SS_ARENA_ARRAY(arena, struct ss_pick, picks);
        w->pick_steps = SS_ARENA_ARRAY(arena, struct ss_steps, picks);
    }
    w->cpu_view = SS_ARENA_ARRAY(arena, struct ss_cpu_view, w->topology.cpus);
    w->task_view = SS_ARENA_ARRAY(arena, struct ss_task_view, w->tasks);
    w->line_view = SS_ARENA_ARRAY(arena, struct ss_line_view, plan->sizes.lines);
    w->ledger_view = SS_ARENA_ARRAY(arena, struct ss_cpu_ledger, w->topology.cpus);
    u32 zones = plan->needs.memory.zones;
    w->zone_view = SS_ARENA_ARRAY(arena, struct ss_zone_view, zones);
    w->lock_view = SS_ARENA_ARRAY(arena, struct ss_lock_view, 2 * zones);
    w->hold_view = SS_ARENA_ARRAY(arena, struct ss_hold_view, 2 * zones);
    w->pcp_view = SS_ARENA_ARRAY(arena, struct ss_pcp_view, zones ? w->topology.cpus : 0);
    w->latency_view = SS_ARENA_ARRAY(arena, struct ss_latency_view, plan->sizes.latencies);
    w->epoch_view = SS_ARENA_ARRAY(arena, struct ss_epoch_view, 1);
    w->occupancy = SS_ARENA_ARRAY(arena, u32, occupancy_owners(plan) * w->topology.llcs);
    if (w->def->keyframes) {
        w->page_list = SS_ARENA_ARRAY(arena, u32, pages);
        w->shadow = SS_ARENA_ARRAY(arena, u8, (u64)pages * SS_STATE_PAGE_BYTES);
        w->shadow_valid = SS_ARENA_ARRAY(arena, u32, 1);
    }
    w->names = SS_ARENA_ARRAY(arena, u8, ss_world_names(w, NULL, plan->sizes.lines));
    if (w->names)
        w->map->names_bytes = ss_world_names(w, w->names, plan->sizes.lines);
}

/* Lays out everything in the arena; in counting mode only sizes. The world is built in place. */
static void lay_out(struct ss_world *w, struct ss_arena *arena)
{
    struct plan plan;
    w->map = SS_ARENA_ARRAY(arena, struct ss_world_map, 1);
    struct ss_world_def *def = SS_ARENA_ARRAY(arena, struct ss_world_def, 1);
    if (def) {
        *def = *w->def;
        w->def = def;
    }
    layout_header(w, arena, &plan);
    ss_arena_align(arena, SS_STATE_PAGE_BYTES);
    u64 state = arena->used;
    layout_state(w, arena, &plan);
    ss_arena_align(arena, SS_STATE_PAGE_BYTES);
    w->counted_pages = (u32)((arena->used - state) / SS_STATE_PAGE_BYTES);
    if (w->map) {
        w->map->state_offset = (u32)state;
        w->map->state_bytes = w->counted_pages * SS_STATE_PAGE_BYTES;
    }
    layout_outputs(w, arena, &plan);
}

static void fill_map(struct ss_world *w, u32 bytes)
{
    struct ss_world_map *map = w->map;
    map->abi_version = SS_ABI_VERSION;
    map->bytes = bytes;
    map->clock_offset = offset_of(w, w->clock);
    map->cpu_view_offset = offset_of(w, w->cpu_view);
    map->cpu_view_count = w->topology.cpus;
    map->task_view_offset = offset_of(w, w->task_view);
    map->task_view_count = w->tasks;
    map->line_view_offset = offset_of(w, w->line_view);
    map->line_view_count = w->shared.lines;
    map->row_offset = offset_of(w, w->c2c.row);
    map->row_capacity = w->c2c.capacity;
    map->ring_offset = offset_of(w, w->ring);
    map->ring_records = w->limits.ring_records;
    map->explain_offset = offset_of(w, w->explain);
    map->explain_records = w->limits.explain_records;
    map->steps_offset = w->steps ? offset_of(w, w->steps) : 0;
    map->steps_records = w->steps ? w->limits.explain_records : 0;
    map->pick_records = w->steps ? pick_records(w) : 0;
    map->pick_offset = w->steps ? offset_of(w, w->picks) : 0;
    map->pick_steps_offset = w->steps ? offset_of(w, w->pick_steps) : 0;
    map->ledger_offset = offset_of(w, w->ledger_view);
    map->ledger_window_offset = offset_of(w, w->ledger_window);
    map->transfer_offset = offset_of(w, w->transfers);
    map->llcs = w->topology.llcs;
    if (w->mm) {
        map->zone_view_offset = offset_of(w, w->zone_view);
        map->zone_view_count = w->mm->zones;
        map->lock_view_offset = offset_of(w, w->lock_view);
        map->hold_view_offset = offset_of(w, w->hold_view);
        map->pcp_view_offset = offset_of(w, w->pcp_view);
        map->pcp_view_count = w->topology.cpus;
    }
    map->latency_view_offset = offset_of(w, w->latency_view);
    map->latency_view_count = w->latencies;
    map->epoch_view_offset = offset_of(w, w->epoch_view);
    map->epoch_view_count = ss_cache_has_epochs(w);
    map->occupancy_offset = offset_of(w, w->occupancy);
    map->occupancy_owners = w->footprints ? w->processes + 1 : 0;
    map->llc_kib = w->def->llc_kib;
    map->names_offset = offset_of(w, w->names);
    if (w->page_list) {
        map->page_list_offset = offset_of(w, w->page_list);
        map->page_list_capacity = map->state_bytes / SS_STATE_PAGE_BYTES;
    }
}

/* Every CPU looks for work at time 0; the measured window begins after the warm-up. */
static void start(struct ss_world *w)
{
    ss_exec_start(w);
    ss_sched_start(w);
    ss_mm_start(w);
    ss_workload_kind(w->def->workload)->start(w);
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_wheel_set(&w->wheel, cpu, 0, cpu << 3);
    ss_wheel_set(&w->wheel, SS_EVENT_KINDS * w->topology.cpus, (u64)w->def->warmup_us * 1000,
                 UINT32_MAX);
    w->hooks.intervene = ss_interventions_make;
    ss_interventions_arm(w);
}

/* ---- the ABI --------------------------------------------------------------------------------- */

uint32_t ss_world_bytes(struct ss_world_def *def)
{
    if (!ss_world_check(def))
        return 0;
    struct ss_world counted = {.def = def};
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    SS_ARENA_ARRAY(&arena, struct ss_world, 1);
    lay_out(&counted, &arena);
    if (arena.used > (u64)SS_LIMIT_WORLD_MIB << 20) {
        struct ss_message message;
        ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
        ss_message_text(&message, "the world needs ");
        ss_message_number(&message, (i64)(arena.used >> 20));
        ss_message_text(&message,
                        " MiB, more than the 512 MiB a world may take: use fewer CPUs or tasks");
        def->status = SS_STATUS_BAD_DEFINITION;
        return 0;
    }
    return (u32)arena.used;
}

int32_t ss_world_create(void *memory, uint32_t bytes, struct ss_world_def *def)
{
    if (!ss_world_check(def))
        return SS_STATUS_BAD_DEFINITION;
    struct ss_arena arena;
    ss_arena_init(&arena, memory, bytes);
    struct ss_world *w = SS_ARENA_ARRAY(&arena, struct ss_world, 1);
    if (!w)
        return SS_STATUS_NO_MEMORY;
    w->def = def;
    lay_out(w, &arena);
    if (arena.failed)
        return SS_STATUS_NO_MEMORY;
    start(w);
    fill_map(w, bytes);
    return SS_STATUS_OK;
}

uint32_t ss_world_map(struct ss_world *w)
{
    return offset_of(w, w->map);
}
