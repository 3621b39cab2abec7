/*
 * The points of a policy beside those of ordinary placement: where RT tasks go, which cache a
 * process is gathered in, how many pages a CPU takes and gives back; and what a policy may ask
 * there (spec "The policy bench" section 3).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mm/mm.h"
#include "policy/policy.h"
#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "support_pages.h"
#include "support_policy.h"

#define UNTIL (5 * MS)

/* ---- worlds ---------------------------------------------------------------------------------- */

/* More RT tasks than CPUs, which sleep and wake: cyclic with twelve threads on the toy. */
static struct ss_world_def *cyclic(void)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){12, 20000, 0, 0, 0});
    def->fair_class = SS_FAIR_MINIMAL;
    return def;
}

/* Two processes of threads that compute, on two caches that the kernel looks after. */
static struct ss_world_def *gathering(void)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_SPINNERS, (uint32_t[]){2, 3, 0, 0, 0});
    def->cache_version = SS_CACHE_V2;
    def->llc_kib = 32 * 1024;
    return def;
}

static struct ss_world_def *pages_of(uint32_t form)
{
    struct ss_world_def *def = page_machine(form, 0);
    def->warmup_us = 0;
    return def;
}

struct at_point {
    struct ss_world_def *(*make)(void);
    uint32_t point;
    uint64_t until;
};

static struct ss_world_def *old_pages(void)
{
    return pages_of(SS_PCP_FORM_V4_19);
}
static struct ss_world_def *modern_pages(void)
{
    return pages_of(SS_PCP_FORM_MODERN);
}

static const struct at_point places[] = {
    {cyclic, SS_POLICY_POINT_SELECT_CPU, UNTIL},
    {cyclic, SS_POLICY_POINT_FIND_LOWEST_RQ, UNTIL},
    {gathering, SS_POLICY_POINT_PREFER_LLC, 200 * MS},
    {old_pages, SS_POLICY_POINT_PCP_REFILL, UNTIL},
    {old_pages, SS_POLICY_POINT_PCP_FLUSH, UNTIL},
    {modern_pages, SS_POLICY_POINT_PCP_REFILL, UNTIL},
    {modern_pages, SS_POLICY_POINT_PCP_FLUSH, UNTIL},
};

/* ---- leaving things to Linux ----------------------------------------------------------------- */

static void every_point_left_to_linux_has_the_trace_of_no_policy(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        struct ss_world_def *def = places[i].make();
        const uint64_t without = hash_of(def, places[i].until);
        set_policy(def, places[i].point, (const uint32_t[]){OP(LEAVE, 0, 0, 0)}, 1);
        struct ss_world *w = run(def, places[i].until);
        assert_true(w->policy->view->asked[places[i].point] >= 5);
        assert_int_equal(ended(w->policy->view), w->policy->view->asked[places[i].point]);
        assert_true(w->clock->trace_hash == without);
        free(w);
        free(def);
    }
}

static void an_answer_that_no_point_can_use_is_counted_and_ignored(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        struct ss_world_def *def = places[i].make();
        const uint64_t without = hash_of(def, places[i].until);
        set_policy(def, places[i].point,
                   (const uint32_t[]){OP16(SMALL, 5, -2), OP(RETURN, 5, 0, 0)}, 2);
        struct ss_world *w = run(def, places[i].until);
        assert_int_equal(w->policy->view->ended[SS_POLICY_END_REFUSED],
                         w->policy->view->asked[places[i].point]);
        assert_true(w->clock->trace_hash == without);
        free(w);
        free(def);
    }
}

/* ---- RT tasks -------------------------------------------------------------------------------- */

static void linux_asked_for_an_rt_task_answers_as_without(void **state)
{
    (void)state;
    struct ss_world_def *def = cyclic();
    const uint64_t without = hash_of(def, UNTIL);
    SET_POLICY(def, SELECT_CPU, ASK(5, SELECT_CPU_DFL, 0), OP(RETURN, 5, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    assert_true(w->policy->view->ended[SS_POLICY_END_ANSWERED] > 100);
    assert_true(w->clock->trace_hash == without);
    free(w);
    /* Linux, asked from within a policy, asks that policy nothing more. */
    def->policy_entry[SS_POLICY_POINT_FIND_LOWEST_RQ] = 1;
    w = build(def);
    step_to(w, UNTIL);
    assert_true(w->policy->view->ended[SS_POLICY_END_ANSWERED] > 100);
    free(w);
    free(def);
}

static void an_rt_task_goes_where_select_cpu_says(void **state)
{
    (void)state;
    struct ss_world_def *def = cyclic();
    def->workload_parameter[0] = 2;
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 5, 6), OP(RETURN, 5, 0, 0));
    struct ss_world *w = build(def);
    step_to(w, UNTIL);
    assert_int_equal(w->task[TOY_CPUS].cpu, 6);
    assert_true(w->policy->view->ended[SS_POLICY_END_ANSWERED] > 100);
    free(w);
    free(def);
}

