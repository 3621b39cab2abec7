/* What interrupts and the idle loop run, and the base of every stack. */
#ifndef SS_SCHED_CORE_INTERRUPTS_H
#define SS_SCHED_CORE_INTERRUPTS_H

#include "exec/path.h"

struct serve_frame {
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

#endif
