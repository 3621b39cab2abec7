/*
 * The state of cache-aware load balancing: what tasks, processes, queues and caches remember of it.
 * The formulas are in rules.h and occupancy.h. Source: spec "Cache-aware load balancing" section 1.
 */
#ifndef SS_SCHED_CACHE_CACHE_H
#define SS_SCHED_CACHE_CACHE_H

#include "sched/cache/occupancy.h"
#include "sched/cache/rules.h"
#include "sched/sched.h"

/* A task; LLCs by number, -1: none. */
struct ss_cache_task {
    i32 preferred; /* preferred_llc */
};

/* order.c: puts the candidates of a queue in the order in which balancing should try them, the
 * first at the tail; tasks of one rank keep their order. `tasks` by task. */
void ss_cache_sort(struct ss_world *w, struct ss_task_list *list, const struct ss_cache_task *tasks,
                   i32 src, i32 dst);

#endif
