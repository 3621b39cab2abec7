/* The memory of exec: what is constant, what changes, and how every CPU and task starts. */
#include "exec/create.h"

#include "base/hash.h"
#include "exec/footprint.h"
#include "exec/lock.h"
#include "exec/record.h"
#include "exec/room.h"
#include "exec/user.h"
#include "exec/mechanism.h"
#include "exec/path.h"
#include "exec/view.h"
#include "exec/world.h"

/* ---- what a definition may say --------------------------------------------------------------- */

static bool power_of_two(u32 value)
{
    return value && !(value & (value - 1));
}

static const char *problem_of(const struct ss_world_def *def)
{
    if (def->ring_records && (!power_of_two(def->ring_records) || def->ring_records > 1u << 22))
        return "ring_records: must be a power of two, at most 4194304";
    if (def->explain_records &&
        (!power_of_two(def->explain_records) || def->explain_records > 1u << 20))
        return "explain_records: must be a power of two, at most 1048576";
    if (def->explain_quiet > 1)
        return "explain: must be 0 (what matters) or 1 (all)";
    if (def->explain_steps > 1)
        return "explain_steps: must be 0 (reasons alone) or 1 (every test)";
    if (def->idle_residency_c1_ps > def->idle_residency_c1e_ps ||
        def->idle_residency_c1e_ps > def->idle_residency_deep_ps)
        return "idle_residency: a deeper state must not be reached earlier; order the residencies "
               "of C1, C1E and C6";
    return NULL;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const char *problem = problem_of(def);
    if (problem)
        ss_message_text(message, problem);
    return !problem && ss_layouts_check(def, message);
}

/* ---- places ---------------------------------------------------------------------------------- */

static u32 lines_of_each(const struct ss_world *w, const struct ss_placement *p)
{
    return ss_div_round_up(w->layouts.bytes[p->structure], SS_LINE_BYTES);
}

u32 ss_lines_of(const struct ss_world *w, const struct ss_placement *list, u32 kinds)
{
    u32 lines = 0;
    for (u32 k = 0; k < kinds; k++)
        lines += list[k].count * lines_of_each(w, &list[k]);
    return lines;
}

static u32 home_node(const struct ss_world *w, const struct ss_placement *p, u32 index)
{
    if (p->home_cpu)
        return ss_node_of_cpu(w, p->home_cpu(w, index));
    if (p->home == SS_HOME_OF_CPU)
        return ss_node_of_cpu(w, index);
    return p->home == SS_HOME_BY_INDEX ? index % w->topology.nodes : 0;
}

void ss_place(struct ss_world *w, const struct ss_placement *list, u32 kinds)
{
    if (!w->shared.place)
        return;
    for (u32 k = 0; k < kinds; k++) {
        const struct ss_placement *p = &list[k];
        if (!p->count)
            continue;
        w->layouts.place[p->structure] =
            (struct ss_place){.first = w->shared.lines << SS_LINE_SHIFT,
                              .stride = lines_of_each(w, p) << SS_LINE_SHIFT};
        for (u32 i = 0; i < p->count; i++)
            ss_shared_place(&w->shared, p->structure, i, w->layouts.bytes[p->structure],
                            home_node(w, p, i));
    }
}

/* Home of a task_struct: a stopper's CPU; else the task's id modulo CPUs. */
static u32 home_of_task(const struct ss_world *w, u32 task)
{
    return (task < w->stoppers ? task : task - w->stoppers) % w->topology.cpus;
}

static u32 placements(const struct ss_world *w, struct ss_placement list[2])
{
    list[0] = (struct ss_placement){
        .structure = SS_STRUCTURE_MCS_NODES, .count = w->topology.cpus, .home = SS_HOME_OF_CPU};
    list[1] = (struct ss_placement){
        .structure = SS_STRUCTURE_TASK_STRUCT, .count = w->tasks, .home_cpu = home_of_task};
    return 2;
}

static u32 lines(const struct ss_world *w)
{
    struct ss_placement list[2];
    return ss_lines_of(w, list, placements(w, list));
}

static void place_nodes_and_tasks(struct ss_world *w)
{
    struct ss_placement list[2];
    ss_place(w, list, placements(w, list));
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        w->mcs_address[cpu] = WORD(MCS_NODES, cpu, NODE);
}

/* ---- what is constant, and what changes ------------------------------------------------------ */

