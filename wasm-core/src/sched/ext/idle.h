/* Which CPUs idle, for a class of one's own, and where a task goes by that. */
#ifndef SS_SCHED_EXT_IDLE_H
#define SS_SCHED_EXT_IDLE_H

#include "exec/path.h"

/* Claims an idle CPU for a task, near a CPU: that one, then by cache, node and machine, whole idle
 * cores before idle siblings. Result: the CPU, or -1. */
struct ext_pick_idle_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 near;
    /* kept */
    u32 step, word;
    i32 found;
    u64 bits;
    bool claimed;
};
bool ext_pick_idle(struct ss_world *w, struct ss_cpu *cpu);

/* This CPU idles from now on, or does not any more. */
struct ext_update_idle_frame {
    struct ss_path path;
    /* arguments */
    bool idles;
    /* kept */
    bool is_core;
};
bool ext_update_idle(struct ss_world *w, struct ss_cpu *cpu);

/* Operation of the class: frame in sched/class.h. */
bool select_task_rq_ext(struct ss_world *w, struct ss_cpu *cpu);

#endif
