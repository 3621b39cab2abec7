/* How kernels before and after the baseline differ in the fair class: which CPU of a group balances
 * for it, when balancing between nodes is serialised, how often a CPU searches before it idles, how
 * v5.10 searched a cache (spec "Fair scheduler" section 14). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/record.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/rules/limits.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_world.h"

#define MS 1000000ull

/* One node of two LLCs of two cores of two threads; with `nodes` 2 each LLC is a node. */
static struct ss_world_def *small(uint32_t nodes, uint32_t workload, const uint32_t parameters[5])
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 8;
    def->nodes = nodes;
    for (uint16_t cpu = 0; cpu < 8; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu / 2;
        def->cpu_llc[cpu] = cpu / 4;
        def->cpu_node[cpu] = def->cpu_package[cpu] = nodes > 1 ? cpu / 4 : 0;
    }
    if (nodes > 1) {
        def->distance[0] = def->distance[3] = 10;
        def->distance[1] = def->distance[2] = 20;
    }
    def->fair_class = SS_FAIR_FULL;
    def->workload = workload;
    def->seed_low = 1;
    def->explain_records = 1 << 16;
    def->explain_quiet = 1;
    memcpy(def->workload_parameter, parameters, 5 * sizeof(uint32_t));
    return def;
}

/* ---- the CPU that balances ------------------------------------------------------------------- */

static void allow(struct ss_world_def *def, uint32_t task, uint32_t cpus, uint64_t at)
{
    const uint32_t i = def->interventions++;
    def->intervention_at_low[i] = (uint32_t)at;
    def->intervention_kind[i] = SS_INTERVENE_AFFINITY;
    def->intervention_task[i] = task;
    def->intervention_cpus[i * SS_CPU_SET_WORDS] = cpus;
}

/* One task computes on CPU 0 and keeps to it, so CPU 1 idles beside a busy sibling and core 1 is
 * idle. Six more tasks wait in the other LLC and may come from 20 ms on: to which CPU is the first
 * taken? */
static uint32_t first_helped(uint32_t rule)
{
    struct ss_world_def *def = small(1, SS_WORKLOAD_CONTEXT, (uint32_t[]){7, 100000, 0, 0, 0});
    def->should_we_balance = rule;
    allow(def, 9, 1, 1);
    for (uint32_t task = 10; task < 16; task++)
        allow(def, task, 0xf0, 1);
    for (uint32_t task = 10; task < 16; task++)
        allow(def, task, 0xff, 20 * MS);
    struct ss_world *w = build(def);
    uint32_t helped = UINT32_MAX;
    step_to(w, 20 * MS);
    for (uint64_t seen = w->clock->records; w->clock->now < 40 * MS && helped == UINT32_MAX;) {
        ss_world_step(w, 40 * MS, 0, 100);
        for (; seen < w->clock->records; seen++) {
            const struct ss_record *record = &w->ring[seen & (w->limits.ring_records - 1)];
            if (record->kind == SS_RECORD_MIGRATE && record->d == SS_MIGRATE_NOHZ &&
                helped == UINT32_MAX)
                helped = record->c;
        }
    }
    free(w);
    free(def);
    return helped;
}

static void an_idle_core_balances_before_an_idle_cpu_beside_a_busy_one(void **state)
{
    (void)state;
    assert_in_range(first_helped(SS_BALANCER_CORE_AWARE), 2, 3);
    assert_int_equal(first_helped(SS_BALANCER_FIRST_IDLE), 1);
}

/* ---- one balancer between nodes -------------------------------------------------------------- */

struct serialised {
    uint32_t asked;             /* accesses of the flag */
    uint32_t periodic, newidle; /* passes that a pass of another CPU prevented */
    uint64_t score;
};

static uint32_t accesses_of(const struct ss_world *w, uint32_t address)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->clock->rows; i++)
        if (w->c2c.row[i].line == address >> SS_LINE_SHIFT)
            count += w->c2c.row[i].loads + w->c2c.row[i].stores;
    return count;
}

static void serialise(struct serialised *s, uint32_t rule, uint32_t pause)
{
    struct ss_world_def *def =
        small(2, SS_WORKLOAD_FORK_BURST, (uint32_t[]){2, 10, 500000, pause, 0});
    def->serialize_test = rule;
    def->newidle_fail_cost = SS_NEWIDLE_MEASURES;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 60 * MS);
    assert_true(w->clock->explains <= w->limits.explain_records);
    s->asked += accesses_of(w, WORD(BALANCE_RUNNING, 0, FLAG));
    s->score += w->clock->score;
    for (u64 i = 0; i < w->clock->explains; i++) {
        if (w->explain[i].head.reason != SS_REASON_LB_SERIALIZED)
            continue;
        if (w->explain[i].pass.balance_type == SS_BALANCE_NEWIDLE)
            s->newidle++;
        else
            s->periodic++;
    }
    assert_true(w->sched->state->balancing <= 1);
    free(w);
    free(def);
}

