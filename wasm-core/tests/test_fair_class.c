/* Worlds that run the full fair class: nothing is lost, CPUs are shared evenly, forks find idle
 * CPUs. In debug builds the core checks its queues after every event, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/fair/fair.h"
#include "support_world.h"

#define MS 1000000ull

/* Two LLCs of four cores in one node. */
static struct ss_world_def *toy(uint32_t workload, const uint32_t parameters[5])
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 8;
    for (uint16_t cpu = 0; cpu < 8; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = cpu / 4;
    }
    def->fair_class = SS_FAIR_FULL;
    def->workload = workload;
    def->seed_low = 1;
    memcpy(def->workload_parameter, parameters, 5 * sizeof(uint32_t));
    return def;
}

static void run(struct ss_world *w, uint64_t until)
{
    if (ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 0) != SS_STEP_REACHED)
        fail_msg("%llu ns: %s", (unsigned long long)w->clock->now, (const char *)w->map->message);
}

static void hackbench_passes_messages_under_the_full_class(void **state)
{
    (void)state;
    for (uint32_t sockets = 0; sockets < 2; sockets++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, sockets, 1});
        struct ss_world *w = build(def);
        run(w, 20 * MS);
        assert_true(w->clock->score > 1000);
        assert_true(w->clock->switches > 1000);
        free(w);
        free(def);
    }
}

static void forks_fill_idle_cpus_before_they_share_one(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_FORK_BURST, (uint32_t[]){1, 6, 5000000, 10000, 0});
    struct ss_world *w = build(def);
    uint64_t most = 0;
    for (uint64_t now = 0; now < 4 * MS; now += 50000) {
        uint32_t busy = 0, shared = 0;
        run(w, now);
        for (uint32_t cpu = 0; cpu < 8; cpu++) {
            busy += ss_rq(w, cpu)->nr_running > 0;
            shared += ss_rq(w, cpu)->nr_running > 1;
        }
        assert_true(shared <= 1); /* parent and child may meet for a moment */
        most = busy > most ? busy : most;
    }
    assert_true(most >= 6);
    free(w);
    free(def);
}

/* More tasks than CPUs that only compute. */
static void computing_tasks_share_a_cpu_evenly(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){3, 1000, 0, 0, 0});
    def->cpus = 1;
    struct ss_world *w = build(def);
    run(w, 300 * MS);
    ss_world_frame(w);
    for (uint32_t task = 2; task < 5; task++) {
        const uint64_t runtime = w->task_view[task].runtime;
        assert_in_range(runtime, 90 * MS, 110 * MS);
    }
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hackbench_passes_messages_under_the_full_class),
        cmocka_unit_test(forks_fill_idle_cpus_before_they_share_one),
        cmocka_unit_test(computing_tasks_share_a_cpu_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
