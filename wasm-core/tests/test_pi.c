/* Priority inheritance and the workloads that live on futexes: what boosting does to run queues and
 * to cpupri, counted on the records of real runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/path.h"
#include "exec/record.h"
#include "ipc/barrier.h"
#include "ipc/mutex.h"
#include "ipc/pi_mutex.h"
#include "sched/core/interrupts.h"
#include "sched/run_queue.h"
#include "support_machine.h"
#include "support_world.h"
#include "workload/workload.h"

enum { GROUPS, USER_NS };
enum { LOW, MEDIUM, HIGH };
#define RT(user_priority) (99 - (user_priority)) /* kernel prio */

/* One socket of two nodes, four cores a node, no SMT: 8 CPUs. */
static struct ss_world_def *machine(uint32_t groups)
{
    struct ss_world_def *shape =
        make_regular_machine((struct regular_machine){.nodes = 2,
                                                      .llcs_per_node = 1,
                                                      .cores_per_llc = 4,
                                                      .threads = 1,
                                                      .nodes_per_package = 2,
                                                      .near = 12,
                                                      .far = 20});
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = shape->cpus;
    def->nodes = shape->nodes;
    memcpy(def->cpu_core, shape->cpu_core, sizeof(def->cpu_core));
    memcpy(def->cpu_l2, shape->cpu_l2, sizeof(def->cpu_l2));
    memcpy(def->cpu_llc, shape->cpu_llc, sizeof(def->cpu_llc));
    memcpy(def->cpu_package, shape->cpu_package, sizeof(def->cpu_package));
    memcpy(def->cpu_node, shape->cpu_node, sizeof(def->cpu_node));
    memcpy(def->distance, shape->distance, sizeof(def->distance));
    free(shape);
    def->workload = SS_WORKLOAD_PI_STRESS;
    def->workload_parameter[GROUPS] = groups;
    def->workload_parameter[USER_NS] = 100;
    def->ring_records = 1u << 20;
    def->seed_low = 1;
    return def;
}

static i32 task_of(const struct ss_world *w, u32 group, u32 thread)
{
    return (i32)(w->topology.cpus + 1 + group * 3 + thread);
}

/* Calls `see` for every record so far, oldest first; the ring must hold them all. */
static void each_record(struct ss_world *w, void (*see)(void *, const struct ss_record *),
                        void *context)
{
    assert_true(w->clock->records <= w->limits.ring_records);
    for (u64 i = 0; i < w->clock->records; i++)
        see(context, &w->ring[i]);
}

/* ---- pi_stress ------------------------------------------------------------------------------- */

struct level_traffic {
    u32 cpu;
    u32 scores, updates, outside; /* outside: touched another level than 1 to 3 */
    u32 least, most;              /* updates from one score to the next */
};

static void see_levels(void *context, const struct ss_record *record)
{
    struct level_traffic *t = context;
    if (record->kind == SS_RECORD_LEVEL && record->c == t->cpu && t->scores) {
        i32 new_level = (i32)record->a - 1, old_level = (i32)record->b - 1;
        t->updates++;
        t->outside += new_level < 1 || new_level > 3 || old_level < 1 || old_level > 3;
    }
    if (record->kind != SS_RECORD_SCORE || record->b + 1 != t->cpu)
        return;
    if (t->scores++) {
        t->least = ss_min_u32(t->least, t->updates);
        t->most = ss_max_u32(t->most, t->updates);
    }
    t->updates = 0;
}

static void an_inversion_makes_exactly_14_level_updates_on_levels_1_to_3(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1);
    struct ss_world *w = build(def);
    step_to(w, 5000000);
    struct level_traffic traffic = {.cpu = 1, .least = UINT32_MAX};
    each_record(w, see_levels, &traffic);
    assert_true(traffic.scores > 50);
    assert_int_equal(traffic.least, 14);
    assert_int_equal(traffic.most, 14);
    assert_int_equal(traffic.outside, 0);
    free(w);
    free(def);
}

struct atomics {
    struct ss_world *w;
    u64 on_vectors, score;
};

static void see_atomics(void *context, const struct ss_touch_note *touch)
{
    struct atomics *seen = context;
    if (touch->operation < SS_OPERATION_INCREMENT || touch->operation > SS_OPERATION_CLEAR_BIT)
        return;
    u32 structure = seen->w->shared.place[ss_line_of(touch->address)].structure;
    if (touch->symbol == SS_SYMBOL_cpupri_set &&
        (structure == SS_STRUCTURE_ROOT_DOMAIN || structure == SS_STRUCTURE_CPUPRI_MASK))
        seen->on_vectors++;
}