/* CPUs that go idle seldom meet the flag taken: several worlds are asked. */
static struct serialised serialised_by(uint32_t rule)
{
    struct serialised s = {0};
    for (uint32_t pause = 100000; pause <= 400000; pause += 100000)
        serialise(&s, rule, pause);
    return s;
}

/* Ticks of all CPUs fall on the same moment, and until 6.18 each took the flag to look whether a
 * pass was due; afterwards the CPUs that go idle compete for it, too. */
static void the_flag_is_taken_for_passes_or_for_visits(void **state)
{
    (void)state;
    const struct serialised before = serialised_by(SS_SERIALIZE_BEFORE);
    const struct serialised after = serialised_by(SS_SERIALIZE_AFTER);
    assert_true(before.periodic > 0);
    assert_int_equal(before.newidle, 0);
    assert_true(after.newidle > 0);
    assert_true(after.periodic < before.periodic);
    assert_true(before.asked > 0 && after.asked > 0);
    assert_true(before.score > 100 && after.score > 100);
}

static void nobody_keeps_the_flag_after_its_pass(void **state)
{
    (void)state;
    struct ss_world_def *def =
        small(2, SS_WORKLOAD_FORK_BURST, (uint32_t[]){3, 20, 500000, 300000, 0});
    def->serialize_test = SS_SERIALIZE_AFTER;
    def->newidle_fail_cost = SS_NEWIDLE_MEASURES;
    struct ss_world *w = build_unwatched(def);
    uint32_t taken = 0, longest = 0, held = 0;
    while (w->clock->now < 20 * MS) {
        ss_world_step(w, 20 * MS, 0, 1);
        held = w->sched->state->balancing ? held + 1 : 0;
        taken += held == 1;
        longest = held > longest ? held : longest;
    }
    assert_true(taken > 10);
    assert_true(longest < 2000);
    free(w);
    free(def);
}

/* ---- the dice -------------------------------------------------------------------------------- */

static void a_search_is_as_likely_as_searches_were_successful(void **state)
{
    (void)state;
    struct ss_newidle_rate rate = SS_NEWIDLE_RATE_START;
    assert_true(ss_newidle_drawn(&rate, 513));
    assert_false(ss_newidle_drawn(&rate, 514));
    assert_int_equal(ss_newidle_success(&rate), 2);
    for (uint32_t i = 0; i < 511; i++)
        ss_update_newidle_rate(&rate, 0);
    assert_int_equal(rate.ratio, 512);
    ss_update_newidle_rate(&rate, 0);
    assert_int_equal(rate.ratio, 256);
    assert_int_equal(rate.calls, 512);
    assert_int_equal(rate.successes, 128);
    rate.ratio = 0; /* one in 512 is still made, and counts for all the others */
    assert_true(ss_newidle_drawn(&rate, 1));
    assert_false(ss_newidle_drawn(&rate, 2));
    assert_int_equal(ss_newidle_success(&rate), 1024);
    rate.ratio = 1024;
    assert_true(ss_newidle_drawn(&rate, 1023));
    assert_int_equal(ss_newidle_success(&rate), 1);
}

struct newidle {
    uint32_t searches, gates; /* domains searched; CPUs that did not for what searches cost */
    uint32_t dice, calls;     /* times the dice was against it, at least; what its record counts */
};

static struct newidle newidle_by(uint32_t rule)
{
    struct ss_world_def *def = small(1, SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 4, 100, 0, 1});
    def->newidle_fail_cost = rule;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 40 * MS);
    assert_true(w->clock->explains <= w->limits.explain_records);
    struct newidle n = {0};
    for (u64 i = 0; i < w->clock->explains; i++) {
        const struct ss_explain_pass *e = &w->explain[i].pass;
        n.searches += e->decision == SS_DECISION_BALANCE && e->balance_type == SS_BALANCE_NEWIDLE;
        n.gates += e->reason == SS_REASON_NI_AVG_IDLE;
        n.dice += e->reason == SS_REASON_NI_DICE;
    }
    for (uint32_t cpu = 0; cpu < 8; cpu++)
        for (uint32_t at = w->domains->cpu[cpu].base; at != SS_NO_DOMAIN;
             at = w->domains->domain[at].parent)
            n.calls += w->sched->fair->domain[at].newidle_rate.calls != SS_NEWIDLE_RATE_START.calls;
    free(w);
    free(def);
    return n;
}

