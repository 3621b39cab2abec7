/* The statistics of a pass. */
#ifndef SS_SCHED_FAIR_BALANCE_GROUP_STATS_H
#define SS_SCHED_FAIR_BALANCE_GROUP_STATS_H

#include "exec/path.h"

struct update_sd_lb_stats_frame {
    struct ss_path path;
    /* kept */
    u16 position;
    u16 capacity;
    bool local;
};
/* Sums up all groups of the domain under balance: local, busiest, totals. */
bool update_sd_lb_stats(struct ss_world *w, struct ss_cpu *cpu);

#endif
