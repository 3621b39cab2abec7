/*
 * The door to what of the fair class is a formula: weighted time, load tracking, EEVDF, and the
 * limits of balancing. Times and sums are two words, low half first.
 *
 * in: question, then
 *   0 CALC_DELTA  rows of (delta 2, weight)                      out: a time each
 *   1 DECAY       rows of (val 2, n)                             out: a sum each
 *   2 UTIL_EST    rows of (ewma, util, runnable)                 out: 1 word each
 *   3 NUMA        rows of (imbalance, dst_running, imb_numa_nr)  out: 1 word each
 *   4 IDLE_SCAN   rows of (sum_util 2, weight, imbalance_pct)    out: 1 word each
 *   5 SIS_PROP    rows of (avg_idle 2, avg_scan_cost 2, weight)  out: a number of 2 words each
 *   6 NEWIDLE     rows of (cost 2, jiffies), one after another   out: the maximum, 2 words each
 *   7 PELT        last_update_time 2, load_sum 2, runnable_sum 2, util_sum, period_contrib, weight,
 *                 rows of (now 2, load, runnable, running)
 *                 out: changed, load_sum 2, runnable_sum 2, util_sum, period_contrib, load_avg,
 *                 runnable_avg, util_avg each
 *   8 EEVDF       min_vruntime 2, base_slice 2, tasks, rows of operations: see run_operation
 *   9 INTERVAL    shape of a machine, hz, rows of (domain level of CPU 0, interval_ms, busy)
 *                 out: jiffies each
 * Rows stand behind their number.
 */
#include "machine/topology_check.h"
#include "probe/probe.h"
#include "probe/topology.h"
#include "sched/domains/domains.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/limits.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "schedscape.h"

#define TICK_NS 1000000u
#define MOST_TASKS 4096
#define MOST_WEIGHT (1 << 24)

static void calc_delta(struct ss_probe *probe)
{
    u64 delta = ss_probe_read_long(probe);
    ss_probe_write_long(probe,
                        ss_calc_delta_fair(delta, (u32)ss_probe_read_range(probe, 1, MOST_WEIGHT)));
}

static void decay(struct ss_probe *probe)
{
    u64 value = ss_probe_read_long(probe);
    ss_probe_write_long(probe, ss_pelt_decay(value, (u32)ss_probe_read(probe)));
}

static void util_est(struct ss_probe *probe)
{
    u32 ewma = (u32)ss_probe_read(probe), util = (u32)ss_probe_read(probe);
    ss_probe_write(probe, (i32)ss_util_est_update(ewma, util, (u32)ss_probe_read(probe)));
}

static void numa_imbalance(struct ss_probe *probe)
{
    i32 imbalance = ss_probe_read(probe);
    u32 running = (u32)ss_probe_read(probe), allowed = (u32)ss_probe_read(probe);
    ss_probe_write(probe, (i32)ss_adjust_numa_imbalance(imbalance, running, allowed));
}

static void idle_scan(struct ss_probe *probe)
{
    u64 sum = ss_probe_read_long(probe);
    u32 weight = (u32)ss_probe_read_range(probe, 1, SS_LIMIT_CPUS);
    u32 pct = (u32)ss_probe_read_range(probe, 100, 1000);
    ss_probe_write(probe, (i32)ss_nr_idle_scan(sum, weight, pct));
}

static void sis_prop(struct ss_probe *probe)
{
    u64 idle = (u64)ss_probe_read_long_range(probe, 0, SS_PROBE_MOST_NS);
    u64 cost = (u64)ss_probe_read_long_range(probe, 0, SS_PROBE_MOST_NS);
    ss_probe_write_long(
        probe, ss_sis_prop_limit(idle, cost, (u32)ss_probe_read_range(probe, 1, SS_LIMIT_CPUS)));
}

static void newidle_cost(struct ss_probe *probe, struct ss_newidle_cost *known)
{
    u64 cost = ss_probe_read_long(probe);
    ss_update_newidle_cost(known, cost, (u32)ss_probe_read(probe), SS_LIMIT_CPUS,
                           SS_MIGRATION_COST_NS);
    ss_probe_write_long(probe, known->max);
}

