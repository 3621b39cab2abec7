/* The scan of a process for the cache it runs in most. */
#ifndef SS_SCHED_CACHE_SCAN_H
#define SS_SCHED_CACHE_SCAN_H

#include "exec/path.h"
#include "sched/rules/occupancy.h"

/* In process context of the current task, interrupts on. */
struct task_cache_work_frame {
    struct ss_path path;
    /* kept */
    i32 process;
    u32 llc;
    i32 at;
    struct ss_cache_scan scan;
    i32 told;              /* what a policy of one's own answers, or SS_POLICY_LEFT */
    bool drops, explained; /* the scan takes the anchor away; its steps are kept */
    u8 reason;             /* why it ends before it visits a CPU: enum ss_reason */
};
bool task_cache_work(struct ss_world *w, struct ss_cpu *cpu);

#endif
