/*
 * Code of policies as input: what is refused and at which place, with one value inside and one
 * outside of each bound, and random code, which is refused or runs (acceptance 15 and 16).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "policy/numbers.h"
#include "policy/policy.h"
#include "policy/verify.h"
#include "support_again.h"
#include "support_policy.h"

static bool passes(struct ss_world_def *def)
{
    struct ss_message message;
    memset(def->message, 0, SS_MESSAGE_BYTES);
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    const bool passed = ss_policy_verify(def, &message);
    assert_true(passed == !def->message[0]);
    return passed;
}

static void refused(struct ss_world_def *def, const char *said)
{
    assert_false(passes(def));
    if (!strstr((const char *)def->message, said))
        fail_msg("\"%s\" does not say \"%s\"", (const char *)def->message, said);
}

/* One word of code between others; the one inside passes, the one outside is refused there. */
static void bound(uint32_t inside, uint32_t outside, const char *said)
{
    struct ss_world_def *def = crowd();
    add_variable(def, SS_POLICY_ARRAY_SHARED, 4);
    SET_POLICY(def, SELECT_CPU, OP16(SMALL, 3, 1), inside, OP24(JUMP, 1), OP(LEAVE, 0, 0, 0),
               OP(LEAVE, 0, 0, 0));
    if (!passes(def))
        fail_msg("%s: the value inside is refused: %s", said, (const char *)def->message);
    def->policy_code[1] = outside;
    refused(def, "policy_code[1]");
    refused(def, said);
    free(def);
}

static void words_name_operations_questions_registers_and_variables_that_are_there(void **state)
{
    (void)state;
    bound(OP(FETCH_ADD, 0, 0, 0), SS_POLICY_OPS_COUNT, "no operation");
    bound(OP(CALL, 0, SS_POLICY_CALLS_COUNT - 1, 0), OP(CALL, 0, SS_POLICY_CALLS_COUNT, 0),
          "no question");
    bound(OP(MOVE, 59, 0, 0), OP(MOVE, 60, 0, 0), "register");
    bound(OP(MOVE, 0, 59, 0), OP(MOVE, 0, 60, 0), "register");
    bound(OP(ADD, 0, 0, 59), OP(ADD, 0, 0, 60), "register");
    bound(OP(NOT, 0, 59, 0), OP(NOT, 0, 60, 0), "register");
    bound(OP(NEXT, 59, 59, 0), OP(NEXT, 60, 59, 0), "register");
    bound(OP16(SMALL, 59, 9), OP16(SMALL, 60, 9), "register");
    bound(OP(CALL, 0, 0, 56), OP(CALL, 0, 0, 57), "register");
    bound(OP(COMPARE_EXCHANGE, 0, 0, 58), OP(COMPARE_EXCHANGE, 0, 0, 59), "register");
    bound(OP(LOAD, 0, 0, 59), OP(LOAD, 0, 0, 60), "register");
    bound(OP(LOAD, 0, 0, 0), OP(LOAD, 0, 1, 0), "variable");
    bound(OP16(IF, 0, -2), OP16(IF, 0, -3), "jumps");
    bound(OP16(UNLESS, 0, 2), OP16(UNLESS, 0, 4), "jumps");
    bound(OP24(JUMP, 2), OP24(JUMP, 3), "jumps");
    bound(OP24(JUMP, -2), OP24(JUMP, -3), "jumps");
}

static void numbers_of_two_words_are_whole_and_no_jump_leads_into_them(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    const uint64_t most = (uint64_t)SS_POLICY_GREATEST;
    SET_POLICY(def, SELECT_CPU, OP(WIDE, 3, 0, 0), (uint32_t)most, (uint32_t)(most >> 32),
               OP24(JUMP, -4), OP(LEAVE, 0, 0, 0));
    assert_true(passes(def));
    def->policy_code[1] = 0;
    def->policy_code[2] = 1u << 21;
    refused(def, "policy_code[0]");
    refused(def, "2^53 - 1");
    def->policy_code[2] = 0;
    def->policy_code[3] = OP24(JUMP, -3);
    refused(def, "policy_code[3]");
    def->policy_code[3] = OP24(JUMP, -4);
    def->policy_words = 3;
    refused(def, "run past its end");
    def->policy_words = 2;
    refused(def, "beyond the end");
    free(def);
}

