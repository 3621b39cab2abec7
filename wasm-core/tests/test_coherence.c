/*
 * What must hold for any stream of accesses to the line model, and the laws that follow from its
 * rules. Single steps are the business of the vectors, which run through the core by `check`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "support_lines.h"

#define LINES 12
#define STEPS 40000

/* A stream of calls in time order: bursts at one instant, pauses, sometimes long enough to age. */
struct stream {
    struct ss_prng prng;
    u64 now;
};

struct call {
    u32 cpu, line;
    enum ss_access_kind kind;
    u64 now;
    bool overlap;
};

static struct call next_call(struct stream *stream, u32 cpus)
{
    static const u32 pauses[] = {0, 0, 0, 3, 40, 300, 2000, 150000};
    u32 pause = pauses[ss_prng_below(&stream->prng, ss_prng_below(&stream->prng, 50) ? 7 : 8)];
    stream->now += pause ? ss_prng_below(&stream->prng, pause) : 0;
    u32 kind = ss_prng_below(&stream->prng, 4);
    return (struct call){.cpu = ss_prng_below(&stream->prng, cpus),
                         .line = ss_prng_below(&stream->prng, LINES),
                         .kind = kind == 3 ? SS_LOAD : (enum ss_access_kind)kind,
                         .now = stream->now,
                         .overlap = kind == 3};
}

static struct ss_access run(struct line_machine *m, const struct call *call)
{
    return ss_coherence_access(&m->coherence, call->cpu, call->line, call->kind, call->now,
                               call->overlap);
}

/* A line as it was, without its sets. */
struct past_line {
    struct ss_line_counts counts;
    u64 busy;
    i16 owner;
};

typedef void each_step(struct line_machine *m, const struct call *call,
                       const struct past_line *before, const struct ss_access *access,
                       void *context);

/* Random machines of very different shape, so that 1 to 2 domain words and 1 core occur. */
static void on_random_streams(each_step *check, void *context, u32 context_bytes)
{
    for (u64 seed = 1; seed <= 12; seed++) {
        struct ss_world_def *def = make_random_machine(seed, true);
        set_timings(def);
        if (seed % 3 == 0)
            def->directory_penalty_ps = 64000;
        if (seed % 4 == 0)
            def->service_numerator = 3, def->service_denominator = 4;
        struct line_machine *m = make_line_machine(def, LINES, 1);
        struct stream stream = {.now = seed % 2 ? 0 : 1ull << 40};
        memset(context, 0, context_bytes);
        ss_prng_seed(&stream.prng, seed, 1, 0);
        for (u32 i = 0; i < LINES; i++)
            ss_coherence_line(&m->coherence, i)->home = (u8)ss_prng_below(&stream.prng, def->nodes);
        for (u32 step = 0; step < STEPS; step++) {
            struct call call = next_call(&stream, m->topology.cpus);
            const struct ss_line *line = ss_coherence_line(&m->coherence, call.line);
            const struct past_line before = {
                .counts = m->coherence.counts[call.line], .busy = line->busy, .owner = line->owner};
            struct ss_access access = run(m, &call);
            check(m, &call, &before, &access, context);
        }
        free_line_machine(m);
    }
}

static void check_protocol(struct line_machine *m, const struct call *call,
                           const struct past_line *before, const struct ss_access *access,
                           void *context)
{
    (void)context;
    const struct ss_line *line = ss_coherence_line(&m->coherence, call->line);
    u32 core = m->topology.core[call->cpu];
    bool shares = ss_bitset_has(ss_coherence_sharers(&m->coherence, call->line), core);
    assert_true(ss_coherence_line_valid(&m->coherence, call->line));
    assert_true(line->busy >= before->busy);
    assert_true(access->done >= call->now);
    assert_true(access->data_at >= call->now);
    if (call->kind == SS_LOAD) {
        assert_true(line->owner == (i32)core || shares);
    } else {
        assert_int_equal(line->owner, core);
        assert_true(line->dirty);
        assert_int_equal(ss_coherence_sharer_count(&m->coherence, call->line), 0);
    }
    if (line->owner != before->owner && line->owner != SS_NO_CORE)
        assert_true(line->ready >= call->now);
    if (call->kind == SS_STORE)
        assert_true(access->done == call->now + 1);
}

static void any_stream_keeps_every_line_in_an_allowed_state(void **state)
{
    (void)state;
    u32 unused;
    on_random_streams(check_protocol, &unused, sizeof(unused));
}

