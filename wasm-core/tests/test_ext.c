/*
 * A custom scheduling class (spec "The policy bench" section 12): tasks wait where the policy says,
 * CPUs take them from dispatch queues, and no task is lost, whatever the policy says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "policy/policy.h"
#include "sched/state/ext.h"
#include "support_policy.h"

#define UNTIL (20 * MS)

static struct ss_world_def *crowd_of_its_own(void)
{
    struct ss_world_def *def = crowd();
    def->fair_class = SS_FAIR_EXT;
    return def;
}

static struct ss_world_def *spinning(uint32_t threads)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, threads, 0, 0, 0});
    def->fair_class = SS_FAIR_EXT;
    return def;
}

/* ---- a simple scheduler ---------------------------------------------------------------------- */

/* sched_ext's simplest: an idle CPU or one queue for all, first come, first served. Where the parts
 * begin: select_cpu at 1, enqueue at 9, dispatch at 13. */
static const uint32_t simple[] = {
    /* cpu = pick_idle_cpu(p, prev); if (cpu < 0) return prev; */
    ASK(3, PICK_IDLE_CPU, 0),
    OP16(SMALL, 4, 0),
    OP(LT, 4, 3, 4),
    OP16(UNLESS, 4, 1),
    OP(RETURN, 1, 0, 0),
    /* dsq_insert(p, DSQ_LOCAL, slice); return cpu; */
    OP(MOVE, 10, 0, 0),
    OP16(SMALL, 11, SS_POLICY_DSQ_LOCAL),
    OP(WIDE, 12, 0, 0),
    SS_POLICY_SLICE_DFL,
    0,
    ASK(13, DSQ_INSERT, 10),
    OP(RETURN, 3, 0, 0),
    /* enqueue: dsq_insert(p, 0, slice) */
    OP(MOVE, 10, 0, 0),
    OP16(SMALL, 11, 0),
    OP(WIDE, 12, 0, 0),
    SS_POLICY_SLICE_DFL,
    0,
    ASK(13, DSQ_INSERT, 10),
    OP(LEAVE, 0, 0, 0),
    /* dispatch: dsq_move_to_local(0) */
    OP16(SMALL, 10, 0),
    ASK(11, DSQ_MOVE_TO_LOCAL, 10),
    OP(LEAVE, 0, 0, 0),
};
#define ENQUEUE_AT 13
#define DISPATCH_AT 20

static void set_simple(struct ss_world_def *def)
{
    set_policy(def, SS_POLICY_POINT_SELECT_CPU, simple, sizeof(simple) / sizeof(*simple));
    def->policy_entry[SS_POLICY_POINT_ENQUEUE] = ENQUEUE_AT;
    def->policy_entry[SS_POLICY_POINT_DISPATCH] = DISPATCH_AT;
}

/* Every task is in one place: it runs, sleeps, waits in a CPU's own queue or in a dispatch queue.
 */
static void assert_nobody_is_lost(const struct ss_world *w)
{
    const struct ss_ext *ext = w->sched->ext;
    uint32_t waiting = 0, queued = 0;
    for (uint32_t i = 0; i < w->topology.cpus; i++)
        for (int32_t t = ext->cpu[i].local.head; t != SS_NO_TASK; t = w->task[t].queue_next) {
            assert_int_equal(ext->task[t].waits, SS_EXT_LOCAL);
            queued++;
        }
    for (uint32_t i = 0; i < SS_EXT_QUEUES; i++) {
        uint32_t count = 0;
        for (int32_t t = ext->queue[i].list.head; t != SS_NO_TASK; t = w->task[t].queue_next) {
            assert_int_equal(ext->task[t].waits, i);
            count++;
        }
        assert_int_equal(count, ext->queue[i].count);
        queued += count;
    }
    for (uint32_t i = w->topology.cpus; i < w->tasks; i++)
        waiting += ext->task[i].waits != SS_EXT_NOWHERE;
    assert_int_equal(waiting, queued);
}

static struct ss_world *run_watched(struct ss_world_def *def, uint64_t until)
{
    struct ss_world *w = build(def);
    for (uint64_t t = 100000; t <= until; t += 100000) {
        step_to(w, t);
        assert_nobody_is_lost(w);
    }
    return w;
}

