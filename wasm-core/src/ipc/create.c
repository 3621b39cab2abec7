/* The memory of ipc/: places, start, and data that travels. */
#include "ipc/create.h"

#include "exec/create.h"
#include "exec/lock.h"
#include "ipc/futex.h"
#include "ipc/pipe.h"
#include "ipc/unix_socket.h"

/* Channels lie where their creator ran. */
static u32 first_cpu(const struct ss_world *w, u32 channel)
{
    (void)w;
    (void)channel;
    return 0;
}

/* A route belongs to a CPU. */
static u32 own_cpu(const struct ss_world *w, u32 route)
{
    (void)w;
    return route;
}

#define PLACEMENTS 5

/* One bucket a futex, for collisions in the hash are not modelled; and one line a word, for the
 * objects of a workload whose neighbours share a line are used by one CPU alone. */
static u32 placements(const struct ss_ipc *ipc, struct ss_placement list[PLACEMENTS])
{
    const struct ss_placement all[PLACEMENTS] = {
        {SS_STRUCTURE_FUTEX_BUCKET, ipc->futexes, SS_HOME_OF_CPU, ipc->home_cpu},
        {SS_STRUCTURE_USER_WORDS, ipc->words ? ipc->futexes : 0, SS_HOME_OF_CPU, ipc->home_cpu},
        {SS_STRUCTURE_PIPE, ipc->pipes, SS_HOME_OF_CPU, first_cpu},
        {SS_STRUCTURE_UNIX_SOCKET, ipc->sockets, SS_HOME_OF_CPU, first_cpu},
        {SS_STRUCTURE_ROUTE, ipc->routes, SS_HOME_OF_CPU, own_cpu},
    };
    for (u32 i = 0; i < PLACEMENTS; i++)
        list[i] = all[i];
    return PLACEMENTS;
}

static u32 lines(const struct ss_world *w)
{
    struct ss_placement list[PLACEMENTS];
    return ss_lines_of(w, list, placements(w->ipc, list));
}

static u32 locks(const struct ss_world *w)
{
    return w->ipc->futexes + 3 * w->ipc->pipes + 4 * w->ipc->sockets;
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    struct ss_placement list[PLACEMENTS];
    (void)header;
    ss_place(w, list, placements(w->ipc, list));
}

static void start_futexes(struct ss_world *w)
{
    for (u32 i = 0; i < w->ipc->futexes; i++) {
        struct ss_futex *futex = &w->ipc->futex[i];
        *futex = (struct ss_futex){.head = SS_NO_TASK, .tail = SS_NO_TASK, .pi_next = SS_NO_FUTEX};
        futex->address = WORD(FUTEX_BUCKET, i, LOCK);
        futex->word_address = w->ipc->words ? WORD(USER_WORDS, i, WORD) : 0;
        futex->lock = ss_lock_register(w, futex->address, false);
    }
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    struct ss_ipc *ipc = w->ipc;
    ipc->futex = SS_ARENA_ARRAY(state, struct ss_futex, ipc->futexes);
    ipc->queue = SS_ARENA_ARRAY(state, struct ss_wait_queue, 2 * (ipc->pipes + ipc->sockets));
    ipc->pipe = SS_ARENA_ARRAY(state, struct ss_pipe, ipc->pipes);
    ipc->socket = SS_ARENA_ARRAY(state, struct ss_unix_socket, ipc->sockets);
    ipc->task = SS_ARENA_ARRAY(state, struct ss_ipc_task, w->tasks);
    if (!ipc->futex || !ipc->queue || !ipc->pipe || !ipc->socket || !ipc->task)
        return;
    for (u32 i = 0; i < w->tasks; i++)
        ipc->task[i] = (struct ss_ipc_task){.wait_next = SS_NO_TASK,
                                            .waits_on = SS_NO_WAIT_QUEUE,
                                            .pi_blocked_on = SS_NO_FUTEX,
                                            .pi_held = SS_NO_FUTEX};
    start_futexes(w);
    for (u32 i = 0; i < ipc->pipes; i++)
        ss_pipe_start(w, i);
    for (u32 i = 0; i < ipc->sockets; i++)
        ss_unix_socket_start(w, i);
}

const struct ss_room ss_ipc_room = {
    .lines = lines, .locks = locks, .create = create, .state = take_state};
