/* The views of mechanism.h. */
#include "exec/mechanism.h"

#include "exec/footprint.h"
#include "exec/lock.h"

static void view_holder(const struct ss_world *w, u32 lock, struct ss_holder_view *view)
{
    /* The clock of a CPU may lie ahead of the world's. */
    const u64 taken = ss_min_u64(w->locks->lock[lock].taken_at, w->clock->now);
    const bool is_held = w->locks->lock[lock].taken_at != SS_NEVER;
    view->cpu = ss_lock_holder(w, (i32)lock);
    view->held = is_held ? (u32)ss_min_u64(w->clock->now - taken, UINT32_MAX) : 0;
}

/* A CPU counts once on each node that its task takes from. */
static void add_traffic(const struct ss_world *w, const struct ss_footprint_task *task,
                        struct ss_traffic_view *by_node)
{
    u32 last = w->topology.nodes;
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++) {
        if (!task->traffic[which])
            continue;
        const u32 node = w->footprints->home[task->footprint[which] - 1];
        by_node[node].cpus += node != last;
        last = node;
    }
}

void ss_exec_mechanisms(const struct ss_world *w, const struct ss_mechanism_views *views)
{
    for (u32 i = 0; i < w->locks->count[0]; i++)
        view_holder(w, i, &views->holder[i]);
    if (!w->footprints)
        return;
    for (u32 node = 0; node < w->topology.nodes; node++)
        views->traffic[node] = (struct ss_traffic_view){
            .rate = w->footprints->traffic[node] * 1000, /* a ms has so many bytes */
            .limit = (u64)w->def->node_read_mb_s * 1000000,
        };
    for (u32 i = 0; i < w->tasks; i++)
        add_traffic(w, &w->footprints->task[i], views->traffic);
}
