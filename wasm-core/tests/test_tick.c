/* When the ticks of the CPUs arrive: all at once, or each CPU's at its own moment after the jiffy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/wheel.h"
#include "exec/run.h"
#include "sched/state/fair.h"
#include "support_world.h"

#define CPUS 16
#define NOT_TICKING UINT64_MAX

/* hackbench keeps nearly every CPU busy. */
static struct ss_world_def *busy(uint32_t spread_ns, uint32_t seed)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = CPUS;
    for (uint16_t cpu = 0; cpu < CPUS; cpu++)
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
    def->fair_class = SS_FAIR_FULL;
    def->tick_spread_ps = spread_ns * 1000;
    def->workload = SS_WORKLOAD_HACKBENCH;
    memcpy(def->workload_parameter, (uint32_t[]){2, 20, 100, 0, 1}, 5 * sizeof(uint32_t));
    def->seed_low = seed;
    return def;
}

/* How long after its jiffy the next tick of each CPU is due, after four jiffies; NOT_TICKING of one
 * that idles. */
static void next_ticks(uint32_t spread_ns, uint32_t seed, uint64_t after[CPUS])
{
    struct ss_world_def *def = busy(spread_ns, seed);
    struct ss_world *w = build_unwatched(def);
    step_to(w, 4 * SS_JIFFY_NS + SS_JIFFY_NS / 2);
    uint32_t ticking = 0;
    for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
        const uint32_t node = SS_EVENT_TICK * CPUS + cpu;
        const bool is = ss_wheel_pending(&w->wheel, node);
        after[cpu] = is ? w->wheel.nodes[node].time % SS_JIFFY_NS : NOT_TICKING;
        ticking += is;
    }
    assert_in_range(ticking, CPUS * 3 / 4, CPUS);
    free(w);
    free(def);
}

static void ticks_fall_on_the_same_moment_where_the_machine_says_nothing(void **state)
{
    (void)state;
    uint64_t after[CPUS];
    next_ticks(0, 1, after);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++)
        assert_true(after[cpu] == 0 || after[cpu] == NOT_TICKING);
}

static void each_cpu_ticks_at_its_own_moment_within_what_the_machine_says(void **state)
{
    (void)state;
    uint64_t after[CPUS], again[CPUS];
    next_ticks(1000, 1, after);
    next_ticks(1000, 2, again);
    for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
        if (after[cpu] == NOT_TICKING)
            continue;
        assert_in_range(after[cpu], 0, 999);
        /* Whatever the seed. */
        assert_true(again[cpu] == after[cpu] || again[cpu] == NOT_TICKING);
        for (uint32_t other = 0; other < cpu; other++)
            assert_true(after[cpu] > after[other] + 20 || after[other] > after[cpu] + 20);
    }
}

static void a_tick_falls_between_its_jiffy_and_the_next(void **state)
{
    (void)state;
    assert_world_refused(busy(500001, 1), "tick_spread_ps: 500001000 cannot be used");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_fall_on_the_same_moment_where_the_machine_says_nothing),
        cmocka_unit_test(each_cpu_ticks_at_its_own_moment_within_what_the_machine_says),
        cmocka_unit_test(a_tick_falls_between_its_jiffy_and_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
