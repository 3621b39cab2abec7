/*
 * hackbench: groups of senders and receivers that pass small messages, each sender to each receiver
 * of its group in turn, as fast as they can. A receiver has one pipe or socket for all its senders.
 * Source: hackbench of rt-tests (perf's "sched messaging" is the same) as spec "Workload models"
 * section 4.1 describes it. The run does not end after a number of loops: time per message is what
 * the benchmark's seconds come from. Score: messages received.
 */
#include "exec/path.h"
#include "ipc/pipe.h"
#include "ipc/unix_socket.h"
#include "sched/cache/state.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/workload.h"

enum transport { PIPES, SOCKETS };
enum mode { PROCESSES, THREADS };
enum places { AS_FORKED, ACROSS };

#define MOST_FDS 64     /* three times the default */
#define MOST_BYTES 4096 /* a message fits a page */

#define PARAMETERS(P)                                                                              \
    P(GROUPS, "groups", WHOLE(1, 1024), "the number of groups")                                    \
    P(FDS, "fds", WHOLE(1, MOST_FDS), "the receivers of a group, and its senders")                 \
    P(BYTES, "bytes", WHOLE_OF("bytes", 1, MOST_BYTES), "the size of a message")                   \
    P(TRANSPORT, "transport", CHOICE([PIPES] = "pipe", [SOCKETS] = "socket"),                      \
      "what messages travel through")                                                              \
    P(MODE, "mode", CHOICE([PROCESSES] = "process", [THREADS] = "thread"),                         \
      "what sends and receives")                                                                   \
    P(PLACES, "places", OPTIONAL(CHOICE([AS_FORKED] = "as-forked", [ACROSS] = "across")),          \
      "where tasks are when they are released: where fork put them (as-forked), or "               \
      "distributed over the LLCs in turn (across)")                                                \
    P(PIPE_CALL_NS, "pipe_call", OPTIONAL(TIME(0, SS_LONGEST_NS)),                                 \
      "the kernel's work in a write or a read of any pipe beside locks, lines and copying; 0 "     \
      "means 300 ns")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define BETWEEN_CALLS_NS 20 /* mean of the loop around a call in user mode; an assumption */

/* The channels that are not a receiver's: both are pipes here, with sockets, too. */
enum { READY, START, OWN_PIPES };

/* What it keeps of a task. */
struct group_task {
    u32 message; /* of its round, one for each of the fds */
    bool started;
};
SS_OWN_TASK(group_task)

static u32 channels(const u32 *p)
{
    return p[GROUPS] * p[FDS];
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const char *problem = NULL;
    if (1 + 2 * channels(def->workload_parameter) > SS_LIMIT_TASKS)
        problem = "workload.groups: all tasks together (two for each of the fds of each group, and "
                  "one) must be at most 16384";
    return ss_workload_fits(message, problem);
}

static u32 llcs_of(const struct ss_world_def *def)
{
    u32 llcs = 0;
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        llcs = ss_max_u32(llcs, 1u + def->cpu_llc[cpu]);
    return llcs;
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    const bool pipes = p[TRANSPORT] == PIPES;
    *needs = (struct ss_workload_needs){.tasks = 1 + 2 * channels(p),
                                        .processes = p[MODE] == THREADS,
                                        .affinities = p[PLACES] == ACROSS ? llcs_of(def) : 0,
                                        .pipes = OWN_PIPES + (pipes ? channels(p) : 0),
                                        .pipe_call_ns = p[PIPE_CALL_NS],
                                        .sockets = pipes ? 0 : channels(p)};
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Tasks in order of creation: of each group all receivers, then all senders. */
static u32 place_in_group(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return ((u32)cpu->current - w->topology.cpus - 1) % (2 * parameter(w, FDS));
}

struct begin_call_frame {
    struct ss_path path;
};

/* The user work of a whole round is done at its first message: a few ns between two calls are not
 * worth an event each. */
static bool begin_call(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(begin_call);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(own(w, cpu->current)->message < parameter(w, FDS));
    if (!own(w, cpu->current)->message)
        PATH_CALL(user_run, .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random,
                                                    2 * BETWEEN_CALLS_NS * parameter(w, FDS)));
    else if (ss_work_is_pending(cpu))
        PATH_CALL_LAST(exit_to_user_mode);
    PATH_END;
}