static void without_a_policy_tasks_wait_in_one_queue_for_all(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd_of_its_own();
    struct ss_world *w = run_watched(def, UNTIL);
    assert_true(w->clock->score > 100);
    assert_ledgers_sum_to(w, UNTIL);
    free(w);
    free(def);
}

static void a_simple_scheduler_keeps_every_cpu_at_work(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd_of_its_own();
    set_simple(def);
    struct ss_world *w = run_watched(def, UNTIL);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(w->clock->score > 100);
    assert_true(view->asked[SS_POLICY_POINT_ENQUEUE] > 100);
    assert_true(view->asked[SS_POLICY_POINT_DISPATCH] > 100);
    assert_int_equal(view->ended[SS_POLICY_END_NOBODY] + view->ended[SS_POLICY_END_INDEX] +
                         view->ended[SS_POLICY_END_NUMBER] + view->ended[SS_POLICY_END_REFUSED],
                     0);
    const uint64_t hash = w->clock->trace_hash;
    free(w);
    assert_true(hash_of(def, UNTIL) == hash);
    free(def);
    /* More tasks that compute than CPUs: no CPU idles. */
    def = spinning(20);
    set_simple(def);
    w = run_watched(def, 100 * MS);
    for (uint32_t cpu = 0; cpu < TOY_CPUS; cpu++)
        assert_true(w->cpu[cpu].current >= TOY_CPUS);
    free(w);
    free(def);
}

/* With 20 ms for each and no task before its turn, all have run about as long. */
static void first_come_first_served_gives_all_the_same_time(void **state)
{
    (void)state;
    struct ss_world_def *def = spinning(16);
    set_simple(def);
    struct ss_world *w = build_unwatched(def);
    step_to(w, 2000 * MS);
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t i = TOY_CPUS; i < w->stoppers; i++) {
        least = w->task[i].runtime < least ? w->task[i].runtime : least;
        most = w->task[i].runtime > most ? w->task[i].runtime : most;
    }
    assert_true(least > 800 * MS);
    assert_true(most < 1200 * MS);
    free(w);
    free(def);
}

/* ---- queues by time -------------------------------------------------------------------------- */

/* Later times go behind, equal ones in order of arrival; a CPU takes the first. */
static void a_queue_by_vtime_is_in_order(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd_of_its_own();
    /* select_cpu: prev; enqueue: dsq_insert_vtime(p, 3, slice, random(1000)); dispatch takes. */
    const uint32_t code[] = {
        OP(RETURN, 1, 0, 0),
        OP(MOVE, 10, 0, 0),
        OP16(SMALL, 11, 3),
        OP16(SMALL, 12, 30000),
        OP16(SMALL, 14, 1000),
        ASK(13, RANDOM, 14),
        ASK(15, DSQ_INSERT_VTIME, 10),
        OP(LEAVE, 0, 0, 0),
        OP16(SMALL, 10, 3),
        ASK(11, DSQ_MOVE_TO_LOCAL, 10),
        OP(LEAVE, 0, 0, 0),
    };
    set_policy(def, SS_POLICY_POINT_SELECT_CPU, code, sizeof(code) / sizeof(*code));
    def->policy_entry[SS_POLICY_POINT_ENQUEUE] = 2;
    def->policy_entry[SS_POLICY_POINT_DISPATCH] = 9;
    struct ss_world *w = build(def);
    uint32_t longest = 0;
    for (uint64_t t = 100000; t <= UNTIL; t += 100000) {
        step_to(w, t);
        assert_nobody_is_lost(w);
        const struct ss_ext *ext = w->sched->ext;
        longest = ext->queue[3].count > longest ? ext->queue[3].count : longest;
        for (int32_t i = ext->queue[3].list.head; i != SS_NO_TASK; i = w->task[i].queue_next)
            if (w->task[i].queue_next != SS_NO_TASK)
                assert_true(ext->task[i].vtime <= ext->task[w->task[i].queue_next].vtime);
    }
    assert_true(longest > 3);
    free(w);
    free(def);
}

/* ---- what goes wrong ------------------------------------------------------------------------- */

/* The policy is this at enqueue alone. */
#define SET_ENQUEUE(def, ...) SET_POLICY(def, ENQUEUE, __VA_ARGS__)

