/* Domains that decide nothing. Private to the builder. */
#ifndef SS_SCHED_DOMAINS_DOMAIN_DEGENERATE_H
#define SS_SCHED_DOMAINS_DOMAIN_DEGENERATE_H

#include "sched/domains/domains_build.h"

/* Takes the domains that decide nothing out of the chain from `base` and gives the new base. */
u32 ss_degenerate_chain(struct ss_domains *domains, u32 base);

#endif
