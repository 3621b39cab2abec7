/* Which queue a pass takes from. */
#ifndef SS_SCHED_FAIR_BALANCE_SRC_RQ_H
#define SS_SCHED_FAIR_BALANCE_SRC_RQ_H

#include "exec/path.h"

struct sched_balance_find_src_rq_frame {
    struct ss_path path;
    /* kept */
    i32 at;
    i32 found;
    u64 load, capacity; /* of the busiest so far; load: also its utilisation or count */
    u32 running;
};
/* Result: the busiest CPU of the chosen group, or -1. */
bool sched_balance_find_src_rq(struct ss_world *w, struct ss_cpu *cpu);

#endif