/* The next message of the round. */
static void end_call(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct group_task *task = own(w, cpu->current);
    task->message = (task->message + 1) % parameter(w, FDS);
}

/* To the next receiver of the group. */
static u32 next_channel(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return (u32)w->task[cpu->current].group * parameter(w, FDS) + own(w, cpu->current)->message;
}

struct send_frame {
    struct ss_path path;
};

/* Messages, one to each receiver of the group in turn. */
static bool send(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(send);
    const u32 fds = parameter(w, FDS);
    const u32 bytes = parameter(w, BYTES);
    const bool threads = parameter(w, MODE) == THREADS;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(place_in_group(w, cpu) >= fds);
    SS_DEBUG_CHECK(own(w, cpu->current)->message < fds);
    for (;;) {
        PATH_CALL(begin_call);
        if (parameter(w, TRANSPORT) == PIPES)
            PATH_CALL(pipe_write, .pipe = OWN_PIPES + next_channel(w, cpu), .bytes = bytes,
                      .counted = threads);
        else
            PATH_CALL(unix_stream_sendmsg, .socket = next_channel(w, cpu), .bytes = bytes,
                      .counted = threads);
        end_call(w, cpu);
    }
    PATH_END;
}

struct receive_frame {
    struct ss_path path;
};

static bool receive(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(receive);
    const u32 channel = (u32)ss_current(w, cpu)->group * parameter(w, FDS) + place_in_group(w, cpu);
    const u32 bytes = parameter(w, BYTES);
    const bool threads = parameter(w, MODE) == THREADS;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(place_in_group(w, cpu) < parameter(w, FDS));
    for (;;) {
        PATH_CALL(begin_call);
        if (parameter(w, TRANSPORT) == PIPES)
            PATH_CALL(pipe_read, .pipe = OWN_PIPES + channel, .bytes = bytes, .counted = threads);
        else
            PATH_CALL(unix_stream_recvmsg, .socket = channel, .bytes = bytes, .counted = threads);
        ss_workload_score(w, cpu);
        end_call(w, cpu);
    }
    PATH_END;
}

/* ---- tasks ----------------------------------------------------------------------------------- */

struct get_ready_frame {
    struct ss_path path;
};

/* The task says that it is ready and waits until all are. No task reads the byte that releases
 * them, so all pollers wake at once. Until then a task may have to stay in one cache; from now on
 * it runs anywhere. */
static bool get_ready(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(get_ready);
    const bool threads = parameter(w, MODE) == THREADS;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(!own(w, cpu->current)->started);
    PATH_CALL(begin_call);
    PATH_CALL(pipe_write, .pipe = READY, .bytes = 1, .counted = threads);
    PATH_CALL(pipe_poll, .pipe = START);
    own(w, cpu->current)->started = true;
    ss_take_affinity(w, ss_current(w, cpu), 0);
    PATH_END;
}

struct sender_frame {
    struct ss_path path;
};

static bool sender(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sender);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(place_in_group(w, cpu) >= parameter(w, FDS));
    if (!own(w, cpu->current)->started)
        PATH_CALL(get_ready);
    PATH_CALL_LAST(send);
    PATH_END;
}

struct receiver_frame {
    struct ss_path path;
};

static bool receiver(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(receiver);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(place_in_group(w, cpu) < parameter(w, FDS));
    if (!own(w, cpu->current)->started)
        PATH_CALL(get_ready);
    PATH_CALL_LAST(receive);
    PATH_END;
}

struct creator_frame {
    struct ss_path path;
    /* kept */
    u32 child;
};

/* Creates all tasks one by one, waits until all are ready, releases them, and waits for their end,
 * which does not come. */
