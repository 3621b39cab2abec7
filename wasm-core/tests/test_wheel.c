/* The timing wheel against a calendar so simple that it cannot be wrong: an array searched in full.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/prng.h"
#include "base/wheel.h"

#define NODES 300
#define NEAR_NS (1ull << SS_WHEEL_FAR_SHIFT)
#define FAR_NS (NEAR_NS * SS_WHEEL_FAR_SLOTS)

struct fixture {
    struct ss_wheel wheel;
    struct ss_prng prng;
    void *memory;
    u64 time[NODES];
    u32 key[NODES];
    u64 now;
};

static struct fixture *set_up(u64 seed)
{
    struct fixture *f = calloc(1, sizeof(*f));
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    ss_wheel_create(&f->wheel, &arena, NODES);
    size_t bytes = (size_t)arena.used;
    f->memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    ss_arena_init(&arena, f->memory, bytes);
    ss_wheel_create(&f->wheel, &arena, NODES);
    assert_false(arena.failed);
    ss_prng_seed(&f->prng, seed, 0, 0);
    for (u32 i = 0; i < NODES; i++)
        f->time[i] = SS_NEVER;
    return f;
}

static void tear_down(struct fixture *f)
{
    free(f->memory);
    free(f);
}

static i32 reference_first(const struct fixture *f)
{
    i32 first = -1;
    for (i32 i = 0; i < NODES; i++)
        if (f->time[i] != SS_NEVER && (first < 0 || f->time[i] < f->time[first] ||
                                       (f->time[i] == f->time[first] && f->key[i] < f->key[first])))
            first = i;
    return first;
}

static void set(struct fixture *f, u32 node, u64 time)
{
    /* Unique among all nodes, and not in the order of the nodes. */
    u32 key = (u32)(ss_prng_next(&f->prng) >> 54) * NODES + node;
    ss_wheel_set(&f->wheel, node, time, key);
    f->time[node] = time;
    f->key[node] = key;
}

static void cancel(struct fixture *f, u32 node)
{
    ss_wheel_cancel(&f->wheel, node);
    f->time[node] = SS_NEVER;
}

static void check_peek(struct fixture *f)
{
    u64 time = 0;
    i32 expected = reference_first(f);
    assert_int_equal(ss_wheel_peek(&f->wheel, &time), expected);
    if (expected >= 0)
        assert_true(time == f->time[expected]);
}

static void check_take(struct fixture *f)
{
    u64 time = 0;
    i32 expected = reference_first(f);
    assert_int_equal(ss_wheel_take(&f->wheel, SS_NEVER, &time), expected);
    if (expected < 0)
        return;
    assert_true(time == f->time[expected]);
    assert_false(ss_wheel_pending(&f->wheel, (u32)expected));
    f->now = time;
    f->time[expected] = SS_NEVER;
}

/* From "at once" to far beyond the wheel's horizon. */
static u64 random_delay(struct fixture *f)
{
    static const u64 spans[] = {1, 20, 700, NEAR_NS, 3 * NEAR_NS, 5000000, FAR_NS, 4 * FAR_NS};
    u64 span = spans[ss_prng_below(&f->prng, SS_ARRAY_LENGTH(spans))];
    return ss_prng_next(&f->prng) % span;
}

static void run_random(u64 seed, u32 steps, u32 nodes)
{
    struct fixture *f = set_up(seed);
    for (u32 step = 0; step < steps; step++) {
        u32 node = ss_prng_below(&f->prng, nodes);
        switch (ss_prng_below(&f->prng, 8)) {
        case 0:
            cancel(f, node);
            break;
        case 1:
            check_peek(f);
            break;
        case 2:
        case 3:
            check_take(f);
            break;
        default:
            set(f, node, f->now + random_delay(f));
        }
        assert_int_equal(ss_wheel_pending(&f->wheel, node), f->time[node] != SS_NEVER);
    }
    while (reference_first(f) >= 0)
        check_take(f);
    check_take(f);
    tear_down(f);
}

