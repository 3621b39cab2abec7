/* Entering and leaving the queues of the RT class; frames in sched/class.h. */
#ifndef SS_SCHED_RT_RT_QUEUE_H
#define SS_SCHED_RT_RT_QUEUE_H

#include "exec/path.h"
#include "sched/run_queue.h"

bool enqueue_task_rt(struct ss_world *w, struct ss_cpu *cpu);
bool dequeue_task_rt(struct ss_world *w, struct ss_cpu *cpu);

struct enqueue_pushable_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool enqueue_pushable_task(struct ss_world *w, struct ss_cpu *cpu);

struct dequeue_pushable_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool dequeue_pushable_task(struct ss_world *w, struct ss_cpu *cpu);
void ss_insert_pushable(struct ss_world *w, struct ss_rq *rq, i32 task);

#endif
