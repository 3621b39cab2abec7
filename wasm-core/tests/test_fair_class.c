/* Worlds that run the full fair class: nothing is lost, CPUs are shared evenly, forks find idle
 * CPUs. In debug builds the core checks its queues after every event, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/explain/reasons.h"
#include "sched/fair/balance/migrate.h"
#include "sched/rules/pelt.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_fair.h"
#include "world/outputs.h"

static void hackbench_passes_messages_under_the_full_class(void **state)
{
    (void)state;
    for (uint32_t sockets = 0; sockets < 2; sockets++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, sockets, 1});
        struct ss_world *w = build(def);
        step_to(w, 20 * MS);
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
        step_to(w, now);
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

/* Readers and writers sleep dozens of times a millisecond, in which averages move once. */
static void an_estimate_of_utilisation_follows_the_average_not_every_sleep(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 3, 100, 1, 1});
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    const uint64_t switches = w->clock->switches;
    struct ss_fair_task *task = w->sched->fair->task;
    for (uint32_t i = w->topology.cpus; i < w->tasks; i++)
        task[i].avg = (struct ss_pelt){.util_avg = task[i].avg.util_avg,
                                       .util_sum = task[i].avg.util_sum,
                                       .last_update_time = task[i].avg.last_update_time,
                                       .period_contrib = task[i].avg.period_contrib,
                                       .util_est = 1000}; /* as if it had never waited */
    step_to(w, 22 * MS);
    assert_true(w->clock->switches - switches > 100);
    uint32_t fell = 0;
    for (uint32_t i = w->topology.cpus; i < w->tasks; i++) {
        fell += task[i].avg.util_est < 1000;
        assert_true(task[i].avg.util_est >
                    500); /* by a quarter of what is too much, twice at most */
    }
    assert_true(fell > 0);
    free(w);
    free(def);
}

static u32 estimate_from(const struct ss_pelt *avg, const struct ss_pelt *of)
{
    return ss_util_est_update(avg->util_est, of->util_avg, of->runnable_avg);
}

/* Tasks that compute for longer than averages stay the same, and pause. Looked at every two
 * microseconds: whoever has a new estimate went to sleep within them. */
static void an_estimate_is_made_of_the_averages_of_before_the_task_leaves(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 6, 0, 1, 1700000});
    def->workload_parameter[5] = 2500000;
    struct ss_world *w = build_unwatched(def);
    struct ss_pelt before[32] = {0};
    uint32_t all = 0, telling = 0;
    assert_true(w->tasks <= SS_ARRAY_LENGTH(before));
    for (uint64_t at = 20 * MS; at < 60 * MS; at += 2000) {
        step_to(w, at);
        for (uint32_t i = w->topology.cpus; i < w->tasks; i++) {
            const struct ss_pelt *now = &w->sched->fair->task[i].avg;
            if (at > 20 * MS && now->util_est != before[i].util_est) {
                assert_int_equal(now->util_est, estimate_from(&before[i], &before[i]));
                telling += now->util_est != estimate_from(&before[i], now);
                all++;
            }
            before[i] = *now;
        }
    }
    print_message("%u of %u estimates would be others after leaving\n", telling, all);
    assert_true(telling > 10);
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
    step_to(w, 300 * MS);
    ss_world_frame(w);
    for (uint32_t task = 2; task < 5; task++) {
        const uint64_t runtime = w->outputs->views.task[task].runtime;
        assert_in_range(runtime, 90 * MS, 110 * MS);
    }
    free(w);
    free(def);
}

/* ---- balancing ------------------------------------------------------------------------------- */

#define KINDS 10

/* Counts migrations by their kind up to a moment. */
static void count_migrations(struct ss_world *w, uint64_t until, uint32_t count[KINDS])
{
    const uint32_t mask = w->limits.ring_records - 1;
    while (w->clock->now < until) {
        const uint64_t first = w->clock->records;
        const i32 code = ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 1000);
        assert_true(code == SS_STEP_REACHED || code == SS_STEP_RECORDS);
        for (uint64_t at = first; at < w->clock->records; at++)
            if (w->ring[at & mask].kind == SS_RECORD_MIGRATE)
                count[w->ring[at & mask].d]++;
    }
}