static void cpus_go_on_searching_by_the_dice(void **state)
{
    (void)state;
    const struct newidle raised = newidle_by(SS_NEWIDLE_RAISES);
    const struct newidle measured = newidle_by(SS_NEWIDLE_MEASURES);
    const struct newidle dice = newidle_by(SS_NEWIDLE_DICE);
    assert_int_equal(raised.calls + measured.calls, 0);
    assert_int_equal(raised.dice + measured.dice, 0);
    assert_true(dice.calls > 0 && dice.dice > 0);
    assert_true(raised.gates > 10 * (dice.gates + 1));
    assert_true(dice.searches > raised.searches);
}

/* ---- the search of v5.10 --------------------------------------------------------------------- */

struct searches {
    uint32_t from_target, from_next; /* scans of CPUs, by where they began */
    uint32_t previous, target;       /* placements on a sibling of these */
    uint32_t overloaded, most;       /* CPUs tested by a scan that gave up */
};

static struct searches searches_by(uint32_t search)
{
    struct ss_world_def *def = small(1, SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 6, 100, 0, 1});
    def->idle_search = search;
    def->delayed_dequeue = 0;
    def->explain_steps = 1;
    def->explain_quiet = 0;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 30 * MS);
    assert_true(w->clock->explains <= w->limits.explain_records);
    struct searches s = {0};
    for (u64 i = 0; i < w->clock->explains; i++) {
        const struct ss_explain_placement *e = &w->explain[i].placement;
        if (e->decision != SS_DECISION_SELECT_FAIR || e->target < 0)
            continue;
        s.previous += e->reason == SS_REASON_SI_SMT;
        s.target += e->reason == SS_REASON_SI_SMT_TARGET;
        s.overloaded += e->reason == SS_REASON_SI_OVERLOADED;
        const struct ss_steps *steps = &w->steps[i];
        for (u32 step = 0, at = 0; step < steps->steps; at += steps->facts_of[step++]) {
            const u32 code = steps->reason[step];
            const i64 from = steps->fact[at], limit = steps->fact[at + 1];
            if (code != SS_REASON_SI_SCAN && code != SS_REASON_SI_LIMIT)
                continue;
            s.from_target += from == e->target;
            s.from_next += from == (e->target + 1) % 8;
            if (code == SS_REASON_SI_LIMIT && limit > s.most)
                s.most = (uint32_t)limit;
        }
    }
    free(w);
    free(def);
    return s;
}

static void v5_10_searched_from_the_target_on_and_tried_its_siblings_last(void **state)
{
    (void)state;
    const struct searches old = searches_by(SS_SIS_PROP_510), later = searches_by(SS_SIS_PROP);
    assert_true(old.from_target > 100);
    assert_int_equal(old.from_next, 0);
    assert_true(later.from_next > 100);
    assert_int_equal(later.from_target, 0);
    assert_int_equal(old.previous, 0);
    assert_true(old.target > 0);
    assert_true(later.previous > 0);
    assert_int_equal(later.target, 0);
    assert_int_equal(old.overloaded, 0);
    assert_true(old.most >= 3);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void switches_that_do_not_exist_are_refused_with_the_field(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        static const char *const names[] = {"kernel.should_we_balance", "kernel.serialize_test",
                                            "kernel.newidle_fail_cost", "kernel.idle_search"};
        struct ss_world_def *def = small(1, SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 1000, 0, 0, 0});
        uint32_t *const field[] = {&def->should_we_balance, &def->serialize_test,
                                   &def->newidle_fail_cost, &def->idle_search};
        *field[i] = 4;
        assert_int_equal(ss_world_bytes(def), 0);
        assert_non_null(strstr((char *)def->message, names[i]));
        free(def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_core_balances_before_an_idle_cpu_beside_a_busy_one),
        cmocka_unit_test(the_flag_is_taken_for_passes_or_for_visits),
        cmocka_unit_test(nobody_keeps_the_flag_after_its_pass),
        cmocka_unit_test(a_search_is_as_likely_as_searches_were_successful),
        cmocka_unit_test(cpus_go_on_searching_by_the_dice),
        cmocka_unit_test(v5_10_searched_from_the_target_on_and_tried_its_siblings_last),
        cmocka_unit_test(switches_that_do_not_exist_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
