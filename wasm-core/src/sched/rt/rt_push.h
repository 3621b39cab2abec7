/* Pushing RT tasks that wait to CPUs of lower level. */
#ifndef SS_SCHED_RT_RT_PUSH_H
#define SS_SCHED_RT_RT_PUSH_H

#include "exec/path.h"

struct push_rt_task_frame {
    struct ss_path path;
    /* arguments */
    u32 rq;    /* whose lock is held */
    bool pull; /* called for a pull request */
    i32 next;
    /* kept */
    i32 target;
    u32 accesses_before;
    u64 started;
};
/* Runs with the run-queue lock held. Result: 1 if a task was pushed. */
bool push_rt_task(struct ss_world *w, struct ss_cpu *cpu);

struct push_rt_tasks_frame {
    struct ss_path path;
    /* arguments */
    u32 rq;
    bool pull;
};
bool push_rt_tasks(struct ss_world *w, struct ss_cpu *cpu);

struct double_lock_balance_frame {
    struct ss_path path;
    /* arguments */
    u32 own, target;
    /* kept */
    bool released;
};
/* Takes the target's runqueue lock besides the own one. A failed try takes both in CPU order, for
 * which the own lock may have to be dropped. Result: 1 if the own lock was dropped. */
bool double_lock_balance(struct ss_world *w, struct ss_cpu *cpu);

/* The operation of the class: frame in sched/class.h. */
bool task_woken_rt(struct ss_world *w, struct ss_cpu *cpu);

#endif
