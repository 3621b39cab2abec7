/*
 * Which CPU holds a kernel spinlock and which CPUs wait for it: the pure state, in two depths (spec
 * "Hardware model" section 4.1). No line accesses, no tasks, no events: the caller issues the
 * accesses, applies one function here at each access (value binding), and suspends or resumes the
 * CPUs named.
 *
 *   struct ss_spinlock   closed form: a FIFO of waiters; the hand-over costs
 *                        ss_spinlock_handover_ns. For locks alone on their line (run queues).
 *   struct ss_qspinlock  exact: the queued lock's word (locked, pending, tail) and its MCS queue,
 *                        one function per access. For locks that share a line with data.
 *
 * A CPU that a function names may not spin yet, only be on its way (its access was bound, it
 * resumes at its `done`): it then finds the state changed when it looks, and needs no wake-up.
 *
 * A CPU waits for at most one lock at a time, so the waiters of all locks chain through one array
 * of struct ss_lock_node by CPU. Both are plain state: indices only.
 */
#ifndef SS_MACHINE_SPINLOCK_H
#define SS_MACHINE_SPINLOCK_H

#include "machine/coherence.h"

#define SS_NO_CPU (-1)

/* What a CPU keeps while it waits (the kernel's MCS node). Start with ss_lock_nodes_reset. */
struct ss_lock_node {
    i16 next;  /* the CPU queued behind this one, SS_NO_CPU if none (known) */
    bool head; /* exact form: this CPU's predecessor has made it the head of the queue */
    u8 place;  /* closed form: enum ss_lock_place */
};

/* How a CPU waits in the closed form, as the queued lock would have it: the first CPU to find the
 * lock taken sets the pending bit, the next one is the head of the MCS queue at once, and each
 * later one is made the head by the CPU in front of it. */
enum ss_lock_place { SS_PLACE_PENDING, SS_PLACE_HEAD, SS_PLACE_BEHIND };

void ss_lock_nodes_reset(struct ss_lock_node *nodes, u32 cpus);

/* ---- closed form ----------------------------------------------------------------------------- */

struct ss_spinlock {
    i16 holder;     /* CPU, or SS_NO_CPU: free */
    i16 head, tail; /* longest waiting CPU and last arrived, or SS_NO_CPU */
    u16 waiters;
};

void ss_spinlock_reset(struct ss_spinlock *lock);

/* Called at the arriver's atomic on the lock line. True: taken, `cpu` is the holder. False: queued
 * behind ss_spinlock.waiters - 1 others; it runs again when a release names it. */
bool ss_spinlock_acquire(struct ss_spinlock *lock, struct ss_lock_node *nodes, u32 cpu);

/* Only if free: true and taken, else nothing changes. */
bool ss_spinlock_try(struct ss_spinlock *lock, u32 cpu);

/* Called at the holder's release. Returns the waiter that holds the lock from now on - it goes on
 * after ss_spinlock_handover_ns, from when it spins on the word: see its place - or SS_NO_CPU: the
 * lock is free. */
i32 ss_spinlock_release(struct ss_spinlock *lock, struct ss_lock_node *nodes);

/* Release to the moment the waiter goes on: the release store takes the waiter's copy, the reload
 * brings it back. Two transfers, one in each direction: they need not cost the same. Cores, not
 * CPUs. */
u32 ss_spinlock_handover_ns(const struct ss_coherence *coherence, u32 owner_core, u32 waiter_core);

/* ---- exact form ------------------------------------------------------------------------------ */

