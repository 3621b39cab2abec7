/* What the scheduler places on lines, for worlds and for the probes' small ones. */
#ifndef SS_SCHED_CORE_STATE_H
#define SS_SCHED_CORE_STATE_H

#include "sched/run_queue.h"

#define SS_SCHED_PLACEMENTS 12
/* Lists what the scheduler of this world allocates, in order of address; returns how many kinds. */
u32 ss_sched_placements(const struct ss_world *w, struct ss_placement list[SS_SCHED_PLACEMENTS]);

/* Empties all level bitmaps: per node, the complement of what cpumask_of_node returns now; of the
 * static root domain, of what it returned at boot: nothing. */
void ss_cpupri_init_masks(struct ss_world *w);

#endif
