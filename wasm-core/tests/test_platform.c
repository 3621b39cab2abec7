/* From a definition's picoseconds and distance classes to the line model's tables, and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support_lines.h"

/* Two sockets of three nodes of two last-level caches of two cores. */
static struct ss_world_def *make_split_machine(void)
{
    struct ss_world_def *def = make_regular_machine(
        (struct regular_machine){6, 2, 2, 1, .nodes_per_package = 3, .near = 12, .far = 20});
    set_timings(def);
    return def;
}

static void picoseconds_are_rounded_half_up_and_to_at_least_one(void **state)
{
    (void)state;
    static const u32 cases[][2] = {
        {0, 0},      {1, 1},    {499, 1},  {500, 1},    {1499, 1},       {1500, 2},     {13500, 14},
        {13499, 13}, {1700, 2}, {1200, 1}, {33000, 33}, {1000000, 1000}, {~0u, 4294967}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(cases); i++)
        assert_int_equal(ss_platform_ns(cases[i][0]), cases[i][1]);
}

static void distance_classes_follow_socket_node_and_domain(void **state)
{
    (void)state;
    struct line_machine *m = make_line_machine(make_split_machine(), 1, 1);
    static const struct {
        u32 from, to, hitm, clean;
    } cases[] = {
        {0, 0, 80, 70},   {0, 1, 90, 80},   {1, 0, 90, 80},    {0, 2, 100, 95},   {3, 1, 100, 95},
        {0, 4, 120, 110}, {5, 1, 120, 110}, {5, 6, 240, 230},  {0, 11, 240, 230}, {4, 6, 240, 230},
        {11, 11, 80, 70}, {10, 8, 100, 95}, {10, 6, 120, 110},
    };
    for (u32 i = 0; i < SS_ARRAY_LENGTH(cases); i++) {
        u32 at = cases[i].from * 12 + cases[i].to;
        assert_int_equal(m->platform.hitm[at], cases[i].hitm);
        assert_int_equal(m->platform.clean[at], cases[i].clean);
        assert_int_equal(ss_coherence_hitm(&m->coherence, cases[i].from * 2, cases[i].to * 2 + 1),
                         cases[i].hitm);
    }
    static const u32 dram[] = {105, 125, 140, 235, 235, 235};
    for (u32 home = 0; home < 6; home++) {
        assert_int_equal(m->platform.dram[0 * 6 + home], dram[home]);
        assert_int_equal(m->platform.dram[11 * 6 + home], dram[5 - home]);
        assert_int_equal(m->platform.home_near[0 * 6 + home], home < 3);
    }
    free_line_machine(m);
}

/* As on a machine whose firmware interleaves memory over both sockets. */
static void crossing_sockets_costs_even_inside_one_node(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(
        (struct regular_machine){1, 2, 2, 1, .nodes_per_package = 1, .near = 12, .far = 20});
    set_timings(def);
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        def->cpu_package[cpu] = def->cpu_llc[cpu];
    struct line_machine *m = make_line_machine(def, 1, 1);
    assert_int_equal(m->platform.hitm[1], 240);
    assert_int_equal(m->platform.dram[0], 105);
    assert_int_equal(m->platform.dram[1], 105);
    assert_true(m->platform.home_near[0] && m->platform.home_near[1]);
    free_line_machine(m);
}

static void a_matrix_overrides_the_classes(void **state)
{
    (void)state;
    struct ss_world_def *def = make_split_machine();
    def->hitm_matrix_nodes = 6;
    for (u32 i = 0; i < 36; i++)
        def->hitm_matrix_ns[i] = 100 + i;
    struct line_machine *m = make_line_machine(def, 1, 1);
    for (u32 from = 0; from < 12; from++)
        for (u32 to = 0; to < 12; to++) {
            u32 hitm = 100 + from / 2 * 6 + to / 2;
            assert_int_equal(m->platform.hitm[from * 12 + to], hitm);
            assert_int_equal(m->platform.clean[from * 12 + to], hitm * 95 / 100);
        }
    assert_int_equal(m->platform.dram[0], 105);
    free_line_machine(m);
}

static void scalars_keep_their_meaning(void **state)
{
    (void)state;
    struct ss_world_def *def = make_split_machine();
    def->directory_penalty_ps = 64000;
    def->service_numerator = 3;
    def->service_denominator = 4;
    def->ipi_send_ps = 500000;
    def->idle_exit_deep_ps = 170000000;
    def->read_service_ps = 0;
    struct line_machine *m = make_line_machine(def, 1, 1);
    const struct ss_platform *p = &m->platform;
    assert_int_equal(p->clock_mhz, 3000);
    assert_int_equal(p->l1, 2);
    assert_int_equal(p->rmw, 6);
    assert_int_equal(p->store_slot, 1);
    assert_int_equal(p->llc, 30);
    assert_int_equal(p->directory_penalty, 64);
    assert_int_equal(p->svc_numerator, 3);
    assert_int_equal(p->svc_denominator, 4);
    assert_int_equal(p->read_service, 0);
    assert_int_equal(p->ack_per_domain, 10);
    assert_int_equal(p->load_threshold_cycles, 30);
    assert_int_equal(p->os.ipi_send, 500);
    assert_int_equal(p->idle[SS_IDLE_STATE_C6].exit, 170000);
    free_line_machine(m);
}

