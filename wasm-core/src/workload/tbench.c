/*
 * tbench: clients that replay the requests of a file server's load over loopback TCP, each to a
 * server process of its own; request and answer strictly alternate. The start is what placement
 * lives by: a parent forks clients, each asks the listener for a connection, the listener forks a
 * server, both greet each other and sleep; only when the last is ready are all clients released.
 * Source: dbench/tbench as spec "Workload models" section 4.4 and "Split-LLC placement" section 5.4
 * describe them. Score: operations answered. With messages of one byte it stands in for netperf's
 * TCP_RR (section 4.5): one client and one server process a connection, and transactions.
 *
 * Simplified: a connection is a pair of unix stream sockets whose fixed work a call is done here,
 * as TCP's; connecting is one message to the listener. Of a message's data the first four lines
 * travel from the core that touched them last, the rest streams at the copy's speed from any
 * distance. Protocol work and that copy count as user work, which a busy sibling slows under every
 * kernel setting, as it does both (section 3.1: work bound by sockets).
 *
 * Routes: the kernel keeps the route to the host itself once a CPU. Both ends of a connection hold
 * that of the CPU that connected for as long as they live, and every packet counts its use of it:
 * once up when it is sent, once down when it has arrived, which on a loopback is the same CPU.
 * Connections that were made on one CPU so share a line for good, wherever they run. Source:
 * rt_cache_route and __mkroute_output of net/ipv4/route.c, loopback_xmit of drivers/net/loopback.c,
 * tcp_data_queue of net/ipv4/tcp_input.c, v6.1; from v6.4 on the count is no loop of compare and
 * exchange, which makes no difference to whose the line is.
 */
#include "exec/path.h"
#include "ipc/futex.h"
#include "ipc/unix_socket.h"
#include "sched/core/exec.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/places.h"
#include "workload/workload.h"

enum messages { AS_IN_LOAD_FILE, ONE_BYTE }; /* one byte each way: netperf's TCP_RR */
enum routes { FREE_ROUTES, COUNTED_ROUTES };
enum after_start { WHERE_STARTED, DEALT_OUT };

#define PARAMETERS(P)                                                                              \
    P(CLIENTS, "clients", WHOLE(1, (SS_LIMIT_TASKS - 2) / 2),                                      \
      "the number of clients; as many servers are forked")                                         \
    P(INTERVAL_NS, "interval", TIME(SS_FORK_NS + 1, SS_LONGEST_NS),                                \
      "the time of a fork, 60 µs, and of what the parent does before the next")                    \
    P(STARTUP_NS, "startup", TIME(2, SS_LONGEST_NS),                                               \
      "the user work of a new client before it connects; a new server works four fifths of it")    \
    P(MESSAGES, "messages",                                                                        \
      OPTIONAL(CHOICE([AS_IN_LOAD_FILE] = "load-file", [ONE_BYTE] = "one-byte")),                  \
      "what is sent: requests and answers as in the load file, or one byte each way, as netperf "  \
      "TCP_RR does")                                                                               \
    P(PROTOCOL_NS, "protocol", OPTIONAL(TIME(0, SS_LONGEST_NS)),                                   \
      "the work of TCP in a send, in a receive, and in the second part of a receive; 0 means 600 " \
      "ns, that of a unix socket")                                                                 \
    P(ROUTES, "routes", OPTIONAL(CHOICE([FREE_ROUTES] = "free", [COUNTED_ROUTES] = "counted")),    \
      "what packets do with the route of their connection: nothing (free), or count their use of " \
      "it on the line of the CPU that connected (counted)")                                        \
    P(AFTER_START, "release",                                                                      \
      OPTIONAL(CHOICE([WHERE_STARTED] = "where-started", [DEALT_OUT] = "dealt-out")),              \
      "where clients and servers go on once all are ready: where they started, or "                \
      "distributed over the LLCs, a pair to each, as seconds of balancing leave them")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define SOCKET_SMT_1024 635 /* 0.62: work bound by sockets beside a busy sibling, section 3.1 */
#define FOOTPRINT_KIB 2048  /* of a process, "Split-LLC placement" section 7.7 */

#define GREETING_BYTES 8
#define CLIENT_NS 500 /* of an operation; an assumption, as SERVER_NS */
#define SERVER_NS 200
#define SERVER_STARTUP(ns) ((ns) / 5 * 4)
/* Of a send, a receive, or a receive's second part: the protocol's work, unless the definition says
 * otherwise. An assumption: as much as a unix socket's. */
