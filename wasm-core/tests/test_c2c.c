/* The rows of the c2c report: which access counts where (spec "Hardware model" section 3.6). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/prng.h"
#include "support_lines.h"

static struct ss_access took(u32 class, u64 ns)
{
    return (struct ss_access){.done = 1000 + ns, .data_at = 1000 + ns, .class = (u8) class};
}

static const struct ss_c2c_row *count_one(struct line_machine *m, enum ss_access_kind kind,
                                          u32 class, u64 ns)
{
    struct ss_access access = took(class, ns);
    ss_c2c_reset(&m->c2c);
    ss_c2c_count(&m->c2c, 3, 0x38, 5, kind, &access, 1000);
    assert_int_equal(m->c2c.count[0], 1);
    const struct ss_c2c_row *row = &m->c2c.row[0];
    assert_int_equal(row->line, 3);
    assert_int_equal(row->offset, 0x38);
    assert_int_equal(row->symbol, 5);
    assert_int_equal(row->records, 1);
    return row;
}

static void a_load_counts_as_hitm_or_by_its_cycles(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 8);
    const struct ss_c2c_row *row = count_one(m, SS_LOAD, SS_RMT_HIT, 230);
    assert_int_equal(row->loads, 1);
    assert_int_equal(row->stores + row->locked + row->st_l1hit + row->st_l1miss, 0);
    assert_int_equal(row->load_count, 1);
    assert_true(row->load_cycles == 690);
    assert_int_equal(row->max_cycles, 690);
    row = count_one(m, SS_LOAD, SS_LCL_HITM, 80);
    assert_int_equal(row->lcl_hitm, 1);
    assert_int_equal(row->rmt_hitm + row->load_count, 0);
    assert_true(row->hitm_cycles == 240 && row->load_cycles == 0);
    row = count_one(m, SS_LOAD, SS_RMT_HITM, 240);
    assert_int_equal(row->rmt_hitm, 1);
    assert_int_equal(row->lcl_hitm + row->load_count, 0);
    free_line_machine(m);
}

static void a_load_below_the_threshold_is_a_record_without_cycles(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 8);
    assert_int_equal(count_one(m, SS_LOAD, SS_L1, 9)->load_count, 0);
    assert_int_equal(count_one(m, SS_LOAD, SS_L1, 10)->load_count, 1); /* 30 cycles at 3 GHz */
    assert_int_equal(count_one(m, SS_LOAD, SS_L1, 2)->loads, 1);
    free_line_machine(m);
}

static void a_store_hits_only_in_the_first_level(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 8);
    for (u32 class = 0; class < SS_ACCESS_CLASSES; class ++) {
        const struct ss_c2c_row *row = count_one(m, SS_STORE, class, 1);
        assert_int_equal(row->stores, 1);
        assert_int_equal(row->st_l1hit, class == SS_L1);
        assert_int_equal(row->st_l1miss, class != SS_L1);
        assert_int_equal(row->loads + row->locked + row->lcl_hitm + row->rmt_hitm, 0);
        assert_true(row->load_cycles + row->hitm_cycles == 0);
    }
    free_line_machine(m);
}

static void an_atomic_is_a_load_and_a_store_that_hits(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 8);
    const struct ss_c2c_row *row = count_one(m, SS_RMW, SS_RMT_HITM, 246);
    assert_int_equal(row->loads, 1);
    assert_int_equal(row->stores, 1);
    assert_int_equal(row->locked, 1);
    assert_int_equal(row->st_l1hit, 1);
    assert_int_equal(row->st_l1miss, 0);
    assert_int_equal(row->rmt_hitm, 1);
    row = count_one(m, SS_RMW, SS_INV, 76);
    assert_int_equal(row->load_count, 1);
    assert_true(row->load_cycles == 228);
    free_line_machine(m);
}

static void cycles_are_exact_where_floating_point_would_lose_one(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(
        (struct regular_machine){1, 1, 2, 1, .nodes_per_package = 1, .near = 12, .far = 20});
    set_timings(def);
    def->clock_mhz = 2800;
    struct line_machine *m = make_line_machine(def, 1, 8);
    assert_true(count_one(m, SS_LOAD, SS_LLC, 170)->load_cycles == 476);
    assert_true(count_one(m, SS_LOAD, SS_LLC, 171)->load_cycles == 478);
    /* Far beyond 32 bits of nanoseconds. */
    assert_true(count_one(m, SS_LOAD, SS_LLC, 1ull << 40)->load_cycles ==
                (1ull << 40) * 2800 / 1000);
    assert_int_equal(m->c2c.row[0].max_cycles, ~0u);
    free_line_machine(m);
}

