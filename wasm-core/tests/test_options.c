/* The options of a kernel: every one is refused beyond its range by the name that a scenario has
 * for it, and one that only the full fair class knows without that class. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support_world.h"
#include "world/options.h"

static struct ss_world_def *with_option(const struct ss_option *option, uint32_t value)
{
    struct ss_world_def *def = malloc(sizeof(*def));
    ss_world_def_default(def);
    memcpy((uint8_t *)def + option->field, &value, sizeof(value));
    return def;
}

static void an_option_is_refused_beyond_its_range_by_its_name(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ss_option_count; i++) {
        char said[100] = "kernel.";
        strcat(strcat(said, ss_options[i].name), ": must be ");
        assert_world_refused(with_option(&ss_options[i], ss_options[i].greatest + 1), said);
    }
}

static const struct ss_option *named(const char *name)
{
    for (uint32_t i = 0; i < ss_option_count; i++)
        if (!strcmp(ss_options[i].name, name))
            return &ss_options[i];
    fail_msg("no option %s", name);
    return NULL;
}

static void a_refusal_says_what_would_be_right(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint32_t value;
        const char *said;
    } cases[] = {
        {"idle_search", 4, "must be 0 (util), 1 (util-linear), 2 (prop) or 3 (prop-v5.10)"},
        {"skew_tick", 2, "must be 0 (off) or 1 (on)"},
        {"sched_idle_every", 16385, "must be at most 16384"},
        {"page_lists.batch", 16385,
         "must be at most 16384 pages, or 0 for the kernel's own choice"},
        {"cache_aware.epoch_period", 0, "must be between 1 and 1000000 ticks of 1 ms"},
    };
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_world_refused(with_option(named(cases[i].name), cases[i].value), cases[i].said);
}

static void what_only_the_full_class_knows_is_refused_without_it(void **state)
{
    (void)state;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < ss_option_count; i++) {
        const struct ss_option *option = &ss_options[i];
        if (!option->needs_full)
            continue;
        char said[100] = "kernel.";
        strcat(strcat(said, option->name), ": needs the full fair class");
        assert_world_refused(with_option(option, option->otherwise + 1), said);
        struct ss_world_def *def = with_option(option, option->otherwise + 1);
        def->fair_class = SS_FAIR_FULL;
        assert_true(ss_world_bytes(def) > 0);
        free(def);
        tried++;
    }
    assert_true(tried >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_option_is_refused_beyond_its_range_by_its_name),
        cmocka_unit_test(a_refusal_says_what_would_be_right),
        cmocka_unit_test(what_only_the_full_class_knows_is_refused_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
