/* What placement sums up of a group. */
#ifndef SS_SCHED_FAIR_PLACE_FORK_STATS_H
#define SS_SCHED_FAIR_PLACE_FORK_STATS_H

#include "exec/path.h"

struct update_sg_wakeup_stats_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 pct;
    /* kept */
    i32 at;
};
/* Sums up the group at hand, into the CPU's work, as if the task were not there. */
bool update_sg_wakeup_stats(struct ss_world *w, struct ss_cpu *cpu);

#endif
