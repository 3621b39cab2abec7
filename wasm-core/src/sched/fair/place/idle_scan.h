/* Scans of a cache for an idle CPU. */
#ifndef SS_SCHED_FAIR_PLACE_IDLE_SCAN_H
#define SS_SCHED_FAIR_PLACE_IDLE_SCAN_H

#include "exec/path.h"

struct select_idle_wide_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
};
/* The second level of a wakeup with SS_HINT_WAKE_WIDE: the rest of the domain above the target's
 * LLC, whole cores first. Result: an idle CPU, or negative. */
bool select_idle_wide(struct ss_world *w, struct ss_cpu *cpu);

struct select_idle_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
    bool has_idle_core;
    /* kept */
    u64 began;
};
/* Result: an idle CPU of the target's LLC, or negative. */
bool select_idle_cpu(struct ss_world *w, struct ss_cpu *cpu);

struct select_idle_v5_10_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
    bool has_idle_core;
    /* kept */
    u64 began;
};
/* The same as kernels to v5.12 did it: idle cores without a limit, then CPUs, both from the target
 * itself on. */
bool select_idle_v5_10(struct ss_world *w, struct ss_cpu *cpu);

#endif
