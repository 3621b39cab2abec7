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

/* The current task goes to a CPU of its own will, as by sched_setaffinity to that one and back; it
 * goes on there. It stays where it may not run there. For worlds with the full fair class. */
struct move_current_frame {
    struct ss_path path;
    /* arguments */
    u32 target;
};
bool move_current(struct ss_world *w, struct ss_cpu *cpu);

#endif
