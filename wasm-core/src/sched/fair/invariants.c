/*
 * What must hold of run queues whenever their lock is free, and of balancing over time. Debug and
 * test builds check after every event; release builds do not have it.
 */
#ifdef SS_DEBUG
#include "sched/fair/invariants.h"

#include "sched/cache/invariants.h"
#include "sched/domains/domains.h"
#include "sched/rt/rt_invariants.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/limits.h"
#include "sched/run_queue.h"
#include "sched/run_queue_invariants.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

/* Ticks beside the interval in which an idle CPU has to be given work: one may pass before a busy
 * CPU sees that it needs help, and one more until the CPU that was asked runs. */
#define NOTICE_TICKS 2

struct sums {
    u32 queued, runnable, idle;
    u64 weight;
};

/* Of every CPU in one pass over the tasks: one for each CPU would be most of a run's time. */
static void sum_up(const struct ss_world *w, struct sums *sums)
{
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        sums[cpu] = (struct sums){0};
    for (u32 task = w->topology.cpus; task < w->tasks; task++) {
        const struct ss_entity *entity = &w->sched->fair->entity[task];
        if (!entity->on_rq || (u32)w->task[task].cpu >= w->topology.cpus)
            continue; /* a task without a CPU is missing in every sum */
        struct sums *of = &sums[w->task[task].cpu];
        of->queued++;
        of->runnable += !entity->delayed;
        of->idle += w->sched->fair->task[task].idle_policy;
        of->weight += entity->weight;
    }
}

/* The tasks that wait in the order of a queue: how many, their weight, their part of its sum. */
struct ordered {
    u32 tasks;
    u64 weight;
    i64 sum;
};

static void follow(const struct ss_world *w, const struct ss_eevdf *queue, i32 at,
                   struct ordered *ordered)
{
    if (at == SS_NO_ENTITY)
        return;
    const struct ss_entity *entity = &w->sched->fair->entity[at];
    ordered->tasks++;
    ordered->weight += entity->weight;
    ordered->sum += (entity->vruntime - queue->min_vruntime) * (i64)entity->weight;
    follow(w, queue, entity->left, ordered);
    follow(w, queue, entity->right, ordered);
}

static const char *broken_order(const struct ss_world *w, const struct ss_cfs_rq *cfs)
{
    const struct ss_eevdf *queue = &cfs->eevdf;
    struct ordered ordered = {0};
    follow(w, queue, queue->root, &ordered);
    if (ordered.tasks + (queue->current != SS_NO_ENTITY) != queue->nr_queued)
        return "the tree of a queue does not hold the tasks that are queued";
    if (ordered.weight != queue->weight || ordered.sum != queue->sum)
        return "the average virtual time is not that of the waiting tasks";
    return NULL;
}

/* min_vruntime and the running task's vruntime must not decrease. The check is skipped when the
 * task was placed again (its sequence changed) or the lock changed hands between two checks. */
static const char *broken_time(struct ss_cfs_rq *cfs, const struct ss_entity *all)
{
    const i32 current = cfs->eevdf.current, known = cfs->checked_current;
    const i64 least = cfs->checked_min_vruntime, ran = cfs->checked_vruntime;
    const u32 sequence = current == SS_NO_ENTITY ? 0 : all[current].sequence;
    const bool stayed = current == known && sequence == cfs->checked_sequence;
    cfs->checked_min_vruntime = cfs->eevdf.min_vruntime;
    cfs->checked_current = current;
    cfs->checked_sequence = sequence;
    cfs->checked_vruntime = current == SS_NO_ENTITY ? 0 : all[current].vruntime;
    if (least > cfs->eevdf.min_vruntime)
        return "min_vruntime went back";
    if (current != SS_NO_ENTITY && stayed && ran > all[current].vruntime)
        return "the vruntime of a running task went back";
    return NULL;
}

static const char *broken_queue(const struct ss_world *w, u32 cpu, struct sums sums)
{
    const struct ss_rq *rq = &w->sched->rq[cpu];
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    const char *broken = broken_time(cfs, w->sched->fair->entity);
    if (sums.queued != cfs->h_nr_queued || sums.queued != cfs->eevdf.nr_queued)
        return "the number of tasks queued on a CPU differs from its queue's count";
    if (sums.queued != ss_listed(w, &cfs->tasks, cpu))
        return "cfs_tasks does not list the queued tasks";
    if (sums.runnable != cfs->h_nr_runnable || sums.idle != cfs->h_nr_idle)
        return "delayed or SCHED_IDLE tasks are counted wrongly";
    if (sums.weight != cfs->load_weight)
        return "the weights of queued tasks do not add up to the queue's";
    if (rq->nr_running != cfs->h_nr_queued + rq->rt_nr_running + rq->stopper_queued)
        return "nr_running is not the sum over the classes";
    if (!broken)
        broken = broken_order(w, cfs);
    if (!broken)
        broken = ss_rt_broken_queue(w, cpu);
    if (!broken && w->sched->cache)
        broken = ss_cache_broken_invariant(w, cpu);
    return broken;
}

/* ---- neglect --------------------------------------------------------------------------------- */

static bool may_come(const struct ss_world *w, i32 task, u32 cpu)
{
    return !w->sched->fair->entity[task].delayed && !w->sched->fair->task[task].per_cpu_kthread &&
           ss_bitset_has(ss_affinity(w, &w->task[task]), cpu);
}

/* Two tasks wait there that could run on `idle`. */
static bool keeps_two(const struct ss_world *w, u32 cpu, u32 idle)
{
    const struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    u32 waiting = 0;
    for (i32 task = cfs->tasks.head; task != SS_NO_TASK; task = w->task[task].queue_next)
        waiting += task != cfs->eevdf.current && may_come(w, task, idle);
    return waiting >= 2;
}

