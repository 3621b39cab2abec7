/* One moment of a world as the host's pictures need it: fills the view arrays, changes nothing. */
#include "exec/exec.h"
#include "exec/footprint.h"
#include "exec/idle.h"
#include "sched/api.h"
#include "workload/workload.h"
#include "world/build_internal.h"

static u8 activity(const struct ss_cpu *cpu)
{
    switch (cpu->wait) {
    case SS_WAIT_IDLE:
        return SS_ACTIVITY_IDLE;
    case SS_WAIT_USER:
        return SS_ACTIVITY_USER;
    case SS_WAIT_ACCESS:
        return SS_ACTIVITY_STALLED;
    case SS_WAIT_LOCK:
        return SS_ACTIVITY_SPINNING;
    default:
        return SS_ACTIVITY_KERNEL;
    }
}

static u8 ledger_kind(const struct ss_cpu *cpu, u64 now)
{
    switch (cpu->wait) {
    case SS_WAIT_IDLE:
        return SS_LEDGER_IDLE;
    case SS_WAIT_USER:
        return SS_LEDGER_USER;
    case SS_WAIT_LOCK:
        return SS_LEDGER_LOCK_WAIT;
    case SS_WAIT_ACCESS:
        return now < cpu->since + cpu->in_flight_wait ? SS_LEDGER_LINE_WAIT : cpu->in_flight;
    case SS_WAIT_COMPUTE:
        return cpu->in_flight;
    default:
        return SS_LEDGER_KERNEL;
    }
}

/* A CPU's clock may lie ahead of the world's. */
static u32 since(u64 from, u64 now)
{
    return (u32)ss_min_u64(now - ss_min_u64(from, now), UINT32_MAX);
}

static void fill_cpu(const struct ss_world *w, u32 number)
{
    const struct ss_cpu *cpu = &w->cpu[number];
    u64 now = w->clock->now;
    bool stalled = cpu->wait == SS_WAIT_ACCESS;
    struct ss_cpu_view *view = &w->cpu_view[number];
    *view = (struct ss_cpu_view){
        .activity = activity(cpu),
        .in_interrupt = cpu->interrupted,
        .ledger_kind = ledger_kind(cpu, now),
        .task = cpu->current == cpu->idle_task ? -1 : cpu->current,
        .line = stalled ? (i32)ss_line_of(cpu->address) : -1,
        .word = stalled ? (i32)cpu->address : -1,
        .lock = cpu->wait == SS_WAIT_LOCK ? cpu->lock : -1,
        .since = since(cpu->since, now),
        .symbol = cpu->symbol,
        .idle_state = (u16)ss_idle_state(w, cpu, now),
    };
    ss_sched_view(w, number, view);
    if (stalled)
        w->line_view[view->line].queue++;
}

static void fill_task(const struct ss_world *w, u32 id)
{
    const struct ss_task *task = &w->task[id];
    const struct ss_who who = ss_who_is(w, id);
    const u64 now = w->clock->now;
    u64 runtime = task->runtime;
    if (task->on_cpu && now > task->started_at)
        runtime += now - task->started_at;
    w->task_view[id] = (struct ss_task_view){.cpu = task->cpu,
                                             .group = task->group,
                                             .state = task->state,
                                             .policy = task->policy,
                                             .priority = id < w->stoppers ? task->prio : 0,
                                             .migrations = task->migrations,
                                             .wakeups = task->wakeups,
                                             .last_latency = task->last_latency,
                                             .process = -1,
                                             .preferred_llc = -1,
                                             .since = since(task->since, now),
                                             .role = who.role,
                                             .number = who.number,
                                             .runtime = runtime};
    ss_cache_task_view(w, id, &w->task_view[id]);
}

static void fill_line(const struct ss_world *w, u32 index)
{
    static const struct ss_line_counts nothing;
    const struct ss_line *line = ss_coherence_line(&w->coherence, index);
    const struct ss_line_counts *counts =
        w->coherence.counts ? &w->coherence.counts[index] : &nothing;
    const struct ss_line_place *place = &w->shared.place[index];
    w->line_view[index] =
        (struct ss_line_view){.structure = place->structure,
                              .instance = place->instance,
                              .line_number = place->number,
                              .owner = line->owner,
                              .sharers = ss_coherence_sharer_count(&w->coherence, index),
                              .dirty = line->dirty,
                              .home = line->home,
                              .misses = counts->misses,
                              .wait_sum = counts->wait_sum,
                              .busy_sum = counts->busy_sum,
                              .lcl_hitm = counts->lcl_hitm,
                              .rmt_hitm = counts->rmt_hitm};
}

static void fill_memory(const struct ss_world *w)
{
    for (u32 i = 0; i < w->mm->zones; i++) {
        ss_mm_zone_view(w, i, &w->zone_view[i], &w->lock_view[2 * i]);
        ss_mm_hold_view(w, i, &w->hold_view[2 * i]);
    }
    for (u32 i = 0; i < w->topology.cpus; i++)
        ss_mm_pcp_view(w, i, &w->pcp_view[i]);
}

static void fill_latencies(const struct ss_world *w)
{
    for (u32 i = 0; i < w->latencies; i++) {
        const struct ss_histogram *seen = &w->latency[i];
        w->latency_view[i] = (struct ss_latency_view){.samples = seen->count,
                                                      .sum = seen->sum,
                                                      .p50 = ss_histogram_percentile(seen, 500),
                                                      .p99 = ss_histogram_percentile(seen, 990),
                                                      .greatest = seen->greatest};
    }
}

static void fill_caches(const struct ss_world *w)
{
    if (ss_cache_has_epochs(w))
        ss_cache_epoch_view(w, w->epoch_view);
    if (w->footprints)
        ss_footprint_occupancy(w, w->map->occupancy_owners, w->occupancy);
}

void ss_world_frame(struct ss_world *w)
{
    fill_caches(w);
    fill_latencies(w);
    for (u32 i = 0; i < w->shared.lines; i++)
        fill_line(w, i);
    for (u32 i = 0; i < w->topology.cpus; i++) {
        fill_cpu(w, i);
        ss_ledger_now(w, i, w->ledger_view[i].ns);
    }
    for (u32 i = 0; i < w->tasks; i++)
        fill_task(w, i);
    if (w->mm)
        fill_memory(w);
}
