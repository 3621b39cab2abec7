/* What the RT class keeps of a task; its queues are in struct ss_rq. */
#ifndef SS_SCHED_STATE_RT_H
#define SS_SCHED_STATE_RT_H

#include "sched/run_queue.h"

#define SS_NOT_PUSHABLE (-2)
#define SS_RR_TIMESLICE_TICKS 100 /* sched_rr_timeslice_ms at 1 ms a tick */

struct ss_rt_task {
    i32 pushable_next, pushable_previous; /* SS_NOT_PUSHABLE when absent */
    u32 time_slice;                       /* ticks left, RR only */
};

#endif
