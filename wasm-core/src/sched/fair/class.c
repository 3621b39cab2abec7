/*
 * The fair class on the run queues of a world: entering, leaving at once or later, picking, taking
 * and giving back the CPU. The order is in eevdf.h, that of before 6.6 in cfs_order.h, the averages
 * in pelt.h; here stands when they are asked and which lines that touches. Source:
 * enqueue_task_fair, dequeue_task_fair, pick_task_fair, set_next_task_fair, put_prev_task_fair of
 * kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" sections 4, 5, 9.7 and 13.
 */
#include "sched/fair/class.h"

#include "exec/sequence.h"
#include "policy/policy.h"
#include "sched/cache/account.h"
#include "sched/class.h"
#include "sched/explain/pick.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/balance/newidle.h"
#include "sched/fair/place/idle_core.h"
#include "sched/fair/place/place.h"
#include "sched/fair/queue/preempt.h"
#include "sched/fair/queue/queue.h"
#include "sched/fair/queue/task_group.h"
#include "sched/fair/queue/update.h"
#include "sched/fair/state.h"
#include "sched/fair/tick.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

static struct ss_entity *entity_of(const struct ss_world *w, i32 task)
{
    return &w->sched->fair->entity[task];
}

static bool is_fair(const struct ss_world *w, i32 task)
{
    return (u32)task >= w->topology.cpus && (u32)task < w->stoppers &&
           !ss_task_is_rt(&w->task[task]);
}

static void update_loads(struct ss_world *w, i32 task, u32 cpu)
{
    ss_update_queue_load(w, cpu);
    ss_update_task_load(w, task, cpu);
}

/* ---- delayed tasks --------------------------------------------------------------------------- */

/* Its lag has become positive while it waited: it starts again at the average. */
static void place_anew(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    struct ss_entity *all = w->sched->fair->entity;
    ss_update_entity_lag(queue, all, task);
    if (all[task].vlag <= 0)
        return;
    queue->nr_queued--;
    if (queue->current != task)
        ss_eevdf_remove(queue, all, task);
    all[task].vlag = 0;
    ss_place_entity(queue, all, task, false);
    if (queue->current != task)
        ss_eevdf_insert(queue, all, task);
    queue->nr_queued++;
}

static void resume_delayed(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    ss_update_curr(w, cpu);
    place_anew(w, task, cpu);
    update_loads(w, task, cpu);
    entity_of(w, task)->delayed = false;
    cfs->h_nr_runnable++;
    cfs->avg.util_est += w->sched->fair->task[task].avg.util_est;
}

/* A task is woken that never left its queue. */
static bool requeue_delayed_entity(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    ss_update_rq_clock(w, me->cpu, cpu->clock);
    resume_delayed(w, me->task, me->cpu);
    PATH_STORES(enqueue_task_fair, WORD(CFS_RQ, me->cpu, AVG), WORD(CFS_RQ, me->cpu, NR),
                WORD(CFS_RQ, me->cpu, TREE), w->task[me->task].address);
    PATH_END;
}

/* ---- entering -------------------------------------------------------------------------------- */

/* A task that took its averages along joins here; one that slept here forgets what it slept. */
static void enter(struct ss_world *w, i32 task, u32 cpu, bool initial)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    ss_update_curr(w, cpu);
    ss_update_queue_load(w, cpu);
    if (fair->task[task].avg.last_update_time)
        ss_update_task_load(w, task, cpu);
    else {
        ss_pelt_attach(&cfs->avg, &fair->task[task].avg, fair->entity[task].weight);
        cfs->has_decayed = true;
    }
    ss_enqueue_entity(&cfs->eevdf, fair->entity, task, initial);
    ss_fair_count_in(w, task, cpu);
    /* Its priority was changed while it ran: it goes on. */
    if (w->sched->rq[cpu].current == task) {
        ss_set_next_entity(&cfs->eevdf, fair->entity, task);
        fair->task[task].exec_start = cfs->clock_task;
    }
}

