/* The memory of the fair class: where its structures lie and how its state starts. */
#include "sched/fair/state.h"

#include "exec/create.h"
#include "exec/world.h"
#include "sched/domains/domains.h"
#include "sched/fair/class.h"
#include "sched/fair/invariants.h"
#include "sched/fair/place/hints.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/limits.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

#define START_AVG_IDLE_NS (2 * SS_MIGRATION_COST_NS)
#define START_CLOCK_NS 1024 /* at 0 averages would count as never attached */

static u32 home_of_capacity(const struct ss_world *w, u32 capacity)
{
    return w->domains->capacity[capacity].cpu;
}

#define PLACEMENTS 7

/* A machine has at most as many shared objects and capacities as the domains say. */
static u32 placements(const struct ss_world *w, struct ss_placement list[PLACEMENTS])
{
    const struct ss_placement all[PLACEMENTS] = {
        {SS_STRUCTURE_CFS_RQ, w->topology.cpus, SS_HOME_OF_CPU, NULL},
        {SS_STRUCTURE_SCHED_DOMAIN_SHARED, w->domains->shareds, SS_HOME_FIRST_NODE, NULL},
        {SS_STRUCTURE_GROUP_CAPACITY, w->domains->capacities, SS_HOME_FIRST_NODE, home_of_capacity},
        {SS_STRUCTURE_NOHZ, 1, SS_HOME_FIRST_NODE, NULL},
        {SS_STRUCTURE_NOHZ_MASK, 1, SS_HOME_FIRST_NODE, NULL},
        {SS_STRUCTURE_BALANCE_RUNNING, 1, SS_HOME_FIRST_NODE, NULL},
        {SS_STRUCTURE_TASK_GROUP, w->def->task_group ? 1 : 0, SS_HOME_FIRST_NODE, NULL},
    };
    for (u32 i = 0; i < PLACEMENTS; i++)
        list[i] = all[i];
    return PLACEMENTS;
}

static u32 lines(const struct ss_world *w)
{
    struct ss_placement list[PLACEMENTS];
    return w->sched->fair ? ss_lines_of(w, list, placements(w, list)) : 0;
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    struct ss_placement list[PLACEMENTS];
    (void)header;
    if (!w->sched->fair)
        return;
    w->sched->classes[SS_CLASS_FAIR] = &fair_sched_class;
    ss_place(w, list, placements(w, list));
}

static void start_queue(struct ss_world *w, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    *cfs = (struct ss_cfs_rq){.tasks = {SS_NO_TASK, SS_NO_TASK},
                              .avg.last_update_time = START_CLOCK_NS,
                              .clock_task = START_CLOCK_NS,
                              .idle_stamp = 1, /* at 0 the slow path would not see it as idle */
                              .avg_idle = START_AVG_IDLE_NS,
                              .exec_task = SS_NO_TASK,
                              .max_idle_balance_cost = SS_MIGRATION_COST_NS,
                              .capacity = SS_WEIGHT_NICE_0,
                              .exit_latency = SS_NO_EXIT_LATENCY};
    ss_eevdf_init(&cfs->eevdf, ss_base_slice(w->topology.cpus), SS_JIFFY_NS);
    if (w->def->fair_order == SS_ORDER_CFS)
        ss_cfs_order_init(&cfs->eevdf, w->topology.cpus);
}

