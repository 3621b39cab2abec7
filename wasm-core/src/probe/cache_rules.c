/*
 * The door to the formulas of cache-aware load balancing. Numbers of two words stand low half
 * first; LLCs and nodes are -1 where there is none.
 *
 * in: question, version, then tolerance, period in jiffies, timeout in epochs, overaggr_pct,
 *      imb_pct (-1 each: as published), then
 *   0 EPOCHS   next_epoch, epoch, jiffies to evaluate at, rows of (jiffies, own, ns)
 *              out: epoch, runtime of the process 2, of the CPU 2, fraction
 *   1 SCAN     threads, llc bytes 2, memory 2, average, anchor, scanning CPU, smt, NUMA balancing,
 *              preferred node, rows of LLCs (CPUs, node), rows of CPUs (cpu, runtime of the process
 *              2, of the CPU 2, runs a thread now)                     out: anchor, average
 *   2 AVERAGE  llc_size, average, rows of samples                      out: an average each
 *   3 SCALE                                                            out: of memory, of threads
 *   4 THREADS  average, smt, llc_size                                  out: exceeds
 *   5 MEMORY   llc bytes 2, memory 2                                   out: exceeds
 *   6 MIGRATE  LEVELS, task_util, to_preferred                         out: enum ss_cache_move
 *   7 TASK     LEVELS, src, dst, anchor, threads, average, llc_size, llc bytes 2, memory 2, util
 *              out: enum ss_cache_move, drop
 *   8 BREAK    LEVELS, preferring_here, runnable, running, current_util, same LLC    out: veto
 *   9 STALE    cpu epoch, process epoch                                out: stale
 *  10 ORDER    src, dst, rows of preferences from head to tail         out: rows as they are tried
 *  11 CLASSIFY LEVELS, weight, imbalance_pct, nr, runnable, preferring, failed, nice_tries, LLC
 *              inside one cache   out: class, moves, migration type, amount 2
 *  12 BUSIER   rows of (class, preferring), no two of one class that load or CPUs tell apart
 *              out: the busiest row
 * LEVELS: src_util, src_cap, dst_util, dst_cap, smt. Rows stand behind their number.
 */
#include "probe/probe.h"
#include "sched/cache/order.h"
#include "sched/domains/domains.h"
#include "sched/fair/balance/src_group.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/group.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"
#include "schedscape.h"

#define MOST INT32_MAX

typedef const struct ss_cache_rules rules_in;

static u32 read_count(struct ss_probe *probe)
{
    return (u32)ss_probe_read_range(probe, 0, MOST);
}

static struct ss_cache_levels read_levels(struct ss_probe *probe)
{
    struct ss_cache_levels levels;
    levels.src_util = read_count(probe);
    levels.src_cap = read_count(probe);
    levels.dst_util = read_count(probe);
    levels.dst_cap = read_count(probe);
    levels.smt = (u32)ss_probe_read_range(probe, 1, SS_LIMIT_CPUS);
    return levels;
}

/* ---- occupancy ------------------------------------------------------------------------------- */

static void epochs(struct ss_probe *probe, rules_in *rules)
{
    struct ss_cache_clock clock = {.next_epoch = read_count(probe)};
    clock.epoch = read_count(probe);
    const u64 end = read_count(probe);
    struct ss_cache_record own = {.epoch = clock.epoch}, other = own;
    for (u32 rows = read_count(probe); rows > 0 && !probe->bad; rows--) {
        const u64 jiffies = read_count(probe);
        struct ss_cache_record *record = ss_probe_read_range(probe, 0, 1) ? &own : &other;
        const u32 ns = read_count(probe);
        ss_cache_advance(&clock, record, jiffies, rules->epoch_period);
        record->runtime += ns;
        clock.runtime += ns;
    }
    ss_cache_advance(&clock, &own, end, rules->epoch_period);
    ss_probe_write(probe, (i32)clock.epoch);
    ss_probe_write_long(probe, own.runtime);
    ss_probe_write_long(probe, clock.runtime);
    ss_probe_write(probe, (i32)ss_cache_fraction(&clock, &own));
}

struct scan_cpu {
    u64 fraction;
    i32 llc, node;
    u32 llc_size;
    bool runs;
};

struct scan_question {
    struct scan_cpu *cpu;
    u32 cpus;
    struct ss_cache_standing process;
    i32 anchor, self;
    struct ss_cache_nodes nodes;
};