static void migrations_are_told_apart_by_what_made_them(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    struct ss_world *w = build(def);
    count_migrations(w, 60 * MS, count);
    assert_true(count[SS_MIGRATE_FORK] > 5);
    assert_true(count[SS_MIGRATE_WAKE] > 5);
    assert_true(count[SS_MIGRATE_NEWIDLE] > 0);
    free(w);
    memset(count, 0, sizeof(count));
    def->workload = SS_WORKLOAD_CONTEXT;
    def->workload_parameter[0] = 19;
    def->workload_parameter[1] = 1000;
    w = build(def);
    count_migrations(w, 400 * MS, count);
    assert_true(count[SS_MIGRATE_BALANCE] > 0);
    free(w);
    free(def);
}

/* All tasks are kept on CPU 0 at first; at `until` they may go where they like. */
static void confine(struct ss_world_def *def, uint32_t tasks, uint32_t until)
{
    def->interventions = 1 + tasks;
    for (uint32_t i = 0; i <= tasks; i++) {
        def->intervention_at_low[i] = i ? until : 1;
        def->intervention_kind[i] = SS_INTERVENE_AFFINITY;
        def->intervention_task[i] = i ? def->cpus + i : UINT32_MAX;
        def->intervention_cpus[i * SS_CPU_SET_WORDS] = i ? 0xff : 1;
    }
}

static uint32_t busy_cpus(struct ss_world *w)
{
    uint32_t busy = 0;
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        busy += ss_rq(w, cpu)->nr_running > 0;
    return busy;
}

static void tickless_cpus_are_given_work_by_one_of_them(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){8, 100000, 0, 0, 0});
    confine(def, 8, 20 * MS);
    struct ss_world *w = build(def);
    count_migrations(w, 19 * MS, count);
    assert_int_equal(busy_cpus(w), 1);
    count_migrations(w, 80 * MS, count);
    assert_true(count[SS_MIGRATE_NOHZ] > 0);
    assert_int_equal(busy_cpus(w), 8);
    free(w);
    free(def);
}

/* ---- active balance -------------------------------------------------------------------------- */

/* RT tasks have taken much of the CPU lately; its own balancing would find that, but seldom. */
static void take_capacity(struct ss_world *w, uint32_t cpu)
{
    ss_cfs(w, cpu)->rt.util_avg = 900;
    ss_cfs(w, cpu)->rt.util_sum = 900 * 46718;
    ss_cfs(w, cpu)->capacity = 124;
}

/* One task that computes and has a CPU for itself, of which RT tasks have taken much lately. */
static void a_running_task_leaves_a_cpu_that_gives_it_too_little(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 100000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    const uint32_t from = (uint32_t)w->task[9].cpu;
    const uint64_t runtime = w->task[9].runtime;
    take_capacity(w, from);
    count_migrations(w, 40 * MS, count);
    assert_int_equal(count[SS_MIGRATE_ACTIVE], 1);
    assert_true(w->task[9].cpu != (i32)from);
    assert_false(ss_cfs(w, from)->active_balance);
    ss_world_frame(w);
    assert_true(w->outputs->views.task[9].runtime - runtime > 19 * MS);
    for (uint32_t cpu = 0; cpu < 8; cpu++)
        assert_int_equal(ss_rq(w, cpu)->stopper_queued, false);
    free(w);
    free(def);
}

/* Asked while the stopper of the CPU is still at work: waking what runs does nothing. */
static void a_stopper_does_what_is_asked_of_it_while_it_works(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 100000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 20 * MS);
    const uint32_t from = (uint32_t)w->task[9].cpu;
    take_capacity(w, from);
    while (!ss_cfs(w, from)->active_balance && w->clock->now < 40 * MS)
        ss_world_step(w, (uint32_t)(40 * MS), 0, 1);
    assert_true(ss_cfs(w, from)->active_balance);
    while (ss_cfs(w, from)->active_balance && w->clock->now < 40 * MS)
        ss_world_step(w, (uint32_t)(40 * MS), 0, 1);
    assert_true(ss_rq(w, from)->stopper_queued);
    ss_cfs(w, from)->active_balance = true;
    count_migrations(w, 41 * MS, count);
    assert_false(ss_cfs(w, from)->active_balance);
    assert_false(ss_rq(w, from)->stopper_queued);
    free(w);
    free(def);
}

