/*
 * What the parts of the domain builder share while they build: the growing tables and the way to a
 * domain. Private to domains.c, domain_levels.c, domain_groups.c and domain_degenerate.c.
 */
#ifndef SS_SCHED_DOMAINS_DOMAINS_BUILD_H
#define SS_SCHED_DOMAINS_DOMAINS_BUILD_H

#include "base/check.h"
#include "sched/domains/domains.h"

/* sd_flags.h, SDF_NEEDS_GROUPS: every flag but WAKE_AFFINE says something only between groups. */
#define SS_SD_NEEDS_GROUPS (0x3fff & ~SS_SD_WAKE_AFFINE)

struct ss_domains_build {
    struct ss_domains *domains;
    const struct ss_topology *topology;
    u32 words;    /* of a set of CPUs */
    u16 all_cpus; /* span */

    u16 *level_span; /* [level * cpus + cpu]: the level's mask of a CPU */
    u16 *
        capacity_of; /* [level * cpus + cpu]: capacity object whose balance mask has the CPU, + 1 */
    u16 *slot;       /* hash table of the spans: span + 1, 0 = free */
    u32 slots;       /* a power of two */

    struct ss_domains_bound {
        u32 spans, groups, capacities, shareds;
    } bound; /* what the tables have room for */
};

static inline u32 ss_domain_at(const struct ss_domains *domains, u32 cpu, u32 level)
{
    return cpu * domains->levels + level;
}

static inline bool ss_domain_exists(const struct ss_domains *domains, u32 domain)
{
    return domains->domain[domain].span != SS_NO_SPAN;
}

#endif
