/*
 * The order of fair tasks before 6.6, on the same queue as eevdf.h: the task that has run least
 * comes first, and a period is divided among the queued tasks. So the time a task gets at a stretch
 * depends on how many wait beside it, and no task has a deadline. Pure state, as there. Source:
 * sched_slice, place_entity, task_fork_fair, check_preempt_tick, check_preempt_wakeup,
 * wakeup_preempt_entity, pick_next_entity of kernel/sched/fair.c, 6.1 (a share is not yet limited
 * to the period there); scaling as in update_sysctl (SCHED_TUNABLESCALING_LOG).
 *
 * Not here: LAST_BUDDY, which counts with eight queued tasks of a CPU or more; task groups; the
 * rules for SCHED_IDLE tasks, which are ordered, credited and given shares here like any other of
 * their weight; a task that sleeps while it has borrowed a priority and wakes on another CPU keeps
 * the vruntime of the first; a slice that a policy of one's own sets has no effect.
 *
 * The tree is ordered by `deadline`, so a waiting task has its vruntime there; the running task
 * keeps in `vlag` the vruntime at which it was given the CPU.
 */
#ifndef SS_SCHED_RULES_CFS_ORDER_H
#define SS_SCHED_RULES_CFS_ORDER_H

#include "sched/rules/eevdf.h"

/* Makes a queue without tasks one of this order, on a machine of so many CPUs. */
void ss_cfs_order_init(struct ss_eevdf *queue, u32 cpus);

static inline bool ss_cfs_ordered(const struct ss_eevdf *queue)
{
    return queue->cfs_scale;
}

/* How long a task of this weight runs at a stretch beside what is queued, itself included, ns. */
u64 ss_cfs_share(const struct ss_eevdf *queue, u32 queued, u64 all_weight, u32 weight);

/* Gives a new task its vruntime on its parent's CPU, where the parent may be ahead of that; the
 * task goes from there to wherever it begins. */
void ss_cfs_fork(const struct ss_eevdf *queue, const struct ss_entity *all,
                 struct ss_entity *entity);

/* Gives a task that enters its vruntime; `initial`: a new task, which waits for a share unless it
 * was forked and has got its vruntime there. */
void ss_cfs_place(const struct ss_eevdf *queue, const struct ss_entity *all,
                  struct ss_entity *entity, bool initial);

/* The task goes to another CPU: what it keeps is its distance from the queue's least. */
void ss_cfs_leave_for(const struct ss_eevdf *queue, struct ss_entity *entity);

/* At a tick: the running task has had its share, or is as far ahead of the task that has run
 * least. */
bool ss_cfs_has_had_its_share(const struct ss_eevdf *queue, const struct ss_entity *all);

/* How much less than the running one the wakee must have run to take its CPU, virtual ns. */
i64 ss_cfs_wakeup_granularity(const struct ss_eevdf *queue, const struct ss_entity *wakee);

/* The wakee for which the running task was interrupted; if that is too far ahead of the task that
 * has run least, the latter. SS_NO_ENTITY if the queue is empty. */
i32 ss_cfs_pick(const struct ss_eevdf *queue, const struct ss_entity *all);

#endif
