/* The wait queues of wait_queue.h. */
#include "ipc/wait_queue.h"

#include "exec/lock.h"
#include "exec/path.h"
#include "ipc/ipc.h"
#include "sched/core/core.h"

void ss_wait_queue_start(struct ss_world *w, struct ss_wait_queue *queue, u32 address)
{
    *queue = (struct ss_wait_queue){.head = SS_NO_TASK, .tail = SS_NO_TASK, .address = address};
    queue->lock = ss_lock_register(w, address, false);
}

static void join(struct ss_world *w, u32 index, i32 task, bool exclusive)
{
    struct ss_wait_queue *queue = &w->ipc->queue[index];
    struct ss_ipc_task *t = &w->ipc->task[task];
    if (t->waits_on != SS_NO_WAIT_QUEUE)
        return;
    t->waits_on = (i32)index;
    t->wait_next = exclusive ? SS_NO_TASK : queue->head;
    if (queue->head == SS_NO_TASK)
        queue->head = queue->tail = task;
    else if (!exclusive)
        queue->head = task;
    else {
        w->ipc->task[queue->tail].wait_next = task;
        queue->tail = task;
    }
    queue->shared += !exclusive;
}

static void leave(struct ss_world *w, i32 task)
{
    struct ss_wait_queue *queue = &w->ipc->queue[w->ipc->task[task].waits_on];
    i32 previous = SS_NO_TASK;
    u32 place = 0;
    for (i32 at = queue->head; at != task; at = w->ipc->task[at].wait_next, place++)
        previous = at;
    if (previous == SS_NO_TASK)
        queue->head = w->ipc->task[task].wait_next;
    else
        w->ipc->task[previous].wait_next = w->ipc->task[task].wait_next;
    if (queue->tail == task)
        queue->tail = previous;
    queue->shared -= place < queue->shared;
    w->ipc->task[task].waits_on = SS_NO_WAIT_QUEUE;
}

bool prepare_to_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(prepare_to_wait);
    const i32 lock = w->ipc->queue[me->queue].lock;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->queue < 2 * (w->ipc->pipes + w->ipc->sockets));
    SS_HOLDS_NOT(w, cpu, lock);
    SS_DEBUG_CHECK(!cpu->interrupted && cpu->current != cpu->idle_task);
    PATH_LOCK(lock);
    join(w, me->queue, cpu->current, me->exclusive);
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_UNLOCK_LAST(lock);
    PATH_END;
}

bool finish_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(finish_wait);
    PATH_BEGIN;
    SS_DEBUG_CHECK(!cpu->interrupted && cpu->current != cpu->idle_task);
    SS_DEBUG_CHECK(ss_current(w, cpu)->state != SS_TASK_WAKING);
    ss_current(w, cpu)->state = SS_TASK_RUNNING;
    if (w->ipc->task[cpu->current].waits_on == SS_NO_WAIT_QUEUE)
        PATH_LEAVE;
    /* A waker may take it out under the lock just now, so it may be out when the lock is held. */
    me->lock = w->ipc->queue[w->ipc->task[cpu->current].waits_on].lock;
    PATH_LOCK(me->lock);
    if (w->ipc->task[cpu->current].waits_on != SS_NO_WAIT_QUEUE)
        leave(w, cpu->current);
    PATH_UNLOCK_LAST(me->lock);
    PATH_END;
}

bool wake_up(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wake_up);
    struct ss_wait_queue *const queue = &w->ipc->queue[me->queue];
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->queue < 2 * (w->ipc->pipes + w->ipc->sockets));
    SS_HOLDS_NOT(w, cpu, queue->lock);
    PATH_LOCK(queue->lock);
    while (ss_wait_queue_active(queue)) {
        me->task = queue->head;
        me->exclusive = !queue->shared;
        leave(w, me->task);
        PATH_CALL(try_to_wake_up, .task = me->task, .sync = me->sync);
        me->woken += (u32)cpu->result;
        if (me->exclusive && cpu->result)
            break;
    }
    PATH_UNLOCK_RETURN(queue->lock, me->woken);
    PATH_END;
}