/*
 * The word as kernel/locking/qspinlock.c lays it out, plus the CPUs that spin on it. Order of an
 * acquisition:
 *
 *   RMW   try            word 0 -> locked: taken. Else look at what it saw (.tail, .pending):
 *   pending only seen    one extra LOAD (seen again), then decide
 *   no tail, no pending: RMW set_pending; false means contention was seen after all: STORE
 *                        clear_pending if *set, then queue. True and the lock is free: take_pending
 *                        at once; else spin on the word until a release names this CPU:
 *                        take_pending
 *   queue:               STORE own node prepare; LOAD/RMW trylock (try); RMW exchange_tail returns
 *                        the predecessor; if there is one: STORE link, then spin on the own node
 *                        until promoted
 *   head:                if not ss_qspinlock_clear spin on the word until named; then take_as_head:
 *                        returns whether it was alone (one RMW) or a STORE to the word; then, when
 *                        a successor is linked, STORE into its node: promote. (Not yet linked: it
 *                        will be when its link comes.)
 *   release:             STORE release returns the CPU that spins on the word and now sees it clear
 */
struct ss_qspinlock {
    bool locked, pending;
    i16 holder;  /* for pictures and messages; not part of the word */
    i16 waiter;  /* the CPU that set pending and spins on the word, or SS_NO_CPU */
    i16 head;    /* the head of the MCS queue once it spins on the word, or SS_NO_CPU */
    i16 tail;    /* last CPU of the MCS queue, or SS_NO_CPU */
    u16 waiters; /* CPUs between arrival and acquisition, for pictures */
};

void ss_qspinlock_reset(struct ss_qspinlock *lock);

/* The first cmpxchg, and the queue's trylock: word 0 -> locked by `cpu`. */
bool ss_qspinlock_try(struct ss_qspinlock *lock, u32 cpu);

/* The word has neither a holder nor a pending waiter nor a tail. */
static inline bool ss_qspinlock_free(const struct ss_qspinlock *lock)
{
    return !lock->locked && !lock->pending && lock->tail == SS_NO_CPU;
}

/* Neither locked nor pending: what the head of the queue waits for. */
static inline bool ss_qspinlock_clear(const struct ss_qspinlock *lock)
{
    return !lock->locked && !lock->pending;
}

/* The fetch-or of the pending bit. True: no one else was pending or queued, `cpu` is the first
 * waiter. False: contention; *set says whether this CPU's own or set the bit, which it must take
 * back with ss_qspinlock_clear_pending. */
bool ss_qspinlock_set_pending(struct ss_qspinlock *lock, u32 cpu, bool *set);

/* Takes the bit back. Returns the queue head that spins on the word and now sees it clear, or
 * SS_NO_CPU. */
i32 ss_qspinlock_clear_pending(struct ss_qspinlock *lock);

/* The first waiter's store pending -> locked, once locked is clear. */
void ss_qspinlock_take_pending(struct ss_qspinlock *lock, u32 cpu);

/* Store into the own node before it can be seen. */
void ss_qspinlock_prepare(struct ss_lock_node *nodes, u32 cpu);

/* The exchange of the tail; returns the predecessor, or SS_NO_CPU: `cpu` is the head at once. */
i32 ss_qspinlock_exchange_tail(struct ss_qspinlock *lock, struct ss_lock_node *nodes, u32 cpu);

/* Store into the predecessor's node. */
void ss_qspinlock_link(struct ss_lock_node *nodes, u32 predecessor, u32 cpu);

/* The head begins to spin on the word. True if the word is clear already: take it now. */
bool ss_qspinlock_await_word(struct ss_qspinlock *lock, u32 cpu);

/* The head takes the clear word. True: the head was also the tail, so one atomic emptied the queue
 * and no CPU has to be promoted. False: a plain store set locked; a successor exists and has to be
 * promoted. */
bool ss_qspinlock_take_as_head(struct ss_qspinlock *lock, u32 cpu);

/* The store into the successor's node: makes it the head and returns it; SS_NO_CPU while the
 * successor has not linked itself yet (the taker spins on its own node until it has). */
i32 ss_qspinlock_promote(struct ss_lock_node *nodes, u32 cpu);

/* The holder's store of the locked byte. Returns the CPU spinning on the word that may go on (the
 * pending waiter before the queue's head), or SS_NO_CPU. */
i32 ss_qspinlock_release(struct ss_qspinlock *lock);

#endif
