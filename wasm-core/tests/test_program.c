/* Workloads of one's own: what their steps do, and which words are refused. */
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
#include "workload/program.h"

#define MS 1000000ull
#define US 1000u
#define OTHER 120
#define STEP(name, what) (SS_PROGRAM_STEP_##name | (u32)(what) << 12)

/* A program of one phase a kind, put together part by part. */
struct draft {
    struct ss_program_kind kind[8];
    struct ss_program_phase phase[8];
    struct ss_program_step step[64];
    struct ss_program_resource resource[8];
    u32 kinds, steps, resources;
};

static u32 resource(struct draft *draft, u32 kind, u32 value)
{
    draft->resource[draft->resources] = (struct ss_program_resource){kind, value};
    return draft->resources++;
}

static void step(struct draft *draft, u32 code, u32 first)
{
    draft->step[draft->steps++] = (struct ss_program_step){code, first, 0};
    draft->phase[draft->kinds - 1].steps++;
}

static struct ss_program_kind *kind(struct draft *draft, u32 count, u32 loops)
{
    const u32 k = draft->kinds++;
    draft->kind[k] = (struct ss_program_kind){
        .count = count, .prio = OTHER, .loops = 1, .first_phase = k, .phases = 1};
    draft->phase[k] = (struct ss_program_phase){.loops = loops, .first_step = draft->steps};
    return &draft->kind[k];
}

static void append(struct ss_world_def *def, const void *part, size_t bytes)
{
    memcpy(def->program + def->program_words, part, bytes);
    def->program_words += (u32)(bytes / sizeof(u32));
}

static struct ss_world_def *definition(const struct draft *draft)
{
    struct ss_world_def *def = zen3(SS_WORKLOAD_PROGRAM, &(uint32_t){0}, 1);
    const struct ss_program_head head = {.version = SS_PROGRAM_VERSION,
                                         .kinds = draft->kinds,
                                         .phases = draft->kinds,
                                         .steps = draft->steps,
                                         .resources = draft->resources,
                                         .turn_ns = 100};
    append(def, &head, sizeof(head));
    append(def, draft->kind, draft->kinds * sizeof(*draft->kind));
    append(def, draft->phase, draft->kinds * sizeof(*draft->phase));
    append(def, draft->step, draft->steps * sizeof(*draft->step));
    append(def, draft->resource, draft->resources * sizeof(*draft->resource));
    return def;
}

/* Also of a program that comes to its end. */
static void run_to(struct ss_world *w, u64 until)
{
    const int32_t told = ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 0);
    if (told != SS_STEP_REACHED && told != SS_STEP_FINISHED)
        fail_msg("%llu ns: %s", (unsigned long long)w->clock->now, (const char *)w->map->message);
}

static u64 score_after(const struct draft *draft, u64 ns)
{
    struct ss_world_def *def = definition(draft);
    struct ss_world *w = build(def);
    run_to(w, ns);
    const u64 score = w->clock->score;
    free(w);
    free(def);
    return score;
}

static void tasks_end_after_their_loops(void **state)
{
    (void)state;
    struct draft draft = {0};
    kind(&draft, 3, 5);
    step(&draft, STEP(RUN, 0), 100 * US);
    step(&draft, STEP(SLEEP, 0), 50 * US);
    assert_int_equal(score_after(&draft, 20 * MS), 15);
}

static void signals_and_broadcasts_wake_whom_they_should(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 m = resource(&draft, SS_PROGRAM_MUTEX, 0);
    const u32 c = resource(&draft, SS_PROGRAM_CONDVAR, 0);
    kind(&draft, 4, 1);
    step(&draft, STEP(LOCK, m), 0);
    step(&draft, STEP(WAIT, c), m);
    step(&draft, STEP(UNLOCK, m), 0);
    kind(&draft, 1, 3);
    step(&draft, STEP(SLEEP, 0), MS);
    step(&draft, STEP(LOCK, m), 0);
    step(&draft, STEP(SIGNAL, c), 0);
    step(&draft, STEP(UNLOCK, m), 0);
    /* three waiters of four, and the signaller's own three loops */
    assert_int_equal(score_after(&draft, 10 * MS), 3 + 3);
    draft.step[5].code = STEP(BROADCAST, c);
    draft.phase[1].loops = 1;
    assert_int_equal(score_after(&draft, 10 * MS), 4 + 1);
}

