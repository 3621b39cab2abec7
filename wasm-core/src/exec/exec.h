/*
 * Running the world: the event loop, interrupts, timers, records and the time ledger. What the CPUs
 * do in their paths is the business of the rooms above.
 */
#ifndef SS_EXEC_EXEC_H
#define SS_EXEC_EXEC_H

#include "exec/path.h"
#include "exec/room.h"

/* At its start CPUs stand on their idle tasks, nothing is pending, all lines are uncached. Lines of
 * other rooms come out of the same w->shared, so it comes first. */
extern const struct ss_room ss_exec_room;

/* Structures of one kind that lie one behind the other, each beginning a line. */
struct ss_placement {
    enum ss_structure structure;
    u32 count;
    enum { SS_HOME_FIRST_NODE, SS_HOME_OF_CPU, SS_HOME_BY_INDEX } home;
    u32 (*home_cpu)(const struct ss_world *w, u32 index); /* on the node of that CPU, if not NULL */
};

/* Lines they take, by the layouts of the world; works before anything is built. */
u32 ss_lines_of(const struct ss_world *w, const struct ss_placement *list, u32 kinds);
/* Gives them their addresses: WORD finds them from then on. Nothing happens while only counting. */
void ss_place(struct ss_world *w, const struct ss_placement *list, u32 kinds);

/* Runs events up to and including w->until; returns a STEP_ code. */
i32 ss_exec_step(struct ss_world *w, u64 until, u32 max_records);

/* Sends an interrupt at the sender's local time; a vector already on its way is not sent twice. */
void ss_ipi_send(struct ss_world *w, struct ss_cpu *cpu, u32 target, enum ss_vector vector);

/* Asks a CPU to schedule, as if somebody outside the machine had sent it the interrupt. */
void ss_resched_from_outside(struct ss_world *w, u32 target);

/* user.c: a task's user work ends now, because what it waited for has happened. */
void ss_user_cut_short(struct ss_world *w, i32 id);

/* user.c: the ns the current task's user work takes at the speed it has now, which the CPU keeps;
 * what of it is done after `elapsed` ns; that a CPU began or ended to idle or to spin; and that its
 * current task began or ended to take from memory. */
u64 ss_user_ns_left(struct ss_world *w, struct ss_cpu *cpu);
void ss_user_settle(struct ss_world *w, const struct ss_cpu *cpu, u64 elapsed);
void ss_user_sibling_changed(struct ss_world *w, const struct ss_cpu *cpu);
void ss_user_traffic_changed(struct ss_world *w, const struct ss_cpu *cpu);

/* user.c: what `ns` of the kernel's computing take the CPU beside its siblings as they are now, for
 * a task of no kind (smt_1024 0, the idle task) at half the machine's SMT factor. Source: spec
 * "Workload models" section 3.1. */
u64 ss_kernel_ns_beside(const struct ss_world *w, const struct ss_cpu *cpu, u64 ns);

/* Starts the idle and user loops: a CPU's event wakes it from SS_WAIT_LOCK at `time`. */
void ss_lock_granted(struct ss_world *w, struct ss_cpu *cpu, u64 time);

/* Arms the high-resolution timer of a task on `cpu` to fire at `time`. */
void ss_timer_start(struct ss_world *w, struct ss_cpu *cpu, struct ss_task *task, u64 time);

/* Takes the first task out of the CPU's timer queue whose time has come, or SS_NO_TASK. */
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

/* Writes a record to the ring and the trace hash. */
void ss_record(struct ss_world *w, const struct ss_cpu *cpu, u8 kind, u32 a, u32 b, u32 c, u32 d);
/* Sets the last argument of the record just written; the trace hash leaves it out. */
void ss_record_more(struct ss_world *w, u32 e);

/* Leaves an explain record; its id is the result. The caller fills all but time, cpu and record. */
u32 ss_explain_add(struct ss_world *w, const struct ss_cpu *cpu,
                   const union ss_explained *explained);

/* A CPU's ledger as of w->clock->now: settles what is under way without changing anything. */
void ss_ledger_now(const struct ss_world *w, u32 cpu, u64 ns[SS_LEDGER_KINDS]);

#endif