/* The outermost domain in which the CPUs share their cache, or SS_NO_DOMAIN. */
static u32 cache_domain(const struct ss_world *w, u32 cpu)
{
    u32 found = SS_NO_DOMAIN;
    for (u32 at = w->domains->cpu[cpu].base; at != SS_NO_DOMAIN; at = w->domains->domain[at].parent)
        if (w->domains->domain[at].flags & SS_SD_SHARE_LLC)
            found = at;
    return found;
}

static bool idles(const struct ss_world *w, u32 cpu)
{
    const struct ss_rq *rq = &w->sched->rq[cpu];
    return rq->current == (i32)cpu && !rq->nr_running && !rq->ttwu_pending;
}

/* CPUs that have more than they can run. */
struct crowded {
    u64 cpus[SS_LIMIT_CPUS / 64];
};

static struct crowded find_crowded(const struct ss_world *w)
{
    struct crowded crowded = {0};
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        if (ss_cfs(w, cpu)->h_nr_runnable >= 2)
            ss_bitset_add(crowded.cpus, cpu);
    return crowded;
}

/* What a CPU is not given, and whether another CPU can notice. */
enum lack { LACKS_NOTHING, LACKS_UNSEEN, LACKS };

/* A busy CPU asks for help in its tick, and takes that when it leaves the kernel: no kernel work is
 * interrupted here, however long a definition makes it (workload.pipe_call). */
static bool tick_pends(const struct ss_world *w, u32 cpu)
{
    return w->cpu[cpu].pending_vectors & 1u << SS_VECTOR_TICK;
}

/* A crowded CPU is in the domain, but not in the one below it, and has something for this CPU. */
static enum lack find_lack(const struct ss_world *w, const struct crowded *crowded, u32 cpu,
                           u32 domain, u32 below)
{
    enum lack found = LACKS_NOTHING;
    const u32 words = w->topology.cpu_words;
    const u64 *span = ss_span_cpus(w->domains, w->domains->domain[domain].span);
    const u64 *inner =
        below == SS_NO_DOMAIN ? NULL : ss_span_cpus(w->domains, w->domains->domain[below].span);
    for (i32 at = ss_bitset_next_and(span, crowded->cpus, words, 0); at >= 0;
         at = ss_bitset_next_and(span, crowded->cpus, words, (u32)at + 1))
        if ((u32)at != cpu && !(inner && ss_bitset_has(inner, (u32)at)) &&
            keeps_two(w, (u32)at, cpu)) {
            if (!tick_pends(w, (u32)at))
                return LACKS;
            found = LACKS_UNSEEN;
        }
    return found;
}

/* Time in which no CPU could notice does not count: the neglect began that much later. */
static void put_off(struct ss_domain_state *state, enum lack lack, u64 now)
{
    if (state->unseen_since)
        state->neglected_since += now - state->unseen_since;
    state->unseen_since = lack == LACKS_UNSEEN ? now : 0;
}

static const char *broken_domain(const struct ss_world *w, u32 domain, enum lack lack)
{
    struct ss_domain_state *state = &w->sched->fair->domain[domain];
    const u64 now = w->clock->now;
    if (lack == LACKS_NOTHING) {
        state->neglected_since = state->unseen_since = 0;
        return NULL;
    }
    const u64 interval =
        ss_balance_interval(state->balance_interval, w->domains->domain[domain].busy_factor, false,
                            SS_FAIR_HZ, w->topology.cpus);
    if (!state->neglected_since || state->declined_at >= state->neglected_since) {
        state->neglected_since = now;
        state->neglect_bound = state->unseen_since = 0;
    }
    put_off(state, lack, now);
    state->neglect_bound =
        ss_max_u64(state->neglect_bound, (interval + NOTICE_TICKS) * SS_JIFFY_NS);
    if (now - state->neglected_since > state->neglect_bound)
        return "a CPU idles for longer than a balance interval beside tasks that wait in its cache";
    return NULL;
}

/* Each domain inside the cache is checked by itself: a reason given for one explains nothing of the
 * tasks of another. */
static const char *broken_balance(const struct ss_world *w, const struct crowded *crowded, u32 cpu)
{
    const u32 outermost = cache_domain(w, cpu);
    const bool idle = !w->policy && idles(w, cpu); /* a policy decides itself which tasks stay */
    u32 below = SS_NO_DOMAIN;
    const char *broken = NULL;
    for (u32 at = w->domains->cpu[cpu].base; outermost != SS_NO_DOMAIN && !broken;
         at = w->domains->domain[at].parent) {
        broken = broken_domain(w, at, idle ? find_lack(w, crowded, cpu, at, below) : LACKS_NOTHING);
        if (at == outermost)
            break;
        below = at;
    }
    return broken;
}

const char *ss_fair_broken_invariant(const struct ss_world *w)
{
    const char *broken = ss_broken_tasks(w);
    struct sums sums[SS_LIMIT_CPUS];
    sum_up(w, sums);
    const struct crowded crowded = find_crowded(w);
    for (u32 cpu = 0; cpu < w->topology.cpus && !broken; cpu++) {
        if (ss_lock_holder(w, (i32)cpu) == SS_NO_CPU)
            broken = broken_queue(w, cpu, sums[cpu]);
        if (!broken)
            broken = broken_balance(w, &crowded, cpu);
    }
    return broken;
}
#else
/* A file has to declare something. */
typedef int ss_no_invariants_in_release_builds;
#endif
