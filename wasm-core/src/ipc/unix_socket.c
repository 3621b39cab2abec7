/* The sockets of unix_socket.h. */
#include "ipc/unix_socket.h"

#include "exec/lock.h"
#include "exec/path.h"
#include "ipc/data.h"
#include "sched/core/interrupts.h"

static u32 readers_of(const struct ss_world *w, u32 socket)
{
    return 2 * (w->ipc->pipes + socket);
}

static u32 writers_of(const struct ss_world *w, u32 socket)
{
    return readers_of(w, socket) + 1;
}

void ss_unix_socket_start(struct ss_world *w, u32 index)
{
    struct ss_unix_socket *socket = &w->ipc->socket[index];
    *socket = (struct ss_unix_socket){
        .state_lock = ss_lock_register(w, WORD(UNIX_SOCKET, index, STATE), false),
        .queue_lock = ss_lock_register(w, WORD(UNIX_SOCKET, index, QUEUE), false)};
    for (u32 i = 0; i < SS_SOCKET_BUFFERS; i++)
        socket->toucher[i] = SS_NO_CORE;
    ss_wait_queue_start(w, &w->ipc->queue[readers_of(w, index)], WORD(UNIX_SOCKET, index, READERS));
    ss_wait_queue_start(w, &w->ipc->queue[writers_of(w, index)], WORD(UNIX_SOCKET, index, WRITERS));
}

/* What a message takes of the send buffer (truesize). */
static u32 size_of_message(u32 bytes)
{
    u32 data = SS_SOCKET_LEAST_BYTES;
    while (data < bytes + SS_SOCKET_TAIL_BYTES)
        data *= 2;
    return SS_SOCKET_HEAD_BYTES + data;
}

/* The core that touched the n-th message of the queue last; behind the last message: the next
 * buffer. */
static i16 *toucher_of(struct ss_unix_socket *socket, u32 n)
{
    return &socket->toucher[(socket->first + n) % SS_SOCKET_BUFFERS];
}

/* Moves a message that `toucher` has to the CPU. Result: the ns that takes. */
static u32 touch_message(struct ss_world *w, const struct ss_cpu *cpu, i16 toucher, u32 bytes)
{
    const u32 lines = SS_SOCKET_HEAD_LINES + ss_div_round_up(bytes, SS_LINE_BYTES);
    return ss_data_to_core(w, cpu, &toucher, lines);
}

/* ---- sending --------------------------------------------------------------------------------- */

static bool is_full(const struct ss_unix_socket *socket)
{
    return socket->in_use >= SS_SOCKET_SEND_BUFFER;
}

struct wait_for_wmem_frame {
    struct ss_path path;
    /* arguments */
    u32 socket;
    /* kept */
    bool full;
};

static bool wait_for_wmem(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wait_for_wmem);
    const struct ss_unix_socket *const socket = &w->ipc->socket[me->socket];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->socket < w->ipc->sockets);
    SS_HOLDS_NOT(w, cpu, socket->state_lock);
    for (;;) {
        PATH_CALL(prepare_to_wait, .queue = writers_of(w, me->socket));
        PATH_LOAD(sock_alloc_send_pskb, WORD(UNIX_SOCKET, me->socket, IN_USE),
                  me->full = is_full(socket));
        if (!me->full)
            break;
        PATH_CALL(schedule);
    }
    PATH_CALL_LAST(finish_wait);
    PATH_END;
}

static void append(const struct ss_world *w, const struct ss_cpu *cpu,
                   struct ss_unix_socket *socket)
{
    *toucher_of(socket, socket->queued++) = (i16)w->topology.core[cpu->number];
}

struct queue_message_frame {
    struct ss_path path;
    /* arguments */
    u32 socket;
    /* kept */
    bool asleep;
};

/* To the tail of the reader's queue; wakes the reader if it sleeps. */
static bool queue_message(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(queue_message);
    struct ss_unix_socket *const socket = &w->ipc->socket[me->socket];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, socket->queue_lock);
    SS_DEBUG_CHECK(socket->queued < SS_SOCKET_BUFFERS);
    PATH_LOCK(socket->state_lock);
    PATH_LOCK(socket->queue_lock);
    PATH_STORE(unix_stream_sendmsg, WORD(UNIX_SOCKET, me->socket, QUEUE), append(w, cpu, socket));
    PATH_UNLOCK(socket->queue_lock);
    PATH_UNLOCK(socket->state_lock);
    PATH_LOAD(sock_def_readable, WORD(UNIX_SOCKET, me->socket, READERS),
              me->asleep = ss_wait_queue_active(&w->ipc->queue[readers_of(w, me->socket)]));
    if (me->asleep)
        PATH_CALL_LAST(wake_up, .queue = readers_of(w, me->socket), .sync = true);
    PATH_END;
}

