/*
 * The picks of each CPU, explained. Nothing without explain_steps.
 */
#ifndef SS_SCHED_EXPLAIN_PICK_H
#define SS_SCHED_EXPLAIN_PICK_H

#include "exec/world.h"

/* A pick begins with the tick that asks for one or with itself, `deadline` being the running task's
 * before it was accounted. */
void ss_explain_tick(const struct ss_world *w, u32 cpu, i64 deadline);
void ss_explain_pick(const struct ss_world *w, u32 cpu);
/* The tasks compared, a task that sleeps already and is dropped, and the choice. */
void ss_explain_candidate(const struct ss_world *w, u32 cpu);
void ss_explain_dropped(const struct ss_world *w, u32 cpu, i32 task);
void ss_explain_picked(const struct ss_world *w, const struct ss_cpu *cpu, i32 chosen);

#endif
