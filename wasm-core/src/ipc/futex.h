/*
 * Futexes: a queue of sleeping tasks behind a hash bucket, and the word in user space that tells
 * whether to sleep. Waiting and waking touch the bucket's lock line; the waker wakes after it has
 * let the bucket go (wake_q). Sources: kernel/futex/, 6.18.2. What user space builds on it stands
 * in mutex.h, barrier.h and pi_mutex.h.
 */
#ifndef SS_IPC_FUTEX_H
#define SS_IPC_FUTEX_H

#include "ipc/ipc.h"

#define SS_NO_FUTEX (-1)

struct ss_futex {
    i32 head, tail; /* waiting tasks through wait_next: by priority, longest first inside */
    i32 lock;
    u32 address;      /* of its bucket */
    u32 word_address; /* of its word in user space, 0 if it has none */
    u32 waiters;
    u32 word;    /* in user space: what it means is the owner's business */
    u32 arrived; /* in user space, beside the word: barrier.h */
    i32 pi_next; /* next PI mutex that the same task holds: pi_mutex.h */
};

/* Queues a task that sleeps at the start, without cost. */
void ss_futex_queue_silently(struct ss_world *w, u32 futex, i32 task);

/* Queues a task behind those of the same or a higher priority `prio`; takes the first, or a given
 * one, out. */
void ss_futex_enqueue(struct ss_world *w, struct ss_futex *futex, i32 task, i16 prio);
i32 ss_futex_take_first(struct ss_world *w, struct ss_futex *futex);
void ss_futex_remove(struct ss_world *w, struct ss_futex *futex, i32 task);

/* Sleeps until woken; with `checks`, only if the word has the `expected` value, looked at under the
 * bucket's lock. Result: 1 if it slept. */
struct futex_wait_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    bool checks;
    u32 expected;
    /* kept */
    bool changed;
};
bool futex_wait(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes the first waiter. Result: 1 if there was one. No futex wakes so that the waker is about to
 * sleep (sync), but what stands for a pipe or a socket does. */
struct futex_wake_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    bool sync;
    /* kept */
    i32 task;
};
bool futex_wake(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes all waiters, in the order of the queue. Result: how many. */
struct futex_wake_all_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    i32 task, next;
    u32 woken;
};
bool futex_wake_all(struct ss_world *w, struct ss_cpu *cpu);

#endif