static uint64_t moved_by_exec(uint32_t execs, uint64_t *score)
{
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def =
        toy(SS_WORKLOAD_FORK_BURST, (uint32_t[]){2, 10, 1000000, 300000, execs});
    struct ss_world *w = build(def);
    count_migrations(w, 40 * MS, count);
    *score = w->clock->score;
    for (uint32_t cpu = 0; cpu < 8; cpu++)
        assert_false(ss_exec_wanted(w, cpu) && !ss_rq(w, cpu)->stopper_queued);
    free(w);
    free(def);
    return count[SS_MIGRATE_EXEC];
}

/* Where a task was put at its fork may have become busier until it first runs. */
static void a_task_that_replaces_its_program_is_placed_once_more(void **state)
{
    (void)state;
    uint64_t score[2];
    assert_int_equal(moved_by_exec(0, &score[0]), 0);
    assert_true(moved_by_exec(1, &score[1]) > 5);
    assert_true(score[0] > 100 && score[1] > 100);
}

/* Each of the tasks has a CPU for itself, but both are threads of one core. */
static void two_threads_of_a_core_do_not_stay_busy_beside_an_idle_core(void **state)
{
    (void)state;
    uint32_t count[KINDS] = {0};
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){2, 100000, 0, 0, 0});
    for (uint16_t cpu = 0; cpu < 8; cpu++)
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu / 2;
    confine(def, 2, 20 * MS);
    for (uint32_t i = 0; i < 3; i++)
        def->intervention_cpus[i * SS_CPU_SET_WORDS] = i ? 0xff : 3;
    struct ss_world *w = build(def);
    count_migrations(w, 19 * MS, count);
    assert_int_equal(w->task[9].cpu / 2, w->task[10].cpu / 2);
    count_migrations(w, 200 * MS, count);
    /* To another core first; then, as groups prefer to be even, to the other cache. */
    assert_in_range(count[SS_MIGRATE_ACTIVE], 1, 2);
    assert_true(w->task[9].cpu / 4 != w->task[10].cpu / 4);
    free(w);
    free(def);
}

/* Kernels before v6.17 went on looking for work when a CPU went idle, whatever came of it. */
static void newly_idle_cpus_stop_looking_when_failures_count_for_more_than_they_take(void **state)
{
    (void)state;
    uint32_t pulled[2];
    for (uint32_t rule = 0; rule < 2; rule++) {
        uint32_t count[KINDS] = {0};
        struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 3, 100, 0, 1});
        def->newidle_fail_cost = rule ? SS_NEWIDLE_MEASURES : SS_NEWIDLE_RAISES;
        struct ss_world *w = build(def);
        count_migrations(w, 60 * MS, count);
        pulled[rule] = count[SS_MIGRATE_NEWIDLE];
        free(w);
        free(def);
    }
    assert_true(pulled[1] > 2 * pulled[0]);
}

/* Kernels before v6.12: no wake-up finds its task still queued, unless it had not left yet. */
static void sleepers_leave_at_once_without_delayed_dequeue(void **state)
{
    (void)state;
    for (uint32_t off = 0; off < 2; off++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 8, 100, 0, 1});
        def->delayed_dequeue = !off;
        struct ss_world *w = build(def);
        uint32_t delayed = 0;
        for (uint32_t ms = 1; ms <= 20; ms++) {
            step_to(w, ms * MS);
            for (uint32_t task = w->topology.cpus; task < w->tasks; task++)
                delayed += w->sched->fair->entity[task].delayed;
        }
        assert_int_equal(!delayed, off);
        free(w);
        free(def);
    }
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool has_field(const struct ss_world *w, uint32_t structure, const char *name)
{
    const char *at = (const char *)w->outputs->names;
    char start[32];
    snprintf(start, sizeof(start), "fieldat %u ", structure);
    for (; (at = strstr(at, start)); at++)
        if (strstr(at, name) && strstr(at, name) < strchr(at, '\n'))
            return true;
    return false;
}

