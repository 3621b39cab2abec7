/* What the scheduler places on lines, for worlds and for the probes' small ones. */
#ifndef SS_SCHED_CORE_STATE_H
#define SS_SCHED_CORE_STATE_H

#include "exec/create.h"
#include "sched/run_queue.h"

#define SS_SCHED_PLACEMENTS 12
/* Lists what the scheduler of this world allocates, in order of address; returns how many kinds. */
u32 ss_sched_placements(const struct ss_world *w, struct ss_placement list[SS_SCHED_PLACEMENTS]);

/* Empties all level bitmaps: per node, the complement of what cpumask_of_node returns now; of the
 * static root domain, of what it returned at boot: nothing. */
void ss_cpupri_init_masks(struct ss_world *w);

/* At its start all CPUs are idle and online in the root domain; after it tasks may be placed. */
extern const struct ss_room ss_sched_room;

/* Gives a task its program (a path and its frame size) and makes it runnable on a CPU before the
 * first event, without cost. */
void ss_sched_place_task(struct ss_world *w, i32 task, u32 cpu, ss_path_function *program,
                         u32 program_bytes);

/* The same for a task that sleeps at the start, as if it had just gone to sleep on that CPU. */
void ss_sched_place_sleeping(struct ss_world *w, i32 task, u32 cpu, ss_path_function *program,
                             u32 program_bytes);

#endif
