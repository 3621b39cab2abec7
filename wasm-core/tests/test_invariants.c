/* The invariants that debug builds check after every event: a world that runs keeps them, and each
 * violation is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sched/explain/balance.h"
#include "sched/explain/reasons.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/fair/invariants.h"
#include "sched/state/fair.h"
#include "support_fair.h"

#ifdef SS_DEBUG

/* A CPU whose queue is not locked, with a fair task running and another one waiting. */
static i32 busy_cpu(const struct ss_world *w)
{
    for (uint32_t cpu = 0; cpu < TOY_CPUS; cpu++) {
        const struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
        if (ss_lock_holder(w, (i32)cpu) == SS_NO_CPU && cfs->eevdf.root != SS_NO_ENTITY &&
            cfs->eevdf.current != SS_NO_ENTITY && cfs->h_nr_runnable > 1)
            return (i32)cpu;
    }
    return -1;
}

/* A world of many tasks that pass messages, at a moment when a queue can be tampered with. */
static struct ss_world *running(struct ss_world_def *def, uint32_t *cpu)
{
    struct ss_world *w = build(def);
    step_to(w, MS);
    for (uint64_t now = MS; busy_cpu(w) < 0 && now < 20 * MS; now += 1000)
        step_to(w, now);
    assert_true(busy_cpu(w) >= 0);
    assert_null(ss_fair_broken_invariant(w));
    *cpu = (uint32_t)busy_cpu(w);
    return w;
}

static void lose(struct ss_world *w, uint32_t cpu)
{
    struct ss_task *task = &w->task[ss_cfs(w, cpu)->eevdf.root];
    task->state = SS_TASK_RUNNABLE;
    task->on_rq = false;
}

/* Another CPU's list runs into this one's. */
static void put_on_two_queues(struct ss_world *w, uint32_t cpu)
{
    struct ss_task_list *list = &ss_cfs(w, (cpu + 1) % TOY_CPUS)->tasks;
    if (list->tail == SS_NO_TASK)
        list->head = ss_cfs(w, cpu)->eevdf.root;
    else
        w->task[list->tail].queue_next = ss_cfs(w, cpu)->eevdf.root;
}

static void count_too_many(struct ss_world *w, uint32_t cpu)
{
    ss_cfs(w, cpu)->h_nr_queued++;
}

static void count_too_many_of_all_classes(struct ss_world *w, uint32_t cpu)
{
    ss_rq(w, cpu)->nr_running++;
}

static void weigh_too_much(struct ss_world *w, uint32_t cpu)
{
    ss_cfs(w, cpu)->load_weight += 1024;
}

static void delay_one_without_saying_so(struct ss_world *w, uint32_t cpu)
{
    w->sched->fair->entity[ss_cfs(w, cpu)->eevdf.root].delayed ^= true;
}

static void drop_from_order(struct ss_world *w, uint32_t cpu)
{
    ss_cfs(w, cpu)->eevdf.root = SS_NO_ENTITY;
}

static void move_in_virtual_time(struct ss_world *w, uint32_t cpu)
{
    w->sched->fair->entity[ss_cfs(w, cpu)->eevdf.root].vruntime += 5000;
}

static void put_queue_back(struct ss_world *w, uint32_t cpu)
{
    ss_cfs(w, cpu)->eevdf.min_vruntime--;
}

static void put_running_back(struct ss_world *w, uint32_t cpu)
{
    w->sched->fair->entity[ss_cfs(w, cpu)->eevdf.current].vruntime--;
}

static void announce_rt_task(struct ss_world *w, uint32_t cpu)
{
    ss_bitset_add(ss_rq(w, cpu)->rt_bitmap, 50);
}

static void count_rt_task(struct ss_world *w, uint32_t cpu)
{
    ss_rq(w, cpu)->rt_nr_running++;
    ss_rq(w, cpu)->nr_running++;
}

static void misfile(struct ss_world *w, uint32_t cpu)
{
    w->sched->cpu_to_pri[cpu]++;
}

static const struct {
    void (*break_it)(struct ss_world *w, uint32_t cpu);
    const char *found;
} breaches[] = {
    {lose, "a runnable task is on no queue"},
    {put_on_two_queues, "cfs_tasks does not list the queued tasks"},
    {count_too_many, "the number of tasks queued on a CPU differs from its queue's count"},
    {count_too_many_of_all_classes, "nr_running is not the sum over the classes"},
    {weigh_too_much, "the weights of queued tasks do not add up to the queue's"},
    {delay_one_without_saying_so, "delayed or SCHED_IDLE tasks are counted wrongly"},
    {drop_from_order, "the tree of a queue does not hold the tasks that are queued"},
    {move_in_virtual_time, "the average virtual time is not that of the waiting tasks"},
    {put_queue_back, "min_vruntime went back"},
    {put_running_back, "the vruntime of a running task went back"},
    {announce_rt_task, "the RT bitmap names a list that holds no task"},
    {count_rt_task, "the number of RT tasks queued on a CPU differs from its queue's count"},
    {misfile, "cpupri has a CPU at another level than its run queue"},
};

