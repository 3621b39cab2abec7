/* The probes' little world of mini_world.h. */
#include "base/message.h"
#include "probe/mini_world.h"
#include "sched/api.h"
#include "sched/domains/domains.h"
#include "sched/fair/fair.h"
#include "schedscape.h"

#define LOCAL_DISTANCE 10
#define REMOTE_DISTANCE 20
#define RING 1024
#define ROWS 4096

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

/* Every CPU has a stopper, the last of the tasks: a pass that ends in active balance wakes one. */
static void take(struct ss_world *w, struct ss_arena *arena, u32 tasks, bool fair)
{
    struct ss_exec_sizes sizes = {.rows = ROWS,
                                  .tasks = 2 * w->def->cpus + tasks,
                                  .stoppers = w->def->cpus,
                                  .affinities = 1 + ss_max_u32(tasks, SS_MINI_AFFINITIES),
                                  .locks = SS_SCHED_LOCKS(w->def->cpus)};
    ss_topology_create(&w->topology, arena, w->def);
    ss_platform_create(&w->platform, arena, w->def, &w->topology);
    w->domains = SS_ARENA_ARRAY(arena, struct ss_domains, 1);
    w->map = SS_ARENA_ARRAY(arena, struct ss_world_map, 1);
    if (arena->failed || !ss_domains_create(w->domains, arena, &w->topology))
        return;
    ss_sched_define_layouts(w);
    sizes.lines = ss_sched_lines(w) + ss_exec_lines(w, sizes.tasks) + (fair ? ss_fair_lines(w) : 0);
    ss_exec_create(w, arena, &sizes);
    ss_sched_create(w, arena);
    if (fair && !arena->failed)
        ss_fair_create(w, arena);
    ss_exec_create_state(w, arena, &sizes);
    w->limits = (struct ss_limits){RING, RING};
    w->ring = SS_ARENA_ARRAY(arena, struct ss_record, RING);
    w->explain = SS_ARENA_ARRAY(arena, struct ss_explain, RING);
}

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

static struct ss_world *mini_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks,
                                   bool fair)
{
    struct ss_message message;
    ss_message_init(&message, NULL, 0);
    struct ss_world *w = SS_ARENA_ARRAY(probe->arena, struct ss_world, 1);
    if (probe->bad || !w || !ss_topology_check(def, &message) ||
        !ss_platform_check(def, &message)) {
        probe->bad = true;
        return NULL;
    }
    w->def = def;
    take(w, probe->arena, tasks, fair);
    if (!probe->arena->failed) {
        ss_exec_start(w);
        ignore_interrupts(w);
        ss_sched_create_state(w, probe->arena);
        if (fair)
            ss_fair_create_state(w, probe->arena);
    }
    return probe->arena->failed ? NULL : w;
}

struct ss_world *ss_mini_world(struct ss_probe *probe, struct ss_world_def *def)
{
    return mini_world(probe, def, 0, false);
}

struct ss_world *ss_mini_fair_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks)
{
    return mini_world(probe, def, tasks, true);
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
    w->stack[cpu->current].top = SS_STACK_EMPTY;
    w->stack[cpu->current].used = 0;
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

void ss_mini_read_set(struct ss_probe *probe, u64 *set, u32 words)
{
    for (u32 i = 0; i < words; i++) {
        u64 low = (u32)ss_probe_read(probe);
        set[i] = low | (u64)(u32)ss_probe_read(probe) << 32;
    }
}

void ss_mini_write_set(struct ss_probe *probe, const u64 *set, u32 words)
{
    for (u32 i = 0; i < words; i++) {
        ss_probe_write(probe, (i32)set[i]);
        ss_probe_write(probe, (i32)(set[i] >> 32));
    }
}
