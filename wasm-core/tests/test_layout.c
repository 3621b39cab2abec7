/* Layouts of simulated structures: the tables put every word where it lay before there were tables,
 * and a definition that declares a structure anew moves what it says and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support_fair.h"

static const struct ss_layout_counts counts = {.words = 4, .cpus = 240, .nodes = 6, .caches = 12};

static struct ss_world_def *nothing_declared(void)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    return def;
}

/* Declares all members from `first` to `last`, as the table has them but for attributes. */
static void declare(struct ss_world_def *def, uint32_t first, uint32_t last)
{
    for (uint32_t member = first; member <= last; member++)
        def->layout_member[def->layout_members++] = (uint16_t)member;
}

/* Bytes by hand, most from before there were tables: their addresses are in the pinned traces. */
static const struct {
    uint16_t member, offset;
} known[] = {
    {SS_MEMBER_RQ_LOCK, 0},
    {SS_MEMBER_RQ_NR_RUNNING, 4},
    {SS_MEMBER_RQ_CURR, 64},
    {SS_MEMBER_RQ_DONOR, 72},
    {SS_MEMBER_RQ_RT_HIGHEST, 128},
    {SS_MEMBER_RQ_RT_OVERLOADED, 136},
    {SS_MEMBER_RQ_RT_PUSHABLE, 144},
    {SS_MEMBER_CFS_RQ_TTWU_PENDING, 40},
    {SS_MEMBER_CFS_RQ_NR, 64},
    {SS_MEMBER_CFS_RQ_TREE, 128},
    {SS_MEMBER_CFS_RQ_AVG, 192},
    {SS_MEMBER_CFS_RQ_REMOVED, 256},
    {SS_MEMBER_CFS_RQ_NEXT_BALANCE, 320},
    {SS_MEMBER_CFS_RQ_CLOCK, 384},
    {SS_MEMBER_CFS_RQ_SD, 448},
    {SS_MEMBER_CFS_RQ_IDLE_STAMP, 512},
    {SS_MEMBER_PIPE_MUTEX, 0},
    {SS_MEMBER_PIPE_READERS, 32},
    {SS_MEMBER_PIPE_WRITERS, 56},
    {SS_MEMBER_PIPE_HEAD, 80},
    {SS_MEMBER_PIPE_RING, 192},
    {SS_MEMBER_PIPE_READ_FILE, 832},
    {SS_MEMBER_PIPE_WRITE_FILE, 896},
    {SS_MEMBER_TASK_GROUP_LOAD_AVG, 0},
    {SS_MEMBER_ROUTE_USERS, 0},
    {SS_MEMBER_UNIX_SOCKET_QUEUE, 64},
    {SS_MEMBER_UNIX_SOCKET_READERS, 128},
    {SS_MEMBER_UNIX_SOCKET_IN_USE, 192},
    {SS_MEMBER_UNIX_SOCKET_WRITERS, 256},
    {SS_MEMBER_UNIX_SOCKET_READ_FILE, 320},
    {SS_MEMBER_UNIX_SOCKET_WRITE_FILE, 384},
    {SS_MEMBER_RQ_CACHE_COUNTERS, 64},
    {SS_MEMBER_RQ_CACHE_PREFERRING, 80},
    {SS_MEMBER_MM_SCHED_RUNNING_INSIDE, 40},
    {SS_MEMBER_MM_SCHED_RUNNING, 64},
    {SS_MEMBER_MM_SCHED_RSS, 128},
    {SS_MEMBER_ZONE_LOCK, 0},
    {SS_MEMBER_ZONE_LRU_LOCK, 64},
    {SS_MEMBER_PER_CPU_PAGESET_LISTS, 16},
    {SS_MEMBER_PER_CPU_PAGESET_OTHERS, 64},
    {SS_MEMBER_PER_CPU_PAGESET_DIFFERENCES, 78},
    {SS_MEMBER_PER_CPU_PAGES_BATCH, 20},
    {SS_MEMBER_PER_CPU_PAGES_FREE_COUNT, 28},
    {SS_MEMBER_PER_CPU_PAGES_LISTS, 32},
};
static const struct {
    uint16_t structure, lines;
} sizes[] = {
    {SS_STRUCTURE_RQ, 3},
    {SS_STRUCTURE_CFS_RQ, 9},
    {SS_STRUCTURE_PIPE, 15},
    {SS_STRUCTURE_UNIX_SOCKET, 7},
    {SS_STRUCTURE_RQ_CACHE, 2},
    {SS_STRUCTURE_MM_SCHED, 3},
    {SS_STRUCTURE_ZONE, 2},
    {SS_STRUCTURE_NOHZ, 1},
    {SS_STRUCTURE_CPU_TO_PRI, 15},
    {SS_STRUCTURE_MCS_NODES, 1},
    {SS_STRUCTURE_TASK_STRUCT, 1},
    {SS_STRUCTURE_PER_CPU_PAGESET, 2},
    {SS_STRUCTURE_PER_CPU_PAGES, 4},
};

