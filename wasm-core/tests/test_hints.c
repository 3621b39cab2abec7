/* Hints of user space to placement, and placement by what tasks have allocated: which tasks may set
 * hints and which inherit them, what they change and where balancing respects them (spec "Split-LLC
 * placement" section 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/user.h"
#include "sched/explain/reasons.h"
#include "sched/fair/place/hints.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "support_world.h"
#include "support_zen3.h"

#define MS 1000000ull
#define FIRST ZEN3_CPUS /* the first task of a workload */

static struct ss_world_def *burst(uint32_t children, uint32_t hints)
{
    struct ss_world_def *def =
        zen3(SS_WORKLOAD_FORK_BURST, (uint32_t[]){1, children, 1000000000, 1000}, 4);
    def->task_hints = hints;
    return def;
}

/* ---- prctl ----------------------------------------------------------------------------------- */

static void hints_are_valid_with_at_most_one_of_each_kind(void **state)
{
    (void)state;
    static const u8 of_the_posting[] = {0, 1, 2, 4, 5, 6, 8, 9, 10};
    for (u32 hints = 0; hints < 64; hints++) {
        bool valid = false;
        for (u32 i = 0; i < SS_ARRAY_LENGTH(of_the_posting); i++)
            valid = valid || (hints & 15) == of_the_posting[i];
        assert_int_equal(ss_sched_hints_valid(hints), valid && hints < 32);
    }
}

static i32 prctl(struct ss_world *w, u32 hints, u32 pid, u32 fourth, u32 fifth)
{
    return ss_prctl_sched_hint(w, FIRST, (u32[]){hints, pid, fourth, fifth});
}

static void prctl_answers_as_the_posting_says(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(3, 0);
    struct ss_world *w = build(def);
    const struct ss_fair_task *task = w->sched->fair->task;
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, 0, 0, 0), 0);
    assert_int_equal(task[FIRST].hints, SS_HINT_WAKE_HOLD); /* pid 0: the caller */
    assert_int_equal(prctl(w, SS_HINT_FORK_AFFINE, FIRST + 2, 0, 0), 0);
    assert_int_equal(task[FIRST + 2].hints, SS_HINT_FORK_AFFINE);
    assert_int_equal(prctl(w, 3, 0, 0, 0), -SS_EINVAL);
    assert_int_equal(prctl(w, 12, 0, 0, 0), -SS_EINVAL);
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, 0, 1, 0), -SS_EINVAL);
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, 0, 0, 1), -SS_EINVAL);
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, w->tasks, 0, 0), -SS_ESRCH);
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, w->stoppers, 0, 0), -SS_EPERM);
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, 7, 0, 0), -SS_ESRCH);
    w->sched->fair->task[FIRST + 1].per_cpu_kthread = true;
    assert_int_equal(prctl(w, SS_HINT_WAKE_HOLD, FIRST + 1, 0, 0), -SS_EPERM);
    assert_int_equal(task[FIRST].hints, SS_HINT_WAKE_HOLD); /* refusals change nothing */
    assert_int_equal(prctl(w, 0, 0, 0, 0), 0);
    assert_int_equal(task[FIRST].hints, 0);
    free(w);
    free(def);
}

static void children_inherit_what_their_parent_has_when_it_forks(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(4, SS_HINT_FORK_SPREAD | SS_HINT_WAKE_HOLD);
    struct ss_world *w = build(def);
    step_to(w, 150000); /* two forks of 60 us are done */
    assert_int_equal(prctl(w, SS_HINT_WAKE_AFFINE, FIRST, 0, 0), 0);
    step_to(w, 2 * MS);
    assert_int_equal(w->sched->fair->task[FIRST + 1].hints,
                     SS_HINT_FORK_SPREAD | SS_HINT_WAKE_HOLD);
    assert_int_equal(w->sched->fair->task[FIRST + 4].hints, SS_HINT_WAKE_AFFINE);
    free(w);
    free(def);
}

static void a_change_in_the_middle_of_a_run_gives_hints_to_all(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(3, 0);
    def->interventions = 1;
    def->intervention_at_low[0] = MS;
    def->intervention_kind[0] = SS_INTERVENE_HINTS;
    def->intervention_task[0] = UINT32_MAX;
    def->intervention_value[0] = SS_HINT_WAKE_HOLD;
    struct ss_world *w = build(def);
    step_to(w, MS - 1);
    assert_int_equal(w->sched->fair->task[FIRST].hints, 0);
    step_to(w, MS + 1);
    for (u32 i = 0; i < 4; i++)
        assert_int_equal(w->sched->fair->task[FIRST + i].hints, SS_HINT_WAKE_HOLD);
    free(w);
    def->intervention_value[0] = 12;
    assert_world_refused(def, "two hints of one kind");
}

