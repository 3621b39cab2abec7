/*
 * What every world keeps. Debug builds ask the core's own invariants after every event; here stand
 * laws between runs: what only looks, or says the same in other words, gives the same run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/layout.h"
#include "exec/run.h"
#include "exec/world.h"
#include "workload/workload.h"
#include "laws.h"

#define PURPOSE_LAWS 97

_Noreturn void broken(const char *law, const char *how)
{
    fprintf(stderr, "%s: %s\n", law, how);
    abort();
}

/* ---- a run ----------------------------------------------------------------------------------- */

struct ss_world *make_world(struct ss_world_def *def, int filling)
{
    const uint32_t bytes = ss_world_bytes(def);
    if (!bytes)
        return NULL;
    void *memory = take_memory(bytes, filling);
    if (ss_world_create(memory, bytes, def) != SS_STATUS_OK)
        abort();
    return memory;
}

struct ss_world *make_again(struct ss_world_def *def, int filling)
{
    struct ss_world *w = make_world(def, filling);
    if (w)
        w->hooks.broken = NULL;
    return w;
}

static int step(struct ss_world *w, uint64_t until, uint32_t records)
{
    const int32_t result = ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), records);
    if (result == SS_STEP_DEFECT) {
        fprintf(stderr, "%llu ns\n", (unsigned long long)w->clock->now);
        broken("a defect", (const char *)w->map->message);
    }
    return result;
}

int go(struct ss_world *w, uint64_t end, uint64_t records)
{
    const uint64_t written = w->clock->records;
    if (records && written >= records)
        return SS_STEP_RECORDS;
    return step(w, end, records ? (uint32_t)(records - written) : 0);
}

#define SAME(X)                                                                                    \
    X(now)                                                                                         \
    X(records)                                                                                     \
    X(trace_hash) X(accesses) X(misses) X(switches) X(wakeups) X(migrations) X(score) X(latency_sum)

static bool is_same(const struct ss_world_clock *a, const struct ss_world_clock *b)
{
    bool same = true;
#define X(field)                                                                                   \
    if (a->field != b->field) {                                                                    \
        fprintf(stderr, #field " %llu, not %llu\n", (unsigned long long)a->field,                  \
                (unsigned long long)b->field);                                                     \
        same = false;                                                                              \
    }
    SAME(X)
#undef X
    return same;
}

static void accounts_for_all_time(struct ss_world *w)
{
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++) {
        u64 ns[SS_LEDGER_KINDS], sum = 0;
        ss_ledger_now(w, cpu, ns);
        for (int kind = 0; kind < SS_LEDGER_KINDS; kind++)
            sum += ns[kind];
        if (sum != w->clock->now)
            broken("time", "the kinds of a CPU's time are not all of it");
    }
}

/* The changed definition gives the same run, in memory that was filled otherwise. */
static bool runs_alike(struct asked *asked, const char *law)
{
    struct ss_world *w = make_again(asked->def, 0x5a);
    if (!w)
        broken(law, (const char *)asked->def->message);
    go(w, asked->held->end, asked->held->records);
    if (!is_same(w->clock, &asked->clock))
        broken(law, "it is another run");
    give_memory(w);
    return true;
}

/* ---- laws of observing ----------------------------------------------------------------------- */

static bool in_pieces(struct asked *asked, const char *law)
{
    struct ss_world *w = make_again(asked->def, 0x5a);
    const uint64_t records = asked->clock.records, end = asked->held->end;
    uint64_t time = 0;
    for (uint32_t piece = 0; piece < 6 && w->clock->records < records; piece++) {
        if (one_in(&asked->random, 2)) {
            go(w, end, w->clock->records + 1 + below(&asked->random, (uint32_t)records / 3 + 1));
            time = w->clock->now;
        } else if (asked->done > time) {
            time += (asked->done - time) / (2 + below(&asked->random, 6));
            go(w, time, 0);
        }
        ss_world_frame(w);
        ss_world_mechanisms(w);
    }
    if (w->clock->records <= records)
        go(w, end, asked->held->records);
    if (w->clock->records == records && !is_same(w->clock, &asked->clock))
        broken(law, "it is another run");
    give_memory(w);
    return true;
}

/* Rings, explanations, keyframes and counters of lines only observe a run. */
static bool observed_otherwise(struct asked *asked, const char *law)
{
    struct ss_world_def *def = asked->def;
    def->keyframes ^= 1;
    def->explain_steps ^= below(&asked->random, 2);
    def->no_line_counters ^= 1;
    def->ring_records = 16u << below(&asked->random, 10);
    def->explain_records = 16u << below(&asked->random, 6);
    return runs_alike(asked, law);
}

/* As a host keeps a moment: the pages that changed since the moment before. */
static void take_moment(struct ss_world *w, uint8_t *image)
{
    const uint8_t *state = (const uint8_t *)w + w->map->state_offset;
    const uint32_t *page = (const uint32_t *)((const uint8_t *)w + w->map->page_list_offset);
    const uint32_t count = ss_world_keyframe(w);
    for (uint32_t i = 0; i < count; i++)
        memcpy(image + (size_t)page[i] * SS_STATE_PAGE_BYTES,
               state + (size_t)page[i] * SS_STATE_PAGE_BYTES, SS_STATE_PAGE_BYTES);
}

