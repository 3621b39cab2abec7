/* The race explorer: counted orders against a plain enumeration, witnesses against their outcomes,
 * and its steps against the accesses of the kernel paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "probe/mini_world.h"
#include "race/explore.h"
#include "race/race.h"
#include "sched/root_domain.h"
#include "sched/rt/cpupri.h"
#include "sched/run_queue.h"

#define ARENA_BYTES (96u << 20)

static void *arena_of(struct ss_arena *arena)
{
    void *memory = aligned_alloc(64, ARENA_BYTES);
    ss_arena_init(arena, memory, ARENA_BYTES);
    return memory;
}

/* ---- races ----------------------------------------------------------------------------------- */

/* A CPU moves from one level to another, in the kernel's order or in a given one of "SIDC". */
static void append_move(struct ss_race *race, u32 thread, const char *order, u32 cpu, u32 to,
                        u32 from)
{
    for (; *order; order++) {
        u32 operation = *order == 'S'   ? SS_RACE_SET_BIT
                        : *order == 'I' ? SS_RACE_INCREMENT
                        : *order == 'D' ? SS_RACE_DECREMENT
                                        : SS_RACE_CLEAR_BIT;
        bool joins = *order == 'S' || *order == 'I';
        assert_true(ss_race_append(race, thread, operation, joins ? to : from, cpu));
    }
}

/* CPU 0 moves `from` -> `to` while a task of level 3 searches; CPU 1 rests at a level if >= 0. */
static struct ss_race move_and_search(const char *order, u32 from, u32 to, i32 resident)
{
    struct ss_race race = {.threads = 2};
    ss_race_add_cpu(&race, 0);
    ss_race_add_level(&race, from);
    ss_race_add_level(&race, to);
    if (resident >= 0) {
        ss_race_add_cpu(&race, 1);
        ss_race_add_level(&race, (u32)resident);
    }
    ss_race_name(&race);
    ss_race_file(&race, 0, from);
    if (resident >= 0)
        ss_race_file(&race, 1, (u32)resident);
    append_move(&race, 0, order, 0, to, from);
    assert_true(ss_race_append(&race, 1, SS_RACE_FIND, 3, 0));
    return race;
}

/* ---- enumeration ----------------------------------------------------------------------------- */

struct counted {
    u64 orders, missed;
    u64 found_at[SS_RACE_TOP_LEVEL];
};

/* Every order, one by one; a silent step is no choice. */
static void enumerate(const struct ss_race *race, struct ss_race_state state, struct counted *c)
{
    for (u32 i = 0; i < race->threads; i++)
        while (ss_race_silent(race, &state, i))
            ss_race_do(race, &state, i);
    bool finished = true;
    for (u32 i = 0; i < race->threads; i++) {
        if (ss_race_finished(race, &state, i))
            continue;
        struct ss_race_state next = state;
        finished = false;
        ss_race_do(race, &next, i);
        enumerate(race, next, c);
    }
    if (!finished)
        return;
    c->orders++;
    if (state.thread[1].found)
        c->found_at[state.thread[1].found - 1]++;
    else
        c->missed++;
}

static void orders_are_counted_as_a_plain_enumeration_counts_them(void **state)
{
    (void)state;
    static const char *const orders[] = {"SIDC", "ISDC", "SICD", "DCSI", "SDIC"};
    struct ss_arena arena;
    void *memory = arena_of(&arena);
    for (u32 i = 0; i < SS_ARRAY_LENGTH(orders); i++) {
        struct ss_race race = move_and_search(orders[i], 0, 2, (i32)i - 1);
        struct ss_race_exploration e;
        struct counted expected = {0};
        arena.used = 0;
        assert_true(ss_race_explore(&race, &e, &arena));
        enumerate(&race, race.start, &expected);
        u64 missed = 0, found_at[SS_RACE_TOP_LEVEL] = {0};
        for (u32 o = 0; o < e.outcomes; o++) {
            const struct ss_race_thread *result = &e.outcome[o].result[1];
            *(result->found ? &found_at[result->found - 1] : &missed) += e.outcome[o].orders;
        }
        assert_int_equal(e.orders, expected.orders);
        assert_int_equal(missed, expected.missed);
        assert_memory_equal(found_at, expected.found_at, sizeof(found_at));
    }
    free(memory);
}