static void an_inversion_makes_56_atomics_on_counts_and_masks(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1);
    struct ss_world *w = build(def);
    while (w->clock->score < 10) /* past the start, at the end of an inversion */
        ss_world_step(w, 5000000, 0, 1);
    struct atomics seen = {.w = w, .score = w->clock->score};
    w->observer = (struct ss_observer){see_atomics, &seen};
    while (w->clock->score < seen.score + 20)
        ss_world_step(w, 5000000, 0, 1);
    assert_int_equal(seen.on_vectors, 20 * 56);
    free(w);
    free(def);
}

static void nobody_searches_for_pinned_threads_and_no_cpu_is_overloaded(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(7);
    struct ss_world *w = build(def);
    step_to(w, 2000000);
    for (u32 i = 0; i < w->c2c.count[0]; i++) {
        assert_int_not_equal(w->c2c.row[i].symbol, SS_SYMBOL_cpupri_find_fitness);
        assert_int_not_equal(w->c2c.row[i].symbol, SS_SYMBOL_enqueue_pushable_task);
    }
    assert_int_equal(w->sched->state->rto_count, 0);
    free(w);
    free(def);
}

struct boosts {
    u32 up, down;
    i32 low;
};

static void see_boosts(void *context, const struct ss_record *record)
{
    struct boosts *seen = context;
    if (record->kind != SS_RECORD_PRIORITY)
        return;
    assert_int_equal(record->a, seen->low);
    if (record->b == RT(3)) {
        assert_int_equal(record->c, RT(1));
        seen->up++;
    } else {
        assert_int_equal(record->b, RT(1));
        assert_int_equal(record->c, RT(3));
        seen->down++;
    }
    assert_true(seen->up == seen->down || seen->up == seen->down + 1);
}

static void the_low_thread_is_lent_the_priority_of_the_high_one_once_an_inversion(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(1);
    struct ss_world *w = build(def);
    step_to(w, 3000000);
    struct boosts seen = {.low = task_of(w, 0, LOW)};
    each_record(w, see_boosts, &seen);
    assert_true(seen.down > 20);
    assert_in_range(w->clock->score, seen.down - 1, seen.down);
    free(w);
    free(def);
}

static void groups_share_the_shutdown_flag_and_all_of_them_go_on(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(7);
    struct ss_world *w = build(def);
    step_to(w, 10000000);
    for (u32 group = 0; group < 7; group++) {
        struct level_traffic traffic = {.cpu = group + 1, .least = UINT32_MAX};
        each_record(w, see_levels, &traffic);
        assert_true(traffic.scores > 50);
        assert_int_equal(traffic.least, 14);
        /* Who has to wait for the flag goes to sleep and takes the CPU to NORMAL and back. */
        assert_true(traffic.most <= 14 + 2);
    }
    free(w);
    free(def);
}

/* ---- PI mutexes by themselves ---------------------------------------------------------------- */

/* The threads of a pi_stress world run other programs: a step list each, from a table. */
enum action { END, LOCK, UNLOCK, RUN, SLEEP };

struct action_step {
    enum action action;
    u32 argument; /* futex, or ns */
};

static const struct action_step *script_of[64]; /* by task */

struct scripted_frame {
    struct ss_path path;
};

/* One step of the current task's script; the task's base path repeats it. */
static bool scripted(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(scripted);
    struct ss_task *const task = ss_current(w, cpu);
    const struct action_step *const step = &script_of[cpu->current][task->program[0]];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(user_run, .ns = step->action == RUN ? step->argument : 10);
    if (step->action == LOCK)
        PATH_CALL(pi_mutex_lock, .futex = step->argument);
    if (step->action == UNLOCK)
        PATH_CALL(pi_mutex_unlock, .futex = step->argument);
    if (step->action == SLEEP)
        PATH_CALL(hrtimer_nanosleep, .ns = step->argument);
    if (step->action == END)
        PATH_CALL(hrtimer_nanosleep, .ns = 1000000000);
    task->program[0] += step->action != END;
    PATH_END;
}

