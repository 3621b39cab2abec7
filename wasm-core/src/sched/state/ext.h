/*
 * A scheduling class of one's own: what it keeps of tasks, CPUs and dispatch queues, and which of
 * their words can bounce. A policy (policy/) says where each task waits and runs; where it says
 * nothing, tasks wait in one queue for all, first come, first served. Source of the form:
 * kernel/sched/ext.c and ext_idle.c, 6.18.2, as spec "The policy bench" section 12 asks for it.
 *
 * A task that is runnable waits in the queue of a CPU, which only that CPU serves, or in a dispatch
 * queue with a lock, from which any CPU may take it; it counts as running on the CPU where it was
 * enqueued until another has taken it. The running task is in no queue.
 */
#ifndef SS_SCHED_STATE_EXT_H
#define SS_SCHED_STATE_EXT_H

#include "sched/run_queue.h"

#define SS_EXT_SLICE SS_POLICY_SLICE_DFL

/* Where a task waits: a dispatch queue by number, or ... */
enum {
    SS_EXT_GLOBAL = SS_POLICY_DSQS, /* the one that is always there (SCX_DSQ_GLOBAL) */
    SS_EXT_QUEUES,
    SS_EXT_LOCAL,  /* that of the CPU it belongs to (SCX_DSQ_LOCAL) */
    SS_EXT_NOWHERE /* it runs, sleeps, or the policy has named no queue yet */
};

struct ss_ext_task {
    i64 slice;  /* ns that it may still run */
    u64 vtime;  /* its place in a queue by time */
    u64 since;  /* when it began to run what is not taken off its slice yet */
    i32 taker;  /* CPU that is taking it to itself, or -1 (holding_cpu) */
    u8 waits;   /* where */
    u8 told;    /* where the policy wants it: NOWHERE: it has not said */
    bool sorts; /* by vtime there */
};

struct ss_ext_queue {
    struct ss_task_list list;
    u32 count;
    i32 lock;
};

struct ss_ext_cpu {
    struct ss_task_list local;
    bool dropped; /* its run queue's lock was dropped while it looked for a task */
};

struct ss_ext {
    struct ss_ext_task *task;
    struct ss_ext_cpu *cpu;
    struct ss_ext_queue *queue; /* the dispatch queues, then the global one */
    u64 *idle, *idle_cores;     /* CPUs; first CPUs of cores: no task runs there */
};

static inline struct ss_ext_task *ss_ext_task(const struct ss_world *w, i32 task)
{
    return &w->sched->ext->task[task];
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The first line of struct scx_rq, with the queue of the CPU. */
static inline u32 ss_ext_cpu_word(const struct ss_world *w, u32 cpu)
{
    const struct ss_place *place = &w->layouts.place[SS_STRUCTURE_EXT_RQ];
    return place->first + cpu * place->stride;
}

/* struct scx_dispatch_q: its lock, and 8 bytes behind that list and count. */
static inline u32 ss_ext_lock_word(const struct ss_world *w, u32 queue)
{
    const struct ss_place *place = &w->layouts.place[SS_STRUCTURE_EXT_QUEUE];
    return place->first + queue * place->stride;
}

static inline u32 ss_ext_list_word(const struct ss_world *w, u32 queue)
{
    return ss_ext_lock_word(w, queue) + 8;
}

#endif
