/* Where explaining keeps what it remembers, and the steps that it writes with explain_steps. */
#include "sched/explain/state.h"

#include "base/arena.h"
#include "sched/domains/domains.h"
#include "sched/run_queue.h"
#include "sched/state/explaining.h"

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    const u32 cpus = w->topology.cpus;
    struct ss_explaining *explaining = w->sched->explaining;
    if (!explaining)
        return;
    explaining->cpu = SS_ARENA_ARRAY(state, struct ss_explaining_cpu, cpus);
    explaining->placed = SS_ARENA_ARRAY(state, u32, w->tasks);
    explaining->refused = SS_ARENA_ARRAY(state, u8, w->processes);
    explaining->quiet = SS_ARENA_ARRAY(state, u8, cpus * w->domains->levels);
}

/* A CPU writes into steps of its own while it places; so does a task while it scans for a cache. */
static void take_outputs(struct ss_world *w, struct ss_arena *outputs)
{
    struct ss_explaining *explaining = w->sched->explaining;
    if (!w->def->explain_steps)
        return;
    const u32 scans = explaining && w->def->cache_version ? w->tasks : 0;
    w->steps = SS_ARENA_ARRAY(outputs, struct ss_steps,
                              w->limits.explain_records + w->topology.cpus + scans);
    if (!explaining)
        return;
    explaining->pick_records = SS_PICKS_KEPT * w->topology.cpus;
    explaining->picks = SS_ARENA_ARRAY(outputs, struct ss_pick, explaining->pick_records);
    explaining->pick_steps = SS_ARENA_ARRAY(outputs, struct ss_steps, explaining->pick_records);
}

const struct ss_room ss_explain_room = {.state = take_state, .outputs = take_outputs};
