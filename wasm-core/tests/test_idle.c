/* Idle states: how deep a CPU sleeps by how long it idles, what waking it costs, and that one that
 * watches a word is woken without an interrupt. And what siblings cost each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/idle.h"
#include "exec/record.h"
#include "exec/run.h"
#include "exec/user.h"
#include "sched/domains/domains.h"
#include "sched/fair/place/fork.h"
#include "sched/state/fair.h"
#include "support_world.h"

#define MS 1000000ull
#define PS 1000u

/* Two LLCs of two cores with two threads, one node; C1 after 2 us, C1E after 20, C6 after 200. */
static struct ss_world_def *toy(uint32_t workload, const uint32_t parameters[5])
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = 8;
    for (uint16_t cpu = 0; cpu < 8; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % 4;
        def->cpu_llc[cpu] = cpu % 4 / 2;
    }
    def->idle_states = SS_IDLE_BY_RESIDENCY;
    def->idle_exit_poll_ps = 100 * PS;
    def->idle_exit_shallow_ps = 1000 * PS;
    def->idle_exit_c1e_ps = 4000 * PS;
    def->idle_exit_deep_ps = 50000 * PS;
    def->idle_residency_c1_ps = 2000 * PS;
    def->idle_residency_c1e_ps = 20000 * PS;
    def->idle_residency_deep_ps = 200000 * PS;
    def->fair_class = SS_FAIR_FULL;
    def->workload = workload;
    def->seed_low = 1;
    memcpy(def->workload_parameter, parameters, 5 * sizeof(uint32_t));
    return def;
}

static void a_cpu_sinks_the_deeper_the_longer_it_idles(void **state)
{
    (void)state;
    static const struct {
        uint64_t idle;
        uint32_t state, exit;
    } at[] = {{0, SS_IDLE_STATE_POLL, 100},      {1999, SS_IDLE_STATE_POLL, 100},
              {2000, SS_IDLE_STATE_C1, 1000},    {19999, SS_IDLE_STATE_C1, 1000},
              {20000, SS_IDLE_STATE_C1E, 4000},  {199999, SS_IDLE_STATE_C1E, 4000},
              {200000, SS_IDLE_STATE_C6, 50000}, {9 * MS, SS_IDLE_STATE_C6, 50000}};
    for (uint32_t modelled = 0; modelled < 2; modelled++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 500000, 0, 0, 0});
        def->idle_states = modelled;
        struct ss_world *w = build(def);
        step_to(w, 5 * MS);
        struct ss_cpu *cpu = ss_cpu(w, 3);
        assert_int_equal(cpu->wait, SS_WAIT_IDLE);
        for (uint32_t i = 0; i < SS_ARRAY_LENGTH(at); i++) {
            const uint64_t now = cpu->idle_since + at[i].idle;
            assert_int_equal(ss_idle_state(w, cpu, now),
                             modelled ? at[i].state : (uint32_t)SS_IDLE_STATE_NONE);
            assert_int_equal(ss_idle_exit(w, cpu, now), modelled ? at[i].exit : 1000);
        }
        free(w);
        free(def);
    }
}

/* ns that one wake-up of a sleeper spends in leaving idle, if it sleeps for `interval`; without
 * ticks, which wake CPUs, too. */
static uint64_t exit_of_a_sleeper(uint32_t interval, uint32_t asleep, uint32_t modelled)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, interval, 0, 0, 0});
    def->llc_asleep_ps = asleep * PS;
    def->idle_states = modelled;
    def->fair_class = SS_FAIR_MINIMAL;
    struct ss_world *w = build(def);
    step_to(w, 5 * MS);
    const uint64_t spent = w->ledger[0].ns[SS_LEDGER_IDLE_EXIT], wakeups = w->clock->wakeups;
    step_to(w, 45 * MS);
    const uint64_t woken = w->clock->wakeups - wakeups;
    assert_true(woken > 20);
    const uint64_t each = (w->ledger[0].ns[SS_LEDGER_IDLE_EXIT] - spent) / woken;
    free(w);
    free(def);
    return each;
}

static void who_sleeps_longer_wakes_more_slowly(void **state)
{
    (void)state;
    assert_in_range(exit_of_a_sleeper(10000, 0, 1), 1000, 1100);
    assert_in_range(exit_of_a_sleeper(100000, 0, 1), 4000, 4400);
    assert_in_range(exit_of_a_sleeper(500000, 0, 1), 50000, 55000);
    /* The whole cache sleeps, and is not yet asleep. */
    assert_in_range(exit_of_a_sleeper(500000, 20000, 1), 70000, 77000);
    assert_in_range(exit_of_a_sleeper(100000, 20000, 1), 4000, 4400);
    /* All in C1. */
    assert_in_range(exit_of_a_sleeper(500000, 20000, SS_IDLE_IN_C1), 1000, 1100);
    assert_in_range(exit_of_a_sleeper(500000, 20000, SS_IDLE_IN_MWAIT), 1000, 1100);
}

