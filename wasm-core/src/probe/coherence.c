/*
 * Conformance door of the line model: builds a regular machine, runs a list of accesses through it
 * and reports every field of the line after each, then the c2c rows. What the words of a vector
 * file mean is known here and in cli/check/coherence.ts only.
 *
 * Input, words (times and sums: low word, high word):
 *   sockets nodes_per_socket llcs_per_node cores_per_llc threads cores
 *   clock_mhz l1 rmw store_slot llc svc_numerator svc_denominator read_service ack_per_domain
 *   directory_penalty private_age_us overlap load_threshold_cycles
 *   hitm[5] clean[5] dram[5]     by distance: same llc, same node, near, far, other socket
 *   matrix                       1: hitm and clean follow, llcs x llcs each, row = owner; else 0
 *   lines home[lines]
 *   rows steps (cpu line offset kind|overlap<<2 time_low time_high symbol)[steps]
 *                                rows: distinct (line, offset, symbol) among the steps, or more
 *   pairs (owner_core waiter_core)[pairs]
 * Output:
 *   a step: done:2 class wait:2 owner dirty busy:2 ready:2 supplier supplier_llc
 * sharers:2*core_words a pair: hand-over ns rows, then a row: line offset symbol loads stores
 * locked lcl_hitm rmt_hitm st_l1hit st_l1miss load_count load_cycles:2 hitm_count hitm_cycles:2
 * max_cycles records a line: misses wait_sum:2 busy_sum:2 lcl_hitm rmt_hitm A line in a state the
 * protocol forbids makes the probe bad.
 */
#include "probe/probe.h"

#include "machine/c2c.h"
#include "machine/coherence.h"
#include "machine/spinlock.h"

#define MOST_LINES (1 << 20) /* and memory bounds them first */
#define MOST_STEPS (1 << 24)
#define MOST_NS 1000000 /* with these two bounds no cost of an access leaves 32 bits */
#define MOST_SERVICE 16

struct shape {
    u32 cores_per_llc, llcs_per_node, nodes_per_socket;
};

struct coherence_probe {
    struct ss_topology topology;
    struct ss_platform platform;
    struct ss_coherence coherence;
    struct ss_c2c c2c;
};

static u32 read_count(struct ss_probe *probe, i32 low, i32 high)
{
    return (u32)ss_probe_read_range(probe, low, high);
}

static bool take_topology(struct ss_probe *probe, struct ss_topology *topology)
{
    struct ss_arena *arena = probe->arena;
    topology->core = SS_ARENA_ARRAY(arena, u16, topology->cpus);
    topology->llc = SS_ARENA_ARRAY(arena, u16, topology->cpus);
    topology->package = SS_ARENA_ARRAY(arena, u16, topology->cpus);
    topology->node = SS_ARENA_ARRAY(arena, u16, topology->cpus);
    topology->core_llc = SS_ARENA_ARRAY(arena, u16, topology->cores);
    topology->core_node = SS_ARENA_ARRAY(arena, u16, topology->cores);
    topology->core_package = SS_ARENA_ARRAY(arena, u16, topology->cores);
    topology->llc_node = SS_ARENA_ARRAY(arena, u16, topology->llcs);
    topology->llc_package = SS_ARENA_ARRAY(arena, u16, topology->llcs);
    topology->llc_cores = SS_ARENA_ARRAY(arena, u64, (u64)topology->llcs * topology->core_words);
    return !arena->failed && !ss_arena_counting(arena);
}

/* Core of a CPU: cpu modulo cores; domain, node and socket of a core by division. */
static void fill_topology(struct ss_topology *topology, const struct shape *shape)
{
    for (u32 core = 0; core < topology->cores; core++) {
        u32 llc = core / shape->cores_per_llc;
        u32 node = llc / shape->llcs_per_node, package = node / shape->nodes_per_socket;
        topology->core_llc[core] = (u16)llc;
        topology->core_node[core] = (u16)node;
        topology->core_package[core] = (u16)package;
        topology->llc_node[llc] = (u16)node;
        topology->llc_package[llc] = (u16)package;
        ss_bitset_add(topology->llc_cores + (u64)llc * topology->core_words, core);
    }
    for (u32 cpu = 0; cpu < topology->cpus; cpu++) {
        u32 core = cpu % topology->cores;
        topology->core[cpu] = (u16)core;
        topology->llc[cpu] = topology->core_llc[core];
        topology->node[cpu] = topology->core_node[core];
        topology->package[cpu] = topology->core_package[core];
    }
}

