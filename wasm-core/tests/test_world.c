/* Whole worlds, driven through the ABI: time that adds up, runs that repeat, moments that can be
 * restored, tasks that go where the class sends them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/world.h"
#include "sched/root_domain.h"
#include "sched/rt/cpupri.h"
#include "sched/run_queue.h"
#include "support_world.h"
#include "world/outputs.h"

enum { INSTANCES, CPUS_EACH, THREADS, RUNNABLE, USER_NS, KERNEL_NS, DISTRIBUTION };

/* Two sockets of two nodes, four cores a node, two threads a core: 32 CPUs. */
static struct ss_world_def *machine(void)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 32;
    def->nodes = 4;
    for (uint16_t cpu = 0; cpu < 32; cpu++) {
        uint16_t core = cpu % 16;
        def->cpu_core[cpu] = def->cpu_l2[cpu] = core;
        def->cpu_llc[cpu] = def->cpu_node[cpu] = core / 4;
        def->cpu_package[cpu] = core / 8;
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            def->distance[i * 4 + j] = i == j ? 10 : i / 2 == j / 2 ? 12 : 20;
    def->workload = SS_WORKLOAD_FFMPEG_TOKEN;
    uint32_t parameters[] = {4, 8, 20, 10, 20000, 2000, 0};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    def->seed_low = 1;
    def->keyframes = 1;
    def->warmup_us = 500;
    return def;
}

static uint64_t hash_after(struct ss_world_def *def, uint64_t until)
{
    struct ss_world *w = build(def);
    step_to(w, until);
    uint64_t hash = w->clock->trace_hash;
    free(w);
    return hash;
}

static void ledger_kinds_sum_to_wall_time_at_any_moment(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    struct ss_world *w = build(def);
    for (uint64_t now = 137; now < 2000000; now += 9973) {
        step_to(w, now);
        assert_ledgers_sum_to(w, now);
    }
    free(w);
    free(def);
}

/* Whatever a room would ask for next: every allocation begins at a multiple of 64. */
static void memory_that_ends_anywhere_is_refused_before_anything_is_built(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->ring_records = def->explain_records = 16;
    const uint32_t needed = ss_world_bytes(def);
    uint8_t *untouched = aligned_alloc(4096, (needed + 4095) / 4096 * 4096);
    memset(untouched, 0xa5, needed);
    for (uint32_t bytes = 0; bytes < needed; bytes += 64) {
        assert_int_equal(ss_world_create(untouched, bytes, def), SS_STATUS_NO_MEMORY);
        assert_int_equal(def->status, SS_STATUS_NO_MEMORY);
    }
    assert_int_equal(ss_world_create(untouched, needed - 1, def), SS_STATUS_NO_MEMORY);
    assert_int_equal(ss_world_create(NULL, needed, def), SS_STATUS_NO_MEMORY);
    assert_non_null(strstr((const char *)def->message, "MiB, more than there is"));
    for (uint32_t at = 0; at < needed; at++)
        assert_int_equal(untouched[at], 0xa5);
    assert_int_equal(ss_world_create(untouched, needed, def), SS_STATUS_OK);
    assert_int_equal(def->status, SS_STATUS_OK);
    free(untouched);
    free(def);
}

static void same_seed_gives_the_same_trace_another_seed_another(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    uint64_t first = hash_after(def, 1000000);
    assert_int_equal(hash_after(def, 1000000), first);
    def->seed_low = 2;
    assert_int_not_equal(hash_after(def, 1000000), first);
    free(def);
}

static void slicing_a_run_does_not_change_it(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    uint64_t whole = hash_after(def, 1000000);
    struct ss_world *w = build(def);
    for (uint64_t now = 0; now < 1000000; now += 777)
        step_to(w, now);
    step_to(w, 1000000);
    assert_int_equal(w->clock->trace_hash, whole);
    free(w);
    w = build(def);
    while (ss_world_step(w, 1000000, 0, 1) == SS_STEP_RECORDS)
        ;
    assert_int_equal(w->clock->trace_hash, whole);
    free(w);
    free(def);
}

/* What the host does: pages the core names are copied out, and into another world. */
static void copy_changed_pages(struct ss_world *from, struct ss_world *to)
{
    uint32_t count = ss_world_keyframe(from);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = from->map->state_offset + from->outputs->page_list[i] * SS_STATE_PAGE_BYTES;
        memcpy((u8 *)to + at, (u8 *)from + at, SS_STATE_PAGE_BYTES);
    }
}

static void a_restored_keyframe_replays_to_the_same_trace(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    struct ss_world *head = build(def), *cursor = build(def);
    step_to(head, 300000);
    copy_changed_pages(head, cursor);
    step_to(head, 600000);
    copy_changed_pages(head, cursor); /* now the cursor stands at 0.6 ms as well */
    step_to(head, 1200000);
    assert_int_equal(cursor->clock->now, 600000);
    step_to(cursor, 1200000);
    assert_int_equal(cursor->clock->trace_hash, head->clock->trace_hash);
    free(head);
    free(cursor);
    free(def);
}

