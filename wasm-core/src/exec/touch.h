/*
 * What a path does at one line of its code: it touches an address, waits, spends time.
 * Paths say it by the macros of exec/path.h.
 */
#ifndef SS_EXEC_TOUCH_H
#define SS_EXEC_TOUCH_H

#include "exec/world.h"

enum ss_operation {
    SS_OPERATION_LOAD,
    SS_OPERATION_SCAN, /* a load of a scan: overlaps with its neighbours */
    SS_OPERATION_STORE,
    SS_OPERATION_ATOMIC, /* exchange, compare-and-exchange, fetch-or */
    SS_OPERATION_INCREMENT,
    SS_OPERATION_DECREMENT,
    SS_OPERATION_SET_BIT,
    SS_OPERATION_CLEAR_BIT,
    SS_OPERATION_BARRIER,
};

enum ss_barrier {
    SS_BARRIER_READ,
    SS_BARRIER_BEFORE_ATOMIC,
    SS_BARRIER_AFTER_ATOMIC,
    SS_BARRIER_FULL
};

enum ss_touched {
    SS_TOUCH_EARLY,  /* others come first: ask again at the next turn */
    SS_TOUCH_PASSED, /* done without waiting: apply the effect, go on */
    SS_TOUCH_WAITS,  /* issued: apply the effect, go on when resumed */
    SS_TOUCH_DONE,   /* the wait is over; the effect was applied when it was issued */
};

/* One access of the path running on `cpu`, at its local time. */
enum ss_touched ss_touch(struct ss_world *w, struct ss_cpu *cpu, enum ss_operation operation,
                         u32 address, u32 symbol, u32 detail);

/* An access without effect: true if it is done at once; else the CPU makes it by itself. */
static inline bool ss_touch_alone(struct ss_world *w, struct ss_cpu *cpu,
                                  enum ss_operation operation, u32 address, u32 symbol)
{
    const enum ss_touched touched = ss_touch(w, cpu, operation, address, symbol, 0);
    if (touched == SS_TOUCH_PASSED)
        return true;
    if (touched == SS_TOUCH_EARLY)
        cpu->early =
            (struct ss_act){.operand = address, .symbol = (u16)symbol, .operation = (u8)operation};
    cpu->parked = SS_PARKED_TOUCH;
    return false;
}

/* The access that the CPU makes by itself, at each event of its own: true when it is done and the
 * path goes on. */
bool ss_touch_parked(struct ss_world *w, struct ss_cpu *cpu);

/* Counts a store of user code to a line that an earlier store of its CPU has asked for already: the
 * buffer has both when the line comes. The line model has no such rule (specification of coherence,
 * 3.3), as kernel paths store to no line so fast. */
void ss_touch_joined(struct ss_world *w, struct ss_cpu *cpu, u32 address, u32 symbol);

/* A memory barrier: a step of its own. Orders nothing on the simulated x86 beyond what the atomics
 * do, except that a full one waits for the store buffer; false if it does. */
bool ss_barrier(struct ss_world *w, struct ss_cpu *cpu, enum ss_barrier barrier);

/* Before a change that other CPUs see and that is no access: false if one of them comes first. */
bool ss_turn(struct ss_world *w, struct ss_cpu *cpu, u32 symbol);

/* Waits; each returns true if the path may go on without one. */
bool ss_wait_compute(struct ss_world *w, struct ss_cpu *cpu, u64 ns, u32 ledger_kind);
bool ss_wait_user(struct ss_world *w, struct ss_cpu *cpu);
void ss_wait_idle(struct ss_world *w, struct ss_cpu *cpu);
void ss_wait_lock(struct ss_world *w, struct ss_cpu *cpu, i32 lock);

/* Kernel compute too short to be an event: advances the local clock. */
void ss_spend(struct ss_world *w, struct ss_cpu *cpu, u32 ns);

/* The same for what the hardware does at its own pace, beside whatever sibling: a line that comes
 * over, a store that drains, a write to the interrupt controller. */
void ss_spend_at_pace(struct ss_cpu *cpu, u32 ns);

/* A CPU that spins on a lock is granted it: its completion event is set for `time`. */
void ss_lock_granted(struct ss_world *w, struct ss_cpu *cpu, u64 time);

#endif
