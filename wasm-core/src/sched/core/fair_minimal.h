/* The fair class by its kernel names: the stand-in where a world has no full one. */
#ifndef SS_SCHED_CORE_FAIR_MINIMAL_H
#define SS_SCHED_CORE_FAIR_MINIMAL_H

#include "sched/fair/class.h"
#include "sched/run_queue.h"

bool enqueue_task_fair(struct ss_world *w, struct ss_cpu *cpu);
bool dequeue_task_fair(struct ss_world *w, struct ss_cpu *cpu);
i32 ss_fair_first(const struct ss_rq *rq);

#endif