/* Its own search by priorities: the first CPU that runs nothing of RT. It reads cpu_to_pri and no
 * line that all of them share. */
static void a_search_of_ones_own_takes_the_place_of_cpupri(void **state)
{
    (void)state;
    struct ss_world_def *def = cyclic();
    SET_POLICY(def, FIND_LOWEST_RQ, ASK(5, ALL_CPUS, 0), OP16(SMALL, 6, -1), OP(NEXT, 6, 5, 0),
               OP24(JUMP, 5), ASK(7, CPU_PRIO, 6), OP16(SMALL, 8, 1), OP(LT, 7, 7, 8),
               OP16(UNLESS, 7, -6), OP(RETURN, 6, 0, 0), OP16(SMALL, 6, -1), OP(RETURN, 6, 0, 0));
    struct ss_world *w = build(def);
    step_to(w, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(view->asked[SS_POLICY_POINT_FIND_LOWEST_RQ] > 50);
    assert_int_equal(ended(view), view->ended[SS_POLICY_END_ANSWERED]);
    uint32_t rows = 0;
    for (uint32_t i = 0; i < w->clock->rows; i++)
        rows += w->c2c.row[i].symbol == SS_SYMBOL_policy_find_lowest_rq;
    assert_true(rows > 0); /* it is told apart from the kernel's own */
    assert_true(w->clock->score > 100);
    free(w);
    free(def);
}

static void counts_of_cpupri_are_those_of_the_kernel(void **state)
{
    (void)state;
    struct ss_world_def *def = cyclic();
    add_variable(def, SS_POLICY_ARRAY_SHARED, 1);
    SET_POLICY(def, FIND_LOWEST_RQ, OP16(SMALL, 5, 99), ASK(6, CPUPRI_COUNT, 5), OP16(SMALL, 5, 0),
               OP(FETCH_ADD, 6, 0, 5), OP(LEAVE, 0, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    assert_true(w->policy->value[0] > 0); /* CPUs at RT99 */
    assert_true((uint64_t)w->policy->value[0] <=
                TOY_CPUS * w->policy->view->asked[SS_POLICY_POINT_FIND_LOWEST_RQ]);
    free(w);
    def->policy_code[0] = OP16(SMALL, 5, 101);
    w = run(def, UNTIL);
    assert_int_equal(w->policy->view->ended[SS_POLICY_END_INDEX], ended(w->policy->view));
    free(w);
    free(def);
}

/* ---- caches ---------------------------------------------------------------------------------- */

static void a_process_is_gathered_where_prefer_llc_says(void **state)
{
    (void)state;
    struct ss_world_def *def = gathering();
    SET_POLICY(def, PREFER_LLC, OP16(SMALL, 5, 5), OP(RETURN, 5, 0, 0));
    struct ss_world *w = run(def, 200 * MS);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(w->sched->cache->process[i].anchor, 5);
    free(w);
    SET_POLICY(def, PREFER_LLC, OP16(SMALL, 5, -1), OP(RETURN, 5, 0, 0));
    w = run(def, 200 * MS);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(w->sched->cache->process[i].anchor, -1);
    free(w);
    free(def);
}

/* The sum over both caches is what the scan saw: some, and nothing outside them. */
static void occupancy_is_what_the_scan_just_saw(void **state)
{
    (void)state;
    struct ss_world_def *def = gathering();
    add_variable(def, SS_POLICY_ARRAY_SHARED, 2);
    SET_POLICY(def, PREFER_LLC, OP16(SMALL, 5, 0), ASK(6, OCCUPANCY, 5), OP(STORE, 6, 0, 5),
               OP16(SMALL, 5, 1), ASK(6, OCCUPANCY, 5), OP(STORE, 6, 0, 5), OP(LEAVE, 0, 0, 0));
    struct ss_world *w = run(def, 200 * MS);
    assert_true(w->policy->value[0] + w->policy->value[1] > 0);
    assert_int_equal(ended(w->policy->view), w->policy->view->ended[SS_POLICY_END_LEFT]);
    free(w);
    def->policy_code[3] = OP16(SMALL, 5, 2);
    w = run(def, 200 * MS);
    assert_int_equal(ended(w->policy->view), w->policy->view->ended[SS_POLICY_END_INDEX]);
    free(w);
    free(def);
}

/* ---- page lists ------------------------------------------------------------------------------ */

static uint64_t refills(const struct ss_world *w)
{
    return w->mm->zone[0].state->count.refills;
}

static void a_cpu_takes_as_many_pages_as_pcp_refill_says(void **state)
{
    (void)state;
    struct ss_world_def *def = old_pages();
    struct ss_world *w = run(def, UNTIL);
    const uint64_t before = refills(w);
    free(w);
    SET_POLICY(def, PCP_REFILL, OP16(SMALL, 5, 1), OP(RETURN, 5, 0, 0));
    w = run(def, UNTIL);
    assert_true(refills(w) > 5 * before);
    assert_true(refills(w) <= w->policy->view->ended[SS_POLICY_END_ANSWERED]);
    assert_true(refills(w) + def->cpus >= w->policy->view->asked[SS_POLICY_POINT_PCP_REFILL]);
    free(w);
    free(def);
}

/* A policy that never gives pages back is overruled once its zone would have no room for them. */
static void no_answer_keeps_more_pages_than_the_zone_was_made_for(void **state)
{
    (void)state;
    for (uint32_t form = 0; form < 2; form++) {
        struct ss_world_def *def = form ? modern_pages() : old_pages();
        SET_POLICY(def, PCP_FLUSH, OP16(SMALL, 5, 0), OP(RETURN, 5, 0, 0), OP16(SMALL, 5, 512),
                   OP(RETURN, 5, 0, 0));
        def->policy_entry[SS_POLICY_POINT_PCP_REFILL] = 3;
        struct ss_world *w = run(def, 20 * MS);
        const struct ss_policy_view *view = w->policy->view;
        /* Modern lists tune their high mark: there all of it has room. */
        assert_true(form || view->ended[SS_POLICY_END_REFUSED] > 10);
        assert_true(view->ended[SS_POLICY_END_ANSWERED] > 100);
        for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
            assert_true(w->mm->cpu[cpu].zone < 0 ||
                        w->mm->cpu[cpu].pcp.count <= w->mm->cpu[cpu].pcp.high_max + 1);
        free(w);
        free(def);
    }
}

/* A policy that reads a line of its own before it answers is asked in the middle of giving back. */
static void pcp_flush_may_read_before_it_answers(void **state)
{
    (void)state;
    struct ss_world_def *def = old_pages();
    add_variable(def, SS_POLICY_ARRAY_SHARED, 1);
    SET_POLICY(def, PCP_FLUSH, OP16(SMALL, 6, 0), OP16(SMALL, 5, 1), OP(FETCH_ADD, 5, 0, 6),
               OP(RETURN, 1, 0, 0));
    struct ss_world *w = build(def);
    step_to(w, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(view->ended[SS_POLICY_END_ANSWERED] > 100);
    assert_true((uint64_t)w->policy->value[0] >= view->ended[SS_POLICY_END_ANSWERED]);
    const uint64_t flushes = w->mm->zone[0].state->count.flushes;
    assert_true(flushes <= view->ended[SS_POLICY_END_ANSWERED]);
    assert_true(flushes + def->cpus >= view->ended[SS_POLICY_END_ANSWERED]);
    free(w);
    free(def);
}

/* ---- more of the machine --------------------------------------------------------------------- */

static void exchanges_are_atomic_and_compare_first_where_they_are_told(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    add_variable(def, SS_POLICY_ARRAY_SHARED, 2);
    /* [0] = 7 if it is 0; [1] += what it was, which is 0 once and then 7. */
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 5, 0), OP16(SMALL, 6, 0), OP16(SMALL, 7, 7),
               OP(COMPARE_EXCHANGE, 7, 0, 5), OP16(SMALL, 5, 1), OP(FETCH_ADD, 7, 0, 5),
               OP(LEAVE, 0, 0, 0));
    def->policy_array_length[0] = 2;
    struct ss_world *w = run(def, UNTIL);
    const uint64_t calls = ended(w->policy->view);
    assert_int_equal(w->policy->value[0], 7);
    assert_true(w->policy->value[1] % 7 == 0);
    assert_true((uint64_t)w->policy->value[1] / 7 + 1 >= calls);
    free(w);
    /* A lock that is never taken twice: what comes out is what went in before. */
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 5, 0), OP16(SMALL, 7, 1), OP(EXCHANGE, 7, 0, 5),
               OP16(SMALL, 5, 1), OP(FETCH_ADD, 7, 0, 5), OP(LEAVE, 0, 0, 0));
    w = run(def, UNTIL);
    const uint64_t after = ended(w->policy->view);
    assert_int_equal(w->policy->value[0], 1);
    assert_true((uint64_t)w->policy->value[1] + 1 >= after);
    free(w);
    free(def);
}

