/* The locks of lock.h. machine/spinlock.c decides at each access which CPU holds what. */
#include "exec/lock.h"

#include "exec/path.h"
#include "exec/record.h"
#include "exec/touch.h"

void ss_locks_create(struct ss_world *w, struct ss_arena *state)
{
    struct ss_locks *locks = w->locks;
    locks->lock = SS_ARENA_ARRAY(state, struct ss_lock, w->sizes.locks);
    locks->node = SS_ARENA_ARRAY(state, struct ss_lock_node, w->topology.cpus);
    locks->count = SS_ARENA_ARRAY(state, u32, 1);
    if (locks->node)
        ss_lock_nodes_reset(locks->node, w->topology.cpus);
}

i32 ss_lock_register(struct ss_world *w, u32 address, bool exact)
{
    struct ss_locks *locks = w->locks;
    SS_CHECK(w, locks->count[0] < w->sizes.locks, "more locks than the world has room for");
    u32 id = locks->count[0]++;
    locks->lock[id] = (struct ss_lock){.address = address, .is_exact = exact, .taken_at = SS_NEVER};
    ss_spinlock_reset(&locks->lock[id].closed);
    ss_qspinlock_reset(&locks->lock[id].exact);
    return (i32)id;
}

void ss_lock_set_handover(struct ss_world *w, i32 lock, u32 ns)
{
    SS_DEBUG_CHECK((u32)lock < w->locks->count[0]);
    w->locks->lock[lock].handover = ns;
}

void ss_lock_make_mutex(struct ss_world *w, i32 lock)
{
    SS_DEBUG_CHECK(!w->locks->lock[lock].is_exact);
    w->locks->lock[lock].is_mutex = true;
}

i32 ss_lock_holder(const struct ss_world *w, i32 id)
{
    SS_DEBUG_CHECK((u32)id < w->locks->count[0]);
    const struct ss_lock *lock = &w->locks->lock[id];
    return lock->is_exact ? lock->exact.holder : lock->closed.holder;
}

u32 ss_lock_waiters(const struct ss_world *w, i32 id)
{
    SS_DEBUG_CHECK((u32)id < w->locks->count[0]);
    const struct ss_lock *lock = &w->locks->lock[id];
    return lock->is_exact ? lock->exact.waiters : lock->closed.waiters;
}

/* The CPU now holds the lock named in cpu->lock; always true. */
static bool take(struct ss_world *w, const struct ss_cpu *cpu)
{
    SS_DEBUG_CHECK(ss_lock_holder(w, cpu->lock) == (i32)cpu->number);
    w->locks->lock[cpu->lock].taken_at = cpu->clock;
    return true;
}

/* A spinning CPU sees the change at the local time of the CPU that made it; a CPU still on its way
 * finds the state changed when it looks. */
static void spinner_sees(struct ss_world *w, const struct ss_cpu *cpu, i32 target, i32 lock)
{
    if (target == SS_NO_CPU)
        return;
    struct ss_cpu *spinner = ss_cpu(w, (u32)target);
    if (spinner->wait == SS_WAIT_LOCK && spinner->lock == lock &&
        !ss_wheel_pending(&w->wheel, spinner->number))
        ss_lock_granted(w, spinner, ss_max_u64(cpu->clock, spinner->clock));
}

static void record_wait(struct ss_world *w, const struct ss_cpu *cpu, i32 lock)
{
    const struct ss_lock *l = &w->locks->lock[lock];
    u32 waiters = l->is_exact ? l->exact.waiters : l->closed.waiters;
    ss_record(w, cpu, SS_RECORD_LOCK_WAIT, (u32)lock, (u32)ss_lock_holder(w, lock), waiters, 0);
}

/* ---- closed form ----------------------------------------------------------------------------- */

/* What is left to do waits with the CPU. */
static bool park(struct ss_cpu *cpu, enum ss_parked what)
{
    cpu->parked = (u8)what;
    return false;
}

/* The CPU has the lock from now on, having waited since `since`. */
static bool take_late(struct ss_world *w, struct ss_cpu *cpu, u64 since)
{
    ss_record(w, cpu, SS_RECORD_LOCK_TAKEN, (u32)cpu->lock, (u32)(cpu->clock - since), 0, 0);
    return take(w, cpu);
}

