/* Whether a CPU has nothing to do. */
#ifndef SS_SCHED_FAIR_PLACE_IDLE_CPU_H
#define SS_SCHED_FAIR_PLACE_IDLE_CPU_H

#include "exec/path.h"

enum ss_availability {
    SS_CPU_BUSY,
    SS_CPU_IDLE,
    SS_CPU_SCHED_IDLE,
    SS_OF_OTHER_CLUSTER /* of steps alone: it has nothing to do, but is too far away */
};
struct test_cpu_frame {
    struct ss_path path;
    /* arguments */
    u16 cpu;
    u16 symbol;
    bool sched_idle; /* CPUs that run SCHED_IDLE work only count, too */
    /* kept */
    bool idle;
    u32 running;
};
/* Result: enum ss_availability. */
bool test_cpu(struct ss_world *w, struct ss_cpu *cpu);

#endif
