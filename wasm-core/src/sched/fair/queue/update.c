/*
 * Time passes for a queue and its tasks: the running one is accounted, averages are brought up to
 * date, a task takes its averages along when it changes queues. Source: update_curr,
 * update_load_avg, attach/detach_entity_load_avg of kernel/sched/fair.c, 6.18.2; spec "Fair
 * scheduler" sections 2, 4.2 and 5. Lines are the business of the paths that call.
 */
#include "sched/fair/queue/update.h"

#include "sched/cache/account.h"
#include "sched/fair/queue/queue.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

void ss_update_rq_clock(struct ss_world *w, u32 cpu, u64 now)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    cfs->clock_task = ss_max_u64(cfs->clock_task, now);
}

bool ss_update_curr(struct ss_world *w, u32 cpu)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    i32 current = cfs->eevdf.current;
    if (current == SS_NO_ENTITY || cfs->clock_task <= fair->task[current].exec_start)
        return false;
    u64 delta = cfs->clock_task - fair->task[current].exec_start;
    fair->task[current].exec_start = cfs->clock_task;
    if (ss_cache_is_on(w))
        ss_cache_account(w, current, cpu, delta, cfs->clock_task / SS_JIFFY_NS);
    return ss_account_current(&cfs->eevdf, fair->entity, delta);
}

/* Tasks that left by a wakeup elsewhere could not take their averages off under our lock. True if
 * there were any. */
static bool take_off_removed(struct ss_cfs_rq *cfs)
{
    const u32 load = cfs->removed.load_avg, util = cfs->removed.util_avg;
    const u32 runnable = cfs->removed.runnable_avg, divider = ss_pelt_divider(&cfs->avg);
    if (!(load | util | runnable))
        return false;
    const struct ss_pelt gone = {.load_avg = load,
                                 .load_sum = (u64)load * divider,
                                 .util_avg = util,
                                 .util_sum = util * divider,
                                 .runnable_avg = runnable,
                                 .runnable_sum = (u64)runnable * divider};
    ss_pelt_detach(&cfs->avg, &gone, 1);
    cfs->removed.load_avg = cfs->removed.util_avg = cfs->removed.runnable_avg = 0;
    return true;
}

void ss_update_queue_load(struct ss_world *w, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const bool removed = take_off_removed(cfs);
    const struct ss_pelt_input input = {.load = (u32)cfs->load_weight,
                                        .runnable = cfs->h_nr_runnable,
                                        .running = cfs->eevdf.current != SS_NO_ENTITY,
                                        .weight = 1};
    const bool decayed = ss_pelt_update(&cfs->avg, cfs->clock_task, &input);
    cfs->has_decayed = removed || decayed;
}

void ss_update_task_load(struct ss_world *w, i32 task, u32 cpu)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const struct ss_entity *entity = &w->sched->fair->entity[task];
    const struct ss_pelt_input input = {.load = entity->on_rq,
                                        .runnable = entity->on_rq && !entity->delayed,
                                        .running = cfs->eevdf.current == task,
                                        .weight = entity->weight};
    struct ss_fair_task *own = &w->sched->fair->task[task];
    if (ss_pelt_update(&own->avg, cfs->clock_task, &input))
        own->util_est_same = false;
}

void ss_fair_leave(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    ss_update_curr(w, cpu);
    ss_update_queue_load(w, cpu);
    ss_update_task_load(w, task, cpu);
    ss_dequeue_entity(&cfs->eevdf, fair->entity, task, true);
    ss_pelt_detach(&cfs->avg, &fair->task[task].avg, fair->entity[task].weight);
    cfs->has_decayed = true;
    ss_fair_count_out(w, task, cpu);
    fair->task[task].exec_start = 0; /* not hot where it comes to */
}

void ss_fair_enter(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    ss_update_curr(w, cpu);
    ss_update_queue_load(w, cpu);
    ss_pelt_attach(&cfs->avg, &fair->task[task].avg, fair->entity[task].weight);
    cfs->has_decayed = true;
    ss_enqueue_entity(&cfs->eevdf, fair->entity, task, false);
    ss_fair_count_in(w, task, cpu);
}

/* ---- what RT tasks leave ----------------------------------------------------------------------
 */

void ss_update_rt_load(struct ss_world *w, u32 cpu, bool running)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const struct ss_pelt_input input = {
        .load = running, .runnable = running, .running = running, .weight = 1};
    ss_pelt_update(&cfs->rt, cfs->clock_task, &input);
}

void ss_update_cpu_capacity(struct ss_world *w, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    ss_update_rt_load(w, cpu, ss_task_is_rt(&w->task[w->sched->rq[cpu].current]));
    cfs->capacity = cfs->rt.util_avg >= SS_WEIGHT_NICE_0 ? 1 : SS_WEIGHT_NICE_0 - cfs->rt.util_avg;
}
