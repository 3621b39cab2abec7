/*
 * The levels every CPU is offered, from SMT to the farthest NUMA distance, and the CPUs each CPU
 * sees at each of them (x86: arch/x86/kernel/smpboot.c; NUMA: sched_init_numa; v6.18).
 */
#include "sched/domains/domain_levels.h"

#include "sched/domains/domains_build.h"

#include "base/hash.h"

static void add_level(struct ss_domains *domains, u8 kind, u16 flags, u16 distance)
{
    domains->level[domains->levels++] =
        (struct ss_domain_level){.kind = kind, .flags = flags, .distance = distance};
}

void ss_build_level_list(struct ss_domains *domains)
{
    const struct ss_topology *topology = domains->topology;
    if (topology->sched_smt && topology->smt_active)
        add_level(domains, SS_LEVEL_SMT, SS_SD_SHARE_CPUCAPACITY | SS_SD_SHARE_LLC, 0);
    if (topology->sched_cluster)
        add_level(domains, SS_LEVEL_CLS, SS_SD_CLUSTER | SS_SD_SHARE_LLC, 0);
    if (topology->sched_mc)
        add_level(domains, SS_LEVEL_MC, SS_SD_SHARE_LLC, 0);
    if (!topology->numa_in_package)
        add_level(domains, SS_LEVEL_PKG, 0, 0);
    for (u32 i = 0; i < topology->numa_levels; i++)
        add_level(domains, i ? SS_LEVEL_NUMA : SS_LEVEL_NODE, i ? SS_SD_NUMA : 0,
                  topology->numa_distance[i]);
}

static u32 count_cores(const struct ss_topology *topology, const u64 *cpus)
{
    u64 cores[SS_MAX_CORES / 64] = {0};
    SS_BITSET_EACH(cpu, cpus, topology->cpu_words)
    ss_bitset_add(cores, topology->core[cpu]);
    return ss_bitset_count(cores, topology->core_words);
}

static u16 add_span(struct ss_domains_build *build, const u64 *cpus)
{
    struct ss_domains *domains = build->domains;
    SS_DEBUG_CHECK(domains->spans < build->bound.spans);
    u32 span = domains->spans++;
    ss_bitset_copy(domains->span_cpus + (u64)span * build->words, cpus, build->words);
    domains->span_weight[span] = (u16)ss_bitset_count(cpus, build->words);
    domains->span_cores[span] = (u16)count_cores(build->topology, cpus);
    domains->span_first[span] = (u16)ss_bitset_first(cpus, build->words);
    return (u16)span;
}

u16 ss_intern_span(struct ss_domains_build *build, const u64 *cpus)
{
    u64 hash = SS_HASH_START;
    for (u32 i = 0; i < build->words; i++)
        hash = ss_hash_word(hash, cpus[i]);
    /* The table has more slots than spans, so the search ends. */
    for (u32 at = (u32)hash;; at++) {
        u16 *slot = &build->slot[at & (build->slots - 1)];
        if (*slot == 0) {
            u16 span = add_span(build, cpus);
            *slot = (u16)(span + 1);
            return span;
        }
        if (ss_bitset_equal(ss_span_cpus(build->domains, *slot - 1u), cpus, build->words))
            return (u16)(*slot - 1);
    }
}

/* A level whose masks are the sets `rows`, by the id a CPU has in `ids`. */
static void fill_partition_level(struct ss_domains_build *build, u16 *span_of, const u16 *ids,
                                 const u64 *rows)
{
    for (u32 cpu = 0; cpu < build->topology->cpus; cpu++)
        span_of[cpu] = ss_intern_span(build, rows + (u64)ids[cpu] * build->words);
}

/* The CPUs of all nodes at most `distance` from a node, by the node's row of the table. */
static void fill_distance_level(struct ss_domains_build *build, u16 *span_of, u32 distance)
{
    const struct ss_topology *topology = build->topology;
    u16 span_of_node[SS_MAX_NODES];
    SS_BITSET_EACH(row, &topology->nodes_with_cpus, 1)
    {
        u64 cpus[SS_MAX_CPUS / 64] = {0};
        SS_BITSET_EACH(column, &topology->nodes_with_cpus, 1)
        if (topology->distance[(u32)row * topology->nodes + (u32)column] <= distance)
            ss_bitset_or(cpus, topology->node_cpus + (u64)column * build->words, build->words);
        span_of_node[row] = ss_intern_span(build, cpus);
    }
    for (u32 cpu = 0; cpu < topology->cpus; cpu++)
        span_of[cpu] = span_of_node[topology->node[cpu]];
}

void ss_build_level_spans(struct ss_domains_build *build)
{
    const struct ss_topology *topology = build->topology;
    u64 all[SS_MAX_CPUS / 64] = {0};
    ss_bitset_fill(all, topology->cpus);
    build->all_cpus = ss_intern_span(build, all);
    for (u32 i = 0; i < build->domains->levels; i++) {
        u16 *span_of = build->level_span + (u64)i * topology->cpus;
        const struct ss_domain_level *level = &build->domains->level[i];
        switch (level->kind) {
        case SS_LEVEL_SMT:
            fill_partition_level(build, span_of, topology->core, topology->core_cpus);
            break;
        case SS_LEVEL_CLS:
            fill_partition_level(build, span_of, topology->l2, topology->l2_cpus);
            break;
        case SS_LEVEL_MC:
            fill_partition_level(build, span_of, topology->llc, topology->llc_cpus);
            break;
        case SS_LEVEL_PKG: /* on x86 the CPUs of the node, not of the package */
            fill_partition_level(build, span_of, topology->node, topology->node_cpus);
            break;
        default:
            fill_distance_level(build, span_of, level->distance);
        }
    }
}

/* True if some node is nearer than `limit` to both. */
static bool has_intermediary(const struct ss_topology *topology, u32 a, u32 b, u32 limit)
{
    SS_BITSET_EACH(c, &topology->nodes_with_cpus, 1)
    if (topology->distance[a * topology->nodes + (u32)c] < limit &&
        topology->distance[b * topology->nodes + (u32)c] < limit)
        return true;
    return false;
}

u8 ss_find_numa_topology_type(const struct ss_topology *topology)
{
    if (topology->numa_levels <= 2)
        return SS_NUMA_DIRECT;
    u32 farthest = topology->numa_distance[topology->numa_levels - 1];
    SS_BITSET_EACH(a, &topology->nodes_with_cpus, 1)
    SS_BITSET_EACH(b, &topology->nodes_with_cpus, 1)
    if (topology->distance[(u32)a * topology->nodes + (u32)b] >= farthest)
        return has_intermediary(topology, (u32)a, (u32)b, farthest) ? SS_NUMA_GLUELESS_MESH
                                                                    : SS_NUMA_BACKPLANE;
    return SS_NUMA_DIRECT;
}
