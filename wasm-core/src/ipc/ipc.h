/*
 * What tasks wait for and wake each other through: how much of it a workload needs, and where it
 * all lies. Each kind has a file of its own: futex.h, wait_queue.h, pipe.h, unix_socket.h.
 */
#ifndef SS_IPC_IPC_H
#define SS_IPC_IPC_H

#include "exec/path.h"

/* What a task waits for and holds. */
struct ss_ipc_task {
    i32 wait_next;     /* next in a futex queue, or of those being woken */
    i32 waits_on;      /* wait queue it is linked in, or -1 */
    i32 pi_blocked_on; /* PI mutex it waits for, or -1 */
    i32 pi_held;       /* first PI mutex it holds that others wait for, or -1 */
};

struct ss_ipc {
    struct ss_ipc_task *task; /* by id */
    struct ss_futex *futex;
    struct ss_wait_queue *queue; /* two a pipe, then two a socket */
    struct ss_pipe *pipe;
    struct ss_unix_socket *socket;
    /* What the workload needs, set before anything is counted. Pipes and pairs of unix stream
     * sockets all lie where their creator ran. */
    u32 futexes, pipes, sockets;
    u32 routes;       /* to the host itself, one for each CPU: see tbench; or none */
    u32 pipe_call_ns; /* fixed work of a read or write of a pipe */
    bool words;       /* futexes have words */
    u32 (*home_cpu)(const struct ss_world *w, u32 futex); /* on the node of which CPU one lies */
};

/* Times of system calls beyond entry and exit, spec "Workload models" section 4.1: fixed work of a
 * read or write, where a workload does not say otherwise of pipes, and copying between user and
 * kernel. */
#define SS_PIPE_CALL_NS 300
#define SS_SOCKET_CALL_NS 600
#define SS_COPY_BYTES_A_NS 10

#endif
