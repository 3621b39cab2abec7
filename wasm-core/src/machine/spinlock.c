/* The lock states of spinlock.h. */
#include "machine/spinlock.h"

#include "base/check.h"

void ss_lock_nodes_reset(struct ss_lock_node *nodes, u32 cpus)
{
    for (u32 i = 0; i < cpus; i++)
        nodes[i] = (struct ss_lock_node){.next = SS_NO_CPU};
}

/* ---- closed form ----------------------------------------------------------------------------- */

void ss_spinlock_reset(struct ss_spinlock *lock)
{
    *lock = (struct ss_spinlock){.holder = SS_NO_CPU, .head = SS_NO_CPU, .tail = SS_NO_CPU};
}

bool ss_spinlock_try(struct ss_spinlock *lock, u32 cpu)
{
    SS_DEBUG_CHECK(lock->holder != (i32)cpu &&
                   (lock->holder != SS_NO_CPU || lock->head == SS_NO_CPU));
    if (lock->holder != SS_NO_CPU)
        return false;
    lock->holder = (i16)cpu;
    return true;
}

bool ss_spinlock_acquire(struct ss_spinlock *lock, struct ss_lock_node *nodes, u32 cpu)
{
    SS_DEBUG_CHECK(lock->holder != (i32)cpu && lock->tail != (i32)cpu);
    if (ss_spinlock_try(lock, cpu))
        return true;
    nodes[cpu].next = SS_NO_CPU;
    if (lock->tail == SS_NO_CPU) {
        lock->head = (i16)cpu;
        nodes[cpu].place = SS_PLACE_PENDING;
    } else {
        nodes[lock->tail].next = (i16)cpu;
        nodes[cpu].place =
            nodes[lock->tail].place == SS_PLACE_PENDING ? SS_PLACE_HEAD : SS_PLACE_BEHIND;
    }
    lock->tail = (i16)cpu;
    lock->waiters++;
    SS_DEBUG_CHECK(lock->head != SS_NO_CPU && nodes[lock->tail].next == SS_NO_CPU);
    return false;
}

i32 ss_spinlock_release(struct ss_spinlock *lock, struct ss_lock_node *nodes)
{
    SS_DEBUG_CHECK(lock->holder != SS_NO_CPU);
    i32 next = lock->head;
    lock->holder = (i16)next;
    if (next == SS_NO_CPU)
        return SS_NO_CPU;
    lock->head = nodes[next].next;
    if (lock->head == SS_NO_CPU)
        lock->tail = SS_NO_CPU;
    nodes[next].next = SS_NO_CPU;
    lock->waiters--;
    SS_DEBUG_CHECK((lock->waiters == 0) == (lock->head == SS_NO_CPU));
    return next;
}

u32 ss_spinlock_handover_ns(const struct ss_coherence *coherence, u32 owner_core, u32 waiter_core)
{
    return ss_coherence_hitm(coherence, waiter_core, owner_core) +
           ss_coherence_hitm(coherence, owner_core, waiter_core);
}

/* ---- exact form ------------------------------------------------------------------------------ */

void ss_qspinlock_reset(struct ss_qspinlock *lock)
{
    *lock = (struct ss_qspinlock){
        .holder = SS_NO_CPU, .waiter = SS_NO_CPU, .head = SS_NO_CPU, .tail = SS_NO_CPU};
}

static void take(struct ss_qspinlock *lock, u32 cpu)
{
    SS_DEBUG_CHECK(!lock->locked);
    lock->locked = true;
    lock->holder = (i16)cpu;
}

bool ss_qspinlock_try(struct ss_qspinlock *lock, u32 cpu)
{
    SS_DEBUG_CHECK(lock->holder != (i32)cpu);
    if (!ss_qspinlock_free(lock))
        return false;
    take(lock, cpu);
    return true;
}

bool ss_qspinlock_set_pending(struct ss_qspinlock *lock, u32 cpu, bool *set)
{
    SS_DEBUG_CHECK(lock->holder != (i32)cpu && lock->waiter != (i32)cpu);
    *set = !lock->pending;
    bool contended = lock->pending || lock->tail != SS_NO_CPU;
    lock->pending = true;
    if (contended)
        return false;
    SS_DEBUG_CHECK(lock->waiter == SS_NO_CPU);
    lock->waiter = (i16)cpu;
    lock->waiters++;
    return true;
}

i32 ss_qspinlock_clear_pending(struct ss_qspinlock *lock)
{
    SS_DEBUG_CHECK(lock->pending && lock->waiter == SS_NO_CPU);
    lock->pending = false;
    return lock->locked ? SS_NO_CPU : lock->head;
}

void ss_qspinlock_take_pending(struct ss_qspinlock *lock, u32 cpu)
{
    SS_DEBUG_CHECK(lock->pending && lock->waiter == (i32)cpu);
    lock->pending = false;
    lock->waiter = SS_NO_CPU;
    lock->waiters--;
    take(lock, cpu);
}

void ss_qspinlock_prepare(struct ss_lock_node *nodes, u32 cpu)
{
    nodes[cpu] = (struct ss_lock_node){.next = SS_NO_CPU};
}

i32 ss_qspinlock_exchange_tail(struct ss_qspinlock *lock, struct ss_lock_node *nodes, u32 cpu)
{
    i32 predecessor = lock->tail;
    SS_DEBUG_CHECK(predecessor != (i32)cpu && lock->holder != (i32)cpu);
    SS_DEBUG_CHECK(nodes[cpu].next == SS_NO_CPU && !nodes[cpu].head);
    lock->tail = (i16)cpu;
    lock->waiters++;
    if (predecessor == SS_NO_CPU)
        nodes[cpu].head = true;
    return predecessor;
}

void ss_qspinlock_link(struct ss_lock_node *nodes, u32 predecessor, u32 cpu)
{
    SS_DEBUG_CHECK(predecessor != cpu && nodes[predecessor].next == SS_NO_CPU);
    nodes[predecessor].next = (i16)cpu;
}

bool ss_qspinlock_await_word(struct ss_qspinlock *lock, u32 cpu)
{
    SS_DEBUG_CHECK(lock->head == SS_NO_CPU || lock->head == (i32)cpu);
    lock->head = (i16)cpu;
    return ss_qspinlock_clear(lock);
}

bool ss_qspinlock_take_as_head(struct ss_qspinlock *lock, u32 cpu)
{
    SS_DEBUG_CHECK(ss_qspinlock_clear(lock) && lock->head == (i32)cpu && lock->waiters);
    lock->head = SS_NO_CPU;
    lock->waiters--;
    take(lock, cpu);
    if (lock->tail != (i32)cpu)
        return false;
    lock->tail = SS_NO_CPU;
    return true;
}

i32 ss_qspinlock_promote(struct ss_lock_node *nodes, u32 cpu)
{
    i32 next = nodes[cpu].next;
    if (next == SS_NO_CPU)
        return SS_NO_CPU;
    SS_DEBUG_CHECK(next != (i32)cpu && !nodes[next].head);
    nodes[cpu].next = SS_NO_CPU;
    nodes[next].head = true;
    return next;
}

i32 ss_qspinlock_release(struct ss_qspinlock *lock)
{
    SS_DEBUG_CHECK(lock->locked);
    lock->locked = false;
    lock->holder = SS_NO_CPU;
    if (lock->pending)
        return lock->waiter;
    return lock->head;
}
