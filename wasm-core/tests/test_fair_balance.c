/* Properties of placement and balancing by the fair class that no single vector shows: on machines
 * with random load no pass loses a task, moves what must not move, or leaves counts that disagree.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/prng.h"
#include "probe/fair_state.h"
#include "sched/domains/domains.h"
#include "sched/fair/balance/balance_rq.h"
#include "sched/fair/place/select.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

#define MEMORY_BYTES (16u << 20)
#define CPUS 8
#define TASKS 32
#define MACHINES 120

struct machine {
    struct ss_arena arena;
    struct ss_probe probe;
    struct ss_world_def def;
    struct ss_world *w;
    struct ss_prng random;
    i32 home[CPUS + TASKS]; /* by task: where it was queued first */
    bool ran[CPUS + TASKS];
};

static struct machine *machine;
static void *memory;

/* Two LLCs of four CPUs, two threads a core; in one node or in two. */
static void define(u32 nodes)
{
    struct ss_world_def *def = &machine->def;
    ss_world_def_default(def);
    def->cpus = CPUS;
    def->nodes = nodes;
    for (u32 cpu = 0; cpu < CPUS; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = (u16)(cpu / 2);
        def->cpu_llc[cpu] = (u16)(cpu / 4);
        def->cpu_package[cpu] = def->cpu_node[cpu] = (u16)(cpu / 4 % nodes);
    }
    for (u32 i = 0; i < nodes; i++)
        for (u32 j = 0; j < nodes; j++)
            def->distance[i * nodes + j] = i == j ? 10 : 20;
}

static u32 below(u32 bound)
{
    return ss_prng_below(&machine->random, bound);
}

static void set_task(struct ss_world *w, i32 task)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_pelt *avg = &fair->task[task].avg;
    avg->load_avg = below(1025);
    avg->util_avg = avg->runnable_avg = below(800);
    fair->entity[task].weight = ss_weight_of_nice((i32)below(11) - 5);
    fair->entity[task].vruntime = below(4000000);
    fair->task[task].exec_start = below(2) ? SS_PROBE_CLOCK_NS - below(1000000) : 0;
    fair->task[task].per_cpu_kthread = below(10) == 0;
    if (below(4))
        return;
    w->task[task].affinity = 1 + (u32)task - CPUS;
    u64 *allowed = ss_affinity(w, &w->task[task]);
    allowed[0] = (1u << below(CPUS)) | (1u << below(CPUS));
    w->task[task].allowed_count = (u16)ss_popcount(allowed[0]);
}

static i32 allowed_home(const struct ss_world *w, i32 task)
{
    const u64 *allowed = ss_affinity(w, &w->task[task]);
    u32 first = below(CPUS / 2); /* the lower half is the fuller */
    return ss_bitset_has(allowed, first) ? (i32)first : ss_bitset_first(allowed, 1);
}

static struct ss_world *build(u32 seed)
{
    ss_prng_seed(&machine->random, seed, 1, 0);
    define(1 + seed % 2);
    ss_arena_init(&machine->arena, memory, MEMORY_BYTES);
    memset(memory, 0, MEMORY_BYTES);
    machine->probe = (struct ss_probe){.arena = &machine->arena};
    struct ss_world *w = ss_mini_fair_world(&machine->probe, &machine->def, TASKS);
    assert_non_null(w);
    ss_probe_start_clocks(w);
    u32 tasks = below(TASKS + 1);
    for (i32 task = CPUS; task < (i32)(CPUS + tasks); task++) {
        set_task(w, task);
        i32 home = allowed_home(w, task);
        machine->home[task] = home;
        machine->ran[task] = ss_rq(w, (u32)home)->current == home;
        ss_probe_queue(w, task, (u32)home, machine->ran[task]);
    }
    return w;
}

static void check_queue(const struct ss_world *w, u32 cpu)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    u32 tasks = 0, listed = 0;
    u64 weight = 0, waiting = 0;
    for (i32 task = CPUS; task < (i32)w->tasks; task++) {
        if (!w->task[task].on_rq || w->task[task].cpu != (i32)cpu)
            continue;
        tasks++;
        weight += w->sched->fair->entity[task].weight;
        if (task != cfs->eevdf.current)
            waiting += w->sched->fair->entity[task].weight;
    }
    for (i32 task = cfs->tasks.head; task != SS_NO_TASK; task = w->task[task].queue_next)
        listed++;
    assert_int_equal(w->sched->rq[cpu].nr_running, tasks);
    assert_int_equal(cfs->h_nr_queued, tasks);
    assert_int_equal(cfs->eevdf.nr_queued, tasks);
    assert_int_equal(listed, tasks);
    assert_int_equal(cfs->load_weight, weight);
    assert_int_equal(cfs->eevdf.weight, waiting);
}

