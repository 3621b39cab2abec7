/* The parameters of workloads: every one is refused beyond its range by the name that a scenario
 * has for it, in the words of its form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "workload/workload.h"

#define CODES 64 /* more than there are workloads */

static char said[200];

static bool fits(const struct ss_parameter *rows, uint32_t count, struct ss_world_def *def)
{
    struct ss_message message;
    ss_message_init(&message, said, sizeof(said));
    return ss_parameters_check(rows, count, def, &message);
}

/* All parameters of a workload at their least; what may be left out is. */
static struct ss_world_def *least(const struct ss_workload_kind *kind)
{
    struct ss_world_def *def = malloc(sizeof(*def));
    ss_world_def_default(def);
    for (uint32_t i = 0; i < kind->parameter_count; i++) {
        const struct ss_parameter *row = &kind->parameters[i];
        def->workload_parameter[i] = row->optional ? 0 : row->least;
    }
    return def;
}

static void refuse_beyond(const struct ss_workload_kind *kind, uint32_t i, uint32_t value)
{
    struct ss_world_def *def = least(kind);
    char path[100] = "workload.";
    strcat(strcat(path, kind->parameters[i].name), ": must be ");
    def->workload_parameter[i] = value;
    assert_false(fits(kind->parameters, kind->parameter_count, def));
    assert_ptr_equal(strstr(said, path), said);
    free(def);
}

static void a_parameter_is_refused_beyond_its_range_by_its_name(void **state)
{
    (void)state;
    uint32_t tried = 0;
    for (uint32_t code = 0; code < CODES; code++) {
        const struct ss_workload_kind *kind = ss_workload_kind(code);
        if (!kind)
            continue;
        struct ss_world_def *def = least(kind);
        assert_true(fits(kind->parameters, kind->parameter_count, def));
        free(def);
        assert_true(kind->parameter_count <= SS_WORKLOAD_PARAMETERS);
        for (uint32_t i = 0; i < kind->parameter_count; i++, tried++) {
            const struct ss_parameter *row = &kind->parameters[i];
            refuse_beyond(kind, i, row->greatest + 1);
            if (row->least > 1 || (row->least && !row->optional)) /* an optional one may be 0 */
                refuse_beyond(kind, i, row->optional ? row->least - 1 : 0);
        }
    }
    assert_true(tried > 100);
}

static const struct ss_parameter forms[] = {
    {.name = "number", WHOLE(1, 64)},
    {.name = "share", WHOLE_OF("%", 0, 100)},
    {.name = "time", TIME(60001, 1000000000)},
    {.name = "word", CHOICE("one", "other", "third")},
    {.name = "pause", OPTIONAL(TIME(1000, 4000000000))},
};

static void a_refusal_says_what_would_be_right_in_the_words_of_its_form(void **state)
{
    (void)state;
    static const struct {
        uint32_t value;
        const char *said;
    } cases[] = {
        {65, "workload.number: must be between 1 and 64"},
        {101, "workload.share: must be at most 100 %"},
        {60000, "workload.time: must be between 60001 ns and 1 s"},
        {3, "workload.word: must be 0 (one), 1 (other) or 2 (third)"},
        {999, "workload.pause: must be between 1 us and 4 s, or 0"},
    };
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(forms); i++) {
        struct ss_world_def def = {.workload_parameter = {cases[i].value}};
        assert_false(fits(&forms[i], 1, &def));
        assert_string_equal(said, cases[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parameter_is_refused_beyond_its_range_by_its_name),
        cmocka_unit_test(a_refusal_says_what_would_be_right_in_the_words_of_its_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
