/* One balance pass of a CPU at a domain. */
#ifndef SS_SCHED_FAIR_BALANCE_BALANCE_RQ_H
#define SS_SCHED_FAIR_BALANCE_BALANCE_RQ_H

#include "exec/path.h"
#include "sched/state/fair.h"

/* Sets up this CPU's pass: its steps below can then be taken one by one, as the probes do. */
void ss_balance_begin(struct ss_world *w, const struct ss_cpu *cpu, u32 domain,
                      enum ss_balance_type idle);

struct sched_balance_rq_frame {
    struct ss_path path;
    /* arguments */
    u32 domain;
    u8 idle;    /* enum ss_balance_type */
    u16 behalf; /* of this CPU minus one, which has no tick; 0: for itself */
    /* kept */
    u32 moved;
    u32 accesses_before;
    u64 started;
};
/* One balance pass for this CPU at a domain. Result: tasks moved, or -1 where this CPU is not the
 * one that should balance and higher domains are to be left alone. If it comes back with the flag
 * of balancing between nodes (has_flag of its struct ss_balance), the caller gives that back. */
bool sched_balance_rq(struct ss_world *w, struct ss_cpu *cpu);

#endif
