/* The queue of eevdf.h: time, lag, eligibility, choice. The ordered set is in eevdf_tree.c. */
#include "sched/rules/eevdf.h"

#include "base/check.h"
#include "base/fixed.h"
#include "sched/rules/cfs_order.h"
#include "sched/rules/eevdf_tree.h"
#include "sched/rules/weight.h"

#define UNSCALED_BASE_SLICE 700000u
#define MOST_SCALING_CPUS 8

void ss_eevdf_init(struct ss_eevdf *queue, u64 base_slice, u64 tick)
{
    SS_DEBUG_CHECK(base_slice);
    *queue = (struct ss_eevdf){.root = SS_NO_ENTITY,
                               .current = SS_NO_ENTITY,
                               .next = SS_NO_ENTITY,
                               .base_slice = base_slice,
                               .tick = tick};
}

u64 ss_base_slice(u32 cpus)
{
    SS_DEBUG_CHECK(cpus);
    return (u64)UNSCALED_BASE_SLICE * (1 + ss_highest_bit(ss_min_u32(cpus, MOST_SCALING_CPUS)));
}

/* ---- averages -------------------------------------------------------------------------------- */

/* What an entity counts in the sums: its distance from min_vruntime by its weight. */
static i64 moment(const struct ss_eevdf *queue, i64 vruntime, i64 weight)
{
    return ss_wrapping_multiply(ss_wrapping_subtract(vruntime, queue->min_vruntime), weight);
}

/* Sum of weighted distances from min_vruntime and sum of weights, the current task included. */
static i64 totals(const struct ss_eevdf *queue, const struct ss_entity *all, i64 *weight)
{
    const struct ss_entity *current = ss_current_queued(queue, all);
    *weight = (i64)queue->weight;
    if (!current)
        return queue->sum;
    *weight += current->weight;
    return ss_wrapping_add(queue->sum, moment(queue, current->vruntime, current->weight));
}

i64 ss_avg_vruntime(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    i64 weight, sum = totals(queue, all, &weight);
    if (!weight)
        return queue->min_vruntime;
    if (sum < 0)
        sum = ss_wrapping_subtract(sum, weight - 1); /* the division truncates: floor wanted */
    return ss_wrapping_add(queue->min_vruntime, sum / weight);
}

static bool vruntime_eligible(const struct ss_eevdf *queue, const struct ss_entity *all,
                              i64 vruntime)
{
    i64 weight, sum = totals(queue, all, &weight);
    return sum >= moment(queue, vruntime, weight);
}

bool ss_entity_eligible(const struct ss_eevdf *queue, const struct ss_entity *all, i32 id)
{
    return vruntime_eligible(queue, all, all[id].vruntime);
}

static void add_to_sums(struct ss_eevdf *queue, const struct ss_entity *entity, i32 sign)
{
    const i64 weighted = moment(queue, entity->vruntime, entity->weight);
    queue->sum = ss_wrapping_add(queue->sum, ss_wrapping_multiply(sign, weighted));
    queue->weight += (u64)(sign * (i64)entity->weight);
}

void ss_eevdf_insert(struct ss_eevdf *queue, struct ss_entity *all, i32 id)
{
    SS_DEBUG_CHECK(id >= 0 && id != queue->current && all[id].weight);
    add_to_sums(queue, &all[id], 1);
    all[id].sequence = queue->sequence++;
    queue->root = ss_eevdf_tree_insert(all, queue->root, id);
    SS_DEBUG_CHECK(queue->root != SS_NO_ENTITY && queue->weight >= all[id].weight);
}

void ss_eevdf_remove(struct ss_eevdf *queue, struct ss_entity *all, i32 id)
{
    SS_DEBUG_CHECK(id >= 0 && id != queue->current && queue->weight >= all[id].weight);
    queue->root = ss_eevdf_tree_remove(all, queue->root, id);
    add_to_sums(queue, &all[id], -1);
    SS_DEBUG_CHECK((queue->root == SS_NO_ENTITY) == !queue->weight);
}