struct counts {
    uint32_t sent, served, left[SS_IDLE_STATE_C6 + 1];
};

static void count(const struct ss_world *w, uint64_t from, struct counts *counts)
{
    for (uint64_t at = from; at < w->clock->records; at++) {
        const struct ss_record *record = &w->ring[at & (w->limits.ring_records - 1)];
        counts->sent += record->kind == SS_RECORD_IPI;
        counts->served +=
            record->kind == SS_RECORD_INTERRUPT &&
            (record->a == SS_VECTOR_RESCHEDULE || record->a == SS_VECTOR_CALL_FUNCTION);
        if (record->kind == SS_RECORD_IDLE && !record->a)
            counts->left[record->b]++;
    }
}

/* Pairs that pass messages back and forth: CPUs idle for microseconds. */
static struct counts count_interrupts(uint32_t modelled, uint32_t poll_ns)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 2, 1000, 0, 1});
    def->idle_states = modelled;
    def->idle_residency_c1_ps = poll_ns * PS;
    def->idle_residency_c1e_ps = ss_max_u32(def->idle_residency_c1e_ps, poll_ns * PS);
    def->idle_residency_deep_ps = ss_max_u32(def->idle_residency_deep_ps, poll_ns * PS);
    struct ss_world *w = build(def);
    struct counts counts = {0};
    for (uint32_t ms = 1; ms <= 200; ms++) {
        const uint64_t from = w->clock->records;
        step_to(w, ms * MS / 10);
        assert_true(w->clock->records - from < w->limits.ring_records);
        count(w, from, &counts);
    }
    assert_true(w->clock->wakeups > 300);
    free(w);
    free(def);
    return counts;
}

static void a_polling_cpu_is_woken_without_an_interrupt(void **state)
{
    (void)state;
    const struct counts in_c1 = count_interrupts(0, 2000), always = count_interrupts(1, 4000000),
                        never = count_interrupts(1, 0), briefly = count_interrupts(1, 2000);
    assert_true(in_c1.sent > 100 && in_c1.served > 100);
    assert_int_equal(in_c1.left[SS_IDLE_STATE_POLL], 0);
    /* Only CPUs that are not idle get any. */
    assert_true(always.left[SS_IDLE_STATE_POLL] > 100);
    assert_true(always.served < in_c1.served / 4);
    assert_int_equal(never.left[SS_IDLE_STATE_POLL], 0);
    assert_true(never.left[SS_IDLE_STATE_C1] > 50 && never.served > 100);
    assert_true(briefly.left[SS_IDLE_STATE_POLL] > 0 && briefly.left[SS_IDLE_STATE_C1] > 0);
}

static void a_cpu_in_mwait_is_woken_without_an_interrupt_and_leaves_c1_no_sooner(void **state)
{
    (void)state;
    const struct counts in_c1 = count_interrupts(SS_IDLE_IN_C1, 2000),
                        in_mwait = count_interrupts(SS_IDLE_IN_MWAIT, 2000);
    assert_true(in_c1.served > 100);
    /* Some are left: a CPU that computes is still told by an interrupt, 45 beside 154 here. */
    assert_true(in_mwait.sent < in_c1.sent / 3 && in_mwait.served < in_c1.served / 3);
    assert_int_equal(in_mwait.left[SS_IDLE_STATE_POLL], 0);
    assert_true(in_mwait.left[SS_IDLE_STATE_NONE] > 100);
}

/* ---- placement ------------------------------------------------------------------------------- */

/* The slow path on CPU 7 chooses in a group; CPU 2 went idle last, 5 has the latest stamp. CPU 7
 * itself is in no idle state: only its stamp counts, and that is the earliest. */
