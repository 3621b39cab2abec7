/* The memory of ipc/: places, start, and data that travels. */
#include "exec/lock.h"
#include "exec/names.h"
#include "ipc/futex.h"
#include "ipc/pipe.h"
#include "ipc/unix_socket.h"

u32 ss_ipc_lines(const struct ss_ipc_needs *needs)
{
    /* One bucket line a futex, for collisions in the hash are not modelled; and one line a word,
     * for the objects of a workload whose neighbours share a line are used by one CPU alone. */
    return needs->futexes * (needs->words ? 2 : 1) +
           (needs->pipes * SS_PIPE_BYTES + needs->sockets * SS_SOCKET_BYTES) / SS_LINE_BYTES;
}

u32 ss_ipc_locks(const struct ss_ipc_needs *needs)
{
    return needs->futexes + 3 * needs->pipes + 4 * needs->sockets;
}

static void place_futexes(struct ss_world *w, enum ss_structure structure, u32 *address,
                          const struct ss_ipc_needs *needs)
{
    for (u32 i = 0; i < needs->futexes; i++)
        address[i] = ss_shared_place(&w->shared, structure, i, SS_LINE_BYTES,
                                     ss_node_of_cpu(w, needs->home_cpu(w, i)));
}

/* The channels of one kind, all where their creator ran: the first CPU. Returns the first address.
 */
static u32 place_channels(struct ss_world *w, enum ss_structure structure, u32 count, u32 bytes)
{
    const u32 first = w->shared.lines << SS_LINE_SHIFT;
    for (u32 i = 0; i < count; i++)
        ss_shared_place(&w->shared, structure, i, bytes, ss_node_of_cpu(w, 0));
    return first;
}

void ss_ipc_create(struct ss_world *w, struct ss_arena *header, const struct ss_ipc_needs *needs)
{
    struct ss_ipc *ipc = SS_ARENA_ARRAY(header, struct ss_ipc, 1);
    u32 *address = SS_ARENA_ARRAY(header, u32, needs->futexes);
    u32 *word_address = SS_ARENA_ARRAY(header, u32, needs->words ? needs->futexes : 0);
    if (!ipc || !address || !word_address)
        return;
    *ipc = (struct ss_ipc){.address = address,
                           .word_address = word_address,
                           .futexes = needs->futexes,
                           .pipes = needs->pipes,
                           .sockets = needs->sockets};
    w->ipc = ipc;
    place_futexes(w, SS_STRUCTURE_FUTEX_BUCKET, address, needs);
    if (needs->words)
        place_futexes(w, SS_STRUCTURE_USER_WORDS, word_address, needs);
    ipc->pipe_address = place_channels(w, SS_STRUCTURE_PIPE, needs->pipes, SS_PIPE_BYTES);
    ipc->socket_address =
        place_channels(w, SS_STRUCTURE_UNIX_SOCKET, needs->sockets, SS_SOCKET_BYTES);
}

static void start_futexes(struct ss_world *w, const struct ss_ipc_needs *needs)
{
    for (u32 i = 0; i < needs->futexes; i++) {
        struct ss_futex *futex = &w->ipc->futex[i];
        *futex = (struct ss_futex){.head = SS_NO_TASK, .tail = SS_NO_TASK, .pi_next = SS_NO_FUTEX};
        futex->address = w->ipc->address[i];
        futex->word_address = needs->words ? w->ipc->word_address[i] : 0;
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

void ss_ipc_names(const struct ss_world *w, struct ss_message *names)
{
    static const struct {
        u16 structure, offset, size;
        const char *name;
    } fields[] = {
        {SS_STRUCTURE_PIPE, SS_PIPE_MUTEX, 32, "mutex"},
        {SS_STRUCTURE_PIPE, SS_PIPE_READERS, 24, "rd_wait"},
        {SS_STRUCTURE_PIPE, SS_PIPE_WRITERS, 24, "wr_wait"},
        {SS_STRUCTURE_PIPE, SS_PIPE_HEAD, 8, "head, tail"},
        {SS_STRUCTURE_PIPE, SS_PIPE_FILES, 8, "f_ref of the read end"},
        {SS_STRUCTURE_PIPE, SS_PIPE_FILES + SS_LINE_BYTES, 8, "f_ref of the write end"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_STATE, 4, "lock of the reading end"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_QUEUE, 24, "sk_receive_queue"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_READERS, 24, "sk_wq of the reading end"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_IN_USE, 4, "sk_wmem_alloc"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_WRITERS, 24, "sk_wq of the writing end"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_FILES, 8, "f_ref of the reading end"},
        {SS_STRUCTURE_UNIX_SOCKET, SS_SOCKET_FILES + SS_LINE_BYTES, 8, "f_ref of the writing end"},
    };
    if (!w->ipc || !(w->ipc->pipes + w->ipc->sockets))
        return;
    for (u32 i = 0; i < SS_ARRAY_LENGTH(fields); i++)
        ss_name_field(names, fields[i].structure, fields[i].offset, fields[i].size, fields[i].name,
                      -1);
    for (u32 slot = 0; slot < SS_PIPE_SLOTS; slot++)
        ss_name_field(names, SS_STRUCTURE_PIPE,
                      SS_PIPE_RING + slot * SS_PIPE_ENTRY_BYTES + SS_PIPE_ENTRY_LENGTH, 4,
                      "len of bufs", (i32)slot);
}
