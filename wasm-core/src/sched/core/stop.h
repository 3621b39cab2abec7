/* The stopper thread of a CPU. */
#ifndef SS_SCHED_CORE_STOP_H
#define SS_SCHED_CORE_STOP_H

#include "exec/path.h"
#include "sched/run_queue.h"

/* Its frame is in run_queue.h: floors below call it through w->hooks.stop_one_cpu. */
bool stop_one_cpu(struct ss_world *w, struct ss_cpu *cpu);

#endif
