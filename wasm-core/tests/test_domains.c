/*
 * What must hold for the scheduling domains of any machine. That they are the kernel's to the last
 * flag is for the vectors to say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine/topology_check.h"
#include "sched/domains/domains.h"
#include "support_machine.h"

#define MACHINES 200

struct fixture {
    struct ss_world_def *def;
    struct ss_topology topology;
    struct ss_domains domains;
    void *topology_memory, *domains_memory;
    u64 counted, used; /* bytes: asked for in advance, and taken */
};

static struct fixture *build(struct ss_world_def *def)
{
    struct fixture *f = calloc(1, sizeof(*f));
    f->def = def;
    f->topology_memory = build_topology(&f->topology, def);
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    assert_true(ss_domains_create(&f->domains, &arena, &f->topology));
    f->counted = arena.used;
    u64 bytes = (arena.used + SS_ARENA_ALIGNMENT - 1) & ~(u64)(SS_ARENA_ALIGNMENT - 1);
    f->domains_memory = aligned_alloc(SS_ARENA_ALIGNMENT, bytes);
    ss_arena_init(&arena, f->domains_memory, bytes);
    assert_true(ss_domains_create(&f->domains, &arena, &f->topology));
    f->used = arena.used;
    return f;
}

static void tear_down(struct fixture *f)
{
    free(f->domains_memory);
    free(f->topology_memory);
    free(f->def);
    free(f);
}

typedef void check_domain(const struct fixture *f, u32 cpu, u32 domain);

/* Runs the check on every domain of random machines. */
static void for_random_machines(check_domain *check, bool symmetric)
{
    for (u64 seed = 0; seed < MACHINES; seed++) {
        struct fixture *f = build(make_random_machine(seed, symmetric));
        const struct ss_domains *d = &f->domains;
        for (u32 cpu = 0; cpu < f->topology.cpus; cpu++)
            for (u32 at = d->cpu[cpu].base; at != SS_NO_DOMAIN; at = d->domain[at].parent)
                check(f, cpu, at);
        tear_down(f);
    }
}

static const u64 *span_of(const struct fixture *f, u32 domain)
{
    return ss_span_cpus(&f->domains, f->domains.domain[domain].span);
}

static void check_chain(const struct fixture *f, u32 cpu, u32 at)
{
    const struct ss_sched_domain *domain = &f->domains.domain[at];
    assert_true(ss_bitset_has(span_of(f, at), cpu));
    assert_int_equal(domain->span_weight, ss_bitset_count(span_of(f, at), f->topology.cpu_words));
    if (domain->child == SS_NO_DOMAIN) {
        assert_int_equal(f->domains.cpu[cpu].base, at);
        return;
    }
    assert_int_equal(f->domains.domain[domain->child].parent, at);
    assert_true(f->domains.domain[domain->child].level < domain->level);
    assert_true(ss_bitset_subset(span_of(f, domain->child), span_of(f, at), f->topology.cpu_words));
}

static void spans_contain_their_cpu_and_the_spans_below(void **state)
{
    (void)state;
    for_random_machines(check_chain, false);
}

static void check_outermost(const struct fixture *f, u32 cpu, u32 at)
{
    (void)cpu;
    if (f->domains.domain[at].parent == SS_NO_DOMAIN)
        assert_int_equal(f->domains.domain[at].span_weight, f->topology.cpus);
}

/* With one-sided distances the kernel may drop the outermost domain for having a single group. */
static void the_outermost_domain_spans_the_machine_where_distances_are_symmetric(void **state)
{
    (void)state;
    for_random_machines(check_outermost, true);
}

static void check_ordinary_groups(const struct fixture *f, u32 cpu, u32 at)
{
    const struct ss_sched_domain *domain = &f->domains.domain[at];
    u32 words = f->topology.cpu_words, weight = 0;
    if (domain->flags & SS_SD_NUMA)
        return;
    u64 covered[SS_MAX_CPUS / 64] = {0};
    for (u32 i = 0; i < domain->group_count; i++) {
        const struct ss_sched_group *group = ss_domain_group(&f->domains, at, i);
        const u64 *span = ss_span_cpus(&f->domains, group->span);
        assert_int_equal(ss_bitset_has(span, cpu), i == 0);
        ss_bitset_or(covered, span, words);
        weight += group->weight;
    }
    assert_true(ss_bitset_equal(covered, span_of(f, at), words));
    assert_int_equal(weight, domain->span_weight);
}

static void ordinary_groups_divide_the_span_and_begin_with_the_own(void **state)
{
    (void)state;
    for_random_machines(check_ordinary_groups, false);
}