/* ---- refusals -------------------------------------------------------------------------------- */

#define BREAK(name, bad, says)                                                                     \
    {                                                                                              \
        offsetof(struct ss_world_def, name), bad, says                                             \
    }

static void an_unusable_value_is_refused_by_name_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        u32 bad;
        const char *says;
    } cases[] = {
        BREAK(clock_mhz, 0, "clock_mhz: 0 cannot be used; give 1 to 100000 MHz"),
        BREAK(l1_ps, 0, "l1_ps: 0 cannot be used; give a latency of 1 to 100000000 ps"),
        BREAK(rmw_ps, 100000001, "rmw_ps: 100000001 cannot be used"),
        BREAK(llc_ps, 0, "llc_ps: 0"),
        BREAK(dram_far_ps, 0, "dram_far_ps: 0"),
        BREAK(hitm_same_llc_ps, 0, "hitm_same_llc_ps: 0"),
        BREAK(hitm_other_socket_ps, 0, "hitm_other_socket_ps: 0"),
        BREAK(clean_far_ps, 0, "clean_far_ps: 0"),
        BREAK(directory_penalty_ps, 100000001, "directory_penalty_ps: 100000001"),
        BREAK(service_denominator, 0, "service_denominator: 0 cannot be used; give 1 to 1000000"),
        BREAK(service_numerator, 5, "service_numerator: 5 cannot be used; give 0 to 4 times"),
        BREAK(overlap, 0, "overlap: 0 cannot be used; give 1 to 64 loads in flight"),
        BREAK(private_age_us, 1000001, "private_age_us: 1000001 cannot be used; give 0 to"),
        BREAK(smt_factor_1024, 0, "smt_factor_1024: 0 cannot be used; give 512"),
        BREAK(hitm_matrix_nodes, 5, "hitm_matrix_nodes: 5 cannot be used; give 0"),
        BREAK(hitm_matrix_nodes, 6, "hitm_matrix_ns[0][0]: 0 cannot be used; give 2 to"),
    };
    struct ss_platform platform;
    struct ss_topology topology;
    struct ss_world_def *def = make_split_machine();
    void *memory = build_topology(&topology, def);
    for (u32 i = 0; i < SS_ARRAY_LENGTH(cases); i++) {
        char text[SS_MESSAGE_BYTES];
        struct ss_message message;
        struct ss_arena arena;
        u32 *value = (u32 *)((u8 *)def + cases[i].offset), good = *value;
        ss_message_init(&message, text, sizeof(text));
        assert_true(ss_platform_check(def, &message));
        assert_true(ss_message_empty(&message));
        *value = cases[i].bad;
        assert_false(ss_platform_check(def, &message));
        if (strncmp(text, cases[i].says, strlen(cases[i].says)) != 0)
            fail_msg("\"%s\" does not begin with \"%s\"", text, cases[i].says);
        ss_arena_init(&arena, NULL, 0);
        assert_false(ss_platform_create(&platform, &arena, def, &topology));
        *value = good;
    }
    free(memory);
    free(def);
}

static void with_a_matrix_the_classes_need_not_be_given(void **state)
{
    (void)state;
    struct ss_world_def *def = make_split_machine();
    struct ss_message message;
    char text[SS_MESSAGE_BYTES];
    ss_message_init(&message, text, sizeof(text));
    def->hitm_same_llc_ps = def->clean_near_ps = 0;
    def->hitm_matrix_nodes = 6;
    for (u32 i = 0; i < 36; i++)
        def->hitm_matrix_ns[i] = 2;
    assert_true(ss_platform_check(def, &message));
    def->hitm_matrix_ns[8] = 1;
    assert_false(ss_platform_check(def, &message));
    assert_string_equal(text, "hitm_matrix_ns[1][2]: 1 cannot be used; give 2 to 100000 ns");
    free(def);
}

static void an_arena_too_small_fails_and_counting_does_not(void **state)
{
    (void)state;
    struct ss_world_def *def = make_split_machine();
    struct ss_platform platform;
    struct ss_topology topology;
    void *memory = build_topology(&topology, def);
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    assert_true(ss_platform_create(&platform, &arena, def, &topology));
    assert_null(platform.hitm);
    assert_int_equal(platform.clock_mhz, 3000);
    u64 bytes = arena.used;
    u8 *block = aligned_alloc(64, 8192);
    assert_true(bytes <= 8192);
    ss_arena_init(&arena, block, bytes - 1);
    assert_false(ss_platform_create(&platform, &arena, def, &topology));
    ss_arena_init(&arena, block, bytes);
    assert_true(ss_platform_create(&platform, &arena, def, &topology));
    free(block);
    free(memory);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picoseconds_are_rounded_half_up_and_to_at_least_one),
        cmocka_unit_test(distance_classes_follow_socket_node_and_domain),
        cmocka_unit_test(crossing_sockets_costs_even_inside_one_node),
        cmocka_unit_test(a_matrix_overrides_the_classes),
        cmocka_unit_test(scalars_keep_their_meaning),
        cmocka_unit_test(an_unusable_value_is_refused_by_name_with_a_remedy),
        cmocka_unit_test(with_a_matrix_the_classes_need_not_be_given),
        cmocka_unit_test(an_arena_too_small_fails_and_counting_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
