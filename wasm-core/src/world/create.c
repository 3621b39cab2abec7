/* Creation of a world: sizes first, then every room in order, all in one arena. */
#include "base/hash.h"
#include "exec/lock.h"
#include "ipc/futex.h"
#include "sched/api.h"
#include "sched/domains.h"
#include "world/build_internal.h"

/* What the rooms need, from the definition alone. */
struct plan {
    struct ss_workload_needs needs;
    u32 cpus, lines, rows, tasks, affinities, locks;
};

static void make_plan(struct plan *plan, const struct ss_world *w)
{
    const struct ss_world_def *def = w->def;
    ss_workload_kind(def->workload)->needs(def, &plan->needs);
    plan->cpus = def->cpus;
    plan->tasks = def->cpus + plan->needs.tasks;
    plan->affinities = 1 + plan->needs.affinities;
    plan->lines = ss_sched_lines(w) + ss_ipc_lines(plan->needs.futexes) + plan->tasks + plan->cpus;
    plan->rows = plan->lines * SS_ROWS_PER_LINE;
    plan->locks = SS_SCHED_LOCKS(def->cpus) + plan->needs.futexes;
}

/* ---- header: constant after creation --------------------------------------------------------- */

static void place_tasks(struct ss_world *w, u32 tasks)
{
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        w->mcs_address[cpu] = ss_shared_place(&w->shared, SS_STRUCTURE_MCS_NODES, cpu, SS_LINE_BYTES,
                                              ss_node_of_cpu(w, cpu));
    w->task_address = w->shared.lines << SS_LINE_SHIFT;
    for (u32 i = 0; i < tasks; i++)
        ss_shared_place(&w->shared, SS_STRUCTURE_TASK_STRUCT, i, SS_LINE_BYTES,
                        ss_node_of_cpu(w, i % w->topology.cpus));
}

static void layout_header(struct ss_world *w, struct ss_arena *arena, struct plan *plan)
{
    const struct ss_world_def *def = w->def;
    ss_topology_create(&w->topology, arena, def);
    ss_platform_create(&w->platform, arena, def, &w->topology);
    w->domains = SS_ARENA_ARRAY(arena, struct ss_domains, 1);
    struct ss_domains counted;
    ss_domains_create(w->domains ? w->domains : &counted, arena, &w->topology);
    make_plan(plan, w);
    w->shared = (struct ss_shared){.capacity = ss_arena_counting(arena) ? 0 : plan->lines};
    w->shared.place = SS_ARENA_ARRAY(arena, struct ss_line_place, plan->lines);
    w->mcs_address = SS_ARENA_ARRAY(arena, u32, plan->cpus);
    w->affinities = plan->affinities;
    w->affinity = SS_ARENA_ARRAY(arena, u64, (u64)plan->affinities * w->topology.cpu_words);
    w->locks = SS_ARENA_ARRAY(arena, struct ss_locks, 1);
    ss_sched_create(w, arena);
    ss_ipc_create(w, arena, plan->needs.futexes, ss_workload_kind(def->workload)->futex_home);
    w->tasks = plan->tasks;
    if (!ss_arena_counting(arena) && !arena->failed)
        place_tasks(w, plan->tasks);
    w->limits.ring_records = def->ring_records ? def->ring_records : SS_DEFAULT_RING;
    w->limits.explain_records = def->explain_records ? def->explain_records : SS_DEFAULT_EXPLAIN;
}

/* ---- state: what a keyframe copies ----------------------------------------------------------- */

static void layout_state(struct ss_world *w, struct ss_arena *arena, const struct plan *plan)
{
    struct ss_locks counted;
    w->clock = SS_ARENA_ARRAY(arena, struct ss_world_clock, 1);
    ss_wheel_create(&w->wheel, arena, SS_EVENT_KINDS * plan->cpus + 1);
    w->cpu = SS_ARENA_ARRAY(arena, struct ss_cpu, plan->cpus);
    w->task = SS_ARENA_ARRAY(arena, struct ss_task, plan->tasks);
    w->stack = SS_ARENA_ARRAY(arena, struct ss_stack, plan->tasks);
    w->ledger = SS_ARENA_ARRAY(arena, struct ss_cpu_ledger, plan->cpus);
    w->ledger_window = SS_ARENA_ARRAY(arena, struct ss_cpu_ledger, plan->cpus);
    w->transfers = SS_ARENA_ARRAY(arena, u32, w->topology.llcs * w->topology.llcs);
    ss_coherence_create(&w->coherence, arena, plan->lines, &w->topology, &w->platform);
    ss_c2c_create(&w->c2c, arena, plan->rows, &w->platform);
    ss_locks_create(w, arena, w->locks ? w->locks : &counted, plan->locks);
    ss_sched_create_state(w, arena);
    ss_ipc_create_state(w, arena, plan->needs.futexes);
}

/* ---- outputs: written for the host, never read back ------------------------------------------ */