/* Raises min_vruntime to the smallest vruntime queued; never lowers it. */
static void raise_min(struct ss_eevdf *queue, struct ss_entity *all)
{
    const struct ss_entity *current = ss_current_queued(queue, all);
    if (!current && queue->root == SS_NO_ENTITY)
        return;
    i64 least = current ? current->vruntime : all[queue->root].min_vruntime;
    if (queue->root != SS_NO_ENTITY && all[queue->root].min_vruntime < least)
        least = all[queue->root].min_vruntime;
    if (least <= queue->min_vruntime)
        return;
    queue->sum = ss_wrapping_subtract(queue->sum, moment(queue, least, (i64)queue->weight));
    queue->min_vruntime = least;
}

/* ---- entering and leaving -------------------------------------------------------------------- */

static void refresh_slice(const struct ss_eevdf *queue, struct ss_entity *entity)
{
    if (!entity->custom_slice)
        entity->slice = queue->base_slice;
}

/* What its lag must be so that it is `vlag` once the task itself counts in the average. */
static i64 inflated_lag(const struct ss_eevdf *queue, const struct ss_entity *all,
                        const struct ss_entity *entity)
{
    const struct ss_entity *current = ss_current_queued(queue, all);
    i64 load = (i64)queue->weight + (current ? current->weight : 0);
    if (!queue->nr_queued || !entity->vlag)
        return 0;
    return ss_wrapping_multiply(entity->vlag, load + entity->weight) / (load ? load : 1);
}

void ss_place_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id, bool initial)
{
    SS_DEBUG_CHECK(id >= 0 && all[id].weight);
    struct ss_entity *entity = &all[id];
    if (ss_cfs_ordered(queue)) {
        ss_cfs_place(queue, all, entity, initial);
        return;
    }
    refresh_slice(queue, entity);
    entity->vruntime =
        ss_wrapping_subtract(ss_avg_vruntime(queue, all), inflated_lag(queue, all, entity));
    if (entity->rel_deadline) {
        entity->deadline = ss_wrapping_add(entity->deadline, entity->vruntime);
        entity->rel_deadline = false;
        return;
    }
    i64 slice = (i64)ss_calc_delta_fair(entity->slice, entity->weight);
    entity->deadline = ss_wrapping_add(entity->vruntime, initial ? slice / 2 : slice);
}

void ss_update_entity_lag(struct ss_eevdf *queue, struct ss_entity *all, i32 id)
{
    SS_DEBUG_CHECK(id >= 0 && all[id].weight);
    struct ss_entity *entity = &all[id];
    i64 limit = (i64)ss_calc_delta_fair(ss_max_u64(2 * entity->slice, queue->tick), entity->weight);
    i64 lag = ss_wrapping_subtract(ss_avg_vruntime(queue, all), entity->vruntime);
    entity->vlag = lag < -limit ? -limit : lag > limit ? limit : lag;
    SS_DEBUG_CHECK(entity->vlag >= -limit && entity->vlag <= limit);
}

void ss_enqueue_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id, bool initial)
{
    SS_DEBUG_CHECK(id >= 0 && !all[id].on_rq);
    ss_place_entity(queue, all, id, initial);
    if (id != queue->current)
        ss_eevdf_insert(queue, all, id);
    all[id].on_rq = true;
    queue->nr_queued++;
}

/* It runs or leaves: nothing is owed to it any more. */
static void forget_next(struct ss_eevdf *queue, i32 id)
{
    if (queue->next == id)
        queue->next = SS_NO_ENTITY;
}

void ss_dequeue_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id, bool migrating)
{
    SS_DEBUG_CHECK(id >= 0 && all[id].on_rq && queue->nr_queued);
    struct ss_entity *entity = &all[id];
    forget_next(queue, id);
    ss_update_entity_lag(queue, all, id);
    if (id != queue->current)
        ss_eevdf_remove(queue, all, id);
    if (migrating && ss_cfs_ordered(queue)) {
        ss_cfs_leave_for(queue, entity);
    } else if (migrating) { /* not before it has left the tree, whose key is the deadline */
        entity->deadline = ss_wrapping_subtract(entity->deadline, entity->vruntime);
        entity->rel_deadline = true;
    }
    entity->on_rq = false;
    queue->nr_queued--;
    raise_min(queue, all);
}

/* ---- running --------------------------------------------------------------------------------- */

u64 ss_queued_min_slice(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    return queue->root == SS_NO_ENTITY ? UINT64_MAX : all[queue->root].min_slice;
}

