/* The one word of a task group (sched/fair/queue/task_group.h): what CPUs tell it and how often, by
 * the rules of kernels before and from v6.7 on, and that a kernel without groups has no such line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_fair.h"

/* Messages between tasks that sleep and wake: loads change, tasks change CPUs. */
static struct ss_world *begin(uint32_t task_group)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 5, 100, 0, 1});
    def->task_group = task_group;
    struct ss_world *w = build(def);
    free(def);
    return w;
}

struct telling {
    uint32_t told;
    uint64_t shortest; /* ns between two times that one CPU told */
};

/* Follows every event to `until`; what CPUs have told always adds up to what the group knows. */
static struct telling follow(struct ss_world *w, uint64_t until)
{
    const struct ss_fair *fair = w->sched->fair;
    uint64_t last[SS_LIMIT_CPUS] = {0};
    struct telling n = {.shortest = UINT64_MAX};
    while (w->clock->now < until) {
        ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 1);
        int64_t sum = 0;
        for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++) {
            const struct ss_cfs_rq *cfs = &fair->rq[cpu];
            sum += cfs->tg_load_avg_contrib;
            if (cfs->tg_load_avg_updated == last[cpu])
                continue;
            n.told++;
            if (last[cpu])
                n.shortest = ss_min_u64(n.shortest, cfs->tg_load_avg_updated - last[cpu]);
            last[cpu] = cfs->tg_load_avg_updated;
        }
        assert_int_equal(sum, fair->task_group->load_avg);
    }
    return n;
}

static void what_cpus_have_told_is_what_the_group_knows(void **state)
{
    (void)state;
    struct ss_world *w = begin(SS_TASK_GROUP_UNLIMITED);
    const struct telling n = follow(w, 12 * MS);
    assert_true(n.told > 20);
    assert_true(w->sched->fair->task_group->load_avg > 0);
    free(w);
}

static void from_v6_7_on_a_cpu_tells_once_a_millisecond_at_most(void **state)
{
    (void)state;
    struct ss_world *before = begin(SS_TASK_GROUP_UNLIMITED),
                    *since = begin(SS_TASK_GROUP_ONCE_A_MS);
    const struct telling often = follow(before, 12 * MS), seldom = follow(since, 12 * MS);
    assert_true(often.shortest < MS);
    assert_in_range(seldom.shortest, MS, 3 * MS);
    assert_true(seldom.told * 3 < often.told * 2);
    free(before);
    free(since);
}

/* Less than a 64th of what a CPU told last is not worth the line. */
static void a_change_of_less_than_a_64th_is_not_told(void **state)
{
    (void)state;
    struct ss_world *w = begin(SS_TASK_GROUP_UNLIMITED);
    const struct ss_fair *fair = w->sched->fair;
    uint32_t told[SS_LIMIT_CPUS] = {0}, seen = 0;
    for (const uint64_t until = 12 * MS; w->clock->now < until;) {
        ss_world_step(w, (uint32_t)until, 0, 1);
        for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++) {
            const uint32_t now = fair->rq[cpu].tg_load_avg_contrib, was = told[cpu];
            if (now == was)
                continue;
            assert_true((now > was ? now - was : was - now) > was / 64);
            told[cpu] = now;
            seen++;
        }
    }
    assert_true(seen > 20);
    free(w);
}

/* Its line is there for kernels with groups alone. */
static void without_a_group_nothing_is_told_and_nobody_asks(void **state)
{
    (void)state;
    struct ss_world *w = begin(SS_TASK_GROUP_NONE);
    const struct telling n = follow(w, 12 * MS);
    assert_int_equal(n.told, 0);
    assert_int_equal(w->sched->fair->task_group->load_avg, 0);
    for (uint32_t line = 0; line < w->shared.lines; line++)
        assert_int_not_equal(w->shared.place[line].structure, SS_STRUCTURE_TASK_GROUP);
    free(w);
}

static void asking_a_line_that_others_write_costs_messages(void **state)
{
    (void)state;
    uint64_t score[3];
    for (uint32_t group = 0; group < 3; group++) {
        struct ss_world *w = begin(group);
        w->hooks.broken = NULL;
        step_to(w, 40 * MS);
        score[group] = w->clock->score;
        free(w);
    }
    print_message("messages: no group %llu, v6.7 %llu, v4.5 %llu\n",
                  (unsigned long long)score[SS_TASK_GROUP_NONE],
                  (unsigned long long)score[SS_TASK_GROUP_ONCE_A_MS],
                  (unsigned long long)score[SS_TASK_GROUP_UNLIMITED]);
    assert_true(score[SS_TASK_GROUP_UNLIMITED] < score[SS_TASK_GROUP_NONE]);
    assert_true(score[SS_TASK_GROUP_ONCE_A_MS] < score[SS_TASK_GROUP_NONE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cpus_have_told_is_what_the_group_knows),
        cmocka_unit_test(from_v6_7_on_a_cpu_tells_once_a_millisecond_at_most),
        cmocka_unit_test(a_change_of_less_than_a_64th_is_not_told),
        cmocka_unit_test(without_a_group_nothing_is_told_and_nobody_asks),
        cmocka_unit_test(asking_a_line_that_others_write_costs_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
