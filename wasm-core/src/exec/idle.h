/*
 * How deep an idle CPU sleeps, from how long it has had nothing to do, and what waking it costs. No
 * event marks a deeper state: the state is computed when it is needed. Without the states (the
 * definition's idle_states) every CPU idles in C1. An interrupt wakes it or, if MWAIT entered C1, a
 * store to the word that the CPU watches. That saves the interrupt, not the exit latency.
 *
 * Source: spec "Workload models" sections 2, 3.1 and 3.5, "Fair scheduler" sections 8.3 and 9.7;
 * do_idle and call_function_single_prep_ipi of kernel/sched, cpuidle_poll_time of drivers/cpuidle,
 * mwait_idle_with_hints of arch/x86, 6.18.2.
 */
#ifndef SS_EXEC_IDLE_H
#define SS_EXEC_IDLE_H

#include "exec/world.h"

/* SS_IDLE_STATE_... of a CPU at `now`; NONE if it is not idle or states are not modelled. */
u32 ss_idle_state(const struct ss_world *w, const struct ss_cpu *cpu, u64 now);

/* ns from the event that wakes an idle CPU at `now` to its first instruction. */
u32 ss_idle_exit(const struct ss_world *w, const struct ss_cpu *cpu, u64 now);

/* The CPU polls the flags of its idle task. */
static inline bool ss_idle_polls(const struct ss_world *w, const struct ss_cpu *cpu, u64 now)
{
    return ss_idle_state(w, cpu, now) == SS_IDLE_STATE_POLL;
}

/* The CPU polls those flags, or sleeps until a store to them: it needs no interrupt. */
static inline bool ss_idle_watches(const struct ss_world *w, const struct ss_cpu *cpu, u64 now)
{
    if (w->def->idle_states == SS_IDLE_IN_MWAIT)
        return cpu->wait == SS_WAIT_IDLE;
    return ss_idle_polls(w, cpu, now);
}

/* The CPU begins to wait. An event is set for the end of its polling, for its sibling's sake. */
void ss_idle_wait_begins(struct ss_world *w, const struct ss_cpu *cpu);

/* In place of an interrupt: `cpu` writes into the watched word, which takes it so many ns; the
 * target sees it when the line has come back. A closed form, as the hand-over of a closed lock. */
u32 ss_idle_kick_ns(const struct ss_world *w, const struct ss_cpu *cpu, u32 target);
void ss_idle_kick(struct ss_world *w, const struct ss_cpu *cpu, u32 target, u32 node, u32 key,
                  enum ss_vector vector);

#endif
