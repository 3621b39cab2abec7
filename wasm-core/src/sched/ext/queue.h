/* Where the tasks of a class of one's own wait: coming to a queue, leaving it, being taken from it.
 */
#ifndef SS_SCHED_EXT_QUEUE_H
#define SS_SCHED_EXT_QUEUE_H

#include "exec/path.h"

/* Puts a task where it is told to wait, and says so; the run queue of `cpu` is locked. Asks the
 * policy if that has not spoken yet. */
struct ext_enqueue_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool initial;
    /* kept */
    i32 neighbour;
};
bool ext_enqueue(struct ss_world *w, struct ss_cpu *cpu);

/* The task leaves where it waits; the run queue that it belongs to is locked. */
struct ext_leave_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    u32 queue;
};
bool ext_leave(struct ss_world *w, struct ss_cpu *cpu);

/* Takes the first task of a dispatch queue that may run here to this CPU's own. Drops this CPU's
 * run-queue lock meanwhile if the task belongs to another. Result: 1 if one has come. */
struct ext_consume_frame {
    struct ss_path path;
    /* arguments */
    u32 queue;
    /* kept */
    i32 task, source, neighbour;
    bool empty, came;
};
bool ext_consume(struct ss_world *w, struct ss_cpu *cpu);

#endif
