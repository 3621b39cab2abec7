/*
 * What a fair task adds to its run queue besides its place in the order and its averages: counts,
 * weight, estimate, and its entry in the list that balancing searches. Source: enqueue_task_fair,
 * account_entity_enqueue of kernel/sched/fair.c, 6.18.2. No time passes here.
 */
#include "sched/fair/queue/queue.h"

#include "sched/cache/account.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

void ss_fair_count_in(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const struct ss_fair_task *t = &w->sched->fair->task[task];
    const struct ss_entity *entity = &w->sched->fair->entity[task];
    cfs->load_weight += entity->weight;
    cfs->h_nr_queued++;
    cfs->h_nr_idle += t->idle_policy;
    if (!entity->delayed) {
        cfs->h_nr_runnable++;
        cfs->avg.util_est += t->avg.util_est;
    }
    ss_list_prepend(w, &cfs->tasks, task);
    if (ss_cache_is_on(w))
        ss_cache_count_in(w, task, cpu);
}

void ss_fair_count_out(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const struct ss_fair_task *t = &w->sched->fair->task[task];
    const struct ss_entity *entity = &w->sched->fair->entity[task];
    cfs->load_weight -= entity->weight;
    cfs->h_nr_queued--;
    cfs->h_nr_idle -= t->idle_policy;
    if (!entity->delayed) {
        cfs->h_nr_runnable--;
        cfs->avg.util_est -= ss_min_u32(t->avg.util_est, cfs->avg.util_est);
    }
    ss_list_remove(w, &cfs->tasks, task);
    if (w->sched->cache)
        ss_cache_count_out(w, task, cpu);
}