/* A line whose traffic is shown without the name of a field says little. */
static void lines_of_the_fair_class_have_fields(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 2, 100, 0, 1});
    struct ss_world *w = build(def);
    assert_true(w->map->names_bytes > 0 && !w->outputs->names[w->map->names_bytes]);
    assert_true(has_field(w, SS_STRUCTURE_CFS_RQ, "cfs.avg"));
    assert_true(has_field(w, SS_STRUCTURE_CFS_RQ, "active_balance"));
    assert_true(has_field(w, SS_STRUCTURE_SCHED_DOMAIN_SHARED, "nr_idle_scan"));
    assert_true(has_field(w, SS_STRUCTURE_GROUP_CAPACITY, "imbalance"));
    assert_true(has_field(w, SS_STRUCTURE_NOHZ, "nr_cpus"));
    free(w);
    free(def);
}

/* Longest time, in ms, for which an LLC had an idle CPU beside one with two or more waiting. */
static uint32_t longest_neglect(struct ss_world *w, uint32_t from_ms, uint32_t to_ms)
{
    uint32_t since[2] = {0, 0}, longest = 0;
    for (uint32_t ms = from_ms; ms < to_ms; ms++) {
        step_to(w, ms * MS);
        for (uint32_t llc = 0; llc < 2; llc++) {
            bool idle = false, waiting = false;
            for (uint32_t cpu = llc * 4; cpu < llc * 4 + 4; cpu++) {
                idle = idle || !ss_rq(w, cpu)->nr_running;
                waiting = waiting || ss_cfs(w, cpu)->h_nr_runnable > 2;
            }
            since[llc] = idle && waiting ? since[llc] + 1 : 0;
            longest = since[llc] > longest ? since[llc] : longest;
        }
    }
    return longest;
}

static void no_cpu_idles_beside_waiting_tasks_for_long(void **state)
{
    (void)state;
    static const uint32_t bursts[][5] = {
        {2, 12, 3000000, 500000, 0}, {1, 30, 1000000, 2000000, 0}, {4, 5, 8000000, 100000, 0}};
    for (uint32_t i = 0; i < 3; i++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_FORK_BURST, bursts[i]);
        struct ss_world *w = build(def);
        assert_true(w->domains->domain[w->domains->cpu[0].base].max_interval == 8);
        assert_true(longest_neglect(w, 1, 150) <= 8);
        free(w);
        free(def);
    }
}

/* ---- together with the RT class -------------------------------------------------------------- */

static void rt_tasks_go_first_and_fair_ones_move_to_where_they_leave_room(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){10, 100000, 0, 0, 0});
    struct ss_world *w = build(def);
    for (i32 task = 9; task < 13; task++) {
        w->task[task].prio = w->task[task].normal_prio = 50;
        w->task[task].policy = SS_POLICY_FIFO;
    }
    step_to(w, 100 * MS);
    uint64_t before[13];
    uint32_t reduced = 0, crowded = 0; /* a busy CPU balances every 64 ms at most */
    ss_world_frame(w);
    for (uint32_t task = 9; task < 13; task++)
        before[task] = w->outputs->views.task[task].runtime;
    step_to(w, 800 * MS);
    ss_world_frame(w);
    for (uint32_t task = 9; task < 13; task++)
        assert_true(w->outputs->views.task[task].runtime - before[task] == 700 * MS);
    for (uint32_t cpu = 0; cpu < 8; cpu++) {
        const struct ss_rq *rq = ss_rq(w, cpu);
        reduced += ss_cfs(w, cpu)->capacity < 512;
        crowded += rq->rt_nr_running && ss_cfs(w, cpu)->h_nr_runnable;
    }
    assert_int_equal(reduced, 4);
    assert_int_equal(crowded, 0);
    free(w);
    free(def);
}

/* ---- records of load balance ----------------------------------------------------------------- */

/* Counts decisions of one kind in the explain ring, those with a reason apart. */
static uint32_t decisions(const struct ss_world *w, uint8_t decision, uint8_t reason)
{
    uint32_t count = 0;
    assert_true(w->clock->explains <= w->limits.explain_records);
    for (uint32_t i = 0; i < w->clock->explains; i++)
        count += w->explain[i].head.decision == decision &&
                 (!reason || w->explain[i].head.reason == reason);
    return count;
}