static void check_queue(struct line_machine *m, const struct call *call,
                        const struct past_line *before, const struct ss_access *access,
                        void *context)
{
    u64 *last_start = context;
    const struct ss_line *line = ss_coherence_line(&m->coherence, call->line);
    const struct ss_line_counts *counts = &m->coherence.counts[call->line];
    if (counts->misses == before->counts.misses) {
        assert_true(access->wait == 0);
        assert_true(line->busy == before->busy && counts->busy_sum == before->counts.busy_sum);
        return;
    }
    assert_int_equal(counts->misses, before->counts.misses + 1);
    u64 occupied = counts->busy_sum - before->counts.busy_sum;
    u64 start = line->busy - occupied;
    assert_true(start >= last_start[call->line]);
    assert_true(start >= before->busy || occupied == 0);
    assert_true(start >= call->now + access->wait);
    assert_true(access->data_at >= start);
    assert_true(counts->wait_sum == before->counts.wait_sum + access->wait);
    last_start[call->line] = start;
}

static void requests_to_a_line_are_served_in_the_order_of_the_calls(void **state)
{
    (void)state;
    u64 last_start[LINES];
    on_random_streams(check_queue, last_start, sizeof(last_start));
}

/* With the sets of their sharers. */
static void check_same_lines(const struct line_machine *a, const struct line_machine *b)
{
    assert_memory_equal(a->coherence.line, b->coherence.line, LINES * a->coherence.line_bytes);
    assert_memory_equal(a->coherence.counts, b->coherence.counts,
                        LINES * sizeof(struct ss_line_counts));
}

static void check_same_state(const struct line_machine *a, const struct line_machine *b)
{
    const struct ss_topology *topology = &a->topology;
    check_same_lines(a, b);
    assert_memory_equal(a->coherence.drain, b->coherence.drain, topology->cpus * sizeof(u64));
    assert_memory_equal(a->coherence.last_us, b->coherence.last_us,
                        LINES * topology->cores * sizeof(u32));
}

static void the_hot_path_does_what_the_full_one_does(void **state)
{
    (void)state;
    u32 hits = 0;
    for (u64 seed = 1; seed <= 6; seed++) {
        struct line_machine *hot = make_small_line_machine(LINES, 1);
        struct line_machine *full = make_small_line_machine(LINES, 1);
        struct stream stream = {.now = seed * 8000000000ull};
        ss_prng_seed(&stream.prng, seed, 2, 0);
        for (u32 step = 0; step < STEPS; step++) {
            struct call call = next_call(&stream, 16);
            bool drained = call.kind != SS_RMW || full->coherence.drain[call.cpu] <= call.now;
            struct ss_access access = run(full, &call);
            u64 done = ss_coherence_hit(&hot->coherence, call.cpu, call.line, call.kind, call.now);
            assert_int_equal(done != 0, access.class == SS_L1 && drained);
            assert_true((done ? done : run(hot, &call).done) == access.done);
            hits += done != 0;
            if (step % 64 == 0)
                check_same_state(hot, full);
        }
        check_same_state(hot, full);
        free_line_machine(hot);
        free_line_machine(full);
    }
    assert_true(hits > STEPS / 2);
}

static void a_line_is_modified_once_for_each_hitm(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(LINES, 1);
    struct stream stream = {0};
    u32 since_write[LINES] = {0}, reads[2] = {0};
    ss_prng_seed(&stream.prng, 4, 2, 0);
    for (u32 step = 0; step < STEPS; step++) {
        struct call call = next_call(&stream, 16);
        struct ss_access access = run(m, &call);
        bool hitm = access.class == SS_LCL_HITM || access.class == SS_RMT_HITM;
        if (call.kind != SS_LOAD) {
            since_write[call.line] = 0;
        } else if (hitm) {
            assert_int_equal(since_write[call.line]++, 0);
            reads[access.class == SS_RMT_HITM]++;
        }
    }
    assert_true(reads[0] > 100 && reads[1] > 100);
    free_line_machine(m);
}

static void equal_calls_give_equal_results(void **state)
{
    (void)state;
    struct line_machine *a = make_small_line_machine(LINES, 1);
    struct line_machine *b = make_small_line_machine(LINES, 1);
    struct stream stream = {0};
    ss_prng_seed(&stream.prng, 8, 2, 0);
    for (u32 step = 0; step < STEPS; step++) {
        struct call call = next_call(&stream, 16);
        struct ss_access left = run(a, &call), right = run(b, &call);
        assert_true(left.done == right.done && left.class == right.class);
    }
    check_same_lines(a, b);
    free_line_machine(a);
    free_line_machine(b);
}

