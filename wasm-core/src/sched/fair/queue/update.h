/* Time passes for a queue; tasks take their averages along. */
#ifndef SS_SCHED_FAIR_QUEUE_UPDATE_H
#define SS_SCHED_FAIR_QUEUE_UPDATE_H

#include "exec/world.h"

/* The clock of a run queue whose lock is held. */
void ss_update_rq_clock(struct ss_world *w, u32 cpu, u64 now);

/* Accounts the running task and brings the queue's averages up to its clock. True if the running
 * task's slice has ended or its protection has, so that another should run. */
bool ss_update_curr(struct ss_world *w, u32 cpu);
void ss_update_queue_load(struct ss_world *w, u32 cpu);
void ss_update_task_load(struct ss_world *w, i32 task, u32 cpu);

/* What the RT class has taken of the CPU so far; `running`: it runs there until now. */
void ss_update_rt_load(struct ss_world *w, u32 cpu, bool running);

/* What RT tasks leave of a CPU. */
void ss_update_cpu_capacity(struct ss_world *w, u32 cpu);

/* A queued task leaves for another CPU's queue, and enters it: order, averages, counts. */
void ss_fair_leave(struct ss_world *w, i32 task, u32 cpu);
void ss_fair_enter(struct ss_world *w, i32 task, u32 cpu);

#endif
