/*
 * Property P19 of section 4 of the specification "Cache-aware load balancing": threads that have
 * settled stay in their caches. A file of its own because it looks at long runs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support_moves.h"

static void what_has_settled_does_not_change_caches_for_five_seconds(void **state)
{
    (void)state;
    static const uint32_t counts[] = {4, 8, 10, 12, 13, 14, 15, 16};
    for (uint32_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        struct ss_world_def *def = two_caches(counts[i]);
        struct ss_world *w = build_unwatched(def);
        struct moves moves = {0};
        run_noting(w, &moves, 1000 * MS);
        const uint32_t before = moves.between_caches;
        run_noting(w, &moves, 6000 * MS);
        assert_int_equal(moves.between_caches, before);
        done(w, def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_settled_does_not_change_caches_for_five_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
