/*
 * Definitions drawn from a number: a machine of any shape, options, parameters, timings and changes
 * in the middle within their ranges, structures laid out in any order; or a shipped scenario's,
 * some of it drawn anew or taken from another's. What the core refuses is drawn again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/layout.h"
#include "sched/root_domain.h"
#include "workload/workload.h"
#include "world/options.h"
#include "worlds.h"

#define TRIES 400 /* drawn for one that is not refused */
#define PURPOSE 99
#define PURPOSE_LAYOUT 98
#define PURPOSE_FURTHER 96
#define FITTING 64        /* of a workload's parameters for some that fit each other */
#define RECORDS 4000      /* of a run on a machine of few CPUs */
#define LONG_RECORDS 8000 /* of a longer one */
#define LOOKED_AT 200     /* CPUs, twice, and tasks for which a run is not shortened */

uint32_t below(struct ss_prng *random, uint32_t bound)
{
    return ss_prng_below(random, bound);
}

bool one_in(struct ss_prng *random, uint32_t n)
{
    return below(random, n) == 0;
}

uint32_t within(struct ss_prng *random, uint32_t least, uint32_t greatest)
{
    const uint32_t span = greatest - least;
    if (!span || one_in(random, 10))
        return least;
    if (one_in(random, 40))
        return greatest;
    uint32_t bits = 1;
    while (bits < 32 && span >> bits)
        bits++;
    const uint32_t width = 1 + below(random, bits);
    const uint32_t value = (uint32_t)(ss_prng_next(random) >> (64 - width));
    return least + (value < span ? value : span);
}

/* ---- a definition ---------------------------------------------------------------------------- */

/* Of so many packages, nodes, caches, cores and threads; ids in the order of cores. */
struct shape {
    uint32_t nodes, nodes_a_package, llcs, cores, threads;
    bool siblings_far; /* the second threads of all cores are numbered behind the first ones */
    bool clusters;     /* two cores share an L2 */
};

static struct shape draw_shape(struct ss_prng *random)
{
    const bool large = one_in(random, 12);
    struct shape shape = {.nodes = 1 + below(random, large ? 16 : 4),
                          .llcs = 1 + below(random, large ? 8 : 3),
                          .cores = 1 + below(random, large ? 16 : 4),
                          .threads = 1 + below(random, 2),
                          .nodes_a_package = 1 + below(random, 2),
                          .siblings_far = below(random, 2),
                          .clusters = one_in(random, 6)};
    while (shape.nodes * shape.llcs * shape.cores * shape.threads > SS_LIMIT_CPUS / 2 ||
           shape.nodes * shape.llcs > SS_LIMIT_LLCS)
        shape.llcs > 1 ? shape.llcs-- : shape.nodes--;
    return shape;
}

static void draw_machine(struct ss_prng *random, struct ss_world_def *def)
{
    const struct shape shape = draw_shape(random);
    const uint32_t all_cores = shape.nodes * shape.llcs * shape.cores;
    def->cpus = all_cores * shape.threads;
    def->nodes = shape.nodes;
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++) {
        const uint32_t core = shape.siblings_far ? cpu % all_cores : cpu / shape.threads;
        const uint32_t llc = core / shape.cores, first = llc * shape.cores;
        const uint32_t clusters = (shape.cores + 1) / 2;
        def->cpu_core[cpu] = (uint16_t)core;
        def->cpu_l2[cpu] = (uint16_t)(shape.clusters ? llc * clusters + (core - first) / 2 : core);
        def->cpu_llc[cpu] = (uint16_t)llc;
        def->cpu_node[cpu] = (uint16_t)(llc / shape.llcs);
        def->cpu_package[cpu] = (uint16_t)(llc / shape.llcs / shape.nodes_a_package);
    }
    for (uint32_t i = 0; i < shape.nodes; i++)
        for (uint32_t j = 0; j <= i; j++) {
            const bool near = i / shape.nodes_a_package == j / shape.nodes_a_package;
            const uint16_t far = (uint16_t)((near ? 12 : 20) + (one_in(random, 4) ? 12 : 0));
            const uint16_t distance = i == j ? 10 : far;
            def->distance[i * shape.nodes + j] = def->distance[j * shape.nodes + i] = distance;
        }
    def->hitm_matrix_nodes = 0;
    def->node_read_mb_s = one_in(random, 2) ? 50000 : 0;
    def->llc_kib = 1024u << below(random, 8);
}