static void a_witness_leads_to_its_outcome(void **state)
{
    (void)state;
    struct ss_arena arena;
    void *memory = arena_of(&arena);
    u8 order[SS_RACE_PROGRESS];
    for (i32 resident = -1; resident <= 2; resident++) {
        struct ss_race race = move_and_search("DCSI", 0, 2, resident);
        struct ss_race_exploration e;
        arena.used = 0;
        assert_true(ss_race_explore(&race, &e, &arena));
        assert_true(e.outcomes > 1);
        for (u32 o = 0; o < e.outcomes; o++) {
            struct ss_race_state at = race.start;
            u32 length = ss_race_witness(&race, &e, o, order);
            for (u32 i = 0; i < length; i++) {
                while (ss_race_silent(&race, &at, 1))
                    ss_race_do(&race, &at, 1);
                ss_race_do(&race, &at, order[i]);
            }
            while (ss_race_silent(&race, &at, 1))
                ss_race_do(&race, &at, 1);
            assert_true(ss_race_finished(&race, &at, 0) && ss_race_finished(&race, &at, 1));
            assert_int_equal(at.thread[1].found, e.outcome[o].result[1].found);
            assert_int_equal(at.thread[1].mask, e.outcome[o].result[1].mask);
        }
    }
    free(memory);
}

static void a_raise_is_missed_unless_adding_comes_before_removing(void **state)
{
    (void)state;
    static const char letters[] = "SIDC";
    struct ss_arena arena;
    void *memory = arena_of(&arena);
    for (u32 code = 0; code < 256; code++) {
        char order[5] = {0};
        u32 at[4] = {9, 9, 9, 9};
        for (u32 i = 0; i < 4; i++) {
            order[i] = letters[code >> 2 * i & 3];
            at[code >> 2 * i & 3] = i;
        }
        if (at[0] + at[1] + at[2] + at[3] != 6)
            continue; /* not each letter once */
        struct ss_race race = move_and_search(order, 0, 2, -1);
        struct ss_race_exploration e;
        arena.used = 0;
        assert_true(ss_race_explore(&race, &e, &arena));
        bool missed = false;
        for (u32 o = 0; o < e.outcomes; o++)
            missed |= !e.outcome[o].result[1].found;
        u32 last_add = ss_max_u32(at[0], at[1]), first_remove = ss_min_u32(at[2], at[3]);
        assert_int_equal(missed, last_add > first_remove);
    }
    free(memory);
}

static void what_exceeds_a_limit_is_refused(void **state)
{
    (void)state;
    struct ss_race race = {.threads = 1};
    for (u32 cpu = 0; cpu < SS_RACE_CPUS; cpu++)
        assert_true(ss_race_add_cpu(&race, cpu * 3));
    assert_true(ss_race_add_cpu(&race, 3));
    assert_false(ss_race_add_cpu(&race, 1));
    assert_false(ss_race_add_cpu(&race, SS_RACE_WORDS * 64));
    for (u32 level = 0; level < SS_RACE_LEVELS; level++)
        assert_true(ss_race_add_level(&race, 99 - level));
    assert_false(ss_race_add_level(&race, 0));
    ss_race_name(&race);
    assert_false(ss_race_append(&race, 0, SS_RACE_INCREMENT, 0, 0));
    assert_false(ss_race_append(&race, 0, SS_RACE_OPERATIONS, 0, 0));
    assert_false(ss_race_append(&race, 0, SS_RACE_OVERLOAD_INCREMENT, SS_RACE_NODES, 0));
    for (u32 i = 0; i < SS_RACE_STEPS; i++)
        assert_true(ss_race_append(&race, 0, SS_RACE_FIND, 100, 0));
    assert_false(ss_race_append(&race, 0, SS_RACE_FIND, 1, 0));
    struct ss_race_exploration e;
    struct ss_arena arena;
    void *memory = arena_of(&arena);
    assert_false(ss_race_explore(&race, &e, &arena)); /* too long */
    free(memory);
}