/* Every thread of groups 0 to 2 gets its script before the first event; who has none sleeps. */
static struct ss_world *scripted_world(struct ss_world_def *def,
                                       const struct action_step *scripts[3][3])
{
    static const struct action_step nothing[] = {{END, 0}};
    struct ss_world *w = build(def);
    for (u32 group = 0; group < 3; group++)
        for (u32 thread = 0; thread < 3; thread++) {
            i32 task = task_of(w, group, thread);
            struct task_main_frame *base = (struct task_main_frame *)w->stack[task].bytes;
            base->program = scripted;
            base->program_bytes = sizeof(struct scripted_frame);
            script_of[task] = scripts[group][thread] ? scripts[group][thread] : nothing;
        }
    return w;
}

#define US 1000
#define MUTEX_A 0 /* any futex of the world will do */
#define MUTEX_B 1

struct levels_of_cpu {
    u32 cpu, count;
    u64 from;
    i32 level[16]; /* new levels, in order */
};

static void see_levels_of_cpu(void *context, const struct ss_record *record)
{
    struct levels_of_cpu *seen = context;
    if (record->kind == SS_RECORD_LEVEL && record->c == seen->cpu && record->time >= seen->from &&
        seen->count < 16)
        seen->level[seen->count++] = (i32)record->a - 1;
}

static void a_lone_rt1_holder_is_boosted_to_rt3_by_way_of_normal(void **state)
{
    (void)state;
    static const struct action_step low[] = {{SLEEP, 50 * US},  {LOCK, MUTEX_A}, {RUN, 400 * US},
                                             {UNLOCK, MUTEX_A}, {RUN, 300 * US}, {END, 0}};
    static const struct action_step high[] = {
        {SLEEP, 200 * US}, {LOCK, MUTEX_A}, {UNLOCK, MUTEX_A}, {END, 0}};
    const struct action_step *scripts[3][3] = {[0] = {[LOW] = low}, [1] = {[HIGH] = high}};
    struct ss_world_def *def = machine(3);
    struct ss_world *w = scripted_world(def, scripts);
    step_to(w, 150 * US);
    assert_int_equal(w->sched->cpu_to_pri[1], 1);
    step_to(w, 300 * US);
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(3));
    assert_int_equal(w->sched->cpu_to_pri[1], 3);
    struct levels_of_cpu seen = {.cpu = 1, .from = 150 * US};
    each_record(w, see_levels_of_cpu, &seen);
    const i32 boost[] = {SS_LEVEL_NORMAL, 3};
    assert_int_equal(seen.count, 2);
    assert_memory_equal(seen.level, boost, sizeof(boost));
    step_to(w, 600 * US);
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(1));
    seen = (struct levels_of_cpu){.cpu = 1, .from = 300 * US};
    each_record(w, see_levels_of_cpu, &seen);
    const i32 deboost[] = {SS_LEVEL_NORMAL, 1};
    assert_int_equal(seen.count, 2);
    assert_memory_equal(seen.level, deboost, sizeof(deboost));
    free(w);
    free(def);
}

static void boosting_goes_along_a_chain_of_holders(void **state)
{
    (void)state;
    /* Low of group 0 holds A; low of group 1 holds B and waits for A; high of group 2 wants B. */
    static const struct action_step first[] = {
        {LOCK, MUTEX_A}, {RUN, 500 * US}, {UNLOCK, MUTEX_A}, {END, 0}};
    static const struct action_step second[] = {{LOCK, MUTEX_B},   {SLEEP, 50 * US},
                                                {LOCK, MUTEX_A},   {UNLOCK, MUTEX_A},
                                                {UNLOCK, MUTEX_B}, {END, 0}};
    static const struct action_step third[] = {
        {SLEEP, 200 * US}, {LOCK, MUTEX_B}, {RUN, 20 * US}, {UNLOCK, MUTEX_B}, {END, 0}};
    const struct action_step *scripts[3][3] = {
        [0] = {[LOW] = first}, [1] = {[LOW] = second}, [2] = {[HIGH] = third}};
    struct ss_world_def *def = machine(3);
    struct ss_world *w = scripted_world(def, scripts);
    step_to(w, 150 * US);
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(1));
    step_to(w, 300 * US);
    assert_int_equal(w->task[task_of(w, 1, LOW)].prio, RT(3));
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(3));
    step_to(w, 2000 * US);
    for (u32 group = 0; group < 3; group++)
        for (u32 thread = 0; thread < 3; thread++) {
            const struct ss_task *task = &w->task[task_of(w, group, thread)];
            assert_int_equal(task->prio, task->normal_prio);
            assert_int_equal(task->pi_held, SS_NO_FUTEX);
            assert_int_equal(task->pi_blocked_on, SS_NO_FUTEX);
        }
    assert_int_equal(w->ipc->futex[MUTEX_A].word & ~SS_PI_WAITERS, 0);
    assert_int_equal(w->ipc->futex[MUTEX_B].word & ~SS_PI_WAITERS, 0);
    free(w);
    free(def);
}

