/*
 * A door for the benchmark, not for conformance: CPUs that do nothing but atomics on one cache
 * line, each issuing its next when the last one is done, in the order of the timing wheel. Says
 * whether the cost of an access stays the same however long the line has been contended. Not what
 * an access of a kernel path costs: ss_touch takes other ways, asks for hits first and records.
 *
 * Input: cores (2..1024, half of them in each of two sockets) accesses
 * Output: misses:2 end of the last access in ns:2
 */
#include "probe/probe.h"

#include "base/wheel.h"
#include "machine/c2c.h"
#include "machine/coherence.h"

#define SOCKETS 2
#define ROWS 16 /* one line, one offset, one symbol: one row */

struct bench_line {
    struct ss_topology topology;
    struct ss_platform platform;
    struct ss_coherence coherence;
    struct ss_c2c c2c;
    struct ss_wheel wheel;
};

/* One LLC and one node a socket, a core a CPU. */
static bool build_topology(struct bench_line *bench, struct ss_arena *arena, u32 cores)
{
    struct ss_world_def *def = SS_ARENA_ARRAY(arena, struct ss_world_def, 1);
    if (!def)
        return false;
    def->cpus = cores;
    def->nodes = SOCKETS;
    for (u32 cpu = 0; cpu < cores; cpu++) {
        u16 socket = (u16)(cpu * SOCKETS / cores);
        def->cpu_core[cpu] = def->cpu_l2[cpu] = (u16)cpu;
        def->cpu_llc[cpu] = def->cpu_package[cpu] = def->cpu_node[cpu] = socket;
    }
    for (u32 i = 0; i < SOCKETS * SOCKETS; i++)
        def->distance[i] = i % (SOCKETS + 1) ? 2 * SS_LOCAL_DISTANCE : SS_LOCAL_DISTANCE;
    return ss_topology_create(&bench->topology, arena, def);
}

/* Times of no machine in particular: only the host's cost of an access is of interest. */
static bool build_platform(struct bench_line *bench, struct ss_arena *arena)
{
    bench->platform = (struct ss_platform){
        .clock_mhz = 3000,
        .l1 = 2,
        .rmw = 6,
        .store_slot = SS_STORE_SLOT_NS,
        .llc = 30,
        .svc_numerator = 1,
        .svc_denominator = 1,
        .read_service = 15,
        .ack_per_domain = 15,
        .private_age_us = 100,
        .overlap = 4,
        .load_threshold_cycles = SS_LOAD_THRESHOLD_CYCLES,
    };
    const struct ss_distance_costs costs = {
        .hitm = {80, 90, 100, 100, 200},
        .clean = {75, 85, 95, 95, 190},
        .dram = {100, 100, 100, 100, 200},
    };
    if (!ss_platform_take(&bench->platform, arena, &bench->topology))
        return false;
    ss_platform_fill(&bench->platform, &bench->topology, &costs);
    return true;
}

static bool build(struct bench_line *bench, struct ss_arena *arena, u32 cores)
{
    if (!build_topology(bench, arena, cores) || !build_platform(bench, arena))
        return false;
    ss_coherence_create(&bench->coherence, arena, 1, &bench->topology, &bench->platform, true);
    ss_c2c_create(&bench->c2c, arena, ROWS, &bench->platform);
    ss_wheel_create(&bench->wheel, arena, cores);
    return !arena->failed;
}

static u64 hammer(struct bench_line *bench, u32 cores, u32 accesses)
{
    u64 end = 0;
    for (u32 cpu = 0; cpu < cores; cpu++)
        ss_wheel_set(&bench->wheel, cpu, cpu, cpu);
    for (u32 i = 0; i < accesses; i++) {
        u64 now;
        u32 cpu = (u32)ss_wheel_take(&bench->wheel, SS_NEVER, &now);
        struct ss_access access =
            ss_coherence_access(&bench->coherence, cpu, 0, SS_RMW, now, false);
        ss_c2c_count(&bench->c2c, 0, 0, 0, SS_RMW, &access, now);
        ss_wheel_set(&bench->wheel, cpu, access.done, cpu);
        end = ss_max_u64(end, access.done);
    }
    return end;
}

void ss_probe_bench_line(struct ss_probe *probe)
{
    u32 cores = (u32)ss_probe_read_range(probe, SOCKETS, SS_MAX_CORES);
    u32 accesses = (u32)ss_probe_read_range(probe, 1, INT32_MAX);
    struct bench_line *bench = SS_ARENA_ARRAY(probe->arena, struct bench_line, 1);
    if (probe->bad || !bench || !build(bench, probe->arena, cores))
        return;
    u64 end = hammer(bench, cores, accesses);
    ss_probe_write_long(probe, bench->coherence.counts[0].misses);
    ss_probe_write_long(probe, end);
}
