/* The shape of a machine: what is refused with which words, and what is derived from the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine/topology_check.h"
#include "support_machine.h"

static const struct regular_machine two_sockets = {.nodes = 2,
                                                   .llcs_per_node = 2,
                                                   .cores_per_llc = 4,
                                                   .threads = 2,
                                                   .nodes_per_package = 1,
                                                   .near = 12,
                                                   .far = 21};

static void assert_refused(struct ss_world_def *def, const char *expected)
{
    char text[SS_MESSAGE_BYTES];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    assert_false(ss_topology_check(def, &message));
    assert_string_equal(text, expected);
    free(def);
}

static void a_regular_machine_is_accepted_without_a_word(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    char text[SS_MESSAGE_BYTES];
    struct ss_message message;
    ss_message_init(&message, text, sizeof(text));
    assert_true(ss_topology_check(def, &message));
    assert_true(ss_message_empty(&message));
    free(def);
}

static void counts_outside_the_limits_are_refused(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    def->cpus = 10000000;
    assert_refused(def, "topology.cpus: 10000000 CPUs asked for, at most 1024 are possible");
    def = make_regular_machine(two_sockets);
    def->cpus = 0;
    assert_refused(def, "topology.cpus: 0 CPUs asked for, at least 1 is needed");
    def = make_regular_machine(two_sockets);
    def->nodes = 65;
    assert_refused(def, "topology.nodes: 65 nodes asked for, at most 64 are possible");
}

static void ids_must_be_dense_and_few_enough(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    def->cpu_core[0] = def->cpu_core[16] = 100;
    assert_refused(def, "topology.cpu_core: no CPU has id 0; ids run from 0 without gaps");
    def = make_regular_machine(two_sockets);
    def->cpu_llc[5] = 128;
    assert_refused(def, "topology.cpu_llc[5]: id 128 given, at most 128 different ids are "
                        "possible, counted from 0");
    def = make_regular_machine(two_sockets);
    def->cpu_node[7] = 2;
    assert_refused(
        def, "topology.cpu_node[7]: node 2 given, topology.nodes is 2; nodes are counted from 0");
}

static void partitions_must_be_nested(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    def->cpu_l2[16] = 1;
    assert_refused(def, "topology.cpu_l2[16]: 1 given, but CPU 0 of the same core has 0; the CPUs "
                        "of one core belong to one L2 cluster");
    def = make_regular_machine(two_sockets);
    def->cpu_node[1] = 1;
    assert_refused(def, "topology.cpu_node[1]: 1 given, but CPU 0 of the same last-level cache has "
                        "0; the CPUs of one last-level cache belong to one node");
    def = make_regular_machine(two_sockets);
    def->cpu_package[1] = 1;
    assert_refused(def, "topology.cpu_package[1]: 1 given, but CPU 0 of the same last-level cache "
                        "has 0; the CPUs of one last-level cache belong to one package");
}

static void distances_must_be_those_of_a_slit(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    def->distance[3] = 11;
    assert_refused(def, "topology.distance[1][1]: 11 given, a node is 10 from itself");
    def = make_regular_machine(two_sockets);
    def->distance[2] = 256;
    assert_refused(def, "topology.distance[1][0]: 256 given, distances are 10 to 255");
    def = make_regular_machine(two_sockets);
    def->distance[1] = 9;
    assert_refused(def, "topology.distance[0][1]: 9 given, distances are 10 to 255");
}

static void nodes_at_distance_ten_must_look_the_same_from_everywhere(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    def->distance[1] = 10; /* there, but not back */
    assert_refused(def, "topology.distance[1][1]: 10 given, but node 1 is 10 from node 0, which "
                        "has 21 here; different nodes are more than 10 apart");
    def = make_regular_machine(two_sockets);
    def->distance[1] = def->distance[2] = 10; /* numa=fake: one place cut in two */
    struct ss_message message;
    ss_message_init(&message, NULL, 0);
    assert_true(ss_topology_check(def, &message));
    free(def);
}

static void more_different_distances_than_levels_are_refused(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine((struct regular_machine){.nodes = 7,
                                                                             .llcs_per_node = 1,
                                                                             .cores_per_llc = 1,
                                                                             .threads = 1,
                                                                             .nodes_per_package = 1,
                                                                             .near = 20,
                                                                             .far = 20});
    for (u32 i = 0; i < 49; i++)
        if (def->distance[i] != SS_LOCAL_DISTANCE)
            def->distance[i] = (u16)(20 + i % 40);
    assert_refused(def, "topology.distance: 36 different distances given, at most 32 are possible: "
                        "each is a level of domains");
}

