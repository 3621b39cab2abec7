/* The order of cfs_order.h: shares of a period, credit of sleepers, the task that has run least. */
#include "sched/rules/cfs_order.h"

#include "base/check.h"
#include "base/fixed.h"
#include "sched/rules/weight.h"

/* Of one CPU; machines multiply by 1 + log2 of at most 8 CPUs. */
#define LATENCY_NS 6000000u
#define LEAST_SHARE_NS 750000u
#define WAKEUP_GRANULARITY_NS 1000000u
#define MOST_SHARES 8 /* of a period; with more tasks it is longer */
#define MOST_SCALING_CPUS 8

void ss_cfs_order_init(struct ss_eevdf *queue, u32 cpus)
{
    SS_DEBUG_CHECK(cpus);
    queue->cfs_scale = 1 + ss_highest_bit(ss_min_u32(cpus, MOST_SCALING_CPUS));
}

static u64 latency(const struct ss_eevdf *queue)
{
    return (u64)LATENCY_NS * queue->cfs_scale;
}

u64 ss_cfs_share(const struct ss_eevdf *queue, u32 queued, u64 all_weight, u32 weight)
{
    SS_DEBUG_CHECK(weight && weight <= all_weight);
    const u64 least = (u64)LEAST_SHARE_NS * queue->cfs_scale;
    const u64 period = queued > MOST_SHARES ? queued * least : latency(queue);
    return ss_max_u64(least, period * weight / all_weight);
}

/* Beside what is queued: the running task's, or that of one about to enter. */
static u64 share_of(const struct ss_eevdf *queue, const struct ss_entity *all,
                    const struct ss_entity *entity, bool enters)
{
    const struct ss_entity *running = ss_current_queued(queue, all);
    const u64 weight = queue->weight + (running ? running->weight : 0);
    return ss_cfs_share(queue, queue->nr_queued + enters, weight + (enters ? entity->weight : 0),
                        entity->weight);
}

/* The least vruntime that it may have: a sleeper is ahead by half a period at most, a new one waits
 * for a share. */
static i64 earliest(const struct ss_eevdf *queue, const struct ss_entity *all,
                    const struct ss_entity *entity, bool initial)
{
    if (!initial)
        return queue->min_vruntime - (i64)(latency(queue) / 2);
    const u64 share = share_of(queue, all, entity, true);
    return queue->min_vruntime + (i64)ss_calc_delta_fair(share, entity->weight);
}

void ss_cfs_fork(const struct ss_eevdf *queue, const struct ss_entity *all,
                 struct ss_entity *entity)
{
    SS_DEBUG_CHECK(queue->cfs_scale && entity->weight);
    entity->vruntime = earliest(queue, all, entity, true);
    const struct ss_entity *parent = ss_current_queued(queue, all);
    if (parent && parent->vruntime - entity->vruntime > 0)
        entity->vruntime = parent->vruntime;
    ss_cfs_leave_for(queue, entity);
}

void ss_cfs_place(const struct ss_eevdf *queue, const struct ss_entity *all,
                  struct ss_entity *entity, bool initial)
{
    SS_DEBUG_CHECK(queue->cfs_scale && entity->weight);
    const bool is_forked = initial && entity->rel_deadline;
    if (entity->rel_deadline)
        entity->vruntime = ss_wrapping_add(entity->vruntime, queue->min_vruntime);
    entity->rel_deadline = false;
    const i64 least = earliest(queue, all, entity, initial);
    if (!is_forked && (initial || ss_wrapping_subtract(entity->vruntime, least) < 0))
        entity->vruntime = least;
    entity->deadline = entity->vruntime;
}

void ss_cfs_leave_for(const struct ss_eevdf *queue, struct ss_entity *entity)
{
    SS_DEBUG_CHECK(queue->cfs_scale && !entity->rel_deadline);
    entity->vruntime = ss_wrapping_subtract(entity->vruntime, queue->min_vruntime);
    entity->rel_deadline = true;
}

bool ss_cfs_has_had_its_share(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    SS_DEBUG_CHECK(queue->cfs_scale && queue->current != SS_NO_ENTITY);
    const struct ss_entity *running = &all[queue->current];
    const u64 share = share_of(queue, all, running, false);
    const i64 least =
        (i64)ss_calc_delta_fair((u64)LEAST_SHARE_NS * queue->cfs_scale, running->weight);
    const i64 ran = ss_wrapping_subtract(running->vruntime, running->vlag);
    if (ran > (i64)ss_calc_delta_fair(share, running->weight))
        return true;
    return ran >= least && queue->root != SS_NO_ENTITY &&
           ss_wrapping_subtract(running->vruntime, all[queue->root].min_vruntime) > (i64)share;
}

i64 ss_cfs_wakeup_granularity(const struct ss_eevdf *queue, const struct ss_entity *wakee)
{
    SS_DEBUG_CHECK(queue->cfs_scale && wakee->weight);
    return (i64)ss_calc_delta_fair((u64)WAKEUP_GRANULARITY_NS * queue->cfs_scale, wakee->weight);
}

static i32 least_of(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    i32 first = queue->root;
    while (first != SS_NO_ENTITY && all[first].left != SS_NO_ENTITY)
        first = all[first].left;
    const struct ss_entity *running = ss_current_queued(queue, all);
    if (!running)
        return first;
    if (first == SS_NO_ENTITY || running->vruntime - all[first].vruntime < 0)
        return queue->current;
    return first;
}

i32 ss_cfs_pick(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    SS_DEBUG_CHECK(queue->cfs_scale);
    const i32 least = least_of(queue, all), next = queue->next;
    if (next == SS_NO_ENTITY)
        return least;
    const i64 ahead = all[next].vruntime - all[least].vruntime;
    return ahead > ss_cfs_wakeup_granularity(queue, &all[least]) ? least : next;
}