#define TCP_NS SS_SOCKET_CALL_NS
#define NEAR_BYTES 256 /* of a message that travel by line */

/* What it keeps of a task. */
struct tbench_task {
    u32 request, answer; /* of a client: bytes of the operation under way */
    i32 accepted;        /* of the listener: connections */
    u32 route;           /* of a client: the CPU on which it connected */
    bool started;
    bool went; /* where it is dealt out to, if pairs are */
};
SS_OWN_TASK(tbench_task)
/* The word of READY counts the clients that are, that of RELEASE tells that the run has begun. */
enum { READY, RELEASE, FUTEXES };
enum { PARENT, LISTENER, FIRST_CLIENT };
/* Socket 0 takes the requests for a connection. */
enum { REQUESTS, OF_CONNECTIONS };

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const bool deals = def->workload_parameter[AFTER_START] == DEALT_OUT;
    const char *problem = NULL;
    if (deals && def->fair_class != SS_FAIR_FULL)
        problem = "workload.release: dealt-out needs the full fair class, whose tasks change CPUs";
    return ss_workload_fits(message, problem);
}

/* Tasks: parent, listener, the clients, then their servers in the same order. */
static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 clients = def->workload_parameter[CLIENTS];
    *needs = (struct ss_workload_needs){.tasks = FIRST_CLIENT + 2 * clients,
                                        .futexes = FUTEXES,
                                        .futex_words = true,
                                        .sockets = OF_CONNECTIONS + 2 * clients,
                                        .routes = def->workload_parameter[ROUTES] == COUNTED_ROUTES,
                                        .latencies = true};
}

/* ---- a connection ---------------------------------------------------------------------------- */

static i32 client_of(const struct ss_world *w, i32 group)
{
    return (i32)w->topology.cpus + FIRST_CLIENT + group;
}

static i32 server_of(const struct ss_world *w, i32 group)
{
    return client_of(w, group) + (i32)parameter(w, CLIENTS);
}

/* The socket that carries messages of the current task's connection to its server or back. */
static u32 towards(const struct ss_world *w, const struct ss_cpu *cpu, bool server)
{
    return OF_CONNECTIONS + 2 * (u32)w->task[cpu->current].group + server;
}

/* The line that counts the users of the current task's route; 0: users are not counted, or there is
 * no connection yet. */
static u32 users_of_route(const struct ss_world *w, const struct ss_cpu *cpu)
{
    const i32 group = w->task[cpu->current].group;
    if (!w->ipc->routes || group < 0)
        return 0;
    return WORD(ROUTE, own(w, client_of(w, group))->route, USERS);
}

static u32 protocol_ns(const struct ss_world *w)
{
    const u32 ns = parameter(w, PROTOCOL_NS);
    return ns ? ns : TCP_NS;
}

static u64 far_ns(const struct ss_world *w, u32 bytes)
{
    return protocol_ns(w) + (bytes - ss_min_u32(bytes, NEAR_BYTES)) / SS_COPY_BYTES_A_NS;
}

struct tcp_send_frame {
    struct ss_path path;
    /* arguments */
    u32 socket, bytes;
    /* kept */
    u32 users;
};

static bool tcp_send(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(tcp_send);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->bytes);
    SS_DEBUG_CHECK(me->socket < w->ipc->sockets);
    PATH_CALL(user_run, .ns = far_ns(w, me->bytes));
    me->users = users_of_route(w, cpu);
    if (me->users) {
        PATH_ATOMIC(loopback_xmit, me->users);
        PATH_ATOMIC(dst_release, me->users);
    }
    PATH_CALL_LAST(unix_stream_sendmsg, .socket = me->socket,
                   .bytes = ss_min_u32(me->bytes, NEAR_BYTES), .elsewhere = true);
    PATH_END;
}

struct tcp_receive_frame {
    struct ss_path path;
    /* arguments */
    u32 socket, bytes;
};

static bool tcp_receive(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(tcp_receive);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->socket < w->ipc->sockets);
    PATH_CALL(unix_stream_recvmsg, .socket = me->socket, .bytes = ss_min_u32(me->bytes, NEAR_BYTES),
              .elsewhere = true);
    PATH_CALL_LAST(user_run, .ns = far_ns(w, me->bytes));
    PATH_END;
}

struct spread_out_frame {
    struct ss_path path;
    /* kept */
    u32 place;
};

/* The current task goes where a pair of its number is dealt out to, if pairs are: caches in turn.
 */