/* ---- at fork --------------------------------------------------------------------------------- */

struct spread {
    u32 llc[ZEN3_LLCS], node[2], used;
};

static struct spread after_forks(struct ss_world_def *def, u32 footprint_kib)
{
    struct ss_world *w = build(def);
    struct spread s = {0};
    for (u32 i = FIRST; i < w->stoppers; i++)
        w->user[i].memory_kib = footprint_kib;
    step_to(w, 3 * MS);
    for (u32 i = FIRST; i < w->stoppers; i++) {
        s.used += !s.llc[ZEN3_LLC_OF((u32)w->task[i].cpu)]++;
        s.node[ZEN3_NODE_OF((u32)w->task[i].cpu)]++;
    }
    free(w);
    free(def);
    return s;
}

static void fork_affine_stays_until_half_of_an_llc_is_busy(void **state)
{
    (void)state;
    const struct spread s = after_forks(burst(15, SS_HINT_FORK_AFFINE), 0);
    assert_int_equal(s.llc[0], 8); /* the ninth finds eight idle: more than half no longer */
    assert_int_equal(s.node[0], 16);
    assert_int_equal(after_forks(burst(7, SS_HINT_FORK_AFFINE), 0).llc[0], 8);
}

static void fork_spread_gives_the_second_of_a_pair_to_the_other_socket(void **state)
{
    (void)state;
    assert_int_equal(after_forks(burst(1, SS_HINT_FORK_SPREAD), 0).node[1], 1);
    assert_int_equal(after_forks(burst(1, 0), 0).node[1], 0);
    const struct spread s = after_forks(burst(15, SS_HINT_FORK_SPREAD), 0);
    assert_int_equal(s.node[1], 8);
    assert_int_equal(s.used, 16);
}

/* There is no domain of such an LLC: it is looked at all the same. */
static void memory_places_forks_on_cpus_with_a_cache_of_their_own(void **state)
{
    (void)state;
    enum { CPUS = 4 };
    struct ss_world_def *def = burst(3, 0);
    def->fork_tie_break = SS_TIE_FOOTPRINT;
    def->cpus = CPUS;
    def->nodes = 1;
    for (uint16_t cpu = 0; cpu < CPUS; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = def->cpu_llc[cpu] = cpu;
        def->cpu_node[cpu] = def->cpu_package[cpu] = 0;
    }
    struct ss_world *w = build(def);
    bool used[CPUS] = {false};
    step_to(w, 3 * MS);
    for (u32 i = CPUS; i < w->stoppers; i++)
        used[w->task[i].cpu] = true;
    for (u32 cpu = 0; cpu < CPUS; cpu++)
        assert_true(used[cpu]);
    free(w);
    free(def);
}

/* The LLC of the 17th task of a burst that leaves every LLC with one of sixteen; the parent's CPU
 * counts as fully utilised. */
static u32 seventeenth(uint32_t tie_break)
{
    struct ss_world_def *def = burst(16, 0);
    def->fork_tie_break = tie_break;
    struct ss_world *w = build(def);
    step_to(w, 500000);
    ss_cfs(w, (u32)w->task[FIRST].cpu)->avg.util_est = 1024;
    step_to(w, 3 * MS);
    const u32 llc = ZEN3_LLC_OF((u32)w->task[FIRST + 16].cpu);
    free(w);
    free(def);
    return llc;
}

static void ties_between_groups_may_go_to_the_less_utilised_one(void **state)
{
    (void)state;
    assert_int_equal(seventeenth(SS_TIE_LOCAL), 0);
    assert_in_range(seventeenth(SS_TIE_UTIL), 1, 7); /* on the same node: that rule comes first */
}

static void by_footprint_small_tasks_fill_one_llc_and_large_ones_take_an_llc_each(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(17, 0);
    def->fork_tie_break = SS_TIE_FOOTPRINT;
    struct spread s = after_forks(def, 2048);
    assert_int_equal(s.llc[0], 16); /* the smallest hole, until no CPU idles */
    assert_int_equal(s.used, 2);
    def = burst(15, 0);
    def->fork_tie_break = SS_TIE_FOOTPRINT;
    s = after_forks(def, 3 * 1024 * 1024);
    assert_int_equal(s.used, 16); /* fits nowhere: by idle CPUs, ties to the least allocated */
    def = burst(5, 0);
    def->fork_tie_break = SS_TIE_FOOTPRINT;
    s = after_forks(def, 50 * 1024); /* two fit into 4 x 32 MiB beside no other task */
    assert_int_equal(s.llc[0], 2);
    assert_int_equal(s.used, 3);
}

