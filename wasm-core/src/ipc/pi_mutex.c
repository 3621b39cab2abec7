/* The PI mutex of pi_mutex.h: chains of waiters and owners, and the priorities that follow. */
#include "ipc/pi_mutex.h"

#include "exec/lock.h"
#include "exec/path.h"
#include "exec/sequence.h"
#include "ipc/ipc.h"
#include "sched/core/core.h"
#include "sched/core/interrupts.h"
#include "sched/core/setprio.h"

static u32 word_of(i32 task)
{
    return (u32)task + 1;
}

static i32 holder_of(const struct ss_futex *futex)
{
    return (i32)(futex->word & ~SS_PI_WAITERS) - 1;
}

/* ---- priorities ------------------------------------------------------------------------------ */

/* The highest of its own and those of the first waiters of all mutexes it holds. */
static i16 effective_prio(const struct ss_world *w, i32 task)
{
    i16 prio = w->task[task].normal_prio;
    for (i32 i = w->ipc->task[task].pi_held; i != SS_NO_FUTEX; i = w->ipc->futex[i].pi_next) {
        i32 first = w->ipc->futex[i].head;
        if (first != SS_NO_TASK && w->task[first].prio < prio)
            prio = w->task[first].prio;
    }
    return prio;
}

/* The mutex counts among those its holder is boosted for. */
static void hold(struct ss_world *w, i32 task, u32 futex)
{
    w->ipc->futex[futex].pi_next = w->ipc->task[task].pi_held;
    w->ipc->task[task].pi_held = (i32)futex;
}

static void let_go(struct ss_world *w, i32 task, u32 futex)
{
    i32 *link = &w->ipc->task[task].pi_held;
    while (*link != (i32)futex && *link != SS_NO_FUTEX)
        link = &w->ipc->futex[*link].pi_next;
    if (*link == (i32)futex)
        *link = w->ipc->futex[futex].pi_next;
}

/* A waiter stands where its priority says. */
static void requeue(struct ss_world *w, u32 futex, i32 waiter)
{
    ss_futex_remove(w, &w->ipc->futex[futex], waiter);
    ss_futex_enqueue(w, &w->ipc->futex[futex], waiter, w->task[waiter].prio);
}

struct adjust_prio_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    i16 prio;
};

/* Gives a task the priority that its own and its waiters' demand. Looks again afterwards: while it
 * waited for the run queue, waiters of another mutex may have come. Result: 1 if it changed. */
static bool adjust_prio(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(adjust_prio);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->task < w->tasks && me->task >= (i32)w->topology.cpus);
    SS_DEBUG_CHECK(w->task[me->task].prio <= w->task[me->task].normal_prio);
    if (effective_prio(w, me->task) == w->task[me->task].prio)
        PATH_RETURN(0);
    do {
        me->prio = effective_prio(w, me->task);
        PATH_CALL(rt_mutex_setprio, .task = me->task, .prio = me->prio);
    } while (effective_prio(w, me->task) != me->prio);
    PATH_RETURN(1);
    PATH_END;
}

/* ---- locking --------------------------------------------------------------------------------- */

static bool take_if_free(struct ss_futex *futex, i32 task)
{
    if (futex->word)
        return false;
    futex->word = word_of(task);
    return true;
}

/* In the kernel: takes it after all, or marks it as waited for. */
static bool take_or_mark(struct ss_world *w, struct ss_futex *futex, i32 task)
{
    if (take_if_free(futex, task))
        return true;
    SS_CHECK(w, holder_of(futex) != task, "a task locked a PI mutex that it holds");
    futex->word |= SS_PI_WAITERS;
    return false;
}

static void begin_to_wait(struct ss_world *w, u32 futex, i32 task)
{
    struct ss_futex *f = &w->ipc->futex[futex];
    if (f->head == SS_NO_TASK)
        hold(w, holder_of(f), futex);
    w->ipc->task[task].pi_blocked_on = (i32)futex;
    ss_futex_enqueue(w, f, task, w->task[task].prio);
}

struct boost_frame {
    struct ss_path path;
    /* arguments */
    u32 futex; /* whose bucket's lock is held */
    /* kept */
    i32 holder, next;
};

/* Raises the holder, and if that one waits for another PI mutex, the holder of that one, and so on;
 * the last bucket's lock is released. */
