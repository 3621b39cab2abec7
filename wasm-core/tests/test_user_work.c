/* The closed forms of user work: the figures that the specification states, and what must hold of
 * any numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/prng.h"
#include "machine/user_work.h"

#define MIB ((u64)1 << 20)

static const struct ss_user_work two_mib = {.bytes = 2 * MIB,
                                            .accesses_a_ms = 50000,
                                            .miss_uncached = SS_ONE,
                                            .miss_cached = SS_ONE / 16,
                                            .overlap_tenths = 20};

static void memory_slows_under_load_as_the_fit_says(void **state)
{
    (void)state;
    static const struct {
        u32 percent, least, most; /* factor in thousandths */
    } table[] = {{0, 1000, 1000},  {44, 1185, 1200}, {60, 1350, 1370},  {76, 1570, 1590},
                 {85, 1745, 1760}, {90, 1915, 1950}, {100, 2890, 2900}, {150, 2890, 2900}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(table); i++)
        assert_in_range(ss_loaded_latency(1000, table[i].percent * SS_ONE / 100), table[i].least,
                        table[i].most);
}

static void what_is_cached_is_missed_less(void **state)
{
    (void)state;
    assert_int_equal(ss_miss_ratio(&two_mib, 0), SS_ONE);
    assert_int_equal(ss_miss_ratio(&two_mib, 2 * MIB), SS_ONE / 16);
    assert_int_equal(ss_miss_ratio(&two_mib, 3 * MIB), SS_ONE / 16);
    assert_int_equal(ss_miss_ratio(&two_mib, MIB), SS_ONE / 16 + SS_ONE * 15 / 32);
}

/* "2 MB at a = 50 a us costs about 0.7 ms of elevated misses." */
static void a_migrated_footprint_fills_with_its_time_constant(void **state)
{
    (void)state;
    const u64 tau = ss_llc_fill_ns(&two_mib, 2 * MIB);
    assert_in_range(tau, 640000, 700000);
    assert_int_equal(ss_resident_after(0, 2 * MIB, 0, tau), 0);
    /* After one time constant 1 / (1 + 1 + 1/2) is still absent. */
    const u64 after = ss_resident_after(0, 2 * MIB, tau, tau);
    assert_in_range(after, 2 * MIB * 599 / 1000, 2 * MIB * 601 / 1000);
    assert_int_equal(ss_resident_after(0, 2 * MIB, 64 * tau, tau), 2 * MIB);
    /* And so it goes away. */
    assert_in_range(ss_resident_after(2 * MIB, 0, tau, tau), 2 * MIB * 399 / 1000,
                    2 * MIB * 401 / 1000);
}

static void footprints_that_fit_are_cached_whole(void **state)
{
    (void)state;
    const struct ss_user_work work[] = {two_mib, two_mib, two_mib};
    const u64 nothing[3] = {0};
    u64 target[3];
    ss_llc_targets(work, 3, 6 * MIB, nothing, target);
    for (u32 i = 0; i < 3; i++)
        assert_int_equal(target[i], 2 * MIB);
}

static void equals_share_equally_and_the_small_keep_what_they_need(void **state)
{
    (void)state;
    struct ss_user_work work[] = {two_mib, two_mib, two_mib};
    work[0].bytes = work[1].bytes = 64 * MIB;
    work[2].bytes = MIB / 4;
    work[2].accesses_a_ms = 1000000; /* small, and touched so often that its part would be larger */
    const u64 nothing[3] = {0};
    u64 target[3];
    ss_llc_targets(work, 3, 32 * MIB, nothing, target);
    assert_int_equal(target[2], MIB / 4);
    assert_int_equal(target[0], target[1]);
    assert_in_range(target[0] + target[1], 31 * MIB, 32 * MIB - MIB / 4);
}

static void targets_never_exceed_the_cache_or_a_footprint(void **state)
{
    (void)state;
    struct ss_prng random;
    ss_prng_seed(&random, 1, 0, 0);
    for (u32 round = 0; round < 2000; round++) {
        static struct ss_user_work work[64];
        u64 resident[64], target[64], sum = 0, wanted = 0;
        const u32 count = 1 + ss_prng_below(&random, 64);
        const u64 capacity = MIB + ss_prng_below(&random, 1u << 29);
        for (u32 i = 0; i < count; i++) {
            work[i] = two_mib;
            work[i].bytes = 1 + (ss_prng_next(&random) >> (27 + ss_prng_below(&random, 20)));
            work[i].accesses_a_ms = 1 + ss_prng_below(&random, (1u << 20) - 1);
            resident[i] = ss_prng_next(&random) % (work[i].bytes + 1);
            wanted += work[i].bytes;
        }
        ss_llc_targets(work, count, capacity, resident, target);
        for (u32 i = 0; i < count; i++) {
            assert_true(target[i] <= work[i].bytes);
            sum += target[i];
        }
        assert_true(sum <= capacity);
        assert_true(wanted > capacity || sum == wanted);
    }
}

static void one_thread_is_slowed_by_its_misses_alone(void **state)
{
    (void)state;
    /* 0.05 accesses a ns, half of them 14 ns, half 112 ns, two at a time: 1 + 0.05 * 63 / 2. */
    assert_in_range(ss_slowdown(&two_mib, SS_ONE / 2, 14, 112), 2574 * SS_ONE / 1000,
                    2576 * SS_ONE / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_slows_under_load_as_the_fit_says),
        cmocka_unit_test(what_is_cached_is_missed_less),
        cmocka_unit_test(a_migrated_footprint_fills_with_its_time_constant),
        cmocka_unit_test(footprints_that_fit_are_cached_whole),
        cmocka_unit_test(equals_share_equally_and_the_small_keep_what_they_need),
        cmocka_unit_test(targets_never_exceed_the_cache_or_a_footprint),
        cmocka_unit_test(one_thread_is_slowed_by_its_misses_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