static void every_operation_is_counted_at_its_word_with_what_it_waited(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 5, 0), ASK(6, NR_RUNNING, 5), OP(LEAVE, 0, 0, 0));
    struct ss_world *w = run(def, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    const uint64_t asked = view->asked[SS_POLICY_POINT_SELECT_CPU];
    assert_int_equal(view->runs[0], asked);
    assert_int_equal(view->runs[1], asked);
    assert_true(view->runs[2] >= view->ended[SS_POLICY_END_LEFT]);
    assert_true(view->waited[1] > asked); /* the line of CPU 0 comes over */
    assert_int_equal(view->waited[0] + view->waited[2], 0);
    free(w);
    free(def);
}

static uint32_t balanced_by_the_clock(struct ss_world_def *def)
{
    struct ss_world *w = build_unwatched(def);
    uint32_t found = 0;
    for (uint64_t at = 0; w->clock->now < 40 * MS;) {
        ss_world_step(w, (uint32_t)(40 * MS), 0, 512);
        for (; at < w->clock->records; at++) {
            const struct ss_record *record = &w->ring[at & (w->limits.ring_records - 1)];
            found += record->kind == SS_RECORD_MIGRATE &&
                     (record->d == SS_MIGRATE_BALANCE || record->d == SS_MIGRATE_NOHZ ||
                      record->d == SS_MIGRATE_ACTIVE);
        }
    }
    free(w);
    return found;
}

