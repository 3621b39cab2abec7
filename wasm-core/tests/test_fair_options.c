/* What the fair class does only where a kernel asks for it: waking a task that is still being
 * switched out, bringing the averages of idle CPUs up to date, tasks of other policies (spec "Fair
 * scheduler" sections 4.7, 9.7, 11 and 12). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/record.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/fair/balance/nohz.h"
#include "sched/fair/queue/preempt.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_fair.h"
#include "world/outputs.h"

/* With a sixth parameter, and with records of why decisions fell as they did. */
static struct ss_world_def *explained(uint32_t workload, const uint32_t parameters[6])
{
    struct ss_world_def *def = toy(workload, parameters);
    def->workload_parameter[5] = parameters[5];
    def->explain_records = 1 << 16;
    return def;
}

/* Calls back for every record up to a moment, when the event that wrote it is over. */
static void watch(struct ss_world *w, uint64_t until,
                  void (*seen)(struct ss_world *w, const struct ss_record *record, void *data),
                  void *data)
{
    for (uint64_t at = w->clock->records; w->clock->now < until;) {
        ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 1);
        for (; at < w->clock->records; at++)
            seen(w, &w->ring[at & (w->limits.ring_records - 1)], data);
    }
}

/* Runs the world and releases it; the score that it came to. No task is left waking. */
static uint64_t run_watched(struct ss_world_def *def, uint64_t until,
                            void (*seen)(struct ss_world *w, const struct ss_record *record,
                                         void *data),
                            void *data)
{
    struct ss_world *w = build_unwatched(def);
    watch(w, until, seen, data);
    const uint64_t score = w->clock->score;
    for (uint32_t task = w->topology.cpus; task < w->tasks; task++)
        assert_false(w->task[task].state == SS_TASK_WAKING &&
                     w->clock->now - w->task[task].woken_at > MS);
    free(w);
    free(def);
    return score;
}

/* ---- waking a task on its way out ------------------------------------------------------------ */

struct wakeups {
    uint32_t all, listed, near, far;
    bool allowed; /* every one that was left to its CPU may have been */
};

static void note_wakeup(struct ss_world *w, const struct ss_record *record, void *data)
{
    struct wakeups *n = data;
    if (record->kind != SS_RECORD_DECISION || record->b != SS_DECISION_SELECT_FAIR)
        return;
    const struct ss_explain *e = &w->explain[record->d & (w->limits.explain_records - 1)].head;
    n->all++;
    if (e->reason != SS_REASON_TQ_WAKELIST_ONCPU)
        return;
    const uint32_t waker = record->cpu, target = (uint32_t)e->chosen;
    const bool near = ss_cpus_share_cache(w->domains, waker, target);
    n->listed++;
    n->near += near;
    n->far += !near;
    n->allowed = n->allowed && e->chosen == e->previous && waker != target &&
                 (!near || !ss_rq(w, target)->nr_running);
}

static struct wakeups wakeups_with(uint32_t wake_leaving, uint64_t *score)
{
    struct ss_world_def *def = explained(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 5, 100, 0, 1, 0});
    struct wakeups n = {.allowed = true};
    def->wake_leaving = wake_leaving;
    *score = run_watched(def, 20 * MS, note_wakeup, &n);
    return n;
}

static void a_task_on_its_way_out_is_left_to_its_cpu_where_the_wakelist_may_be_used(void **state)
{
    (void)state;
    uint64_t score[2];
    const struct wakeups waits = wakeups_with(0, &score[0]), listed = wakeups_with(1, &score[1]);
    assert_true(waits.all > 100);
    assert_int_equal(waits.listed, 0);
    assert_true(listed.near > 0);
    assert_true(listed.far > 0);
    assert_true(listed.allowed);
    assert_true(score[0] > 1000 && score[1] > 1000);
    assert_true(score[0] != score[1]);
}

/* ---- how a CPU is told to switch ------------------------------------------------------------- */

struct interrupts {
    uint32_t to_busy, to_idle;
};

static void note_reschedule(struct ss_world *w, const struct ss_record *record, void *data)
{
    struct interrupts *n = data;
    if (record->kind != SS_RECORD_IPI || record->b != SS_VECTOR_RESCHEDULE)
        return;
    if (ss_rq(w, record->a)->current == (int32_t)record->a)
        n->to_idle++;
    else
        n->to_busy++;
}

/* More tasks than CPUs, so that wake-ups find CPUs at work. */
static struct interrupts interrupts_under(uint32_t preemption, uint64_t *score)
{
    struct ss_world_def *def = explained(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 10, 100, 0, 1, 0});
    struct interrupts n = {0};
    def->preemption = preemption;
    *score = run_watched(def, 20 * MS, note_reschedule, &n);
    return n;
}

