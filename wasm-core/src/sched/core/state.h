/* What the scheduler places on lines, for worlds and for the probes' small ones. */
#ifndef SS_SCHED_CORE_STATE_H
#define SS_SCHED_CORE_STATE_H

#include "sched/run_queue.h"

/* Structures of one kind that the scheduler allocates. */
struct ss_placement {
    enum ss_structure structure;
    u32 count, bytes;
    enum { SS_HOME_FIRST_NODE, SS_HOME_OF_CPU, SS_HOME_BY_INDEX } home;
    u32 *address, *stride; /* where the first address and the distance between them go */
};
#define SS_SCHED_PLACEMENTS 12
/* Lists what a scheduler of this shape allocates, in order of address; returns how many kinds. */
u32 ss_sched_placements(struct ss_sched *s, const struct ss_topology *topology,
                        struct ss_placement list[SS_SCHED_PLACEMENTS]);

/* Empties all level bitmaps: per node, the complement of what cpumask_of_node returns now; of the
 * static root domain, of what it returned at boot: nothing. */
void ss_cpupri_init_masks(struct ss_world *w);

#endif
