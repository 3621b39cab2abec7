/* The views of view.h. */
#include "exec/view.h"

#include "exec/footprint.h"
#include "exec/idle.h"
#include "exec/room.h"
#include "exec/run.h"
#include "exec/world.h"

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

static void fill_cpu(const struct ss_world *w, const struct ss_views *views, u32 number)
{
    const struct ss_cpu *cpu = &w->cpu[number];
    u64 now = w->clock->now;
    bool stalled = cpu->wait == SS_WAIT_ACCESS;
    views->cpu[number] = (struct ss_cpu_view){
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
    if (stalled)
        views->line[ss_line_of(cpu->address)].queue++;
}

static void fill_task(const struct ss_world *w, const struct ss_views *views, u32 id)
{
    const struct ss_task *task = &w->task[id];
    const u64 now = w->clock->now;
    u64 runtime = task->runtime;
    if (task->on_cpu && now > task->started_at)
        runtime += now - task->started_at;
    views->task[id] = (struct ss_task_view){.cpu = task->cpu,
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
                                            .runtime = runtime};
}

static void fill_line(const struct ss_world *w, const struct ss_views *views, u32 index)
{
    static const struct ss_line_counts nothing;
    const struct ss_line *line = ss_coherence_line(&w->coherence, index);
    const struct ss_line_counts *counts =
        w->coherence.counts ? &w->coherence.counts[index] : &nothing;
    const struct ss_line_place *place = &w->shared.place[index];
    views->line[index] =
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

static void fill_latencies(const struct ss_world *w, const struct ss_views *views)
{
    for (u32 i = 0; i < w->latencies; i++) {
        const struct ss_histogram *seen = &w->latency[i];
        views->latency[i] = (struct ss_latency_view){.samples = seen->count,
                                                     .sum = seen->sum,
                                                     .p50 = ss_histogram_percentile(seen, 500),
                                                     .p99 = ss_histogram_percentile(seen, 990),
                                                     .greatest = seen->greatest};
    }
}

void ss_exec_view(const struct ss_world *w, const struct ss_views *views)
{
    if (w->footprints)
        ss_footprint_occupancy(w, w->processes + 1, views->occupancy);
    fill_latencies(w, views);
    for (u32 i = 0; i < w->shared.lines; i++)
        fill_line(w, views, i);
    for (u32 i = 0; i < w->topology.cpus; i++) {
        fill_cpu(w, views, i);
        ss_ledger_now(w, i, views->ledger[i].ns);
    }
    for (u32 i = 0; i < w->tasks; i++)
        fill_task(w, views, i);
}
