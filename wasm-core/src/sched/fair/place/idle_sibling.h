/* An idle CPU near the target. */
#ifndef SS_SCHED_FAIR_PLACE_IDLE_SIBLING_H
#define SS_SCHED_FAIR_PLACE_IDLE_SIBLING_H

#include "exec/path.h"

struct select_idle_sibling_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 previous, target;
    /* kept */
    bool has_idle_core;
};
/* Result: an idle CPU that shares a cache with the target, or a fallback. */
bool select_idle_sibling(struct ss_world *w, struct ss_cpu *cpu);

#endif