static int32_t chosen_cpu(uint32_t modelled)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 900000, 0, 0, 0});
    def->idle_states = modelled;
    struct ss_world *w = build(def);
    step_to(w, 5 * MS);
    uint32_t top = SS_NO_DOMAIN;
    for (uint32_t at = w->domains->cpu[7].base; at != SS_NO_DOMAIN;
         at = w->domains->domain[at].parent)
        top = at;
    for (uint32_t i = 0; i < 8; i++) {
        ss_cfs(w, i)->idle_stamp = i == 5 ? 1000 : i == 7 ? 1 : 10 + i;
        ss_cpu(w, i)->idle_since = i == 2 ? 5 * MS - 1000 : 1 * MS;
    }
    struct ss_cpu *cpu = ss_cpu(w, 7);
    assert_int_equal(cpu->wait, SS_WAIT_IDLE);
    struct sched_balance_find_dst_group_cpu_frame *frame =
        (struct sched_balance_find_dst_group_cpu_frame *)ss_path_push_clear(
            w, cpu, sched_balance_find_dst_group_cpu,
            sizeof(struct sched_balance_find_dst_group_cpu_frame));
    frame->task = 8;
    frame->group = (uint32_t)(ss_domain_group(w->domains, top, 0) - w->domains->group);
    for (uint32_t i = 0; i < w->domains->domain[top].group_count; i++) {
        const struct ss_sched_group *group = ss_domain_group(w->domains, top, i);
        const uint64_t *span = ss_span_cpus(w->domains, group->span);
        if (ss_bitset_has(span, modelled ? 2 : 5))
            frame->group = (uint32_t)(group - w->domains->group);
    }
    frame->local = 7;
    cpu->wait = SS_WAIT_NONE;
    cpu->clock = 5 * MS;
    ss_wheel_set(&w->wheel, 7, 5 * MS, 7 << 3);
    cpu->result = -1;
    step_to(w, 5 * MS + 20000);
    const int32_t chosen = cpu->result;
    free(w);
    free(def);
    return chosen;
}

static void a_new_task_goes_where_idle_ends_soonest(void **state)
{
    (void)state;
    assert_int_equal(chosen_cpu(1), 2);
    assert_int_equal(chosen_cpu(0), 5);
}

/* ---- siblings -------------------------------------------------------------------------------- */

static void a_polling_sibling_costs_a_tenth_of_a_busy_one(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 900000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 5 * MS);
    struct ss_task *task = ss_current(w, ss_cpu(w, 1));
    w->user[ss_task_id(w, task)].smt_1024 = 512;
    w->user[ss_task_id(w, task)].left = 100000;
    ss_cpu(w, 5)->idle_since = w->clock->now; /* the sibling of CPU 1 */
    assert_in_range(ss_user_ns_left(w, ss_cpu(w, 1)), 105000, 105500);
    ss_cpu(w, 5)->idle_since = 0;
    assert_int_equal(ss_user_ns_left(w, ss_cpu(w, 1)), 100000);
    ss_cpu(w, 5)->wait = SS_WAIT_COMPUTE;
    assert_int_equal(ss_user_ns_left(w, ss_cpu(w, 1)), 200000);
    free(w);
    free(def);
}

static void a_spinning_sibling_costs_half_of_a_busy_one(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 900000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 5 * MS);
    struct ss_cpu *sibling = ss_cpu(w, 5);
    ss_current_user(w, ss_cpu(w, 1))->smt_1024 = 512;
    ss_current_user(w, ss_cpu(w, 1))->left = 150000;
    sibling->wait = SS_WAIT_LOCK;
    assert_in_range(ss_user_ns_left(w, ss_cpu(w, 1)), 200000, 200010);
    sibling->wait = SS_WAIT_USER;
    assert_int_equal(ss_user_ns_left(w, ss_cpu(w, 1)), 300000);
    ss_current_user(w, sibling)->spins = 1;
    assert_in_range(ss_user_ns_left(w, ss_cpu(w, 1)), 200000, 200010);
    free(w);
    free(def);
}

/* CPU 1 waits for 1,000 ns of one kind, whatever it waited for before. */
static void wait_anew(struct ss_world *w, uint32_t ledger_kind)
{
    ss_cpu(w, 1)->wait = SS_WAIT_NONE;
    ss_wait_compute(w, ss_cpu(w, 1), 1000, ledger_kind);
}

/* What 1,000 ns of the kernel's computing take CPU 1. */
static uint64_t kernel_work(struct ss_world *w)
{
    struct ss_cpu *cpu = ss_cpu(w, 1);
    cpu->clock = cpu->event_time = w->clock->now;
    ss_spend(w, cpu, 1000);
    const uint64_t spent = cpu->clock - w->clock->now;
    wait_anew(w, SS_LEDGER_KERNEL);
    assert_int_equal(w->wheel.nodes[1].time, cpu->clock + spent);
    /* A stall on a line, or the way out of idle, is no computing of a task. */
    wait_anew(w, SS_LEDGER_REMOTE);
    assert_int_equal(w->wheel.nodes[1].time, cpu->clock + 1000);
    wait_anew(w, SS_LEDGER_IDLE_EXIT);
    assert_int_equal(w->wheel.nodes[1].time, cpu->clock + 1000);
    /* Nor is what it waits for while it writes to the interrupt controller. */
    const uint64_t before = cpu->clock;
    ss_ipi_send(w, cpu, 2, SS_VECTOR_RESCHEDULE);
    assert_int_equal(cpu->clock, before + w->platform.os.ipi_send);
    return spent;
}

