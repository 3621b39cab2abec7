/*
 * The door to load balancing: the decision of one pass, and a whole pass.
 *
 * in: question, state (see fair_state.h), destination CPU, domain level, enum ss_balance_type; then
 *   0 SOURCE  out: enum ss_level_kind, should_we_balance, STATS of the local group, 1 and the
 *             busiest group's CPUs and STATS or 0, prefer_sibling, 1 and enum ss_migration_type,
 *             imbalance 2, source CPU if tasks should move or 0, nr_idle_scan of the destination's
 *             LLC, rd.overloaded
 *   1 PASS    out: enum ss_level_kind, tasks moved, 1 unless others should balance, their number
 *             again and the tasks in the order they came, CPU asked for active balance or -1,
 *             nr_balance_failed, balance_interval
 *   STATS: class, load 2, util 2, runnable 2, nr, h_nr, idle, weight, capacity, avg_load 2
 */
#include "probe/fair_state.h"
#include "sched/domains/domains.h"
#include "sched/fair/balance/balance_rq.h"
#include "sched/fair/balance/group_stats.h"
#include "sched/fair/balance/should_balance.h"
#include "sched/fair/balance/src_group.h"
#include "sched/fair/balance/src_rq.h"
#include "sched/rules/group.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* Longer than any pass takes. */
#define PASS_NS 1000000000ull

struct pass {
    u32 cpu, domain;
    enum ss_balance_type idle;
};

static struct pass read_pass(struct ss_probe *probe, const struct ss_world *w)
{
    struct pass pass = {.cpu = (u32)ss_probe_read_range(probe, 0, (i32)w->topology.cpus - 1)};
    u32 level = (u32)ss_probe_read_range(probe, 0, SS_MAX_LEVELS);
    pass.domain = ss_probe_domain(w, pass.cpu, level);
    pass.idle = (enum ss_balance_type)ss_probe_read_range(probe, SS_NOT_IDLE, SS_NEWLY_IDLE);
    if (pass.domain == SS_NO_DOMAIN)
        probe->bad = true;
    else
        ss_probe_write(probe, w->domains->level[w->domains->domain[pass.domain].level].kind);
    return pass;
}

static void write_stats(struct ss_probe *probe, const struct ss_group_stats *stats)
{
    ss_probe_write(probe, stats->class);
    ss_probe_write_long(probe, stats->load);
    ss_probe_write_long(probe, stats->util);
    ss_probe_write_long(probe, stats->runnable);
    ss_probe_write(probe, (i32)stats->nr);
    ss_probe_write(probe, (i32)stats->h_nr);
    ss_probe_write(probe, (i32)stats->idle);
    ss_probe_write(probe, (i32)stats->weight);
    ss_probe_write(probe, (i32)stats->capacity);
    ss_probe_write_long(probe, stats->avg_load);
}

static void write_busiest(struct ss_probe *probe, const struct ss_world *w,
                          const struct ss_fair_work *work)
{
    ss_probe_write(probe, work->chosen_group >= 0);
    if (work->chosen_group < 0)
        return;
    u32 span = w->domains->group[work->chosen_group].span;
    ss_mini_write_set(probe, ss_span_cpus(w->domains, span), w->topology.cpu_words);
    write_stats(probe, &work->chosen);
}

static void find_source(struct ss_probe *probe, struct ss_world *w)
{
    struct pass pass = read_pass(probe, w);
    struct ss_fair_work *work = &w->sched->fair->work[pass.cpu];
    struct should_we_balance_frame should = {.path = {0}};
    struct update_sd_lb_stats_frame update = {.path = {0}};
    struct sched_balance_find_src_rq_frame find = {.path = {0}};
    if (probe->bad)
        return;
    ss_balance_begin(w, ss_cpu(w, pass.cpu), pass.domain, pass.idle);
    ss_probe_write(probe,
                   ss_mini_run(w, pass.cpu, should_we_balance, &should.path, sizeof(should)));
    ss_mini_run(w, pass.cpu, update_sd_lb_stats, &update.path, sizeof(update));
    write_stats(probe, &work->local);
    write_busiest(probe, w, work);
    ss_probe_write(probe, work->balance.prefer_sibling);
    bool moves = ss_find_imbalance(w, work);
    ss_probe_write(probe, moves);
    if (moves) {
        ss_probe_write(probe, work->balance.type);
        ss_probe_write_long(probe, (u64)work->balance.amount);
        ss_probe_write(
            probe, ss_mini_run(w, pass.cpu, sched_balance_find_src_rq, &find.path, sizeof(find)));
    }
    u32 shared = w->domains->cpu[pass.cpu].sd_llc_shared;
    ss_probe_write(probe,
                   shared == SS_NO_SHARED ? 0 : (i32)w->sched->fair->shared[shared].nr_idle_scan);
    ss_probe_write(probe, (i32)w->sched->state->overloaded);
}

/* The tasks of a queue that were elsewhere before, the first to come first. */
static void write_moved(struct ss_probe *probe, const struct ss_world *w, const i32 *before,
                        u32 moved)
{
    ss_probe_write(probe, (i32)moved);
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        i32 task = w->sched->fair->rq[cpu].tasks.tail;
        for (; task != SS_NO_TASK; task = w->task[task].queue_previous)
            if (before[task] != (i32)cpu && moved-- > 0)
                ss_probe_write(probe, task - (i32)w->topology.cpus);
    }
}

static i32 asked_for_active_balance(const struct ss_world *w)
{
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        if (w->sched->fair->rq[cpu].active_balance)
            return (i32)cpu;
    return -1;
}

static void whole_pass(struct ss_probe *probe, struct ss_world *w)
{
    struct pass pass = read_pass(probe, w);
    struct sched_balance_rq_frame frame = {.domain = pass.domain, .idle = (u8)pass.idle};
    i32 *before = SS_ARENA_ARRAY(probe->arena, i32, w->tasks);
    if (probe->bad || !before)
        return;
    for (u32 i = 0; i < w->tasks; i++)
        before[i] = w->task[i].cpu;
    i32 moved = ss_mini_run(w, pass.cpu, sched_balance_rq, &frame.path, sizeof(frame));
    ss_probe_write(probe, moved < 0 ? 0 : moved);
    ss_probe_write(probe, moved >= 0);
    write_moved(probe, w, before, moved < 0 ? 0 : (u32)moved);
    ss_probe_write(probe, asked_for_active_balance(w));
    ss_probe_write(probe, (i32)w->sched->fair->domain[pass.domain].nr_balance_failed);
    ss_probe_write(probe, (i32)w->sched->fair->domain[pass.domain].balance_interval);
}

/* The clocks of the run queues stand still at SS_PROBE_CLOCK_NS for the whole pass: they never go
 * back, and the CPUs begin so much earlier that no moment of the pass is later. */
static void stop_queue_clocks(struct ss_world *w)
{
    w->clock->now -= PASS_NS;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_cpu(w, cpu)->clock = ss_cpu(w, cpu)->event_time = w->clock->now;
}

void ss_probe_fair_balance(struct ss_probe *probe)
{
    u32 question = (u32)ss_probe_read_range(probe, 0, 1);
    struct ss_world *w = ss_probe_read_fair_state(probe);
    if (!w)
        return;
    stop_queue_clocks(w);
    if (question)
        whole_pass(probe, w);
    else
        find_source(probe, w);
}
