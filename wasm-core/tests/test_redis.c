/* A redis server with I/O threads: its main thread waits for those that write replies, the lines of
 * its clients pass between them, and on one cache it answers more (spec "Workload models" section
 * 4.18). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ipc/ipc.h"
#include "ipc/futex.h"
#include "ipc/unix_socket.h"
#include "support_world.h"

#define MS 1000000ull
#define LLCS 4
#define CORES 8
#define THREADS 4
#define CLIENTS 50

enum { IO, CONNECTIONS, PIPELINE, REQUEST, REPLY, POLL, MEMORY, ACCESSES, SHARED, BOUND, OTHERS };
enum { NODE, CACHE };

/* Two nodes of two caches, with the latencies of a Genoa. */
static struct ss_world_def *machine(uint32_t bound)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    const uint32_t parameters[] = {THREADS, CLIENTS, 16, 500, 2000, 1000000, 14336, 20, 5, bound};
    ss_world_def_default(def);
    def->cpus = 2 * LLCS * CORES;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < def->cpus; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % (LLCS * CORES);
        def->cpu_llc[cpu] = def->cpu_core[cpu] / CORES;
        def->cpu_node[cpu] = def->cpu_package[cpu] = def->cpu_llc[cpu] / 2;
    }
    def->distance[0] = def->distance[3] = 10;
    def->distance[1] = def->distance[2] = 20;
    def->llc_ps = 14000;
    def->hitm_same_llc_ps = 24000;
    def->clean_same_llc_ps = 18000;
    def->hitm_same_node_ps = def->clean_same_node_ps = 99000;
    def->dram_local_ps = 112000;
    def->fair_class = SS_FAIR_FULL;
    def->workload = SS_WORKLOAD_REDIS;
    def->llc_kib = 32 * 1024;
    def->seed_low = 1;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    return def;
}

/* Pipelines answered between 10 and 40 ms. */
static u64 answered(struct ss_world_def *def)
{
    struct ss_world *w = build_unwatched(def);
    step_to(w, 10 * MS);
    const u64 before = w->clock->score;
    step_to(w, 40 * MS);
    const u64 score = w->clock->score - before;
    free(w);
    free(def);
    return score;
}

static void one_cache_answers_more(void **state)
{
    (void)state;
    const u64 apart = answered(machine(NODE)), together = answered(machine(CACHE));
    print_message("pipelines: %lu on two caches, %lu on one\n", (unsigned long)apart,
                  (unsigned long)together);
    assert_true(together * 100 > apart * 102);
    assert_true(together * 100 < apart * 130);
}

/* A socket holds the next pipeline or the reply to the last one, never two. */
static void every_client_is_answered_in_every_turn(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(NODE);
    struct ss_world *w = build_unwatched(def);
    for (u64 now = MS / 8; now <= 10 * MS; now += MS / 8) {
        step_to(w, now);
        for (u32 i = 0; i < CLIENTS && w->clock->score >= CLIENTS; i++)
            assert_in_range(w->ipc->socket[i].queued, 0, 1);
    }
    assert_true(w->clock->score > 10 * CLIENTS);
    free(w);
    free(def);
}

static void it_stays_where_it_is_bound(void **state)
{
    (void)state;
    for (uint32_t bound = NODE; bound <= CACHE; bound++) {
        struct ss_world_def *def = machine(bound);
        struct ss_world *w = build_unwatched(def);
        for (u64 now = MS; now <= 20 * MS; now += MS)
            for (u32 i = 0; i < THREADS; i++) {
                step_to(w, now);
                const u32 cpu = (u32)w->task[def->cpus + i].cpu;
                assert_int_equal(w->topology.node[cpu], 0);
                if (bound == CACHE)
                    assert_int_equal(w->topology.llc[cpu], 0);
            }
        free(w);
        free(def);
    }
}

static void threads_with_work_in_time_never_sleep(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(NODE);
    struct ss_world *w = build_unwatched(def);
    step_to(w, 20 * MS);
    for (u32 i = 0; i < THREADS; i++)
        assert_int_equal(w->task[def->cpus + i].wakeups, 0);
    free(w);
    free(def);
}

/* A turn takes half a millisecond: a thread that polls for a tenth of one sleeps in every turn. */
static void threads_that_poll_too_briefly_sleep_and_are_woken(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(NODE);
    def->workload_parameter[POLL] = 50000;
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    assert_int_equal(w->task[def->cpus].wakeups, 0);
    for (u32 i = 1; i < THREADS; i++)
        assert_true(w->task[def->cpus + i].wakeups > 10);
    assert_true(w->clock->score > 20 * CLIENTS);
    free(w);
    free(def);
}

static void one_thread_does_all_by_itself(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(NODE);
    def->workload_parameter[IO] = 1;
    const u64 alone = answered(def);
    assert_true(alone > 1000);
    assert_true(alone < answered(machine(CACHE)));
}

static void a_data_set_larger_than_the_cache_costs(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(CACHE);
    def->workload_parameter[MEMORY] = 512 * 1024;
    assert_true(answered(def) < answered(machine(CACHE)));
}

static void impossible_parameters_are_refused_with_the_field(void **state)
{
    (void)state;
    static const struct {
        u32 index, value;
        const char *field;
    } bad[] = {{IO, 0, "workload.io_threads"},
               {IO, 129, "workload.io_threads"},
               {CONNECTIONS, 3, "workload.clients"},
               {PIPELINE, 0, "workload.pipeline"},
               {REQUEST, 0, "workload.request"},
               {REPLY, 0, "workload.reply"},
               {POLL, 0, "workload.poll"},
               {MEMORY, 64, "workload.memory"},
               {ACCESSES, 1001, "workload.accesses"},
               {SHARED, 101, "workload.shared"},
               {BOUND, 2, "workload.bound"},
               {OTHERS, 513, "workload.background"}};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(bad); i++)
        assert_parameter_refused(machine(NODE), bad[i].index, bad[i].value, bad[i].field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cache_answers_more),
        cmocka_unit_test(every_client_is_answered_in_every_turn),
        cmocka_unit_test(it_stays_where_it_is_bound),
        cmocka_unit_test(threads_with_work_in_time_never_sleep),
        cmocka_unit_test(threads_that_poll_too_briefly_sleep_and_are_woken),
        cmocka_unit_test(one_thread_does_all_by_itself),
        cmocka_unit_test(a_data_set_larger_than_the_cache_costs),
        cmocka_unit_test(impossible_parameters_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
