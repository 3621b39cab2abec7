/* Footprints in caches, and the workload that lives by them: threads in lockstep run faster on one
 * cache, slower where caches or memory are too small (spec "Hardware model" section 5, "Workload
 * models" section 4.17). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/footprint.h"
#include "exec/user.h"
#include "support_world.h"

#define MS 1000000ull
#define LLCS 8
#define CORES 8
#define THREADS 8
#define MIB 1024u /* KiB */

enum { ALL, PARTITION, POINTS, MEMORY, OUTPUTS, ACCESSES, PLACES, BACKGROUND };
enum { ACROSS, TOGETHER };

/* One node of 8 caches, with the latencies of a Genoa. */
static struct ss_world_def *machine(uint32_t places, uint32_t memory_kib)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    const uint32_t parameters[] = {THREADS, 2300, 3, memory_kib, 10, 50, places, 0};
    ss_world_def_default(def);
    def->cpus = 2 * LLCS * CORES;
    for (uint16_t cpu = 0; cpu < def->cpus; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % (LLCS * CORES);
        def->cpu_llc[cpu] = def->cpu_core[cpu] / CORES;
    }
    def->llc_ps = 14000;
    def->hitm_same_llc_ps = 24000;
    def->clean_same_llc_ps = 18000;
    def->hitm_same_node_ps = def->clean_same_node_ps = 99000;
    def->dram_local_ps = 112000;
    def->fair_class = SS_FAIR_FULL;
    def->workload = SS_WORKLOAD_CHACHA20;
    def->llc_kib = 32 * MIB;
    def->seed_low = 1;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    return def;
}

static struct ss_world *run(struct ss_world_def *def, u64 until)
{
    struct ss_world *w = build_unwatched(def);
    step_to(w, until);
    return w;
}

/* Cycles in the second half of 40 ms, when caches are filled. */
static u64 cycles(struct ss_world_def *def)
{
    struct ss_world *w = run(def, 20 * MS);
    const u64 before = w->clock->score;
    step_to(w, 40 * MS);
    const u64 done = w->clock->score - before;
    free(w);
    free(def);
    return done;
}

static void one_cache_is_worth_between_one_and_a_half_and_two_and_a_fifth(void **state)
{
    (void)state;
    const u64 apart = cycles(machine(ACROSS, 31700)), together = cycles(machine(TOGETHER, 31700));
    print_message("cycles: %lu apart, %lu together\n", (unsigned long)apart,
                  (unsigned long)together);
    assert_in_range(together * 100 / apart, 150, 220);
}

static void nobody_sleeps_while_it_waits_for_the_others(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(ACROSS, 31700);
    struct ss_world *w = run(def, 20 * MS);
    for (u32 i = 0; i < THREADS; i++) {
        assert_int_equal(w->task[def->cpus + i].wakeups, 0);
        assert_true(w->task[def->cpus + i].on_cpu);
    }
    assert_true(w->clock->score > 1000);
    free(w);
    free(def);
}

static void more_than_the_cache_holds_is_fetched_again_and_again(void **state)
{
    (void)state;
    const u64 fits = cycles(machine(TOGETHER, 30 * MIB));
    const u64 twice = cycles(machine(TOGETHER, 64 * MIB));
    const u64 much = cycles(machine(TOGETHER, 256 * MIB));
    assert_true(twice < fits * 9 / 10);
    assert_true(much < twice);
    /* On caches of their own each finds room. */
    const u64 apart = cycles(machine(ACROSS, 64 * MIB));
    assert_true(apart > cycles(machine(ACROSS, 1024 * MIB)));
    assert_in_range(apart * 100 / cycles(machine(ACROSS, 16 * MIB)), 97, 103);
}

static void a_cache_never_holds_more_than_it_has_room_for(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(TOGETHER, 100 * MIB);
    struct ss_world *w = build_unwatched(def);
    u64 most = 0;
    for (u64 now = MS / 4; now <= 20 * MS; now += MS / 4) {
        step_to(w, now);
        for (u32 llc = 0; llc < LLCS; llc++) {
            u64 sum = 0;
            for (u32 i = 0; i < w->footprints->count; i++)
                sum += w->footprints->resident[llc * w->footprints->count + i];
            assert_true(sum <= (u64)def->llc_kib << 10);
            assert_int_equal(w->footprints->filled[llc], sum);
            most = ss_max_u64(most, sum);
        }
    }
    assert_true(most > (u64)30 << 20);
    free(w);
    free(def);
}

static void a_cold_cache_is_slower_than_one_that_has_been_filled(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(TOGETHER, 31700);
    struct ss_world *w = run(def, MS);
    const u64 first = w->clock->score;
    step_to(w, 20 * MS);
    const u64 later = w->clock->score;
    step_to(w, 21 * MS);
    assert_true(first * 5 < (w->clock->score - later) * 4);
    free(w);
    free(def);
}

