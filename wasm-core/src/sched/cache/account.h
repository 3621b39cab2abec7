/* What running tasks leave behind for their caches, and the limits of a process. */
#ifndef SS_SCHED_CACHE_ACCOUNT_H
#define SS_SCHED_CACHE_ACCOUNT_H

#include "exec/path.h"

struct ss_cache_standing;

/* What the limits are asked of where a CPU is. */
struct ss_cache_standing ss_cache_standing_of(const struct ss_world *w, i32 process, u32 cpu);
/* The process is over a limit where a CPU is: enum ss_reason of the first, or SS_REASON_NONE. */
u8 ss_cache_exclusion(const struct ss_world *w, i32 process, u32 cpu);

/* A fair task ran `delta` ns more on the CPU, at `jiffies`. */
void ss_cache_account(struct ss_world *w, i32 task, u32 cpu, u64 delta, u64 jiffies);
/* A task enters or leaves the counters of a queue. */
void ss_cache_count_in(struct ss_world *w, i32 task, u32 cpu);
void ss_cache_count_out(struct ss_world *w, i32 task, u32 cpu);

/* A thread begins, with what it inherits, and ends. */
void ss_cache_new_task(struct ss_world *w, i32 task, i32 parent);
void ss_cache_begin(struct ss_world *w, i32 task);
void ss_cache_end(struct ss_world *w, i32 task);

struct account_mm_sched_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
    /* kept */
    i32 task, process;
};
/* Touches them: the effects were applied with the accounting that the caller's path made. */
bool account_mm_sched(struct ss_world *w, struct ss_cpu *cpu);

struct task_tick_cache_frame {
    struct ss_path path;
    /* kept */
    i32 task, process;
    u64 epoch;
    bool due;
};
/* Under the run-queue lock: queues a scan as work of the running task if one is due. */
bool task_tick_cache(struct ss_world *w, struct ss_cpu *cpu);

#endif
