/*
 * Wait queues of the kernel: tasks that sleep until a condition may have come true. Sleepers that
 * share a condition are all woken; of the exclusive ones one at a time. Source:
 * kernel/sched/wait.c, 6.18.2. The condition, and looking at it again after waking, are the
 * sleeper's business:
 *
 *     prepare_to_wait; look; block if it does not hold yet; and again; finish_wait.
 *
 * Simplified: an entry leaves the queue when its task is woken, for poll, too, whose entries stay
 * until the call returns.
 */
#ifndef SS_IPC_WAIT_QUEUE_H
#define SS_IPC_WAIT_QUEUE_H

#include "ipc/ipc.h"

#define SS_NO_WAIT_QUEUE (-1)

/* Tasks through wait_next: those that share, last come first, then the exclusive ones in order. */
struct ss_wait_queue {
    i32 head, tail;
    i32 lock;
    u32 address; /* of its lock */
    u32 shared;  /* how many at the front are not exclusive */
};

void ss_wait_queue_start(struct ss_world *w, struct ss_wait_queue *queue, u32 address);

static inline bool ss_wait_queue_active(const struct ss_wait_queue *queue)
{
    return queue->head != SS_NO_TASK;
}

/* The current task joins the queue, if it is not in it, and announces its sleep. */
struct prepare_to_wait_frame {
    struct ss_path path;
    /* arguments */
    u32 queue;
    bool exclusive;
};
bool prepare_to_wait(struct ss_world *w, struct ss_cpu *cpu);

/* The current task goes on: it leaves the queue, unless a waker has taken it out. */
struct finish_wait_frame {
    struct ss_path path;
    /* kept */
    i32 lock;
};
bool finish_wait(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes all shared waiters and the first exclusive one that sleeps; sync says that the waker is
 * about to sleep itself. Result: how many were woken. */
struct wake_up_frame {
    struct ss_path path;
    /* arguments */
    u32 queue;
    bool sync;
    /* kept */
    i32 task;
    u32 woken;
    bool exclusive;
};
bool wake_up(struct ss_world *w, struct ss_cpu *cpu);

#endif
