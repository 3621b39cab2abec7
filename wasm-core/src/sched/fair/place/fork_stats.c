/*
 * What a group of CPUs looks like to a task that seeks a place: the task itself does not count.
 * Source: update_sg_wakeup_stats, idle_cpu_without of kernel/sched/fair.c, 6.18.2; spec "Fair
 * scheduler" sections 6 and 8.2.
 */
#include "sched/fair/place/fork_stats.h"

#include "sched/domains/domains.h"
#include "sched/fair/place/fork.h"
#include "sched/fair/queue/load.h"
#include "sched/rules/group.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

static bool queued_here(const struct ss_world *w, u32 cpu, i32 task)
{
    return w->task[task].cpu == (i32)cpu && w->task[task].on_rq &&
           w->sched->fair->task[task].avg.last_update_time;
}

static void add_averages(const struct ss_world *w, struct ss_group_stats *stats, u32 cpu, i32 task)
{
    stats->load += ss_cpu_load_without(w, cpu, task);
    stats->util += ss_cpu_util_without(w, cpu, task);
    stats->runnable += ss_cpu_runnable_without(w, cpu, task);
}

static void begin(const struct ss_world *w, struct ss_fair_work *work)
{
    const struct ss_sched_group *group = &w->domains->group[work->group_at_hand];
    const struct ss_capacity_state *capacity = &w->sched->fair->capacity[group->capacity];
    work->at_hand = (struct ss_group_stats){.capacity = capacity->capacity,
                                            .weight = group->weight,
                                            .cores = group->cores,
                                            .imbalanced = capacity->imbalance != 0};
}

static void finish(struct ss_group_stats *stats, u32 pct)
{
    stats->class = (u8)ss_group_classify(stats, pct);
    if (stats->class == SS_GROUP_FULLY_BUSY || stats->class == SS_GROUP_OVERLOADED)
        stats->avg_load = stats->load * SS_WEIGHT_NICE_0 / stats->capacity;
}

struct sum_wakeup_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 cpu;
    /* kept */
    u32 running;
    bool own, idle;
};

/* The task counts as gone: a CPU that runs or queues nothing else is idle. */
static bool sum_wakeup_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sum_wakeup_cpu);
    const struct ss_sched *const s = w->sched;
    const struct ss_rq *const rq = ss_rq(w, me->cpu);
    const struct ss_cfs_rq *const cfs = ss_cfs(w, me->cpu);
    struct ss_group_stats *const stats = &s->fair->work[cpu->number].at_hand;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(!ss_is_idle_task(w, me->task));
    s->fair->work[cpu->number].looked++;
    PATH_SCAN(sched_balance_find_dst_group, WORD(CFS_RQ, me->cpu, AVG),
              add_averages(w, stats, me->cpu, me->task));
    me->own = queued_here(w, me->cpu, me->task);
    PATH_SCAN(sched_balance_find_dst_group, WORD(CFS_RQ, me->cpu, NR),
              stats->h_nr += cfs->h_nr_runnable - me->own);
    PATH_SCAN(sched_balance_find_dst_group, WORD(RQ, me->cpu, NR_RUNNING),
              me->running = rq->nr_running - me->own);
    stats->nr += me->running;
    if (me->running)
        PATH_LEAVE;
    PATH_SCAN(sched_balance_find_dst_group, WORD(RQ, me->cpu, CURR),
              me->idle = rq->current == (i32)me->cpu || rq->current == me->task);
    if (me->idle)
        PATH_SCAN(sched_balance_find_dst_group, WORD(CFS_RQ, me->cpu, TTWU_PENDING),
                  me->idle = !rq->ttwu_pending);
    stats->idle += me->idle;
    PATH_END;
}

bool update_sg_wakeup_stats(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(update_sg_wakeup_stats);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    const u32 words = w->topology.cpu_words;
    const u64 *const span = ss_span_cpus(w->domains, w->domains->group[work->group_at_hand].span);
    PATH_BEGIN;
    SS_DEBUG_CHECK(work->group_at_hand >= 0);
    SS_DEBUG_CHECK((u32)work->group_at_hand < w->domains->groups);
    SS_DEBUG_CHECK(me->pct >= 100);
    begin(w, work);
    for (me->at = ss_bitset_first(span, words); me->at >= 0;
         me->at = ss_bitset_next(span, words, (u32)me->at + 1))
        PATH_CALL(sum_wakeup_cpu, .task = me->task, .cpu = (u16)me->at);
    finish(&work->at_hand, me->pct);
    PATH_END;
}