static void read_machine(struct ss_probe *probe, struct scan_question *q)
{
    const u32 llcs = (u32)ss_probe_read_range(probe, 1, SS_LIMIT_LLCS);
    for (u32 llc = 0; llc < llcs && !probe->bad; llc++) {
        const u32 size = (u32)ss_probe_read_range(probe, 1, (i32)(SS_LIMIT_CPUS - q->cpus));
        const i32 node = ss_probe_read_range(probe, 0, SS_LIMIT_NODES - 1);
        for (u32 i = 0; i < size; i++)
            q->cpu[q->cpus++] = (struct scan_cpu){.llc = (i32)llc, .node = node, .llc_size = size};
    }
    if (q->anchor >= (i32)q->cpus || q->self >= (i32)q->cpus)
        probe->bad = true;
}

static void read_occupancy(struct ss_probe *probe, struct scan_question *q)
{
    for (u32 rows = read_count(probe); rows > 0 && !probe->bad; rows--) {
        struct scan_cpu *cpu = &q->cpu[ss_probe_read_range(probe, 0, (i32)q->cpus - 1)];
        const struct ss_cache_record record = {
            .runtime = (u64)ss_probe_read_long_range(probe, 0, SS_PROBE_MOST_NS)};
        const struct ss_cache_clock clock = {
            .runtime = (u64)ss_probe_read_long_range(probe, 0, SS_PROBE_MOST_NS)};
        cpu->fraction = ss_cache_fraction(&clock, &record);
        cpu->runs = ss_probe_read_range(probe, 0, 1);
    }
}

static void run_scan(struct scan_question *q, rules_in *rules)
{
    struct ss_cache_scan scan = {.best_cpu = -1, .busy_cpu = -1};
    const struct scan_cpu *anchor = q->anchor >= 0 ? &q->cpu[q->anchor] : NULL;
    q->nodes.anchor = anchor ? anchor->node : -1;
    q->nodes.own = q->cpu[q->self].node;
    for (u32 i = 0; i < q->cpus; i++) {
        const struct scan_cpu *cpu = &q->cpu[i];
        if (ss_cache_visits(rules, &q->nodes, cpu->node)) {
            ss_cache_scan_cpu(&scan, (i32)i, cpu->fraction);
            scan.running += cpu->runs;
        }
        if (i + 1 == q->cpus || cpu[1].llc != cpu->llc)
            ss_cache_scan_llc(&scan, anchor && anchor->llc == cpu->llc);
    }
    q->anchor = ss_cache_scan_end(&scan, q->anchor);
    q->process.running_avg =
        ss_cache_average(rules, q->process.running_avg, scan.running, q->process.llc_size);
}

static void scan(struct ss_probe *probe, rules_in *rules)
{
    struct scan_question q = {.cpu = SS_ARENA_ARRAY(probe->arena, struct scan_cpu, SS_LIMIT_CPUS)};
    if (!q.cpu)
        return;
    q.process.threads = read_count(probe);
    q.process.llc_bytes = ss_probe_read_long(probe);
    q.process.memory = ss_probe_read_long(probe);
    q.process.running_avg = read_count(probe);
    q.anchor = ss_probe_read_range(probe, -1, SS_LIMIT_CPUS - 1);
    q.self = ss_probe_read_range(probe, 0, SS_LIMIT_CPUS - 1);
    q.process.smt = (u32)ss_probe_read_range(probe, 1, SS_LIMIT_CPUS);
    q.nodes.numa_balancing = ss_probe_read_range(probe, 0, 1);
    q.nodes.wanted = ss_probe_read_range(probe, -1, SS_LIMIT_NODES - 1);
    read_machine(probe, &q);
    read_occupancy(probe, &q);
    if (probe->bad)
        return;
    q.process.llc_size = q.cpu[q.self].llc_size;
    const enum ss_cache_refusal refusal = ss_cache_refuses_scan(rules, &q.process);
    if (refusal == SS_CACHE_SCANS)
        run_scan(&q, rules);
    else if (refusal == SS_CACHE_DROPS)
        q.anchor = -1;
    ss_probe_write(probe, q.anchor);
    ss_probe_write(probe, (i32)q.process.running_avg);
}

static void averages(struct ss_probe *probe, rules_in *rules)
{
    const u32 llc_size = read_count(probe);
    u64 average = read_count(probe);
    for (u32 rows = read_count(probe); rows > 0 && !probe->bad; rows--) {
        average = ss_cache_average(rules, average, read_count(probe), llc_size);
        ss_probe_write(probe, (i32)average);
    }
}