/* ---- the kernel paths ------------------------------------------------------------------------ */

#define MOST_STEPS 4096

/* Accesses of a kernel path to counts and masks, as {operation or kind, level, CPU or word}. */
struct trace {
    struct ss_world *w;
    u32 count;
    u32 entry[MOST_STEPS][3];
};

static void add(struct trace *t, u32 what, u32 level, u32 index)
{
    assert_true(t->count < MOST_STEPS);
    u32 *entry = t->entry[t->count++];
    entry[0] = what;
    entry[1] = level;
    entry[2] = index;
}

enum { READ_COUNT = 100, READ_WORD };

static void note(void *context, const struct ss_touch_note *touch)
{
    struct trace *t = context;
    const struct ss_world *w = t->w;
    if (touch->operation == SS_OPERATION_BARRIER)
        return;
    for (u32 level = 0; level < SS_CPUPRI_LEVELS; level++) {
        if (ss_count_word(w, level) == touch->address)
            add(t,
                touch->operation == SS_OPERATION_INCREMENT   ? SS_RACE_INCREMENT
                : touch->operation == SS_OPERATION_DECREMENT ? SS_RACE_DECREMENT
                                                             : READ_COUNT,
                level, 0);
        u32 first = ss_mask_word(w, level, 0, 0);
        if (touch->address < first || touch->address >= first + w->sched->words * 8)
            continue;
        if (touch->operation == SS_OPERATION_SET_BIT)
            add(t, SS_RACE_SET_BIT, level, touch->detail);
        else if (touch->operation == SS_OPERATION_CLEAR_BIT)
            add(t, SS_RACE_CLEAR_BIT, level, touch->detail);
        else
            add(t, READ_WORD, level, (touch->address - first) / 8);
    }
}

/* 130 CPUs, so that bitmaps have three words; CPUs are filed by the kernel path itself. */
static struct ss_world *kernel_world(struct ss_arena *arena)
{
    static struct ss_probe probe;
    static struct ss_world_def def;
    ss_world_def_default(&def);
    def.cpus = 130;
    for (u16 cpu = 0; cpu < 130; cpu++)
        def.cpu_core[cpu] = def.cpu_l2[cpu] = cpu;
    probe = (struct ss_probe){.arena = arena};
    struct ss_world *w = ss_mini_world(&probe, &def, 0);
    assert_non_null(w);
    ss_bitset_fill(w->affinity + w->sched->words, 130);
    return w;
}

static void file(struct ss_world *w, u32 cpu, i32 level)
{
    struct cpupri_set_frame frame = {.cpu = cpu, .prio = level ? 99 - level : SS_PRIO_NORMAL};
    ss_mini_run(w, cpu, cpupri_set, &frame.path, sizeof(frame));
}

static void an_update_makes_the_four_steps_of_cpupri_set_in_its_order(void **state)
{
    (void)state;
    struct ss_arena arena;
    void *memory = arena_of(&arena);
    struct ss_world *w = kernel_world(&arena);
    struct trace *t = calloc(1, sizeof(*t));
    struct ss_race race = {.threads = 1};
    ss_race_add_cpu(&race, 70);
    ss_race_add_level(&race, 2);
    ss_race_add_level(&race, 0);
    ss_race_name(&race);
    append_move(&race, 0, "SIDC", 70, 2, 0);
    file(w, 70, 0);
    t->w = w;
    w->observer = (struct ss_observer){note, t};
    file(w, 70, 2);
    assert_int_equal(t->count, race.steps[0]);
    for (u32 i = 0; i < t->count; i++) {
        const struct ss_race_step *step = &race.step[0][i];
        assert_int_equal(t->entry[i][0], step->operation);
        assert_int_equal(t->entry[i][1], race.level_number[step->where]);
        if (step->operation == SS_RACE_SET_BIT || step->operation == SS_RACE_CLEAR_BIT)
            assert_int_equal(t->entry[i][2], race.cpu_number[step->cpu]);
    }
    free(t);
    free(memory);
}