static void a_node_that_gives_less_than_wanted_slows_who_misses(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(TOGETHER, 256 * MIB);
    const u64 unlimited = cycles(machine(TOGETHER, 256 * MIB));
    def->node_read_mb_s = 178000;
    const u64 wide = cycles(def);
    def = machine(TOGETHER, 256 * MIB);
    def->node_read_mb_s = 2000;
    const u64 narrow = cycles(def);
    assert_in_range(wide * 100 / unlimited, 95, 100);
    assert_true(narrow < wide / 2);
}

/* A node that gives little, and threads that are long in the middle of one piece of work. */
static struct ss_world_def *starved_machine(void)
{
    struct ss_world_def *def = machine(TOGETHER, 256 * MIB);
    def->workload_parameter[PARTITION] = 20 * MS;
    def->workload_parameter[POINTS] = 1;
    def->node_read_mb_s = 2000;
    return def;
}

/* The first task has not ended its work by then: it is slowed in the middle of it. */
static void who_takes_from_one_node_goes_at_one_speed_however_late_it_came(void **state)
{
    (void)state;
    struct ss_world_def *def = starved_machine();
    struct ss_world *w = run(def, MS / 2);
    u32 slowest = UINT32_MAX, fastest = 0;
    for (u32 i = 0; i < THREADS; i++) {
        const struct ss_cpu *cpu = ss_cpu(w, (u32)w->task[def->cpus + i].cpu);
        assert_int_equal(cpu->wait, SS_WAIT_USER);
        slowest = ss_min_u32(slowest, cpu->user_speed);
        fastest = ss_max_u32(fastest, cpu->user_speed);
    }
    print_message("speeds: %u to %u\n", slowest, fastest);
    assert_true(fastest * 100ull <= slowest * 105ull);
    free(w);
    free(def);
}

/* Half of the threads end their work and wait for the others, which are in the middle of theirs. */
static void who_stays_on_a_node_goes_faster_when_others_leave(void **state)
{
    (void)state;
    struct ss_world_def *def = starved_machine();
    struct ss_world *w = run(def, MS / 2);
    const struct ss_cpu *stays = ss_cpu(w, (u32)w->task[def->cpus].cpu);
    const u32 beside_all = stays->user_speed;
    for (u32 i = THREADS / 2; i < THREADS; i++)
        ss_user_cut_short(w, ss_cpu(w, (u32)w->task[def->cpus + i].cpu), (i32)(def->cpus + i));
    step_to(w, MS / 2); /* they have ended, and not begun to wait */
    print_message("speeds: %u beside all, %u beside half\n", beside_all, stays->user_speed);
    assert_true(stays->user_speed > beside_all * 3 / 2);
    step_to(w, MS / 2 + 1000);
    print_message("while they wait: %u\n", stays->user_speed);
    assert_int_equal(stays->wait, SS_WAIT_USER);
    assert_in_range(stays->user_speed * 100ull / beside_all, 180, 250);
    free(w);
    free(def);
}

static void a_busy_sibling_and_a_footprint_both_count(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(TOGETHER, 31700);
    def->workload_parameter[ALL] = 2 * CORES;
    const u64 shared = cycles(def);
    def = machine(TOGETHER, 31700);
    assert_true(shared < cycles(def) * 3 / 4);
}

static void impossible_parameters_are_refused_with_the_field(void **state)
{
    (void)state;
    static const struct {
        u32 index, value;
        const char *field;
    } bad[] = {{ALL, 0, "workload.threads"},       {PARTITION, 0, "workload.partition"},
               {POINTS, 17, "workload.points"},    {MEMORY, 7, "workload.memory"},
               {OUTPUTS, 101, "workload.outputs"}, {ACCESSES, 1001, "workload.accesses"},
               {PLACES, 2, "workload.places"},     {BACKGROUND, 513, "workload.background"}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(bad); i++)
        assert_parameter_refused(machine(TOGETHER, 31700), bad[i].index, bad[i].value,
                                 bad[i].field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cache_is_worth_between_one_and_a_half_and_two_and_a_fifth),
        cmocka_unit_test(nobody_sleeps_while_it_waits_for_the_others),
        cmocka_unit_test(more_than_the_cache_holds_is_fetched_again_and_again),
        cmocka_unit_test(a_cache_never_holds_more_than_it_has_room_for),
        cmocka_unit_test(a_cold_cache_is_slower_than_one_that_has_been_filled),
        cmocka_unit_test(a_node_that_gives_less_than_wanted_slows_who_misses),
        cmocka_unit_test(who_takes_from_one_node_goes_at_one_speed_however_late_it_came),
        cmocka_unit_test(who_stays_on_a_node_goes_faster_when_others_leave),
        cmocka_unit_test(a_busy_sibling_and_a_footprint_both_count),
        cmocka_unit_test(impossible_parameters_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
