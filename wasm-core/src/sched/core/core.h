/* Waking, picking, switching. */
#ifndef SS_SCHED_CORE_CORE_H
#define SS_SCHED_CORE_CORE_H

#include "exec/path.h"

/* How often a waker looks whether the wakee has left its CPU; a load that hits, repeated. */
#define SS_ON_CPU_POLL_NS 50
struct task_rq_lock_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    i32 rq;
};
/* Takes the lock of the run queue the task belongs to, which may change while waiting. Result: the
 * run queue. */
bool task_rq_lock(struct ss_world *w, struct ss_cpu *cpu);

struct ttwu_do_activate_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool initial; /* a new task, not one that slept */
};
/* Enqueues a waking task and checks for preemption; the run-queue lock is held. */
bool ttwu_do_activate(struct ss_world *w, struct ss_cpu *cpu);

/* A wakeup on CPU `self` hands its task to the target's wake list instead of taking its lock. */
bool ss_ttwu_queue_cond(const struct ss_world *w, u32 self, u32 target);

struct finish_task_switch_frame {
    struct ss_path path;
};
bool finish_task_switch(struct ss_world *w, struct ss_cpu *cpu);

struct __schedule_frame {
    struct ss_path path;
    /* kept */
    i32 previous, next;
};
/* Picks the next task and switches to it; returns when the calling task runs again. */
bool __schedule(struct ss_world *w, struct ss_cpu *cpu);

struct try_to_wake_up_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    bool sync; /* the waker says that it is about to sleep (WF_SYNC) */
    /* kept */
    i32 target;
    bool was_empty;
};
/* Result: 1 if the task was sleeping and has been woken. */
bool try_to_wake_up(struct ss_world *w, struct ss_cpu *cpu);

#endif
