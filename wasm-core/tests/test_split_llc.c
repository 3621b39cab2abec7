/* The rules that decide over machines of many LLCs: how much imbalance between nodes a fork leaves
 * alone, how far a wakeup searches, whether the scheduler knows the LLCs (spec "Split-LLC
 * placement"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/rules/limits.h"
#include "support_world.h"
#include "support_zen3.h"
#include "exec/world.h"

#define MS 1000000ull

/* Where the tasks of a burst of forks that all keep running are. */
struct spread {
    uint32_t llc[ZEN3_LLCS], node[2], used, most;
};

static struct spread spread_of(const struct ss_world *w)
{
    struct spread s = {0};
    for (u32 task = w->topology.cpus; task < w->stoppers; task++) {
        const u32 cpu = (u32)w->task[task].cpu;
        s.llc[ZEN3_LLC_OF(cpu)]++;
        s.node[ZEN3_NODE_OF(cpu)]++;
    }
    for (u32 llc = 0; llc < ZEN3_LLCS; llc++) {
        s.used += s.llc[llc] > 0;
        s.most = s.llc[llc] > s.most ? s.llc[llc] : s.most;
    }
    return s;
}

/* A parent on CPU 0 forks 15 children, each of which computes for a second, as the parent goes on
 * to do in the kernel's eyes while it forks. */
static struct ss_world_def *sixteen(void)
{
    return zen3(SS_WORKLOAD_FORK_BURST, (uint32_t[]){1, 15, 1000000000, 1000}, 4);
}

static struct spread after_forks(const struct ss_world_def *def)
{
    struct ss_world_def own = *def;
    struct ss_world *w = build(&own);
    step_to(w, 3 * MS);
    const struct spread s = spread_of(w);
    free(w);
    return s;
}

static void sixteen_forks_use_the_llcs_that_the_rule_of_their_kernel_gives(void **state)
{
    (void)state;
    struct ss_world_def *def = sixteen();
    static const struct {
        uint32_t rule, used, most, nodes[2];
    } rules[] = {
        {SS_NUMA_N0, 8, 2, {16, 0}}, {SS_NUMA_N1, 8, 2, {16, 0}}, {SS_NUMA_N1B, 8, 2, {16, 0}},
        {SS_NUMA_N2, 16, 1, {8, 8}}, {SS_NUMA_N3, 16, 1, {8, 8}},
    };
    for (u32 i = 0; i < SS_ARRAY_LENGTH(rules); i++) {
        def->numa_imbalance = rules[i].rule;
        const struct spread s = after_forks(def);
        assert_int_equal(s.used, rules[i].used);
        assert_int_equal(s.most, rules[i].most);
        assert_int_equal(s.node[0], rules[i].nodes[0]);
        assert_int_equal(s.node[1], rules[i].nodes[1]);
    }
    free(def);
}

static void an_own_allowance_takes_the_place_of_the_computed_one(void **state)
{
    (void)state;
    struct ss_world_def *def = sixteen();
    def->numa_imbalance = SS_NUMA_N2;
    def->imb_numa_nr = 64;
    assert_int_equal(after_forks(def).node[1], 0);
    def->imb_numa_nr = 4;
    assert_in_range(after_forks(def).node[1], 8, 12);
    free(def);
}

/* The groups of a node are its cores then: the next one in the ring wins every tie. On the other
 * node it is the CPU that idled last. */
static void without_mc_domains_forks_take_core_after_core(void **state)
{
    (void)state;
    struct ss_world_def *def = sixteen();
    def->sched_mc = 0;
    const struct spread s = after_forks(def);
    assert_in_range(s.llc[0], 7, 9);
    assert_true(s.llc[0] + 1 >= s.node[0]);
    free(def);
}

/* ---- searching ------------------------------------------------------------------------------- */

/* How many placements of a hackbench that fills an LLC and more gave this reason. */
static u32 decided_by(uint32_t search, u32 reason)
{
    struct ss_world_def *def = zen3(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 10, 100, 0, 1}, 5);
    def->cpus = 8; /* an LLC */
    def->nodes = 1;
    def->idle_search = search;
    def->explain_records = 1 << 16;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 80 * MS);
    u32 found = 0;
    const u64 records = ss_min_u64(w->clock->explains, 1 << 16);
    for (u64 i = 0; i < records; i++)
        found += w->explain[i].head.decision == SS_DECISION_SELECT_FAIR &&
                 w->explain[i].head.reason == reason;
    free(w);
    free(def);
    return found;
}

