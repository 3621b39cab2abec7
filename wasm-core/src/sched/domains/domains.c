/*
 * Puts the scheduling domains together: chains, parameters, NUMA imbalance allowance, cached values
 * (build_sched_domains, sd_init, update_top_cache_domain, kernel/sched/topology.c v6.18). Levels,
 * groups and degeneration are in the files beside this one.
 */
#include "sched/domains/domains.h"

#include "sched/domains/domain_degenerate.h"
#include "sched/domains/domain_groups.h"
#include "sched/domains/domain_levels.h"
#include "sched/domains/domains_build.h"

_Static_assert(SS_MAX_CPUS *SS_MAX_LEVELS < UINT16_MAX, "16 bits count the capacity objects");

/* Domains a level can have, by the ids its masks are made from. */
static u32 count_domains(const struct ss_topology *topology, u32 kind)
{
    switch (kind) {
    case SS_LEVEL_SMT:
        return topology->cores;
    case SS_LEVEL_CLS:
        return topology->l2s;
    case SS_LEVEL_MC:
        return topology->llcs;
    default:
        return topology->nodes;
    }
}

/* How large the tables can become at most, from the scalars of the topology alone. */
static struct ss_domains_bound find_bound(const struct ss_domains *domains)
{
    const struct ss_topology *topology = domains->topology;
    /* The span of all CPUs, and the single CPUs as groups of the innermost level. */
    struct ss_domains_bound bound = {.spans = 1 + topology->cpus};
    u32 children = topology->cpus;
    for (u32 i = 0; i < domains->levels; i++) {
        u32 kind = domains->level[i].kind, count = count_domains(topology, kind);
        if (kind == SS_LEVEL_NUMA) {
            /* A group holds at least one node; spans and balance masks depend on the node only. */
            bound.groups += topology->cpus * ss_popcount(topology->nodes_with_cpus);
            bound.capacities += count;
            bound.spans += 2 * count;
        } else {
            bound.groups += children;
            bound.capacities += children;
            bound.spans += count;
        }
        if (domains->level[i].flags & SS_SD_SHARE_LLC)
            bound.shareds += count;
        children = count;
    }
    return bound;
}

static void take_arrays(struct ss_domains_build *build, struct ss_arena *arena)
{
    struct ss_domains *domains = build->domains;
    const struct ss_domains_bound *bound = &build->bound;
    u32 cpus = build->topology->cpus, by_level = cpus * domains->levels;
    domains->span_cpus = SS_ARENA_ARRAY(arena, u64, (u64)bound->spans * build->words);
    domains->span_weight = SS_ARENA_ARRAY(arena, u16, bound->spans);
    domains->span_cores = SS_ARENA_ARRAY(arena, u16, bound->spans);
    domains->span_first = SS_ARENA_ARRAY(arena, u16, bound->spans);
    domains->domain = SS_ARENA_ARRAY(arena, struct ss_sched_domain, by_level);
    domains->group = SS_ARENA_ARRAY(arena, struct ss_sched_group, bound->groups);
    domains->capacity = SS_ARENA_ARRAY(arena, struct ss_group_capacity, bound->capacities);
    domains->shared_weight = SS_ARENA_ARRAY(arena, u16, bound->shareds);
    domains->cpu = SS_ARENA_ARRAY(arena, struct ss_cpu_domains, cpus);
    for (build->slots = 2; build->slots <= 2 * bound->spans;)
        build->slots *= 2;
    build->slot = SS_ARENA_ARRAY(arena, u16, build->slots);
    build->level_span = SS_ARENA_ARRAY(arena, u16, by_level);
    build->capacity_of = SS_ARENA_ARRAY(arena, u16, by_level);
}