static void the_tables_put_every_member_where_it_always_lay(void **state)
{
    (void)state;
    struct ss_world_def *def = nothing_declared();
    struct ss_layouts layouts;
    ss_layouts_define(&layouts, def, &counts);
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(known); i++)
        assert_int_equal(layouts.offset[known[i].member], known[i].offset);
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(sizes); i++)
        assert_int_equal(ss_div_round_up(layouts.bytes[sizes[i].structure], 64), sizes[i].lines);
    free(def);
}

/* C17 6.7.2.1: nr_running packs behind the lock, a pointer waits for the next multiple of 8, and
 * the size is a multiple of the largest alignment. */
static void members_declared_without_attributes_lie_as_c_puts_them(void **state)
{
    (void)state;
    struct ss_world_def *def = nothing_declared();
    struct ss_layouts layouts, before;
    ss_layouts_define(&before, def, &counts);
    declare(def, SS_MEMBER_RQ_LOCK, SS_MEMBER_RQ_RT_PUSHABLE);
    def->layout_padding[1] = 8;
    def->layout_attribute[3] = 32;
    ss_layouts_define(&layouts, def, &counts);
    static const uint16_t expected[] = {0, 12, 16, 32, 40, 48, 56};
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(expected); i++)
        assert_int_equal(layouts.offset[SS_MEMBER_RQ_LOCK + i], expected[i]);
    assert_int_equal(layouts.bytes[SS_STRUCTURE_RQ], 96);
    for (uint32_t i = 0; i < SS_MEMBERS_COUNT; i++)
        if (i < SS_MEMBER_RQ_LOCK || i > SS_MEMBER_RQ_RT_PUSHABLE)
            assert_int_equal(layouts.offset[i], before.offset[i]);
    free(def);
}

static void arrays_have_as_many_elements_as_the_machine_says(void **state)
{
    (void)state;
    struct ss_world_def *def = nothing_declared();
    struct ss_layouts layouts;
    ss_layouts_define(&layouts, def, &counts);
    assert_int_equal(layouts.bytes[SS_STRUCTURE_CPUPRI_MASK], 4 * 8);
    assert_int_equal(layouts.bytes[SS_STRUCTURE_CPU_TO_PRI], 240 * 4);
    assert_int_equal(layouts.bytes[SS_STRUCTURE_CPUPRI_NODE_POINTERS], 6 * 8);
    assert_true(layouts.bytes[SS_STRUCTURE_RQ_CACHE] >= 80 + 12 * 4);
    free(def);
}

/* ---- worlds ---------------------------------------------------------------------------------- */

static u64 trace_after(struct ss_world_def *def, u64 ns)
{
    struct ss_world *w = build(def);
    step_to(w, ns);
    const u64 hash = w->clock->trace_hash;
    free(w);
    return hash;
}

static void put(struct ss_world_def *def, uint32_t member, uint32_t attribute, uint32_t padding)
{
    def->layout_member[def->layout_members] = (uint16_t)member;
    def->layout_attribute[def->layout_members] = (uint16_t)attribute;
    def->layout_padding[def->layout_members++] = (uint16_t)padding;
}

/* struct rq as its table has it, or with what every CPU reads of others on the lock's line. */
static void declare_rq(struct ss_world_def *def, bool shared)
{
    put(def, SS_MEMBER_RQ_LOCK, 0, 0);
    put(def, SS_MEMBER_RQ_NR_RUNNING, 0, 0);
    put(def, SS_MEMBER_RQ_CURR, shared ? 0 : 64, 0);
    put(def, SS_MEMBER_RQ_DONOR, 0, 0);
    put(def, SS_MEMBER_RQ_RT_HIGHEST, 64, 0);
    put(def, SS_MEMBER_RQ_RT_OVERLOADED, 0, 0);
    put(def, SS_MEMBER_RQ_RT_PUSHABLE, 0, 0);
}