/* The first averages of a new task, now that its CPU is known and locked. */
static void begin_averages(struct ss_world *w, i32 task, u32 cpu)
{
    if (w->sched->cache)
        ss_cache_begin(w, task);
    ss_pelt_new_task(&w->sched->fair->task[task].avg, &ss_cfs(w, cpu)->avg,
                     entity_of(w, task)->weight);
}

static bool enqueue_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(enqueue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (me->delayed)
        PATH_BECOMES(requeue_delayed_entity);
    if (me->initial)
        begin_averages(w, me->task, me->cpu);
    if (ss_policy_asks(w, SS_POLICY_POINT_ENQUEUE))
        PATH_CALL_THROUGH(w->policy->enqueue, policy_point, .task = me->task, .cpu = me->cpu,
                          .flags = me->initial ? SS_POLICY_FLAG_FORK : 0);
    PATH_LOAD(enqueue_task_fair, WORD(CFS_RQ, me->cpu, REMOVED));
    ss_update_rq_clock(w, me->cpu, cpu->clock);
    PATH_STORE(enqueue_task_fair, WORD(CFS_RQ, me->cpu, AVG));
    enter(w, me->task, me->cpu, me->initial);
    w->task[me->task].on_rq = true;
    PATH_UPDATE_TASK_GROUP(me->cpu);
    if (ss_cache_owes(w, me->cpu))
        PATH_CALL(account_mm_sched, .cpu = me->cpu);
    PATH_STORES(enqueue_task_fair, WORD(CFS_RQ, me->cpu, NR), WORD(CFS_RQ, me->cpu, TREE),
                w->task[me->task].address, WORD(RQ, me->cpu, NR_RUNNING));
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running + 1,
                   .symbol = SS_SYMBOL_enqueue_task_fair);
    PATH_END;
}

/* ---- leaving --------------------------------------------------------------------------------- */

/* The estimate of a task that goes to sleep, once for every value of its averages: from those of
 * before it leaves, as 6.18 does, so what it ran since they were last brought up to date counts
 * the next time. */
static u32 estimate_utilisation(struct ss_fair_task *task)
{
    const struct ss_pelt *avg = &task->avg;
    if (task->util_est_same)
        return avg->util_est;
    task->util_est_same = true;
    return ss_util_est_update(avg->util_est, avg->util_avg, avg->runnable_avg);
}

/* A task that blocks while others have a claim on its time stays, marked, until it is picked. */
static void delay(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    update_loads(w, task, cpu);
    entity_of(w, task)->delayed = true;
    cfs->h_nr_runnable--;
    cfs->avg.util_est -= ss_min_u32(w->sched->fair->task[task].avg.util_est, cfs->avg.util_est);
}

static void leave(struct ss_world *w, i32 task, u32 cpu, bool sleeps)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    struct ss_entity *all = w->sched->fair->entity;
    update_loads(w, task, cpu);
    ss_dequeue_entity(&cfs->eevdf, all, task, !sleeps);
    ss_fair_count_out(w, task, cpu);
    if (cfs->eevdf.current == task)
        cfs->eevdf.current = SS_NO_ENTITY;
    if (all[task].delayed && all[task].vlag > 0)
        all[task].vlag = 0; /* what it gained while it only waited to leave does not count */
    all[task].delayed = false;
}

/* Result: 1 if the task stays on its queue for now. */
static bool leave_or_delay(struct ss_world *w, const struct dequeue_task_frame *me)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, me->cpu);
    struct ss_entity *all = w->sched->fair->entity;
    struct ss_fair_task *task = &w->sched->fair->task[me->task];
    const u32 estimate = me->sleeps ? estimate_utilisation(task) : task->avg.util_est;
    ss_update_curr(w, me->cpu);
    if (w->sched->cache && w->task[me->task].dead)
        ss_cache_end(w, me->task);
    if (me->sleeps && w->def->delayed_dequeue && !ss_cfs_ordered(&cfs->eevdf) &&
        !w->task[me->task].dead && !ss_entity_eligible(&cfs->eevdf, all, me->task)) {
        delay(w, me->task, me->cpu);
        task->avg.util_est = estimate;
        return true;
    }
    leave(w, me->task, me->cpu, me->sleeps);
    task->avg.util_est = estimate;
    if (!me->sleeps && !me->comes_back) { /* it goes to another CPU */
        ss_pelt_detach(&cfs->avg, &task->avg, all[me->task].weight);
        cfs->has_decayed = true;
        task->avg.last_update_time = 0;
    }
    return false;
}

