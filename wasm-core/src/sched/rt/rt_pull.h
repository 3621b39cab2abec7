/* Getting RT tasks from overloaded CPUs: by asking these CPUs to push, or by taking the tasks. */
#ifndef SS_SCHED_RT_RT_PULL_H
#define SS_SCHED_RT_RT_PULL_H

#include "exec/path.h"

struct rto_next_cpu_frame {
    struct ss_path path;
    /* arguments */
    u16 symbol; /* of the function it is inlined into */
    /* kept */
    i32 next;
    u32 word;
    i32 found;
};
/* Result: the next CPU of the walk, or -1; rto_lock held. */
bool rto_next_cpu(struct ss_world *w, struct ss_cpu *cpu);

/* Frame: balance_frame of sched/class.h. */
bool pull_rt_task(struct ss_world *w, struct ss_cpu *cpu);

struct irq_work_queue_on_frame {
    struct ss_path path;
    /* arguments */
    u32 target;
    /* kept */
    bool claimed, was_empty;
};
bool irq_work_queue_on(struct ss_world *w, struct ss_cpu *cpu);

struct rto_push_irq_work_func_frame {
    struct ss_path path;
    /* kept */
    bool has_pushable;
    i32 target;
};
bool rto_push_irq_work_func(struct ss_world *w, struct ss_cpu *cpu);

#endif