static bool creator(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(creator);
    const u32 children = w->stoppers - w->topology.cpus - 1;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus);
    PATH_CALL(create_tasks, .first = cpu->current + 1, .count = children, .step = 1,
              .ns = parameter(w, MODE) == THREADS ? SS_CLONE_NS : SS_FORK_NS);
    for (me->child = 0; me->child < children; me->child++) {
        PATH_CALL(begin_call);
        PATH_CALL(pipe_read, .pipe = READY, .bytes = 1);
    }
    PATH_CALL(pipe_write, .pipe = START, .bytes = 1);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

#define THREADS_MEMORY (2u << 20) /* resident memory of the process: an assumption */
#define FOOTPRINT_KIB 1536 /* of a task where forks go by memory: "Split-LLC placement" 7.7 */

/* Without threads every task is a process of its own. */
static void join(struct ss_world *w, const struct ss_task *task)
{
    if (parameter(w, MODE) == THREADS)
        ss_sched_join_process(w, ss_task_id(w, task), 0);
}

/* The set of the CPUs of an LLC; 0, all CPUs, where tasks begin as forked. */
static u32 set_of_llc(struct ss_world *w, u32 llc)
{
    const struct ss_topology *t = &w->topology;
    if (parameter(w, PLACES) != ACROSS)
        return 0;
    for (u32 word = 0; word < t->cpu_words; word++)
        w->affinity[(1 + llc) * t->cpu_words + word] = t->llc_cpus[llc * t->cpu_words + word];
    return 1 + llc;
}

/* Of the CPUs it may use, each in turn: a class without a choice starts it there. */
static u32 place_of(const struct ss_world *w, const struct ss_task *task, u32 index)
{
    u32 cpu = index % w->topology.cpus;
    while (!ss_bitset_has(ss_affinity(w, task), cpu))
        cpu = (cpu + 1) % w->topology.cpus;
    return cpu;
}

static void start(struct ss_world *w)
{
    const u32 fds = parameter(w, FDS), children = 2 * channels(w->def->workload_parameter);
    struct ss_task *task = ss_workload_task(w, 0, -1, PRIO_NORMAL, POLICY_NORMAL, 0);
    w->user[ss_task_id(w, task)].memory_kib = FOOTPRINT_KIB;
    join(w, task);
    if (parameter(w, MODE) == THREADS)
        ss_sched_set_memory(w, 0, THREADS_MEMORY);
    ss_sched_place_task(w, ss_task_id(w, task), 0, PROGRAM(creator));
    for (u32 i = 0; i < children; i++) {
        const bool receives = i % (2 * fds) < fds;
        task = ss_workload_task(w, 1 + i, (i32)(i / (2 * fds)), PRIO_NORMAL, POLICY_NORMAL,
                                set_of_llc(w, i % w->topology.llcs));
        w->user[ss_task_id(w, task)].memory_kib = FOOTPRINT_KIB;
        join(w, task);
        ss_sched_place_sleeping(
            w, ss_task_id(w, task), place_of(w, task, i), receives ? receiver : sender,
            receives ? sizeof(struct receiver_frame) : sizeof(struct sender_frame));
    }
}

static const struct ss_role roles[] = {
    {"main", SS_FORM_TASK}, {"receiver", SS_FORM_TASK}, {"sender", SS_FORM_SENDER}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 fds = def->workload_parameter[FDS];
    if (!index)
        return (struct ss_who){0, 0};
    const u32 group = (index - 1) / (2 * fds), place = (index - 1) % (2 * fds);
    return place < fds ? (struct ss_who){1, (u16)(group * fds + place)}
                       : (struct ss_who){2, (u16)(group * fds + place - fds)};
}

SS_WORKLOAD_SAYS(
    hackbench,
    "hackbench: groups of senders and receivers, each sender passing small messages to "
    "each receiver of its group in turn",
    PARAMETERS);

const struct ss_workload_kind ss_workload_hackbench = {
    .name = "hackbench",
    .task_bytes = sizeof(struct group_task),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};
