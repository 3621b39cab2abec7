/*
 * Running the world: the event loop, interrupts, timers and the time ledger. What the CPUs do in
 * their paths is the business of the rooms above.
 */
#ifndef SS_EXEC_RUN_H
#define SS_EXEC_RUN_H

#include "exec/path.h"

/* Runs events up to and including w->until; returns a STEP_ code. */
i32 ss_exec_step(struct ss_world *w, u64 until, u32 max_records);

/* Sends an interrupt at the sender's local time; a vector already on its way is not sent twice. */
void ss_ipi_send(struct ss_world *w, struct ss_cpu *cpu, u32 target, enum ss_vector vector);

/* Asks a CPU to schedule, as if the interrupt had come from outside the machine. */
void ss_resched_from_outside(struct ss_world *w, u32 target);

/* Arms the high-resolution timer of a task on `cpu` to fire at `time`. */
void ss_timer_start(struct ss_world *w, struct ss_cpu *cpu, struct ss_task *task, u64 time);

/* Takes the first task whose time has come out of the CPU's timer queue; SS_NO_TASK if there is
 * none. */
i32 ss_timer_expired(struct ss_world *w, struct ss_cpu *cpu);

/* Programs the CPU's timer for the next task in its queue. */
void ss_timer_program(struct ss_world *w, struct ss_cpu *cpu);

/* Serves pending interrupts if there are any; part of the way back to user mode and idle. */
struct ss_interrupt_frame {
    struct ss_path path;
    /* kept */
    u32 vector;
    u32 idle_exit; /* ns */
    u8 idle_state;
    bool from_idle, noticed;
};
bool ss_interrupt(struct ss_world *w, struct ss_cpu *cpu);

/* A CPU's ledger as of w->clock->now: settles what is under way without changing anything. */
void ss_ledger_now(const struct ss_world *w, u32 cpu, u64 ns[SS_LEDGER_KINDS]);

#endif