static bool read_topology(struct ss_probe *probe, struct ss_topology *topology)
{
    u32 sockets = read_count(probe, 1, SS_MAX_NODES);
    struct shape shape;
    shape.nodes_per_socket = read_count(probe, 1, SS_MAX_NODES);
    shape.llcs_per_node = read_count(probe, 1, SS_MAX_LLCS);
    shape.cores_per_llc = read_count(probe, 1, SS_MAX_CORES);
    u32 threads = read_count(probe, 1, SS_MAX_CPUS);
    topology->cores = read_count(probe, 1, SS_MAX_CORES);
    topology->packages = sockets;
    topology->nodes = sockets * shape.nodes_per_socket;
    topology->llcs = topology->nodes * shape.llcs_per_node;
    topology->cpus = threads * topology->cores;
    if (probe->bad || topology->nodes > SS_MAX_NODES || topology->llcs > SS_MAX_LLCS ||
        topology->cpus > SS_MAX_CPUS || topology->cores > topology->llcs * shape.cores_per_llc)
        return false;
    topology->cpu_words = ss_bitset_words(topology->cpus);
    topology->core_words = ss_bitset_words(topology->cores);
    if (!take_topology(probe, topology))
        return false;
    fill_topology(topology, &shape);
    return true;
}

static void read_scalars(struct ss_probe *probe, struct ss_platform *platform)
{
    platform->clock_mhz = read_count(probe, 1, 1000000);
    platform->l1 = read_count(probe, 0, MOST_NS);
    platform->rmw = read_count(probe, 0, MOST_NS);
    platform->store_slot = read_count(probe, 0, MOST_NS);
    platform->llc = read_count(probe, 0, MOST_NS);
    platform->svc_numerator = read_count(probe, 0, 1000000);
    platform->svc_denominator = read_count(probe, 1, 1000000);
    platform->read_service = read_count(probe, 0, MOST_NS);
    platform->ack_per_domain = read_count(probe, 0, MOST_NS);
    platform->directory_penalty = read_count(probe, 0, MOST_NS);
    if (platform->svc_numerator > MOST_SERVICE * platform->svc_denominator)
        probe->bad = true;
    platform->private_age_us = read_count(probe, 0, SS_MAX_PRIVATE_AGE_US);
    platform->overlap = read_count(probe, 1, MOST_NS);
    platform->load_threshold_cycles = read_count(probe, 0, MOST_NS);
}

static void read_costs(struct ss_probe *probe, u32 *costs, u32 count)
{
    for (u32 i = 0; i < count; i++)
        costs[i] = read_count(probe, 0, MOST_NS);
}

static bool read_platform(struct ss_probe *probe, struct coherence_probe *c)
{
    struct ss_distance_costs costs;
    read_scalars(probe, &c->platform);
    read_costs(probe, costs.hitm, SS_DISTANCES);
    read_costs(probe, costs.clean, SS_DISTANCES);
    read_costs(probe, costs.dram, SS_DISTANCES);
    if (!ss_platform_take(&c->platform, probe->arena, &c->topology))
        return false;
    ss_platform_fill(&c->platform, &c->topology, &costs);
    if (read_count(probe, 0, 1)) {
        u32 cells = c->topology.llcs * c->topology.llcs;
        read_costs(probe, c->platform.hitm, cells);
        read_costs(probe, c->platform.clean, cells);
    }
    return !probe->bad;
}

static bool read_lines(struct ss_probe *probe, struct coherence_probe *c, u32 lines)
{
    ss_coherence_create(&c->coherence, probe->arena, lines, &c->topology, &c->platform, true);
    if (probe->arena->failed)
        return false;
    for (u32 i = 0; i < lines; i++)
        ss_coherence_line(&c->coherence, i)->home =
            (u8)read_count(probe, 0, (i32)c->topology.nodes - 1);
    return !probe->bad;
}

static void write_step(struct ss_probe *probe, const struct ss_coherence *coherence, u32 cpu,
                       u32 index, const struct ss_access *access)
{
    const struct ss_line *line = ss_coherence_line(coherence, index);
    const u64 *sharers = ss_coherence_sharers(coherence, index);
    ss_probe_write_long(probe, access->done);
    ss_probe_write(probe, access->class);
    ss_probe_write_long(probe, access->wait);
    ss_probe_write(probe, line->owner);
    ss_probe_write(probe, line->dirty);
    ss_probe_write_long(probe, line->busy);
    ss_probe_write_long(probe, line->ready);
    ss_probe_write_long(probe, access->data_at);
    ss_probe_write_long(probe, coherence->drain[cpu]);
    ss_probe_write(probe, access->supplier);
    ss_probe_write(probe, access->supplier_llc);
    for (u32 i = 0; i < coherence->topology->core_words; i++)
        ss_probe_write_long(probe, sharers[i]);
}