static void check_numa_groups(const struct fixture *f, u32 cpu, u32 at)
{
    const struct ss_sched_domain *domain = &f->domains.domain[at];
    u32 words = f->topology.cpu_words;
    u64 covered[SS_MAX_CPUS / 64] = {0};
    assert_true(
        ss_bitset_has(ss_span_cpus(&f->domains, ss_domain_group(&f->domains, at, 0)->span), cpu));
    for (u32 i = 0; i < domain->group_count; i++) {
        const u64 *span = ss_span_cpus(&f->domains, ss_domain_group(&f->domains, at, i)->span);
        assert_true(ss_bitset_subset(span, span_of(f, at), words));
        ss_bitset_or(covered, span, words);
    }
    assert_true(ss_bitset_equal(covered, span_of(f, at), words));
}

static void groups_cover_the_span_where_distances_are_symmetric(void **state)
{
    (void)state;
    for_random_machines(check_numa_groups, true);
}

static void check_group_numbers(const struct fixture *f, u32 cpu, u32 at)
{
    (void)cpu;
    const struct ss_domains *d = &f->domains;
    for (u32 i = 0; i < d->domain[at].group_count; i++) {
        const struct ss_sched_group *group = ss_domain_group(d, at, i);
        const u64 *span = ss_span_cpus(d, group->span);
        const struct ss_group_capacity *capacity = &d->capacity[group->capacity];
        const u64 *mask = ss_span_cpus(d, capacity->balance_mask);
        assert_int_equal(group->weight, ss_bitset_count(span, f->topology.cpu_words));
        assert_in_range(group->cores, 1, group->weight);
        assert_true(ss_bitset_subset(mask, span, f->topology.cpu_words));
        assert_int_equal(group->balance_cpu, ss_bitset_first(mask, f->topology.cpu_words));
        assert_int_equal(group->balance_cpu, capacity->cpu);
    }
}

static void groups_are_balanced_by_cpus_of_their_own(void **state)
{
    (void)state;
    for_random_machines(check_group_numbers, false);
}

static void check_llc(const struct fixture *f, u32 cpu, u32 at)
{
    const struct ss_domains *d = &f->domains;
    const struct ss_sched_domain *domain = &d->domain[at];
    if (!(domain->flags & SS_SD_SHARE_LLC)) {
        assert_int_equal(domain->shared, SS_NO_SHARED);
        return;
    }
    assert_int_equal(d->shared_weight[domain->shared], domain->span_weight);
    SS_BITSET_EACH(other, span_of(f, at), f->topology.cpu_words)
    assert_true(ss_cpus_share_cache(d, cpu, (u32)other));
    if (domain->parent == SS_NO_DOMAIN || !(d->domain[domain->parent].flags & SS_SD_SHARE_LLC)) {
        assert_int_equal(d->cpu[cpu].sd_llc, at);
        assert_int_equal(d->cpu[cpu].sd_llc_size, domain->span_weight);
    }
}

static void cpus_of_a_cache_agree_on_it(void **state)
{
    (void)state;
    for_random_machines(check_llc, false);
}

static void memory_asked_for_in_advance_is_what_is_taken(void **state)
{
    (void)state;
    for (u64 seed = 0; seed < MACHINES; seed++) {
        struct fixture *f = build(make_random_machine(seed, false));
        assert_int_equal(f->counted, f->used);
        tear_down(f);
    }
}

static void an_exhausted_arena_is_reported(void **state)
{
    (void)state;
    struct ss_world_def *def = make_random_machine(1, true);
    struct ss_topology topology;
    void *memory = build_topology(&topology, def);
    static _Alignas(SS_ARENA_ALIGNMENT) u8 small[256];
    struct ss_arena arena;
    struct ss_domains domains;
    ss_arena_init(&arena, small, sizeof(small));
    assert_false(ss_domains_create(&domains, &arena, &topology));
    ss_arena_init(&arena, small, sizeof(small));
    assert_false(ss_topology_create(&topology, &arena, def));
    free(memory);
    free(def);
}

static void a_machine_of_one_cpu_has_no_domains(void **state)
{
    (void)state;
    struct fixture *f = build(make_regular_machine((struct regular_machine){.nodes = 1,
                                                                            .llcs_per_node = 1,
                                                                            .cores_per_llc = 1,
                                                                            .threads = 1,
                                                                            .nodes_per_package = 1,
                                                                            .near = 20,
                                                                            .far = 20}));
    assert_int_equal(f->domains.cpu[0].base, SS_NO_DOMAIN);
    assert_int_equal(f->domains.cpu[0].sd_llc_size, 1);
    assert_int_equal(f->domains.cpu[0].sd_share_id, 0);
    assert_int_equal(f->domains.cpu[0].sd_numa, SS_NO_DOMAIN);
    tear_down(f);
}