static bool dequeue_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(dequeue_task);
    struct ss_rq *const rq = ss_rq(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    PATH_LOAD(dequeue_task_fair, WORD(CFS_RQ, me->cpu, REMOVED));
    ss_update_rq_clock(w, me->cpu, cpu->clock);
    PATH_STORE(dequeue_task_fair, WORD(CFS_RQ, me->cpu, AVG));
    w->task[me->task].on_rq = leave_or_delay(w, me) || me->comes_back;
    if (!entity_of(w, me->task)->delayed)
        PATH_UPDATE_TASK_GROUP(me->cpu);
    if (ss_cache_owes(w, me->cpu))
        PATH_CALL(account_mm_sched, .cpu = me->cpu);
    PATH_STORES(dequeue_task_fair, WORD(CFS_RQ, me->cpu, NR), w->task[me->task].address);
    if (entity_of(w, me->task)->delayed)
        PATH_LEAVE;
    PATH_STORES(dequeue_task_fair, WORD(CFS_RQ, me->cpu, TREE), WORD(RQ, me->cpu, NR_RUNNING));
    PATH_CALL_LAST(set_nr_running, .cpu = me->cpu, .now = rq->nr_running - 1,
                   .symbol = SS_SYMBOL_dequeue_task_fair);
    PATH_END;
}

/* ---- picking --------------------------------------------------------------------------------- */

static bool pick_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pick_task);
    const u32 self = cpu->number;
    struct ss_rq *const rq = ss_rq(w, self);
    struct ss_eevdf *const queue = &ss_cfs(w, self)->eevdf;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    if (queue->nr_queued)
        ss_explain_pick(w, self);
    for (;;) {
        PATH_LOAD(pick_task_fair, WORD(CFS_RQ, self, NR));
        if (!queue->nr_queued)
            break;
        ss_update_rq_clock(w, self, cpu->clock);
        PATH_LOAD(pick_task_fair, WORD(CFS_RQ, self, TREE));
        ss_update_curr(w, self);
        if (ss_cache_owes(w, self))
            PATH_CALL(account_mm_sched, .cpu = self);
        me->task = ss_pick_eevdf(queue, w->sched->fair->entity, true);
        ss_explain_candidate(w, self);
        if (!entity_of(w, me->task)->delayed) {
            ss_explain_picked(w, cpu, me->task);
            PATH_RETURN(me->task);
        }
        ss_explain_dropped(w, self, me->task);
        leave(w, me->task, self, true);
        w->task[me->task].on_rq = false;
        PATH_UPDATE_TASK_GROUP(self);
        PATH_STORE(pick_task_fair, w->task[me->task].address);
        PATH_CALL(set_nr_running, .cpu = self, .now = rq->nr_running - 1,
                  .symbol = SS_SYMBOL_pick_task_fair);
    }
    ss_explain_picked(w, cpu, SS_NO_TASK);
    PATH_RETURN(SS_NO_TASK);
    PATH_END;
}

/* Its own first task, or what it finds elsewhere before the CPU idles. */
static bool pick_next_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pick_task);
    const struct ss_rq *const rq = ss_rq(w, cpu->number);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    PATH_CALL_THROUGH(pick_task_fair, pick_task);
    if (cpu->result != SS_NO_TASK)
        PATH_RETURN(cpu->result);
    PATH_CALL(sched_balance_newidle);
    if (cpu->result && rq->nr_running != ss_cfs(w, cpu->number)->h_nr_queued)
        PATH_RETURN(SS_RETRY_TASK);
    PATH_CALL_THROUGH(pick_task_fair, pick_task);
    PATH_RETURN(cpu->result);
    PATH_END;
}

static void give_back(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_eevdf *queue = &ss_cfs(w, cpu)->eevdf;
    if (queue->current != task)
        return; /* it left the queue */
    ss_update_curr(w, cpu);
    update_loads(w, task, cpu);
    ss_put_prev_entity(queue, w->sched->fair->entity);
}

