/* Between the waker's CPU and the previous one. */
#ifndef SS_SCHED_FAIR_PLACE_WAKE_AFFINE_H
#define SS_SCHED_FAIR_PLACE_WAKE_AFFINE_H

#include "exec/path.h"

/* The waker's count of changes of wakee, and whether the pair is too wide to stay together. */
void ss_record_wakee(struct ss_world *w, const struct ss_cpu *cpu, i32 wakee);
bool ss_wake_wide(const struct ss_world *w, const struct ss_cpu *cpu, i32 wakee);

struct wake_affine_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 domain;
    u16 previous;
    bool sync;
    /* kept */
    bool this_idle, previous_idle;
};
/* Result: this CPU or the previous one. */
bool wake_affine(struct ss_world *w, struct ss_cpu *cpu);

#endif
