/* The CPU of a group that balances a domain. */
#ifndef SS_SCHED_FAIR_BALANCE_SHOULD_BALANCE_H
#define SS_SCHED_FAIR_BALANCE_SHOULD_BALANCE_H

#include "exec/path.h"

struct should_we_balance_frame {
    struct ss_path path;
    /* kept */
    i32 at;
    i32 sibling;
    i32 idle_smt; /* idle, but its core is not; or -1 */
    bool core_idle;
};
/* Result: 1 if the destination is the CPU of its group that should balance this domain now. */
bool should_we_balance(struct ss_world *w, struct ss_cpu *cpu);

#endif
