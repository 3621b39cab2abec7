/* The register of conformance doors: one line a vector kind. */
#include "probe/probe.h"

#include "schedscape.h"

typedef void probe_function(struct ss_probe *probe);

static probe_function *const probes[] = {
    [SS_PROBE_TOPOLOGY] = ss_probe_topology,
    [SS_PROBE_COHERENCE] = ss_probe_coherence,
    [SS_PROBE_CPUPRI] = ss_probe_cpupri,
    [SS_PROBE_RT] = ss_probe_rt,
    [SS_PROBE_LAYOUT] = ss_probe_layout,
    [SS_PROBE_BENCH_LINE] = ss_probe_bench_line,
    [SS_PROBE_PCP] = ss_probe_pcp,
    [SS_PROBE_RACE] = ss_probe_race,
    [SS_PROBE_POLICY] = ss_probe_policy,
    [SS_PROBE_FAIR_RULES] = ss_probe_fair_rules,
    [SS_PROBE_FAIR_PLACE] = ss_probe_fair_place,
    [SS_PROBE_FAIR_BALANCE] = ss_probe_fair_balance,
    [SS_PROBE_CACHE_RULES] = ss_probe_cache_rules,
};

int32_t ss_probe_run(uint32_t kind, void *memory, uint32_t memory_bytes, const int32_t *in,
                     uint32_t in_words, int32_t *out, uint32_t out_words)
{
    if (kind >= SS_ARRAY_LENGTH(probes) || !probes[kind])
        return -SS_STATUS_BAD_PROBE;
    struct ss_arena arena;
    ss_arena_init(&arena, memory, memory_bytes);
    struct ss_probe probe = {
        .arena = &arena, .in = in, .in_words = in_words, .out = out, .out_words = out_words};
    probes[kind](&probe);
    if (arena.failed)
        return -SS_STATUS_NO_MEMORY;
    return probe.bad ? -SS_STATUS_BAD_PROBE : (int32_t)probe.written;
}
