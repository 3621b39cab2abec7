/* Whole cores that idle. */
#ifndef SS_SCHED_FAIR_PLACE_IDLE_CORE_H
#define SS_SCHED_FAIR_PLACE_IDLE_CORE_H

#include "exec/path.h"

struct update_idle_core_frame {
    struct ss_path path;
    /* kept */
    i32 at;
    bool known;
};
/* A CPU that goes idle says so to its LLC when its whole core is idle. */
bool update_idle_core(struct ss_world *w, struct ss_cpu *cpu);

#endif
