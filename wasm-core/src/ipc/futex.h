/*
 * Futexes: a queue of sleeping tasks behind a hash bucket. Waiting and waking touch the bucket's
 * lock line; the waker wakes after it has let the bucket go (wake_q). Source:
 * kernel/futex/, 6.18.2.
 */
#ifndef SS_IPC_FUTEX_H
#define SS_IPC_FUTEX_H

#include "exec/exec.h"

struct ss_futex {
    i32 head, tail; /* waiting tasks, longest first, through wait_next */
    i32 lock;
    u32 address; /* of its bucket */
    u32 waiters;
};

struct ss_ipc {
    struct ss_futex *futex;
    u32 *address; /* by futex */
    u32 futexes;
};

/* One bucket line a futex: collisions in the hash are not modelled. */
static inline u32 ss_ipc_lines(u32 futexes)
{
    return futexes;
}

/* `home_cpu(w, futex)`: a CPU of the node its bucket lies on. */
void ss_ipc_create(struct ss_world *w, struct ss_arena *header, u32 futexes,
                   u32 (*home_cpu)(const struct ss_world *w, u32 futex));
void ss_ipc_create_state(struct ss_world *w, struct ss_arena *state, u32 futexes);

/* Queues a task that sleeps at the start, without cost. */
void ss_futex_queue_silently(struct ss_world *w, u32 futex, i32 task);

/* Sleeps until woken. */
struct futex_wait_frame {
    struct ss_path path;
    u32 futex;
};
bool futex_wait(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes the task that waited longest. Result: 1 if there was one. */
struct futex_wake_frame {
    struct ss_path path;
    u32 futex;
    i32 task;
};
bool futex_wake(struct ss_world *w, struct ss_cpu *cpu);

#endif
