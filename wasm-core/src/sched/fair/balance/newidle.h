/* Looking for work before a CPU idles. */
#ifndef SS_SCHED_FAIR_BALANCE_NEWIDLE_H
#define SS_SCHED_FAIR_BALANCE_NEWIDLE_H

#include "exec/path.h"

struct sched_balance_newidle_frame {
    struct ss_path path;
    /* kept */
    u32 domain;
    u64 started, pass_started, cost;
    u64 idle, expected; /* what was compared before the pass; observation */
    i32 pulled;
};
/* Before a CPU idles it looks for work elsewhere; its run-queue lock is held before and after, not
 * meanwhile. Result: not 0 if there is something to run. */
bool sched_balance_newidle(struct ss_world *w, struct ss_cpu *cpu);

#endif