static void stale(struct ss_probe *probe, rules_in *rules)
{
    const u64 cpu = read_count(probe);
    ss_probe_write(probe, ss_cache_is_stale(rules, cpu, read_count(probe)));
}

/* ---- cut-offs and policy --------------------------------------------------------------------- */

static void scales(struct ss_probe *probe, rules_in *rules)
{
    ss_probe_write(probe, (i32)ss_cache_scale(rules, 256));
    ss_probe_write(probe, (i32)ss_cache_scale(rules, 1));
}

static void threads(struct ss_probe *probe, rules_in *rules)
{
    const u32 average = read_count(probe), smt = read_count(probe);
    ss_probe_write(probe, ss_cache_exceeds_threads(rules, average, smt, read_count(probe)));
}

static void memory(struct ss_probe *probe, rules_in *rules)
{
    const u64 llc = ss_probe_read_long(probe);
    ss_probe_write(probe, ss_cache_exceeds_memory(rules, llc, ss_probe_read_long(probe)));
}

static void migrate(struct ss_probe *probe, rules_in *rules)
{
    const struct ss_cache_levels levels = read_levels(probe);
    const u32 util = read_count(probe);
    ss_probe_write(
        probe, (i32)ss_cache_can_migrate(rules, &levels, util, ss_probe_read_range(probe, 0, 1)));
}

static void migrate_task(struct ss_probe *probe, rules_in *rules)
{
    const struct ss_cache_levels levels = read_levels(probe);
    struct ss_cache_candidate task;
    bool drop;
    task.src = ss_probe_read_range(probe, 0, MOST);
    task.dst = ss_probe_read_range(probe, 0, MOST);
    task.anchor = ss_probe_read_range(probe, -1, MOST);
    task.threads = read_count(probe);
    const u32 average = read_count(probe), llc_size = read_count(probe);
    const u64 llc_bytes = ss_probe_read_long(probe);
    task.exceeds = ss_cache_exceeds_threads(rules, average, levels.smt, llc_size) ||
                   ss_cache_exceeds_memory(rules, llc_bytes, ss_probe_read_long(probe));
    task.util = read_count(probe);
    ss_probe_write(probe, (i32)ss_cache_can_migrate_task(rules, &levels, &task, &drop));
    ss_probe_write(probe, drop);
}

static void break_up(struct ss_probe *probe, rules_in *rules)
{
    const struct ss_cache_levels levels = read_levels(probe);
    struct ss_cache_source source;
    source.preferring_here = read_count(probe);
    source.runnable = read_count(probe);
    source.running = read_count(probe);
    source.current_util = read_count(probe);
    const bool same = ss_probe_read_range(probe, 0, 1);
    ss_probe_write(probe, !same && ss_cache_vetoes_active(rules, &levels, &source));
}

/* ---- balancing ------------------------------------------------------------------------------- */

/* A world of nothing but tasks and one domain: all that lists and decisions look at. */
static struct ss_world *bare_world(struct ss_probe *probe, u32 tasks)
{
    struct ss_world *w = SS_ARENA_ARRAY(probe->arena, struct ss_world, 1);
    struct ss_domains *domains = SS_ARENA_ARRAY(probe->arena, struct ss_domains, 1);
    struct ss_sched_domain *domain = SS_ARENA_ARRAY(probe->arena, struct ss_sched_domain, 1);
    struct ss_task *task = SS_ARENA_ARRAY(probe->arena, struct ss_task, tasks);
    if (!w || !domains || !domain || !task)
        return NULL;
    domains->domain = domain;
    w->domains = domains;
    w->task = task;
    return w;
}

static void order(struct ss_probe *probe, rules_in *rules)
{
    (void)rules;
    const i32 src = ss_probe_read(probe), dst = ss_probe_read(probe);
    const u32 count = (u32)ss_probe_read_range(probe, 0, SS_LIMIT_TASKS);
    struct ss_world *w = bare_world(probe, count);
    struct ss_cache_task *tasks = SS_ARENA_ARRAY(probe->arena, struct ss_cache_task, count);
    struct ss_task_list list = {SS_NO_TASK, SS_NO_TASK};
    if (!w || !tasks)
        return;
    for (u32 i = 0; i < count; i++) {
        tasks[i].preferred = ss_probe_read(probe);
        ss_list_append(w, &list, (i32)i);
    }
    ss_cache_sort(w, &list, tasks, src, dst);
    for (i32 task = list.tail; task != SS_NO_TASK; task = w->task[task].queue_previous)
        ss_probe_write(probe, task);
}