static void protect_slice(struct ss_eevdf *queue, struct ss_entity *all, struct ss_entity *entity)
{
    u64 slice = ss_min_u64(ss_queued_min_slice(queue, all), entity->slice);
    const i64 end = entity->vruntime + (i64)ss_calc_delta_fair(slice, entity->weight);
    entity->vlag = slice == entity->slice || end > entity->deadline ? entity->deadline : end;
}

void ss_set_next_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id)
{
    SS_DEBUG_CHECK(id >= 0 && queue->current == SS_NO_ENTITY);
    struct ss_entity *entity = &all[id];
    if (entity->on_rq)
        ss_eevdf_remove(queue, all, id);
    forget_next(queue, id);
    queue->current = id;
    if (ss_cfs_ordered(queue))
        entity->vlag = entity->vruntime;
    else
        protect_slice(queue, all, entity);
}

void ss_put_prev_entity(struct ss_eevdf *queue, struct ss_entity *all)
{
    SS_DEBUG_CHECK(queue->current != SS_NO_ENTITY);
    i32 id = queue->current;
    queue->current = SS_NO_ENTITY;
    if (ss_cfs_ordered(queue))
        all[id].deadline = all[id].vruntime;
    if (all[id].on_rq)
        ss_eevdf_insert(queue, all, id);
}

bool ss_slice_protected(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    SS_DEBUG_CHECK(queue->current != SS_NO_ENTITY);
    const struct ss_entity *current = &all[queue->current];
    return current->vlag - current->vruntime > 0;
}

bool ss_account_current(struct ss_eevdf *queue, struct ss_entity *all, u64 delta)
{
    SS_DEBUG_CHECK(queue->current != SS_NO_ENTITY);
    struct ss_entity *current = &all[queue->current];
    bool ended;
    current->vruntime += (i64)ss_calc_delta_fair(delta, current->weight);
    if (ss_cfs_ordered(queue)) {
        raise_min(queue, all);
        return queue->nr_queued > 1 && ss_cfs_has_had_its_share(queue, all);
    }
    ended = current->vruntime - current->deadline >= 0;
    if (ended) {
        refresh_slice(queue, current);
        current->deadline =
            current->vruntime + (i64)ss_calc_delta_fair(current->slice, current->weight);
    }
    raise_min(queue, all);
    return queue->nr_queued > 1 && (ended || !ss_slice_protected(queue, all));
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* The eligible one with the earliest deadline: a subtree is worth a visit if its smallest vruntime
 * is eligible. */
i32 ss_earliest_eligible(const struct ss_eevdf *queue, const struct ss_entity *all)
{
    i32 at = queue->root;
    while (at != SS_NO_ENTITY) {
        const struct ss_entity *entity = &all[at];
        if (entity->left != SS_NO_ENTITY &&
            vruntime_eligible(queue, all, all[entity->left].min_vruntime))
            at = entity->left;
        else if (vruntime_eligible(queue, all, entity->vruntime))
            return at;
        else
            at = entity->right;
    }
    return SS_NO_ENTITY;
}

i32 ss_pick_eevdf(const struct ss_eevdf *queue, const struct ss_entity *all, bool protect)
{
    SS_DEBUG_CHECK(!queue->nr_queued ==
                   (queue->root == SS_NO_ENTITY && !ss_current_queued(queue, all)));
    i32 current = ss_current_queued(queue, all) ? queue->current : SS_NO_ENTITY;
    if (ss_cfs_ordered(queue))
        return ss_cfs_pick(queue, all);
    if (queue->nr_queued == 1)
        return current != SS_NO_ENTITY ? current : queue->root;
    if (current != SS_NO_ENTITY && !ss_entity_eligible(queue, all, current))
        current = SS_NO_ENTITY;
    if (current != SS_NO_ENTITY && protect && ss_slice_protected(queue, all))
        return current;
    i32 best = ss_earliest_eligible(queue, all);
    if (best == SS_NO_ENTITY)
        return current;
    if (current != SS_NO_ENTITY && all[current].deadline - all[best].deadline < 0)
        return current;
    SS_DEBUG_CHECK(best != queue->current && all[best].on_rq);
    return best;
}
