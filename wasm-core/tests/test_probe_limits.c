/* Words at the doors of the probes that no vector has: what the fuzzer found, as it found it. An
 * answer or a refusal; that no operation was undefined is the sanitizers' to say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "schedscape.h"

enum { MEMORY_BYTES = 16 << 20, OUTPUT_WORDS = 1024 };
enum { SIS_PROP = 5, EEVDF = 8 };

static int32_t ask(uint32_t probe, const int32_t *input, uint32_t words)
{
    static int32_t output[OUTPUT_WORDS];
    uint8_t *memory = aligned_alloc(4096, MEMORY_BYTES);
    const int32_t written =
        ss_probe_run(probe, memory, MEMORY_BYTES, input, words, output, OUTPUT_WORDS);
    free(memory);
    return written;
}

#define ASK_DOOR(probe, ...)                                                                       \
    ask(probe, (const int32_t[]){__VA_ARGS__},                                                     \
        sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))
#define ASK(...) ASK_DOOR(SS_PROBE_FAIR_RULES, __VA_ARGS__)

static void times_that_no_queue_can_order_are_refused(void **state)
{
    (void)state;
    assert_true(ASK(EEVDF, 0, 524288, 2139062016, 8355711, 255, 2139062143, -129, -1, 2139062143,
                    28426) < 0);
    assert_true(ASK(EEVDF, 18155520, 1378559, 134283264, -822083284, 9, 134217728, -2122201344,
                    -2122219135, -2122219135, 8487297) < 0);
    assert_true(ASK(EEVDF, -1042349825, -1044266559, -1044266559, 31449025, 64, 256, 0, 687865856,
                    -1140850688, 514) < 0);
    assert_true(ASK(EEVDF, 4, -202178560, 2129916915, -1008349272, 127, 33554432, -3085, 49545215,
                    202116352, 16777213, -49542131) < 0);
}

static void a_cost_that_no_scan_can_have_is_refused(void **state)
{
    (void)state;
    assert_true(ASK(SIS_PROP, 88449127, 0, -65536, -1, -1, -1, -1, -1, -1, -1, -1) < 0);
}

/* Operations of the door: see fair_rules.c. */
enum { ENQUEUE, PLACE, SET_CURRENT, RUN, PICK };
#define LONG(value) (int32_t)(uint32_t)(value), (int32_t)((int64_t)(value) >> 32)
#define FAR ((1ll << 53) - 1)
#define HEAVY (1 << 24)

/* Distance by weight does not fit 64 bits here: the sums wrap, as the kernel's would. */
static void the_heaviest_task_at_the_farthest_moment_is_answered(void **state)
{
    (void)state;
    assert_true(ASK(EEVDF, LONG(-FAR), LONG(2800000), 2, 4, ENQUEUE, 0, 0, HEAVY, LONG(2800000),
                    LONG(FAR), LONG(FAR), ENQUEUE, 1, 1, HEAVY, LONG(1ll << 51), LONG(-FAR),
                    LONG(-FAR), SET_CURRENT, 0, PICK, 0) > 0);
}

/* The lightest task's time runs 1024 times as fast: some stretches later it is out of reach. */
static void a_history_that_leaves_the_range_of_times_ends_there(void **state)
{
    (void)state;
    assert_true(ASK(EEVDF, LONG(0), LONG(2800000), 1, 3, ENQUEUE, 0, 0, 1, LONG(2800000), LONG(0),
                    LONG(0), SET_CURRENT, 0, RUN, LONG(1ll << 50)) > 0);
    assert_true(ASK(EEVDF, LONG(0), LONG(2800000), 1, 4, ENQUEUE, 0, 0, 1, LONG(2800000), LONG(0),
                    LONG(0), SET_CURRENT, 0, RUN, LONG(1ll << 51), RUN, LONG(1ll << 51)) < 0);
}

/* Two CPUs of one node; steps: the mask of overloaded CPUs, a request, three times the next CPU. */
static void a_walk_over_overloaded_cpus_is_asked_for_with_its_lock_held(void **state)
{
    (void)state;
    enum { MASK = 2, REQUEST, NEXT };
    assert_int_equal(
        ASK_DOOR(SS_PROBE_RT, 2, 1, 0, 0, 1, 0, 1, 1, 1, 5, MASK, 3, 0, REQUEST, NEXT, NEXT, NEXT),
        1 + 3 * 3);
}

static void an_overloaded_cpu_that_the_machine_does_not_have_is_refused(void **state)
{
    (void)state;
    enum { MASK = 2, REQUEST, NEXT };
    assert_true(
        ASK_DOOR(SS_PROBE_RT, 2, 1, 0, 0, 1, 0, 1, 1, 1, 4, MASK, 6, 0, REQUEST, NEXT, NEXT) < 0);
    assert_true(ASK_DOOR(SS_PROBE_RT, 2, 1, 0, 0, 1, 0, 1, 1, 1, 4, MASK, 0, -655312, REQUEST, NEXT,
                         NEXT) < 0);
}

