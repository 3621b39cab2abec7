/* tbench's start: which tasks are ready before which, and where many processes that soon sleep are
 * placed under the rules and hints of spec "Split-LLC placement" section 5.4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ipc/futex.h"
#include "ipc/unix_socket.h"
#include "support_world.h"
#include "support_zen3.h"

#define US 1000ull
#define MS 1000000ull
#define FIRST_CLIENT (ZEN3_CPUS + 2)
#define CLIENTS 64

static struct ss_world_def *tbench(u32 clients, u32 seed)
{
    struct ss_world_def *def = zen3(SS_WORKLOAD_TBENCH, (uint32_t[]){clients, 90000, 300000}, 3);
    def->seed_low = seed;
    return def;
}

struct herd {
    u32 node[2], most, placed;
};

/* Where clients and servers first ran. */
static struct herd start(struct ss_world_def *def)
{
    struct ss_world *w = build_unwatched(def);
    struct herd herd = {0};
    u32 llc[ZEN3_LLCS] = {0};
    bool seen[2 * CLIENTS] = {0};
    for (u64 now = 0; now < 6200 * US; now += 20 * US) {
        step_to(w, now);
        for (u32 i = 0; i < 2 * CLIENTS; i++) {
            const struct ss_task *task = &w->task[FIRST_CLIENT + i];
            if (seen[i] || !task->started_at)
                continue;
            seen[i] = true;
            herd.placed++;
            herd.node[ZEN3_NODE_OF((u32)task->cpu)]++;
            herd.most = ss_max_u32(herd.most, ++llc[ZEN3_LLC_OF((u32)task->cpu)]);
        }
    }
    assert_int_equal(w->clock->score, 0);
    free(w);
    return herd;
}

static u32 percent_on_one_node(struct herd herd)
{
    return 100 * ss_max_u32(herd.node[0], herd.node[1]) / herd.placed;
}

static void the_herd_stays_on_one_node_under_the_rule_of_v5_18_only(void **state)
{
    (void)state;
    for (u32 seed = 1; seed <= 2; seed++) {
        struct ss_world_def *def = tbench(CLIENTS, seed);
        def->numa_imbalance = SS_NUMA_N2;
        struct herd herd = start(def);
        print_message("v5.18: %u of %u on one node, most in an LLC %u\n",
                      ss_max_u32(herd.node[0], herd.node[1]), herd.placed, herd.most);
        assert_in_range(percent_on_one_node(herd), 74, 92);
        const u32 most = herd.most;
        assert_in_range(most, 14, 32);
        def->numa_imbalance = SS_NUMA_N3;
        herd = start(def);
        assert_in_range(percent_on_one_node(herd), 50, 66);
        assert_in_range(herd.most, 8, most);
        free(def);
    }
}

static void hints_spread_the_herd_or_pile_it_on_the_parents_llc(void **state)
{
    (void)state;
    struct ss_world_def *def = tbench(CLIENTS, 1);
    def->numa_imbalance = SS_NUMA_N2;
    def->task_hints = SS_HINT_FORK_SPREAD;
    assert_in_range(percent_on_one_node(start(def)), 50, 58);
    def->task_hints = SS_HINT_FORK_AFFINE;
    assert_true(start(def).most > 64);
    free(def);
}

static void nobody_runs_before_the_last_is_ready_and_then_everybody_does(void **state)
{
    (void)state;
    struct ss_world_def *def = tbench(4, 1);
    struct ss_world *w = build_unwatched(def);
    const struct ss_futex *ready = &w->ipc->futex[0];
    u64 now = 0;
    for (; ready->word < 4; now += 5 * US)
        step_to(w, now);
    assert_int_equal(w->clock->score, 0);
    assert_in_range(now, 3 * 90 * US, 2 * MS);
    u32 operations[4] = {0};
    for (const u64 until = now + MS; now < until; now += 2 * US) {
        step_to(w, now);
        for (u32 i = 0; i < 4; i++) {
            operations[i] = w->task[FIRST_CLIENT + i].wakeups;
            /* Request and answer alternate: never more than one message on the way. */
            assert_true(w->ipc->socket[1 + 2 * i].queued + w->ipc->socket[2 + 2 * i].queued <= 1);
        }
    }
    for (u32 i = 0; i < 4; i++)
        assert_true(operations[i] > 20);
    assert_true(w->clock->score > 4 * 20);
    free(w);
    free(def);
}

/* ns of an operation of one client. */
static u64 operation(u32 protocol_ns)
{
    struct ss_world_def *def = tbench(1, 1);
    def->workload_parameter[4] = protocol_ns;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 2 * MS);
    const u64 before = w->clock->score;
    step_to(w, 12 * MS);
    const u64 operations = w->clock->score - before;
    assert_true(operations > 300);
    free(w);
    free(def);
    return 10 * MS / operations;
}

static void an_operation_has_the_protocols_work_in_it_five_times(void **state)
{
    (void)state;
    const u64 usual = operation(0);
    assert_int_equal(operation(600), usual);
    assert_in_range(operation(1600), usual + 4800, usual + 5200);
}