static void pelt(struct ss_probe *probe)
{
    struct ss_pelt sums = {.last_update_time = ss_probe_read_long(probe)};
    sums.load_sum = ss_probe_read_long(probe);
    sums.runnable_sum = ss_probe_read_long(probe);
    sums.util_sum = (u32)ss_probe_read(probe);
    sums.period_contrib = (u32)ss_probe_read_range(probe, 0, 1023);
    u32 weight = (u32)ss_probe_read_range(probe, 1, MOST_WEIGHT);
    u32 steps = (u32)ss_probe_read_range(probe, 0, INT32_MAX);
    for (u32 i = 0; i < steps && !probe->bad; i++) {
        u64 now = ss_probe_read_long(probe);
        struct ss_pelt_input input = {.weight = weight};
        input.load = (u32)ss_probe_read(probe);
        input.runnable = (u32)ss_probe_read(probe);
        input.running = ss_probe_read_range(probe, 0, 1);
        ss_probe_write(probe, ss_pelt_update(&sums, now, &input));
        ss_probe_write_long(probe, sums.load_sum);
        ss_probe_write_long(probe, sums.runnable_sum);
        ss_probe_write(probe, (i32)sums.util_sum);
        ss_probe_write(probe, (i32)sums.period_contrib);
        ss_probe_write(probe, (i32)sums.load_avg);
        ss_probe_write(probe, (i32)sums.runnable_avg);
        ss_probe_write(probe, (i32)sums.util_avg);
    }
}

/* ---- EEVDF ----------------------------------------------------------------------------------- */

enum operation { ENQUEUE, PLACE, SET_CURRENT, RUN, PICK };

/* A history ends where it leaves what differences of 64 bits can order: MOST_WEIGHTED is also what
 * the longest stretch is for the lightest task, whose time runs 1024 times as fast. */
#define MOST_STRETCH_NS (1ll << 51)
#define MOST_WEIGHTED (1ll << 61)

static bool is_in_reach(const struct ss_entity *entity)
{
    return entity->vruntime >= -MOST_WEIGHTED && entity->vruntime <= MOST_WEIGHTED &&
           entity->deadline >= -MOST_WEIGHTED && entity->deadline <= MOST_WEIGHTED;
}

static i64 read_moment(struct ss_probe *probe)
{
    return ss_probe_read_long_range(probe, -SS_PROBE_MOST_NS, SS_PROBE_MOST_NS);
}

static void read_entity(struct ss_probe *probe, struct ss_entity *entity)
{
    *entity = (struct ss_entity){.custom_slice = ss_probe_read_range(probe, 0, 1)};
    entity->weight = (u32)ss_probe_read_range(probe, 1, MOST_WEIGHT);
    entity->slice = (u64)ss_probe_read_long_range(probe, 1, MOST_STRETCH_NS);
}

static void write_pick(struct ss_probe *probe, const struct ss_eevdf *queue,
                       const struct ss_entity *all, u32 tasks)
{
    ss_probe_write(probe, ss_pick_eevdf(queue, all, ss_probe_read_range(probe, 0, 1)));
    ss_probe_write_long(probe, (u64)ss_avg_vruntime(queue, all));
    ss_probe_write_long(probe, (u64)queue->min_vruntime);
    for (u32 id = 0; id < tasks; id++) {
        const struct ss_entity *entity = &all[id];
        ss_probe_write(probe, entity->on_rq);
        ss_probe_write_long(probe, (u64)entity->vruntime);
        ss_probe_write_long(probe, (u64)entity->deadline);
        ss_probe_write(probe, ss_entity_eligible(queue, all, (i32)id));
    }
}

/*
 * 0 ENQUEUE task custom weight slice 2 vruntime 2 deadline 2 | 1 PLACE task custom weight slice 2
 * vlag 2 initial: V 2, vruntime 2, deadline 2, slice 2 | 2 SET_CURRENT task | 3 RUN ns 2: vruntime
 * 2, deadline 2, vprot 2, resched | 4 PICK protect: task, V 2, min_vruntime 2, a task: queued,
 * vruntime 2, deadline 2, eligible. A slice that is not custom is the base slice again when the
 * deadline is renewed.
 */
