/* What a path may not do ahead of the others although its CPU's clock is: let go of a lock; and
 * what it may not do without waiting: pass a full barrier while a store is on its way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/lock.h"
#include "exec/path.h"
#include "sched/core/interrupts.h"
#include "support_world.h"

enum { HOLDER = 4, LATECOMER = 5, LOCK = 4 /* of CPU 4's run queue */ };
static const u32 ahead_ns = 10000;

static u64 released_at, taken_at, stored_at, passed_at;

struct hold_frame {
    struct ss_path path;
};

/* Takes the lock and computes while its event stays where it was. */
static bool hold(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(hold);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, LOCK);
    PATH_LOCK(LOCK);
    ss_spend(w, cpu, ahead_ns);
    released_at = cpu->clock;
    PATH_UNLOCK(LOCK);
    PATH_END;
}

struct take_frame {
    struct ss_path path;
};

static bool take(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(take);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, LOCK);
    PATH_LOCK(LOCK);
    taken_at = cpu->clock;
    PATH_UNLOCK(LOCK);
    PATH_END;
}

struct publish_frame {
    struct ss_path path;
};

/* Stores to a line that no cache holds and waits until all CPUs can see the value. */
static bool publish(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(publish);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, LOCK);
    PATH_STORE(do_idle, w->task[0].address);
    stored_at = cpu->clock;
    PATH_FULL_BARRIER(do_idle);
    passed_at = cpu->clock;
    PATH_END;
}

/* Eight CPUs, the workload's one thread on CPU 0. */
static struct ss_world *quiet_world(struct ss_world_def **out)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 8;
    def->nodes = 1;
    for (uint16_t cpu = 0; cpu < def->cpus; cpu++)
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
    def->distance[0] = 10;
    def->workload = SS_WORKLOAD_FFMPEG_TOKEN;
    uint32_t parameters[] = {1, 1, 1, 1, 1000000000, 0, 1};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    *out = def;
    struct ss_world *w = build(def);
    step_to(w, 1000000);
    return w;
}

/* An idle CPU begins a path at `time`. */
static void begin(struct ss_world *w, u32 number, u64 time, ss_path_function *function)
{
    struct ss_cpu *cpu = ss_cpu(w, number);
    assert_int_equal(cpu->wait, SS_WAIT_IDLE);
    ss_path_push_clear(w, cpu, function, sizeof(struct ss_path));
    cpu->wait = SS_WAIT_NONE;
    cpu->clock = time;
    ss_wheel_set(&w->wheel, number, time, number << 3);
}

static void a_lock_is_held_until_the_local_clock_of_its_holder_is_reached(void **state)
{
    (void)state;
    struct ss_world_def *def;
    struct ss_world *w = quiet_world(&def);
    assert_false(w->locks->lock[LOCK].is_exact);
    begin(w, HOLDER, 2000000, hold);
    begin(w, LATECOMER, 2000000 + ahead_ns / 2, take);
    released_at = taken_at = 0;
    step_to(w, 3000000);
    assert_true(released_at > 2000000 + ahead_ns);
    assert_true(taken_at > released_at);
    assert_true(w->ledger[LATECOMER].ns[SS_LEDGER_LOCK_WAIT] > ahead_ns / 4);
    free(w);
    free(def);
}

static void a_full_barrier_waits_for_the_line_of_the_last_store(void **state)
{
    (void)state;
    struct ss_world_def *def;
    struct ss_world *w = quiet_world(&def);
    u64 waited = w->ledger[HOLDER].ns[SS_LEDGER_LINE_WAIT];
    begin(w, HOLDER, 2000000, publish);
    stored_at = passed_at = 0;
    step_to(w, 2000000);
    const struct ss_cpu *cpu = ss_cpu(w, HOLDER);
    assert_int_equal(cpu->wait, SS_WAIT_ACCESS);
    assert_int_equal(cpu->address, w->task[0].address);
    step_to(w, 3000000);
    assert_true(passed_at - stored_at > 10);
    assert_int_equal(w->ledger[HOLDER].ns[SS_LEDGER_LINE_WAIT] - waited, passed_at - stored_at);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lock_is_held_until_the_local_clock_of_its_holder_is_reached),
        cmocka_unit_test(a_full_barrier_waits_for_the_line_of_the_last_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
