/* Worlds that fault pages in: no page is lost, locks and refills are timed, what cannot be is
 * refused, and they repeat themselves bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mm/mm.h"
#include "mm/pcp_modern.h"
#include "support_pages.h"
#include "support_world.h"
#include "workload/page_fault.h"
#include "workload/workload.h"
#include "world/outputs.h"

/* Every page is free in the buddy allocator, on a CPU's list, or in use. */
static void no_page_is_ever_lost(void **state)
{
    (void)state;
    for (uint32_t turn = 0; turn <= 4 * SS_PCP_FORM_MODERN + 3; turn++) {
        struct ss_world_def *def = page_machine(turn / 4, 0);
        def->workload_parameter[2] = turn % 2;     /* 1: tasks hold pages from the start */
        def->workload_parameter[4] = turn / 2 % 2; /* 1: page tables take pages */
        struct ss_world *w = build(def);
        uint64_t held = w->mm->zone[0].pages - w->mm->zone[0].state->free_pages;
        assert_true((held > 0) == turn % 2);
        for (uint64_t now = 100000; now < 30000000; now += 1777777) {
            step_to(w, now);
            const struct ss_zone *zone = &w->mm->zone[0];
            const struct ss_zone_counts *count = &zone->state->count;
            uint64_t pages = zone->state->free_pages + held + count->allocated - count->freed;
            for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
                pages += w->mm->cpu[cpu].pcp.count + w->mm->cpu[cpu].pcp.length[SS_PCP_CHOSEN];
            assert_int_equal(pages, zone->pages);
        }
        assert_true(w->mm->zone[0].state->count.freed > 1500);
        assert_true((w->mm->zone[0].state->count.fallbacks > 0) == (turn / 2 % 2));
        free(w);
        free(def);
    }
}

/* With aged memory tasks begin in the middle of a round: some where it has nothing left to fault.
 */
static void a_task_may_hold_all_its_pages_from_the_start(void **state)
{
    (void)state;
    uint32_t whole = 0;
    for (uint32_t seed = 1; seed <= 12; seed++) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
        def->workload_parameter[0] = SS_PAGEVEC_MOST + 1;
        def->workload_parameter[2] = 1; /* aged */
        def->seed_low = seed;
        struct ss_world *w = build(def);
        for (uint32_t task = def->cpus; task < w->stoppers; task++)
            whole += ((struct ss_faulting_task *)ss_workload_own(w, (i32)task))->first_pages ==
                     SS_PAGEVEC_MOST + 1;
        step_to(w, 200000);
        assert_true(w->clock->score > 0);
        free(w);
        free(def);
    }
    assert_true(whole > 0);
}

static void ledger_kinds_sum_to_wall_time(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
    struct ss_world *w = build(def);
    for (uint64_t now = 137; now < 20000000; now += 1299721) {
        step_to(w, now);
        assert_ledgers_sum_to(w, now);
    }
    free(w);
    free(def);
}

static void a_restored_moment_goes_on_to_the_same_trace(void **state)
{
    (void)state;
    for (uint32_t handover = 0; handover <= 260000; handover += 260000) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
        def->page_handover_ps = handover; /* 0: the locks issue every access */
        struct ss_world *head = build(def), *cursor = build(def);
        step_to(head, 7000000);
        memcpy((u8 *)cursor + head->map->state_offset, (u8 *)head + head->map->state_offset,
               head->map->state_bytes);
        step_to(head, 15000000);
        for (uint64_t now = 7000000; now <= 15000000; now += 333333)
            step_to(cursor, now);
        step_to(cursor, 15000000);
        assert_int_equal(cursor->clock->trace_hash, head->clock->trace_hash);
        free(head);
        free(cursor);
        free(def);
    }
}

static uint64_t takes(uint32_t batch, uint64_t *pages)
{
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, batch);
    struct ss_world *w = build(def);
    step_to(w, 40000000);
    ss_world_frame(w);
    uint64_t takes = w->outputs->views.lock[0].takes;
    *pages = w->outputs->views.zone[0].allocated;
    assert_true(w->outputs->views.lock[0].waited_window <= w->outputs->views.lock[0].waited);
    free(w);
    free(def);
    return takes;
}

static void a_larger_batch_visits_the_zone_less_often(void **state)
{
    (void)state;
    uint64_t pages31, pages127;
    uint64_t takes31 = takes(31, &pages31), takes127 = takes(127, &pages127);
    assert_true(pages31 > 20000 && pages127 > 20000);
    assert_true(takes31 * pages127 > 3 * takes127 * pages31);
}