static u32 offset_of(const struct ss_world *w, const void *pointer)
{
    return (u32)((const u8 *)pointer - (const u8 *)w);
}

static void layout_outputs(struct ss_world *w, struct ss_arena *arena, const struct plan *plan)
{
    u32 pages = w->map ? w->map->state_bytes / SS_STATE_PAGE_BYTES : w->counted_pages;
    w->ring = SS_ARENA_ARRAY(arena, struct ss_record, w->limits.ring_records);
    w->explain = SS_ARENA_ARRAY(arena, struct ss_explain, w->limits.explain_records);
    w->cpu_view = SS_ARENA_ARRAY(arena, struct ss_cpu_view, plan->cpus);
    w->task_view = SS_ARENA_ARRAY(arena, struct ss_task_view, plan->tasks);
    w->line_view = SS_ARENA_ARRAY(arena, struct ss_line_view, plan->lines);
    w->ledger_view = SS_ARENA_ARRAY(arena, struct ss_cpu_ledger, plan->cpus);
    if (w->def->keyframes) {
        w->page_list = SS_ARENA_ARRAY(arena, u32, pages);
        w->shadow = SS_ARENA_ARRAY(arena, u8, (u64)pages * SS_STATE_PAGE_BYTES);
        w->shadow_valid = SS_ARENA_ARRAY(arena, u32, 1);
    }
    w->names = SS_ARENA_ARRAY(arena, u8, ss_world_names(w, NULL, plan->lines));
    if (w->names)
        w->map->names_bytes = ss_world_names(w, w->names, plan->lines);
}

void ss_world_layout(struct ss_world *w, struct ss_arena *arena)
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
    map->ledger_offset = offset_of(w, w->ledger_view);
    map->ledger_window_offset = offset_of(w, w->ledger_window);
    map->transfer_offset = offset_of(w, w->transfers);
    map->llcs = w->topology.llcs;
    map->names_offset = offset_of(w, w->names);
    if (w->page_list) {
        map->page_list_offset = offset_of(w, w->page_list);
        map->page_list_capacity = map->state_bytes / SS_STATE_PAGE_BYTES;
    }
}

/* ---- start ----------------------------------------------------------------------------------- */

static void start_tasks(struct ss_world *w)
{
    ss_bitset_fill(w->affinity, w->topology.cpus); /* set 0: all CPUs */
    for (u32 i = 0; i < w->tasks; i++) {
        struct ss_task *task = &w->task[i];
        *task = (struct ss_task){.group = -1, .prio = 120, .timer_expires = SS_NEVER,
                                 .woken_at = SS_NEVER, .allowed_count = (u16)w->topology.cpus,
                                 .timer_next = SS_NO_TASK, .wake_next = SS_NO_TASK,
                                 .wait_next = SS_NO_TASK, .queue_next = SS_NO_TASK,
                                 .queue_previous = SS_NO_TASK, .time_slice = 100,
                                 .pushable_next = SS_NOT_PUSHABLE,
                                 .pushable_previous = SS_NOT_PUSHABLE};
        task->address = w->task_address + i * SS_LINE_BYTES;
        w->stack[i].top = SS_STACK_EMPTY;
    }
}

static void start_cpus(struct ss_world *w)
{
    for (u32 i = 0; i < w->topology.cpus; i++) {
        w->cpu[i] = (struct ss_cpu){.number = i, .lock = -1, .current = (i32)i, .idle_task = (i32)i,
                                    .timer_head = SS_NO_TASK};
        w->task[i].cpu = (i32)i;
        w->task[i].state = SS_TASK_RUNNING;
        w->task[i].on_cpu = true;
        ss_wheel_set(&w->wheel, i, 0, i << 3);
    }
    for (u32 i = 0; i < w->shared.lines; i++)
        w->coherence.line[i].home = (u8)w->shared.place[i].home;
    u64 warmup = (u64)w->def->warmup_us * 1000;
    ss_wheel_set(&w->wheel, SS_EVENT_KINDS * w->topology.cpus, warmup, UINT32_MAX);
    w->clock->trace_hash = SS_HASH_START;
    w->clock->window_start = SS_NEVER;
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
    ss_world_layout(&counted, &arena);
    if (arena.used > (u64)SS_LIMIT_WORLD_MIB << 20) {
        struct ss_message message;
        ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
        ss_message_text(&message, "the world needs ");
        ss_message_number(&message, (i64)(arena.used >> 20));
        ss_message_text(&message, " MiB, more than the 512 MiB a world may take: use fewer CPUs or tasks");
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
    ss_world_layout(w, &arena);
    if (arena.failed)
        return SS_STATUS_NO_MEMORY;
    start_tasks(w);
    start_cpus(w);
    ss_sched_start(w);
    ss_workload_kind(def->workload)->start(w);
    fill_map(w, bytes);
    return SS_STATUS_OK;
}

uint32_t ss_world_map(struct ss_world *w) { return offset_of(w, w->map); }
