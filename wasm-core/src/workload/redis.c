/*
 * A redis server with I/O threads under a load that never ends: the main thread reads and executes
 * what its clients have sent, deals the pending replies out to the I/O threads and itself, and
 * polls their counts until all have written theirs; the I/O threads poll for their count, and block
 * when nothing came for long. Source: spec "Workload models" section 4.18, from the program's
 * general form and the published figures of one machine. Score: pipelines of requests answered.
 *
 * Simplified: the client side is not simulated. A connection is one unix stream socket whose reply
 * comes back as the next pipeline of requests at once, so what passes between the thread that wrote
 * to a connection and the one that reads from it are the lines of that socket; protocol work is
 * user work, as in tbench. What the server keeps of a client in user space is a shared footprint,
 * the data set one of the main thread (exec/footprint.h).
 */
#include "exec/footprint.h"
#include "exec/path.h"
#include "ipc/busy_wait.h"
#include "ipc/unix_socket.h"
#include "sched/cache/state.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/background.h"
#include "workload/places.h"
#include "workload/workload.h"

enum bound { BOUND_NODE, BOUND_CACHE };

#define MOST_THREADS 128 /* io-threads, as the program limits it */
#define MOST_CLIENTS 1024
#define MOST_PIPELINE 1024
#define MOST_ACCESSES 1000 /* an access a ns */
#define CLIENT_SHARE_KIB                                                                           \
    64 /* of the footprint that threads share: 50 clients and their buffers                        \
        */

#define PARAMETERS(P)                                                                              \
    P(IO_THREADS, "io_threads", WHOLE(1, MOST_THREADS),                                            \
      "the threads that write replies, the main one included")                                     \
    P(CLIENTS, "clients", WHOLE(1, MOST_CLIENTS), "the connections; 50 in redis-benchmark")        \
    P(PIPELINE, "pipeline", WHOLE(1, MOST_PIPELINE), "the requests a client sends at a time")      \
    P(REQUEST_NS, "request", TIME(1, SS_LONGEST_NS / MOST_PIPELINE),                               \
      "the work of the main thread to parse and execute a request")                                \
    P(REPLY_NS, "reply", TIME(1, SS_LONGEST_NS), "the work to write the replies of a client")      \
    P(POLL_NS, "poll", TIME(1, SS_LONGEST_NS),                                                     \
      "how long an I/O thread polls for work before it blocks")                                    \
    P(MEMORY_KIB, "memory", WHOLE_OF("KiB", CLIENT_SHARE_KIB + 1, 67108864),                       \
      "the resident memory of the server, KiB")                                                    \
    P(ACCESSES, "accesses", WHOLE(0, MOST_ACCESSES),                                               \
      "the accesses of a thread to its last-level cache in 1 µs of work")                          \
    P(SHARED, "shared", WHOLE_OF("%", 0, 100),                                                     \
      "the share of accesses to what another thread wrote, %")                                     \
    P(BOUND, "bound", CHOICE([BOUND_NODE] = "node", [BOUND_CACHE] = "cache"),                      \
      "the CPUs the server may use: the first node, or its first cache")                           \
    P(BACKGROUND, "background", WHOLE(0, SS_MOST_BACKGROUND),                                      \
      "tasks of other processes, which wake up every 2 ms or so")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define OVERLAP_TENTHS 20 /* misses in flight: an assumption */
#define UNEVEN_PERCENT 40 /* a pipeline takes 80 to 120 % of the mean: an assumption */
#define REPLY_BYTES 5     /* +OK and the end of the line */
#define REQUEST_BYTES 50  /* SET of a key of 16 characters, as redis-benchmark sends it */
#define HOME 0            /* node of the server's memory, and the one it is bound to */
#define BOUND_SET 1       /* affinity set */

enum { DATA_FOOTPRINT, CLIENT_FOOTPRINT, FOOTPRINTS };
/* What it keeps of a thread. */
struct redis_thread {
    bool connected; /* of the main thread: all clients are */
};
SS_OWN_TASK(redis_thread)
/* A thread's count, in the word of the futex of its number; the main thread's is not used. */
enum { NOTHING_TO_DO, REPLIES_TO_WRITE };

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[CLIENTS] < p[IO_THREADS])
        problem = "workload.clients: must be at least one for each thread";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){.tasks = p[IO_THREADS] + p[BACKGROUND],
                                        .processes = 1,
                                        .futexes = p[IO_THREADS],
                                        .futex_words = true,
                                        .affinities = 1,
                                        .sockets = p[CLIENTS],
                                        .footprints = FOOTPRINTS};
}

static u32 futex_home(const struct ss_world *w, u32 index)
{
    (void)index;
    return ss_place_cpu_of_node(w, HOME, SS_PLACES_TOGETHER, 0);
}

