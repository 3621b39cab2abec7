/* The load of the task group that all tasks of the workload are in, and the one word it is. */
#ifndef SS_SCHED_FAIR_QUEUE_TASK_GROUP_H
#define SS_SCHED_FAIR_QUEUE_TASK_GROUP_H

#include "exec/path.h"

struct update_task_group_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu; /* whose queue's averages have just been updated, and is locked */
    bool asks;
};

/* Tells the group what has changed, where that is due, and asks what share of it the CPU has. */
bool update_task_group(struct ss_world *w, struct ss_cpu *cpu);

/* In a path, behind an update of a queue's averages: as a task comes, goes or ticks, and elsewhere
 * (update_tg_load_avg alone). */
#define PATH_UPDATE_TASK_GROUP(of) PATH_TO_TASK_GROUP(of, true)
#define PATH_TELL_TASK_GROUP(of) PATH_TO_TASK_GROUP(of, false)
#define PATH_TO_TASK_GROUP(of, asks_)                                                              \
    do {                                                                                           \
        if (w->def->task_group)                                                                    \
            PATH_CALL(update_task_group, .cpu = (u32)(of), .asks = (asks_));                       \
    } while (0)

#endif
