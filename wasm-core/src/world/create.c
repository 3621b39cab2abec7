/* Creation of a world: sizes first, then every room in order, all in one arena. */
#include "exec/world.h"
#include "policy/policy.h"
#include "sched/cache/state.h"
#include "workload/workload.h"
#include "world/check.h"
#include "world/intervene.h"
#include "world/names.h"
#include "world/outputs.h"
#include "world/rooms.h"
#include "world/version.h"

/* ---- outputs: written for the host, never read back ------------------------------------------ */

static u32 offset_of(const struct ss_world *w, const void *pointer)
{
    return (u32)((const u8 *)pointer - (const u8 *)w);
}

/* Processes by number, and one owner for all other tasks. */
static u32 occupancy_owners(const struct ss_world *w)
{
    return w->footprints ? w->processes + 1 : 0;
}

static void take_views(const struct ss_world *w, struct ss_arena *arena, struct ss_views *views)
{
    const u32 cpus = w->topology.cpus, zones = w->mm ? w->mm->needs.zones : 0;
    views->cpu = SS_ARENA_ARRAY(arena, struct ss_cpu_view, cpus);
    views->task = SS_ARENA_ARRAY(arena, struct ss_task_view, w->tasks);
    views->line = SS_ARENA_ARRAY(arena, struct ss_line_view, w->sizes.lines);
    views->ledger = SS_ARENA_ARRAY(arena, struct ss_cpu_ledger, cpus);
    views->zone = SS_ARENA_ARRAY(arena, struct ss_zone_view, zones);
    views->lock = SS_ARENA_ARRAY(arena, struct ss_lock_view, 2 * zones);
    views->hold = SS_ARENA_ARRAY(arena, struct ss_hold_view, 2 * zones);
    views->pcp = SS_ARENA_ARRAY(arena, struct ss_pcp_view, zones ? cpus : 0);
    views->latency = SS_ARENA_ARRAY(arena, struct ss_latency_view, w->latencies);
    views->epoch = SS_ARENA_ARRAY(arena, struct ss_epoch_view, 1);
    views->occupancy = SS_ARENA_ARRAY(arena, u32, occupancy_owners(w) * w->topology.llcs);
}

/* Where memory is shared among those that work on it: by footprints, or by the workload itself. */
static u32 traffic_nodes(const struct ss_world *w)
{
    return w->footprints || w->workload->kind->traffic ? w->topology.nodes : 0;
}

static u32 accounts(const struct ss_world *w)
{
    return ss_cache_is_wanted(w->def) ? w->processes : 0;
}

static void take_mechanisms(const struct ss_world *w, struct ss_arena *arena,
                            struct ss_mechanism_views *views)
{
    const u32 words = SS_CPUPRI_LEVELS * w->topology.cpu_words;
    views->cpupri_mask = SS_ARENA_ARRAY(arena, u64, words);
    views->cpupri_ghost = SS_ARENA_ARRAY(arena, u64, words);
    views->holder = SS_ARENA_ARRAY(arena, struct ss_holder_view, w->sizes.locks);
    views->account = SS_ARENA_ARRAY(arena, struct ss_account_view, accounts(w));
    views->account_llc =
        SS_ARENA_ARRAY(arena, struct ss_account_llc, (u64)accounts(w) * w->topology.llcs);
    views->traffic = SS_ARENA_ARRAY(arena, struct ss_traffic_view, traffic_nodes(w));
}

static void take_outputs(struct ss_world *w, struct ss_arena *arena, struct ss_outputs *outputs)
{
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->outputs)
            ss_rooms[i]->outputs(w, arena);
    take_views(w, arena, &outputs->views);
    take_mechanisms(w, arena, &outputs->mechanisms);
    if (w->def->keyframes) {
        const u32 pages = w->sizes.state_pages;
        outputs->page_list = SS_ARENA_ARRAY(arena, u32, pages);
        outputs->seal = SS_ARENA_ARRAY(arena, u64, pages);
        outputs->seal_valid = SS_ARENA_ARRAY(arena, u32, 1);
    }
    outputs->names = SS_ARENA_ARRAY(arena, u8, ss_world_names(w, NULL));
    if (outputs->names)
        w->map->names_bytes = ss_world_names(w, outputs->names);
}

/* What lies beside struct ss_world itself; the counting pass has its own. */
struct directories {
    struct ss_rooms rooms;
    struct ss_outputs outputs;
};

