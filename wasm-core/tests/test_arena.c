/* The bump allocator: what it hands out, and how it counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static _Alignas(4096) u8 memory[8192];

/* Three allocations and an aligned region, as a room would ask for them. */
static void ask(struct ss_arena *arena, u8 *taken[3])
{
    taken[0] = SS_ARENA_ARRAY(arena, u8, 1);
    taken[1] = (u8 *)SS_ARENA_ARRAY(arena, u64, 10);
    ss_arena_align(arena, 4096);
    taken[2] = SS_ARENA_ARRAY(arena, u8, 100);
}

static void memory_is_zeroed_aligned_and_disjoint(void **state)
{
    (void)state;
    struct ss_arena arena;
    u8 *taken[3];
    memset(memory, 0xaa, sizeof(memory));
    ss_arena_init(&arena, memory, sizeof(memory));
    ask(&arena, taken);
    assert_false(arena.failed);
    static const u32 bytes[] = {1, 80, 100};
    for (u32 i = 0; i < 3; i++) {
        assert_int_equal((uintptr_t)taken[i] % SS_ARENA_ALIGNMENT, 0);
        for (u32 k = 0; k < bytes[i]; k++)
            assert_int_equal(taken[i][k], 0);
        memset(taken[i], 1, bytes[i]);
    }
    assert_ptr_equal(taken[1], memory + 64);
    assert_ptr_equal(taken[2], memory + 4096);
    assert_int_equal(memory[1], 0xaa);
}

static void counting_asks_for_exactly_what_building_takes(void **state)
{
    (void)state;
    struct ss_arena counted, built;
    u8 *taken[3];
    ss_arena_init(&counted, NULL, 0);
    ask(&counted, taken);
    for (u32 i = 0; i < 3; i++)
        assert_null(taken[i]);
    assert_true(ss_arena_counting(&counted));
    assert_false(counted.failed);
    ss_arena_init(&built, memory, counted.used);
    ask(&built, taken);
    assert_false(built.failed);
    assert_true(built.used == counted.used);
    ss_arena_init(&built, memory, counted.used - 1);
    ask(&built, taken);
    assert_true(built.failed);
}

static void an_exhausted_arena_stays_failed(void **state)
{
    (void)state;
    struct ss_arena arena;
    ss_arena_init(&arena, memory, 128);
    assert_null(ss_arena_take(&arena, 1000, 8));
    assert_true(arena.failed);
    assert_null(ss_arena_take(&arena, 1, 1));
    assert_true(arena.used > 8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_aligned_and_disjoint),
        cmocka_unit_test(counting_asks_for_exactly_what_building_takes),
        cmocka_unit_test(an_exhausted_arena_stays_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