static void nodes_at_distance_ten_share_a_domain_of_nodes(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine((struct regular_machine){.nodes = 4,
                                                                             .llcs_per_node = 1,
                                                                             .cores_per_llc = 2,
                                                                             .threads = 1,
                                                                             .nodes_per_package = 2,
                                                                             .near = 10,
                                                                             .far = 20});
    struct fixture *f = build(def);
    u32 mc = f->domains.cpu[0].base, node = f->domains.domain[mc].parent;
    assert_int_equal(f->domains.level[f->domains.domain[node].level].kind, SS_LEVEL_NODE);
    assert_int_equal(f->domains.domain[node].span_weight, 4);
    assert_int_equal(f->domains.domain[node].group_count, 2);
    assert_int_equal(f->domains.domain[f->domains.cpu[0].sd_numa].span_weight, 8);
    tear_down(f);
}

/* The bounds are computed from counts alone: the largest machine of the limits must keep to them.
 */
static void the_largest_machine_fits_its_tables(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine((struct regular_machine){.nodes = 64,
                                                                             .llcs_per_node = 2,
                                                                             .cores_per_llc = 4,
                                                                             .threads = 2,
                                                                             .nodes_per_package = 2,
                                                                             .near = 11,
                                                                             .far = 20});
    for (u32 a = 0; a < 64; a++)
        for (u32 b = 0; b < 64; b++)
            if (a != b)
                def->distance[a * 64 + b] = (u16)(20 + (a * 7 + b * 13) % 31);
    struct ss_message message;
    ss_message_init(&message, NULL, 0);
    assert_true(ss_topology_check(def, &message));
    struct fixture *f = build(def);
    assert_int_equal(f->topology.cpus, 1024);
    assert_int_equal(f->topology.numa_levels, 32);
    for (u32 cpu = 0; cpu < 1024; cpu++)
        for (u32 at = f->domains.cpu[cpu].base; at != SS_NO_DOMAIN;
             at = f->domains.domain[at].parent)
            check_chain(f, cpu, at);
    tear_down(f);
}

static void the_machine_of_480_cpus_takes_less_than_a_megabyte(void **state)
{
    (void)state;
    struct fixture *f = build(make_regular_machine((struct regular_machine){.nodes = 6,
                                                                            .llcs_per_node = 1,
                                                                            .cores_per_llc = 40,
                                                                            .threads = 2,
                                                                            .nodes_per_package = 3,
                                                                            .near = 15,
                                                                            .far = 24}));
    assert_int_equal(f->topology.cpus, 480);
    assert_true(f->used < 1 << 20);
    tear_down(f);
}

/* Two Xeons of 28 cores, a node and an LLC each: 12.5 % of the node today, 25 % in v5.18. */
static void a_node_of_one_llc_was_allowed_twice_as_much_in_v5_18(void **state)
{
    (void)state;
    struct fixture *f = build(make_regular_machine((struct regular_machine){.nodes = 2,
                                                                            .llcs_per_node = 1,
                                                                            .cores_per_llc = 28,
                                                                            .threads = 2,
                                                                            .nodes_per_package = 1,
                                                                            .near = 20,
                                                                            .far = 20}));
    u32 numa = f->domains.cpu[0].sd_numa;
    assert_int_not_equal(numa, SS_NO_DOMAIN);
    assert_int_equal(f->domains.domain[numa].imb_numa_nr, 7);
    assert_int_equal(f->domains.domain[numa].imb_numa_nr_v5_18, 14);
    tear_down(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_contain_their_cpu_and_the_spans_below),
        cmocka_unit_test(the_outermost_domain_spans_the_machine_where_distances_are_symmetric),
        cmocka_unit_test(ordinary_groups_divide_the_span_and_begin_with_the_own),
        cmocka_unit_test(groups_cover_the_span_where_distances_are_symmetric),
        cmocka_unit_test(groups_are_balanced_by_cpus_of_their_own),
        cmocka_unit_test(cpus_of_a_cache_agree_on_it),
        cmocka_unit_test(memory_asked_for_in_advance_is_what_is_taken),
        cmocka_unit_test(an_exhausted_arena_is_reported),
        cmocka_unit_test(a_machine_of_one_cpu_has_no_domains),
        cmocka_unit_test(nodes_at_distance_ten_share_a_domain_of_nodes),
        cmocka_unit_test(the_largest_machine_fits_its_tables),
        cmocka_unit_test(the_machine_of_480_cpus_takes_less_than_a_megabyte),
        cmocka_unit_test(a_node_of_one_llc_was_allowed_twice_as_much_in_v5_18),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