static bool spread_out(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(spread_out);
    struct tbench_task *const task = own(w, cpu->current);
    const u32 pair = (u32)w->task[cpu->current].group, llcs = w->topology.llcs;
    const bool serves = cpu->current != client_of(w, (i32)pair);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    task->went = true;
    if (parameter(w, AFTER_START) != DEALT_OUT)
        PATH_LEAVE;
    me->place = pair % llcs + llcs * (2 * (pair / llcs) + serves);
    PATH_CALL_LAST(move_current, .target = ss_place_cpu(w, SS_PLACES_ACROSS, me->place));
    PATH_END;
}

/* Mean `ns`, half of it for certain. */
static u64 around(struct ss_world *w, const struct ss_cpu *cpu, u32 ns)
{
    return 1 + ns / 2 + ss_prng_below(&ss_current(w, cpu)->random, ns);
}

/* ---- the client ------------------------------------------------------------------------------ */

/* The mix of the load file, section 4.4: shares of 1000; one size a class, so that the means of
 * requests (2.3 KB) and answers (3.3 KB) are the published ones. */
static void draw_sizes(const struct ss_world *w, i32 task)
{
    struct tbench_task *client = own(w, task);
    static const struct {
        u16 share, request, answer;
    } mix[] = {{631, 100, 100}, {58, 100, 2100}, {198, 100, 4222}, {37, 100, 61440},
               {13, 2100, 100}, {32, 8900, 100}, {31, 61440, 100}};
    if (parameter(w, MESSAGES) == ONE_BYTE) {
        client->request = client->answer = 1;
        return;
    }
    u32 draw = ss_prng_below(&w->task[task].random, 1000), kind = 0;
    while (draw >= mix[kind].share)
        draw -= mix[kind++].share;
    client->request = mix[kind].request;
    client->answer = mix[kind].answer;
}

struct get_connected_frame {
    struct ss_path path;
    /* kept */
    bool released;
};

/* Connects, greets, tells the parent, and stops until that goes on. */
static bool get_connected(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(get_connected);
    struct ss_futex *const ready = &w->ipc->futex[READY];
    const struct ss_futex *const release = &w->ipc->futex[RELEASE];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == client_of(w, ss_current(w, cpu)->group));
    PATH_CALL(user_run, .ns = around(w, cpu, parameter(w, STARTUP_NS)));
    own(w, cpu->current)->route = cpu->number;
    PATH_CALL(tcp_send, .socket = REQUESTS, .bytes = GREETING_BYTES);
    PATH_CALL(tcp_send, .socket = towards(w, cpu, true), .bytes = GREETING_BYTES);
    PATH_CALL(tcp_receive, .socket = towards(w, cpu, false), .bytes = GREETING_BYTES);
    PATH_INCREMENT(user, ready->word_address, ready->word);
    PATH_CALL(futex_wake, .futex = READY);
    for (;;) {
        PATH_LOAD(user, release->word_address, me->released = release->word != 0);
        if (me->released)
            break;
        PATH_CALL(futex_wait, .futex = RELEASE, .checks = true, .expected = 0);
    }
    PATH_END;
}

struct client_frame {
    struct ss_path path;
    /* kept */
    u64 begun;
};

/* One operation. */
static bool client(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(client);
    struct tbench_task *const task = own(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == client_of(w, ss_current(w, cpu)->group));
    if (!task->started) {
        task->started = true;
        PATH_CALL(get_connected);
        PATH_CALL(spread_out);
    }
    draw_sizes(w, cpu->current);
    me->begun = cpu->clock;
    PATH_CALL(user_run, .ns = around(w, cpu, CLIENT_NS));
    PATH_CALL(tcp_send, .socket = towards(w, cpu, true), .bytes = task->request);
    PATH_CALL(tcp_receive, .socket = towards(w, cpu, false), .bytes = task->answer);
    ss_workload_latency(w, SS_LATENCY_REQUEST, cpu->clock - me->begun);
    ss_workload_score(w, cpu);
    PATH_END;
}

/* ---- the server ------------------------------------------------------------------------------ */

struct server_frame {
    struct ss_path path;
};