/* Spins until the lock is handed over; true if it was while the atomic was on its way. */
static bool spin(struct ss_world *w, struct ss_cpu *cpu)
{
    const struct ss_lock *lock = &w->locks->lock[cpu->lock];
    cpu->symbol = SS_SYMBOL_native_queued_spin_lock_slowpath;
    record_wait(w, cpu, cpu->lock);
    if (lock->closed.holder == (i16)cpu->number && lock->granted_at <= cpu->clock)
        return take_late(w, cpu, cpu->clock);
    if (lock->closed.holder == (i16)cpu->number)
        ss_lock_granted(w, cpu, lock->granted_at);
    ss_wait_lock(w, cpu, cpu->lock);
    return park(cpu, SS_PARKED_SPINS);
}

static bool take_closed(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_lock *lock = &w->locks->lock[cpu->lock];
    const enum ss_touched touched =
        ss_touch(w, cpu, SS_OPERATION_ATOMIC, lock->address, SS_SYMBOL__raw_spin_lock, 0);
    if (touched == SS_TOUCH_EARLY)
        return park(cpu, SS_PARKED_LOCK);
    const bool taken = ss_spinlock_acquire(&lock->closed, w->locks->node, cpu->number);
    if (touched == SS_TOUCH_WAITS)
        return park(cpu, taken ? SS_PARKED_TAKES : SS_PARKED_QUEUES);
    return taken ? take(w, cpu) : spin(w, cpu);
}

static bool try_closed(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_lock *lock = &w->locks->lock[cpu->lock];
    const enum ss_touched touched =
        ss_touch(w, cpu, SS_OPERATION_ATOMIC, lock->address, SS_SYMBOL__raw_spin_lock, 0);
    if (touched == SS_TOUCH_EARLY)
        return park(cpu, SS_PARKED_TRYLOCK);
    cpu->result = ss_spinlock_try(&lock->closed, cpu->number);
    if (touched == SS_TOUCH_WAITS)
        return park(cpu, SS_PARKED_TRIED);
    return !cpu->result || take(w, cpu);
}

/*
 * When the holder's release reaches the next waiter: the release store and the waiter's reload are
 * the formula, no access of their own. A waiter behind others spins on its own node first; the new
 * holder must promote it, which costs one more hand-over. With long critical sections this
 * overlaps, with short ones it does not. A hand-over of fixed cost was fitted with all of that.
 */
static u64 handed_over_at(const struct ss_world *w, const struct ss_cpu *cpu,
                          const struct ss_lock *lock, u32 next)
{
    if (lock->handover)
        return cpu->clock + lock->handover;
    const u16 *core = w->topology.core;
    const u32 ns = ss_spinlock_handover_ns(&w->coherence, core[cpu->number], core[next]);
    u64 from = cpu->clock;
    if (w->locks->node[next].place == SS_PLACE_BEHIND)
        from = ss_max_u64(from, lock->granted_at + ns);
    return from + ns;
}

/*
 * The same for a mutex with optimistic spinning (mutex_optimistic_spin of kernel/locking/mutex.c,
 * osq_lock of osq_lock.c, since v3.15). The release exchanges the owner word, which takes the line
 * from the waiter that watches it. That waiter reads the word again, sees no owner and exchanges
 * the word, which takes the line from the CPU that released: one transfer more than a spinlock,
 * whose next holder need not ask. All other waiters queue, each on a node of its own. A waiter
 * watches the word only once the one in front of it owns the mutex and has stored to its node, and
 * it has read the node and then the word. With long critical sections this overlaps, with short
 * ones it does not. Simplified: no waiter overtakes the queue, and a spinning waiter goes on even
 * if other tasks want its CPU.
 */
static u64 mutex_handed_over_at(const struct ss_world *w, const struct ss_cpu *cpu,
                                const struct ss_lock *lock, u32 next)
{
    const u16 *core = w->topology.core;
    const u32 back = ss_coherence_hitm(&w->coherence, core[cpu->number], core[next]);
    const u32 ns = ss_coherence_hitm(&w->coherence, core[next], core[cpu->number]) + 2 * back;
    u64 from = cpu->clock;
    if (w->locks->node[next].place != SS_PLACE_PENDING)
        from = ss_max_u64(from, lock->granted_at + ns);
    return from + ns;
}

static void release_closed(struct ss_world *w, struct ss_cpu *cpu, i32 id)
{
    struct ss_lock *lock = &w->locks->lock[id];
    SS_CHECK(w, lock->closed.holder == (i16)cpu->number, "a lock was released by another CPU");
    i32 next = ss_spinlock_release(&lock->closed, w->locks->node);
    lock->taken_at = SS_NEVER;
    ss_spend_at_pace(cpu, lock->is_mutex ? w->platform.rmw : w->platform.store_slot);
    if (next == SS_NO_CPU)
        return;
    lock->granted_at = lock->is_mutex ? mutex_handed_over_at(w, cpu, lock, (u32)next)
                                      : handed_over_at(w, cpu, lock, (u32)next);
    struct ss_cpu *waiter = ss_cpu(w, (u32)next);
    if (waiter->wait == SS_WAIT_LOCK && waiter->lock == id)
        ss_lock_granted(w, waiter, ss_max_u64(lock->granted_at, waiter->clock));
}

