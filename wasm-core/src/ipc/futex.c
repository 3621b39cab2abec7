/* The futex paths of futex.h. */
#include "ipc/futex.h"

#include "exec/lock.h"
#include "exec/path.h"
#include "exec/sequence.h"
#include "ipc/ipc.h"
#include "sched/core/core.h"
#include "sched/core/interrupts.h"

/* ---- the queue ------------------------------------------------------------------------------- */

/* The priority a waiter is queued by. A PI mutex goes by the one in effect, which a boost changes;
 * everything else by the task's own. */
static i16 queued_prio(const struct ss_world *w, i32 task)
{
    const struct ss_task *t = &w->task[task];
    return w->ipc->task[task].pi_blocked_on == SS_NO_FUTEX ? t->normal_prio : t->prio;
}

void ss_futex_enqueue(struct ss_world *w, struct ss_futex *futex, i32 task, i16 prio)
{
    i32 previous = SS_NO_TASK, next = futex->head;
    if (futex->tail != SS_NO_TASK && queued_prio(w, futex->tail) <= prio) {
        previous = futex->tail;
        next = SS_NO_TASK;
    }
    while (next != SS_NO_TASK && queued_prio(w, next) <= prio) {
        previous = next;
        next = w->ipc->task[next].wait_next;
    }
    w->ipc->task[task].wait_next = next;
    if (previous == SS_NO_TASK)
        futex->head = task;
    else
        w->ipc->task[previous].wait_next = task;
    if (next == SS_NO_TASK)
        futex->tail = task;
    futex->waiters++;
}

i32 ss_futex_take_first(struct ss_world *w, struct ss_futex *futex)
{
    i32 task = futex->head;
    if (task == SS_NO_TASK)
        return SS_NO_TASK;
    futex->head = w->ipc->task[task].wait_next;
    if (futex->head == SS_NO_TASK)
        futex->tail = SS_NO_TASK;
    futex->waiters--;
    return task;
}

void ss_futex_remove(struct ss_world *w, struct ss_futex *futex, i32 task)
{
    i32 previous = SS_NO_TASK;
    for (i32 at = futex->head; at != task; at = w->ipc->task[at].wait_next)
        previous = at;
    if (previous == SS_NO_TASK) {
        ss_futex_take_first(w, futex);
        return;
    }
    w->ipc->task[previous].wait_next = w->ipc->task[task].wait_next;
    if (futex->tail == task)
        futex->tail = previous;
    futex->waiters--;
}

/* All waiters leave the queue, linked as they were; returns the first. */
static i32 take_all(struct ss_futex *futex)
{
    i32 first = futex->head;
    futex->head = futex->tail = SS_NO_TASK;
    futex->waiters = 0;
    return first;
}

void ss_futex_queue_silently(struct ss_world *w, u32 futex, i32 task)
{
    ss_futex_enqueue(w, &w->ipc->futex[futex], task, w->task[task].normal_prio);
}

/* ---- paths ----------------------------------------------------------------------------------- */

bool futex_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(futex_wait);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_HOLDS_NOT(w, cpu, futex->lock);
    PATH_SEQUENCE(DO_COMPUTE(w->platform.os.syscall), DO_LOCK(futex->lock));
    if (me->checks)
        PATH_LOAD(futex_wait, futex->word_address, me->changed = futex->word != me->expected);
    if (me->changed) {
        PATH_UNLOCK_RETURN(futex->lock, 0);
    }
    ss_futex_enqueue(w, futex, cpu->current, ss_current(w, cpu)->normal_prio);
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_UNLOCK(futex->lock);
    PATH_CALL(schedule);
    PATH_RETURN(1);
    PATH_END;
}

bool futex_wake(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(futex_wake);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    SS_HOLDS_NOT(w, cpu, futex->lock);
    PATH_SEQUENCE(DO_COMPUTE(w->platform.os.syscall), DO_LOCK(futex->lock));
    me->task = ss_futex_take_first(w, futex);
    PATH_UNLOCK(futex->lock);
    if (me->task == SS_NO_TASK)
        PATH_RETURN(0);
    PATH_CALL(try_to_wake_up, .task = me->task, .sync = me->sync);
    PATH_RETURN(1);
    PATH_END;
}

bool futex_wake_all(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(futex_wake_all);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    SS_HOLDS_NOT(w, cpu, futex->lock);
    PATH_SEQUENCE(DO_COMPUTE(w->platform.os.syscall), DO_LOCK(futex->lock));
    me->next = take_all(futex);
    PATH_UNLOCK(futex->lock);
    while (me->next != SS_NO_TASK) {
        me->task = me->next; /* read the link before its owner can wait anew */
        me->next = w->ipc->task[me->task].wait_next;
        me->woken++;
        PATH_CALL(try_to_wake_up, .task = me->task);
    }
    PATH_RETURN(me->woken);
    PATH_END;
}