static void classify(struct ss_probe *probe, rules_in *rules)
{
    const struct ss_cache_levels levels = read_levels(probe);
    struct ss_world *w = bare_world(probe, 1);
    struct ss_fair_work *work = SS_ARENA_ARRAY(probe->arena, struct ss_fair_work, 1);
    struct ss_group_stats stats = {.util = levels.src_util, .capacity = (u32)levels.src_cap};
    if (!w || !work)
        return;
    stats.weight = stats.cores = read_count(probe);
    const u32 pct = read_count(probe);
    stats.nr = stats.h_nr = read_count(probe);
    stats.runnable = read_count(probe);
    stats.preferring_dst = read_count(probe);
    const u32 failed = read_count(probe), tries = read_count(probe);
    const bool inside = ss_probe_read_range(probe, 0, 1);
    if (!inside && ss_cache_flags_group(rules, &levels, stats.preferring_dst, failed, tries))
        stats.llc_balance = SS_LLC_BALANCE_CLASS;
    stats.class = (u8)ss_group_classify(&stats, pct);
    w->domains->domain[0].imbalance_pct = (u16)pct;
    work->chosen = stats;
    work->local = (struct ss_group_stats){.class = SS_GROUP_HAS_SPARE,
                                          .util = levels.dst_util,
                                          .capacity = (u32)levels.dst_cap,
                                          .weight = stats.weight,
                                          .cores = stats.cores};
    work->balance.idle = SS_IDLE;
    work->balance.prefer_sibling = true;
    ss_probe_write(probe, stats.class);
    ss_probe_write(probe, ss_find_imbalance(w, work));
    ss_probe_write(probe, work->balance.type);
    ss_probe_write_long(probe, (u64)work->balance.amount);
}

/* By load, idle CPUs or threads of a core the kernel tells groups of the other classes apart, and
 * no row says them. */
static bool rows_tell_apart(const struct ss_fair_work *work)
{
    const u8 class = work->at_hand.class;
    return work->chosen_group < 0 || class != work->chosen.class || class == SS_GROUP_IMBALANCED ||
           class == SS_GROUP_LLC_BALANCE;
}

static void busier(struct ss_probe *probe, rules_in *rules)
{
    (void)rules;
    const u32 count = (u32)ss_probe_read_range(probe, 1, MOST);
    struct ss_world *w = bare_world(probe, 1);
    struct ss_fair_work *work = SS_ARENA_ARRAY(probe->arena, struct ss_fair_work, 1);
    if (!w || !work)
        return;
    work->chosen_group = -1;
    work->chosen = (struct ss_group_stats){.class = SS_GROUP_HAS_SPARE, .idle = UINT32_MAX};
    for (u32 i = 0; i < count && !probe->bad; i++) {
        work->group_at_hand = (i32)i;
        work->at_hand = (struct ss_group_stats){.h_nr = 1};
        work->at_hand.class = (u8)ss_probe_read_range(probe, 0, SS_GROUP_OVERLOADED);
        work->at_hand.preferring_dst = read_count(probe);
        if (!rows_tell_apart(work))
            probe->bad = true;
        else if (ss_is_busier(w->domains, work)) {
            work->chosen = work->at_hand;
            work->chosen_group = (i32)i;
        }
    }
    ss_probe_write(probe, work->chosen_group);
}

static void read_tunable(struct ss_probe *probe, u32 *tunable, i32 low)
{
    const i32 value = ss_probe_read_range(probe, -1, MOST);
    if (value >= low)
        *tunable = (u32)value;
}

void ss_probe_cache_rules(struct ss_probe *probe)
{
    static void (*const questions[])(struct ss_probe *, rules_in *) = {
        epochs,       scan,     averages, scales, threads,  memory, migrate,
        migrate_task, break_up, stale,    order,  classify, busier};
    struct ss_cache_rules rules;
    const u32 question = (u32)ss_probe_read_range(probe, 0, (i32)SS_ARRAY_LENGTH(questions) - 1);
    ss_cache_preset(
        &rules, (enum ss_cache_version)ss_probe_read_range(probe, SS_CACHE_V1, SS_CACHE_MERGED));
    read_tunable(probe, &rules.tolerance, 0);
    read_tunable(probe, &rules.epoch_period, 1);
    read_tunable(probe, &rules.affinity_timeout, 0);
    read_tunable(probe, &rules.overaggr_pct, 0);
    read_tunable(probe, &rules.imb_pct, 0);
    if (!probe->bad)
        questions[question](probe, &rules);
}
