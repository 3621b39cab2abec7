/*
 * Per-entity load tracking: averages that forget half of the past every 32 periods of 1024 ns times
 * 1024, for tasks and for run queues. Pure arithmetic on one object; the paths decide when each is
 * updated. Source: kernel/sched/pelt.c and util_est_update of fair.c, 6.18.2; spec "Fair scheduler"
 * section 5.
 */
#ifndef SS_SCHED_RULES_PELT_H
#define SS_SCHED_RULES_PELT_H

#include "base/types.h"

struct ss_pelt {
    u64 last_update_time; /* ns; 0: never attached */
    u64 load_sum, runnable_sum;
    u32 util_sum, period_contrib; /* period_contrib: 0 .. 1023 */
    u32 load_avg, runnable_avg, util_avg;
    u32 util_est; /* of a task: what it used when it last slept; of a queue: their sum */
};

/* What the object was doing since its last update. */
struct ss_pelt_input {
    u32 load;     /* task: on_rq; queue: sum of weights */
    u32 runnable; /* task: on_rq and not delayed; queue: h_nr_runnable */
    bool running;
    u32 weight; /* of a task; 1 for a queue, whose load_sum holds weights already */
};

/* val * y^n, y^32 = 1/2; n = 0 loses one unit, as in the kernel. */
u64 ss_pelt_decay(u64 val, u64 n);

/* Brings the sums up to `now` and, when a period was completed, the averages. True then. */
bool ss_pelt_update(struct ss_pelt *pelt, u64 now, const struct ss_pelt_input *input);

/* What divides sums into averages at this point of the present period. */
u32 ss_pelt_divider(const struct ss_pelt *pelt);

/* A task joins a queue: it takes over the queue's clock and adds to the averages, and leaves. */
void ss_pelt_attach(struct ss_pelt *queue, struct ss_pelt *task, u32 weight);
void ss_pelt_detach(struct ss_pelt *queue, const struct ss_pelt *task, u32 weight);

/* First averages of a new task of `weight` on a queue: util as its share of what is left. */
void ss_pelt_new_task(struct ss_pelt *task, const struct ss_pelt *queue, u32 weight);

/* The estimate after a sleep: old estimate, and averages at the time of the sleep. */
u32 ss_util_est_update(u32 ewma, u32 util, u32 runnable);

#endif