static void only_changed_pages_are_listed(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    struct ss_world *w = build(def);
    uint32_t all = ss_world_keyframe(w);
    assert_int_equal(all, w->map->state_bytes / SS_STATE_PAGE_BYTES);
    assert_int_equal(ss_world_keyframe(w), 0);
    step_to(w, 20000);
    uint32_t some = ss_world_keyframe(w);
    assert_true(some > 0 && some < all);
    free(w);
    free(def);
}

static void assert_only_page_is_listed(struct ss_world *w, uint32_t page)
{
    assert_int_equal(ss_world_keyframe(w), 1);
    assert_int_equal(w->outputs->page_list[0], page);
}

/* A bit of a word, one each of two words (some that a product or shift lets fall), an exchange. */
static void whatever_changes_in_a_page_is_noticed(void **state)
{
    (void)state;
    enum { WORDS = SS_STATE_PAGE_BYTES / 8, PAGE = 3, PAIRS = 5 };
    static const u8 bits[PAIRS][2] = {{63, 63}, {34, 63}, {33, 62}, {34, 34}, {31, 31}};
    struct ss_world_def *def = machine();
    struct ss_world *w = build(def);
    step_to(w, 20000);
    uint64_t *page = (uint64_t *)((u8 *)w + w->map->state_offset + (u64)PAGE * SS_STATE_PAGE_BYTES);
    for (uint32_t i = 0; i < WORDS; i++)
        page[i] = i / 4; /* neighbours are alike, as in what lies in memory */
    ss_world_keyframe(w);
    for (uint32_t i = 1; i < WORDS; i += 3) { /* the last words of two lanes are among them */
        page[i] ^= 1ull << i % 64;
        assert_only_page_is_listed(w, PAGE);
        for (uint32_t far = 1; i + far < WORDS && far <= 8; far *= 2) {
            for (uint32_t pair = 0; pair < PAIRS; pair++) {
                page[i] ^= 1ull << bits[pair][0], page[i + far] ^= 1ull << bits[pair][1];
                assert_only_page_is_listed(w, PAGE);
            }
            uint64_t both = page[i] ^ page[i + far];
            page[i] ^= both, page[i + far] ^= both;
            if (both)
                assert_only_page_is_listed(w, PAGE);
        }
    }
    assert_int_equal(ss_world_keyframe(w), 0);
    free(w);
    free(def);
}

/* A copy of the state to compare with would be as large as all else. */
static void keyframes_take_little_memory(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    uint32_t with = ss_world_bytes(def);
    def->keyframes = 0;
    uint32_t without = ss_world_bytes(def);
    assert_true(with > without && with - without < without / 100);
    free(def);
}

static void a_custom_layout_equal_to_patch_1_runs_as_patch_1(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->root_domain_layout = SS_LAYOUT_P1;
    uint64_t patched = hash_after(def, 800000);
    struct ss_root_domain_layout layout;
    ss_root_domain_layout(&layout, SS_LAYOUT_P1);
    def->root_domain_layout = SS_LAYOUT_CUSTOM;
    def->root_domain_size = layout.size;
    for (int field = 0; field < SS_RD_FIELDS; field++)
        def->root_domain_offset[field] = layout.offset[field];
    assert_int_equal(hash_after(def, 800000), patched);
    def->root_domain_layout = SS_LAYOUT_BASE;
    assert_int_not_equal(hash_after(def, 800000), patched);
    free(def);
}

static void a_custom_layout_with_overlapping_fields_is_refused_by_name(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    struct ss_root_domain_layout layout;
    ss_root_domain_layout(&layout, SS_LAYOUT_BASE);
    def->root_domain_layout = SS_LAYOUT_CUSTOM;
    def->root_domain_size = layout.size;
    for (int field = 0; field < SS_RD_FIELDS; field++)
        def->root_domain_offset[field] = layout.offset[field];
    def->root_domain_offset[SS_RD_RTO_CPU] = layout.offset[SS_RD_RTO_LOOP];
    assert_int_equal(ss_world_bytes(def), 0);
    assert_int_equal(def->status, SS_STATUS_BAD_DEFINITION);
    assert_non_null(strstr((char *)def->message, "root_domain_offset"));
    free(def);
}

static void impossible_workloads_are_refused_with_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->workload_parameter[INSTANCES] = 5;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "workload.instances"));
    def->workload_parameter[INSTANCES] = 4;
    def->workload = 77;
    assert_world_refused(def, "workload");
}

/* ---- the static root domain ------------------------------------------------------------------ */

static uint32_t ghosts_at(struct ss_world_def *def, uint32_t level)
{
    struct ss_world *w = build(def);
    uint32_t ghosts = 0;
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
        ghosts += ss_cpupri_ghost(w, level, cpu);
    free(w);
    return ghosts;
}