static void only_the_searches_by_utilisation_skip_a_busy_llc_at_once(void **state)
{
    (void)state;
    assert_true(decided_by(SS_SIS_UTIL, SS_REASON_SI_OVERLOADED) > 100);
    assert_true(decided_by(SS_SIS_UTIL_LINEAR, SS_REASON_SI_OVERLOADED) > 100);
    assert_int_equal(decided_by(SS_SIS_PROP, SS_REASON_SI_OVERLOADED), 0);
    assert_true(decided_by(SS_SIS_PROP, SS_REASON_SI_LIMIT) > 100);
}

/* CPU 8 is the only one behind its cache, so no domain of its spans one; what its wakeups find out
 * of searches has nowhere to be kept. */
static void a_waker_without_an_llc_domain_searches_nowhere_by_its_idle_time(void **state)
{
    (void)state;
    struct ss_world_def *def = zen3(SS_WORKLOAD_HACKBENCH, (uint32_t[]){4, 10, 100, 0, 1}, 5);
    def->cpus = 9;
    def->nodes = 1;
    def->idle_search = SS_SIS_PROP;
    def->explain_records = 1 << 16;
    struct ss_world *w = build_unwatched(def);
    assert_int_equal(w->domains->cpu[8].sd_llc, SS_NO_DOMAIN);
    assert_true(w->domains->cpu[0].sd_llc != SS_NO_DOMAIN);
    step_to(w, 30 * MS);
    u32 from_there = 0;
    assert_true(w->clock->explains <= w->limits.explain_records);
    for (u64 i = 0; i < w->clock->explains; i++) {
        const struct ss_explain_placement *e = &w->explain[i].placement;
        if (e->decision != SS_DECISION_SELECT_FAIR || e->cpu != 8 || e->target < 0)
            continue;
        assert_true(e->reason != SS_REASON_SI_SCAN && e->reason != SS_REASON_SI_LIMIT);
        from_there += e->target != 8 && e->reason == SS_REASON_SI_NO_LLC;
    }
    assert_true(from_there > 0);
    free(w);
    free(def);
}

static void the_budgets_of_a_search_are_those_of_the_formulas(void **state)
{
    (void)state;
    static const struct {
        u32 percent, squared, linear;
    } of_sixteen[] = {{0, 16, 16}, {25, 14, 11}, {50, 10, 6}, {70, 5, 2}, {86, 0, 0}, {100, 0, 0}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(of_sixteen); i++) {
        const u64 sum = 16ull * 1024 * of_sixteen[i].percent / 100;
        assert_int_equal(ss_nr_idle_scan(sum, 16, 117), of_sixteen[i].squared);
        assert_int_equal(ss_nr_idle_scan_linear(sum, 16, 117), of_sixteen[i].linear);
    }
    assert_int_equal(ss_sis_prop_budget(0, 100, 16), 4);
    assert_int_equal(ss_sis_prop_budget(1000, 999, 16), 16);
}

static void refuses(void (*spoil)(struct ss_world_def *def), const char *field)
{
    struct ss_world_def *def = sixteen();
    spoil(def);
    assert_world_refused(def, field);
}

static void spoil_rule(struct ss_world_def *def)
{
    def->numa_imbalance = 5;
}
static void spoil_allowance(struct ss_world_def *def)
{
    def->imb_numa_nr = 1025;
}
static void spoil_search(struct ss_world_def *def)
{
    def->idle_search = 4;
}

static void rules_that_do_not_exist_are_refused_with_the_field(void **state)
{
    (void)state;
    refuses(spoil_rule, "kernel.numa_imbalance");
    refuses(spoil_allowance, "kernel.imb_numa_nr");
    refuses(spoil_search, "kernel.idle_search");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_forks_use_the_llcs_that_the_rule_of_their_kernel_gives),
        cmocka_unit_test(an_own_allowance_takes_the_place_of_the_computed_one),
        cmocka_unit_test(without_mc_domains_forks_take_core_after_core),
        cmocka_unit_test(only_the_searches_by_utilisation_skip_a_busy_llc_at_once),
        cmocka_unit_test(a_waker_without_an_llc_domain_searches_nowhere_by_its_idle_time),
        cmocka_unit_test(the_budgets_of_a_search_are_those_of_the_formulas),
        cmocka_unit_test(rules_that_do_not_exist_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
