/*
 * The door to the RT class: the choice among CPUs found by cpupri, and the walk over overloaded
 * CPUs.
 *
 * In: machine; 1 or 0 for SD_WAKE_AFFINE at each of three domain levels, innermost first; number of
 * steps; steps:
 *   0 SET cpu prio | 1 FIND_LOWEST this_cpu task_cpu prio affinity | 2 RTO_MASK set
 *   3 RTO_LOOP_NEXT (increments) | 4 RTO_NEXT_CPU
 * Out: FIND_LOWEST: CPU or -1, cursor of the executing CPU; RTO_LOOP_NEXT: its new value;
 * RTO_NEXT_CPU: CPU or -1, rto_cpu, rto_loop.
 */
#include "probe/mini_world.h"
#include "sched/domains/domains.h"
#include "sched/rt/cpupri.h"
#include "sched/rt/rt_pull.h"
#include "sched/rt/rt_select.h"
#include "sched/run_queue.h"

enum step { STEP_SET, STEP_FIND_LOWEST, STEP_RTO_MASK, STEP_RTO_LOOP_NEXT, STEP_RTO_NEXT_CPU };

#define FLAGGED_LEVELS 3

static void set_wake_affine(struct ss_world *w, const i32 flags[FLAGGED_LEVELS])
{
    struct ss_domains *domains = w->domains;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        u32 d = domains->cpu[cpu].base;
        for (u32 i = 0; i < FLAGGED_LEVELS && d != SS_NO_DOMAIN;
             i++, d = domains->domain[d].parent) {
            domains->domain[d].flags &= (u16)~SS_SD_WAKE_AFFINE;
            if (flags[i])
                domains->domain[d].flags |= SS_SD_WAKE_AFFINE;
        }
    }
}

static void step_set(struct ss_probe *probe, struct ss_world *w)
{
    u32 cpu = (u32)ss_probe_read_range(probe, 0, (i32)w->topology.cpus - 1);
    struct cpupri_set_frame frame = {.cpu = cpu, .prio = ss_probe_read_range(probe, -1, 100)};
    ss_mini_run(w, cpu, cpupri_set, &frame.path, sizeof(frame));
}

static void step_find_lowest(struct ss_probe *probe, struct ss_world *w)
{
    const i32 last = (i32)w->topology.cpus - 1;
    u32 self = (u32)ss_probe_read_range(probe, 0, last);
    i32 task_cpu = ss_probe_read_range(probe, 0, last);
    u32 words = w->sched->words;
    /* The world's one task; idle tasks come before it. */
    const i32 id = (i32)w->topology.cpus;
    struct ss_task *task = &w->task[id];
    task->prio = (i16)ss_probe_read_range(probe, -1, 100);
    ss_mini_read_set(probe, w, w->affinity + words);
    task->affinity = 1;
    task->allowed_count = (u16)ss_bitset_count(w->affinity + words, words);
    task->cpu = task_cpu;
    struct find_lowest_rq_frame frame = {.task = id};
    ss_probe_write(probe, ss_mini_run(w, self, find_lowest_rq, &frame.path, sizeof(frame)));
    ss_probe_write(probe, (i32)w->sched->rq[self].distribute_cursor);
}

static void step_rto_next_cpu(struct ss_probe *probe, struct ss_world *w)
{
    struct rto_next_cpu_frame frame = {.symbol = SS_SYMBOL_pull_rt_task};
    const i32 found =
        ss_mini_run_holding(w, 0, w->sched->rto_lock, rto_next_cpu, &frame.path, sizeof(frame));
    ss_probe_write(probe, found);
    ss_probe_write(probe, w->sched->state->rto_cpu);
    ss_probe_write(probe, w->sched->state->rto_loop);
}

static void run_step(struct ss_probe *probe, struct ss_world *w)
{
    switch (ss_probe_read_range(probe, STEP_SET, STEP_RTO_NEXT_CPU)) {
    case STEP_SET:
        step_set(probe, w);
        break;
    case STEP_FIND_LOWEST:
        step_find_lowest(probe, w);
        break;
    case STEP_RTO_MASK:
        ss_mini_read_set(probe, w, w->sched->rto_mask);
        break;
    case STEP_RTO_LOOP_NEXT:
        ss_probe_write(probe, ++w->sched->state->rto_loop_next);
        break;
    default:
        step_rto_next_cpu(probe, w);
    }
}

void ss_probe_rt(struct ss_probe *probe)
{
    struct ss_world_def *def = ss_mini_read_machine(probe);
    i32 flags[FLAGGED_LEVELS];
    if (!def)
        return;
    for (u32 i = 0; i < FLAGGED_LEVELS; i++)
        flags[i] = ss_probe_read_range(probe, 0, 1);
    struct ss_world *w = ss_mini_world(probe, def, 1);
    if (!w)
        return;
    set_wake_affine(w, flags);
    i32 steps = ss_probe_read(probe);
    for (i32 i = 0; i < steps && !probe->bad; i++)
        run_step(probe, w);
}