static void lazy_preemption_interrupts_idle_cpus_alone(void **state)
{
    (void)state;
    uint64_t score[2];
    const struct interrupts immediate = interrupts_under(SS_PREEMPTION_IMMEDIATE, &score[0]),
                            lazy = interrupts_under(SS_PREEMPTION_LAZY, &score[1]);
    print_message("to busy, to idle CPUs: %u, %u at once; %u, %u lazily\n", immediate.to_busy,
                  immediate.to_idle, lazy.to_busy, lazy.to_idle);
    assert_true(immediate.to_busy > 20);
    assert_int_equal(lazy.to_busy, 0);
    assert_true(lazy.to_idle > 0);
    assert_true(score[0] > 1000 && score[1] > 1000);
}

struct stays {
    uint32_t all, at_once, lazily;
    bool was_asked[8]; /* by CPU: to switch, in one way or the other, before this event */
};

static bool is_newest(const struct ss_world *w, const struct ss_record *record)
{
    return record == &w->ring[(w->clock->records - 1) & (w->limits.ring_records - 1)];
}

/* How the CPU has been asked to switch that a task stayed on, as it was woken before it had left:
 * that is in the same event. */
static void note_stay(struct ss_world *w, const struct ss_record *record, void *data)
{
    struct stays *n = data;
    if (record->kind == SS_RECORD_DECISION && record->b == SS_DECISION_SELECT_FAIR) {
        const struct ss_explain *e = &w->explain[record->d & (w->limits.explain_records - 1)].head;
        const struct ss_cpu *cpu = ss_cpu(w, (uint32_t)e->chosen);
        const bool stays = e->reason == SS_REASON_WK_DELAYED;
        n->all += stays;
        n->at_once += stays && cpu->need_resched && !n->was_asked[e->chosen];
        n->lazily += stays && cpu->resched_lazily && !n->was_asked[e->chosen];
    }
    for (uint32_t cpu = 0; is_newest(w, record) && cpu < w->topology.cpus; cpu++)
        n->was_asked[cpu] = ss_wants_resched(ss_cpu(w, cpu));
}

/* Every other task is SCHED_IDLE: a task that is back before it has left comes before those. */
static struct stays stays_under(uint32_t preemption)
{
    struct ss_world_def *def = explained(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 5, 100, 0, 1, 0});
    struct stays n = {0};
    def->cpus = 4;
    def->sched_idle_every = 2;
    def->preemption = preemption;
    run_watched(def, 20 * MS, note_stay, &n);
    return n;
}

static void a_task_that_had_not_left_yet_preempts_lazily_too(void **state)
{
    (void)state;
    const struct stays immediate = stays_under(SS_PREEMPTION_IMMEDIATE),
                       lazy = stays_under(SS_PREEMPTION_LAZY);
    print_message("of %u and %u that stayed: %u preempt at once, %u lazily\n", immediate.all,
                  lazy.all, immediate.at_once, lazy.lazily);
    assert_true(immediate.at_once > 3);
    assert_int_equal(immediate.lazily, 0);
    assert_true(lazy.lazily > 3);
    assert_int_equal(lazy.at_once, 0);
}

/* A task computes on CPU 0 and is asked to give way: when its CPU has seen to it. */
static uint64_t served_under(uint32_t preemption)
{
    struct ss_world_def *def =
        explained(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 8, 0, 0, 500000000, 1000000});
    def->preemption = preemption;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 10 * MS + MS / 4);
    struct ss_cpu *cpu = ss_cpu(w, 0);
    const uint64_t asked = w->clock->now;
    uint64_t at = asked;
    assert_int_equal(cpu->wait, SS_WAIT_USER);
    ss_cpu(w, 1)->clock = asked; /* it asks now, not when it began to compute */
    ss_resched_fair(w, ss_cpu(w, 1), 0);
    assert_int_equal(cpu->need_resched, preemption == SS_PREEMPTION_IMMEDIATE);
    assert_int_equal(cpu->resched_lazily, preemption == SS_PREEMPTION_LAZY);
    while (ss_wants_resched(cpu) && at < asked + 5 * MS)
        step_to(w, at += 1000);
    free(w);
    free(def);
    return at - asked;
}

static void a_cpu_that_computes_sees_to_it_lazily_at_its_tick(void **state)
{
    (void)state;
    assert_in_range(served_under(SS_PREEMPTION_IMMEDIATE), 1000, 10000);
    assert_in_range(served_under(SS_PREEMPTION_LAZY), MS / 10, MS + 20000);
}

/* ---- averages of idle CPUs ------------------------------------------------------------------- */

struct kicks {
    uint32_t count;
    uint64_t last, closest;
};

