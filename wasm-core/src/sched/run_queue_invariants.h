/* What must hold of tasks and of their lists, whatever their class; debug builds only. */
#ifndef SS_SCHED_RUN_QUEUE_INVARIANTS_H
#define SS_SCHED_RUN_QUEUE_INVARIANTS_H

#include "sched/run_queue.h"

/* The length of a list; UINT32_MAX if a task on it belongs to another CPU or to no queue. */
u32 ss_listed(const struct ss_world *w, const struct ss_task_list *list, u32 cpu);

/* What is wrong with the state of some task, or NULL; at any time, also while queues are locked. */
const char *ss_broken_tasks(const struct ss_world *w);

#endif
