/*
 * Kernel spinlocks: taking one may wait, spinning produces no events. Two depths (spec
 * "Hardware model" section 4.1): exact locks issue every access of the queued spinlock, for locks
 * that share a line with data; closed ones only the arriver's atomic, and the hand-over is a
 * formula.
 */
#ifndef SS_EXEC_LOCK_H
#define SS_EXEC_LOCK_H

#include "exec/path.h"
#include "machine/spinlock.h"

struct ss_lock {
    struct ss_spinlock closed;
    struct ss_qspinlock exact;
    u64 granted_at; /* closed: when the present holder may go on */
    u64 taken_at;   /* by the present holder, for pictures; SS_NEVER while it is handed over */
    u32 address;
    u32 handover; /* closed: ns from release to the next holder; 0: from the line model */
    bool is_exact;
    bool is_mutex; /* closed: handed over as a mutex whose waiters spin */
};

struct ss_locks {
    struct ss_lock *lock;
    struct ss_lock_node *node; /* by CPU */
    u32 *count;                /* [0]: locks in use, of w->sizes.locks */
};

/* Takes the memory of w->locks, as many as w->sizes says. */
void ss_locks_create(struct ss_world *w, struct ss_arena *state);

/* Registers a lock whose word lies at `address`; returns its id. */
i32 ss_lock_register(struct ss_world *w, u32 address, bool exact);

/* Fixes the hand-over of a closed lock, ns. */
void ss_lock_set_handover(struct ss_world *w, i32 lock, u32 ns);

/* Makes a closed lock a mutex on which waiters spin, while its owner runs, instead of sleeping. */
void ss_lock_make_mutex(struct ss_world *w, i32 lock);

/*
 * In a path: takes the lock, takes a closed one if it is free (cpu->result says so), gives it back.
 * A closed lock needs no frame: the wait is parked in the CPU. An exact lock that is taken pushes
 * one. The path goes on once, when the lock is taken or given back.
 */
#define PATH_LOCK(lock_) PATH_PARKED(ss_lock_take(w, cpu, (i32)(lock_)))
#define PATH_TRYLOCK(lock_) PATH_PARKED(ss_lock_try(w, cpu, (i32)(lock_)))
#define PATH_UNLOCK(lock_) PATH_PARKED(ss_lock_release(w, cpu, (i32)(lock_)))

#define PATH_UNLOCK_LAST(lock_) PATH_ENDS_BY(ss_lock_release(w, cpu, (i32)(lock_)))

/* As the last thing, with the path's result. */
#define PATH_UNLOCK_RETURN(lock_, value)                                                           \
    do {                                                                                           \
        cpu->result = (i32)(value);                                                                \
        PATH_UNLOCK_LAST(lock_);                                                                   \
    } while (0)

/* Each is true if it is done at once. */
bool ss_lock_take(struct ss_world *w, struct ss_cpu *cpu, i32 lock);
bool ss_lock_try(struct ss_world *w, struct ss_cpu *cpu, i32 lock);
bool ss_lock_release(struct ss_world *w, struct ss_cpu *cpu, i32 lock);

/* What the CPU has parked of these, at an event of its own: true when the path goes on. */
bool ss_lock_parked(struct ss_world *w, struct ss_cpu *cpu);

/* The CPU that holds a lock, or SS_NO_CPU. */
i32 ss_lock_holder(const struct ss_world *w, i32 lock);

/* Debug builds trap unless this CPU holds the lock; stands where a path begins that needs it.
 */
#define SS_HOLDS(w, cpu, lock)                                                                     \
    SS_DEBUG_CHECK(ss_lock_holder((w), (i32)(lock)) == (i32)(cpu)->number)

/* The opposite: this CPU is about to take that lock, or calls a function that does. */
#define SS_HOLDS_NOT(w, cpu, lock)                                                                 \
    SS_DEBUG_CHECK(ss_lock_holder((w), (i32)(lock)) != (i32)(cpu)->number)

/* CPUs that arrived and do not hold it yet. */
u32 ss_lock_waiters(const struct ss_world *w, i32 lock);

#endif
