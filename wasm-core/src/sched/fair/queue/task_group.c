/*
 * The task group of a session: a CPU adds what its own load has changed by to one word, and reads
 * that word whenever a task comes, goes or ticks, to know its share. Source: update_tg_load_avg,
 * calc_group_shares of kernel/sched/fair.c, v6.1 (the word has a line of its own since v4.5);
 * limited to once a millisecond by "sched/fair: ratelimit update to tg->load_avg", v6.7; sessions
 * are groups by kernel/sched/autogroup.c, since v2.6.38.
 *
 * Simplified: there is one group, and all tasks of the workload are in it, a kernel thread that it
 * starts included. Beside it run only stoppers, which its share does not keep waiting here; among
 * its own tasks weights are as without it. So CPUs pick tasks as without a group, and what the
 * group costs is this word's line. Kernels since some time after v6.7 do not ask for an empty
 * queue's share; here they do.
 */
#include "sched/fair/queue/task_group.h"

#include "exec/lock.h"
#include "sched/state/fair.h"

#define WORTH_TELLING 64 /* a part of what was told last */
#define TOLD_AGAIN_NS 1000000u

/* What the CPU's load has changed by since it last told of it. */
static i64 change_of(const struct ss_cfs_rq *cfs)
{
    return (i64)cfs->avg.load_avg - (i64)cfs->tg_load_avg_contrib;
}

static bool is_due(const struct ss_world *w, const struct ss_cfs_rq *cfs)
{
    const i64 change = change_of(cfs);
    if (!cfs->has_decayed)
        return false;
    if (w->def->task_group == SS_TASK_GROUP_ONCE_A_MS && cfs->tg_load_avg_updated &&
        cfs->clock_task - cfs->tg_load_avg_updated < TOLD_AGAIN_NS)
        return false;
    return (change < 0 ? -change : change) > (i64)cfs->tg_load_avg_contrib / WORTH_TELLING;
}

static void tell(struct ss_world *w, struct ss_cfs_rq *cfs)
{
    w->sched->fair->task_group->load_avg += change_of(cfs);
    cfs->tg_load_avg_contrib = cfs->avg.load_avg;
    cfs->tg_load_avg_updated = cfs->clock_task;
}

bool update_task_group(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(update_task_group);
    struct ss_cfs_rq *const cfs = ss_cfs(w, me->cpu);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (is_due(w, cfs))
        PATH_ATOMIC(update_tg_load_avg, WORD(TASK_GROUP, 0, LOAD_AVG), tell(w, cfs));
    if (me->asks)
        PATH_LOAD(update_cfs_group, WORD(TASK_GROUP, 0, LOAD_AVG));
    PATH_END;
}
