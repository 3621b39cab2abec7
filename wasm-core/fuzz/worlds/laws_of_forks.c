/*
 * Laws of changes in the middle of a run: before a change nothing is otherwise than without it, and
 * a change that changes nothing gives the same records, however the run is observed.
 */
#include <string.h>

#include "laws.h"
#include "mm/definition.h"
#include "sched/run_queue.h"
#include "workload/workload.h"

#define RING 2048

static uint64_t hash_of(struct ss_record record)
{
    uint64_t hash = 0;
    record.e = 0;
    if (record.kind == SS_RECORD_DECISION)
        record.d = 0; /* the number of its explanation, in the order of writing */
    for (size_t i = 0; i < sizeof(record) / 8; i++) {
        uint64_t word;
        memcpy(&word, (const uint8_t *)&record + 8 * i, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Hash over the records but those of one kind, up to a moment, in whatever order those of one
 * moment were written; 0 if there is no world. */
static uint64_t hash_of_run(struct ss_world *w, uint64_t until, uint8_t kind)
{
    uint64_t hash = 1, read = 0;
    if (!w)
        return 0;
    int result;
    do {
        result = go(w, until, w->clock->records + RING / 2);
        for (; read < w->clock->records; read++) {
            const struct ss_record *record = &w->ring[read & (RING - 1)];
            if (record->kind != kind)
                hash += hash_of(*record);
        }
    } while (result == SS_STEP_RECORDS);
    give_memory(w);
    return hash;
}

/* The same of a definition whose run there was already ... */
static uint64_t hash_without(struct ss_world_def *def, uint64_t until, uint8_t kind)
{
    def->ring_records = RING;
    return hash_of_run(make_again(def, 0x5a), until, kind);
}

/* ... and of one that may give another. */
static uint64_t hash_of_another(struct ss_world_def *def, uint64_t until, uint8_t kind)
{
    def->ring_records = RING;
    return hash_of_run(make_world(def, 0x5a), until, kind);
}

/* Passes that leave things as they are say so in records of their own. */
bool quiet_passes_told(struct asked *asked, const char *law)
{
    const uint64_t hash = hash_without(asked->def, asked->done, SS_RECORD_DECISION);
    asked->def->explain_quiet ^= 1;
    if (hash_without(asked->def, asked->done, SS_RECORD_DECISION) != hash)
        broken(law, "it is another run");
    return true;
}

/* Before a change nothing is otherwise than without it. */
bool past_of_a_fork(struct asked *asked, const char *law)
{
    struct ss_world_def *def = asked->def;
    struct ss_workload_needs needs = {0};
    ss_workload_kind(def->workload)->needs(def, &needs);
    const uint64_t at = asked->done / (1 + below(&asked->random, 4));
    uint32_t before = 0;
    while (before < def->interventions && ((uint64_t)def->intervention_at_high[before] << 32 |
                                           def->intervention_at_low[before]) < at)
        before++;
    if (!at || before == SS_LIMIT_INTERVENTIONS)
        return false;
    def->interventions = before;
    const uint64_t without = hash_without(def, at - 1, 0);
    def->interventions = before + 1;
    def->intervention_at_low[before] = (uint32_t)at;
    def->intervention_at_high[before] = (uint32_t)(at >> 32);
    for (uint32_t tries = 0; tries < 20; tries++) {
        draw_change(&asked->random, def, before, needs.tasks);
        if (!ss_world_bytes(def))
            continue;
        if (hash_without(def, at - 1, 0) != without)
            broken(law, "the run differs before the change");
        return true;
    }
    return false;
}

/* Tunables of one moment, in either order. */
bool two_changes_of_a_moment(struct asked *asked, const char *law)
{
    struct ss_world_def *def = asked->def;
    const uint32_t tunable = below(&asked->random, 2);
    const uint64_t at = asked->done / 2;
    def->interventions = 2;
    for (uint32_t i = 0; i < 2; i++) {
        def->intervention_at_low[i] = (uint32_t)at;
        def->intervention_at_high[i] = (uint32_t)(at >> 32);
        def->intervention_kind[i] = SS_INTERVENE_TUNABLE;
        def->intervention_task[i] = tunable + i;
        def->intervention_value[i] = tunable + i == SS_TUNABLE_NR_MIGRATE ? 3 : 200000;
    }
    const uint64_t hash = hash_of_another(def, asked->done, SS_RECORD_INTERVENE);
    if (!hash) /* no kernel with such tunables */
        return false;
    const uint32_t task = def->intervention_task[0], value = def->intervention_value[0];
    def->intervention_task[0] = def->intervention_task[1];
    def->intervention_value[0] = def->intervention_value[1];
    def->intervention_task[1] = task;
    def->intervention_value[1] = value;
    if (hash_without(def, asked->done, SS_RECORD_INTERVENE) != hash)
        broken(law, "their order makes another run");
    return true;
}

/* The CPUs that a task may use at that moment, or all tasks (all ones): all of the machine. False:
 * there are RT tasks then. One of those may just be on its way into the lists of its queue, and any
 * change of affinity makes its CPU check whether it is in the right ones, which costs an
 * interrupt. */
static bool read_affinity(struct ss_world_def *def, uint64_t at, uint32_t task)
{
    struct ss_world *w = make_again(def, 0x5a);
    bool ordinary = true;
    go(w, at, 0);
    memset(def->intervention_cpus, 0, SS_CPU_SET_WORDS * sizeof(*def->intervention_cpus));
    for (uint32_t i = def->cpus; i < w->stoppers; i++)
        ordinary = ordinary && !ss_task_is_rt(&w->task[i]);
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
        if (task == UINT32_MAX || ss_bitset_has(ss_affinity(w, &w->task[task]), cpu))
            def->intervention_cpus[cpu / 32] |= 1u << cpu % 32;
    give_memory(w);
    return ordinary;
}

/* Lists that tune themselves have a high that no change can give them. */
static uint32_t high_of(const struct ss_world_def *def)
{
    const struct ss_modern_batch limits = ss_mm_limits_of(def, ss_mm_cpus_on(def, 0));
    bool same = limits.high_min == limits.high_max;
    for (uint32_t node = 1; node < def->nodes; node++)
        same = same && ss_mm_limits_of(def, ss_mm_cpus_on(def, node)).high_max == limits.high_max;
    return same ? limits.high_max : 0;
}

/* The change of a kind that says what is so already; false if there is none. */
static bool change_nothing(struct asked *asked, uint32_t kind, uint64_t at, uint32_t tasks)
{
    struct ss_world_def *def = asked->def;
    uint32_t task = UINT32_MAX, value = 0;
    if (tasks && one_in(&asked->random, 2))
        task = def->cpus + below(&asked->random, tasks);
    if (kind == SS_INTERVENE_AFFINITY && !read_affinity(def, at, task))
        return false;
    if (kind == SS_INTERVENE_HINTS)
        value = def->task_hints;
    else if (kind == SS_INTERVENE_PCP_HIGH)
        value = high_of(def);
    else if (kind == SS_INTERVENE_PCP_BATCH)
        value = ss_mm_limits_of(def, ss_mm_cpus_on(def, 0)).batch;
    else if (kind == SS_INTERVENE_TUNABLE) {
        task = SS_TUNABLE_NR_MIGRATE;
        value = 32;
    }
    def->interventions = 1;
    def->intervention_at_low[0] = (uint32_t)at;
    def->intervention_at_high[0] = (uint32_t)(at >> 32);
    def->intervention_kind[0] = kind;
    def->intervention_task[0] = task;
    def->intervention_value[0] = value;
    return true;
}

/* A change to what is so already: of the kinds that the world takes, the first from a drawn one on.
 */
bool change_that_changes_nothing(struct asked *asked, const char *law)
{
    static const uint32_t kinds[] = {SS_INTERVENE_PCP_HIGH, SS_INTERVENE_PCP_BATCH,
                                     SS_INTERVENE_HINTS, SS_INTERVENE_AFFINITY,
                                     SS_INTERVENE_TUNABLE};
    struct ss_world_def *def = asked->def;
    struct ss_workload_needs needs = {0};
    const uint32_t first = below(&asked->random, SS_ARRAY_LENGTH(kinds));
    ss_workload_kind(def->workload)->needs(def, &needs);
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(kinds); i++) {
        def->interventions = 0;
        const uint32_t kind = kinds[(first + i) % SS_ARRAY_LENGTH(kinds)];
        if (!change_nothing(asked, kind, asked->done / 2, needs.tasks) || !ss_world_bytes(def))
            continue;
        def->interventions = 0;
        const uint64_t without = hash_of_another(def, asked->done, SS_RECORD_INTERVENE);
        def->interventions = 1;
        if (hash_without(def, asked->done, SS_RECORD_INTERVENE) != without)
            broken(law, "it changes the run");
        return true;
    }
    return false;
}

/* The moment at which measuring begins matters to measurements only. */
bool another_warmup(struct asked *asked, const char *law)
{
    struct ss_world_def *def = asked->def;
    const uint64_t hash = hash_without(def, asked->done, SS_RECORD_MEASURE);
    def->warmup_us = below(&asked->random, (uint32_t)(asked->done / 1000) + 2);
    if (hash_without(def, asked->done, SS_RECORD_MEASURE) != hash)
        broken(law, "it makes another run");
    return true;
}