static struct ss_latency_view refills(uint32_t batch, uint64_t *counted)
{
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, batch);
    def->workload_parameter[0] = 5000;
    struct ss_world *w = build(def);
    step_to(w, def->warmup_us * 1000);
    *counted = w->mm->zone[0].state->count.refills;
    step_to(w, 60000000);
    ss_world_frame(w);
    *counted = w->outputs->views.zone[0].refills - *counted;
    assert_true(w->outputs->views.lock[0].takes_window <= w->outputs->views.lock[0].takes);
    assert_true(w->outputs->views.lock[0].takes_window >= *counted);
    const struct ss_latency_view view = w->outputs->views.latency[SS_LATENCY_REFILL];
    free(w);
    free(def);
    return view;
}

static void every_refill_of_the_window_is_timed_and_a_larger_one_takes_longer(void **state)
{
    (void)state;
    uint64_t counted31, counted511;
    const struct ss_latency_view of31 = refills(31, &counted31), of511 = refills(511, &counted511);
    /* Of each CPU one may have begun before the window or not be over. */
    assert_in_range(of31.samples, counted31 - 8, counted31 + 8);
    assert_in_range(of511.samples, counted511 - 8, counted511 + 8);
    assert_true(of511.samples > 20);
    assert_true(of31.p99 <= of31.greatest);
    assert_true(of511.p50 > 3 * of31.p50);
}

static u64 idle_of(const struct ss_world *w, uint32_t cpu)
{
    u64 ns[SS_LEDGER_KINDS];
    ss_ledger_now(w, cpu, ns);
    return ns[SS_LEDGER_IDLE];
}

static void tasks_that_pause_sleep_and_their_cpus_idle(void **state)
{
    (void)state;
    for (uint32_t pause = 0; pause <= 20000000; pause += 20000000) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
        def->workload_parameter[3] = pause;
        struct ss_world *w = build(def);
        step_to(w, 100000000);
        assert_true(w->mm->zone[0].state->count.freed > 2 * 1500);
        for (uint32_t cpu = 0; cpu < 4; cpu++)
            assert_true((idle_of(w, cpu) > 40000000) == (pause > 0));
        free(w);
        free(def);
    }
}

static u32 largest(u32 a, u32 b, u32 c)
{
    return ss_max_u32(ss_max_u32(a, b), c);
}

static u32 pages_on_lists(const struct ss_world *w)
{
    u32 pages = 0;
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        pages += w->mm->cpu[cpu].pcp.count;
    return pages;
}

/* One round each, then no task allocates for four seconds. */
static void lists_of_modern_kernels_shrink_while_nobody_uses_them(void **state)
{
    (void)state;
    for (uint32_t fixed = 0; fixed <= 600; fixed += 600) {
        struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 0);
        def->pcp_high = fixed;
        def->workload_parameter[0] = 6000;
        def->workload_parameter[3] = 4000000000;
        struct ss_world *w = build(def);
        step_to(w, 900000000);
        const u32 pages = pages_on_lists(w);
        for (uint64_t second = 1; second <= 3; second++) {
            struct ss_pcp before[4];
            for (uint32_t cpu = 0; cpu < 4; cpu++)
                before[cpu] = w->mm->cpu[cpu].pcp;
            step_to(w, 900000000 + second * 1000000000);
            for (uint32_t cpu = 0; cpu < 4; cpu++) {
                const struct ss_pcp *was = &before[cpu], *now = &w->mm->cpu[cpu].pcp;
                const u32 surplus = was->batch << SS_PCP_SCALE;
                const u32 high = was->high <= was->high_min
                                     ? was->high
                                     : largest(was->count > surplus ? was->count - surplus : 0,
                                               was->high - (was->high >> 3), was->high_min);
                assert_int_equal(now->high, high);
                assert_int_equal(now->count, ss_min_u32(was->count, high));
                assert_true((now->high < was->high) == (was->high > was->high_min));
            }
        }
        assert_true(fixed ? pages_on_lists(w) == pages : pages_on_lists(w) < pages);
        free(w);
        free(def);
    }
}

/* A hold that gives back pages that cannot be moved and then, in the order of the lists, ones that
 * can: it began with the former. */
