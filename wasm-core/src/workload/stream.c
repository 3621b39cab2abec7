/*
 * STREAM with OpenMP: a team of threads that the master creates at the first parallel region, each
 * streaming through its share of three arrays; every loop ends at a barrier, so the slowest thread
 * decides. An external task that always runs can be put beside it. Source: spec "Workload models"
 * sections 3.4 and 4.6, "Split-LLC placement" section 5.3. Score: loops of the whole team (Copy,
 * Scale, Add, Triad in turn).
 *
 * Simplified: no cache line of the arrays is simulated. A thread streams at the least of its share
 * of its memory's node, its share of the link of the LLC it runs on, and its own limit; memory lies
 * on the node where the thread first touched it, and links between sockets have no limit.
 */
#include "exec/path.h"
#include "ipc/futex.h"
#include "sched/cache/state.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/workload.h"

enum external { NONE, SAME_LLC, SAME_NODE, OTHER_NODE, RANDOM };

#define MOST_ARRAY_KIB 4194304
#define MOST_MB 1000000 /* a second: a thousand times a channel of memory */

#define PARAMETERS(P)                                                                              \
    P(THREADS, "threads", WHOLE(1, SS_LIMIT_TASKS - 1), "the threads of the team")                 \
    P(ARRAY_KIB, "array", WHOLE_OF("KiB", 1, MOST_ARRAY_KIB), "the size of an array in KiB")       \
    P(EXTERNAL, "external",                                                                        \
      CHOICE([NONE] = "none", [SAME_LLC] = "same-llc", [SAME_NODE] = "same-node",                  \
             [OTHER_NODE] = "other-node", [RANDOM] = "random"),                                    \
      "where another task runs all the time")                                                      \
    P(NODE_MB, "node_bandwidth", WHOLE_OF("MB/s", 1, MOST_MB),                                     \
      "the memory bandwidth of a node, MB/s")                                                      \
    P(LINK_MB, "link_bandwidth", WHOLE_OF("MB/s", 1, MOST_MB),                                     \
      "the bandwidth of an LLC's link, MB/s")                                                      \
    P(THREAD_MB, "thread_bandwidth", WHOLE_OF("MB/s", 1, MOST_MB),                                 \
      "the most bandwidth that one thread uses, MB/s")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define CHUNKS 16    /* of a share: how often a thread counts the threads that stream beside it */
#define POLL_NS 2000 /* how often a spinning thread looks at the barrier */
#define SPIN_NS 3000000     /* then it sleeps; some ms by default in libgomp, an assumption */
#define STREAM_SMT_1024 614 /* 0.6: its share of a core with a busy sibling, section 3.1 */
#define ARRAYS 3
#define LOOPS 4

/* What the workload keeps of a thread. */
struct team_thread {
    u32 memory; /* node of its share, plus one; 0: not touched yet */
    bool started, streaming;
};
SS_OWN_TASK(team_thread)

/* ---- the external task ----------------------------------------------------------------------- */

static bool fits(const struct ss_world_def *def, u32 master, u32 cpu)
{
    const bool same_node = def->cpu_node[cpu] == def->cpu_node[master];
    const bool same_llc = def->cpu_llc[cpu] == def->cpu_llc[master];
    if (def->cpu_core[cpu] == def->cpu_core[master])
        return false;
    switch (def->workload_parameter[EXTERNAL]) {
    case SAME_LLC:
        return same_llc;
    case SAME_NODE:
        return same_node && !same_llc;
    case OTHER_NODE:
        return !same_node;
    default:
        return true;
    }
}

/* The first CPU from `from` on that the external task may have, or -1. */
static i32 external_cpu(const struct ss_world_def *def, u32 master, u32 from)
{
    for (u32 i = 0; i < def->cpus; i++)
        if (fits(def, master, (from + i) % def->cpus))
            return (i32)((from + i) % def->cpus);
    return -1;
}

static bool has_place(const struct ss_world_def *def)
{
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        if (external_cpu(def, cpu, 0) < 0)
            return false;
    return true;
}

/* ---- parameters ------------------------------------------------------------------------------ */

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[ARRAY_KIB] < p[THREADS])
        problem = "workload.array: must be at least 1 KiB per thread";
    else if (p[EXTERNAL] != NONE && !has_place(def))
        problem = "workload.external: the machine has no such CPU beside every core; choose "
                  "another place or none";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){.tasks = p[THREADS] + (p[EXTERNAL] != NONE),
                                        .processes = 1,
                                        .futexes = 1,
                                        .futex_words = true};
}

/* ---- the team -------------------------------------------------------------------------------- */

struct team_barrier_frame {
    struct ss_path path;
    /* kept */
    u32 round, spun;
    bool last, released;
};

/* The last thread to come releases the others; a waiting thread spins first. Result: 1 for the
 * last. */
static bool team_barrier(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(team_barrier);
    struct ss_futex *const futex = &w->ipc->futex[0];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(futex->arrived < parameter(w, THREADS));
    PATH_LOAD(user, futex->word_address, me->round = futex->word);
    PATH_ATOMIC(user, futex->word_address, me->last = ++futex->arrived == parameter(w, THREADS));
    if (me->last) {
        futex->arrived = 0;
        PATH_STORE(user, futex->word_address, futex->word++);
        if (futex->waiters)
            PATH_CALL(futex_wake_all, .futex = 0);
        PATH_RETURN(1);
    }
    for (;;) {
        PATH_LOAD(user, futex->word_address, me->released = futex->word != me->round);
        if (me->released)
            PATH_RETURN(0);
        if (me->spun >= SPIN_NS) {
            PATH_CALL(futex_wait, .futex = 0, .checks = true, .expected = me->round);
            continue;
        }
        PATH_CALL(user_run, .ns = POLL_NS);
        me->spun += POLL_NS;
    }
    PATH_RETURN(0);
    PATH_END;
}

