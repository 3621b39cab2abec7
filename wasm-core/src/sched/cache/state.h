/* Whether a world is aware of caches, and what it says of that. */
#ifndef SS_SCHED_CACHE_STATE_H
#define SS_SCHED_CACHE_STATE_H

#include "exec/world.h"

/* The definition asks for it, from the start or later; whether the machine has the caches for it is
 * another question. */
bool ss_cache_is_wanted(const struct ss_world_def *def);

/* llc_enabled changes in the middle of the run. */
bool ss_cache_is_switched(const struct ss_world_def *def);

/* Leaves a record of a decision about caches. */
void ss_cache_explain(struct ss_world *w, struct ss_cpu *cpu, u32 decision, u32 reason, i32 task,
                      i32 chosen, i32 previous);

/* What is aware of caches comes behind every other room: without it nothing else lies elsewhere. */
extern const struct ss_room ss_cache_room;

/* The machine has caches to balance by, and so it has epochs. */
bool ss_cache_has_epochs(const struct ss_world *w);

/* The task is a thread of that process, one of those the workload asked for; before it is placed.
 * Tasks that are not told so are processes of their own. */
void ss_sched_join_process(struct ss_world *w, i32 task, u32 process);
/* Bytes of memory of a process that count as resident. */
void ss_sched_set_memory(struct ss_world *w, u32 process, u64 bytes);

#endif
