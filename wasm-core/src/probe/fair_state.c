/* The reader of fair_state.h. */
#include "probe/fair_state.h"

#include "probe/topology.h"
#include "sched/domains/domains.h"
#include "sched/fair/queue/queue.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

#define MOST_TASKS 4096 /* of one vector */
#define POLICY_BATCH 3
#define POLICY_IDLE 5

static i32 read_cpu(struct ss_probe *probe, const struct ss_world *w)
{
    return ss_probe_read_range(probe, 0, (i32)w->topology.cpus - 1);
}

u32 ss_probe_domain(const struct ss_world *w, u32 cpu, u32 level)
{
    u32 at = w->domains->cpu[cpu].base;
    while (level-- && at != SS_NO_DOMAIN)
        at = w->domains->domain[at].parent;
    return at;
}

void ss_probe_read_allowed(struct ss_probe *probe, struct ss_world *w, i32 task)
{
    struct ss_task *t = &w->task[task];
    i32 count = ss_probe_read_range(probe, -1, (i32)w->topology.cpus);
    if (count < 0)
        return;
    t->affinity = 1 + (u32)task - w->topology.cpus;
    t->allowed_count = (u16)count;
    u64 *set = ss_affinity(w, t);
    ss_bitset_clear(set, w->topology.cpu_words);
    for (i32 i = 0; i < count && !probe->bad; i++)
        ss_bitset_add(set, (u32)read_cpu(probe, w));
}

static void read_task(struct ss_probe *probe, struct ss_world *w, i32 task)
{
    struct ss_fair_task *t = &w->sched->fair->task[task];
    struct ss_entity *entity = &w->sched->fair->entity[task];
    t->avg.load_avg = (u32)ss_probe_read(probe);
    t->avg.util_avg = (u32)ss_probe_read(probe);
    t->avg.runnable_avg = (u32)ss_probe_read(probe);
    entity->weight = (u32)ss_probe_read_range(probe, 1, INT32_MAX);
    i32 policy = ss_probe_read(probe);
    t->idle_policy = policy == POLICY_IDLE;
    t->batch_policy = policy == POLICY_BATCH;
    t->per_cpu_kthread = ss_probe_read_range(probe, 0, 1);
    t->wakee_flips = (u32)ss_probe_read(probe);
    t->flip_decay = SS_PROBE_CLOCK_NS / SS_JIFFY_NS;
    t->exec_start = ss_probe_read_long(probe);
    entity->vruntime = ss_probe_read_long_range(probe, -SS_PROBE_MOST_NS, SS_PROBE_MOST_NS);
    ss_probe_read_allowed(probe, w, task);
}

void ss_probe_queue(struct ss_world *w, i32 task, u32 cpu, bool running)
{
    struct ss_fair *fair = w->sched->fair;
    struct ss_cfs_rq *cfs = &fair->rq[cpu];
    struct ss_entity *entity = &fair->entity[task];
    struct ss_task *t = &w->task[task];
    entity->slice = cfs->eevdf.base_slice;
    entity->deadline = entity->vruntime + (i64)ss_calc_delta_fair(entity->slice, entity->weight);
    entity->on_rq = true;
    cfs->eevdf.nr_queued++;
    ss_eevdf_insert(&cfs->eevdf, fair->entity, task);
    ss_pelt_attach(&cfs->avg, &fair->task[task].avg, entity->weight);
    ss_fair_count_in(w, task, cpu);
    ss_rq(w, cpu)->nr_running++;
    t->cpu = (i32)cpu;
    t->on_rq = true;
    t->state = SS_TASK_RUNNABLE;
    fair->task[task].recent_used_cpu = (i32)cpu;
    if (!running)
        return;
    t->on_cpu = true;
    t->state = SS_TASK_RUNNING;
    ss_rq(w, cpu)->current = task;
    ss_cpu(w, cpu)->current = task;
    ss_set_next_entity(&cfs->eevdf, fair->entity, task);
    /* Time stands still for the running task: vectors give averages as they are. */
    fair->task[task].exec_start = SS_NEVER >> 1;
}

static void read_blocked(struct ss_probe *probe, struct ss_pelt *avg)
{
    u32 divider = ss_pelt_divider(avg);
    avg->load_avg = (u32)ss_probe_read(probe);
    avg->util_avg = (u32)ss_probe_read(probe);
    avg->runnable_avg = (u32)ss_probe_read(probe);
    avg->load_sum = (u64)avg->load_avg * divider;
    avg->util_sum = avg->util_avg * divider;
    avg->runnable_sum = (u64)avg->runnable_avg * divider;
}