/* ---- timings: the words from one field of the definition to another, all times or ratios */

#define FIRST_TIMING (offsetof(struct ss_world_def, l1_ps) / 4)
#define LAST_TIMING (offsetof(struct ss_world_def, dram_other_socket_ps) / 4)
#define FIRST_COST (offsetof(struct ss_world_def, directory_penalty_ps) / 4)
#define LAST_COST (offsetof(struct ss_world_def, page_spread_1024) / 4)

/* Some of them a little or much larger or smaller. */
static void draw_timings(struct ss_prng *random, struct ss_world_def *def, uint32_t n)
{
    uint32_t *word = (uint32_t *)def;
    for (size_t i = FIRST_TIMING; i <= LAST_COST; i++) {
        const bool is_time = i <= LAST_TIMING || i >= FIRST_COST;
        if (!is_time || !one_in(random, n))
            continue;
        word[i] =
            one_in(random, 8) ? 0 : (uint32_t)((uint64_t)word[i] * (1 + below(random, 64)) / 16);
    }
}

static void copy_timings(struct ss_world_def *to, const struct ss_world_def *from)
{
    memcpy((uint32_t *)to + FIRST_TIMING, (const uint32_t *)from + FIRST_TIMING,
           4 * (LAST_TIMING + 1 - FIRST_TIMING));
    memcpy((uint32_t *)to + FIRST_COST, (const uint32_t *)from + FIRST_COST,
           4 * (LAST_COST + 1 - FIRST_COST));
    to->clock_mhz = from->clock_mhz;
}

/* ---- kernels and workloads */

/* About every n-th option anew. */
static void draw_options(struct ss_prng *random, struct ss_world_def *def, uint32_t n)
{
    for (uint32_t i = 0; i < ss_option_count; i++) {
        const struct ss_option *option = &ss_options[i];
        uint32_t *field = (uint32_t *)((uint8_t *)def + option->field);
        if (field == &def->fair_class || (option->needs_full && def->fair_class != SS_FAIR_FULL))
            continue;
        if (one_in(random, n))
            *field = within(random, option->least, option->greatest);
    }
}

static void draw_kernel(struct ss_prng *random, struct ss_world_def *def, uint32_t traits)
{
    const bool ordinary = traits & SS_TRAIT_FAIR;
    def->fair_class = ordinary ? !one_in(random, 8) : one_in(random, 3);
    if (def->fair_class && one_in(random, 6))
        def->fair_class = SS_FAIR_EXT;
    draw_options(random, def, 5);
    def->root_domain_layout = below(random, SS_LAYOUT_CUSTOM);
    if (def->fair_class == SS_FAIR_FULL && one_in(random, 2)) {
        def->cache_version = below(random, 6);
        for (uint32_t i = 0; i < 12; i++)
            def->cache_switch[i] = (uint8_t)(one_in(random, 6) ? below(random, 3) : 0);
    }
    if (def->fair_class == SS_FAIR_FULL && one_in(random, 4))
        def->task_hints = 1u << below(random, 5);
}

/* Again until the workload has nothing against them: else those with rules between parameters would
 * hardly ever be drawn, as many of their tries are refused as others' are not. */
static void draw_workload(struct ss_prng *random, struct ss_world_def *def,
                          const struct ss_workload_kind *kind)
{
    struct ss_message unread;
    uint32_t tries = 0;
    do {
        ss_message_init(&unread, NULL, 0);
        for (uint32_t i = 0; i < kind->parameter_count; i++) {
            const struct ss_parameter *row = &kind->parameters[i];
            const bool left_out = row->optional && one_in(random, 2);
            def->workload_parameter[i] = left_out ? 0 : within(random, row->least, row->greatest);
        }
    } while (kind->check && !kind->check(def, &unread) && ++tries < FITTING);
}