static void options_are_on_or_off(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(two_sockets);
    def->sched_mc = 2;
    assert_refused(def, "topology.sched_mc: 2 given, 0 (off) or 1 (on) is right");
}

static void every_cpu_is_found_in_the_sets_it_belongs_to(void **state)
{
    (void)state;
    for (u64 seed = 0; seed < 50; seed++) {
        struct ss_world_def *def = make_random_machine(seed, true);
        struct ss_topology t;
        void *memory = build_topology(&t, def);
        for (u32 cpu = 0; cpu < t.cpus; cpu++) {
            assert_true(ss_bitset_has(t.core_cpus + t.core[cpu] * t.cpu_words, cpu));
            assert_true(ss_bitset_has(t.l2_cpus + t.l2[cpu] * t.cpu_words, cpu));
            assert_true(ss_bitset_has(t.llc_cpus + t.llc[cpu] * t.cpu_words, cpu));
            assert_true(ss_bitset_has(t.node_cpus + t.node[cpu] * t.cpu_words, cpu));
            assert_true(ss_bitset_has(t.llc_cores + t.llc[cpu] * t.core_words, t.core[cpu]));
            assert_int_equal(t.core_llc[t.core[cpu]], t.llc[cpu]);
            assert_int_equal(t.llc_node[t.llc[cpu]], t.node[cpu]);
            assert_int_equal(t.llc_package[t.llc[cpu]], t.package[cpu]);
        }
        assert_int_equal(ss_bitset_count(t.core_cpus, t.cores * t.cpu_words), t.cpus);
        assert_int_equal(ss_bitset_count(t.llc_cores, t.llcs * t.core_words), t.cores);
        free(memory);
        free(def);
    }
}

static void distances_are_those_between_nodes_with_cpus(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine((struct regular_machine){.nodes = 3,
                                                                             .llcs_per_node = 1,
                                                                             .cores_per_llc = 2,
                                                                             .threads = 1,
                                                                             .nodes_per_package = 1,
                                                                             .near = 20,
                                                                             .far = 20});
    def->cpus = 4; /* node 2 keeps its memory only */
    for (u32 node = 0; node < 2; node++)
        def->distance[node * 3 + 2] = def->distance[6 + node] = 40;
    struct ss_topology topology;
    void *memory = build_topology(&topology, def);
    assert_int_equal(topology.nodes, 3);
    assert_int_equal(topology.nodes_with_cpus, 3);
    assert_int_equal(topology.numa_levels, 2);
    assert_int_equal(topology.numa_distance[0], 10);
    assert_int_equal(topology.numa_distance[1], 20);
    free(memory);
    free(def);
}

static void nodes_inside_packages_and_threads_are_noticed(void **state)
{
    (void)state;
    struct regular_machine shape = two_sockets;
    struct ss_topology topology;
    struct ss_world_def *def = make_regular_machine(shape);
    void *memory = build_topology(&topology, def);
    assert_false(topology.numa_in_package);
    assert_true(topology.smt_active);
    free(memory);
    free(def);
    shape.nodes_per_package = 2;
    shape.threads = 1;
    def = make_regular_machine(shape);
    memory = build_topology(&topology, def);
    assert_true(topology.numa_in_package);
    assert_false(topology.smt_active);
    free(memory);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_regular_machine_is_accepted_without_a_word),
        cmocka_unit_test(counts_outside_the_limits_are_refused),
        cmocka_unit_test(ids_must_be_dense_and_few_enough),
        cmocka_unit_test(partitions_must_be_nested),
        cmocka_unit_test(distances_must_be_those_of_a_slit),
        cmocka_unit_test(nodes_at_distance_ten_must_look_the_same_from_everywhere),
        cmocka_unit_test(more_different_distances_than_levels_are_refused),
        cmocka_unit_test(options_are_on_or_off),
        cmocka_unit_test(every_cpu_is_found_in_the_sets_it_belongs_to),
        cmocka_unit_test(distances_are_those_between_nodes_with_cpus),
        cmocka_unit_test(nodes_inside_packages_and_threads_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