static void run_operation(struct ss_probe *probe, struct ss_eevdf *queue, struct ss_entity *all,
                          u32 tasks)
{
    enum operation operation = (enum operation)ss_probe_read_range(probe, ENQUEUE, PICK);
    i32 id = queue->current;
    if (operation < RUN)
        id = ss_probe_read_range(probe, 0, (i32)tasks - 1);
    struct ss_entity *entity = &all[id == SS_NO_ENTITY ? 0 : id];
    if ((operation < SET_CURRENT && entity->on_rq) ||
        (operation == SET_CURRENT && !entity->on_rq) || (operation == RUN && id == SS_NO_ENTITY)) {
        probe->bad = true;
        return;
    }
    if (operation == PICK) {
        write_pick(probe, queue, all, tasks);
    } else if (operation == SET_CURRENT) {
        if (queue->current != SS_NO_ENTITY)
            ss_put_prev_entity(queue, all);
        ss_set_next_entity(queue, all, id);
    } else if (operation == RUN) {
        const u64 ns = (u64)ss_probe_read_long_range(probe, 0, MOST_STRETCH_NS);
        bool resched = ss_account_current(queue, all, ns);
        ss_probe_write_long(probe, (u64)entity->vruntime);
        ss_probe_write_long(probe, (u64)entity->deadline);
        ss_probe_write_long(probe, (u64)entity->vlag);
        ss_probe_write(probe, resched);
    } else if (operation == ENQUEUE) {
        read_entity(probe, entity);
        entity->vruntime = read_moment(probe);
        entity->deadline = read_moment(probe);
        ss_eevdf_insert(queue, all, id);
        entity->on_rq = true;
        queue->nr_queued++;
    } else {
        read_entity(probe, entity);
        entity->vlag = read_moment(probe);
        ss_probe_write_long(probe, (u64)ss_avg_vruntime(queue, all));
        ss_enqueue_entity(queue, all, id, ss_probe_read_range(probe, 0, 1));
        ss_probe_write_long(probe, (u64)entity->vruntime);
        ss_probe_write_long(probe, (u64)entity->deadline);
        ss_probe_write_long(probe, entity->slice);
    }
    probe->bad |= !is_in_reach(entity);
}

static void eevdf(struct ss_probe *probe)
{
    struct ss_eevdf queue;
    i64 start = read_moment(probe);
    u64 base_slice = (u64)ss_probe_read_long_range(probe, 1, MOST_STRETCH_NS);
    u32 tasks = (u32)ss_probe_read_range(probe, 1, MOST_TASKS);
    struct ss_entity *all = SS_ARENA_ARRAY(probe->arena, struct ss_entity, tasks);
    if (!all)
        return;
    for (u32 i = 0; i < tasks; i++)
        all[i].left = all[i].right = SS_NO_ENTITY;
    ss_eevdf_init(&queue, base_slice, TICK_NS);
    queue.min_vruntime = start;
    u32 operations = (u32)ss_probe_read_range(probe, 0, INT32_MAX);
    for (u32 i = 0; i < operations && !probe->bad; i++)
        run_operation(probe, &queue, all, tasks);
}

/* ---- intervals ------------------------------------------------------------------------------- */

static void intervals(struct ss_probe *probe)
{
    struct ss_world_def *def = SS_ARENA_ARRAY(probe->arena, struct ss_world_def, 1);
    struct ss_topology topology;
    struct ss_domains domains;
    struct ss_message message;
    ss_message_init(&message, NULL, 0);
    if (!def)
        return;
    ss_probe_read_shape(probe, def);
    if (probe->bad || !ss_topology_check(def, &message)) {
        probe->bad = true;
        return;
    }
    if (!ss_topology_create(&topology, probe->arena, def) ||
        !ss_domains_create(&domains, probe->arena, &topology))
        return;
    u32 hz = (u32)ss_probe_read_range(probe, 1, 10000);
    u32 rows = (u32)ss_probe_read_range(probe, 0, INT32_MAX);
    for (u32 i = 0; i < rows && !probe->bad; i++) {
        u32 at = domains.cpu[0].base;
        for (i32 level = ss_probe_read(probe); level > 0 && at != SS_NO_DOMAIN; level--)
            at = domains.domain[at].parent;
        u32 ms = (u32)ss_probe_read(probe);
        bool busy = ss_probe_read_range(probe, 0, 1);
        if (at == SS_NO_DOMAIN)
            probe->bad = true;
        else
            ss_probe_write(probe, (i32)ss_balance_interval(ms, domains.domain[at].busy_factor, busy,
                                                           hz, topology.cpus));
    }
}

void ss_probe_fair_rules(struct ss_probe *probe)
{
    static void (*const rules[])(struct ss_probe *) = {calc_delta,     decay,     util_est,
                                                       numa_imbalance, idle_scan, sis_prop};
    enum { NEWIDLE = SS_ARRAY_LENGTH(rules), PELT, EEVDF, INTERVAL };
    struct ss_newidle_cost cost = {0};
    u32 question = (u32)ss_probe_read_range(probe, 0, INTERVAL);
    if (question == PELT)
        pelt(probe);
    else if (question == EEVDF)
        eevdf(probe);
    else if (question == INTERVAL)
        intervals(probe);
    if (question > NEWIDLE)
        return;
    u32 rows = (u32)ss_probe_read_range(probe, 0, INT32_MAX);
    for (u32 i = 0; i < rows && !probe->bad; i++) {
        if (question == NEWIDLE)
            newidle_cost(probe, &cost);
        else
            rules[question](probe);
    }
}
