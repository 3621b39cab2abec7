/* The memory of ipc/: places, start, and data that travels. */
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

#define PLACEMENTS 4

/* One bucket a futex, for collisions in the hash are not modelled; and one line a word, for the
 * objects of a workload whose neighbours share a line are used by one CPU alone. */
static u32 placements(const struct ss_ipc_needs *needs, struct ss_placement list[PLACEMENTS])
{
    const struct ss_placement all[PLACEMENTS] = {
        {SS_STRUCTURE_FUTEX_BUCKET, needs->futexes, SS_HOME_OF_CPU, needs->home_cpu},
        {SS_STRUCTURE_USER_WORDS, needs->words ? needs->futexes : 0, SS_HOME_OF_CPU,
         needs->home_cpu},
        {SS_STRUCTURE_PIPE, needs->pipes, SS_HOME_OF_CPU, first_cpu},
        {SS_STRUCTURE_UNIX_SOCKET, needs->sockets, SS_HOME_OF_CPU, first_cpu},
    };
    for (u32 i = 0; i < PLACEMENTS; i++)
        list[i] = all[i];
    return PLACEMENTS;
}

u32 ss_ipc_lines(const struct ss_world *w, const struct ss_ipc_needs *needs)
{
    struct ss_placement list[PLACEMENTS];
    return ss_lines_of(w, list, placements(needs, list));
}

u32 ss_ipc_locks(const struct ss_ipc_needs *needs)
{
    return needs->futexes + 3 * needs->pipes + 4 * needs->sockets;
}

void ss_ipc_create(struct ss_world *w, struct ss_arena *header, const struct ss_ipc_needs *needs)
{
    struct ss_placement list[PLACEMENTS];
    struct ss_ipc *ipc = SS_ARENA_ARRAY(header, struct ss_ipc, 1);
    if (!ipc)
        return;
    *ipc = (struct ss_ipc){
        .futexes = needs->futexes, .pipes = needs->pipes, .sockets = needs->sockets};
    w->ipc = ipc;
    ss_place(w, list, placements(needs, list));
}

static void start_futexes(struct ss_world *w, const struct ss_ipc_needs *needs)
{
    for (u32 i = 0; i < needs->futexes; i++) {
        struct ss_futex *futex = &w->ipc->futex[i];
        *futex = (struct ss_futex){.head = SS_NO_TASK, .tail = SS_NO_TASK, .pi_next = SS_NO_FUTEX};
        futex->address = WORD(FUTEX_BUCKET, i, LOCK);
        futex->word_address = needs->words ? WORD(USER_WORDS, i, WORD) : 0;
        futex->lock = ss_lock_register(w, futex->address, false);
    }
}

void ss_ipc_create_state(struct ss_world *w, struct ss_arena *state,
                         const struct ss_ipc_needs *needs)
{
    struct ss_futex *futex = SS_ARENA_ARRAY(state, struct ss_futex, needs->futexes);
    struct ss_wait_queue *queue =
        SS_ARENA_ARRAY(state, struct ss_wait_queue, 2 * (needs->pipes + needs->sockets));
    struct ss_pipe *pipe = SS_ARENA_ARRAY(state, struct ss_pipe, needs->pipes);
    struct ss_unix_socket *socket = SS_ARENA_ARRAY(state, struct ss_unix_socket, needs->sockets);
    if (!futex || !queue || !pipe || !socket)
        return;
    w->ipc->futex = futex;
    w->ipc->queue = queue;
    w->ipc->pipe = pipe;
    w->ipc->socket = socket;
    start_futexes(w, needs);
    for (u32 i = 0; i < needs->pipes; i++)
        ss_pipe_start(w, i);
    for (u32 i = 0; i < needs->sockets; i++)
        ss_unix_socket_start(w, i);
}
