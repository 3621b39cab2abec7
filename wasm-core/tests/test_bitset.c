/* Bitsets against arrays of booleans, on sizes around the word boundaries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "base/prng.h"

#define MOST_BITS 200

struct pair {
    u64 set[4];
    bool reference[MOST_BITS];
};

static void fill(struct pair *pair, struct ss_prng *prng, u32 bits, u32 one_in)
{
    *pair = (struct pair){0};
    for (u32 bit = 0; bit < bits; bit++) {
        if (ss_prng_below(prng, one_in))
            continue;
        ss_bitset_add(pair->set, bit);
        pair->reference[bit] = true;
    }
}

static i32 reference_next(const bool *a, const bool *b, u32 bits, u32 from)
{
    for (u32 bit = from; bit < bits; bit++)
        if (a[bit] && b[bit])
            return (i32)bit;
    return SS_BITSET_NONE;
}

static void check_searches(const struct pair *a, const struct pair *b, u32 bits)
{
    u32 words = ss_bitset_words(bits);
    for (u32 from = 0; from <= bits + 70; from++) {
        i32 next = reference_next(a->reference, a->reference, bits, from);
        assert_int_equal(ss_bitset_next(a->set, words, from), next);
        assert_int_equal(ss_bitset_next_and(a->set, b->set, words, from),
                         reference_next(a->reference, b->reference, bits, from));
        i32 after = reference_next(a->reference, a->reference, bits, from + 1);
        assert_int_equal(ss_bitset_next_wrap(a->set, words, from),
                         after >= 0 ? after : reference_next(a->reference, a->reference, bits, 0));
    }
    u32 at = 0;
    SS_BITSET_EACH(bit, a->set, words)
    {
        assert_int_equal(bit, reference_next(a->reference, a->reference, bits, at));
        at = (u32)bit + 1;
    }
    assert_int_equal(reference_next(a->reference, a->reference, bits, at), SS_BITSET_NONE);
}

static void check_algebra(const struct pair *a, const struct pair *b, u32 bits)
{
    u32 words = ss_bitset_words(bits), count = 0;
    bool intersects = false, subset = true, equal = true;
    u64 both[4], either[4];
    ss_bitset_copy(both, a->set, words);
    ss_bitset_and(both, b->set, words);
    ss_bitset_copy(either, a->set, words);
    ss_bitset_or(either, b->set, words);
    for (u32 bit = 0; bit < bits; bit++) {
        bool in_a = a->reference[bit], in_b = b->reference[bit];
        assert_int_equal(ss_bitset_has(both, bit), in_a && in_b);
        assert_int_equal(ss_bitset_has(either, bit), in_a || in_b);
        count += in_a;
        intersects |= in_a && in_b;
        subset &= !in_a || in_b;
        equal &= in_a == in_b;
    }
    assert_int_equal(ss_bitset_count(a->set, words), count);
    assert_int_equal(ss_bitset_empty(a->set, words), count == 0);
    assert_int_equal(ss_bitset_intersects(a->set, b->set, words), intersects);
    assert_int_equal(ss_bitset_subset(a->set, b->set, words), subset);
    assert_int_equal(ss_bitset_equal(a->set, b->set, words), equal);
    assert_true(ss_bitset_subset(both, a->set, words));
}

static void agrees_with_an_array_of_booleans(void **state)
{
    (void)state;
    static const u32 sizes[] = {1, 5, 63, 64, 65, 127, 128, 129, MOST_BITS};
    static const u32 densities[] = {1, 2, 10, 60, 100000};
    struct ss_prng prng;
    ss_prng_seed(&prng, 3, 0, 0);
    for (u32 size = 0; size < SS_ARRAY_LENGTH(sizes); size++) {
        for (u32 d = 0; d < SS_ARRAY_LENGTH(densities); d++) {
            struct pair a, b;
            fill(&a, &prng, sizes[size], densities[d]);
            fill(&b, &prng, sizes[size], densities[ss_prng_below(&prng, 3)]);
            check_searches(&a, &b, sizes[size]);
            check_algebra(&a, &b, sizes[size]);
            check_algebra(&a, &a, sizes[size]);
        }
    }
}

static void filling_leaves_the_rest_of_the_last_word_empty(void **state)
{
    (void)state;
    for (u32 bits = 1; bits <= MOST_BITS; bits++) {
        u64 set[4] = {0};
        ss_bitset_fill(set, bits);
        assert_int_equal(ss_bitset_count(set, 4), bits);
        assert_true(ss_bitset_has(set, bits - 1));
    }
}

static void a_member_can_be_removed_and_a_set_cleared(void **state)
{
    (void)state;
    u64 set[4];
    ss_bitset_fill(set, MOST_BITS);
    for (u32 bit = 0; bit < MOST_BITS; bit += 3)
        ss_bitset_remove(set, bit);
    for (u32 bit = 0; bit < MOST_BITS; bit++)
        assert_int_equal(ss_bitset_has(set, bit), bit % 3 != 0);
    ss_bitset_clear(set, 4);
    assert_true(ss_bitset_empty(set, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_an_array_of_booleans),
        cmocka_unit_test(filling_leaves_the_rest_of_the_last_word_empty),
        cmocka_unit_test(a_member_can_be_removed_and_a_set_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