static void the_first_waiter_by_priority_gets_the_mutex(void **state)
{
    (void)state;
    static const struct action_step holder[] = {
        {LOCK, MUTEX_A}, {RUN, 400 * US}, {UNLOCK, MUTEX_A}, {END, 0}};
    static const struct action_step early[] = {
        {SLEEP, 100 * US}, {LOCK, MUTEX_A}, {RUN, 400 * US}, {UNLOCK, MUTEX_A}, {END, 0}};
    static const struct action_step late[] = {
        {SLEEP, 200 * US}, {LOCK, MUTEX_A}, {RUN, 400 * US}, {UNLOCK, MUTEX_A}, {END, 0}};
    const struct action_step *scripts[3][3] = {
        [0] = {[LOW] = holder}, [1] = {[MEDIUM] = early}, [2] = {[HIGH] = late}};
    struct ss_world_def *def = machine(3);
    struct ss_world *w = scripted_world(def, scripts);
    step_to(w, 150 * US);
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(2));
    step_to(w, 300 * US);
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(3));
    step_to(w, 600 * US);
    u32 word = w->ipc->futex[MUTEX_A].word;
    assert_int_equal((i32)(word & ~SS_PI_WAITERS) - 1, task_of(w, 2, HIGH));
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(1));
    step_to(w, 1000 * US);
    word = w->ipc->futex[MUTEX_A].word;
    assert_int_equal((i32)(word & ~SS_PI_WAITERS) - 1, task_of(w, 1, MEDIUM));
    step_to(w, 2000 * US);
    assert_int_equal(w->ipc->futex[MUTEX_A].word, 0);
    free(w);
    free(def);
}

static void a_lowered_task_stays_ahead_of_its_equals(void **state)
{
    (void)state;
    /* Two threads of group 0 at RT1: the holder, boosted and lowered again, still goes first when
     * the interrupter has gone. */
    static const struct action_step holder[] = {
        {LOCK, MUTEX_A}, {RUN, 300 * US}, {UNLOCK, MUTEX_A}, {RUN, 400 * US}, {END, 0}};
    static const struct action_step interrupter[] = {{SLEEP, 450 * US}, {RUN, 20 * US}, {END, 0}};
    static const struct action_step equal[] = {{SLEEP, 50 * US}, {RUN, 400 * US}, {END, 0}};
    static const struct action_step high[] = {
        {SLEEP, 150 * US}, {LOCK, MUTEX_A}, {UNLOCK, MUTEX_A}, {END, 0}};
    const struct action_step *scripts[3][3] = {
        [0] = {[LOW] = holder, [MEDIUM] = equal, [HIGH] = interrupter}, [1] = {[HIGH] = high}};
    struct ss_world_def *def = machine(3);
    struct ss_world *w = scripted_world(def, scripts);
    i32 medium = task_of(w, 0, MEDIUM);
    step_to(w, 30 * US); /* asleep: in no queue */
    assert_int_equal(w->task[medium].state, SS_TASK_SLEEPING);
    w->task[medium].prio = w->task[medium].normal_prio = RT(1);
    step_to(w, 600 * US);
    assert_int_equal(w->task[task_of(w, 0, LOW)].prio, RT(1));
    assert_int_equal(w->cpu[1].current, task_of(w, 0, LOW));
    assert_true(w->task[medium].on_rq);
    free(w);
    free(def);
}

/* ---- boosting across classes ----------------------------------------------------------------- */

