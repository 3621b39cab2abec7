/* The probes' little world of mini_world.h. */
#include "probe/mini_world.h"

#include "base/message.h"
#include "exec/create.h"
#include "exec/lock.h"
#include "exec/run.h"
#include "machine/topology_check.h"
#include "sched/core/interrupts.h"
#include "sched/core/stop.h"
#include "schedscape.h"
#include "world/rooms.h"

#define LOCAL_DISTANCE 10
#define REMOTE_DISTANCE 20
#define RING 1024

struct ss_world_def *ss_mini_read_machine(struct ss_probe *probe)
{
    struct ss_world_def *def = SS_ARENA_ARRAY(probe->arena, struct ss_world_def, 1);
    if (!def)
        return NULL;
    ss_world_def_default(def);
    def->cpus = (u32)ss_probe_read_range(probe, 1, SS_LIMIT_CPUS);
    def->nodes = (u32)ss_probe_read_range(probe, 1, SS_LIMIT_NODES);
    for (u32 i = 0; i < def->cpus; i++) {
        def->cpu_core[i] = def->cpu_l2[i] = (u16)ss_probe_read_range(probe, 0, (i32)def->cpus - 1);
        def->cpu_node[i] = (u16)ss_probe_read_range(probe, 0, (i32)def->nodes - 1);
    }
    for (u32 i = 0; i < def->nodes; i++)
        for (u32 j = 0; j < def->nodes; j++)
            def->distance[i * def->nodes + j] = i == j ? LOCAL_DISTANCE : REMOTE_DISTANCE;
    /* LLC and package ids have to be dense; a node without CPUs has neither. */
    u16 dense[SS_LIMIT_NODES], next = 0;
    for (u32 node = 0; node < def->nodes; node++) {
        bool used = false;
        for (u32 i = 0; i < def->cpus; i++)
            used = used || def->cpu_node[i] == node;
        dense[node] = next;
        next += used;
    }
    for (u32 i = 0; i < def->cpus; i++)
        def->cpu_llc[i] = def->cpu_package[i] = dense[def->cpu_node[i]];
    return def;
}

/* The workload of a mini world: tasks without a program, as many as its one parameter says. */
static void mini_needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 tasks = def->workload_parameter[0];
    *needs = (struct ss_workload_needs){.tasks = tasks,
                                        .affinities = ss_max_u32(tasks, SS_MINI_AFFINITIES)};
}

static const struct ss_workload_kind mini = {.name = "mini", .needs = mini_needs};

struct ignore_frame {
    struct ss_path path;
};

/* An interrupt reaches a CPU that rests: it is served, and nothing comes of it. */
static bool ignore(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ignore);
    PATH_BEGIN;
    SS_DEBUG_CHECK(cpu->current == cpu->idle_task);
    cpu->need_resched = false;
    PATH_END;
}

static void ignore_interrupts(struct ss_world *w)
{
    for (u32 vector = 0; vector < SS_VECTORS; vector++) {
        w->hooks.interrupt[vector] = ignore;
        w->hooks.interrupt_frame[vector] = sizeof(struct ignore_frame);
    }
    w->hooks.stop_one_cpu = stop_one_cpu;
    w->hooks.schedule = ignore;
    w->hooks.schedule_frame = sizeof(struct ignore_frame);
}

static struct ss_world *mini_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks)
{
    struct ss_message message;
    ss_message_init(&message, NULL, 0);
    struct ss_world *w = SS_ARENA_ARRAY(probe->arena, struct ss_world, 1);
    struct ss_rooms *rooms = SS_ARENA_ARRAY(probe->arena, struct ss_rooms, 1);
    if (!probe->arena->failed)
        w->map = SS_ARENA_ARRAY(probe->arena, struct ss_world_map, 1);
    if (probe->bad || probe->arena->failed || !ss_topology_check(def, &message) ||
        !ss_platform_check(def, &message)) {
        probe->bad = true;
        return NULL;
    }
    w->def = def;
    def->workload_parameter[0] = tasks;
    def->ring_records = def->explain_records = RING;
    def->no_line_counters = 1;
    ss_rooms_lay_out(w, rooms, probe->arena, &mini);
    ss_exec_room.outputs(w, probe->arena);
    if (probe->arena->failed)
        return NULL;
    ss_exec_room.start(w);
    ignore_interrupts(w);
    return w;
}

struct ss_world *ss_mini_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks)
{
    return mini_world(probe, def, tasks);
}

struct ss_world *ss_mini_fair_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks)
{
    def->fair_class = SS_FAIR_FULL;
    return mini_world(probe, def, tasks);
}

struct rest_frame {
    struct ss_path path;
};

/* What lies below the path under test: the CPU rests when it is done. */
static bool rest(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rest);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->path.previous == SS_STACK_EMPTY);
    for (;;)
        PATH_IDLE_WAIT();
    PATH_END;
}

i32 ss_mini_run(struct ss_world *w, u32 number, ss_path_function *function, struct ss_path *frame,
                u32 bytes)
{
    struct ss_cpu *cpu = ss_cpu(w, number);
    ss_path_empty_current(cpu);
    ss_path_push_clear(w, cpu, rest, sizeof(struct rest_frame));
    struct ss_path *pushed = ss_path_push(w, cpu, function, bytes);
    struct ss_path head = *pushed;
    memcpy(pushed, frame, bytes);
    *pushed = head;
    cpu->wait = SS_WAIT_NONE;
    cpu->clock = ss_max_u64(cpu->clock, w->clock->now);
    ss_wheel_set(&w->wheel, number, cpu->clock, number << 3);
    ss_exec_step(w, SS_NEVER - 1, 0);
    return cpu->result;
}

struct lock_only_frame {
    struct ss_path path;
    /* arguments */
    i32 lock;
};

static bool take_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(lock_only);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, me->lock);
    PATH_LOCK(me->lock);
    PATH_END;
}

static bool release_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(lock_only);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->lock);
    PATH_UNLOCK_LAST(me->lock);
    PATH_END;
}

i32 ss_mini_run_holding(struct ss_world *w, u32 number, i32 lock, ss_path_function *function,
                        struct ss_path *frame, u32 bytes)
{
    struct lock_only_frame only = {.lock = lock};
    ss_mini_run(w, number, take_lock, &only.path, sizeof(only));
    const i32 result = ss_mini_run(w, number, function, frame, bytes);
    ss_mini_run(w, number, release_lock, &only.path, sizeof(only));
    return result;
}

void ss_mini_read_set(struct ss_probe *probe, const struct ss_world *w, u64 *set)
{
    for (u32 i = 0; i < w->sched->words; i++) {
        const u64 low = (u32)ss_probe_read(probe);
        const u64 word = low | (u64)(u32)ss_probe_read(probe) << 32;
        const u32 cpus = ss_min_u32(w->topology.cpus - i * 64, 64);
        const u64 possible = ~0ull >> (64 - cpus);
        probe->bad |= (word & ~possible) != 0;
        set[i] = word & possible;
    }
}

void ss_mini_write_set(struct ss_probe *probe, const u64 *set, u32 words)
{
    for (u32 i = 0; i < words; i++) {
        ss_probe_write(probe, (i32)set[i]);
        ss_probe_write(probe, (i32)(set[i] >> 32));
    }
}
