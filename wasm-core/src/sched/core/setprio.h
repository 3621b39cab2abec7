/* Another priority in effect, as priority inheritance gives it. */
#ifndef SS_SCHED_CORE_SETPRIO_H
#define SS_SCHED_CORE_SETPRIO_H

#include "exec/path.h"

/* Gives a task another priority in effect, as priority inheritance does: out of its run queue, the
 * change, in again; at the head of its list if it was lowered. */
struct rt_mutex_setprio_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    i16 prio;
    /* kept */
    i16 old_prio;
    bool queued;
    i32 rq;
};
bool rt_mutex_setprio(struct ss_world *w, struct ss_cpu *cpu);

#endif
