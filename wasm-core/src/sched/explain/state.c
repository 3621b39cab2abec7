/* Where explaining keeps what it remembers. */
#include "sched/explain/state.h"

#include "base/arena.h"
#include "sched/domains/domains.h"
#include "sched/state/explaining.h"

void ss_explain_create_state(const struct ss_world *w, struct ss_explaining *explaining,
                             struct ss_arena *state)
{
    const u32 cpus = w->topology.cpus;
    explaining->cpu = SS_ARENA_ARRAY(state, struct ss_explaining_cpu, cpus);
    explaining->placed = SS_ARENA_ARRAY(state, u32, w->tasks);
    explaining->refused = SS_ARENA_ARRAY(state, u8, w->processes);
    explaining->quiet = SS_ARENA_ARRAY(state, u8, cpus * w->domains->levels);
}