/* ---- laws of the queue (spec section 3.4) ---------------------------------------------------- */

static void a_burst_of_atomics_waits_one_transfer_more_each(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 1);
    /* Cores 0, 4, 1, 5, 2, 6 and so on: each hop crosses the sockets, 240 ns. */
    u64 expected = 0;
    for (u32 i = 0; i < 8; i++) {
        u32 cpu = i % 2 * 4 + i / 2;
        struct ss_access access = ss_coherence_access(&m->coherence, cpu, 0, SS_RMW, 1000, false);
        assert_true(access.wait == expected);
        expected += i ? 240 : 105;
    }
    free_line_machine(m);
}

/* N CPUs, each away from the line for an exponential time of mean `away` ns between two atomics, in
 * event order. Returns the atomics served until `end`. */
static u32 closed_system(struct line_machine *m, u32 cpus, u64 away, u64 end)
{
    u64 next[16];
    u32 served = 0;
    struct ss_prng prng;
    ss_prng_seed(&prng, 1, 0, 0);
    for (u32 i = 0; i < cpus; i++)
        next[i] = ss_prng_exponential(&prng, away);
    for (;;) {
        u32 first = 0;
        for (u32 i = 1; i < cpus; i++)
            if (next[i] < next[first])
                first = i;
        if (next[first] >= end)
            return served;
        struct ss_access access =
            ss_coherence_access(&m->coherence, first, 0, SS_RMW, next[first], false);
        next[first] = access.done + ss_prng_exponential(&prng, away);
        served++;
    }
}

static void a_saturated_line_serves_one_request_a_transfer_time(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 1);
    const u64 end = 10000000;
    u32 served = closed_system(m, 8, 100, end);
    const struct ss_line_counts *line = &m->coherence.counts[0];
    /* Always occupied, and the mean transfer is what the throughput says it is. */
    assert_true(line->busy_sum > end * 99 / 100);
    u64 mean_transfer = line->busy_sum / line->misses;
    assert_in_range(served, end / mean_transfer * 98 / 100, end / mean_transfer * 102 / 100);
    /* Little: all but the ones away are in the queue or in service. */
    u64 in_queue_1000 = line->wait_sum * 1000 / end;
    assert_in_range(in_queue_1000, 6000, 7000);
    free_line_machine(m);
}

static void below_the_knee_cpus_hardly_wait(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 1);
    const u64 end = 100000000, away = 20000;
    u32 served = closed_system(m, 8, away, end);
    const struct ss_line_counts *line = &m->coherence.counts[0];
    u64 unhindered = 8 * end / (away + 200);
    assert_in_range(served, unhindered * 97 / 100, unhindered * 103 / 100);
    assert_true(line->wait_sum / line->misses < 20);
    free_line_machine(m);
}

static void readers_behind_one_writer_are_pipelined(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 1);
    ss_coherence_access(&m->coherence, 0, 0, SS_STORE, 0, false);
    ss_coherence_access(&m->coherence, 1, 0, SS_LOAD, 1000, false);
    for (u32 core = 2; core < 8; core++) {
        struct ss_access access = ss_coherence_access(&m->coherence, core, 0, SS_LOAD, 1000, false);
        assert_true(access.wait == 80 + (core - 2) * 15);
    }
    assert_int_equal(ss_coherence_sharer_count(&m->coherence, 0), 8);
    assert_int_equal(m->coherence.counts[0].lcl_hitm, 1);
    assert_int_equal(m->coherence.counts[0].rmt_hitm, 0);
    free_line_machine(m);
}

/* ---- single rules that the vectors reach only on the way ------------------------------------- */

static void memory_without_cpus_is_as_far_as_another_socket(void **state)
{
    (void)state;
    struct ss_world_def *def = make_regular_machine(
        (struct regular_machine){4, 1, 2, 1, .nodes_per_package = 4, .near = 12, .far = 20});
    set_timings(def);
    def->nodes = 5;
    for (u32 a = 0; a < 5; a++)
        for (u32 b = 0; b < 5; b++)
            def->distance[a * 5 + b] = a == b ? 10 : 20;
    struct line_machine *m = make_line_machine(def, 4, 1);
    static const u64 expected[] = {105, 125, 140, 235};
    static const u8 homes[] = {0, 1, 2, 4};
    for (u32 i = 0; i < 4; i++) {
        ss_coherence_line(&m->coherence, i)->home = homes[i];
        struct ss_access access = ss_coherence_access(&m->coherence, 0, i, SS_LOAD, 0, false);
        assert_true(access.done == expected[i]);
        assert_int_equal(access.class, i ? SS_RMT_DRAM : SS_LCL_DRAM);
        assert_int_equal(access.supplier_llc, -1);
    }
    free_line_machine(m);
}

