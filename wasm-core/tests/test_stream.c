/* STREAM's team: where its threads start, with and without a task beside it, and what that makes of
 * the bandwidth (spec "Split-LLC placement" section 5.3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ipc/futex.h"
#include "support_world.h"
#include "support_zen3.h"

#define MS 1000000ull
#define FIRST ZEN3_CPUS
#define THREADS 16

enum { NONE, SAME_LLC, SAME_NODE, OTHER_NODE, RANDOM };

struct team {
    u32 used, most, on_masters, node[2];
    u64 loops;
};

static struct ss_world_def *stream(u32 external, u32 seed)
{
    struct ss_world_def *def =
        zen3(SS_WORKLOAD_STREAM, (uint32_t[]){THREADS, 65536, external, 113700, 40000, 28000}, 6);
    def->seed_low = seed;
    return def;
}

static struct team run(struct ss_world_def *def, u64 until)
{
    struct ss_world *w = build_unwatched(def);
    struct team team = {0};
    u32 llc[ZEN3_LLCS] = {0};
    step_to(w, until);
    for (u32 i = 0; i < THREADS; i++) {
        const u32 cpu = (u32)w->task[FIRST + i].cpu;
        team.used += !llc[ZEN3_LLC_OF(cpu)]++;
        team.node[ZEN3_NODE_OF(cpu)]++;
        team.most = ss_max_u32(team.most, llc[ZEN3_LLC_OF(cpu)]);
    }
    team.on_masters = llc[ZEN3_LLC_OF((u32)w->task[FIRST].cpu)];
    team.loops = w->clock->score;
    free(w);
    return team;
}

static void every_rule_since_v5_18_gives_each_thread_an_llc_and_v5_11_two_a_thread(void **state)
{
    (void)state;
    for (u32 seed = 1; seed <= 10; seed++) {
        struct ss_world_def *def = stream(NONE, seed);
        for (u32 rule = SS_NUMA_N2; rule <= SS_NUMA_N3; rule++) {
            def->numa_imbalance = rule;
            const struct team team = run(def, MS);
            assert_int_equal(team.used, 16);
            assert_int_equal(team.node[0], 8);
        }
        def->numa_imbalance = SS_NUMA_N1;
        const struct team team = run(def, MS);
        assert_int_equal(team.used, 8);
        assert_int_equal(team.most, 2);
        assert_true(team.node[0] == 0 || team.node[1] == 0);
        free(def);
    }
}

static void
a_task_beside_the_team_doubles_two_threads_unless_it_shares_the_masters_llc(void **state)
{
    (void)state;
    u32 piled[RANDOM + 1] = {0}, apart[RANDOM + 1] = {0};
    for (u32 external = SAME_LLC; external <= RANDOM; external++)
        for (u32 seed = 1; seed <= 20; seed++) {
            struct ss_world_def *def = stream(external, seed);
            const struct team team = run(def, MS);
            piled[external] += team.most == 2 && team.on_masters == 2 && team.used == 15;
            apart[external] += team.node[0] == 9 || team.node[1] == 9;
            free(def);
        }
    print_message("piled: same LLC %u, same node %u, other node %u, random %u of 20\n",
                  piled[SAME_LLC], piled[SAME_NODE], piled[OTHER_NODE], piled[RANDOM]);
    assert_int_equal(piled[SAME_LLC], 0);
    assert_int_equal(piled[OTHER_NODE], 20);
    assert_int_equal(apart[OTHER_NODE], 20);
    assert_int_equal(piled[SAME_NODE], 20);
    assert_int_equal(apart[SAME_NODE], 0);
    assert_in_range(piled[RANDOM], 17, 20);
}

static void the_task_on_the_other_node_costs_a_ninth_of_the_bandwidth(void **state)
{
    (void)state;
    struct ss_world_def *def = stream(NONE, 1);
    const u64 alone = run(def, 60 * MS).loops;
    def->workload_parameter[2] = OTHER_NODE;
    const u64 beside = run(def, 60 * MS).loops;
    def->workload_parameter[2] = SAME_NODE;
    const u64 near = run(def, 60 * MS).loops;
    def->workload_parameter[2] = NONE;
    def->numa_imbalance = SS_NUMA_N1;
    const u64 before = run(def, 60 * MS).loops;
    print_message("loops: %u alone, %u beside, %u near, %u under v5.11\n", (u32)alone, (u32)beside,
                  (u32)near, (u32)before);
    assert_in_range(100 * beside / alone, 86, 91);
    assert_in_range(100 * near / alone, 98, 101);
    assert_in_range(100 * alone / before, 190, 205);
    free(def);
}

static void impossible_parameters_are_refused_with_the_field(void **state)
{
    (void)state;
    static const struct {
        u32 index, value;
        const char *field;
    } bad[] = {{0, 0, "workload.threads"},
               {1, 8, "workload.array"},
               {2, 5, "workload.external"},
               {4, 0, "link_bandwidth"}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(bad); i++)
        assert_parameter_refused(stream(NONE, 1), bad[i].index, bad[i].value, bad[i].field);
    struct ss_world_def *def = stream(OTHER_NODE, 1);
    def->cpus = 8;
    def->nodes = 1;
    assert_world_refused(def, "workload.external");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_since_v5_18_gives_each_thread_an_llc_and_v5_11_two_a_thread),
        cmocka_unit_test(
            a_task_beside_the_team_doubles_two_threads_unless_it_shares_the_masters_llc),
        cmocka_unit_test(the_task_on_the_other_node_costs_a_ninth_of_the_bandwidth),
        cmocka_unit_test(impossible_parameters_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