static void a_row_is_one_line_offset_and_symbol(void **state)
{
    (void)state;
    static const u32 keys[][3] = {{0, 0, 0},  {1, 0, 0},     {0, 1, 0},     {0, 0, 1},
                                  {0, 63, 0}, {0, 0, 65535}, {65536, 0, 0}, {1, 1, 1}};
    struct line_machine *m = make_small_line_machine(1, 8);
    struct ss_access access = took(SS_LLC, 50);
    for (u32 round = 1; round <= 3; round++) {
        for (u32 i = 0; i < SS_ARRAY_LENGTH(keys); i++)
            ss_c2c_count(&m->c2c, keys[i][0], keys[i][1], keys[i][2], SS_LOAD, &access, 1000);
        assert_int_equal(m->c2c.count[0], 8);
        for (u32 i = 0; i < SS_ARRAY_LENGTH(keys); i++) {
            const struct ss_c2c_row *row = &m->c2c.row[i];
            assert_true(row->line == keys[i][0] && row->offset == keys[i][1] &&
                        row->symbol == keys[i][2]);
            assert_int_equal(row->loads, round);
        }
    }
    free_line_machine(m);
}

static void rows_that_share_a_bucket_are_told_apart(void **state)
{
    (void)state;
    enum { ROWS = 3000 };
    struct line_machine *m = make_small_line_machine(1, ROWS);
    struct ss_access access = took(SS_LLC, 50);
    for (u32 i = 0; i < 2 * ROWS; i++) /* more of a line than it has buckets */
        ss_c2c_count(&m->c2c, i % 3, i % 50, i % ROWS, SS_LOAD, &access, 1000);
    assert_int_equal(m->c2c.count[0], ROWS);
    assert_int_equal(m->c2c.count[1], 0);
    for (u32 i = 0; i < ROWS; i++) {
        const struct ss_c2c_row *row = ss_c2c_find(&m->c2c, i % 3, i % 50, i);
        assert_ptr_equal(row, &m->c2c.row[i]);
        assert_int_equal(row->loads, 2);
        assert_null(ss_c2c_find(&m->c2c, i % 3 + 3, i % 50, i));
    }
    free_line_machine(m);
}

static void accesses_without_a_row_are_counted_as_dropped(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 3);
    struct ss_access access = took(SS_LLC, 50);
    for (u32 i = 0; i < 10; i++)
        ss_c2c_count(&m->c2c, i % 5, 0, 0, SS_LOAD, &access, 1000);
    assert_int_equal(m->c2c.count[0], 3);
    assert_int_equal(m->c2c.count[1], 4);
    assert_int_equal(m->c2c.row[2].loads, 2);
    ss_c2c_reset(&m->c2c);
    assert_int_equal(m->c2c.count[0] + m->c2c.count[1], 0);
    ss_c2c_count(&m->c2c, 4, 0, 0, SS_LOAD, &access, 1000);
    assert_int_equal(m->c2c.row[0].line, 4);
    assert_int_equal(m->c2c.row[0].loads, 1);
    free_line_machine(m);
}

/* Nothing is lost between a line's own counters and the rows made of it. */
static void rows_of_a_line_sum_up_to_its_counters(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(4, 64);
    struct ss_prng prng;
    u32 calls[4] = {0}, lcl[4] = {0}, rmt[4] = {0}, records[4] = {0};
    ss_prng_seed(&prng, 3, 0, 0);
    for (u64 now = 0; now < 3000000; now += ss_prng_below(&prng, 300)) {
        u32 line = ss_prng_below(&prng, 4);
        enum ss_access_kind kind = (enum ss_access_kind)ss_prng_below(&prng, 3);
        struct ss_access access =
            ss_coherence_access(&m->coherence, ss_prng_below(&prng, 16), line, kind, now, false);
        ss_c2c_count(&m->c2c, line, 8 * ss_prng_below(&prng, 4), kind, kind, &access, now);
        calls[line]++;
    }
    for (u32 i = 0; i < m->c2c.count[0]; i++) {
        const struct ss_c2c_row *row = &m->c2c.row[i];
        lcl[row->line] += row->lcl_hitm;
        rmt[row->line] += row->rmt_hitm;
        records[row->line] += row->records;
        assert_int_equal(row->loads + row->stores, row->records + row->locked);
        assert_int_equal(row->st_l1hit + row->st_l1miss, row->stores);
    }
    for (u32 line = 0; line < 4; line++) {
        assert_int_equal(records[line], calls[line]);
        assert_int_equal(lcl[line], m->coherence.counts[line].lcl_hitm);
        assert_int_equal(rmt[line], m->coherence.counts[line].rmt_hitm);
        assert_true(lcl[line] > 10 && rmt[line] > 10);
    }
    free_line_machine(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_counts_as_hitm_or_by_its_cycles),
        cmocka_unit_test(a_load_below_the_threshold_is_a_record_without_cycles),
        cmocka_unit_test(a_store_hits_only_in_the_first_level),
        cmocka_unit_test(an_atomic_is_a_load_and_a_store_that_hits),
        cmocka_unit_test(cycles_are_exact_where_floating_point_would_lose_one),
        cmocka_unit_test(a_row_is_one_line_offset_and_symbol),
        cmocka_unit_test(rows_that_share_a_bucket_are_told_apart),
        cmocka_unit_test(accesses_without_a_row_are_counted_as_dropped),
        cmocka_unit_test(rows_of_a_line_sum_up_to_its_counters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