static void create(struct ss_world *w, struct ss_arena *header)
{
    w->effort = SS_ARENA_ARRAY(header, struct ss_world_effort, 1);
    w->shared = (struct ss_shared){.capacity = w->sizes.lines};
    w->shared.place = SS_ARENA_ARRAY(header, struct ss_line_place, w->sizes.lines);
    w->mcs_address = SS_ARENA_ARRAY(header, u32, w->topology.cpus);
    if (w->mcs_address)
        place_nodes_and_tasks(w);
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    const u32 cpus = w->topology.cpus;
    w->clock = SS_ARENA_ARRAY(state, struct ss_world_clock, 1);
    ss_wheel_create(&w->wheel, state, SS_EVENT_KINDS * cpus + SS_WORLD_EVENTS);
    w->cpu = SS_ARENA_ARRAY(state, struct ss_cpu, cpus);
    w->task = SS_ARENA_ARRAY(state, struct ss_task, w->tasks);
    w->affinity = SS_ARENA_ARRAY(state, u64, (u64)w->affinities * w->topology.cpu_words);
    w->user = SS_ARENA_ARRAY(state, struct ss_user_task, w->tasks);
    w->stack = SS_ARENA_ARRAY(state, struct ss_stack, w->tasks);
    w->ledger = SS_ARENA_ARRAY(state, struct ss_cpu_ledger, cpus);
    w->ledger_window = SS_ARENA_ARRAY(state, struct ss_cpu_ledger, cpus);
    w->transfers = SS_ARENA_ARRAY(state, u32, w->topology.llcs * w->topology.llcs);
    w->latency = SS_ARENA_ARRAY(state, struct ss_histogram, w->latencies);
    ss_coherence_create(&w->coherence, state, w->sizes.lines, &w->topology, &w->platform,
                        w->sizes.rows != 0);
    ss_c2c_create(&w->c2c, state, w->sizes.rows, &w->platform);
    ss_locks_create(w, state);
    ss_footprints_create(w, state);
}

static void take_outputs(struct ss_world *w, struct ss_arena *outputs)
{
    w->ring = SS_ARENA_ARRAY(outputs, struct ss_record, w->limits.ring_records);
    w->explain = SS_ARENA_ARRAY(outputs, union ss_explained, w->limits.explain_records);
}

/* Constant, so that what lies between its members is zero: states are compared and kept by bytes.
 */
static const struct ss_task task_at_start = {.group = -1,
                                             .prio = SS_PRIO_FAIR,
                                             .normal_prio = SS_PRIO_FAIR,
                                             .timer_expires = SS_NEVER,
                                             .woken_at = SS_NEVER,
                                             .timer_next = SS_NO_TASK,
                                             .wake_next = SS_NO_TASK,
                                             .queue_next = SS_NO_TASK,
                                             .queue_previous = SS_NO_TASK};

static void start_tasks(struct ss_world *w)
{
    ss_bitset_fill(w->affinity, w->topology.cpus); /* set 0: all CPUs */
    for (u32 i = 0; i < w->tasks; i++) {
        w->task[i] = task_at_start;
        w->task[i].allowed_count = (u16)w->topology.cpus;
        w->task[i].address = WORD(TASK_STRUCT, i, STATE);
        ss_path_empty(w, i);
    }
}

static void start_cpus(struct ss_world *w)
{
    for (u32 i = 0; i < w->topology.cpus; i++) {
        w->cpu[i] = (struct ss_cpu){.number = i,
                                    .lock = -1,
                                    .current = (i32)i,
                                    .idle_task = (i32)i,
                                    .timer_head = SS_NO_TASK};
        ss_path_empty_current(&w->cpu[i]);
        w->task[i].cpu = (i32)i;
        w->task[i].state = SS_TASK_RUNNING;
        w->task[i].on_cpu = true;
    }
}

static void start(struct ss_world *w)
{
    start_tasks(w);
    start_cpus(w);
    for (u32 i = 0; i < w->shared.lines; i++)
        ss_coherence_line(&w->coherence, i)->home = (u8)w->shared.place[i].home;
    w->clock->trace_hash = SS_HASH_START;
    w->clock->window_start = SS_NEVER;
}

static void shape(struct ss_world *w, struct ss_arena *header)
{
    ss_topology_create(&w->topology, header, w->def);
    ss_platform_create(&w->platform, header, w->def, &w->topology);
}

const struct ss_room ss_exec_room = {.check = check,
                                     .shape = shape,
                                     .lines = lines,
                                     .create = create,
                                     .state = take_state,
                                     .outputs = take_outputs,
                                     .start = start,
                                     .view = ss_exec_view,
                                     .mechanisms = ss_exec_mechanisms};