/* A search while no other CPU is at work, in a random state of few CPUs and levels. */
static void compare_search(struct ss_world *w, struct trace *t, struct ss_prng *random)
{
    struct ss_race race = {.threads = 1};
    u32 cpus[6], levels[6], count = ss_prng_below(random, 7), limit = ss_prng_below(random, 7);
    for (u32 i = 0; i < count; i++) {
        cpus[i] = i * 25 + ss_prng_below(random, 5);
        levels[i] = ss_prng_below(random, 6);
        ss_race_add_cpu(&race, cpus[i]);
        ss_race_add_level(&race, levels[i]);
    }
    ss_race_add_cpu(&race, 129); /* the bitmap is as long as the machine's */
    ss_race_name(&race);
    for (u32 i = 0; i < count; i++) {
        ss_race_file(&race, cpus[i], levels[i]);
        file(w, cpus[i], (i32)levels[i]);
    }
    assert_true(ss_race_append(&race, 0, SS_RACE_FIND, limit, 0));
    t->count = 0;
    w->observer = (struct ss_observer){note, t};
    struct cpupri_find_fitness_frame frame = {.prio = limit ? 99 - (i32)limit : SS_PRIO_NORMAL,
                                              .affinity = 1,
                                              .want_mask = true,
                                              .fit = -1};
    i32 found = ss_mini_run(w, 0, cpupri_find_fitness, &frame.path, sizeof(frame));
    w->observer.note = NULL;
    struct ss_race_state at = race.start;
    for (u32 i = 0; !ss_race_finished(&race, &at, 0); i++) {
        struct ss_race_access access = ss_race_do(&race, &at, 0);
        if (access.kind == SS_RACE_GAVE_UP) {
            assert_int_equal(i, t->count);
            continue;
        }
        bool of_count = access.kind == SS_RACE_READ_COUNT;
        assert_int_equal(t->entry[i][0], of_count ? READ_COUNT : READ_WORD);
        assert_int_equal(t->entry[i][1], access.level);
        assert_int_equal(t->entry[i][2], access.word);
    }
    assert_int_equal(at.thread[0].found, found);
    for (u32 cpu = 0; cpu < 130 && found; cpu++) {
        u32 index = ss_race_cpu_index(&race, cpu);
        bool in = race.cpu_number[index] == cpu && at.thread[0].mask >> index & 1;
        assert_int_equal(in, ss_bitset_has(w->sched->scratch, cpu));
    }
    for (u32 i = 0; i < count; i++) { /* as good as new */
        struct cpupri_set_frame leave = {.cpu = cpus[i], .prio = SS_PRIO_INVALID};
        ss_mini_run(w, cpus[i], cpupri_set, &leave.path, sizeof(leave));
    }
}

static void a_search_reads_what_cpupri_find_reads_and_finds_what_it_finds(void **state)
{
    (void)state;
    struct ss_arena arena;
    void *memory = arena_of(&arena);
    struct ss_world *w = kernel_world(&arena);
    struct trace *t = calloc(1, sizeof(*t));
    struct ss_prng random;
    ss_prng_seed(&random, 5, 0, 0);
    t->w = w;
    for (u32 i = 0; i < 300; i++)
        compare_search(w, t, &random);
    free(t);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_counted_as_a_plain_enumeration_counts_them),
        cmocka_unit_test(a_witness_leads_to_its_outcome),
        cmocka_unit_test(a_raise_is_missed_unless_adding_comes_before_removing),
        cmocka_unit_test(what_exceeds_a_limit_is_refused),
        cmocka_unit_test(an_update_makes_the_four_steps_of_cpupri_set_in_its_order),
        cmocka_unit_test(a_search_reads_what_cpupri_find_reads_and_finds_what_it_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
