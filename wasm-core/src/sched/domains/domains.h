/*
 * The scheduling domains of a machine: for each CPU a chain from the innermost to the outermost,
 * each with its span, flags, parameters and groups, as kernel/sched/topology.c of v6.18 builds them
 * (spec "Scheduling topology" sections 1 to 7). Built once, never changed: what a balancer writes
 * (capacity, intervals, nr_busy_cpus) is kept elsewhere, under the indices given here.
 *
 *     for (u32 d = domains->cpu[cpu].base; d != SS_NO_DOMAIN; d = domains->domain[d].parent)
 *         for (u32 g = 0; g < domains->domain[d].group_count; g++)
 *             ... ss_domain_group(domains, d, g) ...
 */
#ifndef SS_SCHED_DOMAINS_DOMAINS_H
#define SS_SCHED_DOMAINS_DOMAINS_H

#include "machine/topology.h"

#define SS_NO_DOMAIN UINT32_MAX
#define SS_NO_SHARED UINT16_MAX
#define SS_NO_SPAN UINT16_MAX

/* Bits in the order of include/linux/sched/sd_flags.h, v6.18. */
enum ss_domain_flag {
    SS_SD_BALANCE_NEWIDLE = 1 << 0,
    SS_SD_BALANCE_EXEC = 1 << 1,
    SS_SD_BALANCE_FORK = 1 << 2,
    SS_SD_BALANCE_WAKE = 1 << 3,
    SS_SD_WAKE_AFFINE = 1 << 4,
    SS_SD_ASYM_CPUCAPACITY = 1 << 5,
    SS_SD_ASYM_CPUCAPACITY_FULL = 1 << 6,
    SS_SD_SHARE_CPUCAPACITY = 1 << 7,
    SS_SD_CLUSTER = 1 << 8,
    SS_SD_SHARE_LLC = 1 << 9,
    SS_SD_SERIALIZE = 1 << 10,
    SS_SD_ASYM_PACKING = 1 << 11,
    SS_SD_PREFER_SIBLING = 1 << 12,
    SS_SD_NUMA = 1 << 13,
};

/* Set from the base up to some level, never above a gap. */
#define SS_SD_SHARED_CHILD                                                                         \
    (SS_SD_BALANCE_NEWIDLE | SS_SD_BALANCE_EXEC | SS_SD_BALANCE_FORK | SS_SD_BALANCE_WAKE |        \
     SS_SD_WAKE_AFFINE | SS_SD_SHARE_CPUCAPACITY | SS_SD_SHARE_LLC)

/* What the levels of the kernel's list are called: "SMT" and so on. */
enum ss_level_kind {
    SS_LEVEL_SMT,
    SS_LEVEL_CLS,
    SS_LEVEL_MC,
    SS_LEVEL_PKG,
    SS_LEVEL_NODE,
    SS_LEVEL_NUMA,
};

#define SS_ORDINARY_LEVELS 5
#define SS_MAX_LEVELS (SS_ORDINARY_LEVELS + SS_MAX_NUMA_LEVELS - 1) /* NODE is distance 10 */

struct ss_domain_level {
    u8 kind;
    u16 flags;    /* what the level's flag function gives */
    u16 distance; /* NODE, NUMA: between nodes */
};

enum ss_numa_topology_type {
    SS_NUMA_DIRECT,
    SS_NUMA_GLUELESS_MESH,
    SS_NUMA_BACKPLANE,
};

/* One level of one CPU. The kernel's balance_interval starts at min_interval. */
struct ss_sched_domain {
    u32 parent, child; /* domains, or SS_NO_DOMAIN */
    u32 groups;        /* first element of the group list in ss_domains.group */
    u16 group_count;
    u16 first_group; /* where in the list the CPU's own group stands; the list is a ring */
    u16 span;        /* equal spans have equal numbers */
    u16 span_weight; /* CPUs */
    u16 flags;
    u16 level;  /* index into ss_domains.level; as built, levels that vanished are not closed up */
    u16 shared; /* sched_domain_shared object, or SS_NO_SHARED */
    u16 min_interval, max_interval; /* ms */
    u8 busy_factor, imbalance_pct, cache_nice_tries;
    u32 imb_numa_nr;       /* rule N3, v6.0 and later */
    u32 imb_numa_nr_v5_18; /* rule N2: a quarter instead of an eighth where a node is one LLC */
};