static void the_kernel_computes_more_slowly_beside_a_busy_sibling_if_asked_to(void **state)
{
    (void)state;
    for (uint32_t slows = SS_SIBLING_SLOWS_USER; slows <= SS_SIBLING_SLOWS_ALL; slows++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 900000, 0, 0, 0});
        def->sibling_slows = slows;
        def->smt_factor_1024 = 1280;
        struct ss_world *w = build(def);
        step_to(w, 5 * MS);
        struct ss_task *task = ss_current(w, ss_cpu(w, 1));
        w->user[ss_task_id(w, task)].smt_1024 = 512;
        ss_cpu(w, 5)->idle_since = 0;
        assert_int_equal(kernel_work(w), 1000);
        ss_cpu(w, 5)->wait = SS_WAIT_COMPUTE;
        assert_int_equal(kernel_work(w), slows ? 2000 : 1000);
        /* Of no kind, as the idle task: the machine's. */
        w->user[ss_task_id(w, task)].smt_1024 = 0;
        assert_int_equal(kernel_work(w), slows ? 1600 : 1000);
        free(w);
        free(def);
    }
}

/* On CPU 1 as if it had begun now; its sibling is busy. Returns the CPU. */
static struct ss_cpu *begin_user_work(struct ss_world *w, uint64_t ns)
{
    struct ss_cpu *cpu = ss_cpu(w, 1);
    ss_cpu(w, 5)->wait = SS_WAIT_COMPUTE;
    ss_current_user(w, cpu)->smt_1024 = 512;
    ss_current_user(w, cpu)->left = ns;
    cpu->clock = cpu->event_time = w->clock->now;
    cpu->wait = SS_WAIT_USER;
    ss_wheel_set(&w->wheel, 1, cpu->clock + ss_user_ns_left(w, cpu), 1 << 3);
    return cpu;
}

static void work_goes_faster_as_soon_as_its_sibling_begins_to_spin(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 900000, 0, 0, 0});
    struct ss_world *w = build(def);
    step_to(w, 5 * MS);
    struct ss_cpu *cpu = begin_user_work(w, 150000);
    assert_int_equal(cpu->user_speed, 32768);
    assert_int_equal(w->wheel.nodes[1].time, w->clock->now + 300000);
    w->clock->now += 100000; /* a third of the work is done by then */
    ss_wait_lock(w, ss_cpu(w, 5), 0);
    assert_int_equal(cpu->user_speed, 49152);
    assert_int_equal(ss_current_user(w, cpu)->left, 100000);
    assert_in_range(w->wheel.nodes[1].time, w->clock->now + 133333, w->clock->now + 133334);
    free(w);
    free(def);
}

static void unknown_ways_to_sleep_and_to_slow_are_refused_with_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_CYCLIC, (uint32_t[]){1, 500000, 0, 0, 0});
    def->idle_states = SS_IDLE_IN_MWAIT + 1;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.idle:"));
    def->idle_states = SS_IDLE_IN_MWAIT;
    def->sibling_slows = SS_SIBLING_SLOWS_ALL + 1;
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.sibling_slows:"));
    def->sibling_slows = SS_SIBLING_SLOWS_ALL;
    assert_int_not_equal(ss_world_bytes(def), 0);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cpu_sinks_the_deeper_the_longer_it_idles),
        cmocka_unit_test(who_sleeps_longer_wakes_more_slowly),
        cmocka_unit_test(a_polling_cpu_is_woken_without_an_interrupt),
        cmocka_unit_test(a_cpu_in_mwait_is_woken_without_an_interrupt_and_leaves_c1_no_sooner),
        cmocka_unit_test(a_new_task_goes_where_idle_ends_soonest),
        cmocka_unit_test(a_polling_sibling_costs_a_tenth_of_a_busy_one),
        cmocka_unit_test(a_spinning_sibling_costs_half_of_a_busy_one),
        cmocka_unit_test(the_kernel_computes_more_slowly_beside_a_busy_sibling_if_asked_to),
        cmocka_unit_test(work_goes_faster_as_soon_as_its_sibling_begins_to_spin),
        cmocka_unit_test(unknown_ways_to_sleep_and_to_slow_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