/* Lays out everything in the arena; in counting mode only sizes. The world is built in place. */
static void lay_out(struct ss_world *w, struct ss_arena *arena, struct directories *counted)
{
    w->map = SS_ARENA_ARRAY(arena, struct ss_world_map, 1);
    struct ss_world_def *def = SS_ARENA_ARRAY(arena, struct ss_world_def, 1);
    struct directories *directories = SS_ARENA_ARRAY(arena, struct directories, 1);
    if (def) {
        *def = *w->def;
        w->def = def;
    }
    if (!directories)
        directories = counted;
    ss_rooms_lay_out(w, &directories->rooms, arena, ss_workload_kind(w->def->workload));
    w->outputs = &directories->outputs;
    take_outputs(w, arena, w->outputs);
}

static void map_zones(const struct ss_world *w, struct ss_world_map *map,
                      const struct ss_views *views)
{
    map->zone_view_offset = offset_of(w, views->zone);
    map->zone_view_count = w->mm->needs.zones;
    map->lock_view_offset = offset_of(w, views->lock);
    map->hold_view_offset = offset_of(w, views->hold);
    map->pcp_view_offset = offset_of(w, views->pcp);
    map->pcp_view_count = w->topology.cpus;
}

static void map_mechanisms(const struct ss_world *w, struct ss_world_map *map)
{
    const struct ss_mechanism_views *views = &w->outputs->mechanisms;
    map->sharer_offset = offset_of(w, ss_coherence_sharers(&w->coherence, 0));
    map->sharer_stride = w->coherence.line_bytes;
    map->sharer_words = w->topology.core_words;
    map->cpupri_levels = SS_CPUPRI_LEVELS;
    map->cpupri_words = w->topology.cpu_words;
    map->cpupri_count_offset = offset_of(w, w->sched->state->count);
    map->cpupri_mask_offset = offset_of(w, views->cpupri_mask);
    map->cpupri_ghost_offset = offset_of(w, views->cpupri_ghost);
    map->holder_view_offset = offset_of(w, views->holder);
    map->holder_view_count = w->locks->count[0];
    map->account_view_offset = offset_of(w, views->account);
    map->account_view_count = ss_cache_has_epochs(w) ? accounts(w) : 0;
    map->account_llc_offset = offset_of(w, views->account_llc);
    map->traffic_view_offset = offset_of(w, views->traffic);
    map->traffic_view_count = traffic_nodes(w);
}

static void fill_map(struct ss_world *w, u32 bytes)
{
    struct ss_world_map *map = w->map;
    const struct ss_outputs *outputs = w->outputs;
    const struct ss_views *views = &outputs->views;
    map->state_offset = w->sizes.state_offset;
    map->state_bytes = w->sizes.state_pages * SS_STATE_PAGE_BYTES;
    map->abi_version = ss_abi_version();
    map->bytes = bytes;
    map->clock_offset = offset_of(w, w->clock);
    map->effort_offset = offset_of(w, w->effort);
    map->cpu_view_offset = offset_of(w, views->cpu);
    map->cpu_view_count = w->topology.cpus;
    map->task_view_offset = offset_of(w, views->task);
    map->task_view_count = w->tasks;
    map->line_view_offset = offset_of(w, views->line);
    map->line_view_count = w->shared.lines;
    map->row_offset = offset_of(w, w->c2c.row);
    map->row_capacity = w->c2c.capacity;
    map->ring_offset = offset_of(w, w->ring);
    map->ring_records = w->limits.ring_records;
    map->explain_offset = offset_of(w, w->explain);
    map->explain_bytes = sizeof(union ss_explained);
    map->explain_records = w->limits.explain_records;
    map->steps_offset = w->steps ? offset_of(w, w->steps) : 0;
    map->steps_records = w->steps ? w->limits.explain_records : 0;
    if (w->steps && w->sched->explaining) {
        map->pick_records = w->sched->explaining->pick_records;
        map->pick_offset = offset_of(w, w->sched->explaining->picks);
        map->pick_steps_offset = offset_of(w, w->sched->explaining->pick_steps);
    }
    map->ledger_offset = offset_of(w, views->ledger);
    map->ledger_window_offset = offset_of(w, w->ledger_window);
    map->transfer_offset = offset_of(w, w->transfers);
    map->llcs = w->topology.llcs;
    if (w->mm)
        map_zones(w, map, views);
    map->latency_view_offset = offset_of(w, views->latency);
    map->latency_view_count = w->latencies;
    map->epoch_view_offset = offset_of(w, views->epoch);
    map->epoch_view_count = ss_cache_has_epochs(w);
    map->occupancy_offset = offset_of(w, views->occupancy);
    map->occupancy_owners = occupancy_owners(w);
    if (ss_policy_is_there(w)) {
        map->policy_view_offset = offset_of(w, w->policy->view);
        map->policy_values = w->policy->values;
        map->policy_value_offset = offset_of(w, w->policy->value);
    }
    map->llc_kib = w->def->llc_kib;
    map_mechanisms(w, map);
    map->names_offset = offset_of(w, outputs->names);
    if (outputs->page_list) {
        map->page_list_offset = offset_of(w, outputs->page_list);
        map->page_list_capacity = w->sizes.state_pages;
    }
}