static void age_counts_whole_microseconds(void **state)
{
    (void)state;
    static const struct {
        u64 first, second;
        u32 class;
    } cases[] = {
        {0, 100999, SS_L1},
        {999, 101000, SS_LLC},
        {999, 100999, SS_L1},
        {1000, 101999, SS_L1},
        {1999, 102000, SS_LLC},
        {0, 1ull << 40, SS_LLC},
        {1ull << 40, (1ull << 40) + 100000, SS_L1},
        /* Across the wrap of the coarse time. */
        {4294967295000, 4294967395000, SS_L1},
        {4294967295000, 4294967396000, SS_LLC},
    };
    for (u32 i = 0; i < SS_ARRAY_LENGTH(cases); i++) {
        struct line_machine *m = make_small_line_machine(1, 1);
        ss_coherence_access(&m->coherence, 0, 0, SS_LOAD, cases[i].first, false);
        struct ss_access access =
            ss_coherence_access(&m->coherence, 0, 0, SS_LOAD, cases[i].second, false);
        assert_int_equal(access.class, cases[i].class);
        free_line_machine(m);
    }
}

static void an_atomic_that_waited_for_its_stores_does_not_age_its_sibling(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(2, 1);
    ss_coherence_access(&m->coherence, 0, 0, SS_LOAD, 0, false);
    ss_coherence_access(&m->coherence, 0, 1, SS_STORE, 900, false);
    assert_true(ss_coherence_fence(&m->coherence, 0, 900) == 1005);
    assert_true(ss_coherence_fence(&m->coherence, 0, 2000) == 2000);
    /* The atomic takes place at 1005, in the next microsecond; the sibling comes at 950. */
    ss_coherence_access(&m->coherence, 0, 0, SS_RMW, 901, false);
    struct ss_access sibling = ss_coherence_access(&m->coherence, 8, 0, SS_LOAD, 950, false);
    assert_int_equal(sibling.class, SS_L1);
    free_line_machine(m);
}

static void a_result_names_who_supplied_the_line(void **state)
{
    (void)state;
    struct line_machine *m = make_small_line_machine(1, 1);
    struct ss_coherence *c = &m->coherence;
    struct ss_access access = ss_coherence_access(c, 0, 0, SS_STORE, 0, false);
    assert_int_equal(access.supplier, SS_NO_CORE);
    access = ss_coherence_access(c, 5, 0, SS_LOAD, 1000, false);
    assert_int_equal(access.supplier, 0);
    assert_int_equal(access.supplier_llc, 0);
    access = ss_coherence_access(c, 6, 0, SS_LOAD, 2000, false);
    assert_int_equal(access.supplier, SS_NO_CORE);
    assert_int_equal(access.supplier_llc, 2); /* the clean copy of core 5 is nearer than core 0's */
    access = ss_coherence_access(c, 7, 0, SS_STORE, 3000, false);
    assert_int_equal(access.class, SS_INV);
    assert_int_equal(access.supplier_llc, 0); /* the farthest acknowledgement */
    access = ss_coherence_access(c, 15, 0, SS_LOAD, 4000, false);
    assert_int_equal(access.supplier_llc, 3);
    free_line_machine(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_stream_keeps_every_line_in_an_allowed_state),
        cmocka_unit_test(requests_to_a_line_are_served_in_the_order_of_the_calls),
        cmocka_unit_test(the_hot_path_does_what_the_full_one_does),
        cmocka_unit_test(a_line_is_modified_once_for_each_hitm),
        cmocka_unit_test(equal_calls_give_equal_results),
        cmocka_unit_test(a_burst_of_atomics_waits_one_transfer_more_each),
        cmocka_unit_test(a_saturated_line_serves_one_request_a_transfer_time),
        cmocka_unit_test(below_the_knee_cpus_hardly_wait),
        cmocka_unit_test(readers_behind_one_writer_are_pipelined),
        cmocka_unit_test(memory_without_cpus_is_as_far_as_another_socket),
        cmocka_unit_test(age_counts_whole_microseconds),
        cmocka_unit_test(an_atomic_that_waited_for_its_stores_does_not_age_its_sibling),
        cmocka_unit_test(a_result_names_who_supplied_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