static void goes_on_from(struct asked *asked, struct ss_world *w, const uint8_t *image,
                         const char *law)
{
    memcpy((uint8_t *)w + w->map->state_offset, image, w->map->state_bytes);
    go(w, asked->held->end, asked->held->records);
    if (!is_same(w->clock, &asked->clock))
        broken(law, "the run from a kept moment is another one");
}

static bool kept_moments(struct asked *asked, const char *law)
{
    asked->def->keyframes = 1;
    struct ss_world *w = make_again(asked->def, 0x5a), *other = make_again(asked->def, 0xc3);
    uint8_t *image = malloc(w->map->state_bytes);
    if (w->map->bytes <= MOST_BYTES) {
        uint64_t at = 0;
        for (uint32_t moments = 1 + below(&asked->random, 3); moments; moments--) {
            at += below(&asked->random, (uint32_t)asked->clock.records / 2 + 1);
            if (at && at < asked->clock.records)
                go(w, asked->held->end, at);
            take_moment(w, image);
        }
        go(w, asked->held->end, asked->held->records);
        goes_on_from(asked, w, image, law);
        goes_on_from(asked, other, image, law);
    }
    free(image);
    give_memory(other);
    give_memory(w);
    return true;
}

/* Memory that ends anywhere is refused in words before anything is built in it. */
static bool too_little_memory(struct asked *asked, const char *law)
{
    const uint32_t needed = ss_world_bytes(asked->def);
    for (uint32_t tries = 0; tries < 16; tries++) {
        const uint32_t bytes = tries ? below(&asked->random, needed) : needed - 1;
        uint8_t *memory = take_memory(bytes, 0x5a);
        if (ss_world_create(memory, bytes, asked->def) != SS_STATUS_NO_MEMORY ||
            !asked->def->message[0])
            broken(law, "it is not refused");
        if (bytes && (memory[0] != 0x5a || memcmp(memory, memory + 1, bytes - 1)))
            broken(law, "something was built in it");
        give_memory(memory);
    }
    return true;
}

/* ---- laws of saying the same otherwise ------------------------------------------------------- */

static void scribble(struct ss_prng *random, void *first, void *end)
{
    for (uint8_t *byte = first; byte < (uint8_t *)end; byte++)
        *byte = (uint8_t)ss_prng_next(random);
}

#define SCRIBBLE_FROM(list, used)                                                                  \
    scribble(&asked->random, (list) + (used), (list) + SS_ARRAY_LENGTH(list))

/* Fields of the definition that the core has no reason to read. */
static bool unread_words(struct asked *asked, const char *law)
{
    struct ss_world_def *def = asked->def;
    SCRIBBLE_FROM(def->cpu_core, def->cpus);
    SCRIBBLE_FROM(def->cpu_l2, def->cpus);
    SCRIBBLE_FROM(def->cpu_llc, def->cpus);
    SCRIBBLE_FROM(def->cpu_package, def->cpus);
    SCRIBBLE_FROM(def->cpu_node, def->cpus);
    SCRIBBLE_FROM(def->distance, def->nodes * def->nodes);
    SCRIBBLE_FROM(def->hitm_matrix_ns, def->hitm_matrix_nodes * def->hitm_matrix_nodes);
    SCRIBBLE_FROM(def->layout_member, def->layout_members);
    SCRIBBLE_FROM(def->layout_attribute, def->layout_members);
    SCRIBBLE_FROM(def->layout_padding, def->layout_members);
    SCRIBBLE_FROM(def->workload_parameter, ss_workload_kind(def->workload)->parameter_count);
    SCRIBBLE_FROM(def->intervention_at_low, def->interventions);
    SCRIBBLE_FROM(def->intervention_at_high, def->interventions);
    SCRIBBLE_FROM(def->intervention_kind, def->interventions);
    SCRIBBLE_FROM(def->intervention_task, def->interventions);
    SCRIBBLE_FROM(def->intervention_value, def->interventions);
    SCRIBBLE_FROM(def->intervention_cpus, def->interventions * SS_CPU_SET_WORDS);
    if (def->root_domain_layout != SS_LAYOUT_CUSTOM) {
        SCRIBBLE_FROM(def->root_domain_offset, 0);
        def->root_domain_size = (uint32_t)ss_prng_next(&asked->random);
    }
    SCRIBBLE_FROM(def->message, 0);
    return runs_alike(asked, law);
}

static void shuffle_numbers(struct ss_prng *random, uint16_t *ids, uint32_t cpus)
{
    static uint16_t other[SS_LIMIT_CPUS];
    uint32_t count = 0;
    for (uint32_t cpu = 0; cpu < cpus; cpu++)
        if (ids[cpu] >= count)
            count = ids[cpu] + 1u;
    for (uint32_t i = 0; i < count; i++)
        other[i] = (uint16_t)i;
    shuffle(random, other, count);
    for (uint32_t cpu = 0; cpu < cpus; cpu++)
        ids[cpu] = other[ids[cpu]];
}

