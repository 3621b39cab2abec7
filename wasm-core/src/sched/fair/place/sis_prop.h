/* The search budget of former kernels. */
#ifndef SS_SCHED_FAIR_PLACE_SIS_PROP_H
#define SS_SCHED_FAIR_PLACE_SIS_PROP_H

#include "exec/world.h"

/* The search budget of v5.13 to v6.0, and that of v5.10, 0 where this CPU has no domain
 * that spans a cache; and what a finished search of `ns` teaches. */
u32 ss_sis_prop_begin(struct ss_world *w, const struct ss_cpu *cpu);
u32 ss_sis_prop_510_begin(const struct ss_world *w, const struct ss_cpu *cpu);
void ss_sis_prop_end(struct ss_world *w, const struct ss_cpu *cpu, u64 ns);

#endif