static void a_signal_that_nobody_waits_for_enters_no_kernel(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 c = resource(&draft, SS_PROGRAM_CONDVAR, 0);
    kind(&draft, 1, 100);
    step(&draft, STEP(SIGNAL, c), 0);
    struct ss_world_def *def = definition(&draft);
    struct ss_world *w = build(def);
    run_to(w, MS);
    assert_int_equal(w->clock->score, 100);
    assert_int_equal(w->ipc->futex[ss_program_futex(c)].word, 0);
    free(w);
    free(def);
}

static void a_semaphore_remembers_its_posts(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 s = resource(&draft, SS_PROGRAM_SEMAPHORE, 0);
    kind(&draft, 1, 1);
    step(&draft, STEP(POST, s), 6);
    kind(&draft, 2, 0)->start = 2 * MS;
    step(&draft, STEP(AWAIT, s), 0);
    assert_int_equal(score_after(&draft, 10 * MS), 1 + 6);
}

static void a_mutex_of_one_s_own_may_inherit_priorities(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 m = resource(&draft, SS_PROGRAM_PI_MUTEX, 0);
    const u32 c = resource(&draft, SS_PROGRAM_CONDVAR, 0);
    for (u32 k = 0; k < 3; k++) {
        struct ss_program_kind *each = kind(&draft, 40, 4);
        each->policy = k == 0 ? SS_PROGRAM_POLICY_OTHER : SS_PROGRAM_POLICY_FIFO;
        each->prio = k == 0 ? OTHER : 50 + k;
        step(&draft, STEP(LOCK, m), 0);
        step(&draft, STEP(LOCK, m), 0); /* which it holds: does nothing */
        step(&draft, STEP(RUN, 0), 20 * US);
        step(&draft, STEP(BROADCAST, c), 0);
        step(&draft, STEP(UNLOCK, m), 0);
        step(&draft, STEP(UNLOCK, m), 0); /* which it does not hold */
        step(&draft, STEP(WAIT, c), m);   /* the same */
    }
    assert_int_equal(score_after(&draft, 40 * MS), 3 * 40 * 4);
}

static void two_that_lock_crosswise_sleep_for_good(void **state)
{
    (void)state;
    for (u32 pi = 0; pi < 2; pi++) {
        struct draft draft = {0};
        const u32 m = resource(&draft, pi ? SS_PROGRAM_PI_MUTEX : SS_PROGRAM_MUTEX, 0);
        const u32 n = resource(&draft, pi ? SS_PROGRAM_PI_MUTEX : SS_PROGRAM_MUTEX, 0);
        for (u32 k = 0; k < 2; k++) {
            kind(&draft, 1, 1);
            step(&draft, STEP(LOCK, k ? m : n), 0);
            step(&draft, STEP(SLEEP, 0), MS);
            step(&draft, STEP(LOCK, k ? n : m), 0);
        }
        assert_int_equal(score_after(&draft, 10 * MS), 0);
    }
}

static void a_loop_without_time_does_not_stop_the_world(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 c = resource(&draft, SS_PROGRAM_CONDVAR, 0);
    kind(&draft, 40, 0);
    step(&draft, STEP(SIGNAL, c), 0);
    assert_in_range(score_after(&draft, 6 * MS), 1000, 100000000);
}

static void counted_barriers_and_clocks_of_threads(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 b = resource(&draft, SS_PROGRAM_COUNTED_BARRIER, 6);
    const u32 t = resource(&draft, SS_PROGRAM_CLOCK, SS_PROGRAM_OF_THREADS);
    kind(&draft, 6, 10);
    step(&draft, STEP(RUN, 0), 50 * US);
    step(&draft, STEP(BARRIER, b), 0);
    step(&draft, STEP(EVERY, t), 300 * US);
    assert_int_equal(score_after(&draft, 20 * MS), 60);
}

