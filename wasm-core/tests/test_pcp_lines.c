/* The lines of a CPU's page lists: what a layout of them costs, and that the kernel's costs
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/world.h"
#include "mm/mm.h"
#include "support_pages.h"
#include "support_world.h"

#define MS 1000000ull

/* Declares the members of a structure in the order of its table; `apart` begins a line of its own,
 * unless it is SS_MEMBERS_COUNT. */
static void declare_members(struct ss_world_def *def, uint32_t first, uint32_t last, uint32_t apart)
{
    def->layout_members = 0;
    for (uint32_t member = first; member <= last; member++) {
        const uint32_t at = def->layout_members++;
        def->layout_member[at] = (uint16_t)member;
        def->layout_attribute[at] =
            member == apart || member == SS_MEMBER_PER_CPU_PAGES_LOCK ? 64 : 0;
    }
}

static void declare_lists(struct ss_world_def *def, uint32_t apart)
{
    if (def->pcp_form == SS_PCP_FORM_MODERN)
        declare_members(def, SS_MEMBER_PER_CPU_PAGES_LOCK, SS_MEMBER_PER_CPU_PAGES_LISTS, apart);
    else
        declare_members(def, SS_MEMBER_PER_CPU_PAGESET_COUNT, SS_MEMBER_PER_CPU_PAGESET_DIFFERENCES,
                        apart);
}

struct outcome {
    uint64_t trace, pages, own_hits;
};

static struct outcome run(struct ss_world_def *def)
{
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    const struct ss_zone_counts *count = &w->mm->zone[0].state->count;
    const struct outcome outcome = {.trace = w->clock->trace_hash,
                                    .pages = count->allocated + count->freed,
                                    .own_hits =
                                        count->supply[SS_SUPPLY_L1] + count->supply[SS_SUPPLY_L2]};
    free(w);
    return outcome;
}

static void lists_declared_as_they_are_cost_nothing(void **state)
{
    (void)state;
    for (uint32_t form = 0; form <= SS_PCP_FORM_MODERN; form++) {
        struct ss_world_def *def = page_machine(form, 31);
        const struct outcome plain = run(def);
        declare_lists(def, SS_MEMBERS_COUNT);
        assert_true(run(def).trace == plain.trace);
        free(def);
    }
}

static void a_count_apart_from_its_lists_costs_a_hit_at_every_page(void **state)
{
    (void)state;
    for (uint32_t form = 0; form <= SS_PCP_FORM_MODERN; form++) {
        struct ss_world_def *def = page_machine(form, 31);
        const struct outcome plain = run(def);
        declare_lists(def, form == SS_PCP_FORM_MODERN ? SS_MEMBER_PER_CPU_PAGES_LISTS
                                                      : SS_MEMBER_PER_CPU_PAGESET_LISTS);
        const struct outcome apart = run(def);
        assert_true(apart.trace != plain.trace);
        assert_true(apart.pages > 10000);
        const double more = (double)apart.own_hits / (double)apart.pages -
                            (double)plain.own_hits / (double)plain.pages;
        assert_true(more > 0.9 && more < 1.2);
        free(def);
    }
}

/* The differences lie on a line of their own in the kernel's layout, too: one line either way. */
static void members_that_no_operation_touches_together_cost_nothing_apart(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_V4_19, 31);
    const struct outcome plain = run(def);
    declare_lists(def, SS_MEMBER_PER_CPU_PAGESET_DIFFERENCES);
    assert_true(run(def).trace == plain.trace);
    free(def);
}

static void lists_lie_behind_every_other_line_each_at_home(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 31);
    struct ss_world *w = build(def);
    const u32 first = ss_line_of(WORD(PER_CPU_PAGES, 0, LOCK));
    assert_int_equal(first + def->cpus * 4, w->shared.lines);
    for (u32 line = first; line < w->shared.lines; line++) {
        const struct ss_line_place *place = &w->shared.place[line];
        assert_int_equal(place->structure, SS_STRUCTURE_PER_CPU_PAGES);
        assert_int_equal(place->instance, (line - first) / 4);
        assert_int_equal(place->home, def->cpu_node[place->instance]);
    }
    assert_int_equal(w->layouts.place[SS_STRUCTURE_PER_CPU_PAGESET].stride, 0);
    free(w);
    free(def);
}

/* A moment is kept with where the lines of the lists are. */
static void a_restored_moment_goes_on_with_lists_laid_out_anew(void **state)
{
    (void)state;
    struct ss_world_def *def = page_machine(SS_PCP_FORM_MODERN, 31);
    declare_lists(def, SS_MEMBER_PER_CPU_PAGES_COUNT);
    const struct outcome whole = run(def);
    struct ss_world *head = build(def), *cursor = build(def);
    step_to(head, 7 * MS);
    memcpy((u8 *)cursor + head->map->state_offset, (u8 *)head + head->map->state_offset,
           head->map->state_bytes);
    step_to(cursor, 20 * MS);
    assert_true(cursor->clock->trace_hash == whole.trace);
    free(head);
    free(cursor);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_declared_as_they_are_cost_nothing),
        cmocka_unit_test(a_count_apart_from_its_lists_costs_a_hit_at_every_page),
        cmocka_unit_test(members_that_no_operation_touches_together_cost_nothing_apart),
        cmocka_unit_test(lists_lie_behind_every_other_line_each_at_home),
        cmocka_unit_test(a_restored_moment_goes_on_with_lists_laid_out_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