static bool boost(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(boost);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, w->ipc->futex[me->futex].lock);
    SS_DEBUG_CHECK(w->ipc->futex[me->futex].word & SS_PI_WAITERS);
    SS_DEBUG_CHECK(w->ipc->futex[me->futex].head != SS_NO_TASK);
    for (;;) {
        me->holder = holder_of(&w->ipc->futex[me->futex]);
        PATH_CALL(adjust_prio, .task = me->holder);
        me->next = cpu->result ? w->ipc->task[me->holder].pi_blocked_on : SS_NO_FUTEX;
        PATH_UNLOCK(w->ipc->futex[me->futex].lock);
        if (me->next == SS_NO_FUTEX)
            PATH_LEAVE;
        me->futex = (u32)me->next;
        PATH_LOCK(w->ipc->futex[me->futex].lock);
        if (w->ipc->task[me->holder].pi_blocked_on != me->next) {
            /* It has got what it waited for meanwhile. */
            PATH_UNLOCK_LAST(w->ipc->futex[me->futex].lock);
        }
        requeue(w, me->futex, me->holder);
    }
    PATH_END;
}

bool pi_mutex_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pi_mutex_lock);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(w->ipc->task[cpu->current].pi_blocked_on == SS_NO_FUTEX);
    PATH_ATOMIC(user, futex->word_address, me->taken = take_if_free(futex, cpu->current));
    if (me->taken)
        PATH_RETURN(0);
    PATH_SEQUENCE(DO_COMPUTE(w->platform.os.syscall), DO_LOCK(futex->lock));
    PATH_ATOMIC(futex_lock_pi, futex->word_address,
                me->taken = take_or_mark(w, futex, cpu->current));
    if (me->taken) {
        PATH_UNLOCK_RETURN(futex->lock, 0);
    }
    begin_to_wait(w, me->futex, cpu->current);
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_CALL(boost, .futex = me->futex);
    PATH_CALL(schedule);
    /* It was handed over; the kernel looks at its own records once more. */
    SS_CHECK(w, holder_of(futex) == cpu->current, "a waiter woke without its PI mutex");
    PATH_LOCK(futex->lock);
    PATH_UNLOCK_RETURN(futex->lock, 1);
    PATH_END;
}

/* ---- unlocking ------------------------------------------------------------------------------- */

static bool give_back(struct ss_world *w, struct ss_futex *futex, i32 task)
{
    SS_CHECK(w, holder_of(futex) == task, "a task unlocked a PI mutex that another holds");
    if (futex->word & SS_PI_WAITERS)
        return false;
    futex->word = 0;
    return true;
}

/* The first waiter becomes the holder. The mark stays while the kernel keeps records of the mutex,
 * so the new holder will have to come to the kernel, too. */
static i32 hand_over(struct ss_world *w, u32 futex, i32 task)
{
    struct ss_futex *f = &w->ipc->futex[futex];
    i32 next = ss_futex_take_first(w, f);
    let_go(w, task, futex);
    if (next == SS_NO_TASK) {
        f->word = 0;
        return SS_NO_TASK;
    }
    f->word = word_of(next) | SS_PI_WAITERS;
    w->ipc->task[next].pi_blocked_on = SS_NO_FUTEX;
    if (f->head != SS_NO_TASK)
        hold(w, next, futex);
    return next;
}

bool pi_mutex_unlock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pi_mutex_unlock);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(w->ipc->task[cpu->current].pi_blocked_on == SS_NO_FUTEX);
    PATH_ATOMIC(user, futex->word_address, me->in_user = give_back(w, futex, cpu->current));
    if (me->in_user)
        PATH_RETURN(0);
    PATH_SEQUENCE(DO_COMPUTE(w->platform.os.syscall), DO_LOCK(futex->lock));
    PATH_ATOMIC(futex_unlock_pi, futex->word_address,
                me->next = hand_over(w, me->futex, cpu->current));
    /* Lowered first, then the waiter is woken: for a moment the CPU may fall. */
    PATH_CALL(adjust_prio, .task = cpu->current);
    PATH_UNLOCK(futex->lock);
    if (me->next == SS_NO_TASK)
        PATH_RETURN(0);
    PATH_CALL(try_to_wake_up, .task = me->next);
    PATH_RETURN(1);
    PATH_END;
}