/* ---- layouts */

void shuffle(struct ss_prng *random, uint16_t *list, uint32_t count)
{
    for (uint32_t left = count; left > 1; left--) {
        const uint32_t pick = below(random, left);
        const uint16_t picked = list[pick];
        list[pick] = list[left - 1];
        list[left - 1] = picked;
    }
}

/* Mostly packed, sometimes spread over lines. */
static void declare(struct ss_prng *random, struct ss_world_def *def, uint16_t member)
{
    const uint32_t at = def->layout_members++;
    def->layout_member[at] = member;
    def->layout_attribute[at] = (uint16_t)(one_in(random, 3) ? 1u << below(random, 9) : 0);
    def->layout_padding[at] = (uint16_t)(one_in(random, 4) ? below(random, 100) : 0);
}

/* Some of the structures, their members in any order. */
static void draw_structures(struct ss_prng *random, struct ss_world_def *def)
{
    static const uint16_t structure[] = {
#define X(structure, member, bytes, alignment, attribute, many, name) SS_STRUCTURE_##structure,
        SS_MEMBER_LIST(X)
#undef X
    };
    uint16_t member[SS_MEMBERS_COUNT];
    for (uint16_t at = 0; at < SS_MEMBERS_COUNT;) {
        uint32_t count = 0;
        const uint16_t of = structure[at];
        for (; at < SS_MEMBERS_COUNT && structure[at] == of; at++)
            member[count++] = at;
        if (!one_in(random, 3))
            continue;
        shuffle(random, member, count);
        for (uint32_t i = 0; i < count; i++)
            declare(random, def, member[i]);
    }
}

static void draw_root_domain(struct ss_prng *random, struct ss_world_def *def)
{
    uint16_t field[SS_RD_FIELDS];
    uint32_t at = 0;
    for (uint16_t i = 0; i < SS_RD_FIELDS; i++)
        field[i] = i;
    shuffle(random, field, SS_RD_FIELDS);
    for (uint32_t i = 0; i < SS_RD_FIELDS; i++) {
        const uint32_t alignment = one_in(random, 8) ? 64 : 8;
        at = (at + alignment - 1) / alignment * alignment;
        def->root_domain_offset[field[i]] = at;
        at += ss_root_domain_field_size(field[i]);
    }
    def->root_domain_layout = SS_LAYOUT_CUSTOM;
    def->root_domain_size = at;
    def->rto_count_per_node = below(random, 2);
}

static void draw_layouts(struct ss_prng *random, struct ss_world_def *def)
{
    def->layout_members = 0;
    if (one_in(random, 2))
        draw_structures(random, def);
    if (one_in(random, 3))
        draw_root_domain(random, def);
}

void draw_change(struct ss_prng *random, struct ss_world_def *def, uint32_t index, uint32_t tasks)
{
    static const uint32_t kinds[] = {SS_INTERVENE_AFFINITY, SS_INTERVENE_AFFINITY,
                                     SS_INTERVENE_HINTS,    SS_INTERVENE_TUNABLE,
                                     SS_INTERVENE_PCP_HIGH, SS_INTERVENE_PCP_BATCH};
    /* A class of a policy's own takes no affinity, and only the full class hints and tunables. */
    const uint32_t first = def->fair_class == SS_FAIR_EXT ? 4 : 0;
    const uint32_t kind = kinds[first + below(random, SS_ARRAY_LENGTH(kinds) - first)];
    uint32_t *cpus = &def->intervention_cpus[index * SS_CPU_SET_WORDS];
    def->intervention_kind[index] = kind;
    def->intervention_value[index] = within(random, 0, UINT16_MAX);
    def->intervention_task[index] = UINT32_MAX;
    if (kind == SS_INTERVENE_HINTS)
        def->intervention_value[index] = 1u << below(random, 5);
    if (kind == SS_INTERVENE_TUNABLE)
        def->intervention_task[index] = below(random, 9);
    else if (tasks && one_in(random, 2))
        def->intervention_task[index] = def->cpus + below(random, tasks);
    memset(cpus, 0, SS_CPU_SET_WORDS * sizeof(*cpus));
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
        if (one_in(random, 3))
            cpus[cpu / 32] |= 1u << cpu % 32;
}