static void every_breach_is_found_and_named(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(breaches); i++) {
        struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
        uint32_t cpu = 0;
        struct ss_world *w = running(def, &cpu);
        breaches[i].break_it(w, cpu);
        const char *found = ss_fair_broken_invariant(w);
        assert_string_equal(found ? found : "nothing", breaches[i].found);
        free(w);
        free(def);
    }
}

static void a_breach_stops_the_world_with_its_name(void **state)
{
    (void)state;
    struct ss_world_def *def = toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 5, 100, 0, 1});
    uint32_t cpu = 0;
    struct ss_world *w = running(def, &cpu);
    weigh_too_much(w, cpu);
    assert_int_equal(ss_world_step(w, (uint32_t)(40 * MS), 0, 0), SS_STEP_DEFECT);
    assert_string_equal((const char *)w->map->message,
                        "the weights of queued tasks do not add up to the queue's");
    free(w);
    free(def);
}

/* ---- neglect --------------------------------------------------------------------------------- */

#define FREED (5 * MS)

/* Eight tasks that only compute are kept on CPU 0 at first, then may go where they like. */
static struct ss_world_def *crowd(void)
{
    struct ss_world_def *def = toy(SS_WORKLOAD_CONTEXT, (uint32_t[]){8, 100000, 0, 0, 0});
    def->interventions = 9;
    for (uint32_t i = 0; i < 9; i++) {
        def->intervention_at_low[i] = i ? (uint32_t)FREED : 1;
        def->intervention_kind[i] = SS_INTERVENE_AFFINITY;
        def->intervention_task[i] = i ? TOY_CPUS + i : UINT32_MAX;
        def->intervention_cpus[i * SS_CPU_SET_WORDS] = i ? 0xff : 1;
    }
    return def;
}

/* No domain is due any more. */
static void stop_balancing(struct ss_world *w)
{
    for (uint32_t domain = 0; domain < TOY_CPUS * w->domains->levels; domain++)
        w->sched->fair->domain[domain].last_balance = 1u << 30;
}

/* Each ms, of every CPU's domain on that level: why a pass over it did nothing. */
struct said {
    u32 level;
    u8 reason;
};

static i32 step_by_ms(struct ss_world *w, uint64_t until, struct said said)
{
    i32 code = SS_STEP_REACHED;
    for (uint64_t now = w->clock->now; now < until && code == SS_STEP_REACHED; now += MS) {
        code = ss_world_step(w, (uint32_t)now, (uint32_t)(now >> 32), 0);
        for (uint32_t cpu = 0; said.reason && cpu < TOY_CPUS; cpu++) {
            uint32_t domain = w->domains->cpu[cpu].base;
            for (u32 level = 0; level < said.level; level++)
                domain = w->domains->domain[domain].parent;
            w->cpu[cpu].clock = ss_max_u64(w->cpu[cpu].clock, now);
            ss_explain_passed_over(w, &w->cpu[cpu], cpu, domain, said.reason);
        }
    }
    return code;
}

#define NOTHING_SAID ((struct said){0})

static void balancing_leaves_no_cpu_idle_beside_waiting_tasks(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    struct ss_world *w = build(def);
    assert_int_equal(step_by_ms(w, 40 * MS, NOTHING_SAID), SS_STEP_REACHED);
    free(w);
    free(def);
}

static void balancing_that_fails_is_found_after_an_interval(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    struct ss_world *w = build(def);
    step_to(w, FREED - MS);
    stop_balancing(w);
    assert_int_equal(step_by_ms(w, 40 * MS, NOTHING_SAID), SS_STEP_DEFECT);
    assert_string_equal(
        (const char *)w->map->message,
        "a CPU idles for longer than a balance interval beside tasks that wait in its cache");
    /* While tasks could not leave CPU 0 the intervals have grown. */
    uint64_t least = UINT64_MAX;
    for (uint32_t cpu = 1; cpu < 4; cpu++)
        least = ss_min_u64(least,
                           w->sched->fair->domain[w->domains->cpu[cpu].base].balance_interval * MS);
    assert_true(least >= 4 * MS);
    assert_in_range(w->clock->now, FREED + least, FREED + least + 3 * MS);
    free(w);
    free(def);
}

