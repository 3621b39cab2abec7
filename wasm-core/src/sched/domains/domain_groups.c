/*
 * The groups of every domain. Below NUMA, groups are the children's spans and one ring serves all
 * CPUs of the span; NUMA domains may overlap, so each CPU gets groups of its own
 * (build_sched_groups, build_overlap_sched_groups, kernel/sched/topology.c v6.18).
 */
#include "sched/domains/domain_groups.h"

#include "sched/domains/domain_levels.h"
#include "sched/domains/domains_build.h"

/* The capacity object of the groups balanced by these CPUs at this level, a new one if need be. */
static u16 capacity_for(struct ss_domains_build *build, u32 level, u16 balance_mask)
{
    struct ss_domains *domains = build->domains;
    u16 first = domains->span_first[balance_mask];
    u16 *known = build->capacity_of + (u64)level * build->topology->cpus;
    if (known[first] == 0) {
        SS_DEBUG_CHECK(domains->capacities < build->bound.capacities);
        u32 capacity = domains->capacities++;
        domains->capacity[capacity] = (struct ss_group_capacity){
            .balance_mask = balance_mask, .level = (u16)level, .cpu = first};
        SS_BITSET_EACH(cpu, ss_span_cpus(domains, balance_mask), build->words)
        known[cpu] = (u16)(capacity + 1);
    }
    return (u16)(known[first] - 1);
}

static void append_group(struct ss_domains_build *build, struct ss_sched_domain *domain, u16 span,
                         u16 flags, u16 capacity)
{
    struct ss_domains *domains = build->domains;
    SS_DEBUG_CHECK(domains->groups < build->bound.groups);
    domains->group[domains->groups++] = (struct ss_sched_group){
        .span = span,
        .weight = domains->span_weight[span],
        .cores = domains->span_cores[span],
        .flags = flags,
        .balance_cpu = domains->capacity[capacity].cpu,
        .capacity = capacity,
    };
    domain->group_count++;
}

static u16 intern_single(struct ss_domains_build *build, u32 cpu)
{
    u64 cpus[SS_MAX_CPUS / 64] = {0};
    ss_bitset_add(cpus, cpu);
    return ss_intern_span(build, cpus);
}

static u32 last_cpu(const u64 *cpus, u32 words)
{
    u32 word = words;
    while (!cpus[--word])
        ;
    return word * 64 + ss_highest_bit(cpus[word]);
}

/*
 * The ring of an ordinary domain. Each CPU of the span links the shared groups anew in the order it
 * meets them, so what remains is the order of the last CPU; the others enter the ring at their own
 * group.
 */
static void build_ring(struct ss_domains_build *build, struct ss_sched_domain *domain)
{
    struct ss_domains *domains = build->domains;
    u32 level = domain->level;
    u64 left[SS_MAX_CPUS / 64];
    ss_bitset_copy(left, ss_span_cpus(domains, domain->span), build->words);
    i32 cpu = (i32)last_cpu(left, build->words);
    domain->groups = domains->groups;
    for (; cpu >= 0; cpu = ss_bitset_next_wrap(left, build->words, (u32)cpu)) {
        u32 child = domains->domain[ss_domain_at(domains, (u32)cpu, level)].child;
        bool has_child = child != SS_NO_DOMAIN;
        u16 span = has_child ? domains->domain[child].span : intern_single(build, (u32)cpu);
        u16 flags = has_child ? domains->domain[child].flags : 0;
        SS_BITSET_EACH(member, ss_span_cpus(domains, span), build->words)
        {
            ss_bitset_remove(left, (u32)member);
            domains->domain[ss_domain_at(domains, (u32)member, level)].first_group =
                domain->group_count;
        }
        append_group(build, domain, span, flags, capacity_for(build, level, span));
    }
}

static void build_ordinary_groups(struct ss_domains_build *build, u32 cpu, u32 level)
{
    struct ss_domains *domains = build->domains;
    struct ss_sched_domain *domain = &domains->domain[ss_domain_at(domains, cpu, level)];
    u32 first = domains->span_first[domain->span];
    if (first == cpu) {
        build_ring(build, domain);
        return;
    }
    const struct ss_sched_domain *built = &domains->domain[ss_domain_at(domains, first, level)];
    domain->groups = built->groups;
    domain->group_count = built->group_count;
}

