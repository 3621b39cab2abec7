/*
 * The conformance door of the scheduling domains: a machine in, what the kernel's topology code
 * makes of it for some of its CPUs out. A set of CPUs is written as ceil(cpus / 32) words, lowest
 * CPUs first.
 *
 * in: cpus, nodes, node_reclaim_distance, sched_smt, sched_cluster, sched_mc,
 *      core[cpus], l2[cpus], llc[cpus], package[cpus], node[cpus], distance[nodes * nodes],
 *      CPUs asked for, their numbers
 * out: 0, bytes of a message, its bytes one a word if the machine is refused, else:
 *      1, numa_in_package, enum ss_numa_topology_type, sched_cluster_active,
 *      levels, each (enum ss_level_kind, distance),
 *      for each CPU asked for:
 *        sd_llc_size, sd_llc_id, sd_share_id, domains, for each of them, innermost first:
 *          enum ss_level_kind, flags, span_weight, min_interval, max_interval, busy_factor,
 *          imbalance_pct, cache_nice_tries, imb_numa_nr, the same by the rule of v5.18, span,
 *          groups, for each of them:
 *            weight, cores, balance_cpu, flags, span, balance mask
 */
#include "probe/topology.h"

#include "probe/probe.h"

#include "machine/topology.h"
#include "machine/topology_check.h"
#include "sched/domains/domains.h"
#include "schedscape.h"

static void read_ids(struct ss_probe *probe, u16 *ids, u32 cpus)
{
    for (u32 cpu = 0; cpu < cpus; cpu++)
        ids[cpu] = (u16)ss_probe_read_range(probe, 0, UINT16_MAX);
}

/* Counts outside the limits are left for the check to refuse with a sentence. */
void ss_probe_read_shape(struct ss_probe *probe, struct ss_world_def *def)
{
    def->cpus = (u32)ss_probe_read(probe);
    def->nodes = (u32)ss_probe_read(probe);
    def->node_reclaim_distance = (u32)ss_probe_read(probe);
    def->sched_smt = (u32)ss_probe_read(probe);
    def->sched_cluster = (u32)ss_probe_read(probe);
    def->sched_mc = (u32)ss_probe_read(probe);
    if (def->cpus > SS_MAX_CPUS || def->nodes > SS_MAX_NODES)
        return;
    read_ids(probe, def->cpu_core, def->cpus);
    read_ids(probe, def->cpu_l2, def->cpus);
    read_ids(probe, def->cpu_llc, def->cpus);
    read_ids(probe, def->cpu_package, def->cpus);
    read_ids(probe, def->cpu_node, def->cpus);
    for (u32 i = 0; i < def->nodes * def->nodes; i++)
        def->distance[i] = (u16)ss_probe_read_range(probe, 0, UINT16_MAX);
}

static void write_refusal(struct ss_probe *probe, const struct ss_message *message)
{
    ss_probe_write(probe, 0);
    ss_probe_write(probe, (i32)message->used);
    for (u32 i = 0; i < message->used; i++)
        ss_probe_write(probe, (u8)message->text[i]);
}

static void write_span(struct ss_probe *probe, const struct ss_domains *domains, u32 span)
{
    const u64 *cpus = ss_span_cpus(domains, span);
    for (u32 i = 0; i < ss_div_round_up(domains->topology->cpus, 32); i++)
        ss_probe_write(probe, (i32)(u32)(cpus[i / 2] >> 32 * (i % 2)));
}

static void write_group(struct ss_probe *probe, const struct ss_domains *domains,
                        const struct ss_sched_group *group)
{
    ss_probe_write(probe, group->weight);
    ss_probe_write(probe, group->cores);
    ss_probe_write(probe, group->balance_cpu);
    ss_probe_write(probe, group->flags);
    write_span(probe, domains, group->span);
    write_span(probe, domains, domains->capacity[group->capacity].balance_mask);
}

static void write_domain(struct ss_probe *probe, const struct ss_domains *domains, u32 at)
{
    const struct ss_sched_domain *domain = &domains->domain[at];
    ss_probe_write(probe, domains->level[domain->level].kind);
    ss_probe_write(probe, domain->flags);
    ss_probe_write(probe, domain->span_weight);
    ss_probe_write(probe, domain->min_interval);
    ss_probe_write(probe, domain->max_interval);
    ss_probe_write(probe, domain->busy_factor);
    ss_probe_write(probe, domain->imbalance_pct);
    ss_probe_write(probe, domain->cache_nice_tries);
    ss_probe_write(probe, (i32)domain->imb_numa_nr);
    ss_probe_write(probe, (i32)domain->imb_numa_nr_v5_18);
    write_span(probe, domains, domain->span);
    ss_probe_write(probe, domain->group_count);
    for (u32 i = 0; i < domain->group_count; i++)
        write_group(probe, domains, ss_domain_group(domains, at, i));
}

static void write_cpu(struct ss_probe *probe, const struct ss_domains *domains, u32 cpu)
{
    const struct ss_cpu_domains *cached = &domains->cpu[cpu];
    u32 count = 0;
    for (u32 at = cached->base; at != SS_NO_DOMAIN; at = domains->domain[at].parent)
        count++;
    ss_probe_write(probe, cached->sd_llc_size);
    ss_probe_write(probe, cached->sd_llc_id);
    ss_probe_write(probe, cached->sd_share_id);
    ss_probe_write(probe, (i32)count);
    for (u32 at = cached->base; at != SS_NO_DOMAIN; at = domains->domain[at].parent)
        write_domain(probe, domains, at);
}

static void write_domains(struct ss_probe *probe, const struct ss_domains *domains)
{
    ss_probe_write(probe, 1);
    ss_probe_write(probe, domains->topology->numa_in_package);
    ss_probe_write(probe, domains->numa_topology_type);
    ss_probe_write(probe, domains->sched_cluster_active);
    ss_probe_write(probe, (i32)domains->levels);
    for (u32 i = 0; i < domains->levels; i++) {
        ss_probe_write(probe, domains->level[i].kind);
        ss_probe_write(probe, domains->level[i].distance);
    }
    u32 asked = (u32)ss_probe_read_range(probe, 0, SS_MAX_CPUS);
    for (u32 i = 0; i < asked && !probe->bad; i++)
        write_cpu(probe, domains,
                  (u32)ss_probe_read_range(probe, 0, (i32)domains->topology->cpus - 1));
}

void ss_probe_topology(struct ss_probe *probe)
{
    struct ss_world_def *def = SS_ARENA_ARRAY(probe->arena, struct ss_world_def, 1);
    struct ss_topology topology;
    struct ss_domains domains;
    if (!def)
        return;
    ss_probe_read_shape(probe, def);
    if (probe->bad)
        return;
    char text[SS_MESSAGE_BYTES];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    if (!ss_topology_check_cpus(def, &message)) {
        write_refusal(probe, &message);
        return;
    }
    if (!ss_topology_create(&topology, probe->arena, def))
        return;
    /* A world refuses a broken distance table; the kernel builds no NUMA levels from one, and
     * vectors may ask for that. */
    if (topology.numa_levels > 0 && !ss_topology_check_distances(def, &message))
        write_refusal(probe, &message);
    else if (ss_domains_create(&domains, probe->arena, &topology))
        write_domains(probe, &domains);
}