static void
a_structure_declared_as_it_is_changes_nothing_and_another_way_changes_the_run(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    const u64 plain = trace_after(def, 5 * MS);
    declare_rq(def, false);
    assert_true(trace_after(def, 5 * MS) == plain);
    def->layout_members = 0;
    declare_rq(def, true);
    assert_true(trace_after(def, 5 * MS) != plain);
    free(def);
}

/* Two fields on one line: a CPU that writes one takes the line from a CPU that reads the other. */
static void words_put_on_one_line_share_its_traffic(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    put(def, SS_MEMBER_PIPE_MUTEX, 0, 0);
    put(def, SS_MEMBER_PIPE_READERS, 0, 0);
    put(def, SS_MEMBER_PIPE_WRITERS, 0, 0);
    put(def, SS_MEMBER_PIPE_OTHERS, 0, 0);
    put(def, SS_MEMBER_PIPE_HEAD, 64, 0);
    put(def, SS_MEMBER_PIPE_RING, 0, 0);
    put(def, SS_MEMBER_PIPE_READ_FILE, 0, 0);
    put(def, SS_MEMBER_PIPE_WRITE_FILE, 0, 0);
    struct ss_world *w = build(def);
    assert_int_equal(ss_line_of(WORD(PIPE, 1, HEAD)), ss_line_of(ELEMENT(PIPE, 1, RING, 0)));
    assert_int_equal(ss_line_of(WORD(PIPE, 1, READ_FILE)), ss_line_of(WORD(PIPE, 1, WRITE_FILE)));
    assert_int_equal(w->shared.place[ss_line_of(WORD(PIPE, 1, HEAD))].structure, SS_STRUCTURE_PIPE);
    assert_int_equal(w->shared.place[ss_line_of(WORD(PIPE, 1, HEAD))].instance, 1);
    step_to(w, 5 * MS);
    assert_true(w->clock->score > 100);
    free(w);
    free(def);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void expect_refusal(struct ss_world_def *def, const char *words)
{
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((const char *)def->message, words));
    def->layout_members = 0;
    memset(def->layout_attribute, 0, sizeof(def->layout_attribute));
    memset(def->layout_padding, 0, sizeof(def->layout_padding));
}

static void what_c_would_not_compile_is_refused_with_its_place(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    put(def, SS_MEMBERS_COUNT, 0, 0);
    expect_refusal(def, "layout_member[0]: no such member");
    put(def, UINT16_MAX, 0, 0);
    expect_refusal(def, "layout_member[0]: no such member");
    declare_rq(def, false);
    put(def, SS_MEMBER_RQ_CURR, 0, 0);
    expect_refusal(def, "layout_member[7]: declares a member that its structure has already");
    put(def, SS_MEMBER_ZONE_LOCK, 0, 0);
    put(def, SS_MEMBER_NOHZ_COUNTS, 0, 0);
    expect_refusal(def, "layout_member[0]: ends a structure before every member is");
    put(def, SS_MEMBER_NOHZ_COUNTS, 48, 0);
    expect_refusal(def, "layout_member[0]: has an alignment");
    put(def, SS_MEMBER_NOHZ_COUNTS, 8192, 0);
    expect_refusal(def, "layout_member[0]: has an alignment");
    put(def, SS_MEMBER_NOHZ_COUNTS, 0, 4097);
    expect_refusal(def, "layout_member[0]: has more than 4096 bytes");
    declare_rq(def, false);
    for (uint32_t i = 0; i < 5; i++)
        def->layout_attribute[i] = 4096;
    expect_refusal(def, "layout_member[6]: makes its structure larger than 16384 bytes");
    def->layout_members = SS_LAYOUT_MEMBERS + 1;
    expect_refusal(def, "layout_members:");
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_put_every_member_where_it_always_lay),
        cmocka_unit_test(members_declared_without_attributes_lie_as_c_puts_them),
        cmocka_unit_test(arrays_have_as_many_elements_as_the_machine_says),
        cmocka_unit_test(
            a_structure_declared_as_it_is_changes_nothing_and_another_way_changes_the_run),
        cmocka_unit_test(words_put_on_one_line_share_its_traffic),
        cmocka_unit_test(what_c_would_not_compile_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