static i32 read_described_cpu(struct ss_probe *probe, struct ss_world *w, i32 task)
{
    u32 cpu = (u32)read_cpu(probe, w);
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu);
    w->sched->rq[cpu].ttwu_pending = ss_probe_read_range(probe, 0, 1);
    i32 idle_tasks = ss_probe_read(probe);
    cfs->idle_stamp = ss_probe_read_long(probe);
    cfs->exit_latency = (u32)ss_probe_read(probe); /* -1 is SS_NO_EXIT_LATENCY */
    cfs->capacity = (u32)ss_probe_read_range(probe, 1, SS_WEIGHT_NICE_0);
    read_blocked(probe, &cfs->avg);
    u32 queued = (u32)ss_probe_read_range(probe, 0, MOST_TASKS);
    for (u32 i = 0; i < queued && !probe->bad && task < (i32)w->stoppers; i++, task++) {
        bool running = ss_probe_read_range(probe, 0, 1);
        read_task(probe, w, task);
        if (!probe->bad)
            ss_probe_queue(w, task, cpu, running);
    }
    if (idle_tasks >= 0)
        cfs->h_nr_idle = (u32)idle_tasks;
    return task;
}

static void read_sleeping(struct ss_probe *probe, struct ss_world *w, i32 task)
{
    struct ss_fair_task *t = &w->sched->fair->task[task];
    i32 previous = read_cpu(probe, w);
    i32 recent = ss_probe_read(probe);
    read_task(probe, w, task);
    w->task[task].cpu = previous;
    w->task[task].state = SS_TASK_SLEEPING;
    t->recent_used_cpu = recent < 0 ? previous : recent;
    t->avg.last_update_time = SS_PROBE_CLOCK_NS;
}

static void read_llc(struct ss_probe *probe, struct ss_world *w)
{
    u32 shared = w->domains->cpu[read_cpu(probe, w)].sd_llc_shared;
    u32 scan = (u32)ss_probe_read(probe);
    u32 idle_cores = (u32)ss_probe_read_range(probe, 0, 1);
    if (shared == SS_NO_SHARED) {
        probe->bad = true;
        return;
    }
    w->sched->fair->shared[shared].nr_idle_scan = scan;
    w->sched->fair->shared[shared].has_idle_cores = idle_cores;
}

static void read_preset(struct ss_probe *probe, struct ss_world *w)
{
    i32 cpu = read_cpu(probe, w);
    u32 at = ss_probe_domain(w, (u32)cpu, (u32)ss_probe_read_range(probe, 0, SS_MAX_LEVELS));
    i32 field = ss_probe_read_range(probe, 0, 2);
    u32 value = (u32)ss_probe_read(probe);
    struct ss_fair *fair = w->sched->fair;
    if (at == SS_NO_DOMAIN)
        probe->bad = true;
    else if (field == 0)
        fair->domain[at].nr_balance_failed = value;
    else if (field == 1)
        fair->capacity[ss_domain_group(w->domains, at, 0)->capacity].imbalance = value;
    else
        fair->domain[at].balance_interval = value;
}

void ss_probe_start_clocks(struct ss_world *w)
{
    w->clock->now = SS_PROBE_CLOCK_NS;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        ss_cpu(w, cpu)->clock = ss_cpu(w, cpu)->event_time = SS_PROBE_CLOCK_NS;
        ss_cfs(w, cpu)->clock_task = SS_PROBE_CLOCK_NS;
        ss_cfs(w, cpu)->avg.last_update_time = SS_PROBE_CLOCK_NS;
    }
}

i32 ss_probe_first_child(const struct ss_world *w, u32 children)
{
    return (i32)(w->stoppers - children);
}

struct ss_world *ss_probe_read_fair_state(struct ss_probe *probe)
{
    struct ss_world_def *def = SS_ARENA_ARRAY(probe->arena, struct ss_world_def, 1);
    if (!def)
        return NULL;
    ss_world_def_default(def);
    ss_probe_read_shape(probe, def);
    u32 tasks = (u32)ss_probe_read_range(probe, 0, MOST_TASKS);
    tasks += (u32)ss_probe_read_range(probe, 0, MOST_TASKS);
    struct ss_world *w = ss_mini_fair_world(probe, def, tasks);
    if (!w)
        return NULL;
    ss_probe_start_clocks(w);
    def->numa_imbalance = (u32)ss_probe_read_range(probe, 0, SS_NUMA_N3);
    i32 task = (i32)w->topology.cpus;
    u32 count = (u32)ss_probe_read_range(probe, 0, SS_LIMIT_CPUS);
    for (u32 i = 0; i < count && !probe->bad; i++)
        task = read_described_cpu(probe, w, task);
    count = (u32)ss_probe_read_range(probe, 0, MOST_TASKS);
    for (u32 i = 0; i < count && !probe->bad && task < (i32)w->stoppers; i++)
        read_sleeping(probe, w, task++);
    count = (u32)ss_probe_read_range(probe, 0, SS_LIMIT_CPUS);
    for (u32 i = 0; i < count && !probe->bad; i++)
        read_llc(probe, w);
    count = (u32)ss_probe_read_range(probe, 0, MOST_TASKS);
    for (u32 i = 0; i < count && !probe->bad; i++)
        read_preset(probe, w);
    return probe->bad ? NULL : w;
}