/* Group flags are those of the child domain at build time, repaired only in part by degeneration.
 */
struct ss_sched_group {
    u16 span;
    u16 weight; /* CPUs */
    u16 cores;
    u16 flags;
    u16 balance_cpu; /* the first of the balance mask */
    u16 capacity;    /* group capacity object; groups of several lists may have the same */
};

/* struct sched_group_capacity, the constant part. */
struct ss_group_capacity {
    u16 balance_mask; /* span */
    u16 level, cpu;   /* what it is known by: topology level and first CPU of the balance mask */
};

/* Per-CPU values the kernel caches in update_top_cache_domain. */
struct ss_cpu_domains {
    u32 base;    /* innermost domain, or SS_NO_DOMAIN on a machine of one CPU */
    u32 sd_llc;  /* or SS_NO_DOMAIN */
    u32 sd_numa; /* or SS_NO_DOMAIN */
    u16 sd_llc_size;
    u16 sd_llc_id;
    u16 sd_llc_shared; /* shared object, or SS_NO_SHARED */
    u16 sd_share_id;
};

struct ss_domains {
    const struct ss_topology *topology;
    u32 levels; /* offered to every CPU, innermost first */
    struct ss_domain_level level[SS_MAX_LEVELS];

    u32 spans;
    u64 *span_cpus;   /* bitset by span: [span * topology->cpu_words] */
    u16 *span_weight; /* by span: CPUs */
    u16 *span_cores;  /* by span: cores with a CPU in it */
    u16 *span_first;  /* by span: lowest CPU */

    struct ss_sched_domain *domain; /* [cpu * levels + level]; reach them through cpu[].base */
    u32 groups;
    struct ss_sched_group *group;
    u32 capacities;
    struct ss_group_capacity *capacity;
    u32 shareds;
    u16 *shared_weight; /* by shared object: nr_busy_cpus at the start */
    struct ss_cpu_domains *cpu;

    u16 max_numa_distance; /* 0 without NUMA levels */
    u8 numa_topology_type; /* enum ss_numa_topology_type */
    bool sched_cluster_active;
};

/*
 * Builds the domains of a topology that passed ss_topology_check. In counting mode only asks the
 * arena for what the largest result could need, and says how many capacity and shared objects that
 * has. False if the arena is exhausted.
 */
bool ss_domains_create(struct ss_domains *domains, struct ss_arena *arena,
                       const struct ss_topology *topology);

/* The set of CPUs of a span, topology->cpu_words words. */
static inline const u64 *ss_span_cpus(const struct ss_domains *domains, u32 span)
{
    return domains->span_cpus + (u64)span * domains->topology->cpu_words;
}

/* The position-th group of a domain's ring, 0 = the local group; position < group_count. */
static inline const struct ss_sched_group *ss_domain_group(const struct ss_domains *domains,
                                                           u32 domain, u32 position)
{
    const struct ss_sched_domain *d = &domains->domain[domain];
    u32 at = d->first_group + position;
    return &domains->group[d->groups + (at < d->group_count ? at : at - d->group_count)];
}

static inline bool ss_cpus_share_cache(const struct ss_domains *domains, u32 a, u32 b)
{
    return a == b || domains->cpu[a].sd_llc_id == domains->cpu[b].sd_llc_id;
}

static inline bool ss_cpus_share_resources(const struct ss_domains *domains, u32 a, u32 b)
{
    return a == b || domains->cpu[a].sd_share_id == domains->cpu[b].sd_share_id;
}

#endif