static void takes_random_events_out_in_order(void **state)
{
    (void)state;
    for (u64 seed = 1; seed <= 4; seed++)
        run_random(seed, 25000, NODES);
}

/* With three nodes the levels run empty all the time, so that the wheel has to turn far. */
static void turns_far_when_few_events_are_pending(void **state)
{
    (void)state;
    for (u64 seed = 10; seed < 14; seed++)
        run_random(seed, 25000, 3);
}

static void an_event_set_after_a_peek_may_come_before_the_one_seen(void **state)
{
    (void)state;
    static const u64 later[] = {100, NEAR_NS + 100, 5 * NEAR_NS, FAR_NS + 100, 3 * FAR_NS};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(later); i++) {
        struct fixture *f = set_up(i);
        set(f, 0, later[i]);
        check_peek(f);
        set(f, 1, later[i] - 50);
        check_peek(f);
        set(f, 2, 1);
        check_take(f);
        set(f, 3, 1); /* the present moment is still allowed */
        check_take(f);
        check_take(f);
        check_take(f);
        tear_down(f);
    }
}

static void equal_times_come_out_by_key(void **state)
{
    (void)state;
    struct fixture *f = set_up(1);
    for (u32 i = 0; i < NODES; i++)
        ss_wheel_set(&f->wheel, i, 10 * FAR_NS, NODES - i);
    for (u32 i = 0; i < NODES; i++) {
        u64 time;
        assert_int_equal(ss_wheel_take(&f->wheel, SS_NEVER, &time), NODES - 1 - i);
        assert_true(time == 10 * FAR_NS);
    }
    tear_down(f);
}

static void setting_a_node_again_replaces_its_event(void **state)
{
    (void)state;
    struct fixture *f = set_up(1);
    u64 time;
    ss_wheel_set(&f->wheel, 5, 7000000000ull, 1);
    ss_wheel_set(&f->wheel, 5, 20, 1);
    ss_wheel_set(&f->wheel, 6, 30, 2);
    ss_wheel_set(&f->wheel, 6, SS_NEVER, 2);
    assert_int_equal(ss_wheel_take(&f->wheel, SS_NEVER, &time), 5);
    assert_true(time == 20);
    assert_int_equal(ss_wheel_take(&f->wheel, SS_NEVER, &time), -1);
    tear_down(f);
}

static void an_event_that_is_not_due_stays_pending(void **state)
{
    (void)state;
    static const u64 later[] = {100, NEAR_NS + 100, FAR_NS + 100};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(later); i++) {
        struct fixture *f = set_up(i);
        u64 time = 0;
        set(f, 7, later[i]);
        assert_int_equal(ss_wheel_take(&f->wheel, later[i] - 1, &time), -1);
        assert_true(time == later[i]);
        set(f, 8, later[i] - 1); /* still before the one that was seen */
        check_peek(f);
        assert_int_equal(ss_wheel_take(&f->wheel, later[i] - 2, &time), -1);
        check_take(f);
        assert_int_equal(ss_wheel_take(&f->wheel, later[i], &time), 7);
        assert_int_equal(ss_wheel_take(&f->wheel, SS_NEVER, &time), -1);
        assert_true(time == SS_NEVER);
        tear_down(f);
    }
}

static void an_empty_wheel_gives_nothing(void **state)
{
    (void)state;
    struct fixture *f = set_up(1);
    check_peek(f);
    check_take(f);
    cancel(f, 3);
    check_take(f);
    tear_down(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_random_events_out_in_order),
        cmocka_unit_test(turns_far_when_few_events_are_pending),
        cmocka_unit_test(an_event_set_after_a_peek_may_come_before_the_one_seen),
        cmocka_unit_test(equal_times_come_out_by_key),
        cmocka_unit_test(setting_a_node_again_replaces_its_event),
        cmocka_unit_test(an_event_that_is_not_due_stays_pending),
        cmocka_unit_test(an_empty_wheel_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