/* Flags and tunables by what the level shares; the order of the tests is the kernel's. */
static void set_parameters(struct ss_sched_domain *domain, const struct ss_domain_level *level,
                           const struct ss_topology *topology)
{
    domain->min_interval = domain->span_weight;
    domain->max_interval = (u16)(2 * domain->span_weight);
    domain->busy_factor = 16;
    domain->imbalance_pct = 117;
    domain->cache_nice_tries = 1;
    domain->flags = SS_SD_BALANCE_NEWIDLE | SS_SD_BALANCE_EXEC | SS_SD_BALANCE_FORK |
                    SS_SD_WAKE_AFFINE | SS_SD_PREFER_SIBLING | level->flags;
    if (level->flags & SS_SD_SHARE_CPUCAPACITY) {
        domain->imbalance_pct = 110;
        domain->cache_nice_tries = 0;
    } else if (!(level->flags & SS_SD_SHARE_LLC) && (level->flags & SS_SD_NUMA)) {
        domain->cache_nice_tries = 2;
        domain->flags &= (u16)~SS_SD_PREFER_SIBLING;
        domain->flags |= SS_SD_SERIALIZE;
        if (level->distance > topology->node_reclaim_distance)
            domain->flags &= (u16) ~(SS_SD_BALANCE_EXEC | SS_SD_BALANCE_FORK | SS_SD_WAKE_AFFINE);
    }
}

/* The sched_domain_shared of the first CPU of the span at this level. */
static u16 find_shared(struct ss_domains *domains, u32 cpu, u32 level, u16 span)
{
    if (!(domains->level[level].flags & SS_SD_SHARE_LLC))
        return SS_NO_SHARED;
    u32 first = domains->span_first[span];
    if (first != cpu)
        return domains->domain[ss_domain_at(domains, first, level)].shared;
    domains->shared_weight[domains->shareds] = domains->span_weight[span];
    return (u16)domains->shareds++;
}

/* The chain ends with the first domain that spans the machine. */
static void build_chain(struct ss_domains_build *build, u32 cpu)
{
    struct ss_domains *domains = build->domains;
    const struct ss_topology *topology = build->topology;
    u32 child = SS_NO_DOMAIN;
    bool complete = false;
    /* Without any level (every option off, a broken distance table) there are no domains. */
    domains->cpu[cpu].base = domains->levels ? ss_domain_at(domains, cpu, 0) : SS_NO_DOMAIN;
    for (u32 level = 0; level < domains->levels; level++) {
        u32 at = ss_domain_at(domains, cpu, level);
        struct ss_sched_domain *domain = &domains->domain[at];
        *domain = (struct ss_sched_domain){.parent = SS_NO_DOMAIN, .span = SS_NO_SPAN};
        if (complete)
            continue;
        u16 span = build->level_span[level * topology->cpus + cpu];
        domain->span = span;
        domain->span_weight = domains->span_weight[span];
        domain->level = (u16)level;
        domain->child = child;
        domain->shared = find_shared(domains, cpu, level, span);
        set_parameters(domain, &domains->level[level], topology);
        if (child != SS_NO_DOMAIN)
            domains->domain[child].parent = at;
        child = at;
        complete = span == build->all_cpus;
    }
}

static u32 weight_of_first_numa(const struct ss_domains *domains, u32 at)
{
    const struct ss_sched_domain *domain = &domains->domain[at];
    for (u32 up = domain->parent; up != SS_NO_DOMAIN; up = domains->domain[up].parent)
        if (domains->domain[up].flags & SS_SD_NUMA)
            return domains->domain[up].span_weight;
    return domain->span_weight;
}

/* The domain that holds several LLCs, or one that fills it, is where allowance between nodes
 * begins. */
static bool begins_allowance(const struct ss_domains *domains, const struct ss_sched_domain *domain)
{
    return domain->child != SS_NO_DOMAIN && !(domain->flags & SS_SD_SHARE_LLC) &&
           (domains->domain[domain->child].flags & SS_SD_SHARE_LLC);
}

