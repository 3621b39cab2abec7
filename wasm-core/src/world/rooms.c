/* The list of rooms.h, and how what they need is counted and laid out. */
#include "world/rooms.h"

#include "exec/create.h"
#include "exec/world.h"
#include "ipc/create.h"
#include "mm/asked.h"
#include "policy/create.h"
#include "sched/cache/state.h"
#include "sched/core/state.h"
#include "sched/explain/state.h"
#include "sched/ext/state.h"
#include "sched/fair/asked.h"
#include "sched/fair/state.h"
#include "sched/root_domain.h"
#include "sched/rt/asked.h"
#include "sched/rt/view.h"

#define DEFAULT_RING 16384   /* 512 KiB: small enough to stay in a cache of the host */
#define DEFAULT_EXPLAIN 8192 /* 1.3 MiB */
#define ROWS_PER_LINE 4      /* c2c rows reserved; hot lines have more, most lines none */

const struct ss_room *const ss_rooms[] = {
    &ss_exec_room,  &ss_sched_room,    &ss_explain_room,  &ss_fair_room,       &ss_ipc_room,
    &ss_mm_room,    &ss_cache_room,    &ss_workload_room, &ss_page_lists_room, &ss_policy_room,
    &ss_asked_room, &ss_asked_rt_room, &ss_asked_mm_room, &ss_ext_room,        &ss_cpupri_view_room,
};
const u32 ss_room_count = SS_ARRAY_LENGTH(ss_rooms);

/* Which of the rooms this world has. */
static void enter(struct ss_world *w, struct ss_rooms *rooms, const struct ss_workload_needs *needs)
{
    const bool full = w->def->fair_class == SS_FAIR_FULL;
    w->domains = &rooms->domains;
    w->locks = &rooms->locks;
    w->sched = &rooms->sched;
    w->sched->fair = full ? &rooms->fair : NULL;
    w->sched->explaining = full ? &rooms->explaining : NULL;
    w->sched->ext = w->def->fair_class == SS_FAIR_EXT ? &rooms->ext : NULL;
    w->sched->cache = ss_cache_is_wanted(w->def) ? &rooms->cache : NULL;
    w->ipc = &rooms->ipc;
    w->policy = w->def->policy_words ? &rooms->policy : NULL;
    w->workload = &rooms->workload;
    w->mm = needs->memory.zones ? &rooms->mm : NULL;
    w->footprints = needs->footprints ? &rooms->footprints : NULL;
}

/* What the workload needs of each. */
static void hand_out(struct ss_world *w, struct ss_rooms *rooms,
                     const struct ss_workload_kind *kind, const struct ss_workload_needs *needs)
{
    const struct ss_world_def *def = w->def;
    w->stoppers = def->cpus + needs->tasks;
    w->tasks = w->stoppers + (w->sched->fair ? def->cpus : 0);
    w->processes = needs->processes;
    w->affinities = 1 + needs->affinities + def->interventions;
    w->latencies = needs->latencies ? SS_LATENCIES : 0;
    w->limits.ring_records = def->ring_records ? def->ring_records : DEFAULT_RING;
    w->limits.explain_records = def->explain_records ? def->explain_records : DEFAULT_EXPLAIN;
    rooms->footprints.count = needs->footprints;
    rooms->mm.needs = needs->memory;
    rooms->workload.kind = kind;
    rooms->workload.structure_bytes = needs->structure_bytes;
    rooms->ipc =
        (struct ss_ipc){.futexes = needs->futexes,
                        .pipes = needs->pipes,
                        .sockets = needs->sockets,
                        .routes = needs->routes ? def->cpus : 0,
                        .pipe_call_ns = needs->pipe_call_ns ? needs->pipe_call_ns : SS_PIPE_CALL_NS,
                        .words = needs->futex_words,
                        .home_cpu = kind->futex_home};
}

static void count(struct ss_world *w)
{
    struct ss_sizes *sizes = &w->sizes;
    for (u32 i = 0; i < ss_room_count; i++) {
        sizes->lines += ss_rooms[i]->lines ? ss_rooms[i]->lines(w) : 0;
        sizes->locks += ss_rooms[i]->locks ? ss_rooms[i]->locks(w) : 0;
    }
    sizes->rows = w->def->no_line_counters ? 0 : sizes->lines * ROWS_PER_LINE;
}

/* A room that only an intervention switches on is laid out last, so that addresses, and the trace
 * before the intervention, do not move. */
static bool comes_with_a_change(const struct ss_world *w, const struct ss_room *room)
{
    return room == &ss_cache_room && !w->def->cache_enabled;
}

static void create_some(struct ss_world *w, struct ss_arena *arena, bool with_a_change)
{
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->create && comes_with_a_change(w, ss_rooms[i]) == with_a_change)
            ss_rooms[i]->create(w, arena);
}

void ss_rooms_lay_out(struct ss_world *w, struct ss_rooms *rooms, struct ss_arena *arena,
                      const struct ss_workload_kind *kind)
{
    struct ss_workload_needs needs;
    kind->needs(w->def, &needs);
    enter(w, rooms, &needs);
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->shape)
            ss_rooms[i]->shape(w, arena);
    hand_out(w, rooms, kind, &needs);
    count(w);
    create_some(w, arena, false);
    create_some(w, arena, true);
    ss_arena_align(arena, SS_STATE_PAGE_BYTES);
    w->sizes.state_offset = (u32)arena->used;
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->state)
            ss_rooms[i]->state(w, arena);
    ss_arena_align(arena, SS_STATE_PAGE_BYTES);
    w->sizes.state_pages = (u32)(arena->used - w->sizes.state_offset) / SS_STATE_PAGE_BYTES;
}