static void start_domains(struct ss_world *w)
{
    const struct ss_domains *domains = w->domains;
    struct ss_fair *fair = w->sched->fair;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        u32 at = domains->cpu[cpu].base;
        for (; at != SS_NO_DOMAIN; at = domains->domain[at].parent) {
            fair->domain[at].balance_interval = domains->domain[at].min_interval;
            fair->domain[at].newidle_rate = SS_NEWIDLE_RATE_START;
        }
    }
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        u32 at = domains->cpu[cpu].base;
        for (; at != SS_NO_DOMAIN; at = domains->domain[at].parent)
            for (u32 i = 0; i < domains->domain[at].group_count; i++) {
                const struct ss_sched_group *group = ss_domain_group(domains, at, i);
                fair->capacity[group->capacity].capacity = group->weight * SS_WEIGHT_NICE_0;
            }
    }
    for (u32 i = 0; i < domains->shareds; i++)
        fair->shared[i].nr_busy_cpus = domains->shared_weight[i];
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    const struct ss_domains *domains = w->domains;
    const u32 cpus = w->topology.cpus;
    struct ss_fair *fair = w->sched->fair;
    if (!fair)
        return;
    fair->tunables = SS_ARENA_ARRAY(state, struct ss_tunables, 1);
    fair->task_group = SS_ARENA_ARRAY(state, struct ss_task_group, 1);
    fair->rq = SS_ARENA_ARRAY(state, struct ss_cfs_rq, cpus);
    fair->entity = SS_ARENA_ARRAY(state, struct ss_entity, w->tasks);
    fair->task = SS_ARENA_ARRAY(state, struct ss_fair_task, w->tasks);
    fair->domain = SS_ARENA_ARRAY(state, struct ss_domain_state, cpus * domains->levels);
    fair->capacity = SS_ARENA_ARRAY(state, struct ss_capacity_state, domains->capacities);
    fair->shared = SS_ARENA_ARRAY(state, struct ss_shared_state, domains->shareds);
    fair->work = SS_ARENA_ARRAY(state, struct ss_fair_work, cpus);
    fair->select_mask = SS_ARENA_ARRAY(state, u64, (u64)cpus * w->topology.cpu_words);
    fair->nohz_cpus = SS_ARENA_ARRAY(state, u64, w->topology.cpu_words);
    fair->balance_mask = SS_ARENA_ARRAY(state, u64, (u64)cpus * w->topology.cpu_words);
    if (!fair->balance_mask)
        return;
    *fair->tunables = (struct ss_tunables){SS_MIGRATION_COST_NS, SS_NR_MIGRATE};
    for (u32 cpu = 0; cpu < cpus; cpu++)
        start_queue(w, cpu);
    for (u32 i = 0; i < w->tasks; i++) {
        fair->entity[i] = (struct ss_entity){
            .left = SS_NO_ENTITY, .right = SS_NO_ENTITY, .weight = SS_WEIGHT_NICE_0};
        fair->task[i] = (struct ss_fair_task){.last_wakee = SS_NO_TASK, .recent_used_cpu = -1};
    }
    start_domains(w);
}

/* ---- start: a machine that has idled for a while; vectors bring their own state ---------------
 */

/* Scans are as far-reaching as on a machine that has balanced while idle (spec section 7): strictly
 * they would be off until the first periodic pass. Equal idle stamps would hide whole nodes from
 * forks (spec "Fair scheduler" section 20), so they are drawn. */
static void start(struct ss_world *w)
{
    const struct ss_domains *domains = w->domains;
    struct ss_fair *fair = w->sched->fair;
    struct ss_prng random;
    if (!fair)
        return;
    const u64 seed = (u64)w->def->seed_high << 32 | w->def->seed_low;
    ss_prng_seed(&random, seed, SS_RANDOM_IDLE_STAMPS, 0);
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        fair->rq[cpu].idle_stamp = 1 + ss_prng_below(&random, SS_JIFFY_NS);
        fair->rq[cpu].idle_at_tick = fair->rq[cpu].tick_stopped = true;
        ss_prng_seed(&fair->rq[cpu].dice, seed, SS_RANDOM_NEWIDLE_DICE, cpu);
    }
    ss_bitset_fill(fair->nohz_cpus, w->topology.cpus);
    w->sched->state->nohz_nr_cpus = w->topology.cpus;
    for (u32 i = 0; i < domains->shareds; i++) {
        fair->shared[i].nr_idle_scan = domains->shared_weight[i];
        fair->shared[i].nr_busy_cpus = 0;
    }
#ifdef SS_DEBUG
    w->hooks.broken = ss_fair_broken_invariant;
#endif
}

const struct ss_room ss_fair_room = {
    .check = ss_hints_check, .lines = lines, .create = create, .state = take_state, .start = start};
