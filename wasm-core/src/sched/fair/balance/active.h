/* Active balance: what a stopper is woken for. */
#ifndef SS_SCHED_FAIR_BALANCE_ACTIVE_H
#define SS_SCHED_FAIR_BALANCE_ACTIVE_H

#include "exec/path.h"

/* What a stopper is woken for. */
struct active_load_balance_cpu_stop_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 target;
};
/* On the CPU that is to give up what it ran: moves one task to the CPU that asked. */
bool active_load_balance_cpu_stop(struct ss_world *w, struct ss_cpu *cpu);

/* True while a balance pass waits for the stopper of this CPU to move what runs there. */
bool ss_active_balance_wanted(const struct ss_world *w, u32 cpu);

#endif
