/* PI mutexes by themselves: threads that follow a script, which of them are boosted along which
 * chain, and which gets the mutex next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ipc/pi_mutex.h"
#include "sched/core/interrupts.h"
#include "ipc/ipc.h"
#include "support_pi.h"

/* The threads of a pi_stress world run other programs: a step list each, from a table. */
enum action { END, LOCK, UNLOCK, RUN, SLEEP };

struct action_step {
    enum action action;
    u32 argument; /* futex, or ns */
};

static const struct action_step *script_of[64]; /* by task: the step at hand */

struct scripted_frame {
    struct ss_path path;
};

/* One step of the current task's script; the task's base path repeats it. */
static bool scripted(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(scripted);
    const struct action_step *const step = script_of[cpu->current];
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
    script_of[cpu->current] += step->action != END;
    PATH_END;
}

/* Every thread of groups 0 to 2 gets its script before the first event; one without a script
 * sleeps. */
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
    struct ss_world_def *def = pi_machine(3);
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
    struct ss_world_def *def = pi_machine(3);
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
            const struct ss_ipc_task *waits = &w->ipc->task[task_of(w, group, thread)];
            assert_int_equal(waits->pi_held, SS_NO_FUTEX);
            assert_int_equal(waits->pi_blocked_on, SS_NO_FUTEX);
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
    struct ss_world_def *def = pi_machine(3);
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
    struct ss_world_def *def = pi_machine(3);
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
    struct ss_world_def *def = pi_machine(3);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_rt1_holder_is_boosted_to_rt3_by_way_of_normal),
        cmocka_unit_test(boosting_goes_along_a_chain_of_holders),
        cmocka_unit_test(the_first_waiter_by_priority_gets_the_mutex),
        cmocka_unit_test(a_lowered_task_stays_ahead_of_its_equals),
        cmocka_unit_test(a_fair_holder_is_boosted_into_the_rt_class_and_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