static void check_world(const struct ss_world *w)
{
    u32 queued = 0;
    for (u32 cpu = 0; cpu < CPUS; cpu++) {
        check_queue(w, cpu);
        queued += w->sched->rq[cpu].nr_running;
    }
    for (i32 task = CPUS; task < (i32)w->tasks; task++) {
        if (!w->task[task].on_rq)
            continue;
        queued--;
        assert_true(ss_bitset_has(ss_affinity(w, &w->task[task]), (u32)w->task[task].cpu));
        if (machine->ran[task] || w->sched->fair->task[task].per_cpu_kthread)
            assert_int_equal(w->task[task].cpu, machine->home[task]);
    }
    assert_int_equal(queued, 0);
}

static u32 balance(struct ss_world *w, u32 cpu, u32 domain)
{
    struct sched_balance_rq_frame frame = {.domain = domain, .idle = SS_NOT_IDLE};
    u32 before = ss_rq(w, cpu)->nr_running;
    if (!before)
        frame.idle = below(2) ? SS_IDLE : SS_NEWLY_IDLE;
    w->sched->fair->domain[domain].nr_balance_failed = below(6);
    i32 moved = ss_mini_run(w, cpu, sched_balance_rq, &frame.path, sizeof(frame));
    if (frame.idle == SS_NEWLY_IDLE)
        assert_true(moved <= 1);
    assert_true(ss_rq(w, cpu)->nr_running <= before + (u32)(moved > 0 ? moved : 0));
    return moved > 0 ? (u32)moved : 0;
}

static void no_pass_loses_a_task_or_moves_one_that_must_stay(void **state)
{
    u32 moved = 0;
    (void)state;
    for (u32 seed = 0; seed < MACHINES; seed++) {
        struct ss_world *w = build(seed);
        for (u32 cpu = 0; cpu < CPUS; cpu++) {
            u32 at = w->domains->cpu[cpu].base;
            for (; at != SS_NO_DOMAIN; at = w->domains->domain[at].parent) {
                moved += balance(w, cpu, at);
                check_world(w);
            }
        }
        assert_int_equal(w->defect, 0);
    }
    assert_true(moved > MACHINES); /* or nothing was tested */
}

static void placement_stays_inside_the_allowed_set_and_changes_no_queue(void **state)
{
    static const u16 flags[] = {SS_SD_BALANCE_FORK, SS_SD_BALANCE_WAKE};
    (void)state;
    for (u32 seed = 0; seed < MACHINES; seed++) {
        struct ss_world *w = build(seed);
        i32 task = CPUS + TASKS - 1;
        if (w->task[task].on_rq)
            continue;
        set_task(w, task);
        for (u32 cpu = 0; cpu < CPUS; cpu++)
            for (u32 i = 0; i < SS_ARRAY_LENGTH(flags); i++) {
                struct select_task_rq_fair_frame frame = {
                    .task = task, .flag = flags[i], .previous = (u16)allowed_home(w, task)};
                w->task[task].cpu = frame.previous;
                i32 chosen = ss_mini_run(w, cpu, select_task_rq_fair, &frame.path, sizeof(frame));
                assert_true(ss_bitset_has(ss_affinity(w, &w->task[task]), (u32)chosen));
                check_world(w);
            }
    }
}

/* A wakeup with a free choice never stacks while its own LLC has an idle CPU and may be searched.
 */
static void a_wakeup_finds_the_idle_cpu_of_its_llc(void **state)
{
    (void)state;
    for (u32 seed = 0; seed < MACHINES; seed++) {
        struct ss_world *w = build(seed);
        i32 task = CPUS + TASKS - 1;
        if (w->task[task].on_rq)
            continue;
        for (u32 i = 0; i < w->domains->shareds; i++)
            w->sched->fair->shared[i].nr_idle_scan = CPUS;
        w->task[task].cpu = 1;
        struct select_task_rq_fair_frame frame = {
            .task = task, .flag = SS_SD_BALANCE_WAKE, .previous = 1};
        bool idle = false;
        for (u32 cpu = 0; cpu < CPUS / 2; cpu++)
            idle = idle || !ss_rq(w, cpu)->nr_running;
        i32 chosen = ss_mini_run(w, 0, select_task_rq_fair, &frame.path, sizeof(frame));
        if (idle)
            assert_int_equal(ss_rq(w, (u32)chosen)->nr_running, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pass_loses_a_task_or_moves_one_that_must_stay),
        cmocka_unit_test(placement_stays_inside_the_allowed_set_and_changes_no_queue),
        cmocka_unit_test(a_wakeup_finds_the_idle_cpu_of_its_llc),
    };
    memory = aligned_alloc(64, MEMORY_BYTES);
    machine = calloc(1, sizeof(*machine));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(machine);
    free(memory);
    return failed;
}