static void take(struct ss_world *w, i32 task, u32 cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    update_loads(w, task, cpu);
    ss_set_next_entity(&cfs->eevdf, w->sched->fair->entity, task);
    w->sched->fair->task[task].exec_start = cfs->clock_task;
    ss_list_remove(w, &cfs->tasks, task);
    ss_list_prepend(w, &cfs->tasks, task);
}

static bool change_task_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(change_task);
    const u32 self = cpu->number;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    ss_update_rq_clock(w, self, cpu->clock);
    ss_update_rt_load(w, self, ss_task_is_rt(&w->task[me->previous]));
    if (is_fair(w, me->previous))
        give_back(w, me->previous, self);
    if (is_fair(w, me->next))
        take(w, me->next, self);
    PATH_STORES(__schedule, WORD(CFS_RQ, self, TREE), WORD(CFS_RQ, self, AVG));
    if (is_fair(w, me->next))
        PATH_TELL_TASK_GROUP(self);
    if (me->next == (i32)self)
        PATH_CALL_LAST(update_idle_core);
    PATH_END;
}

/* ---- waking ---------------------------------------------------------------------------------- */

/* Whether the wakee preempts the running fair task. It judges by the run queue's clock as the
 * enqueue set it: under one lock the kernel reads the time once. */
static bool preempts(struct ss_world *w, i32 task, u32 cpu)
{
    const bool due = ss_cpu(w, cpu)->need_resched;
    if (due)
        SS_STEP_IN(ss_steps_of_task(w, task), PP_DUE, .cpu = cpu);
    const bool preempts = !due && ss_wakeup_preempts(w, task, cpu);
    ss_explain_end(w, task);
    return preempts;
}

static bool wakeup_preempt_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wakeup_preempt);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (preempts(w, me->task, me->cpu))
        ss_resched_fair(w, cpu, me->cpu);
    PATH_END;
}

/* ---- coming and going between CPUs ----------------------------------------------------------- */

static bool is_migrating(const struct ss_world *w, i32 task)
{
    return w->task[task].on_rq && !entity_of(w, task)->on_rq;
}

/* The averages that the task takes along wait to be taken off the CPU it leaves. Before 6.6 it
 * takes along how far it was behind there, too. */
static void leave_for_another_cpu(struct ss_world *w, i32 task)
{
    struct ss_pelt *avg = &w->sched->fair->task[task].avg;
    struct ss_cfs_rq *cfs = ss_cfs(w, (u32)w->task[task].cpu);
    const struct ss_pelt_input asleep = {.weight = entity_of(w, task)->weight};
    if (ss_cfs_ordered(&cfs->eevdf))
        ss_cfs_leave_for(&cfs->eevdf, entity_of(w, task));
    if (!avg->last_update_time)
        return;
    ss_pelt_update(avg, ss_max_u64(avg->last_update_time, cfs->avg.last_update_time), &asleep);
    cfs->removed.load_avg += avg->load_avg;
    cfs->removed.util_avg += avg->util_avg;
    cfs->removed.runnable_avg += avg->runnable_avg;
    avg->last_update_time = 0;
    w->sched->fair->task[task].exec_start = 0;
}

static bool migrate_task_rq_fair(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(migrate_task_rq);
    PATH_BEGIN;
    SS_DEBUG_CHECK(w->task[me->task].state == SS_TASK_WAKING);
    PATH_ATOMIC(try_to_wake_up, WORD(CFS_RQ, w->task[me->task].cpu, REMOVED),
                leave_for_another_cpu(w, me->task));
    PATH_END;
}

/* What a CPU learns about its idle periods when a task wakes there. */
static void note_wakeup(struct ss_world *w, u32 cpu, u64 now)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    if (!cfs->idle_stamp)
        return;
    const i64 idle = (i64)(ss_max_u64(now, cfs->idle_stamp) - cfs->idle_stamp);
    cfs->avg_idle = (u64)((i64)cfs->avg_idle + (idle - (i64)cfs->avg_idle) / 8);
    cfs->avg_idle = ss_min_u64(cfs->avg_idle, 2 * cfs->max_idle_balance_cost);
    cfs->wake_avg_idle = cfs->avg_idle / 2;
    cfs->wake_stamp = now / SS_JIFFY_NS;
    cfs->idle_stamp = 0;
}