/* Every CPU looks for work at time 0; the measured window begins after the warm-up. */
static void start(struct ss_world *w)
{
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->start)
            ss_rooms[i]->start(w);
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_wheel_set(&w->wheel, cpu, 0, cpu << 3);
    ss_wheel_set(&w->wheel, SS_EVENT_KINDS * w->topology.cpus, (u64)w->def->warmup_us * 1000,
                 UINT32_MAX);
    w->hooks.intervene = ss_interventions_make;
    ss_interventions_arm(w);
}

/* Says in the definition that a world of so many bytes does not fit; returns the status. */
static int32_t refuse_size(struct ss_world_def *def, u64 bytes, int32_t status)
{
    struct ss_message message;
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    ss_message_text(&message, "the world needs ");
    ss_message_number(&message, (i64)((bytes + (1 << 20) - 1) >> 20));
    ss_message_text(&message, " MiB, more than there is or the ");
    ss_message_number(&message, SS_LIMIT_WORLD_MIB);
    ss_message_text(&message, " MiB a world may take: use fewer CPUs or tasks");
    return def->status = status;
}

/* ---- the ABI --------------------------------------------------------------------------------- */

/* What a world of this definition, which was looked at, takes. */
static u64 count_bytes(struct ss_world_def *def)
{
    struct ss_world counted = {.def = def};
    struct directories directories = {0};
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    SS_ARENA_ARRAY(&arena, struct ss_world, 1);
    lay_out(&counted, &arena, &directories);
    return arena.used;
}

#ifndef SS_NO_POLICIES
/* The world is too large with the variables of its policy and is not without them: whose fault that
 * is has to be said. False: it is something else's. */
static bool refuse_variables(struct ss_world_def *def, u64 bytes)
{
    const u32 arrays = def->policy_arrays;
    struct ss_message message;
    def->policy_arrays = 0;
    const u64 without = count_bytes(def);
    def->policy_arrays = arrays;
    if (!def->policy_words || without > (u64)SS_LIMIT_WORLD_MIB << 20)
        return false;
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    ss_message_text(&message, "policy_arrays: the policy's variables need ");
    ss_message_number(&message, (i64)((bytes - without + (1 << 20) - 1) >> 20));
    ss_message_text(&message, " MiB with the lines they lie on, and there are ");
    ss_message_number(&message, (i64)(SS_LIMIT_WORLD_MIB - ((without + (1 << 20) - 1) >> 20)));
    ss_message_text(&message, " left of the ");
    ss_message_number(&message, SS_LIMIT_WORLD_MIB);
    ss_message_text(&message,
                    " MiB a world may take: use fewer or shorter variables, or fewer CPUs "
                    "or tasks");
    def->status = SS_STATUS_BAD_DEFINITION;
    return true;
}
#endif

uint32_t ss_world_bytes(struct ss_world_def *def)
{
    if (!ss_world_check(def))
        return 0;
    const u64 bytes = count_bytes(def);
    if (bytes <= (u64)SS_LIMIT_WORLD_MIB << 20)
        return (u32)bytes;
#ifndef SS_NO_POLICIES
    if (refuse_variables(def, bytes))
        return 0;
#endif
    refuse_size(def, bytes, SS_STATUS_BAD_DEFINITION);
    return 0;
}

/* Names that were cut would show a field under another's name, or none: no world is better. */
static int32_t refuse_names(struct ss_world_def *def)
{
    struct ss_message message;
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    ss_message_text(&message, "layout: the names of its members take more room than a world has "
                              "for names: lay out fewer structures");
    def->status = SS_STATUS_BAD_DEFINITION;
    return SS_STATUS_BAD_DEFINITION;
}

int32_t ss_world_create(void *memory, uint32_t bytes, struct ss_world_def *def)
{
    const u32 needed = ss_world_bytes(def);
    if (!needed)
        return SS_STATUS_BAD_DEFINITION;
    /* Before anything is built: no room has to look at what it was given. */
    if (!memory || bytes < needed)
        return refuse_size(def, needed, SS_STATUS_NO_MEMORY);
    struct ss_arena arena;
    ss_arena_init(&arena, memory, bytes);
    struct ss_world *w = SS_ARENA_ARRAY(&arena, struct ss_world, 1);
    w->def = def;
    lay_out(w, &arena, NULL);
    if (!w->map->names_bytes)
        return refuse_names(def);
    start(w);
    fill_map(w, bytes);
    return SS_STATUS_OK;
}

uint32_t ss_world_map(struct ss_world *w)
{
    return offset_of(w, w->map);
}
