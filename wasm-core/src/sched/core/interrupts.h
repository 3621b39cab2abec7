/* What interrupts and the idle loop run, and the base of every stack. */
#ifndef SS_SCHED_CORE_INTERRUPTS_H
#define SS_SCHED_CORE_INTERRUPTS_H

#include "exec/path.h"

struct serve_vector_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    i32 first; /* of a list: the one at hand */
    u32 kick;  /* SS_KICK_... */
    bool work;
};
bool scheduler_ipi(struct ss_world *w, struct ss_cpu *cpu);
bool __flush_smp_call_function_queue(struct ss_world *w, struct ss_cpu *cpu);
bool hrtimer_interrupt(struct ss_world *w, struct ss_cpu *cpu);
bool sched_tick(struct ss_world *w, struct ss_cpu *cpu);

/* Keeps the tick going while the CPU runs an RR task. */
void ss_tick_start(struct ss_world *w, const struct ss_cpu *cpu);

/* The base of every task's stack: its workload's program, again and again. */
struct task_main_frame {
    struct ss_path path;
    /* arguments */
    ss_path_function *program;
    u32 program_bytes;
};
bool task_main(struct ss_world *w, struct ss_cpu *cpu);

struct do_idle_frame {
    struct ss_path path;
};
bool do_idle(struct ss_world *w, struct ss_cpu *cpu);

/* The current task has set its state to sleeping and found no reason to stay: gives up the CPU. */
struct schedule_frame {
    struct ss_path path;
};
bool schedule(struct ss_world *w, struct ss_cpu *cpu);

/* Sleeps for `ns` on the high-resolution timer (clock_nanosleep). */
struct hrtimer_nanosleep_frame {
    struct ss_path path;
    /* arguments */
    u64 ns;
};
bool hrtimer_nanosleep(struct ss_world *w, struct ss_cpu *cpu);

/* Something came up in the kernel that has to be served before user work goes on, and serving it:
 * between two system calls whose user work is not worth an event. */
static inline bool ss_work_is_pending(const struct ss_cpu *cpu)
{
    return cpu->pending_vectors || ss_wants_resched(cpu) || cpu->task_work;
}
struct exit_to_user_mode_frame {
    struct ss_path path;
};
bool exit_to_user_mode(struct ss_world *w, struct ss_cpu *cpu);

/* Runs `ns` of user work on the current task's CPU, interruptible and preemptible. */
struct user_run_frame {
    struct ss_path path;
    /* arguments */
    u64 ns;
};
bool user_run(struct ss_world *w, struct ss_cpu *cpu);

/* Busy until `ns` have passed on the clock, whether it had the CPU or not. */
struct user_spin_frame {
    struct ss_path path;
    /* arguments */
    u64 ns;
    /* kept */
    u64 until;
};
bool user_spin(struct ss_world *w, struct ss_cpu *cpu);

#endif