static bool is_delayed(const struct ss_world *w, i32 task)
{
    return entity_of(w, task)->delayed;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Every n-th task of the workload, by its number. */
static bool is_nth(const struct ss_world *w, i32 task, u32 every)
{
    return every && (u32)task >= w->topology.cpus && (u32)task < w->stoppers &&
           ((u32)task - w->topology.cpus + 1) % every == 0;
}

static void begin_task(struct ss_world *w, i32 task, u32 parent_cpu)
{
    struct ss_fair *fair = w->sched->fair;
    const i32 nice = ss_task_is_rt(&w->task[task]) ? 0 : w->task[task].normal_prio - SS_PRIO_FAIR;
    const u8 policy = w->task[task].policy;
    const bool idle = policy == SS_POLICY_IDLE || is_nth(w, task, w->def->sched_idle_every);
    const u32 weight = idle ? SS_WEIGHT_IDLE : ss_weight_of_nice(nice);
    fair->entity[task] =
        (struct ss_entity){.left = SS_NO_ENTITY, .right = SS_NO_ENTITY, .weight = weight};
    fair->task[task] =
        (struct ss_fair_task){.avg.load_avg = weight,
                              .last_wakee = SS_NO_TASK,
                              .recent_used_cpu = (i32)parent_cpu,
                              .idle_policy = idle,
                              .batch_policy = policy == SS_POLICY_BATCH ||
                                              (!idle && is_nth(w, task, w->def->sched_batch_every)),
                              .hints = fair->task[ss_cpu(w, parent_cpu)->current].hints};
    if (ss_policy_is_there(w))
        w->policy->begin_task(w, task);
    if (w->sched->cache)
        ss_cache_new_task(w, task, w->sched->rq[parent_cpu].current);
}

static void task_fork_fair(struct ss_world *w, i32 task, u32 parent_cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, parent_cpu);
    begin_task(w, task, parent_cpu);
    if (!ss_cfs_ordered(&cfs->eevdf))
        return;
    ss_update_curr(w, parent_cpu);
    ss_cfs_fork(&cfs->eevdf, w->sched->fair->entity, entity_of(w, task));
}

static void init_task_fair(struct ss_world *w, i32 task, u32 cpu)
{
    begin_task(w, task, cpu);
    w->sched->fair->task[task].hints = (u8)w->def->task_hints;
}

static void place_runnable(struct ss_world *w, i32 task, u32 cpu)
{
    init_task_fair(w, task, cpu);
    begin_averages(w, task, cpu);
    enter(w, task, cpu, true);
}

static void bind_kthread_fair(struct ss_world *w, i32 task)
{
    struct ss_fair_task *t = &w->sched->fair->task[task];
    t->per_cpu_kthread = true;
    if (t->idle_policy) /* only what the workload itself starts may have another policy */
        w->sched->fair->entity[task].weight = t->avg.load_avg =
            ss_weight_of_nice(w->task[task].normal_prio - SS_PRIO_FAIR);
    t->idle_policy = t->batch_policy = false;
}

const struct sched_class fair_sched_class = {
    .enqueue_task = enqueue_task_fair,
    .dequeue_task = dequeue_task_fair,
    .wakeup_preempt = wakeup_preempt_fair,
    .select_task_rq = place_task_fair,
    .migrate_task_rq = migrate_task_rq_fair,
    .task_fork = task_fork_fair,
    .bind_kthread = bind_kthread_fair,
    .place_task = place_runnable,
    .is_delayed = is_delayed,
    .is_migrating = is_migrating,
    .explain_stay = ss_explain_stay,
    .pick_next_task = pick_next_task_fair,
    .change_task = change_task_fair,
    .init_task = init_task_fair,
    .start_tick = ss_fair_tick_start,
    .tick = tick_fair,
    .note_wakeup = note_wakeup,
    .watches_wake_lists = true,
};