static void forked_tasks_begin_when_they_are_forked(void **state)
{
    (void)state;
    struct draft draft = {0};
    kind(&draft, 2, 3);
    step(&draft, STEP(RUN, 0), 100 * US);
    step(&draft, STEP(FORK, 1), 0);
    kind(&draft, 0, 2)->forkable = 4; /* of the six that are asked for */
    step(&draft, STEP(RUN, 0), 100 * US);
    assert_int_equal(score_after(&draft, 20 * MS), 6 + 4 * 2);
}

/* How often four readers of a field come by while one task writes the field beside it. */
static u64 loops_beside_a_writer(bool moved)
{
    struct draft draft = {0};
    const u32 hits = resource(&draft, SS_PROGRAM_FIELD, 0);
    const u32 limit = resource(&draft, SS_PROGRAM_FIELD, 8 | 64 << 16);
    kind(&draft, 1, 0);
    step(&draft, STEP(STORE, hits), 0);
    step(&draft, STEP(ADD, hits), 0);
    step(&draft, STEP(RUN, 0), 100);
    kind(&draft, 4, 0);
    step(&draft, STEP(LOAD, limit), 0);
    step(&draft, STEP(RUN, 0), 100);
    struct ss_world_def *def = definition(&draft);
    def->workload_parameter[1] = moved;
    struct ss_world *w = build(def);
    const u32 first = w->layouts.place[SS_STRUCTURE_PROGRAM].first;
    assert_int_equal(first % SS_LINE_BYTES, 0);
    assert_int_equal(w->shared.place[first / SS_LINE_BYTES + 1].structure, SS_STRUCTURE_PROGRAM);
    run_to(w, 2 * MS);
    const u64 score = w->clock->score;
    free(w);
    free(def);
    return score;
}

static void a_field_costs_by_what_lies_on_its_line(void **state)
{
    (void)state;
    const u64 declared = loops_beside_a_writer(false);
    assert_in_range(declared, 1000, 100000);
    assert_in_range(loops_beside_a_writer(true), declared * 5 / 4, 100 * declared);
}

/* How far ahead of the end of a run the queues of two lines reach, ns, while two tasks store to
 * both in turn and four read one: 64 bytes apart, or one field that lies on both. */
static u64 queued_by_stores(u32 bytes)
{
    struct draft draft = {0};
    const u32 first = resource(&draft, SS_PROGRAM_FIELD, 32 | 32 << 16);
    const u32 second = resource(&draft, SS_PROGRAM_FIELD, 72 | 72 << 16);
    for (u32 writer = 0; writer < 2; writer++) {
        kind(&draft, 1, 0);
        step(&draft, STEP(STORE, first), bytes);
        step(&draft, STEP(STORE, second), 0);
        step(&draft, STEP(RUN, 0), 10);
    }
    kind(&draft, 4, 0);
    step(&draft, STEP(LOAD, first), 0);
    step(&draft, STEP(RUN, 0), 100);
    struct ss_world_def *def = definition(&draft);
    struct ss_world *w = build(def);
    const u32 line = w->layouts.place[SS_STRUCTURE_PROGRAM].first / SS_LINE_BYTES;
    run_to(w, 2 * MS);
    const u64 end = ss_max_u64(ss_coherence_line(&w->coherence, line)->busy,
                               ss_coherence_line(&w->coherence, line + 1)->busy);
    free(w);
    free(def);
    return end - ss_min_u64(end, 2 * MS);
}

/* Each task asks for a line once, however often it stores meanwhile: none waits for long. */
static void stores_in_a_loop_wait_together_for_their_lines(void **state)
{
    (void)state;
    assert_in_range(queued_by_stores(4), 0, 2 * US);
    assert_in_range(queued_by_stores(SS_LINE_BYTES), 0, 2 * US);
}

