/* User work, and how fast it goes. */
#ifndef SS_EXEC_USER_H
#define SS_EXEC_USER_H

#include "exec/world.h"

/* The user work of a task. */
struct ss_user_task {
    u64 left;       /* ns of it still to do */
    u32 spins;      /* word of user space that it polls: ipc/busy_wait.h; 0: none */
    u32 memory_kib; /* that it has allocated, as its workload declares */
    /* Speed beside a busy sibling, of 1024: of its user work (0: full speed) and, under
     * SS_SIBLING_SLOWS_ALL, of the kernel's for it (0: the machine's). */
    u16 smt_1024;
};

static inline struct ss_user_task *ss_current_user(const struct ss_world *w,
                                                   const struct ss_cpu *cpu)
{
    return &w->user[cpu->current];
}

/* A task's user work ends, because what it waited for has happened: at the local time of the CPU
 * that did it, which may be ahead of the world's where nothing else comes before. */
void ss_user_cut_short(struct ss_world *w, const struct ss_cpu *by, i32 id);

/* The ns the current task's user work takes at the speed it has now, which the CPU keeps;
 * what of it is done after `elapsed` ns; that a CPU began or ended to idle or to spin; and that its
 * current task began or ended to take from memory. */
u64 ss_user_ns_left(struct ss_world *w, struct ss_cpu *cpu);
void ss_user_settle(struct ss_world *w, const struct ss_cpu *cpu, u64 elapsed);
void ss_user_sibling_changed(struct ss_world *w, const struct ss_cpu *cpu);
void ss_user_traffic_changed(struct ss_world *w, const struct ss_cpu *cpu);

/* What `ns` of the kernel's computing take the CPU beside its siblings as they are now, for
 * a task of no kind (smt_1024 0, the idle task) at half the machine's SMT factor. Source: spec
 * "Workload models" section 3.1. */
u64 ss_kernel_ns_beside(const struct ss_world *w, const struct ss_cpu *cpu, u64 ns);

#endif
