/*
 * What must hold of run queues whenever nobody holds their lock. Debug and test builds ask after
 * every event; release builds do not have it.
 */
#ifdef SS_DEBUG
#include "sched/fair/fair.h"
#include "sched/cache/cache.h"

struct sums {
    u32 queued, runnable, idle;
    u64 weight;
};

static struct sums sum_up(const struct ss_world *w, u32 cpu)
{
    struct sums sums = {0};
    for (u32 task = w->topology.cpus; task < w->tasks; task++) {
        const struct ss_entity *entity = &w->sched->fair->entity[task];
        if (!entity->on_rq || w->task[task].cpu != (i32)cpu)
            continue;
        sums.queued++;
        sums.runnable += !entity->delayed;
        sums.idle += w->sched->fair->task[task].idle_policy;
        sums.weight += entity->weight;
    }
    return sums;
}

static u32 listed(const struct ss_world *w, u32 cpu)
{
    u32 length = 0;
    for (i32 task = ss_cfs(w, cpu)->tasks.head; task != SS_NO_TASK; task = w->task[task].queue_next)
        length++;
    return length;
}

static const char *broken_queue(const struct ss_world *w, u32 cpu)
{
    const struct ss_rq *rq = &w->sched->rq[cpu];
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const struct sums sums = sum_up(w, cpu);
    const i64 before = cfs->checked_min_vruntime;
    cfs->checked_min_vruntime = cfs->eevdf.min_vruntime;
    if (sums.queued != cfs->h_nr_queued || sums.queued != cfs->eevdf.nr_queued)
        return "tasks queued on a CPU are not as many as its queue says";
    if (sums.queued != listed(w, cpu))
        return "cfs_tasks does not list what is queued";
    if (sums.runnable != cfs->h_nr_runnable || sums.idle != cfs->h_nr_idle)
        return "delayed or SCHED_IDLE tasks are counted wrongly";
    if (sums.weight != cfs->load_weight)
        return "the weights of queued tasks do not add up to the queue's";
    if (rq->nr_running != cfs->h_nr_queued + rq->rt_nr_running + rq->stopper_queued)
        return "nr_running is not the sum over the classes";
    if (rq->online && w->sched->cpu_to_pri[cpu] != ss_cpupri_level(rq->highest_curr))
        return "cpupri files a CPU under another level than its run queue's";
    if (w->sched->cache && ss_cache_broken_invariant(w, cpu))
        return ss_cache_broken_invariant(w, cpu);
    if (before > cfs->eevdf.min_vruntime)
        return "min_vruntime went back";
    return NULL;
}

const char *ss_fair_broken_invariant(const struct ss_world *w)
{
    const char *broken = NULL;
    for (u32 task = w->topology.cpus; task < w->tasks; task++)
        if (w->task[task].state == SS_TASK_RUNNABLE && !w->task[task].on_rq)
            return "a runnable task is on no queue";
    for (u32 cpu = 0; cpu < w->topology.cpus && !broken; cpu++)
        if (ss_lock_holder(w, (i32)cpu) == SS_NO_CPU)
            broken = broken_queue(w, cpu);
    return broken;
}
#else
/* A file has to declare something. */
typedef int ss_no_invariants_in_release_builds;
#endif