/* How many tasks may be out of balance between nodes, spec section 5 and 5.1. */
static void set_numa_imbalance(struct ss_domains *domains, u32 cpu)
{
    u32 allowed = 0, allowed_v5_18 = 0, allowed_span = 1, factor;
    for (u32 at = domains->cpu[cpu].base; at != SS_NO_DOMAIN; at = domains->domain[at].parent) {
        struct ss_sched_domain *domain = &domains->domain[at];
        factor = 1;
        if (begins_allowance(domains, domain)) {
            u32 weight = domain->span_weight;
            u32 llcs = weight / domains->domain[domain->child].span_weight;
            allowed = ss_max_u32(1, llcs == 1 ? weight >> 3 : llcs);
            allowed_v5_18 = llcs == 1 ? weight >> 2 : llcs;
            allowed_span = weight_of_first_numa(domains, at);
        } else {
            factor = ss_max_u32(1, domain->span_weight / allowed_span);
        }
        domain->imb_numa_nr = allowed * factor;
        domain->imb_numa_nr_v5_18 = allowed_v5_18 * factor;
    }
}

/* The innermost domain of the CPU with `flag`, or SS_NO_DOMAIN. */
static u32 lowest_flag_domain(const struct ss_domains *domains, u32 cpu, u32 flag)
{
    u32 at = domains->cpu[cpu].base;
    while (at != SS_NO_DOMAIN && !(domains->domain[at].flags & flag))
        at = domains->domain[at].parent;
    return at;
}

/* The outermost domain with `flag`; for flags of SS_SD_SHARED_CHILD without a gap from the base. */
static u32 highest_flag_domain(const struct ss_domains *domains, u32 cpu, u32 flag)
{
    u32 highest = SS_NO_DOMAIN;
    for (u32 at = domains->cpu[cpu].base; at != SS_NO_DOMAIN; at = domains->domain[at].parent) {
        if (domains->domain[at].flags & flag)
            highest = at;
        else if (flag & SS_SD_SHARED_CHILD)
            break;
    }
    return highest;
}

static void cache_cpu_values(struct ss_domains *domains, u32 cpu)
{
    struct ss_cpu_domains *cached = &domains->cpu[cpu];
    cached->sd_llc = highest_flag_domain(domains, cpu, SS_SD_SHARE_LLC);
    cached->sd_llc_size = 1;
    cached->sd_llc_id = (u16)cpu;
    cached->sd_llc_shared = SS_NO_SHARED;
    if (cached->sd_llc != SS_NO_DOMAIN) {
        const struct ss_sched_domain *llc = &domains->domain[cached->sd_llc];
        cached->sd_llc_size = llc->span_weight;
        cached->sd_llc_id = domains->span_first[llc->span];
        cached->sd_llc_shared = llc->shared;
    }
    cached->sd_share_id = cached->sd_llc_id;
    u32 cluster = lowest_flag_domain(domains, cpu, SS_SD_CLUSTER);
    if (cluster != SS_NO_DOMAIN) {
        cached->sd_share_id = domains->span_first[domains->domain[cluster].span];
        domains->sched_cluster_active = true;
    }
    cached->sd_numa = lowest_flag_domain(domains, cpu, SS_SD_NUMA);
}

bool ss_domains_create(struct ss_domains *domains, struct ss_arena *arena,
                       const struct ss_topology *topology)
{
    *domains = (struct ss_domains){.topology = topology};
    ss_build_level_list(domains);
    struct ss_domains_build build = {.domains = domains,
                                     .topology = topology,
                                     .words = topology->cpu_words,
                                     .bound = find_bound(domains)};
    take_arrays(&build, arena);
    if (ss_arena_counting(arena) || arena->failed) {
        domains->capacities = build.bound.capacities;
        domains->shareds = build.bound.shareds;
        return !arena->failed;
    }
    if (topology->numa_levels)
        domains->max_numa_distance = topology->numa_distance[topology->numa_levels - 1];
    domains->numa_topology_type = ss_find_numa_topology_type(topology);
    ss_build_level_spans(&build);
    for (u32 cpu = 0; cpu < topology->cpus; cpu++)
        build_chain(&build, cpu);
    ss_build_groups(&build);
    for (u32 cpu = 0; cpu < topology->cpus; cpu++)
        set_numa_imbalance(domains, cpu);
    for (u32 cpu = 0; cpu < topology->cpus && domains->levels; cpu++)
        domains->cpu[cpu].base = ss_degenerate_chain(domains, domains->cpu[cpu].base);
    for (u32 cpu = 0; cpu < topology->cpus; cpu++)
        cache_cpu_values(domains, cpu);
    return true;
}