static i32 thread_id(const struct ss_world *w, u32 thread)
{
    return (i32)(w->topology.cpus + thread);
}

/* ---- a client -------------------------------------------------------------------------------- */

static u64 around(struct ss_world *w, const struct ss_cpu *cpu, u64 mean)
{
    const u64 uneven = ss_prng_below(&ss_current(w, cpu)->random, UNEVEN_PERCENT + 1);
    return 1 + mean * (100 - UNEVEN_PERCENT / 2 + uneven) / 100;
}

static u64 pipeline_ns(struct ss_world *w, const struct ss_cpu *cpu)
{
    const u32 requests = parameter(w, PIPELINE);
    return SS_SOCKET_CALL_NS + requests * REQUEST_BYTES / SS_COPY_BYTES_A_NS +
           around(w, cpu, (u64)requests * parameter(w, REQUEST_NS));
}

static u32 reply_bytes(const struct ss_world *w)
{
    return parameter(w, PIPELINE) * REPLY_BYTES;
}

struct serve_client_frame {
    struct ss_path path;
    /* arguments */
    u32 client;
};

static bool serve_client(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(serve_client);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->client < parameter(w, CLIENTS));
    PATH_CALL(unix_stream_recvmsg, .socket = me->client, .bytes = reply_bytes(w),
              .elsewhere = true);
    PATH_CALL_LAST(user_run, .ns = pipeline_ns(w, cpu));
    PATH_END;
}

struct write_replies_frame {
    struct ss_path path;
    /* arguments */
    u32 thread;
    /* kept */
    u32 client;
};

/* To every client that was dealt out to the thread. */
static bool write_replies(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(write_replies);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->thread < parameter(w, IO_THREADS));
    for (me->client = me->thread; me->client < parameter(w, CLIENTS);
         me->client += parameter(w, IO_THREADS)) {
        PATH_CALL(user_run, .ns = SS_SOCKET_CALL_NS + around(w, cpu, parameter(w, REPLY_NS)));
        PATH_CALL(unix_stream_sendmsg, .socket = me->client, .bytes = reply_bytes(w),
                  .elsewhere = true);
        ss_workload_score(w, cpu);
    }
    PATH_END;
}

/* ---- the main thread ------------------------------------------------------------------------- */

struct connect_clients_frame {
    struct ss_path path;
    /* kept */
    u32 client;
};

/* The first requests lie in the sockets. */
static bool connect_clients(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(connect_clients);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus);
    for (; me->client < parameter(w, CLIENTS); me->client++)
        PATH_CALL(unix_stream_sendmsg, .socket = me->client, .bytes = reply_bytes(w),
                  .elsewhere = true);
    PATH_END;
}

struct hand_out_frame {
    struct ss_path path;
    /* arguments */
    u32 thread;
    /* kept */
    bool asleep;
};

/* Publishes a thread's count; wakes the thread if it has stopped polling. */
static bool hand_out(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(hand_out);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->thread && me->thread < parameter(w, IO_THREADS));
    PATH_CALL(busy_release, .futex = me->thread, .word = REPLIES_TO_WRITE,
              .first = thread_id(w, me->thread), .count = 1);
    PATH_LOAD(user, w->ipc->futex[me->thread].word_address,
              me->asleep = w->ipc->futex[me->thread].arrived != 0);
    if (me->asleep)
        PATH_CALL_LAST(futex_wake, .futex = me->thread);
    PATH_END;
}

struct serve_frame {
    struct ss_path path;
    /* kept */
    u32 at;
};

/* One turn of the event loop. */
static bool serve(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(serve);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus);
    if (!own(w, cpu->current)->connected) {
        own(w, cpu->current)->connected = true;
        PATH_CALL(connect_clients);
    }
    PATH_COMPUTE(w->platform.os.syscall); /* epoll_wait: all clients have sent something */
    for (; me->at < parameter(w, CLIENTS); me->at++)
        PATH_CALL(serve_client, .client = me->at);
    for (me->at = 1; me->at < parameter(w, IO_THREADS); me->at++)
        PATH_CALL(hand_out, .thread = me->at);
    PATH_CALL(write_replies, .thread = 0);
    for (me->at = 1; me->at < parameter(w, IO_THREADS); me->at++)
        PATH_CALL(busy_wait, .futex = me->at, .old = REPLIES_TO_WRITE);
    PATH_END;
}

/* ---- an I/O thread --------------------------------------------------------------------------- */

struct stop_polling_frame {
    struct ss_path path;
    /* arguments */
    u32 thread;
};

/* The thread announces its sleep before it checks once more and sleeps: a count is published first,
 * and the announcement is looked at after that. */