static void run_steps(struct ss_probe *probe, struct coherence_probe *c, u32 steps)
{
    for (u32 i = 0; i < steps && !probe->bad; i++) {
        u32 cpu = read_count(probe, 0, (i32)c->topology.cpus - 1);
        u32 line = read_count(probe, 0, (i32)c->coherence.lines - 1);
        u32 offset = read_count(probe, 0, 63);
        u32 flags = read_count(probe, 0, 7);
        u64 now = ss_probe_read_long(probe);
        u32 symbol = read_count(probe, 0, 65535);
        enum ss_access_kind kind = (enum ss_access_kind)(flags & 3);
        if (probe->bad || kind > SS_RMW) {
            probe->bad = true;
            return;
        }
        struct ss_access access =
            ss_coherence_access(&c->coherence, cpu, line, kind, now, flags & 4);
        ss_c2c_count(&c->c2c, line, offset, symbol, kind, &access, now);
        if (!ss_coherence_line_valid(&c->coherence, line))
            probe->bad = true;
        write_step(probe, &c->coherence, cpu, line, &access);
    }
}

static void run_pairs(struct ss_probe *probe, struct coherence_probe *c)
{
    u32 pairs = read_count(probe, 0, MOST_STEPS);
    for (u32 i = 0; i < pairs && !probe->bad; i++) {
        u32 owner = read_count(probe, 0, (i32)c->topology.cores - 1);
        u32 waiter = read_count(probe, 0, (i32)c->topology.cores - 1);
        ss_probe_write(probe, (i32)ss_spinlock_handover_ns(&c->coherence, owner, waiter));
    }
}

static void write_rows(struct ss_probe *probe, const struct ss_c2c *c2c)
{
    if (c2c->count[1])
        probe->bad = true;
    ss_probe_write(probe, (i32)c2c->count[0]);
    for (u32 i = 0; i < c2c->count[0]; i++) {
        const struct ss_c2c_row *row = &c2c->row[i];
        const u32 plain[] = {row->line,     row->offset,    row->symbol,    row->loads,
                             row->stores,   row->locked,    row->lcl_hitm,  row->rmt_hitm,
                             row->st_l1hit, row->st_l1miss, row->load_count};
        for (u32 k = 0; k < SS_ARRAY_LENGTH(plain); k++)
            ss_probe_write(probe, (i32)plain[k]);
        ss_probe_write_long(probe, row->load_cycles);
        ss_probe_write(probe, (i32)(row->lcl_hitm + row->rmt_hitm));
        ss_probe_write_long(probe, row->hitm_cycles);
        ss_probe_write(probe, (i32)row->max_cycles);
        ss_probe_write(probe, (i32)row->records);
    }
}

static void write_lines(struct ss_probe *probe, const struct ss_coherence *coherence)
{
    for (u32 i = 0; i < coherence->lines; i++) {
        const struct ss_line_counts *line = &coherence->counts[i];
        ss_probe_write(probe, (i32)line->misses);
        ss_probe_write_long(probe, line->wait_sum);
        ss_probe_write_long(probe, line->busy_sum);
        ss_probe_write(probe, (i32)line->lcl_hitm);
        ss_probe_write(probe, (i32)line->rmt_hitm);
    }
}

void ss_probe_coherence(struct ss_probe *probe)
{
    struct coherence_probe c = {0};
    bool built = read_topology(probe, &c.topology) && read_platform(probe, &c);
    u32 lines = read_count(probe, 0, MOST_LINES);
    if (!built || !read_lines(probe, &c, lines)) {
        probe->bad = true;
        return;
    }
    ss_c2c_create(&c.c2c, probe->arena, read_count(probe, 0, MOST_STEPS), &c.platform);
    u32 steps = read_count(probe, 0, MOST_STEPS);
    if (probe->bad || probe->arena->failed)
        return;
    run_steps(probe, &c, steps);
    run_pairs(probe, &c);
    write_rows(probe, &c.c2c);
    write_lines(probe, &c.coherence);
}