static void note_kick(struct ss_world *w, const struct ss_record *record, void *data)
{
    struct kicks *kicks = data;
    (void)w;
    if (record->kind != SS_RECORD_IPI || record->b != SS_VECTOR_CALL_FUNCTION)
        return;
    if (kicks->count++ && record->time - kicks->last < kicks->closest)
        kicks->closest = record->time - kicks->last;
    kicks->last = record->time;
}

static uint64_t load_left(const struct ss_world *w)
{
    uint64_t load = 0;
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        if (!ss_rq((struct ss_world *)w, cpu)->nr_running)
            load += ss_cfs(w, cpu)->avg.load_avg;
    return load;
}

/* One CPU computes and the others idle: no CPU asks for balancing, so idle CPUs are not looked
 * at. */
static void a_busy_cpu_has_averages_of_idle_ones_brought_up_to_date(void **state)
{
    (void)state;
    for (uint32_t on = 0; on < 2; on++) {
        struct kicks kicks = {.closest = UINT64_MAX};
        struct ss_world_def *def =
            explained(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 100000, 0, 0, 0, 0});
        def->nohz_kicks = on;
        struct ss_world *w = build(def);
        step_to(w, 10 * MS);
        ss_cfs(w, 6)->avg.load_avg = 800;
        ss_cfs(w, 6)->avg.load_sum = 800 * 46718;
        ss_cfs(w, 6)->has_blocked = true;
        watch(w, 1000 * MS, note_kick, &kicks);
        if (on) {
            assert_in_range(kicks.count, 5, 40);
            assert_true(kicks.closest > 32 * MS);
            assert_true(load_left(w) < 8);
            assert_false(ss_cfs(w, 6)->has_blocked);
        } else {
            assert_int_equal(kicks.count, 0);
            assert_true(load_left(w) >= 800);
        }
        free(w);
        free(def);
    }
}

/* No CPU is busy at a tick: a CPU that goes idle for long updates its averages itself. */
static void a_cpu_that_goes_idle_brings_averages_up_to_date_itself(void **state)
{
    (void)state;
    for (uint32_t on = 0; on < 2; on++) {
        struct kicks kicks = {.closest = UINT64_MAX};
        struct ss_world_def *def =
            explained(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 1, 0, 1, 20000, 2500000});
        def->nohz_kicks = on;
        struct ss_world *w = build(def);
        step_to(w, 10 * MS);
        w->sched->state->nohz_has_blocked = 1;
        for (uint32_t cpu = 0; cpu < 8; cpu++) {
            ss_cfs(w, cpu)->avg.load_avg = 800;
            ss_cfs(w, cpu)->avg.load_sum = 800 * 46718;
            ss_cfs(w, cpu)->has_blocked = true;
        }
        watch(w, 600 * MS, note_kick, &kicks);
        if (on)
            assert_true(load_left(w) < 200);
        else
            assert_true(load_left(w) > 4 * 800);
        free(w);
        free(def);
    }
}

static void a_round_of_its_own_is_left_to_a_kick_that_is_pending(void **state)
{
    (void)state;
    struct ss_world_def *def = explained(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 100000, 0, 0, 0, 0});
    def->nohz_kicks = SS_NOHZ_KICKS_ALL;
    struct ss_world *w = build(def);
    struct ss_cfs_rq *cfs = ss_cfs(w, 6);
    cfs->nohz_flags = SS_KICK_NEWIDLE;
    assert_true(ss_fair_takes_round(w, 6));
    assert_int_equal(cfs->nohz_flags, 0);
    assert_false(ss_fair_takes_round(w, 6));
    cfs->nohz_flags = SS_KICK_NEWIDLE | SS_KICK_STATS;
    assert_false(ss_fair_takes_round(w, 6));
    assert_int_equal(cfs->nohz_flags, SS_KICK_STATS);
    free(w);
    free(def);
}

/* The CPU that is on its way, if all others wait; SS_LIMIT_CPUS: none, or several. */
static uint32_t only_active(const struct ss_world *w)
{
    uint32_t found = SS_LIMIT_CPUS, active = 0;
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++) {
        if (w->cpu[cpu].wait == SS_WAIT_IDLE)
            continue;
        found = cpu;
        active++;
    }
    return active == 1 ? found : SS_LIMIT_CPUS;
}

