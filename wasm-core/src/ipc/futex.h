/*
 * Futexes: a queue of sleeping tasks behind a hash bucket, and the word in user space that tells
 * whether to sleep. Waiting and waking touch the bucket's lock line; the waker wakes after it has
 * let the bucket go (wake_q). Sources: kernel/futex/, 6.18.2. What user space builds on it stands
 * in mutex.h, barrier.h and pi_mutex.h.
 */
#ifndef SS_IPC_FUTEX_H
#define SS_IPC_FUTEX_H

#include "exec/exec.h"

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

struct ss_ipc {
    struct ss_futex *futex;
    u32 *address, *word_address; /* by futex; no word addresses if the workload uses no words */
    u32 futexes;
};

/* How many futexes a workload has, whether they have words, and on the node of which CPU each
 * lies. */
struct ss_ipc_needs {
    u32 futexes;
    bool words;
    u32 (*home_cpu)(const struct ss_world *w, u32 futex);
};

/* One bucket line a futex, for collisions in the hash are not modelled; and one line a word, for
 * the objects of a workload whose neighbours share a line are used by one CPU alone. */
static inline u32 ss_ipc_lines(const struct ss_ipc_needs *needs)
{
    return needs->futexes * (needs->words ? 2 : 1);
}

void ss_ipc_create(struct ss_world *w, struct ss_arena *header, const struct ss_ipc_needs *needs);
void ss_ipc_create_state(struct ss_world *w, struct ss_arena *state,
                         const struct ss_ipc_needs *needs);

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
    u32 futex;
    bool checks;
    bool changed;
    u32 expected;
};
bool futex_wait(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes the first waiter. Result: 1 if there was one. */
struct futex_wake_frame {
    struct ss_path path;
    u32 futex;
    i32 task;
};
bool futex_wake(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes all waiters, in the order of the queue. Result: how many. */
struct futex_wake_all_frame {
    struct ss_path path;
    u32 futex;
    i32 task, next;
    u32 woken;
};
bool futex_wake_all(struct ss_world *w, struct ss_cpu *cpu);

#endif
