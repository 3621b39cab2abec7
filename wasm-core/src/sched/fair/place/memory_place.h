/* Where a new task finds a cache for its memory. */
#ifndef SS_SCHED_FAIR_PLACE_MEMORY_PLACE_H
#define SS_SCHED_FAIR_PLACE_MEMORY_PLACE_H

#include "exec/path.h"

struct find_memory_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    i32 first, at;       /* CPUs: any of the LLC at hand, the one looked at */
    i32 core, single;    /* its idlest CPUs: with an idle core, without; or -1 */
    i32 best;            /* the idlest CPU of the best LLC, or -1 */
    u32 idle, best_idle; /* CPUs */
    u64 footprint, best_footprint, best_hole; /* KiB */
    u64 stamp;
    bool fitted;
};
/* Result: the CPU for a new task, or -1 if none idles. */
bool find_memory_cpu(struct ss_world *w, struct ss_cpu *cpu);

#endif