/* A shipped vector: eight CPUs, task 0 runs on CPU 0, task 1 slept on CPU 4. Then the waker, the
 * wakee, its previous CPU, whether the waker is about to sleep, and the domain's level. */
static int32_t wake_affine_of(int32_t waker, int32_t wakee)
{
    const int32_t words[] = {2,  8,  1,    30, 1, 1,  1,  0, 1,    2,     3,     4,    5,    6,
                             7,  0,  1,    2,  3, 4,  5,  6, 7,    0,     0,     0,    0,    1,
                             1,  1,  1,    0,  0, 0,  0,  0, 0,    0,     0,     0,    0,    0,
                             0,  0,  0,    0,  0, 10, 2,  0, 4,    1,     0,     0,    -1,   1,
                             0,  -1, 1024, 0,  0, 0,  1,  1, 1024, 500,   500,   1024, 0,    0,
                             40, 0,  0,    0,  0, -1, 1,  4, -1,   300,   200,   200,  1024, 0,
                             0,  4,  0,    0,  0, 0,  -1, 0, 0,    waker, wakee, 4,    0,    1};
    return ask(SS_PROBE_FAIR_PLACE, words, sizeof(words) / sizeof(*words));
}

static void a_task_that_wakes_itself_is_refused(void **state)
{
    (void)state;
    assert_int_equal(wake_affine_of(0, 1), 2);
    assert_true(wake_affine_of(0, 0) < 0);
    assert_true(wake_affine_of(1, 1) < 0);
}

/* 2^64 - 1 ns, one less than what the share is divided by. */
static void a_runtime_that_no_run_reaches_is_refused(void **state)
{
    (void)state;
    assert_true(ASK_DOOR(SS_PROBE_CACHE_RULES, 1, 4, 1, -1, -1, -1, -1, 8, 33554432, 0, 4096, 0, 0,
                         0, 0, 2, 0, -1, 2, 8, 0, 8, 24, 1, 4, 1, -1, -1, -1, -1, 8, 33554432, 0,
                         4096, 0, 0, -1, 0, 196608, 0, 301989888, 122, 301989888, 122, 131072, 0,
                         -65536, 65535, 0, 8, 8000000, 0, 8000000, 0, 2, 8, 0, 8, 0, 2, 9, 0,
                         594432, 301989888, 122, 301989888, 2046820474, 0, 2048000000, 0, 0, 2560,
                         0, 31250, 0, 31250, 0, 0, 0) < 0);
}

/* Question 12 of the door: groups by class and by how many of their tasks prefer the destination.
 */
#define BUSIEST(...) ASK_DOOR(SS_PROBE_CACHE_RULES, 12, 1, -1, -1, -1, -1, -1, __VA_ARGS__)
enum { HAS_SPARE, FULLY_BUSY, MISFIT_TASK, SMT_BALANCE, ASYM_PACKING, IMBALANCED, LLC_BALANCE };

/* The world behind the door has no groups to look at. */
static void groups_that_only_their_load_or_cpus_tell_apart_are_refused(void **state)
{
    (void)state;
    const int32_t classes[] = {HAS_SPARE, FULLY_BUSY, MISFIT_TASK, SMT_BALANCE, ASYM_PACKING, 7};
    for (uint32_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
        assert_true(BUSIEST(2, classes[i], 0, classes[i], 0) < 0);
    assert_true(BUSIEST(3, IMBALANCED, 0, 7, 0, 7, 1) < 0);
}

static void groups_of_other_classes_and_of_the_caches_own_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(BUSIEST(1, HAS_SPARE, 0), 1);
    assert_int_equal(BUSIEST(3, FULLY_BUSY, 0, IMBALANCED, 0, FULLY_BUSY, 0), 1);
    assert_int_equal(BUSIEST(2, IMBALANCED, 0, IMBALANCED, 0), 1);
    assert_int_equal(BUSIEST(2, LLC_BALANCE, 2, LLC_BALANCE, 3), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_that_no_queue_can_order_are_refused),
        cmocka_unit_test(a_cost_that_no_scan_can_have_is_refused),
        cmocka_unit_test(the_heaviest_task_at_the_farthest_moment_is_answered),
        cmocka_unit_test(a_walk_over_overloaded_cpus_is_asked_for_with_its_lock_held),
        cmocka_unit_test(an_overloaded_cpu_that_the_machine_does_not_have_is_refused),
        cmocka_unit_test(a_runtime_that_no_run_reaches_is_refused),
        cmocka_unit_test(a_task_that_wakes_itself_is_refused),
        cmocka_unit_test(groups_that_only_their_load_or_cpus_tell_apart_are_refused),
        cmocka_unit_test(groups_of_other_classes_and_of_the_caches_own_are_told_apart),
        cmocka_unit_test(a_history_that_leaves_the_range_of_times_ends_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