static void per_node_masks_of_the_static_root_domain_begin_full_of_ghosts(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->workload = SS_WORKLOAD_NONE;
    def->static_root_domain = 1;
    def->cpupri_per_node = 1;
    assert_int_equal(ghosts_at(def, 50), def->cpus);
    assert_int_equal(ghosts_at(def, SS_LEVEL_NORMAL), 0); /* filed there, all of them */
    def->static_root_domain = 0;
    assert_int_equal(ghosts_at(def, 50), 0);
    def->static_root_domain = 1;
    def->cpupri_per_node = 0;
    assert_int_equal(ghosts_at(def, 50), 0);
    free(def);
}

static void the_static_root_domain_is_refused_with_the_full_fair_class(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->static_root_domain = 1;
    def->fair_class = SS_FAIR_FULL;
    assert_world_refused(def, "kernel.static_root_domain");
}

/* ---- the RT class ---------------------------------------------------------------------------- */

/* Two RT threads that compute for seconds, on one CPU. */
static struct ss_world *two_on_one_cpu(struct ss_world_def *def)
{
    uint32_t parameters[] = {1, 1, 2, 2, 1000000000, 0, 1};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    def->keyframes = 0;
    return build(def);
}

static void a_fifo_task_keeps_its_cpu(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    struct ss_world *w = two_on_one_cpu(def);
    step_to(w, 350000000);
    ss_world_frame(w);
    assert_true(w->outputs->views.task[32].runtime > 349000000);
    assert_int_equal(w->outputs->views.task[33].runtime, 0);
    free(w);
    free(def);
}

static void rr_tasks_of_equal_priority_take_turns_of_100_ms(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    struct ss_world *w = two_on_one_cpu(def);
    w->task[32].policy = w->task[33].policy = SS_POLICY_RR;
    step_to(w, 402000000);
    ss_world_frame(w);
    for (int task = 32; task < 34; task++) {
        assert_true(w->outputs->views.task[task].runtime > 195000000);
        assert_true(w->outputs->views.task[task].runtime < 207000000);
    }
    free(w);
    free(def);
}

/* Nothing may be lost or filed wrongly at rest: queues, counts and cpupri agree. */
static void check_cpu(struct ss_world *w, u32 cpu, i32 counts[SS_CPUPRI_LEVELS])
{
    const struct ss_rq *rq = ss_rq(w, cpu);
    u32 queued = 0;
    for (int prio = 0; prio < SS_RT_PRIOS; prio++)
        for (i32 t = rq->rt_queue[prio].head; t >= 0; t = w->task[t].queue_next, queued++) {
            assert_int_equal(w->task[t].cpu, cpu);
            assert_true(w->task[t].on_rq);
        }
    assert_int_equal(queued, rq->rt_nr_running);
    counts[w->sched->cpu_to_pri[cpu]]++;
}

static void queues_and_cpupri_agree_whenever_no_path_is_under_way(void **state)
{
    (void)state;
    struct ss_world_def *def = machine();
    def->workload_parameter[USER_NS] = 1000000; /* long quanta: moments without kernel work exist */
    struct ss_world *w = build(def);
    int quiet = 0;
    for (uint64_t now = 500000; now < 20000000; now += 10009) {
        step_to(w, now);
        bool busy = false;
        for (u32 cpu = 0; cpu < def->cpus; cpu++)
            busy |= w->cpu[cpu].wait != SS_WAIT_USER && w->cpu[cpu].wait != SS_WAIT_IDLE;
        if (busy)
            continue;
        i32 counts[SS_CPUPRI_LEVELS] = {0};
        quiet++;
        for (u32 cpu = 0; cpu < def->cpus; cpu++)
            check_cpu(w, cpu, counts);
        assert_memory_equal(counts, w->sched->state->count, sizeof(counts));
    }
    assert_true(quiet > 0);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledger_kinds_sum_to_wall_time_at_any_moment),
        cmocka_unit_test(memory_that_ends_anywhere_is_refused_before_anything_is_built),
        cmocka_unit_test(same_seed_gives_the_same_trace_another_seed_another),
        cmocka_unit_test(slicing_a_run_does_not_change_it),
        cmocka_unit_test(a_restored_keyframe_replays_to_the_same_trace),
        cmocka_unit_test(only_changed_pages_are_listed),
        cmocka_unit_test(whatever_changes_in_a_page_is_noticed),
        cmocka_unit_test(keyframes_take_little_memory),
        cmocka_unit_test(a_custom_layout_equal_to_patch_1_runs_as_patch_1),
        cmocka_unit_test(a_custom_layout_with_overlapping_fields_is_refused_by_name),
        cmocka_unit_test(impossible_workloads_are_refused_with_the_field),
        cmocka_unit_test(per_node_masks_of_the_static_root_domain_begin_full_of_ghosts),
        cmocka_unit_test(the_static_root_domain_is_refused_with_the_full_fair_class),
        cmocka_unit_test(a_fifo_task_keeps_its_cpu),
        cmocka_unit_test(rr_tasks_of_equal_priority_take_turns_of_100_ms),
        cmocka_unit_test(queues_and_cpupri_agree_whenever_no_path_is_under_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
