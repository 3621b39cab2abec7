/* The stop class. */
#ifndef SS_SCHED_CORE_STOP_H
#define SS_SCHED_CORE_STOP_H

#include "exec/path.h"

/* All stoppers sleep, each on its CPU. */
void ss_stoppers_start(struct ss_world *w);

struct enqueue_task_stop_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool enqueue_task_stop(struct ss_world *w, struct ss_cpu *cpu);

struct dequeue_task_stop_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool dequeue_task_stop(struct ss_world *w, struct ss_cpu *cpu);

#endif
