/*
 * Weights of nice values and weighted time: how fast the virtual clock of a task runs. Pure
 * arithmetic. Source: sched_prio_to_weight, sched_prio_to_wmult and __calc_delta of
 * kernel/sched, 6.18.2; spec "Fair scheduler" section 3.
 */
#ifndef SS_SCHED_RULES_WEIGHT_H
#define SS_SCHED_RULES_WEIGHT_H

#include "base/types.h"

#define SS_WEIGHT_NICE_0 1024 /* unit of load and of capacity, too */
#define SS_WEIGHT_IDLE 3      /* SCHED_IDLE */
#define SS_NICE_MIN (-20)
#define SS_NICE_MAX 19

/* The weight of a nice value from -20 to 19. */
u32 ss_weight_of_nice(i32 nice);

/* `delta` ns as the virtual clock of a task of `weight` (>= 1) counts them: delta * 1024 / weight
 * by the kernel's inverses. */
u64 ss_calc_delta_fair(u64 delta, u32 weight);

#endif
