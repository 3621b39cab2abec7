/* CPUs with waiting RT tasks, as the root domain knows them. */
#ifndef SS_SCHED_RT_RT_OVERLOAD_H
#define SS_SCHED_RT_RT_OVERLOAD_H

#include "exec/path.h"

struct rt_set_overload_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
};
bool rt_set_overload(struct ss_world *w, struct ss_cpu *cpu);

struct rt_clear_overload_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
};
bool rt_clear_overload(struct ss_world *w, struct ss_cpu *cpu);

struct rt_overloaded_frame {
    struct ss_path path;
    /* kept */
    u32 tried;
    i32 sum;
};
/* Result: how many CPUs are overloaded (0, 1, or more than 1). */
bool rt_overloaded(struct ss_world *w, struct ss_cpu *cpu);

#endif
