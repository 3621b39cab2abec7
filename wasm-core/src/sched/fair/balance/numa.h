/* NUMA balancing as far as load balancing meets it. */
#ifndef SS_SCHED_FAIR_BALANCE_NUMA_H
#define SS_SCHED_FAIR_BALANCE_NUMA_H

#include "exec/path.h"
#include "sched/state/fair.h"

/* In process context of the current task: brings it to the node of its memory
 * if a CPU there has nothing to do. Result: 1 if it is to be moved. */
struct task_numa_migrate_frame {
    struct ss_path path;
    /* kept */
    i32 node, at, free, core;
};
bool task_numa_migrate(struct ss_world *w, struct ss_cpu *cpu);

enum ss_locality { SS_LOCALITY_SAME, SS_LOCALITY_BETTER, SS_LOCALITY_WORSE };
/* What the move of a task means for how near it is to its memory. */
enum ss_locality ss_numa_locality(const struct ss_world *w, const struct ss_balance *balance,
                                  i32 task);

/* At the tick, under the run-queue lock: now and then a task that is not on that node looks for a
 * CPU there. */
void ss_numa_tick(struct ss_world *w, struct ss_cpu *cpu);

/* The node that a task's memory lies on, as NUMA balancing has found out before the run; for the
 * full fair class, after the task is placed. Tasks that are not told so have none. */
void ss_sched_set_memory_node(struct ss_world *w, i32 task, u32 node);

#endif