static void assert_fails(struct ss_world_def *def, uint32_t end)
{
    struct ss_world *w = run_watched(def, 5 * MS);
    const struct ss_policy_view *view = w->policy->view;
    assert_true(view->asked[SS_POLICY_POINT_ENQUEUE] > 20);
    assert_int_equal(view->ended[end], ended(view));
    assert_true(ended(view) + TOY_CPUS >= view->asked[SS_POLICY_POINT_ENQUEUE]);
    assert_true(w->clock->score > 10); /* the global queue has them */
    free(w);
}

static void what_nobody_can_do_is_counted_and_the_task_waits_in_the_global_queue(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd_of_its_own();
    SET_ENQUEUE(def, OP16(SMALL, 9, 1), OP(XOR, 10, 0, 9), OP16(SMALL, 11, 0), OP16(SMALL, 12, 999),
                ASK(13, DSQ_INSERT, 10), OP(LEAVE, 0, 0, 0)); /* another task */
    assert_fails(def, SS_POLICY_END_NOBODY);
    SET_ENQUEUE(def, OP(MOVE, 10, 0, 0), OP16(SMALL, 11, 64), OP16(SMALL, 12, 999),
                ASK(13, DSQ_INSERT, 10), OP(LEAVE, 0, 0, 0)); /* no such queue */
    assert_fails(def, SS_POLICY_END_INDEX);
    SET_ENQUEUE(def, OP(MOVE, 10, 0, 0), OP16(SMALL, 11, 0), OP16(SMALL, 12, 0),
                ASK(13, DSQ_INSERT, 10), OP(LEAVE, 0, 0, 0)); /* no slice */
    assert_fails(def, SS_POLICY_END_NUMBER);
    SET_ENQUEUE(def, OP16(SMALL, 10, 0), ASK(13, DSQ_MOVE_TO_LOCAL, 10),
                OP(LEAVE, 0, 0, 0)); /* only dispatch takes */
    assert_fails(def, SS_POLICY_END_NOBODY);
    SET_ENQUEUE(def, OP(RETURN, 1, 0, 0)); /* there is no answer to give */
    assert_fails(def, SS_POLICY_END_REFUSED);
    SET_ENQUEUE(def, OP(LEAVE, 0, 0, 0));
    assert_fails(def, SS_POLICY_END_LEFT);
    free(def);
}

/* No CPU takes from queue 5, but tasks for which the policy names no queue still run. */
static void tasks_that_nobody_takes_wait_and_break_nothing(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd_of_its_own();
    SET_ENQUEUE(def, OP(MOVE, 10, 0, 0), OP16(SMALL, 11, 5), OP16(SMALL, 12, 9999),
                ASK(13, DSQ_INSERT, 10), OP(LEAVE, 0, 0, 0));
    struct ss_world *w = build(def);
    /* Soon nothing happens any more. */
    assert_int_equal(ss_world_step(w, (uint32_t)UNTIL, 0, 0), SS_STEP_FINISHED);
    assert_nobody_is_lost(w);
    assert_true(w->sched->ext->queue[5].count > 0);
    free(w);
    free(def);
}

static void points_and_changes_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    SET_POLICY(def, DISPATCH, OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "policy_entry[7] needs a custom scheduling class");
    def = crowd_of_its_own();
    SET_POLICY(def, BALANCE, OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "policy_entry[1] needs the full fair class");
    def = crowd_of_its_own();
    SET_POLICY(def, SELECT_CPU, ASK(5, CPU_UTIL, 1), OP(LEAVE, 0, 0, 0));
    assert_world_refused(def, "POLICY_CALL_CPU_UTIL needs the full fair class");
    def = crowd_of_its_own();
    def->interventions = 1;
    def->intervention_at_low[0] = 2 * MS;
    def->intervention_kind[0] = SS_INTERVENE_AFFINITY;
    def->intervention_task[0] = UINT32_MAX;
    def->intervention_cpus[0] = 0x0f;
    assert_world_refused(def, "affinity cannot change under");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_policy_tasks_wait_in_one_queue_for_all),
        cmocka_unit_test(a_simple_scheduler_keeps_every_cpu_at_work),
        cmocka_unit_test(first_come_first_served_gives_all_the_same_time),
        cmocka_unit_test(a_queue_by_vtime_is_in_order),
        cmocka_unit_test(what_nobody_can_do_is_counted_and_the_task_waits_in_the_global_queue),
        cmocka_unit_test(tasks_that_nobody_takes_wait_and_break_nothing),
        cmocka_unit_test(points_and_changes_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
