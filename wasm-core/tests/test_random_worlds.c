/* Worlds drawn from a seed, for every workload: a machine of any shape, options, parameters and
 * changes in the middle within their ranges, structures laid out in any order, run under all debug
 * checks and invariants. Nothing is expected of what happens in them but that it holds, that the
 * time of every CPU is accounted for, and that a run taken in two steps in other memory is the same
 * run.
 *
 * `test_random_worlds` runs a few of each; `test_random_worlds 200` so many; a failure says how
 * to run that world alone: `test_random_worlds <workload> <seed>`. Each runs in a process of its
 * own, so that a check that traps ends that world and not the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/prng.h"
#include "exec/layout.h"
#include "exec/run.h"
#include "exec/world.h"
#include "sched/root_domain.h"
#include "workload/workload.h"
#include "world/options.h"

#define FEW 3     /* worlds of a workload where nobody says how many */
#define TRIES 400 /* drawn for one that is not refused */
#define MOST_BYTES (48u << 20)
#define MOST_RECORDS 4000 /* of a run: the invariants look at every CPU after every event */
#define MOST_SECONDS 240
#define PURPOSE 99
#define PURPOSE_LAYOUT 98

static uint32_t below(struct ss_prng *random, uint32_t bound)
{
    return ss_prng_below(random, bound);
}

static bool one_in(struct ss_prng *random, uint32_t n)
{
    return below(random, n) == 0;
}

/* From `least` to `greatest`: one of the ends, or as many small distances from `least` as large. */
static uint32_t within(struct ss_prng *random, uint32_t least, uint32_t greatest)
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

static void draw_machine(struct ss_prng *random, struct ss_world_def *def)
{
    const uint32_t nodes = 1 + below(random, 4), llcs = 1 + below(random, 3);
    const uint32_t cores = 1 + below(random, 4), threads = 1 + below(random, 2);
    const uint32_t all_cores = nodes * llcs * cores, nodes_a_package = 1 + below(random, 2);
    const bool siblings_far = below(random, 2);
    def->cpus = all_cores * threads;
    def->nodes = nodes;
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++) {
        const uint32_t core = siblings_far ? cpu % all_cores : cpu / threads;
        def->cpu_core[cpu] = def->cpu_l2[cpu] = (uint16_t)core;
        def->cpu_llc[cpu] = (uint16_t)(core / cores);
        def->cpu_node[cpu] = (uint16_t)(core / cores / llcs);
        def->cpu_package[cpu] = (uint16_t)(core / cores / llcs / nodes_a_package);
    }
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j <= i; j++) {
            const uint16_t far = i / nodes_a_package == j / nodes_a_package ? 12 : 20;
            const uint16_t distance = i == j ? 10 : far + (one_in(random, 4) ? 12 : 0);
            def->distance[i * nodes + j] = def->distance[j * nodes + i] = distance;
        }
    def->node_read_mb_s = one_in(random, 2) ? 50000 : 0;
    def->llc_kib = 1024u << below(random, 8);
}

static void draw_kernel(struct ss_prng *random, struct ss_world_def *def, uint32_t traits)
{
    const bool ordinary = traits & SS_TRAIT_FAIR;
    def->fair_class = ordinary ? !one_in(random, 8) : one_in(random, 3);
    for (uint32_t i = 0; i < ss_option_count; i++) {
        const struct ss_option *option = &ss_options[i];
        uint32_t *field = (uint32_t *)((uint8_t *)def + option->field);
        if (field == &def->fair_class || (option->needs_full && !def->fair_class))
            continue;
        if (one_in(random, 5))
            *field = within(random, option->least, option->greatest);
    }
    def->root_domain_layout = below(random, SS_LAYOUT_CUSTOM);
    if (def->fair_class && one_in(random, 2)) {
        def->cache_version = below(random, 6);
        for (uint32_t i = 0; i < 12; i++)
            def->cache_switch[i] = (uint8_t)(one_in(random, 6) ? below(random, 3) : 0);
    }
    if (def->fair_class && one_in(random, 4))
        def->task_hints = 1u << below(random, 5);
}

static void draw_workload(struct ss_prng *random, struct ss_world_def *def,
                          const struct ss_workload_kind *kind)
{
    for (uint32_t i = 0; i < kind->parameter_count; i++) {
        const struct ss_parameter *row = &kind->parameters[i];
        const bool left_out = row->optional && one_in(random, 2);
        def->workload_parameter[i] = left_out ? 0 : within(random, row->least, row->greatest);
    }
}

/* ---- layouts */

static void shuffle(struct ss_prng *random, uint16_t *list, uint32_t count)
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

static void draw_changes(struct ss_prng *random, struct ss_world_def *def, uint32_t tasks,
                         uint32_t end)
{
    static const uint32_t kinds[] = {SS_INTERVENE_AFFINITY, SS_INTERVENE_AFFINITY,
                                     SS_INTERVENE_HINTS,    SS_INTERVENE_TUNABLE,
                                     SS_INTERVENE_PCP_HIGH, SS_INTERVENE_PCP_BATCH};
    uint32_t at = 0;
    def->interventions = one_in(random, 2) ? below(random, 4) : 0;
    for (uint32_t i = 0; i < def->interventions; i++) {
        const uint32_t kind = kinds[below(random, SS_ARRAY_LENGTH(kinds))];
        at += below(random, end / 3);
        def->intervention_at_low[i] = at;
        def->intervention_kind[i] = kind;
        def->intervention_value[i] = within(random, 0, UINT16_MAX);
        def->intervention_task[i] = UINT32_MAX;
        if (kind == SS_INTERVENE_HINTS)
            def->intervention_value[i] = 1u << below(random, 5);
        if (kind == SS_INTERVENE_TUNABLE)
            def->intervention_task[i] = below(random, 8);
        else if (tasks && one_in(random, 2))
            def->intervention_task[i] = def->cpus + below(random, tasks);
        for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
            if (one_in(random, 3))
                def->intervention_cpus[i * SS_CPU_SET_WORDS + cpu / 32] |= 1u << cpu % 32;
    }
}

