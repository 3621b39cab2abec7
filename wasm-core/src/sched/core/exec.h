/* A running task that goes to another CPU: because it replaces its program, or of its own will. */
#ifndef SS_SCHED_CORE_EXEC_H
#define SS_SCHED_CORE_EXEC_H

#include "exec/path.h"

/* The current task replaces its program and may be moved for that; goes on on its new CPU. Result:
 * 1 if it was to be moved. Without the full fair class it stays. */
struct sched_exec_frame {
    struct ss_path path;
    /* kept */
    i32 target;
};
bool sched_exec(struct ss_world *w, struct ss_cpu *cpu);

/* The current task goes to a CPU, as by sched_setaffinity to that one and back to all; it goes on
 * there. Only tasks of the full fair class do; others stay. */
struct move_current_frame {
    struct ss_path path;
    /* arguments */
    u32 target;
};
bool move_current(struct ss_world *w, struct ss_cpu *cpu);

#endif
