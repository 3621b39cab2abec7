/* The groups of domains. Private to the builder. */
#ifndef SS_SCHED_DOMAINS_DOMAIN_GROUPS_H
#define SS_SCHED_DOMAINS_DOMAIN_GROUPS_H

#include "sched/domains/domains_build.h"

/* Builds the groups of every domain, CPU by CPU and from the inside out. */
void ss_build_groups(struct ss_domains_build *build);

#endif