static void draw_changes(struct ss_prng *random, struct ss_world_def *def, uint32_t tasks,
                         uint64_t end)
{
    uint64_t at = 0;
    def->interventions = one_in(random, 2) ? below(random, one_in(random, 10) ? 33 : 4) : 0;
    for (uint32_t i = 0; i < def->interventions; i++) {
        if (!one_in(random, 5)) /* else at the same moment */
            at += below(random, (uint32_t)(end / (1 + def->interventions)));
        def->intervention_at_low[i] = (uint32_t)at;
        def->intervention_at_high[i] = (uint32_t)(at >> 32);
        draw_change(random, def, i, tasks);
    }
}

static void draw_observation(struct ss_prng *random, struct ss_world_def *def)
{
    def->keyframes = below(random, 2);
    def->explain_steps = below(random, 2);
    def->explain_quiet = below(random, 2);
    def->no_line_counters = below(random, 2);
    def->ring_records = one_in(random, 8) ? 0 : 16u << below(random, 10);
    def->explain_records = one_in(random, 8) ? 0 : 16u << below(random, 8);
}

/* Of the shipped definitions any that has words in this field; NULL: none has. */
static const struct ss_world_def *with_words(struct ss_prng *random, const struct shipped *shipped,
                                             size_t field)
{
    const uint32_t first = shipped->count ? below(random, shipped->count) : 0;
    for (uint32_t seen = 0; seen < shipped->count; seen++) {
        const struct ss_world_def *def = &shipped->list[(first + seen) % shipped->count]->def;
        uint32_t words;
        memcpy(&words, (const uint8_t *)def + field, sizeof(words));
        if (words)
            return def;
    }
    return NULL;
}

/* A policy of the shipped ones, some words of it otherwise: most of those are refused. */
static void draw_policy(struct ss_prng *random, struct ss_world_def *def,
                        const struct shipped *shipped)
{
    const size_t first = offsetof(struct ss_world_def, policy_words);
    const struct ss_world_def *from = with_words(random, shipped, first);
    if (!from)
        return;
    const size_t end = offsetof(struct ss_world_def, policy_array_start_high) +
                       sizeof(def->policy_array_start_high);
    memcpy((uint8_t *)def + first, (const uint8_t *)from + first, end - first);
    for (uint32_t changes = one_in(random, 3) ? 1 + below(random, 3) : 0; changes; changes--)
        def->policy_code[below(random, def->policy_words)] ^= 1u << below(random, 32);
}

/* A workload of one's own of the shipped ones, some words of it otherwise: about half of those are
 * refused. */
static void draw_program(struct ss_prng *random, struct ss_world_def *def,
                         const struct shipped *shipped)
{
    const size_t words = offsetof(struct ss_world_def, program_words);
    const struct ss_world_def *from = with_words(random, shipped, words);
    if (!from)
        return;
    def->program_words = from->program_words;
    memcpy(def->program, from->program, sizeof(def->program));
    for (uint32_t changes = one_in(random, 2) ? 1 + below(random, 3) : 0; changes; changes--) {
        uint32_t *word = &def->program[below(random, def->program_words)];
        const uint32_t near[] = {below(random, 4), *word + 1, *word ^ 1u << below(random, 32)};
        *word = near[below(random, SS_ARRAY_LENGTH(near))];
    }
}

/* ---- whole definitions */

static const uint32_t workloads[] = {
#define X(with, NAME, code, name) code,
    SS_WORKLOADS(X, )
#undef X
};

