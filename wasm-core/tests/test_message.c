/* Sentences put together in a bounded buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/message.h"

static void text_and_numbers_follow_each_other(void **state)
{
    (void)state;
    char text[64];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    assert_true(ss_message_empty(&message));
    ss_message_text(&message, "topology.cpu_llc");
    ss_message_index(&message, 17);
    ss_message_text(&message, ": ");
    ss_message_number(&message, -5);
    assert_string_equal(text, "topology.cpu_llc[17]: -5");
    assert_false(ss_message_empty(&message));
}

static void the_largest_and_smallest_numbers_are_written_in_full(void **state)
{
    (void)state;
    char text[64];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    ss_message_number(&message, INT64_MIN);
    ss_message_text(&message, " ");
    ss_message_number(&message, INT64_MAX);
    ss_message_text(&message, " ");
    ss_message_number(&message, 0);
    assert_string_equal(text, "-9223372036854775808 9223372036854775807 0");
}

static void what_does_not_fit_is_cut_and_stays_terminated(void **state)
{
    (void)state;
    char text[6];
    memset(text, 'x', sizeof(text));
    struct ss_message message;
    ss_message_init(&message, text, 5);
    ss_message_text(&message, "12345678");
    ss_message_text(&message, "9");
    assert_string_equal(text, "1234");
    assert_true(message.cut);
    assert_int_equal(text[5], 'x');
}

static void a_text_that_just_fits_is_not_cut(void **state)
{
    (void)state;
    char text[5];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    ss_message_text(&message, "1234");
    assert_false(message.cut);
    ss_message_text(&message, "");
    assert_false(message.cut);
    assert_string_equal(text, "1234");
}

static void a_character_is_never_cut_in_two(void **state)
{
    (void)state;
    /* "a" and the euro sign of three bytes: capacities from nothing to everything. */
    const char *whole = "a\xe2\x82\xac";
    const char *expected[] = {"", "a", "a", "a", "a\xe2\x82\xac"};
    for (u32 capacity = 1; capacity <= 5; capacity++) {
        char text[5];
        struct ss_message message;
        ss_message_init(&message, text, capacity);
        ss_message_text(&message, whole);
        assert_string_equal(text, expected[capacity - 1]);
    }
}

static void a_whole_character_before_the_cut_is_kept(void **state)
{
    (void)state;
    char text[4];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    ss_message_text(&message, "\xe2\x82\xac and more");
    assert_string_equal(text, "\xe2\x82\xac");
}

static void without_room_everything_is_swallowed(void **state)
{
    (void)state;
    struct ss_message message;
    ss_message_init(&message, NULL, 0);
    ss_message_text(&message, "text");
    ss_message_number(&message, 1);
    assert_true(message.cut);
    assert_false(ss_message_empty(&message));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_numbers_follow_each_other),
        cmocka_unit_test(the_largest_and_smallest_numbers_are_written_in_full),
        cmocka_unit_test(what_does_not_fit_is_cut_and_stays_terminated),
        cmocka_unit_test(a_text_that_just_fits_is_not_cut),
        cmocka_unit_test(a_character_is_never_cut_in_two),
        cmocka_unit_test(a_whole_character_before_the_cut_is_kept),
        cmocka_unit_test(without_room_everything_is_swallowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
