/* How a bound kernel thread brings schbench's messenger and worker into one LLC by accident, step
 * by step, and when it does not (spec "Split-LLC placement" section 5.2). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/record.h"
#include "exec/world.h"
#include "support_world.h"
#include "support_zen3.h"
#include "workload/schbench.h"

#define MS 1000000u
#define RING (1u << 14)
#define MESSENGER (ZEN3_CPUS + 1)
#define WORKER (ZEN3_CPUS + 2)
#define KWORKER (ZEN3_CPUS + 3)
#define BESIDE (ZEN3_CPUS + 4)

enum { FREE, SAME_CORE, SAME_LLC, SAME_NODE, OTHER_NODE };

/* One messenger, one worker, spinning and sleeping for `cycle`; from 100 ms on the worker's CPU
 * owes a kernel thread `kworker` ns of work. */
static struct ss_world_def *schbench(u32 distance, u32 cycle, u32 kworker)
{
    struct ss_world_def *def =
        zen3(SS_WORKLOAD_SCHBENCH_PLACED,
             (uint32_t[]){1, 1, cycle, cycle, distance, 0, kworker, 100 * MS, 4000}, 9);
    def->ring_records = RING;
    return def;
}

static bool are_together(const struct ss_world *w)
{
    return ZEN3_LLC_OF((u32)w->task[MESSENGER].cpu) == ZEN3_LLC_OF((u32)w->task[WORKER].cpu);
}

/* The first record of a kind about a task from a place in the ring on; NULL if there is none. */
static const struct ss_record *next_record(const struct ss_world *w, u32 kind, u32 task, u64 *at)
{
    for (; *at < w->clock->records; (*at)++) {
        const struct ss_record *r = &w->ring[*at % RING];
        const u32 about = kind == SS_RECORD_SWITCH ? r->b : r->a;
        if (r->kind == kind && about == task)
            return &w->ring[(*at)++ % RING];
    }
    return NULL;
}

static const struct ss_record *expect(const struct ss_world *w, u32 kind, u32 task, u64 *at)
{
    const struct ss_record *r = next_record(w, kind, task, at);
    assert_non_null(r);
    return r;
}

/* The place in the ring of the wakeup of the kernel thread. */
static u64 wakeup_of_kworker(const struct ss_world *w)
{
    u64 at = w->clock->records > RING ? w->clock->records - RING : 0;
    expect(w, SS_RECORD_WAKE, KWORKER, &at);
    return at - 1;
}

static void a_bound_kernel_thread_makes_the_balancer_bring_the_worker_to_the_messenger(void **state)
{
    (void)state;
    struct ss_world_def *def = schbench(SAME_NODE, 30 * MS, 20000);
    struct ss_world *w = build_unwatched(def);
    step_to(w, 100 * MS);
    assert_false(are_together(w));
    const u32 a = (u32)w->task[MESSENGER].cpu, b = (u32)w->task[WORKER].cpu;
    /* until the worker has been pulled */
    u64 now = 100 * MS;
    while (!are_together(w) && now < 400 * MS)
        step_to(w, now += MS / 10);
    assert_true(are_together(w));
    u64 at = wakeup_of_kworker(w);
    const struct ss_record *r = expect(w, SS_RECORD_WAKE, KWORKER, &at);
    assert_int_equal(r->cpu, b); /* woken where it is bound, as the CPU leaves idle */
    r = expect(w, SS_RECORD_SWITCH, KWORKER, &at);
    assert_int_equal(r->cpu, b);
    assert_int_equal(r->a, b); /* from idle; the worker waits behind it */
    r = expect(w, SS_RECORD_MIGRATE, WORKER, &at);
    assert_int_equal(r->cpu, a);
    assert_int_equal(r->b, b);
    assert_int_equal(r->c, a);
    assert_int_equal(r->d, SS_MIGRATE_NEWIDLE); /* no wakeup: the balancer */
    r = expect(w, SS_RECORD_SWITCH, WORKER, &at);
    assert_int_equal(r->cpu, a);
    /* When it has worked, it wakes the messenger, whose CPU it runs on: that moves inside the LLC.
     */
    step_to(w, now += 40 * MS);
    r = expect(w, SS_RECORD_MIGRATE, MESSENGER, &at);
    assert_int_equal(r->cpu, a);
    assert_int_equal(r->d, SS_MIGRATE_WAKE);
    assert_int_equal(ZEN3_LLC_OF(r->c), ZEN3_LLC_OF(a));
    assert_true(r->c % 128 != a % 128); /* an idle core */
    step_to(w, 900 * MS);
    assert_true(are_together(w)); /* and there they stay */
    free(w);
    free(def);
}

enum { CODE_NS = 8, KWORKER_LATE, BUSY, KWORKER_PERIOD };

/* The same with one more parameter changed. */
static struct ss_world_def *schbench_but(u32 parameter, u32 value)
{
    struct ss_world_def *def = schbench(SAME_NODE, 30 * MS, 20000);
    def->workload_parameter[parameter] = value;
    return def;
}

