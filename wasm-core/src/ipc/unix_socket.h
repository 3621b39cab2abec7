/*
 * Pairs of connected unix stream sockets, one direction of them: a queue of buffers, one per
 * message. A writer wakes the reader at every message if it sleeps, and waits itself once its
 * unread messages fill the send buffer; a reader wakes all waiting writers once at most a quarter
 * of it is in use. All writers share one end. Source: net/unix/af_unix.c, net/core/sock.c, 6.18.2;
 * spec "Workload models" 4.1.
 *
 * Simplified: garbage collection and credentials are left out; a buffer's head and data travel as
 * seven lines from the core that touched them last (data of more than two lines in proportion).
 */
#ifndef SS_IPC_UNIX_SOCKET_H
#define SS_IPC_UNIX_SOCKET_H

#include "ipc/wait_queue.h"

#define SS_SOCKET_SEND_BUFFER 212992 /* net.core.wmem_default */
#define SS_SOCKET_HEAD_BYTES 256     /* sk_buff */
#define SS_SOCKET_TAIL_BYTES 320     /* skb_shared_info, behind the data */
#define SS_SOCKET_LEAST_BYTES 512    /* of data and tail: they come in powers of two */
#define SS_SOCKET_BUFFERS                                                                          \
    (SS_SOCKET_SEND_BUFFER / (SS_SOCKET_HEAD_BYTES + SS_SOCKET_LEAST_BYTES) + 2)
#define SS_SOCKET_HEAD_LINES 5 /* four of the buffer's head, one of the allocator */

struct ss_unix_socket {
    i32 state_lock, queue_lock;
    u32 first, queued; /* buffers */
    u32 in_use;        /* bytes of the send buffer */
    i16 toucher[SS_SOCKET_BUFFERS];
};

void ss_unix_socket_start(struct ss_world *w, u32 index);

/* Sends one message; waits for room. `counted`: the task shares its open files with others;
 * `elsewhere`: the caller charges the fixed cost of the call itself. */
struct unix_stream_sendmsg_frame {
    struct ss_path path;
    /* arguments */
    u32 socket, bytes;
    bool counted, elsewhere;
    /* kept */
    bool full;
};
bool unix_stream_sendmsg(struct ss_world *w, struct ss_cpu *cpu);

/* Receives one message; waits for it. `counted` and `elsewhere` as above. */
struct unix_stream_recvmsg_frame {
    struct ss_path path;
    /* arguments */
    u32 socket, bytes;
    bool counted, elsewhere;
};
bool unix_stream_recvmsg(struct ss_world *w, struct ss_cpu *cpu);

#endif
