/*
 * The door to placement by the fair class: fork, exec, wakeup, and what a CPU that goes idle says.
 *
 * in: question, state (see fair_state.h), then
 *   0 FORK         parent task, children, load of a child, allowed CPUs of each (count, CPUs)
 *                  out: the CPU of each child, which runs there before the next is forked
 *   1 EXEC         task                                  out: CPU
 *   2 WAKE_AFFINE  waker, wakee, previous CPU, sync, domain level    out: CPU, wake_wide
 *   3 WAKE         waker, wakee, previous CPU, sync      out: CPU, the waker's flips, the wakee's
 *                  recent_used_cpu, has_idle_cores of the CPU's LLC, onto the wake list
 *   4 IDLE_CORE    CPU that goes idle                    out: has_idle_cores of its LLC
 */
#include "probe/fair_state.h"
#include "sched/core/core.h"
#include "sched/domains/domains.h"
#include "sched/fair/place/idle_core.h"
#include "sched/fair/place/select.h"
#include "sched/fair/place/wake_affine.h"
#include "sched/rules/pelt.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

static i32 read_task(struct ss_probe *probe, const struct ss_world *w)
{
    i32 most = (i32)(w->stoppers - w->topology.cpus) - 1;
    return (i32)w->topology.cpus + ss_probe_read_range(probe, 0, most);
}

static i32 select_cpu(struct ss_world *w, u32 cpu, i32 task, u32 previous, u32 flag, bool sync)
{
    struct select_task_rq_fair_frame frame = {
        .task = task, .flag = (u16)flag, .previous = (u16)previous, .sync = sync};
    return ss_mini_run(w, cpu, select_task_rq_fair, &frame.path, sizeof(frame));
}

/* A child that has found its CPU: its averages are set, then the child is queued, and runs if the
 * CPU is idle. */
static void start_child(struct ss_world *w, i32 task, u32 cpu, u32 load)
{
    struct ss_fair *fair = w->sched->fair;
    bool idle = ss_rq(w, cpu)->current == (i32)cpu;
    ss_pelt_new_task(&fair->task[task].avg, &fair->rq[cpu].avg, fair->entity[task].weight);
    fair->task[task].avg.load_avg = load;
    ss_probe_queue(w, task, cpu, idle);
}

static void fork_children(struct ss_probe *probe, struct ss_world *w)
{
    struct ss_fair *fair = w->sched->fair;
    i32 parent = read_task(probe, w);
    u32 children = (u32)ss_probe_read(probe);
    u32 load = (u32)ss_probe_read(probe);
    i32 first = ss_probe_first_child(w, children);
    if (children > w->stoppers - w->topology.cpus) {
        probe->bad = true;
        return;
    }
    for (u32 i = 0; i < children && !probe->bad; i++) {
        i32 child = first + (i32)i;
        u32 home = (u32)w->task[parent].cpu;
        fair->task[child].avg.load_avg = load;
        fair->task[child].recent_used_cpu = (i32)home;
        w->task[child].cpu = (i32)home;
        ss_probe_read_allowed(probe, w, child);
        i32 cpu = select_cpu(w, home, child, home, SS_SD_BALANCE_FORK, false);
        ss_probe_write(probe, cpu);
        start_child(w, child, (u32)cpu, load);
    }
}

static void exec_task(struct ss_probe *probe, struct ss_world *w)
{
    i32 task = read_task(probe, w);
    u32 cpu = (u32)w->task[task].cpu;
    ss_probe_write(probe, select_cpu(w, cpu, task, cpu, SS_SD_BALANCE_EXEC, false));
}

struct wakeup {
    i32 waker, wakee;
    u32 cpu, previous;
    bool sync;
};

/* A waker that is not queued acts for its CPU, which is idle. No task wakes itself. */
static struct wakeup read_wakeup(struct ss_probe *probe, struct ss_world *w)
{
    struct wakeup wakeup = {.waker = read_task(probe, w)};
    wakeup.wakee = read_task(probe, w);
    probe->bad |= wakeup.wakee == wakeup.waker;
    wakeup.previous = (u32)ss_probe_read_range(probe, 0, (i32)w->topology.cpus - 1);
    wakeup.sync = ss_probe_read_range(probe, 0, 1);
    wakeup.cpu = (u32)w->task[wakeup.waker].cpu;
    ss_cpu(w, wakeup.cpu)->current = wakeup.waker;
    return wakeup;
}

static void wake_affine_target(struct ss_probe *probe, struct ss_world *w)
{
    struct wakeup wakeup = read_wakeup(probe, w);
    u32 level = (u32)ss_probe_read_range(probe, 0, SS_MAX_LEVELS);
    struct wake_affine_frame frame = {.task = wakeup.wakee,
                                      .previous = (u16)wakeup.previous,
                                      .sync = wakeup.sync,
                                      .domain = ss_probe_domain(w, wakeup.cpu, level)};
    probe->bad |= frame.domain == SS_NO_DOMAIN;
    if (probe->bad)
        return;
    bool wide = ss_wake_wide(w, ss_cpu(w, wakeup.cpu), wakeup.wakee);
    ss_probe_write(probe, ss_mini_run(w, wakeup.cpu, wake_affine, &frame.path, sizeof(frame)));
    ss_probe_write(probe, wide);
}

static void wake(struct ss_probe *probe, struct ss_world *w)
{
    const struct ss_fair *fair = w->sched->fair;
    struct wakeup wakeup = read_wakeup(probe, w);
    if (probe->bad)
        return;
    const i32 cpu =
        select_cpu(w, wakeup.cpu, wakeup.wakee, wakeup.previous, SS_SD_BALANCE_WAKE, wakeup.sync);
    u32 shared = w->domains->cpu[cpu].sd_llc_shared;
    ss_probe_write(probe, cpu);
    ss_probe_write(probe, (i32)fair->task[wakeup.waker].wakee_flips);
    ss_probe_write(probe, fair->task[wakeup.wakee].recent_used_cpu);
    ss_probe_write(probe, shared == SS_NO_SHARED ? 0 : (i32)fair->shared[shared].has_idle_cores);
    ss_probe_write(probe, ss_ttwu_queue_cond(w, wakeup.cpu, (u32)cpu));
}

static void go_idle(struct ss_probe *probe, struct ss_world *w)
{
    u32 cpu = (u32)ss_probe_read_range(probe, 0, (i32)w->topology.cpus - 1);
    u32 shared = w->domains->cpu[cpu].sd_llc_shared;
    struct update_idle_core_frame frame = {.path = {0}};
    ss_mini_run_holding(w, cpu, (i32)cpu, update_idle_core, &frame.path, sizeof(frame));
    ss_probe_write(probe,
                   shared == SS_NO_SHARED ? 0 : (i32)w->sched->fair->shared[shared].has_idle_cores);
}

void ss_probe_fair_place(struct ss_probe *probe)
{
    static void (*const questions[])(struct ss_probe *, struct ss_world *) = {
        fork_children, exec_task, wake_affine_target, wake, go_idle};
    u32 question = (u32)ss_probe_read_range(probe, 0, SS_ARRAY_LENGTH(questions) - 1);
    struct ss_world *w = ss_probe_read_fair_state(probe);
    if (w)
        questions[question](probe, w);
}