/* The least and the most that a task of a new world of this workload declares, KiB. */
static void declared_kib(uint32_t workload, const uint32_t *parameters, u32 *least, u32 *most)
{
    struct ss_world_def *def = zen3(workload, parameters, 6);
    struct ss_world *w = build_unwatched(def);
    *least = UINT32_MAX;
    *most = 0;
    for (u32 i = FIRST; i < w->stoppers; i++) {
        *least = ss_min_u32(*least, w->user[i].memory_kib);
        *most = ss_max_u32(*most, w->user[i].memory_kib);
    }
    free(w);
    free(def);
}

/* The list of workloads that scenarios place by memory stands in web/scenario/content.test.ts. */
static void every_workload_placed_by_memory_declares_what_its_tasks_allocated(void **state)
{
    (void)state;
    static const struct {
        uint32_t workload, parameters[6], kib;
    } placed[] = {
        {SS_WORKLOAD_HACKBENCH, {1, 20, 100, 0, 1, 0}, 1536},
        {SS_WORKLOAD_SCHBENCH_2021, {2, 4, 1000000, 1000000}, 2048},
        {SS_WORKLOAD_TBENCH, {4, 90000, 300000}, 2048},
        {SS_WORKLOAD_STREAM, {16, 1024, 0, 113700, 40000, 28000}, 3 * 1024},
    };
    for (u32 i = 0; i < SS_ARRAY_LENGTH(placed); i++) {
        u32 least, most;
        declared_kib(placed[i].workload, placed[i].parameters, &least, &most);
        assert_int_equal(least, placed[i].kib);
        assert_int_equal(most, placed[i].kib);
    }
}

/* ---- at wakeup ------------------------------------------------------------------------------- */

/* Whether messenger and worker share an LLC after some cycles of 2 ms. */
static bool are_together(uint32_t hints)
{
    struct ss_world_def *def =
        zen3(SS_WORKLOAD_SCHBENCH_2021, (uint32_t[]){1, 1, 1000000, 1000000}, 4);
    def->task_hints = hints;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 12 * MS);
    const bool together =
        ZEN3_LLC_OF((u32)w->task[FIRST + 1].cpu) == ZEN3_LLC_OF((u32)w->task[FIRST + 2].cpu);
    free(w);
    free(def);
    return together;
}

static void wake_affine_brings_the_wakee_to_the_waker_and_wake_hold_does_not(void **state)
{
    (void)state;
    assert_false(are_together(0));
    assert_true(are_together(SS_HINT_WAKE_AFFINE));
    assert_false(are_together(SS_HINT_WAKE_HOLD));
    assert_true(are_together(SS_HINT_FORK_AFFINE | SS_HINT_WAKE_HOLD));
}

static u32 wide_searches(uint32_t hints)
{
    struct ss_world_def *def = zen3(SS_WORKLOAD_HACKBENCH, (uint32_t[]){1, 20, 100, 0, 1}, 5);
    def->task_hints = hints;
    def->explain_records = 1 << 16;
    struct ss_world *w = build_unwatched(def);
    step_to(w, 3 * MS);
    u32 found = 0;
    for (u64 i = 0; i < ss_min_u64(w->clock->explains, 1 << 16); i++)
        found += w->explain[i].head.reason == SS_REASON_SI_WIDE;
    free(w);
    free(def);
    return found;
}

static void only_the_wide_hint_searches_beyond_the_llc(void **state)
{
    (void)state;
    assert_int_equal(wide_searches(SS_HINT_FORK_AFFINE | SS_HINT_WAKE_HOLD), 0);
    assert_true(wide_searches(SS_HINT_FORK_AFFINE | SS_HINT_WAKE_HOLD | SS_HINT_WAKE_WIDE) > 0);
}

/* ---- against balancing ----------------------------------------------------------------------- */

static void set_running(struct ss_world *w, u32 each)
{
    for (u32 cpu = 0; cpu < ZEN3_CPUS; cpu++)
        if (ZEN3_LLC_OF(cpu) == 0)
            w->sched->rq[cpu].nr_running = each;
}