static bool begins_with_unmovable(const struct ss_zone *zone, const struct ss_hold_log *log)
{
    return log->steps && ss_block_type(zone, log->page[0]) == SS_UNMOVABLE &&
           ss_block_type(zone, log->page[log->steps - 1]) == SS_MOVABLE;
}

static void a_flush_of_modern_lists_begins_with_the_list_of_the_page_just_freed(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 8);
    def->pcp_high = 20;
    def->workload_parameter[0] = 6000;
    def->workload_parameter[4] = 1;
    struct ss_world *w = build_unwatched(def);
    uint32_t seen = 0;
    for (uint64_t now = 1000; now < 20000000; now += 1000) {
        step_to(w, now);
        seen += begins_with_unmovable(&w->mm->zone[0], &w->mm->zone_state[0].last[1]);
    }
    assert_true(seen > 0);
    free(w);
    free(def);
}

/* With page tables a CPU has lists of two types, and a refill of each at once. */
static void a_zone_has_the_pages_for_large_batches(void **state)
{
    (void)state;
    for (uint32_t form = SS_PCP_FORM_V4_18; form <= SS_PCP_FORM_MODERN; form++) {
        struct ss_world_def *def = page_machine(form, 4000);
        def->pcp_high = 4000;
        def->workload_parameter[0] = 64;
        def->workload_parameter[4] = 1;
        struct ss_world *w = build(def);
        step_to(w, 30000000);
        assert_true(w->mm->zone[0].state->count.freed > 8 * 64);
        free(w);
        free(def);
    }
}

static const char *refusal_of_a_batch(struct ss_world_def *def, uint32_t pages)
{
    def->interventions = 1;
    def->intervention_at_low[0] = 5000000;
    def->intervention_kind[0] = SS_INTERVENE_PCP_BATCH;
    def->intervention_value[0] = pages;
    return ss_world_bytes(def) ? NULL : (const char *)def->message;
}

/* Lists that tune themselves may hold far more than the zone has pages for. */
static void a_fork_takes_no_batch_that_the_zone_has_no_pages_for(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 0);
    uint32_t most = 63;
    assert_null(refusal_of_a_batch(def, most));
    while (!refusal_of_a_batch(def, most + 1))
        most++;
    assert_non_null(strstr(refusal_of_a_batch(def, most + 1), "zones have pages for"));
    assert_null(refusal_of_a_batch(def, most));
    struct ss_world *w = build(def);
    step_to(w, 100000000);
    free(w);
    free(def);
}

static void impossible_page_lists_are_refused_by_field(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 0);
    def->pcp_form = 9;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message,
                           "kernel.page_lists.form: must be 0 (v4.18), 1 (v4.19) or 2 (modern)"));
    def->pcp_form = SS_PCP_FORM_MODERN;
    def->workload_parameter[1] = 3;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.nodes"));
    def->workload_parameter[1] = 1;
    def->workload_parameter[2] = 2;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.memory"));
    def->workload_parameter[2] = 0;
    def->workload_parameter[4] = 2;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.page_tables"));
    def->workload_parameter[4] = 0;
    def->pcp_batch = 100;
    def->pcp_high = 99;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.page_lists.high: is less than the batch"));
    def->pcp_batch = 0; /* as the kernel computes it: 63 */
    def->pcp_high = 62;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.page_lists.high: is less than the batch"));
    def->pcp_high = 63;
    assert_true(ss_world_bytes(def) > 0);
    def->page_fault_ps = 0;
    assert_world_refused(def, "page_fault_ps");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_page_is_ever_lost),
        cmocka_unit_test(a_task_may_hold_all_its_pages_from_the_start),
        cmocka_unit_test(ledger_kinds_sum_to_wall_time),
        cmocka_unit_test(a_restored_moment_goes_on_to_the_same_trace),
        cmocka_unit_test(a_larger_batch_visits_the_zone_less_often),
        cmocka_unit_test(every_refill_of_the_window_is_timed_and_a_larger_one_takes_longer),
        cmocka_unit_test(tasks_that_pause_sleep_and_their_cpus_idle),
        cmocka_unit_test(lists_of_modern_kernels_shrink_while_nobody_uses_them),
        cmocka_unit_test(a_flush_of_modern_lists_begins_with_the_list_of_the_page_just_freed),
        cmocka_unit_test(a_zone_has_the_pages_for_large_batches),
        cmocka_unit_test(a_fork_takes_no_batch_that_the_zone_has_no_pages_for),
        cmocka_unit_test(impossible_page_lists_are_refused_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