static i32 thread_of(const struct ss_world *w, u32 index)
{
    return (i32)(w->topology.cpus + index);
}

/* MB a second at which a thread streams just now on its CPU. */
static u64 rate(const struct ss_world *w, i32 task, u32 cpu)
{
    const u32 memory = own(w, task)->memory;
    const u32 llc = w->topology.llc[cpu];
    u32 on_node = 0, on_llc = 0;
    for (u32 i = 0; i < parameter(w, THREADS); i++) {
        const struct team_thread *other = own(w, thread_of(w, i));
        if (!other->streaming)
            continue;
        on_node += other->memory == memory;
        on_llc += w->topology.llc[w->task[thread_of(w, i)].cpu] == llc;
    }
    const u64 node = parameter(w, NODE_MB) / ss_max_u32(1, on_node);
    const u64 link = parameter(w, LINK_MB) / ss_max_u32(1, on_llc);
    return ss_max_u64(1, ss_min_u64(ss_min_u64(node, link), parameter(w, THREAD_MB)));
}

/* ns of one chunk of the loop at hand: Copy and Scale move two arrays, Add and Triad three. */
static u64 chunk_ns(const struct ss_world *w, const struct ss_cpu *cpu)
{
    const u32 loop = (w->ipc->futex[0].word - 1) % LOOPS;
    const u64 arrays = loop < 2 ? 2 : 3;
    const u64 bytes = arrays * parameter(w, ARRAY_KIB) * 1024 / parameter(w, THREADS) / CHUNKS;
    return 1 + bytes * 1000 / rate(w, cpu->current, cpu->number);
}

struct share_frame {
    struct ss_path path;
    /* kept */
    u32 chunk;
};

/* One loop of one thread. */
static bool share(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(share);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(own(w, cpu->current)->started);
    if (!own(w, cpu->current)->memory)
        own(w, cpu->current)->memory = 1 + ss_node_of_cpu(w, cpu->number);
    own(w, cpu->current)->streaming = true;
    for (; me->chunk < CHUNKS; me->chunk++)
        PATH_CALL(user_run, .ns = chunk_ns(w, cpu));
    own(w, cpu->current)->streaming = false;
    PATH_END;
}

struct stream_thread_frame {
    struct ss_path path;
};

static bool stream_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(stream_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!own(w, cpu->current)->started) {
        own(w, cpu->current)->started = true;
        if (cpu->current == (i32)w->topology.cpus)
            PATH_CALL(create_tasks, .first = cpu->current + 1, .count = parameter(w, THREADS) - 1,
                      .step = 1, .ns = SS_CLONE_NS);
        PATH_CALL(team_barrier);
    }
    PATH_CALL(share);
    PATH_CALL(team_barrier);
    if (cpu->result)
        ss_workload_score(w, cpu);
    PATH_END;
}

static void start(struct ss_world *w)
{
    struct ss_task *task = ss_workload_task(w, 0, 0, PRIO_NORMAL, POLICY_NORMAL, 0);
    const u32 master = ss_prng_below(&task->random, w->topology.cpus);
    ss_sched_set_memory(w, 0, (u64)ARRAYS * parameter(w, ARRAY_KIB) << 10);
    for (u32 i = 0; i < parameter(w, THREADS); i++) {
        if (i)
            task = ss_workload_task(w, i, 0, PRIO_NORMAL, POLICY_NORMAL, 0);
        w->user[ss_task_id(w, task)].smt_1024 = STREAM_SMT_1024;
        w->user[ss_task_id(w, task)].memory_kib = ARRAYS * parameter(w, ARRAY_KIB);
        ss_sched_join_process(w, ss_task_id(w, task), 0);
        if (i)
            ss_sched_place_sleeping(w, ss_task_id(w, task), master, PROGRAM(stream_thread));
        else
            ss_sched_place_task(w, ss_task_id(w, task), master, PROGRAM(stream_thread));
    }
    if (parameter(w, EXTERNAL) == NONE)
        return;
    task = ss_workload_task(w, parameter(w, THREADS), 1, PRIO_NORMAL, POLICY_NORMAL, 0);
    const u32 from = ss_prng_below(&task->random, w->topology.cpus);
    ss_sched_place_task(w, ss_task_id(w, task), (u32)external_cpu(w->def, master, from),
                        PROGRAM(run_for_good));
}

#define MB 1000000u

static void traffic(const struct ss_world *w, struct ss_traffic_view *by_node)
{
    for (u32 node = 0; node < w->topology.nodes; node++)
        by_node[node] = (struct ss_traffic_view){.limit = (u64)parameter(w, NODE_MB) * MB};
    for (u32 i = 0; i < parameter(w, THREADS); i++) {
        const i32 task = thread_of(w, i);
        if (!own(w, task)->streaming || !w->task[task].on_cpu)
            continue;
        struct ss_traffic_view *view = &by_node[own(w, task)->memory - 1];
        view->rate += rate(w, task, (u32)w->task[task].cpu) * MB;
        view->cpus++;
    }
}

static const struct ss_role roles[] = {{"thread", SS_FORM_TASK}, {"external task", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    return index < def->workload_parameter[THREADS] ? (struct ss_who){0, (u16)index}
                                                    : (struct ss_who){1, 0};
}

SS_WORKLOAD_SAYS(stream,
                 "STREAM with OpenMP: a team of threads that stream through their shares of three "
                 "arrays, with a barrier after every loop",
                 PARAMETERS);

const struct ss_workload_kind ss_workload_stream = {
    .name = "stream",
    .task_bytes = sizeof(struct team_thread),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
    .traffic = traffic,
};