/* Accesses of a run in which a task adds a hundred times to so many bytes of a field. */
static u64 accesses_of_a_field(u32 offset, u32 bytes)
{
    struct draft draft = {0};
    const u32 field = resource(&draft, SS_PROGRAM_FIELD, offset | offset << 16);
    kind(&draft, 1, 100);
    step(&draft, STEP(ADD, field), bytes);
    step(&draft, STEP(RUN, 0), 100);
    struct ss_world_def *def = definition(&draft);
    struct ss_world *w = build(def);
    run_to(w, 200 * US);
    assert_int_equal(w->clock->score, 100);
    const u64 accesses = w->clock->accesses;
    free(w);
    free(def);
    return accesses;
}

static void a_field_over_two_lines_touches_both(void **state)
{
    (void)state;
    const u64 once = accesses_of_a_field(60, 4);
    assert_int_equal(accesses_of_a_field(60, 0), once);
    assert_int_equal(accesses_of_a_field(64, SS_LINE_BYTES), once);
    assert_int_equal(accesses_of_a_field(60, 5), once + 100);
    assert_int_equal(accesses_of_a_field(63, SS_LINE_BYTES), once + 100);
}

static void refused(struct draft *draft, const char *said)
{
    assert_world_refused(definition(draft), said);
}

static void words_that_name_nothing_are_refused(void **state)
{
    (void)state;
    struct draft draft = {0};
    const u32 m = resource(&draft, SS_PROGRAM_MUTEX, 0);
    kind(&draft, 1, 1);
    step(&draft, STEP(LOCK, m), 0);
    draft.step[0].code = STEP(LOCK, 7);
    refused(&draft, "program[24]: names something that does not exist");
    draft.step[0].code = STEP(AWAIT, m);
    refused(&draft, "of another kind");
    draft.step[0].code = STEP(STORE, m);
    refused(&draft, "of another kind");
    draft.step[0].code = SS_PROGRAM_STEPS_COUNT;
    refused(&draft, "no such step");
    draft.step[0].code = STEP(RUN, 0) | SS_PROGRAM_AMOUNT_TABLE << 8;
    refused(&draft, "has no valid amount");
    draft.step[0].code = STEP(LOAD, resource(&draft, SS_PROGRAM_FIELD, 0));
    draft.step[0].first = SS_LINE_BYTES + 1;
    refused(&draft, "has no valid amount");
    draft.step[0].code = STEP(LOCK, m);
    draft.phase[0].steps = 2;
    refused(&draft, "must have steps that exist");
    draft.phase[0].steps = 1;
    draft.kind[0].prio = 99;
    refused(&draft, "the policy and the priority must fit each other");
    draft.kind[0].prio = OTHER;
    draft.kind[0].count = SS_LIMIT_TASKS;
    refused(&draft, "at most 16384");
    draft.kind[0].count = 0;
    refused(&draft, "at least one task must begin by itself");
    draft.kind[0].count = 1;
    draft.kind[0].set = 1;
    refused(&draft, "a set of CPUs that does not exist");
    struct ss_world_def *def = zen3(SS_WORKLOAD_PROGRAM, &(uint32_t){0}, 1);
    assert_world_refused(def, "program_words: a program has 8 to 65536 words");
    draft.kind[0].set = 0;
    def = definition(&draft);
    def->program_words--;
    assert_world_refused(def, "exactly program_words");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_end_after_their_loops),
        cmocka_unit_test(signals_and_broadcasts_wake_whom_they_should),
        cmocka_unit_test(a_signal_that_nobody_waits_for_enters_no_kernel),
        cmocka_unit_test(a_semaphore_remembers_its_posts),
        cmocka_unit_test(a_mutex_of_one_s_own_may_inherit_priorities),
        cmocka_unit_test(two_that_lock_crosswise_sleep_for_good),
        cmocka_unit_test(a_loop_without_time_does_not_stop_the_world),
        cmocka_unit_test(counted_barriers_and_clocks_of_threads),
        cmocka_unit_test(forked_tasks_begin_when_they_are_forked),
        cmocka_unit_test(a_field_costs_by_what_lies_on_its_line),
        cmocka_unit_test(stores_in_a_loop_wait_together_for_their_lines),
        cmocka_unit_test(a_field_over_two_lines_touches_both),
        cmocka_unit_test(words_that_name_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
