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
 * microseconds: a task with a new estimate went to sleep within them. */
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

/* The last line of the text is there where the machine has most of everything that has a name. */
static void the_names_of_the_largest_machine_are_all_there(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    def->cpus = SS_LIMIT_CPUS;
    def->nodes = SS_LIMIT_NODES;
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = (uint16_t)cpu;
        def->cpu_llc[cpu] = (uint16_t)(cpu * SS_LIMIT_LLCS / SS_LIMIT_CPUS);
        def->cpu_node[cpu] = (uint16_t)(cpu * SS_LIMIT_NODES / SS_LIMIT_CPUS);
    }
    for (uint32_t i = 0; i < SS_LIMIT_NODES * SS_LIMIT_NODES; i++)
        def->distance[i] = i % (SS_LIMIT_NODES + 1) ? 12 : SS_LOCAL_DISTANCE;
    def->cpupri_per_node = 1;
    def->cache_version = 4;
    struct ss_world *w = build(def);
    char last[64];
    snprintf(last, sizeof(last), "\nlineof %u ", w->shared.lines - 1);
    assert_non_null(strstr((const char *)w->outputs->names, last));
    assert_int_equal(w->outputs->names[w->map->names_bytes - 1], '\n');
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
        cmocka_unit_test(sleepers_leave_at_once_without_delayed_dequeue),
        cmocka_unit_test(lines_of_the_fair_class_have_fields),
        cmocka_unit_test(the_names_of_the_largest_machine_are_all_there),
        cmocka_unit_test(no_cpu_idles_beside_waiting_tasks_for_long),
        cmocka_unit_test(rt_tasks_go_first_and_fair_ones_move_to_where_they_leave_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