static void tasks_that_may_not_come_are_no_neglect(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    def->interventions = 1;
    struct ss_world *w = build(def);
    stop_balancing(w);
    assert_int_equal(step_by_ms(w, 25 * MS, NOTHING_SAID), SS_STEP_REACHED);
    free(w);
    free(def);
}

/* Asks as if the tick of the crowded CPU had not been taken yet. */
static const char *ask_with_a_tick_pending(const struct ss_world *w)
{
    const u8 pending = w->cpu[0].pending_vectors;
    w->cpu[0].pending_vectors |= 1u << SS_VECTOR_TICK;
    const char *broken = ss_fair_broken_invariant(w);
    w->cpu[0].pending_vectors = pending;
    return broken;
}

static void what_nobody_can_notice_is_no_neglect_yet(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    struct ss_world *w = build(def);
    step_to(w, FREED - MS);
    stop_balancing(w);
    w->hooks.broken = ask_with_a_tick_pending;
    assert_int_equal(step_by_ms(w, 40 * MS, NOTHING_SAID), SS_STEP_REACHED);
    w->hooks.broken = ss_fair_broken_invariant;
    assert_int_equal(step_by_ms(w, 80 * MS, NOTHING_SAID), SS_STEP_DEFECT);
    assert_true(w->clock->now > 40 * MS + 2 * MS);
    free(w);
    free(def);
}

/* No CPU balances, and each ms that is said of all domains of a level. */
static i32 neglect(struct said said)
{
    struct ss_world_def *def = crowd();
    struct ss_world *w = build(def);
    step_to(w, FREED - MS);
    stop_balancing(w);
    const i32 code = step_by_ms(w, 40 * MS, said);
    free(w);
    free(def);
    return code;
}

enum { OF_THE_CACHE, OF_THE_MACHINE };

static void what_a_record_explains_is_no_neglect(void **state)
{
    (void)state;
    static const u8 reasons[] = {SS_REASON_MV_HOT, SS_REASON_LB_IDLE_DIFF, SS_REASON_LB_NOT_FIRST};
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(reasons); i++)
        assert_int_equal(neglect((struct said){OF_THE_CACHE, reasons[i]}), SS_STEP_REACHED);
}

static void a_record_of_another_domain_explains_nothing(void **state)
{
    (void)state;
    assert_int_equal(neglect((struct said){OF_THE_MACHINE, SS_REASON_MV_HOT}), SS_STEP_DEFECT);
}

static void a_record_that_gives_no_reason_to_leave_tasks_alone_explains_nothing(void **state)
{
    (void)state;
    static const u8 reasons[] = {
        SS_REASON_LB_NOT_DUE, SS_REASON_LB_NO_BUSIEST, SS_REASON_LB_NOT_IDLE, SS_REASON_LB_ONE_TASK,
        SS_REASON_LB_NO_CPU,  SS_REASON_LB_MOVED,      SS_REASON_LB_FAILED,   SS_REASON_LB_ACTIVE,
        SS_REASON_MV_RUNNING, SS_REASON_MV_PINNED,     SS_REASON_NI_DICE,
    };
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(reasons); i++)
        assert_int_equal(neglect((struct said){OF_THE_CACHE, reasons[i]}), SS_STEP_DEFECT);
}

static void a_record_from_before_a_cpu_idled_explains_nothing(void **state)
{
    (void)state;
    struct ss_world_def *def = crowd();
    struct ss_world *w = build(def);
    step_to(w, FREED - MS);
    step_by_ms(w, FREED, (struct said){OF_THE_CACHE, SS_REASON_MV_HOT});
    stop_balancing(w);
    assert_int_equal(step_by_ms(w, 40 * MS, NOTHING_SAID), SS_STEP_DEFECT);
    free(w);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_breach_is_found_and_named),
        cmocka_unit_test(a_breach_stops_the_world_with_its_name),
        cmocka_unit_test(balancing_leaves_no_cpu_idle_beside_waiting_tasks),
        cmocka_unit_test(balancing_that_fails_is_found_after_an_interval),
        cmocka_unit_test(tasks_that_may_not_come_are_no_neglect),
        cmocka_unit_test(what_nobody_can_notice_is_no_neglect_yet),
        cmocka_unit_test(what_a_record_explains_is_no_neglect),
        cmocka_unit_test(a_record_of_another_domain_explains_nothing),
        cmocka_unit_test(a_record_that_gives_no_reason_to_leave_tasks_alone_explains_nothing),
        cmocka_unit_test(a_record_from_before_a_cpu_idled_explains_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else
/* Release builds have no invariants to ask. */
int main(void)
{
    return 0;
}
#endif