/* ---- exact form ------------------------------------------------------------------------------ */

struct queued_spin_lock_frame {
    struct ss_path path;
    /* arguments */
    i32 lock;
    /* kept */
    u64 arrived;
    bool taken, saw_pending, saw_tail, set;
};

static void look(struct queued_spin_lock_frame *me, const struct ss_qspinlock *word)
{
    me->saw_pending = word->pending;
    me->saw_tail = word->tail != SS_NO_CPU;
}

struct native_queued_spin_lock_slowpath_frame {
    struct ss_path path;
    /* arguments */
    i32 lock;
    /* kept */
    i32 other; /* predecessor, later successor */
    bool flag;
};

/* The MCS queue of the slow path: from the own node to holding the lock. */
static bool native_queued_spin_lock_slowpath(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(native_queued_spin_lock_slowpath);
    struct ss_qspinlock *const word = &w->locks->lock[me->lock].exact;
    struct ss_lock_node *const nodes = w->locks->node;
    const u32 at = w->locks->lock[me->lock].address;
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, me->lock);
    SS_DEBUG_CHECK(w->locks->lock[me->lock].is_exact);
    PATH_STORE(native_queued_spin_lock_slowpath, w->mcs_address[self],
               ss_qspinlock_prepare(nodes, self));
    PATH_LOAD(native_queued_spin_lock_slowpath, at, me->flag = ss_qspinlock_free(word));
    if (me->flag)
        PATH_ATOMIC(native_queued_spin_lock_slowpath, at, me->flag = ss_qspinlock_try(word, self));
    if (me->flag)
        PATH_LEAVE;
    PATH_ATOMIC(native_queued_spin_lock_slowpath, at,
                me->other = ss_qspinlock_exchange_tail(word, nodes, self));
    if (me->other != SS_NO_CPU) {
        PATH_STORE(native_queued_spin_lock_slowpath, w->mcs_address[me->other],
                   ss_qspinlock_link(nodes, (u32)me->other, self));
        spinner_sees(w, cpu, me->other, me->lock);
        while (!nodes[self].head) {
            PATH_LOCK_WAIT(me->lock);
            PATH_LOAD(native_queued_spin_lock_slowpath, w->mcs_address[self]);
        }
    }
    while (!ss_qspinlock_await_word(word, self)) {
        PATH_LOCK_WAIT(me->lock);
        PATH_LOAD(native_queued_spin_lock_slowpath, at);
    }
    if (word->tail == (i16)self)
        PATH_ATOMIC(native_queued_spin_lock_slowpath, at,
                    me->flag = ss_qspinlock_take_as_head(word, self));
    else
        PATH_STORE(native_queued_spin_lock_slowpath, at,
                   me->flag = ss_qspinlock_take_as_head(word, self));
    while (!me->flag && nodes[self].next == SS_NO_CPU)
        PATH_LOCK_WAIT(me->lock);
    if (!me->flag) {
        PATH_STORE(native_queued_spin_lock_slowpath, w->mcs_address[(u32)nodes[self].next],
                   me->other = ss_qspinlock_promote(nodes, self));
        spinner_sees(w, cpu, me->other, me->lock);
    }
    PATH_END;
}

