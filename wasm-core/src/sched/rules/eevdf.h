/*
 * The order of fair tasks: earliest eligible virtual deadline first. One queue of a CPU with its
 * average virtual time, what eligible means, where a task enters, and which task is next. Pure
 * state; lines and locks are the business of the paths. Source: avg_vruntime, entity_eligible,
 * place_entity, __pick_eevdf, update_curr of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler"
 * section 4.
 *
 * The queued tasks other than the current one lie in a treap ordered by deadline; every node knows
 * the smallest vruntime and the smallest slice below it. The kernel's tree balances differently but
 * holds the same order, so it picks the same.
 *
 * A queue is part of a world's state and holds no pointers: `all` are the entities by task.
 */
#ifndef SS_SCHED_RULES_EEVDF_H
#define SS_SCHED_RULES_EEVDF_H

#include "base/types.h"

#define SS_NO_ENTITY (-1)

struct ss_entity {
    i64 vruntime, deadline;
    i64 vlag; /* lag while off the queue; while running: vruntime up to which it is protected, or in
               * the order of before 6.6 at which it was given the CPU */
    u64 slice;
    u32 weight;
    bool on_rq, delayed;
    bool rel_deadline; /* deadline counts from vruntime, before 6.6 that from the queue's least: it
                        * migrates */
    bool custom_slice;
    /* in the treap */
    i32 left, right;
    u32 sequence;     /* order of entry among equal deadlines */
    i64 min_vruntime; /* of the subtree */
    u64 min_slice;
};

struct ss_eevdf {
    i64 min_vruntime;
    i64 sum;    /* of (vruntime - min_vruntime) * weight over the treap */
    u64 weight; /* of the treap */
    i32 root, current;
    i32 next;      /* before 6.6: the wakee for which the running task was interrupted */
    u32 nr_queued; /* the current one included */
    u32 sequence;
    u32 cfs_scale; /* 0, or what the times of the order before 6.6 are multiplied by (cfs_order.h)
                    */
    u64 base_slice, tick; /* ns */
};

/* The running task if it is queued, too; NULL if no task runs or the running one is about to
 * sleep. */
static inline const struct ss_entity *ss_current_queued(const struct ss_eevdf *queue,
                                                        const struct ss_entity *all)
{
    const i32 current = queue->current;
    return current == SS_NO_ENTITY || !all[current].on_rq ? NULL : &all[current];
}

void ss_eevdf_init(struct ss_eevdf *queue, u64 base_slice, u64 tick);

/* base_slice of a machine, ns: 0.7 ms times 1 + log2 of at most 8 CPUs. */
u64 ss_base_slice(u32 cpus);

/* Average virtual time of what is queued. */
i64 ss_avg_vruntime(const struct ss_eevdf *queue, const struct ss_entity *all);
bool ss_entity_eligible(const struct ss_eevdf *queue, const struct ss_entity *all, i32 id);

/* In and out of the ordered set, the current one never being in it. */
void ss_eevdf_insert(struct ss_eevdf *queue, struct ss_entity *all, i32 id);
void ss_eevdf_remove(struct ss_eevdf *queue, struct ss_entity *all, i32 id);

/* Gives a task that enters its vruntime and deadline; `initial`: a new task, half a slice. */
void ss_place_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id, bool initial);

/* Keeps the lag of a task that leaves, within two slices or a tick. */
void ss_update_entity_lag(struct ss_eevdf *queue, struct ss_entity *all, i32 id);

/* Enqueues, dequeues; `migrating`: the deadline becomes relative. */
void ss_enqueue_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id, bool initial);
void ss_dequeue_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id, bool migrating);

/* The task takes the CPU, protected for the shortest slice queued; and gives it back. */
void ss_set_next_entity(struct ss_eevdf *queue, struct ss_entity *all, i32 id);
void ss_put_prev_entity(struct ss_eevdf *queue, struct ss_entity *all);

/* `delta` ns of work of the current task. True if another should run. */
bool ss_account_current(struct ss_eevdf *queue, struct ss_entity *all, u64 delta);

/* The current task may finish its slice before another task is considered. */
bool ss_slice_protected(const struct ss_eevdf *queue, const struct ss_entity *all);

/* The task that should run; SS_NO_ENTITY if the queue is empty. `protect`: honour the current one's
 * slice. */
i32 ss_pick_eevdf(const struct ss_eevdf *queue, const struct ss_entity *all, bool protect);

/* The eligible one with the earliest deadline, the current one aside; or SS_NO_ENTITY. */
i32 ss_earliest_eligible(const struct ss_eevdf *queue, const struct ss_entity *all);

/* The smallest slice among queued tasks, the current one excluded; all ones if there is none. */
u64 ss_queued_min_slice(const struct ss_eevdf *queue, const struct ss_entity *all);

#endif