bool unix_stream_sendmsg(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(unix_stream_sendmsg);
    struct ss_unix_socket *const socket = &w->ipc->socket[me->socket];
    const u32 in_use = WORD(UNIX_SOCKET, me->socket, IN_USE);
    const u32 file = WORD(UNIX_SOCKET, me->socket, WRITE_FILE);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->socket < w->ipc->sockets);
    SS_DEBUG_CHECK(me->bytes);
    PATH_COMPUTE(w->platform.os.syscall + (me->elsewhere ? 0 : SS_SOCKET_CALL_NS));
    if (me->counted)
        PATH_ATOMIC(fget, file);
    for (;;) {
        PATH_LOAD(sock_alloc_send_pskb, in_use, me->full = is_full(socket));
        /* Others may have been quicker since it looked. */
        if (!me->full)
            PATH_ATOMIC(sock_alloc_send_pskb, in_use, me->full = is_full(socket);
                        socket->in_use += me->full ? 0 : size_of_message(me->bytes));
        if (!me->full)
            break;
        PATH_CALL(wait_for_wmem, .socket = me->socket);
    }
    ss_spend(w, cpu, me->bytes / SS_COPY_BYTES_A_NS);
    PATH_COMPUTE_AS(SS_LEDGER_REMOTE,
                    touch_message(w, cpu, *toucher_of(socket, socket->queued), me->bytes));
    PATH_CALL(queue_message, .socket = me->socket);
    if (me->counted)
        PATH_ATOMIC_LAST(fput, file);
    PATH_END;
}

/* ---- receiving ------------------------------------------------------------------------------- */

struct wait_for_message_frame {
    struct ss_path path;
    /* arguments */
    u32 socket;
    /* kept */
    bool empty;
};

/* Returns with the reading end's state lock held and a message queued. */
static bool wait_for_message(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wait_for_message);
    const struct ss_unix_socket *const socket = &w->ipc->socket[me->socket];
    const u32 queue = WORD(UNIX_SOCKET, me->socket, QUEUE);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, socket->state_lock);
    SS_HOLDS_NOT(w, cpu, socket->queue_lock);
    PATH_LOCK(socket->state_lock);
    for (;;) {
        PATH_LOAD(unix_stream_read_generic, queue, me->empty = !socket->queued);
        if (!me->empty)
            break;
        PATH_CALL(prepare_to_wait, .queue = readers_of(w, me->socket));
        PATH_LOAD(unix_stream_read_generic, queue, me->empty = !socket->queued);
        if (me->empty) {
            PATH_UNLOCK(socket->state_lock);
            PATH_CALL(schedule);
            PATH_LOCK(socket->state_lock);
        }
        PATH_CALL(finish_wait);
    }
    PATH_END;
}

struct free_message_frame {
    struct ss_path path;
    /* arguments */
    u32 socket, bytes;
    /* kept */
    bool room;
};

/* Gives its part of the send buffer back; wakes the writers once there is much room. */
static bool free_message(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(free_message);
    struct ss_unix_socket *const socket = &w->ipc->socket[me->socket];
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, socket->queue_lock);
    SS_DEBUG_CHECK(socket->in_use >= size_of_message(me->bytes));
    PATH_ATOMIC(sock_wfree, WORD(UNIX_SOCKET, me->socket, IN_USE),
                socket->in_use -= size_of_message(me->bytes);
                me->room = socket->in_use * 4 <= SS_SOCKET_SEND_BUFFER);
    if (!me->room)
        PATH_LEAVE;
    PATH_LOAD(unix_write_space, WORD(UNIX_SOCKET, me->socket, WRITERS),
              me->room = ss_wait_queue_active(&w->ipc->queue[writers_of(w, me->socket)]));
    if (me->room)
        PATH_CALL_LAST(wake_up, .queue = writers_of(w, me->socket), .sync = true);
    PATH_END;
}

/* The first message goes; its buffer stays with the core that read it. */
static void unlink_first(const struct ss_world *w, const struct ss_cpu *cpu,
                         struct ss_unix_socket *socket)
{
    *toucher_of(socket, 0) = (i16)w->topology.core[cpu->number];
    socket->first++;
    socket->queued--;
}

bool unix_stream_recvmsg(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(unix_stream_recvmsg);
    struct ss_unix_socket *const socket = &w->ipc->socket[me->socket];
    const u32 file = WORD(UNIX_SOCKET, me->socket, READ_FILE);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->socket < w->ipc->sockets);
    PATH_COMPUTE(w->platform.os.syscall + (me->elsewhere ? 0 : SS_SOCKET_CALL_NS));
    if (me->counted)
        PATH_ATOMIC(fget, file);
    PATH_CALL(wait_for_message, .socket = me->socket);
    PATH_UNLOCK(socket->state_lock);
    ss_spend(w, cpu, me->bytes / SS_COPY_BYTES_A_NS);
    PATH_COMPUTE_AS(SS_LEDGER_REMOTE, touch_message(w, cpu, *toucher_of(socket, 0), me->bytes));
    PATH_LOCK(socket->queue_lock);
    PATH_STORE(unix_stream_read_generic, WORD(UNIX_SOCKET, me->socket, QUEUE),
               unlink_first(w, cpu, socket));
    PATH_UNLOCK(socket->queue_lock);
    PATH_CALL(free_message, .socket = me->socket, .bytes = me->bytes);
    if (me->counted)
        PATH_ATOMIC_LAST(fput, file);
    PATH_END;
}