/* ---- routes, and the state that seconds leave -------------------------------------------------
 */

#define ROUTES 5
#define AFTER_START 6
#define RELEASED 1 /* a futex */
#define PAIRS 32

/* Pairs that go on dealt out to the caches, with or without counting their routes. */
static struct ss_world *go_on_apart(uint32_t hints, bool counted)
{
    struct ss_world_def *def = zen3(SS_WORKLOAD_TBENCH, (uint32_t[]){PAIRS, 70000, 80000}, 3);
    def->workload_parameter[ROUTES] = counted;
    def->workload_parameter[AFTER_START] = 1;
    def->task_hints = hints;
    struct ss_world *w = build_unwatched(def);
    free(def);
    while (!w->ipc->futex[RELEASED].word)
        step_to(w, w->clock->now + 100 * US);
    step_to(w, w->clock->now + 5 * MS); /* the last has been woken, and has gone */
    return w;
}

static uint64_t operations_of(uint32_t hints, bool counted)
{
    struct ss_world *w = go_on_apart(hints, counted);
    const uint64_t before = w->clock->score;
    step_to(w, w->clock->now + 2 * MS);
    const uint64_t operations = w->clock->score - before;
    free(w);
    return operations;
}

static void pairs_that_are_dealt_out_have_a_cache_each(void **state)
{
    (void)state;
    struct ss_world *w = go_on_apart(SS_HINT_FORK_AFFINE, false);
    for (uint32_t pair = 0; pair < PAIRS; pair++) {
        const i32 client = w->task[FIRST_CLIENT + pair].cpu;
        assert_int_equal(ZEN3_LLC_OF((u32)client), pair % ZEN3_LLCS);
        assert_int_equal(ZEN3_LLC_OF((u32)w->task[FIRST_CLIENT + PAIRS + pair].cpu),
                         pair % ZEN3_LLCS);
    }
    free(w);
}

/* As sched_setaffinity says no to a CPU that is forbidden. */
static void who_may_not_go_where_he_is_dealt_out_to_stays(void **state)
{
    (void)state;
    struct ss_world_def *def = zen3(SS_WORKLOAD_TBENCH, (uint32_t[]){4, 70000, 80000}, 3);
    def->workload_parameter[AFTER_START] = 1;
    def->interventions = 1;
    def->intervention_kind[0] = SS_INTERVENE_AFFINITY;
    def->intervention_task[0] = UINT32_MAX;
    def->intervention_at_low[0] = 100000;
    def->intervention_cpus[0] = 0xff; /* the first cache */
    struct ss_world *w = build(def);
    free(def);
    step_to(w, 4 * MS);
    assert_true(w->clock->score > 100);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(ZEN3_LLC_OF((u32)w->task[FIRST_CLIENT + i].cpu), 0);
    free(w);
}

static void a_class_that_moves_nobody_deals_nobody_out(void **state)
{
    (void)state;
    struct ss_world_def *def = tbench(4, 1);
    def->fair_class = SS_FAIR_MINIMAL;
    assert_parameter_refused(def, AFTER_START, 1, "workload.release");
}

/* Near their parent they connect on few CPUs; what they share by that stays where they go. */
static void connections_made_on_one_cpu_share_its_route_wherever_they_go_on(void **state)
{
    (void)state;
    const uint64_t apart = operations_of(0, true), near = operations_of(SS_HINT_FORK_AFFINE, true);
    const uint64_t uncounted = operations_of(SS_HINT_FORK_AFFINE, false);
    print_message("operations: connected apart %llu, near %llu, near and uncounted %llu\n",
                  (unsigned long long)apart, (unsigned long long)near,
                  (unsigned long long)uncounted);
    assert_true(near < apart);
    assert_true(near * 1000 < uncounted * 985);
}

static void impossible_parameters_are_refused_with_the_field(void **state)
{
    (void)state;
    static const struct {
        u32 index, value;
        const char *field;
    } bad[] = {{0, 0, "workload.clients"},           {0, 8192, "workload.clients"},
               {1, 60000, "workload.interval"},      {2, 1, "workload.startup"},
               {4, 1000000001, "workload.protocol"}, {ROUTES, 2, "workload.routes"},
               {AFTER_START, 2, "workload.release"}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(bad); i++)
        assert_parameter_refused(tbench(4, 1), bad[i].index, bad[i].value, bad[i].field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_herd_stays_on_one_node_under_the_rule_of_v5_18_only),
        cmocka_unit_test(hints_spread_the_herd_or_pile_it_on_the_parents_llc),
        cmocka_unit_test(nobody_runs_before_the_last_is_ready_and_then_everybody_does),
        cmocka_unit_test(an_operation_has_the_protocols_work_in_it_five_times),
        cmocka_unit_test(pairs_that_are_dealt_out_have_a_cache_each),
        cmocka_unit_test(who_may_not_go_where_he_is_dealt_out_to_stays),
        cmocka_unit_test(a_class_that_moves_nobody_deals_nobody_out),
        cmocka_unit_test(connections_made_on_one_cpu_share_its_route_wherever_they_go_on),
        cmocka_unit_test(impossible_parameters_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