static bool come_together(struct ss_world_def *def)
{
    struct ss_world *w = build_unwatched(def);
    bool ever = false;
    for (u64 now = 90 * MS; now < 600 * MS; now += 5 * MS) {
        step_to(w, now);
        ever = ever || are_together(w);
    }
    free(w);
    free(def);
    return ever;
}

static void without_one_of_its_conditions_they_stay_apart(void **state)
{
    (void)state;
    assert_true(come_together(schbench(SAME_NODE, 30 * MS, 20000)));
    assert_false(come_together(schbench(SAME_NODE, 30 * MS, 0)));      /* no kernel thread */
    assert_false(come_together(schbench(SAME_NODE, 30 * MS, 100)));    /* it has gone too early */
    assert_false(come_together(schbench(OTHER_NODE, 30 * MS, 20000))); /* forgiven between nodes */
    assert_false(come_together(schbench(SAME_NODE, 200000, 20000)));   /* the worker is cache-hot */
    assert_false(come_together(schbench_but(KWORKER_LATE, 1)));        /* the worker runs already */
    assert_false(come_together(schbench_but(BUSY, 1)));                /* two against one */
}

static void a_late_kernel_thread_waits_behind_the_worker(void **state)
{
    (void)state;
    struct ss_world_def *def = schbench_but(KWORKER_LATE, 1);
    struct ss_world *w = build_unwatched(def);
    step_to(w, 400 * MS);
    u64 at = wakeup_of_kworker(w);
    const u32 b = w->ring[at % RING].cpu;
    assert_int_equal(w->task[WORKER].cpu,
                     b); /* the worker left it the work, and both are bound there */
    const struct ss_record *r = expect(w, SS_RECORD_SWITCH, KWORKER, &at);
    assert_int_equal(r->a, WORKER); /* not from idle: the worker had the CPU */
    free(w);
    free(def);
}

static void a_task_in_the_messengers_llc_runs_on_another_core_of_it_for_good(void **state)
{
    (void)state;
    struct ss_world_def *def = schbench_but(BUSY, 1);
    struct ss_world *w = build_unwatched(def);
    step_to(w, 90 * MS);
    const u32 home = (u32)w->task[MESSENGER].cpu, beside = (u32)w->task[BESIDE].cpu;
    assert_int_equal(ZEN3_LLC_OF(home), ZEN3_LLC_OF(beside));
    assert_true(home % 128 != beside % 128);
    step_to(w, 400 * MS);
    assert_int_equal(w->task[BESIDE].cpu, beside);
    assert_true(w->task[BESIDE].on_cpu);
    free(w);
    free(def);
}

/* How often the worker's CPU left work for a kernel thread in 900 ms, of which it may from 100 ms
 * on; the worker stays on that CPU, because its messenger is on the other node. */
static u32 times_owed(u32 period)
{
    struct ss_world_def *def = schbench(OTHER_NODE, 30 * MS, 20000);
    def->workload_parameter[KWORKER_PERIOD] = period;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 90 * MS);
    const u32 b = (u32)w->task[WORKER].cpu;
    const i32 id = (i32)(KWORKER + (period ? b : 0));
    const struct ss_schbench_thread *given = ss_workload_own(w, id);
    const struct ss_task *kworker = &w->task[id];
    u64 since = 0;
    u32 times = 0;
    for (u64 now = 100 * MS; now <= 900 * MS; now += 10 * MS) {
        step_to(w, now);
        times += given->stamp != since;
        since = given->stamp;
    }
    assert_int_equal(w->task[WORKER].cpu, b);
    assert_int_equal(kworker->cpu, b);
    assert_int_equal(kworker->allowed_count, 1);
    free(w);
    free(def);
    return times;
}

static void with_a_period_a_cpu_owes_its_kernel_thread_work_again_and_again(void **state)
{
    (void)state;
    assert_int_equal(times_owed(0), 1);
    assert_in_range(times_owed(200 * MS), 3, 4); /* at the first report behind each 200 ms */
}

static void impossible_places_are_refused_with_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = schbench(5, MS, 0);
    assert_world_refused(def, "workload.distance");
    def = schbench(OTHER_NODE, MS, 0);
    def->cpus = 16;
    def->nodes = 1;
    assert_world_refused(def, "workload.distance");
    def = schbench_but(KWORKER_LATE, 2);
    assert_world_refused(def, "workload.kworker_comes");
    def = schbench_but(KWORKER_PERIOD, 1000 * MS + 1);
    assert_world_refused(def, "kworker_period");
    def = schbench(FREE, MS, 0);
    def->workload_parameter[BUSY] = 1;
    assert_world_refused(def, "workload.cache");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_bound_kernel_thread_makes_the_balancer_bring_the_worker_to_the_messenger),
        cmocka_unit_test(without_one_of_its_conditions_they_stay_apart),
        cmocka_unit_test(a_late_kernel_thread_waits_behind_the_worker),
        cmocka_unit_test(a_task_in_the_messengers_llc_runs_on_another_core_of_it_for_good),
        cmocka_unit_test(with_a_period_a_cpu_owes_its_kernel_thread_work_again_and_again),
        cmocka_unit_test(impossible_places_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