/* Second-level caches and packages are told apart by their numbers and nothing else. Cores are not:
 * workloads take them in order. */
static bool numbered_otherwise(struct asked *asked, const char *law)
{
    struct ss_world_def *def = asked->def;
    shuffle_numbers(&asked->random, def->cpu_l2, def->cpus);
    shuffle_numbers(&asked->random, def->cpu_package, def->cpus);
    return runs_alike(asked, law);
}

/* Structures stand one behind another in a definition, in any order. */
static bool structures_in_another_order(struct asked *asked, const char *law)
{
    static const uint16_t structure[] = {
#define X(structure, member, bytes, alignment, attribute, many, name) SS_STRUCTURE_##structure,
        SS_MEMBER_LIST(X)
#undef X
    };
    const struct ss_world_def *from = &asked->held->def;
    struct ss_world_def *def = asked->def;
    uint32_t to = 0;
    for (uint32_t end = from->layout_members; end;) {
        uint32_t first = end - 1;
        while (first &&
               structure[from->layout_member[first - 1]] == structure[from->layout_member[end - 1]])
            first--;
        for (uint32_t i = first; i < end; i++, to++) {
            def->layout_member[to] = from->layout_member[i];
            def->layout_attribute[to] = from->layout_attribute[i];
            def->layout_padding[to] = from->layout_padding[i];
        }
        end = first;
    }
    return runs_alike(asked, law);
}

static const struct {
    const char *name;
    bool (*holds)(struct asked *asked, const char *law);
} laws[] = {
    {"a run in pieces", in_pieces},
    {"a run that is observed otherwise", observed_otherwise},
    {"a run from a kept moment", kept_moments},
    {"too little memory", too_little_memory},
    {"quiet passes told", quiet_passes_told},
    {"fields that are never read", unread_words},
    {"L2s and packages numbered otherwise", numbered_otherwise},
    {"structures declared in another order", structures_in_another_order},
    {"the past of a fork", past_of_a_fork},
    {"two changes of one moment", two_changes_of_a_moment},
    {"a change that changes nothing", change_that_changes_nothing},
    {"another warm-up", another_warmup},
    {"CPUs of a machine numbered otherwise", cpus_numbered_otherwise},
    {"latencies of a machine doubled", latencies_doubled},
    {"tasks declared in another order", tasks_in_another_order},
    {"busy CPUs numbered otherwise", busy_cpus_numbered_otherwise},
    {"processes numbered otherwise", processes_numbered_otherwise},
};
_Static_assert(SS_ARRAY_LENGTH(laws) <= MOST_LAWS, "each has its counts");

const char *law_name(uint32_t law)
{
    return law < SS_ARRAY_LENGTH(laws) ? laws[law].name : NULL;
}

static void ask(struct asked *asked, uint32_t law, bool says, struct law_count *counts)
{
    const struct world_case *held = asked->held;
    memcpy(asked->def, &held->def, sizeof(*asked->def));
    ss_prng_seed(&asked->random, held->laws, PURPOSE_LAWS, 1 + law);
    if (says)
        printf("  %s\n", laws[law].name);
    const bool applied = laws[law].holds(asked, laws[law].name);
    if (counts) {
        counts[law].asked++;
        counts[law].applied += applied;
    }
}

void hold_case(const struct world_case *held, uint32_t some, struct law_count *counts)
{
    const bool all = some == ALL_LAWS;
    struct asked asked = {.held = held, .def = malloc(sizeof(*asked.def))};
    memcpy(asked.def, &held->def, sizeof(*asked.def));
    struct ss_world *w = make_world(asked.def, 0xa5);
    if (!w)
        broken("a definition", (const char *)asked.def->message);
    const int result = go(w, held->end, held->records);
    ss_world_frame(w);
    accounts_for_all_time(w);
    asked.clock = *w->clock;
    asked.done = result == SS_STEP_REACHED || result == SS_STEP_FINISHED ? held->end
                 : w->clock->now                                         ? w->clock->now - 1
                                                                         : 0;
    if (all)
        printf("%s, %u CPUs, %u tasks, %llu ns, %llu records, hash %016llx\n",
               ss_workload_kind(held->def.workload)->name, w->topology.cpus, w->tasks,
               (unsigned long long)w->clock->now, (unsigned long long)w->clock->records,
               (unsigned long long)w->clock->trace_hash);
    give_memory(w);
    struct ss_prng which;
    ss_prng_seed(&which, held->laws, PURPOSE_LAWS, 0);
    for (uint32_t i = 0; i < (all ? SS_ARRAY_LENGTH(laws) : some); i++)
        ask(&asked, all ? i : below(&which, SS_ARRAY_LENGTH(laws)), all, counts);
    free(asked.def);
}