static u32 domain_of_weight(const struct ss_world *w, u32 weight)
{
    u32 at = w->domains->cpu[0].base;
    while (w->domains->domain[at].span_weight != weight)
        at = w->domains->domain[at].parent;
    return at;
}

static void wake_hints_hold_above_the_llc_until_it_has_more_tasks_than_cpus(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(2, 0);
    struct ss_world *w = build(def);
    struct ss_balance node = {.domain = domain_of_weight(w, 128), .src = 0};
    struct ss_balance llc = {.domain = domain_of_weight(w, 16), .src = 0};
    set_running(w, 1);
    assert_false(ss_hint_holds(w, &node, FIRST));
    prctl(w, SS_HINT_FORK_SPREAD, 0, 0, 0);
    assert_false(ss_hint_holds(w, &node, FIRST)); /* fork hints play no role */
    prctl(w, SS_HINT_WAKE_AFFINE, 0, 0, 0);
    assert_true(ss_hint_holds(w, &node, FIRST));
    assert_false(ss_hint_holds(w, &llc, FIRST));
    w->sched->rq[3].nr_running = 2; /* 17 on 16 CPUs */
    assert_false(ss_hint_holds(w, &node, FIRST));
    ss_cfs(w, 3)->h_nr_idle = 1; /* one of them of the idle policy */
    assert_true(ss_hint_holds(w, &node, FIRST));
    set_running(w, 2);
    node.active = llc.active = true;
    assert_true(ss_hint_holds(w, &node, FIRST));
    assert_false(ss_hint_holds(w, &llc, FIRST));
    set_running(w, 0);
    free(w);
    free(def);
}

static void other_measures_of_overload_can_be_chosen(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(2, SS_HINT_WAKE_HOLD);
    for (u32 measure = SS_HINT_OVERLOAD_IDLE_CORE; measure <= SS_HINT_OVERLOAD_NR_BUSY; measure++) {
        def->hint_overload = measure;
        struct ss_world *w = build(def);
        struct ss_shared_state *shared = &w->sched->fair->shared[w->domains->cpu[0].sd_llc_shared];
        const struct ss_balance node = {.domain = domain_of_weight(w, 128), .src = 0};
        *shared = (struct ss_shared_state){.has_idle_cores = 1, .nr_idle_scan = 5};
        assert_true(ss_hint_holds(w, &node, FIRST));
        if (measure == SS_HINT_OVERLOAD_IDLE_CORE)
            shared->has_idle_cores = 0;
        else if (measure == SS_HINT_OVERLOAD_NR_SCAN)
            shared->nr_idle_scan = 0;
        else
            shared->nr_busy_cpus = 16;
        assert_false(ss_hint_holds(w, &node, FIRST));
        free(w);
    }
    free(def);
}

static void hints_that_exclude_each_other_are_refused_with_the_field(void **state)
{
    (void)state;
    struct ss_world_def *def = burst(2, 12);
    assert_int_equal(ss_world_bytes(def), 0);
    assert_non_null(strstr((char *)def->message, "kernel.hints"));
    def->task_hints = 0;
    def->fork_tie_break = 3;
    assert_world_refused(def, "kernel.fork_tie_break");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_are_valid_with_at_most_one_of_each_kind),
        cmocka_unit_test(prctl_answers_as_the_posting_says),
        cmocka_unit_test(children_inherit_what_their_parent_has_when_it_forks),
        cmocka_unit_test(a_change_in_the_middle_of_a_run_gives_hints_to_all),
        cmocka_unit_test(fork_affine_stays_until_half_of_an_llc_is_busy),
        cmocka_unit_test(fork_spread_gives_the_second_of_a_pair_to_the_other_socket),
        cmocka_unit_test(ties_between_groups_may_go_to_the_less_utilised_one),
        cmocka_unit_test(by_footprint_small_tasks_fill_one_llc_and_large_ones_take_an_llc_each),
        cmocka_unit_test(every_workload_placed_by_memory_declares_what_its_tasks_allocated),
        cmocka_unit_test(wake_affine_brings_the_wakee_to_the_waker_and_wake_hold_does_not),
        cmocka_unit_test(only_the_wide_hint_searches_beyond_the_llc),
        cmocka_unit_test(memory_places_forks_on_cpus_with_a_cache_of_their_own),
        cmocka_unit_test(wake_hints_hold_above_the_llc_until_it_has_more_tasks_than_cpus),
        cmocka_unit_test(other_measures_of_overload_can_be_chosen),
        cmocka_unit_test(hints_that_exclude_each_other_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