static void code_ends_and_every_set_has_its_way_out(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP(NEXT, 3, 4, 0), OP24(JUMP, 0), OP(RETURN, 3, 0, 0));
    assert_true(passes(def));
    def->policy_code[1] = OP(LEAVE, 0, 0, 0);
    refused(def, "needs a jump after it");
    SET_POLICY(def, SELECT_CPU, OP(LEAVE, 0, 0, 0), OP(MOVE, 3, 4, 0));
    refused(def, "policy_code[1]: the code can run past its end");
    def->policy_words = SS_POLICY_WORDS;
    for (uint32_t i = 0; i < SS_POLICY_WORDS; i++)
        def->policy_code[i] = OP(LEAVE, 0, 0, 0);
    assert_true(passes(def));
    def->policy_words = SS_POLICY_WORDS + 1;
    refused(def, "policy_words");
    free(def);
}

static void entries_lead_to_operations_of_points_that_there_are(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, ENQUEUE, OP(LEAVE, 0, 0, 0), OP(WIDE, 3, 0, 0), 0, 0, OP(LEAVE, 0, 0, 0));
    for (uint32_t entry = 1; entry <= 6; entry++) {
        def->policy_entry[SS_POLICY_POINT_ENQUEUE] = entry;
        if (entry == 1 || entry == 2 || entry == 5)
            assert_true(passes(def));
        else
            refused(def, "policy_entry[2]");
    }
    def->policy_entry[SS_POLICY_POINT_ENQUEUE] = 0;
    refused(def, "no entry point");
    def->policy_entry[SS_POLICY_POINT_TICK] = 1;
    assert_true(passes(def));
    def->policy_entry[SS_POLICY_POINT_TICK] = 0;
    def->policy_entry[SS_POLICY_POINT_TICK + 1] = 1;
    refused(def, "policy_entry[11]: there is no such point");
    free(def);
}

static void variables_have_a_kind_a_length_and_a_whole_start(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, SELECT_CPU, OP(LEAVE, 0, 0, 0));
    for (uint32_t i = 0; i < SS_POLICY_ARRAYS; i++)
        add_variable(def, SS_POLICY_ARRAY_SHARED, SS_POLICY_ARRAY_WORDS);
    assert_true(passes(def));
    def->policy_arrays = SS_POLICY_ARRAYS + 1;
    refused(def, "policy_arrays");
    def->policy_arrays = 2;
    def->policy_array_length[1] = SS_POLICY_ARRAY_WORDS + 1;
    refused(def, "policy_array_length[1]");
    def->policy_array_length[1] = 0;
    refused(def, "policy_array_length[1]");
    def->policy_array_kind[1] = SS_POLICY_ARRAY_PERTASK;
    assert_true(passes(def));
    def->policy_array_kind[1] = SS_POLICY_ARRAY_PERTASK + 1;
    refused(def, "policy_array_kind[1]");
    def->policy_array_kind[1] = SS_POLICY_ARRAY_PERCPU;
    def->policy_array_start_high[1] = (1u << 21) - 1;
    def->policy_array_start_low[1] = UINT32_MAX;
    assert_true(passes(def));
    def->policy_array_start_high[1] = 1u << 21;
    refused(def, "policy_array_start[1]");
    free(def);
}

/* ---- random code ----------------------------------------------------------------------------- */

