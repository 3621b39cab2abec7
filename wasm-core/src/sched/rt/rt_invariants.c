/* The invariants of rt_invariants.h: counts, the pushable list, what cpupri and the root
 * domain were told. Release builds do not have them. */
#ifdef SS_DEBUG
#include "sched/rt/rt_invariants.h"

#include "sched/rt/cpupri.h"
#include "sched/run_queue_invariants.h"
#include "sched/state/rt.h"

/* The tasks that wait to be pushed: in order, of this CPU, and not the one that runs. */
static const char *broken_pushable(const struct ss_world *w, const struct ss_rq *rq, u32 cpu)
{
    i32 previous = SS_NO_TASK;
    for (i32 task = rq->pushable; task != SS_NO_TASK;
         task = w->sched->rt_task[task].pushable_next) {
        const struct ss_task *t = &w->task[task];
        if (t->cpu != (i32)cpu || !t->on_rq || !ss_task_is_rt(t))
            return "the pushable list holds a task that does not wait here";
        if (rq->current == task)
            return "the pushable list holds the task that runs";
        if (w->sched->rt_task[task].pushable_previous != previous)
            return "the pushable list is not the same from both ends";
        if (previous != SS_NO_TASK && w->task[previous].prio > t->prio)
            return "the pushable list is out of order";
        previous = task;
    }
    if (rq->rt_overloaded != (rq->pushable != SS_NO_TASK))
        return "a CPU is marked overloaded without a pushable task, or not with one";
    if (rq->online && ss_bitset_has(w->sched->rto_mask, cpu) != rq->rt_overloaded)
        return "rto_mask and the run queue of a CPU disagree";
    return NULL;
}

const char *ss_rt_broken_queue(const struct ss_world *w, u32 cpu)
{
    const struct ss_rq *rq = &w->sched->rq[cpu];
    u32 queued = 0;
    for (i32 prio = ss_bitset_first(rq->rt_bitmap, 2); prio >= 0;
         prio = ss_bitset_next(rq->rt_bitmap, 2, (u32)prio + 1)) {
        const u32 length = ss_listed(w, &rq->rt_queue[prio], cpu);
        if (length == UINT32_MAX)
            return "an RT list holds a task of another CPU";
        if (!length)
            return "the RT bitmap names a list that holds no task";
        queued += length;
    }
    if (queued != rq->rt_nr_running)
        return "the number of RT tasks queued on a CPU differs from its queue's count";
    if (rq->nr_running < rq->rt_nr_running)
        return "a run queue counts fewer tasks than its RT class";
    if (rq->online && w->sched->cpu_to_pri[cpu] != ss_cpupri_level(rq->highest_curr))
        return "cpupri has a CPU at another level than its run queue";
    return broken_pushable(w, rq, cpu);
}

const char *ss_rt_broken_invariant(const struct ss_world *w)
{
    const char *broken = ss_broken_tasks(w);
    for (u32 cpu = 0; cpu < w->topology.cpus && !broken; cpu++)
        if (ss_lock_holder(w, (i32)cpu) == SS_NO_CPU)
            broken = ss_rt_broken_queue(w, cpu);
    return broken;
}
#else
/* A file has to declare something. */
typedef int ss_no_rt_invariants_in_release_builds;
#endif
