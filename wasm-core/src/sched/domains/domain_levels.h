/* The levels of domains and their spans. Private to the builder. */
#ifndef SS_SCHED_DOMAINS_DOMAIN_LEVELS_H
#define SS_SCHED_DOMAINS_DOMAIN_LEVELS_H

#include "sched/domains/domains_build.h"

/* Fills domains->level and the number of them; needs only the scalars of the topology. */
void ss_build_level_list(struct ss_domains *domains);

/* Interns every CPU's mask at every level. */
void ss_build_level_spans(struct ss_domains_build *build);

/* The number of the span with these CPUs, a new one if there was none. */
u16 ss_intern_span(struct ss_domains_build *build, const u64 *cpus);

/* Finds DIRECT, GLUELESS_MESH or BACKPLANE. */
u8 ss_find_numa_topology_type(const struct ss_topology *topology);

#endif