static void draw_freely(struct ss_prng *random, struct ss_prng *layouts, struct ss_world_def *def,
                        const struct shipped *shipped)
{
    ss_world_def_default(def);
    draw_machine(random, def);
    def->workload = workloads[below(random, SS_ARRAY_LENGTH(workloads))];
    const struct ss_workload_kind *kind = ss_workload_kind(def->workload);
    draw_kernel(random, def, kind->traits);
    if (def->workload == SS_WORKLOAD_PROGRAM)
        draw_program(random, def, shipped);
    draw_workload(random, def, kind);
    draw_layouts(layouts, def);
    if (one_in(random, 4))
        draw_timings(random, def, 4);
    def->warmup_us = below(random, 2000);
}

/* A shipped definition with some of it otherwise. */
static void draw_from_shipped(struct ss_prng *random, struct ss_prng *layouts,
                              struct ss_world_def *def, const struct shipped *shipped)
{
    const struct ss_world_def *base = &shipped->list[below(random, shipped->count)]->def;
    const struct ss_world_def *other = &shipped->list[below(random, shipped->count)]->def;
    memcpy(def, base, sizeof(*def));
    const struct ss_workload_kind *kind = ss_workload_kind(def->workload);
    if (def->cpus > 64 ? !one_in(random, 6) : one_in(random, 3))
        draw_machine(random, def);
    if (one_in(random, 3) && !def->hitm_matrix_nodes && !other->hitm_matrix_nodes)
        copy_timings(def, other);
    if (one_in(random, 4))
        draw_timings(random, def, 8);
    if (one_in(random, 2))
        draw_options(random, def, 8);
    if (one_in(random, 4))
        draw_kernel(random, def, kind->traits);
    for (uint32_t i = 0; i < kind->parameter_count; i++)
        if (one_in(random, 4))
            def->workload_parameter[i] =
                within(random, kind->parameters[i].least, kind->parameters[i].greatest);
    if (one_in(random, 4))
        draw_layouts(layouts, def);
    def->warmup_us = one_in(random, 2) ? below(random, 2000) : def->warmup_us / 64;
}

/* Defects show on small machines soon; one run in eight goes further. The invariants look at every
 * CPU and every task after every event. */
static uint32_t draw_records(struct ss_prng *random, uint32_t cpus, uint32_t tasks)
{
    const uint32_t records = one_in(random, 8) ? LONG_RECORDS : RECORDS >> below(random, 3);
    const uint32_t looked_at = 2 * cpus + tasks;
    return looked_at <= LOOKED_AT ? records
                                  : (uint32_t)((uint64_t)records * LOOKED_AT / looked_at) + 100;
}

bool draw_case(struct world_case *drawn, uint64_t number, const struct shipped *shipped)
{
    struct ss_world_def *def = &drawn->def;
    for (uint32_t attempt = 0; attempt < TRIES; attempt++) {
        struct ss_prng random, layouts, further;
        struct ss_workload_needs needs = {0};
        ss_prng_seed(&random, number, PURPOSE, attempt);
        ss_prng_seed(&layouts, number, PURPOSE_LAYOUT, attempt);
        ss_prng_seed(&further, number, PURPOSE_FURTHER, attempt);
        if (shipped->count && one_in(&random, 2))
            draw_from_shipped(&random, &layouts, def, shipped);
        else
            draw_freely(&random, &layouts, def, shipped);
        if (shipped->count && def->fair_class && one_in(&random, 4))
            draw_policy(&random, def, shipped);
        def->seed_low = (uint32_t)ss_prng_next(&random);
        def->seed_high = one_in(&random, 4) ? (uint32_t)ss_prng_next(&random) : 0;
        draw_observation(&random, def);
        draw_further(&further, def);
        drawn->end = 1000000ull << below(&random, 8);
        drawn->laws = ss_prng_next(&random);
        def->interventions = 0;
        if (!ss_world_bytes(def))
            continue;
        ss_workload_kind(def->workload)->needs(def, &needs);
        drawn->records = draw_records(&random, def->cpus, needs.tasks);
        draw_changes(&random, def, needs.tasks, drawn->end);
        draw_further_changes(&further, def);
        const uint32_t bytes = ss_world_bytes(def);
        if (bytes && bytes <= MOST_BYTES)
            return true;
        if (!bytes && !def->message[0]) {
            fprintf(stderr, "refused without a word\n");
            abort();
        }
    }
    return false;
}