/* One answer; the first is the greeting. */
static bool server(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(server);
    struct tbench_task *const task = own(w, cpu->current);
    const struct tbench_task *const from = own(w, client_of(w, ss_current(w, cpu)->group));
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == server_of(w, ss_current(w, cpu)->group));
    if (!task->started) {
        task->started = true;
        PATH_CALL(user_run, .ns = around(w, cpu, SERVER_STARTUP(parameter(w, STARTUP_NS))));
        PATH_CALL(tcp_receive, .socket = towards(w, cpu, true), .bytes = GREETING_BYTES);
        PATH_CALL(tcp_send, .socket = towards(w, cpu, false), .bytes = GREETING_BYTES);
    }
    PATH_CALL(tcp_receive, .socket = towards(w, cpu, true), .bytes = from->request);
    if (!task->went)
        PATH_CALL(spread_out);
    /* The first call took but the length; a second one takes the rest. */
    PATH_COMPUTE(w->platform.os.syscall);
    PATH_CALL(user_run, .ns = protocol_ns(w) + around(w, cpu, SERVER_NS));
    PATH_CALL_LAST(tcp_send, .socket = towards(w, cpu, false), .bytes = from->answer);
    PATH_END;
}

struct listener_frame {
    struct ss_path path;
};

/* Accepts one connection. */
static bool listener(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(listener);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus + LISTENER);
    PATH_CALL(tcp_receive, .socket = REQUESTS, .bytes = GREETING_BYTES);
    PATH_CALL_LAST(create_tasks, .first = server_of(w, own(w, cpu->current)->accepted++),
                   .count = 1, .step = 1, .ns = SS_FORK_NS);
    PATH_END;
}

/* ---- the parent ------------------------------------------------------------------------------ */

struct parent_frame {
    struct ss_path path;
    /* kept */
    u32 client, ready;
};

static bool parent(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(parent);
    const u32 clients = parameter(w, CLIENTS);
    const struct ss_futex *const ready = &w->ipc->futex[READY];
    struct ss_futex *const release = &w->ipc->futex[RELEASE];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus + PARENT);
    for (; me->client < clients; me->client++) {
        PATH_CALL(create_tasks, .first = client_of(w, (i32)me->client), .count = 1, .step = 1,
                  .ns = SS_FORK_NS);
        PATH_CALL(user_run, .ns = parameter(w, INTERVAL_NS) - SS_FORK_NS);
    }
    for (;;) {
        PATH_LOAD(user, ready->word_address, me->ready = ready->word);
        if (me->ready == clients)
            break;
        PATH_CALL(futex_wait, .futex = READY, .checks = true, .expected = me->ready);
    }
    PATH_STORE(user, release->word_address, release->word = 1);
    for (me->client = 0; me->client < clients; me->client++)
        PATH_CALL(futex_wake, .futex = RELEASE);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

static struct ss_task *process(struct ss_world *w, u32 index, i32 group)
{
    struct ss_task *task = ss_workload_task(w, index, group, PRIO_NORMAL, POLICY_NORMAL, 0);
    w->user[ss_task_id(w, task)].smt_1024 = SOCKET_SMT_1024;
    w->user[ss_task_id(w, task)].memory_kib = FOOTPRINT_KIB;
    return task;
}

static void start(struct ss_world *w)
{
    const u32 clients = parameter(w, CLIENTS), cpus = w->topology.cpus;
    struct ss_task *task = process(w, PARENT, -1);
    ss_sched_place_task(w, ss_task_id(w, task), ss_prng_below(&task->random, cpus),
                        PROGRAM(parent));
    task = process(w, LISTENER, -1);
    ss_sched_place_task(w, ss_task_id(w, task), ss_prng_below(&task->random, cpus),
                        PROGRAM(listener));
    for (u32 i = 0; i < 2 * clients; i++) {
        task = process(w, FIRST_CLIENT + i, (i32)(i % clients));
        ss_sched_place_sleeping(w, ss_task_id(w, task), i % cpus, i < clients ? client : server,
                                i < clients ? sizeof(struct client_frame)
                                            : sizeof(struct server_frame));
    }
}

static const struct ss_role roles[] = {{"parent", SS_FORM_TASK},
                                       {"listener", SS_FORM_TASK},
                                       {"client", SS_FORM_SENDER},
                                       {"server", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 clients = def->workload_parameter[CLIENTS];
    if (index < FIRST_CLIENT)
        return (struct ss_who){index == PARENT ? 0 : 1, 0};
    index -= FIRST_CLIENT;
    return index < clients ? (struct ss_who){2, (u16)index}
                           : (struct ss_who){3, (u16)(index - clients)};
}

SS_WORKLOAD_SAYS(tbench,
                 "tbench: clients that each exchange requests and answers with a server process of "
                 "their own over loopback TCP, once all have been forked, connected and released",
                 PARAMETERS);

const struct ss_workload_kind ss_workload_tbench = {
    .name = "tbench",
    .task_bytes = sizeof(struct tbench_task),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};
