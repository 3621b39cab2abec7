/* The order in which a pass tries the tasks of a queue. */
#ifndef SS_SCHED_CACHE_ORDER_H
#define SS_SCHED_CACHE_ORDER_H

#include "sched/run_queue.h"

struct ss_cache_task;

/* Puts the candidates of a queue in the order in which balancing should try them, the
 * first at the tail; tasks of one rank keep their order. `tasks` by task. */
void ss_cache_sort(struct ss_world *w, struct ss_task_list *list, const struct ss_cache_task *tasks,
                   i32 src, i32 dst);

#endif