static void a_fair_holder_is_boosted_into_the_rt_class_and_returns(void **state)
{
    (void)state;
    static const struct action_step holder[] = {{SLEEP, 50 * US},  {LOCK, MUTEX_A}, {RUN, 300 * US},
                                                {UNLOCK, MUTEX_A}, {RUN, 300 * US}, {END, 0}};
    static const struct action_step high[] = {
        {SLEEP, 150 * US}, {LOCK, MUTEX_A}, {UNLOCK, MUTEX_A}, {END, 0}};
    const struct action_step *scripts[3][3] = {[0] = {[LOW] = holder}, [1] = {[HIGH] = high}};
    struct ss_world_def *def = machine(3);
    struct ss_world *w = scripted_world(def, scripts);
    i32 low = task_of(w, 0, LOW);
    step_to(w, 30 * US);
    assert_int_equal(w->task[low].state, SS_TASK_SLEEPING);
    w->task[low].prio = w->task[low].normal_prio = SS_PRIO_FAIR;
    w->task[low].policy = SS_POLICY_NORMAL;
    step_to(w, 120 * US);
    assert_int_equal(w->cpu[1].current, low);
    assert_int_equal(w->sched->cpu_to_pri[1], SS_LEVEL_NORMAL);
    step_to(w, 250 * US);
    assert_int_equal(w->task[low].prio, RT(3));
    assert_int_equal(w->sched->cpu_to_pri[1], 3);
    assert_int_equal(ss_rq(w, 1)->rt_nr_running, 1);
    step_to(w, 500 * US);
    assert_int_equal(w->task[low].prio, SS_PRIO_FAIR);
    assert_int_equal(w->sched->cpu_to_pri[1], SS_LEVEL_NORMAL);
    assert_int_equal(ss_rq(w, 1)->rt_nr_running, 0);
    assert_int_equal(ss_rq(w, 1)->fair.head, low);
    free(w);
    free(def);
}

/* ---- fork and join --------------------------------------------------------------------------- */

static struct ss_world_def *fork_join(uint32_t threads)
{
    struct ss_world_def *def = machine(1);
    uint32_t parameters[] = {2, 4, threads, 20000, 2000, 0};
    def->workload = SS_WORKLOAD_FFMPEG_FORK_JOIN;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
    return def;
}

struct rounds {
    u32 workers, cpus;
    u64 done[2];      /* jobs finished by instance */
    u32 wakes_of[64]; /* by worker, of its instance's present round */
};

static void see_rounds(void *context, const struct ss_record *record)
{
    struct rounds *seen = context;
    if (record->kind != SS_RECORD_SCORE)
        return;
    u32 instance = record->b, worker = record->a - seen->cpus;
    /* Nobody finishes a job of the next round before all have finished this one. */
    assert_int_equal(seen->wakes_of[worker], seen->done[instance] / seen->workers);
    seen->wakes_of[worker]++;
    seen->done[instance]++;
}

static void a_round_ends_when_all_workers_have_finished_and_then_the_next_begins(void **state)
{
    (void)state;
    for (uint32_t threads = 2; threads <= 9; threads += 7) {
        struct ss_world_def *def = fork_join(threads);
        struct ss_world *w = build(def);
        step_to(w, 5000000);
        struct rounds seen = {.workers = threads - 1, .cpus = def->cpus};
        each_record(w, see_rounds, &seen);
        assert_true(seen.done[0] > 20 * seen.workers);
        assert_true(seen.done[1] > 20 * seen.workers);
        free(w);
        free(def);
    }
}

static void refusals_name_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = machine(8);
    assert_world_refused(def, "workload.groups");
    def = fork_join(1);
    assert_world_refused(def, "workload.threads");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_inversion_makes_exactly_14_level_updates_on_levels_1_to_3),
        cmocka_unit_test(an_inversion_makes_56_atomics_on_counts_and_masks),
        cmocka_unit_test(nobody_searches_for_pinned_threads_and_no_cpu_is_overloaded),
        cmocka_unit_test(the_low_thread_is_lent_the_priority_of_the_high_one_once_an_inversion),
        cmocka_unit_test(groups_share_the_shutdown_flag_and_all_of_them_go_on),
        cmocka_unit_test(a_lone_rt1_holder_is_boosted_to_rt3_by_way_of_normal),
        cmocka_unit_test(boosting_goes_along_a_chain_of_holders),
        cmocka_unit_test(the_first_waiter_by_priority_gets_the_mutex),
        cmocka_unit_test(a_lowered_task_stays_ahead_of_its_equals),
        cmocka_unit_test(a_fair_holder_is_boosted_into_the_rt_class_and_returns),
        cmocka_unit_test(a_round_ends_when_all_workers_have_finished_and_then_the_next_begins),
        cmocka_unit_test(refusals_name_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