/* The first that is not refused of those the seed leads to; how long it is to run is *end. */
static struct ss_world_def *draw(uint32_t workload, uint32_t seed, uint32_t *end)
{
    const struct ss_workload_kind *kind = ss_workload_kind(workload);
    struct ss_world_def *def = calloc(1, sizeof(*def));
    for (uint32_t attempt = 0; attempt < TRIES; attempt++) {
        struct ss_prng random, layouts;
        struct ss_workload_needs needs;
        ss_prng_seed(&random, (uint64_t)workload << 32 | seed, PURPOSE, attempt);
        ss_prng_seed(&layouts, (uint64_t)workload << 32 | seed, PURPOSE_LAYOUT, attempt);
        ss_world_def_default(def);
        draw_machine(&random, def);
        draw_kernel(&random, def, kind->traits);
        def->workload = workload;
        draw_workload(&random, def, kind);
        draw_layouts(&layouts, def);
        def->seed_low = seed;
        def->warmup_us = below(&random, 2000);
        def->keyframes = below(&random, 2);
        def->explain_steps = below(&random, 2);
        def->explain_quiet = below(&random, 2);
        def->no_line_counters = below(&random, 2);
        *end = 1000000u << below(&random, 7);
        if (!ss_world_bytes(def))
            continue;
        kind->needs(def, &needs);
        draw_changes(&random, def, needs.tasks, *end);
        const uint32_t bytes = ss_world_bytes(def);
        if (bytes && bytes <= MOST_BYTES)
            return def;
        if (!bytes && !def->message[0])
            fail_msg("refused without a word");
    }
    free(def);
    return NULL;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static struct ss_world *make(struct ss_world_def *def, int filling)
{
    const uint32_t bytes = ss_world_bytes(def);
    void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    memset(memory, filling, bytes);
    if (ss_world_create(memory, bytes, def) != SS_STATUS_OK)
        abort();
    return memory;
}

static int step(struct ss_world *w, uint64_t until)
{
    const int32_t result = ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), MOST_RECORDS);
    if (result != SS_STEP_DEFECT)
        return result;
    fprintf(stderr, "%llu ns: %s\n", (unsigned long long)w->clock->now, (char *)w->map->message);
    abort();
}

static void accounts_for_all_time(struct ss_world *w)
{
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++) {
        u64 ns[SS_LEDGER_KINDS], sum = 0;
        ss_ledger_now(w, cpu, ns);
        for (int kind = 0; kind < SS_LEDGER_KINDS; kind++)
            sum += ns[kind];
        if (sum == w->clock->now)
            continue;
        fprintf(stderr, "CPU %u: the kinds of its time are not all of it\n", cpu);
        abort();
    }
}

static void run(uint32_t workload, uint32_t seed)
{
    uint32_t end = 0;
    alarm(MOST_SECONDS);
    struct ss_world_def *def = draw(workload, seed, &end);
    if (!def) {
        fprintf(stderr, "every one of %d was refused\n", TRIES);
        abort();
    }
    struct ss_world *w = make(def, 0xa5);
    const int result = step(w, end);
    ss_world_frame(w);
    accounts_for_all_time(w);
    printf("workload %u, seed %u: %u CPUs, %u tasks, %llu ns, %llu records, %u members laid "
           "out\n",
           workload, seed, w->topology.cpus, w->tasks, (unsigned long long)w->clock->now,
           (unsigned long long)w->clock->records, def->layout_members);
    if (result == SS_STEP_REACHED && end <= 4000000) {
        struct ss_world *again = make(def, 0x5a);
        const bool whole = step(again, end / 2) == SS_STEP_REACHED;
        ss_world_frame(again);
        if (whole && step(again, end) == SS_STEP_REACHED &&
            again->clock->trace_hash != w->clock->trace_hash) {
            fprintf(stderr, "in two steps it is another run\n");
            abort();
        }
        free(again);
    }
    free(w);
    free(def);
}

static const uint32_t workloads[] = {
#define X(with, NAME, code, name) code,
    SS_WORKLOADS(X, )
#undef X
};

static uint32_t worlds = FEW;

/* False if the world did not come to its end. */
static bool survives(uint32_t workload, uint32_t seed)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        run(workload, seed);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        fail_msg("no process for it");
    if (!status)
        return true;
    fprintf(stderr, "fails (%d); to see it alone: test_random_worlds %u %u\n", status, workload,
            seed);
    return false;
}

static void worlds_drawn_at_random_hold(void **state)
{
    uint32_t failed = 0;
    (void)state;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(workloads); i++)
        for (uint32_t seed = 1; seed <= worlds; seed++)
            failed += !survives(workloads[i], seed);
    assert_int_equal(failed, 0);
}

int main(int count, char **arguments)
{
    if (count == 3) {
        run((uint32_t)atoi(arguments[1]), (uint32_t)atoi(arguments[2]));
        return 0;
    }
    if (count == 2)
        worlds = (uint32_t)atoi(arguments[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(worlds_drawn_at_random_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
