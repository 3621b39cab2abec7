/*
 * Averages of a CPU's fair queue as placement reads them, with and without one task. Source:
 * cpu_util, cpu_load_without, cpu_runnable_without of kernel/sched/fair.c, 6.18.2; spec "Fair
 * scheduler" section 1.2. No time passes here.
 */
#include "sched/fair/queue/load.h"

#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

static u32 capped(u32 util)
{
    return ss_min_u32(util, SS_WEIGHT_NICE_0);
}

static u32 minus(u32 sum, u32 part)
{
    return sum - ss_min_u32(part, sum);
}

u32 ss_cpu_util(const struct ss_world *w, u32 cpu)
{
    const struct ss_pelt *avg = &ss_cfs(w, cpu)->avg;
    return capped(ss_max_u32(avg->util_avg, avg->util_est));
}

u32 ss_cpu_util_boost(const struct ss_world *w, u32 cpu)
{
    const struct ss_pelt *avg = &ss_cfs(w, cpu)->avg;
    u32 boosted = ss_max_u32(avg->util_avg, avg->runnable_avg);
    return capped(ss_max_u32(boosted, avg->util_est));
}

/* A task in fork has never been attached anywhere. */
static bool contributes(const struct ss_world *w, u32 cpu, i32 task)
{
    return w->task[task].cpu == (i32)cpu && w->sched->fair->task[task].avg.last_update_time;
}

u64 ss_cpu_load_without(const struct ss_world *w, u32 cpu, i32 task)
{
    u32 load = ss_cfs(w, cpu)->avg.load_avg;
    return contributes(w, cpu, task) ? minus(load, w->sched->fair->task[task].avg.load_avg) : load;
}

u64 ss_cpu_runnable_without(const struct ss_world *w, u32 cpu, i32 task)
{
    u32 runnable = ss_cfs(w, cpu)->avg.runnable_avg;
    if (!contributes(w, cpu, task))
        return runnable;
    return minus(runnable, w->sched->fair->task[task].avg.runnable_avg);
}

u32 ss_cpu_util_without(const struct ss_world *w, u32 cpu, i32 task)
{
    const struct ss_pelt *avg = &ss_cfs(w, cpu)->avg;
    const struct ss_pelt *own = &w->sched->fair->task[task].avg;
    if (!contributes(w, cpu, task))
        return ss_cpu_util(w, cpu);
    u32 estimate = avg->util_est;
    if (w->task[task].on_rq)
        estimate = minus(estimate, own->util_est);
    return capped(ss_max_u32(minus(avg->util_avg, own->util_avg), estimate));
}