static bool stop_polling(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(stop_polling);
    struct ss_futex *const futex = &w->ipc->futex[me->thread];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == thread_id(w, me->thread));
    SS_DEBUG_CHECK(!w->ipc->futex[me->thread].arrived);
    PATH_ATOMIC(user, futex->word_address, futex->arrived = 1);
    PATH_CALL(futex_wait, .futex = me->thread, .checks = true, .expected = NOTHING_TO_DO);
    PATH_ATOMIC(user, futex->word_address, futex->arrived = 0);
    PATH_END;
}

struct write_when_told_frame {
    struct ss_path path;
    /* kept */
    u32 thread;
};

static bool write_when_told(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(write_when_told);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK((u32)cpu->current < w->topology.cpus + parameter(w, IO_THREADS));
    me->thread = (u32)cpu->current - w->topology.cpus;
    PATH_CALL(busy_wait, .futex = me->thread, .old = NOTHING_TO_DO,
              .most_ns = parameter(w, POLL_NS));
    if (!cpu->result)
        PATH_CALL_LAST(stop_polling, .thread = me->thread);
    PATH_CALL(write_replies, .thread = me->thread);
    PATH_CALL_LAST(busy_release, .futex = me->thread, .word = NOTHING_TO_DO,
                   .first = thread_id(w, 0), .count = 1);
    PATH_END;
}

/* ---- where it begins ------------------------------------------------------------------------- */

static void set_footprints(struct ss_world *w)
{
    const u32 *p = w->def->workload_parameter;
    const u64 bytes = (u64)p[MEMORY_KIB] << 10, shared = CLIENT_SHARE_KIB << 10;
    struct ss_user_work work = {.bytes = shared,
                                .accesses_a_ms = p[ACCESSES] * 10 * p[SHARED],
                                .miss_uncached = SS_ONE,
                                .overlap_tenths = OVERLAP_TENTHS};
    ss_footprint_set(w, CLIENT_FOOTPRINT, &work, SS_ONE, HOME);
    work.bytes = bytes - shared;
    work.accesses_a_ms = p[ACCESSES] * 10 * (100 - p[SHARED]);
    ss_footprint_set(w, DATA_FOOTPRINT, &work, 0, HOME);
    ss_sched_set_memory(w, 0, bytes);
}

/* numactl or taskset around the server. */
static void bind(struct ss_world *w)
{
    const struct ss_topology *t = &w->topology;
    const u32 first = ss_place_cpu_of_node(w, HOME, SS_PLACES_TOGETHER, 0);
    for (u32 cpu = 0; cpu < t->cpus; cpu++)
        if (parameter(w, BOUND) == BOUND_CACHE ? t->llc[cpu] == t->llc[first]
                                               : t->node[cpu] == HOME)
            ss_bitset_add(w->affinity + (u64)BOUND_SET * t->cpu_words, cpu);
}

static void start(struct ss_world *w)
{
    const u32 *p = w->def->workload_parameter;
    const u32 places = p[BOUND] == BOUND_CACHE ? SS_PLACES_TOGETHER : SS_PLACES_ACROSS;
    set_footprints(w);
    bind(w);
    for (u32 i = 0; i < p[IO_THREADS]; i++) {
        struct ss_task *task = ss_workload_task(w, i, 0, PRIO_NORMAL, POLICY_NORMAL, BOUND_SET);
        w->user[ss_task_id(w, task)].smt_1024 = ss_workload_mixed_smt(w);
        ss_footprint_give(w, ss_task_id(w, task), SS_SHARED_FOOTPRINT, CLIENT_FOOTPRINT);
        if (!i)
            ss_footprint_give(w, ss_task_id(w, task), SS_OWN_FOOTPRINT, DATA_FOOTPRINT);
        ss_sched_join_process(w, ss_task_id(w, task), 0);
        ss_sched_place_task(w, ss_task_id(w, task), ss_place_cpu_of_node(w, HOME, places, i),
                            i ? write_when_told : serve,
                            i ? sizeof(struct write_when_told_frame) : sizeof(struct serve_frame));
    }
    ss_background_start(w, p[IO_THREADS], p[IO_THREADS] + p[BACKGROUND]);
}

static const struct ss_role roles[] = {
    {"redis", SS_FORM_TASK}, {"redis-io", SS_FORM_TASK}, {"background", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 threads = def->workload_parameter[IO_THREADS];
    if (index >= threads)
        return (struct ss_who){2, (u16)(index - threads)};
    return index ? (struct ss_who){1, (u16)(index - 1)} : (struct ss_who){0, 0};
}

SS_WORKLOAD_SAYS(
    redis,
    "redis with I/O threads: the main thread reads and executes pipelines of requests, "
    "distributes the replies to the I/O threads, and polls until all are written; clients "
    "have always sent more",
    PARAMETERS);

const struct ss_workload_kind ss_workload_redis = {
    .name = "redis",
    .task_bytes = sizeof(struct redis_thread),
    .traits = SS_TRAIT_FAIR,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = futex_home,
    .start = start,
};