/*
 * The domain of CPU `other` whose child becomes a group of `domain`: that of the same level, or
 * where its child would reach out of the span, a lower one. SS_NO_DOMAIN if the other CPU's chain
 * ended below this level.
 */
static u32 find_sibling(const struct ss_domains_build *build, const struct ss_sched_domain *domain,
                        u32 other)
{
    const struct ss_domains *domains = build->domains;
    const u64 *span = ss_span_cpus(domains, domain->span);
    u32 sibling = ss_domain_at(domains, other, domain->level);
    if (!ss_domain_exists(domains, sibling))
        return SS_NO_DOMAIN;
    u32 child = domains->domain[sibling].child;
    while (
        child != SS_NO_DOMAIN &&
        !ss_bitset_subset(ss_span_cpus(domains, domains->domain[child].span), span, build->words)) {
        sibling = child;
        child = domains->domain[sibling].child;
    }
    /* The kernel then goes on down while child and sibling have equal spans. That never happens: of
     * the two, only the child lies inside the span. */
    return sibling;
}

/* The CPUs of the group whose own domain at this level was built from exactly the same group. */
static u16 find_balance_mask(struct ss_domains_build *build, u32 level, u16 group_span)
{
    const struct ss_domains *domains = build->domains;
    u64 mask[SS_MAX_CPUS / 64] = {0};
    SS_BITSET_EACH(cpu, ss_span_cpus(domains, group_span), build->words)
    {
        u32 domain = ss_domain_at(domains, (u32)cpu, level);
        if (!ss_domain_exists(domains, domain))
            continue;
        u32 child = domains->domain[domain].child;
        if (child != SS_NO_DOMAIN && domains->domain[child].span == group_span)
            ss_bitset_add(mask, (u32)cpu);
    }
    return ss_intern_span(build, mask);
}

static void build_overlapping_groups(struct ss_domains_build *build, u32 cpu, u32 level)
{
    struct ss_domains *domains = build->domains;
    struct ss_sched_domain *domain = &domains->domain[ss_domain_at(domains, cpu, level)];
    u64 left[SS_MAX_CPUS / 64];
    ss_bitset_copy(left, ss_span_cpus(domains, domain->span), build->words);
    domain->groups = domains->groups;
    for (i32 i = (i32)cpu; i >= 0; i = ss_bitset_next_wrap(left, build->words, (u32)i)) {
        u32 sibling = find_sibling(build, domain, (u32)i);
        if (sibling == SS_NO_DOMAIN) {
            ss_bitset_remove(left, (u32)i); /* passed over; another group may still cover it */
            continue;
        }
        /* NODE lies below every NUMA level, so the sibling has a child, and i is in its span. */
        u32 child = domains->domain[sibling].child;
        SS_DEBUG_CHECK(child != SS_NO_DOMAIN);
        u16 span = domains->domain[child].span;
        u32 from = domains->domain[sibling].level;
        u16 known = build->capacity_of[(u64)from * build->topology->cpus + (u32)i];
        u16 capacity = known ? (u16)(known - 1)
                             : capacity_for(build, from, find_balance_mask(build, from, span));
        SS_BITSET_EACH(member, ss_span_cpus(domains, span), build->words)
        ss_bitset_remove(left, (u32)member);
        append_group(build, domain, span, domains->domain[child].flags, capacity);
    }
}

void ss_build_groups(struct ss_domains_build *build)
{
    struct ss_domains *domains = build->domains;
    for (u32 cpu = 0; cpu < build->topology->cpus; cpu++)
        for (u32 level = 0; level < domains->levels; level++) {
            if (!ss_domain_exists(domains, ss_domain_at(domains, cpu, level)))
                break;
            if (domains->level[level].kind == SS_LEVEL_NUMA)
                build_overlapping_groups(build, cpu, level);
            else
                build_ordinary_groups(build, cpu, level);
        }
}