/* All 24 threads begin on the first of two caches; the CPUs of the other are idle. */
static struct ss_world *run_lopsided(struct ss_world_def **def, uint64_t until)
{
    *def = toy(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 24, 0, 0, 0});
    (*def)->workload_parameter[6] = 1;
    (*def)->explain_records = 1 << 14;
    struct ss_world *w = build_unwatched(*def);
    step_to(w, until);
    return w;
}

static void every_task_that_balancing_moves_says_why_and_every_such_pass_how_many(void **state)
{
    (void)state;
    struct ss_world_def *def;
    struct ss_world *w = run_lopsided(&def, 60 * MS);
    uint32_t moved = 0;
    for (uint32_t i = 0; i < w->clock->explains; i++) {
        const struct ss_explain_pass *e = &w->explain[i].pass;
        if (e->decision != SS_DECISION_BALANCE)
            continue;
        assert_int_equal(e->task, SS_NO_TASK);
        assert_true(e->reason == SS_REASON_LB_MOVED ? e->moved > 0 : !e->moved);
        assert_in_range(e->domain_cpus, 2, 8);
        moved += e->moved;
    }
    assert_true(moved >= 8);
    assert_int_equal(decisions(w, SS_DECISION_DETACH, 0), moved);
    assert_int_equal(decisions(w, SS_DECISION_DETACH, SS_REASON_MV_OK) +
                         decisions(w, SS_DECISION_DETACH, SS_REASON_MV_HOT_ANYWAY),
                     moved);
    free(w);
    free(def);
}

static void passes_over_even_groups_say_what_made_them_even(void **state)
{
    (void)state;
    struct ss_world_def *def;
    struct ss_world *w = run_lopsided(&def, 400 * MS);
    const uint32_t passes = decisions(w, SS_DECISION_BALANCE, 0);
    assert_true(passes > decisions(w, SS_DECISION_BALANCE, SS_REASON_LB_MOVED));
    for (uint32_t i = 0; i < w->clock->explains; i++)
        if (w->explain[i].head.decision == SS_DECISION_BALANCE &&
            w->explain[i].head.reason >= SS_REASON_LB_LOCAL_BUSIER &&
            w->explain[i].head.reason <= SS_REASON_LB_NO_CPU)
            assert_int_equal(w->explain[i].head.previous, -1);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hackbench_passes_messages_under_the_full_class),
        cmocka_unit_test(forks_fill_idle_cpus_before_they_share_one),
        cmocka_unit_test(an_estimate_of_utilisation_follows_the_average_not_every_sleep),
        cmocka_unit_test(an_estimate_is_made_of_the_averages_of_before_the_task_leaves),
        cmocka_unit_test(computing_tasks_share_a_cpu_evenly),
        cmocka_unit_test(migrations_are_told_apart_by_what_made_them),
        cmocka_unit_test(tickless_cpus_are_given_work_by_one_of_them),
        cmocka_unit_test(newly_idle_cpus_stop_looking_when_failures_count_for_more_than_they_take),
        cmocka_unit_test(sleepers_leave_at_once_without_delayed_dequeue),
        cmocka_unit_test(a_running_task_leaves_a_cpu_that_gives_it_too_little),
        cmocka_unit_test(a_stopper_does_what_is_asked_of_it_while_it_works),
        cmocka_unit_test(a_task_that_replaces_its_program_is_placed_once_more),
        cmocka_unit_test(two_threads_of_a_core_do_not_stay_busy_beside_an_idle_core),
        cmocka_unit_test(lines_of_the_fair_class_have_fields),
        cmocka_unit_test(no_cpu_idles_beside_waiting_tasks_for_long),
        cmocka_unit_test(rt_tasks_go_first_and_fair_ones_move_to_where_they_leave_room),
        cmocka_unit_test(every_task_that_balancing_moves_says_why_and_every_such_pass_how_many),
        cmocka_unit_test(passes_over_even_groups_say_what_made_them_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