/* Words that are mostly possible, so that some programs are. */
static uint32_t random_word(struct ss_prng *random)
{
    const uint32_t op =
        ss_prng_below(random, SS_POLICY_OPS_COUNT + (ss_prng_below(random, 99) < 1));
    const uint32_t a = ss_prng_below(random, 12), c = ss_prng_below(random, 12);
    uint32_t b = ss_prng_below(random, 12);
    if (op >= SS_POLICY_OP_LOAD)
        b = ss_prng_below(random, 3);
    if (op == SS_POLICY_OP_CALL)
        b = ss_prng_below(random, SS_POLICY_CALL_OCCUPANCY); /* the crowd lacks what others need */
    if (op == SS_POLICY_OP_JUMP)
        return OP24(JUMP, (int32_t)ss_prng_below(random, 13) - 6);
    if (op == SS_POLICY_OP_IF || op == SS_POLICY_OP_UNLESS)
        return op | a << 8 | (uint32_t)((int32_t)ss_prng_below(random, 13) - 6) << 16;
    return op | a << 8 | b << 16 | c << 24;
}

static void draw_code(struct ss_world_def *def, struct ss_prng *random)
{
    def->policy_words = 2 + ss_prng_below(random, 14);
    for (uint32_t i = 0; i < def->policy_words; i++)
        def->policy_code[i] = random_word(random);
    for (uint32_t i = 0; i + 1 < def->policy_words; i++)
        if ((def->policy_code[i] & 0xff) == SS_POLICY_OP_NEXT)
            def->policy_code[i + 1] = OP24(JUMP, 0);
    def->policy_code[def->policy_words - 1] = OP(RETURN, ss_prng_below(random, 8), 0, 0);
    for (uint32_t i = 0; i < SS_POLICY_POINTS; i++)
        def->policy_entry[i] = i < 3 ? ss_prng_below(random, 2) : 0;
}

static uint32_t number_of(const char *name, uint32_t otherwise)
{
    const char *said = getenv(name);
    return said ? (uint32_t)strtoul(said, NULL, 10) : otherwise;
}

/* The crowd before anything is asked of its policy, with a variable of each kind. */
static struct ss_world_def *crowd_with_variables(void)
{
    struct ss_world_def *def = crowd();
    add_variable(def, SS_POLICY_ARRAY_SHARED, 5);
    add_variable(def, SS_POLICY_ARRAY_PERCPU, 0);
    add_variable(def, SS_POLICY_ARRAY_PERTASK, 0);
    SET_POLICY(def, SELECT_CPU, OP(LEAVE, 0, 0, 0));
    return def;
}

/* Each from two moments: the first forks, and the middle of a crowd that wakes, idles and waits. */
static void random_code_is_refused_or_runs(void **state)
{
    (void)state;
    struct ss_prng random;
    const uint32_t wanted = number_of("SCHEDSCAPE_POLICY_CODES", 300);
    const uint32_t seed = number_of("SCHEDSCAPE_POLICY_SEED", 1);
    struct ss_world_def *def = crowd_with_variables();
    struct again moments[] = {again_from(def, 0), again_from(def, MS)};
    uint32_t ran = 0, seen = 0;
    uint64_t calls = 0;
    ss_prng_seed(&random, seed, 77, 0);
    while (ran < wanted && seen < wanted * 1000) {
        draw_code(def, &random);
        seen++;
        if (!passes(def))
            continue;
        const uint32_t which = ran++ % 2;
        struct ss_world *w = again_with(&moments[which], def);
        step_to(w, which * MS + MS / 33);
        for (uint32_t point = 0; point < SS_POLICY_POINTS; point++)
            calls += w->policy->view->asked[point];
    }
    if (wanted > 300)
        print_message("seed %u: %u codes were drawn, %u of them ran, %llu calls\n", seed, seen, ran,
                      (unsigned long long)calls);
    assert_int_equal(ran, wanted);
    assert_true(calls > 5 * ran);
    again_release(&moments[0]);
    again_release(&moments[1]);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_name_operations_questions_registers_and_variables_that_are_there),
        cmocka_unit_test(numbers_of_two_words_are_whole_and_no_jump_leads_into_them),
        cmocka_unit_test(code_ends_and_every_set_has_its_way_out),
        cmocka_unit_test(entries_lead_to_operations_of_points_that_there_are),
        cmocka_unit_test(variables_have_a_kind_a_length_and_a_whole_start),
        cmocka_unit_test(random_code_is_refused_or_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