/* A round begins by taking the flag that averages are left, and ends by the time of the next. */
static void an_interrupt_holds_up_the_round_of_a_cpu_that_goes_idle_and_no_more(void **state)
{
    (void)state;
    uint32_t rounds = 0;
    struct ss_world_def *def =
        explained(SS_WORKLOAD_SPINNERS, (uint32_t[]){1, 1, 0, 1, 20000, 2500000});
    def->nohz_kicks = SS_NOHZ_KICKS_ALL;
    struct ss_world *w = build(def);
    const struct ss_sched_state *s = w->sched->state;
    while (w->clock->now < 1000 * MS && rounds < 5) {
        const bool was_left = s->nohz_has_blocked;
        const u64 next = s->nohz_next_blocked;
        ss_world_step(w, 1000 * MS, 0, 1);
        const uint32_t cpu = only_active(w);
        if (!was_left || s->nohz_has_blocked || s->nohz_next_blocked != next ||
            cpu == SS_LIMIT_CPUS || w->cpu[cpu].pending_vectors)
            continue;
        w->cpu[cpu].pending_vectors |= 1u << SS_VECTOR_CALL_FUNCTION;
        step_to(w, w->clock->now + 100000);
        assert_true(s->nohz_next_blocked > next);
        assert_int_equal(w->cpu[cpu].pending_vectors, 0);
        rounds++;
    }
    assert_int_equal(rounds, 5);
    free(w);
    free(def);
}

/* ---- other policies -------------------------------------------------------------------------- */

static void a_sched_idle_task_gets_what_three_in_a_thousand_is(void **state)
{
    (void)state;
    struct ss_world_def *def = explained(SS_WORKLOAD_CONTEXT, (uint32_t[]){2, 1000, 0, 0, 0, 0});
    def->cpus = 1;
    def->sched_idle_every = 3; /* the third: after the parent and the first child */
    struct ss_world *w = build(def);
    step_to(w, 1000 * MS);
    ss_world_frame(w);
    assert_true(w->sched->fair->task[3].idle_policy);
    assert_false(w->sched->fair->task[2].idle_policy);
    assert_in_range(w->outputs->views.task[3].runtime, 1, 12 * MS);
    assert_true(w->outputs->views.task[2].runtime > 980 * MS);
    free(w);
    free(def);
}

static void note_preemption(struct ss_world *w, const struct ss_record *record, void *data)
{
    (void)w;
    if (record->kind == SS_RECORD_SWITCH && record->c == SS_TASK_RUNNABLE)
        ++*(uint32_t *)data;
}

static uint32_t preemptions(uint32_t batch_every)
{
    uint32_t count = 0;
    struct ss_world_def *def = explained(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 8, 100, 0, 1, 0});
    def->cpus = 2;
    def->sched_batch_every = batch_every;
    assert_true(run_watched(def, 40 * MS, note_preemption, &count) > 500);
    return count;
}

static void sched_batch_tasks_wait_their_turn_when_they_wake(void **state)
{
    (void)state;
    const uint32_t normal = preemptions(0), batch = preemptions(1);
    assert_true(normal > 20);
    assert_true(batch < normal / 2);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void settings_of_the_full_class_are_refused_without_it(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        struct ss_world_def *def =
            explained(SS_WORKLOAD_CONTEXT, (uint32_t[]){1, 1000, 0, 0, 0, 0});
        uint32_t *const field[] = {&def->nohz_kicks, &def->sched_idle_every,
                                   &def->sched_batch_every, &def->preemption};
        const char *const name[] = {"kernel.nohz_kicks: needs", "kernel.sched_idle_every: needs",
                                    "kernel.sched_batch_every: needs", "kernel.preemption: needs"};
        *field[i] = 1;
        assert_true(ss_world_bytes(def) > 0);
        def->fair_class = SS_FAIR_MINIMAL;
        assert_int_equal(ss_world_bytes(def), 0);
        assert_non_null(strstr((char *)def->message, name[i]));
        free(def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_on_its_way_out_is_left_to_its_cpu_where_the_wakelist_may_be_used),
        cmocka_unit_test(lazy_preemption_interrupts_idle_cpus_alone),
        cmocka_unit_test(a_task_that_had_not_left_yet_preempts_lazily_too),
        cmocka_unit_test(a_cpu_that_computes_sees_to_it_lazily_at_its_tick),
        cmocka_unit_test(a_busy_cpu_has_averages_of_idle_ones_brought_up_to_date),
        cmocka_unit_test(a_cpu_that_goes_idle_brings_averages_up_to_date_itself),
        cmocka_unit_test(a_round_of_its_own_is_left_to_a_kick_that_is_pending),
        cmocka_unit_test(an_interrupt_holds_up_the_round_of_a_cpu_that_goes_idle_and_no_more),
        cmocka_unit_test(a_sched_idle_task_gets_what_three_in_a_thousand_is),
        cmocka_unit_test(sched_batch_tasks_wait_their_turn_when_they_wake),
        cmocka_unit_test(settings_of_the_full_class_are_refused_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