static bool queued_spin_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(queued_spin_lock);
    struct ss_lock *const lock = &w->locks->lock[me->lock];
    struct ss_qspinlock *const word = &lock->exact;
    PATH_BEGIN;
    SS_DEBUG_CHECK(w->locks->lock[me->lock].is_exact);
    SS_HOLDS_NOT(w, cpu, me->lock);
    PATH_ATOMIC(_raw_spin_lock, lock->address, look(me, word);
                me->taken = ss_qspinlock_try(word, cpu->number));
    if (me->taken) {
        w->locks->lock[me->lock].taken_at = cpu->clock;
        PATH_LEAVE;
    }
    me->arrived = cpu->clock;
    record_wait(w, cpu, me->lock);
    if (me->saw_pending && !me->saw_tail)
        PATH_LOAD(native_queued_spin_lock_slowpath, lock->address, look(me, word));
    if (!me->saw_pending && !me->saw_tail) {
        PATH_ATOMIC(native_queued_spin_lock_slowpath, lock->address,
                    me->taken = ss_qspinlock_set_pending(word, cpu->number, &me->set));
        while (me->taken && word->locked) {
            PATH_LOCK_WAIT(me->lock);
            PATH_LOAD(native_queued_spin_lock_slowpath, lock->address);
        }
        if (me->taken)
            PATH_STORE(native_queued_spin_lock_slowpath, lock->address,
                       ss_qspinlock_take_pending(word, cpu->number));
        else if (me->set)
            PATH_STORE(native_queued_spin_lock_slowpath, lock->address,
                       spinner_sees(w, cpu, ss_qspinlock_clear_pending(word), me->lock));
    }
    if (!me->taken)
        PATH_CALL(native_queued_spin_lock_slowpath, .lock = me->lock);
    w->locks->lock[me->lock].taken_at = cpu->clock;
    ss_record(w, cpu, SS_RECORD_LOCK_TAKEN, (u32)me->lock, (u32)(cpu->clock - me->arrived), 0, 0);
    PATH_END;
}

/* An exact lock has a path of its own, because most of its accesses have an effect. */
static bool take_exact(struct ss_world *w, struct ss_cpu *cpu, i32 lock)
{
    struct queued_spin_lock_frame *frame = (struct queued_spin_lock_frame *)ss_path_push_clear(
        w, cpu, queued_spin_lock, sizeof(*frame));
    frame->lock = lock;
    return queued_spin_lock(w, cpu);
}

/* ---- what paths do --------------------------------------------------------------------------- */

bool ss_lock_take(struct ss_world *w, struct ss_cpu *cpu, i32 lock)
{
    SS_HOLDS_NOT(w, cpu, lock);
    SS_DEBUG_CHECK(cpu->parked == SS_PARKED_NOTHING);
    if (w->locks->lock[lock].is_exact)
        return take_exact(w, cpu, lock);
    cpu->lock = lock;
    return take_closed(w, cpu);
}

bool ss_lock_try(struct ss_world *w, struct ss_cpu *cpu, i32 lock)
{
    SS_HOLDS_NOT(w, cpu, lock);
    SS_DEBUG_CHECK(cpu->parked == SS_PARKED_NOTHING && !w->locks->lock[lock].is_exact);
    cpu->lock = lock;
    return try_closed(w, cpu);
}

/* The clock may be ahead of other CPUs: the release of a closed lock, too, waits until every
 * arrival before that time is in the queue. */
static bool release(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_lock *lock = &w->locks->lock[cpu->lock];
    if (!lock->is_exact) {
        if (!ss_turn(w, cpu, SS_SYMBOL__raw_spin_unlock))
            return park(cpu, SS_PARKED_UNLOCK);
        release_closed(w, cpu, cpu->lock);
        return true;
    }
    if (ss_touch(w, cpu, SS_OPERATION_STORE, lock->address, SS_SYMBOL__raw_spin_unlock, 0) ==
        SS_TOUCH_EARLY)
        return park(cpu, SS_PARKED_UNLOCK);
    lock->taken_at = SS_NEVER; /* the store is in the buffer: nothing waits for it */
    spinner_sees(w, cpu, ss_qspinlock_release(&lock->exact), cpu->lock);
    return true;
}

bool ss_lock_release(struct ss_world *w, struct ss_cpu *cpu, i32 lock)
{
    SS_HOLDS(w, cpu, lock);
    SS_DEBUG_CHECK(cpu->parked == SS_PARKED_NOTHING);
    cpu->lock = lock;
    return release(w, cpu);
}

bool ss_lock_parked(struct ss_world *w, struct ss_cpu *cpu)
{
    const enum ss_parked parked = (enum ss_parked)cpu->parked;
    cpu->parked = SS_PARKED_NOTHING;
    cpu->wait = SS_WAIT_NONE;
    switch (parked) {
    case SS_PARKED_LOCK:
        return take_closed(w, cpu);
    case SS_PARKED_TAKES:
        return take(w, cpu);
    case SS_PARKED_QUEUES:
        return spin(w, cpu);
    case SS_PARKED_SPINS:
        return take_late(w, cpu, cpu->since);
    case SS_PARKED_TRYLOCK:
        return try_closed(w, cpu);
    case SS_PARKED_TRIED:
        return !cpu->result || take(w, cpu);
    default:
        SS_DEBUG_CHECK(parked == SS_PARKED_UNLOCK);
        return release(w, cpu);
    }
}
