/* Tasks that are new, that end, and kernel threads of a CPU. */
#ifndef SS_SCHED_CORE_FORK_H
#define SS_SCHED_CORE_FORK_H

#include "exec/path.h"

/* Makes a task that sleeps a kernel thread of a CPU, bound by an affinity set that holds that CPU
 * alone. With the full fair class only. */
void ss_sched_bind_kthread(struct ss_world *w, i32 kthread, u32 cpu, u32 affinity);

/* Gives a bound kernel thread that sleeps deferrable work on its CPU: due at `due`, the work does
 * not wake an idle CPU but is done when the next interrupt finds it idle. Source: TIMER_DEFERRABLE.
 */
void ss_sched_defer_work(struct ss_world *w, i32 kthread, u32 cpu, u64 due);

/* The first wake-up of a task that another has made (ss_sched_place_sleeping). Result: its CPU. */
struct wake_up_new_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    u32 target;
};
bool wake_up_new_task(struct ss_world *w, struct ss_cpu *cpu);

/* The current task gives up the CPU for ever. If its task_struct serves a new task, that task
 * begins where this returns. */
struct sleep_for_good_frame {
    struct ss_path path;
};
bool sleep_for_good(struct ss_world *w, struct ss_cpu *cpu);

#endif