/* No CPU balances by the clock then; CPUs about to idle still do. */
static void a_policy_can_switch_periodic_balancing_off(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 5, 0), OP(RETURN, 5, 0, 0));
    assert_true(balanced_by_the_clock(def) > 0);
    def->policy_flags = SS_POLICY_FLAG_NO_PERIODIC;
    assert_int_equal(balanced_by_the_clock(def), 0);
    def->policy_flags = 2;
    assert_world_refused(def, "policy_flags");
}

/* ---- what a world lacks ---------------------------------------------------------------------- */

static void what_a_world_lacks_is_refused_by_name(void **state)
{
    (void)state;
    struct ss_world_def *def = cyclic();
    SET_POLICY(def, BALANCE, OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "policy_entry[1] needs the full fair class");
    def = cyclic();
    SET_POLICY(def, SELECT_CPU, ASK(5, CPU_UTIL, 0), OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "POLICY_CALL_CPU_UTIL needs the full fair class");
    def = crowd();
    SET_POLICY(def, PREFER_LLC, OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "policy_entry[4] needs cache-aware balancing");
    def = crowd();
    SET_POLICY(def, SELECT_CPU, ASK(5, OCCUPANCY, 4), OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "POLICY_CALL_OCCUPANCY needs cache-aware balancing");
    /* Bits of a number are no question. */
    def = cyclic();
    SET_POLICY(def, SELECT_CPU, OP(WIDE, 5, 0, 0), ASK(5, CPU_UTIL, 0), 0, OP(LEAVE, 0, 0, 0));
    assert_true(ss_world_bytes(def) > 0);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_left_to_linux_has_the_trace_of_no_policy),
        cmocka_unit_test(an_answer_that_no_point_can_use_is_counted_and_ignored),
        cmocka_unit_test(linux_asked_for_an_rt_task_answers_as_without),
        cmocka_unit_test(an_rt_task_goes_where_select_cpu_says),
        cmocka_unit_test(a_search_of_ones_own_takes_the_place_of_cpupri),
        cmocka_unit_test(counts_of_cpupri_are_those_of_the_kernel),
        cmocka_unit_test(a_process_is_gathered_where_prefer_llc_says),
        cmocka_unit_test(occupancy_is_what_the_scan_just_saw),
        cmocka_unit_test(a_cpu_takes_as_many_pages_as_pcp_refill_says),
        cmocka_unit_test(no_answer_keeps_more_pages_than_the_zone_was_made_for),
        cmocka_unit_test(pcp_flush_may_read_before_it_answers),
        cmocka_unit_test(exchanges_are_atomic_and_compare_first_where_they_are_told),
        cmocka_unit_test(every_operation_is_counted_at_its_word_with_what_it_waited),
        cmocka_unit_test(a_policy_can_switch_periodic_balancing_off),
        cmocka_unit_test(what_a_world_lacks_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
