/* The memory of cache-aware balancing, and what its definition may say. */
#include "sched/cache/state.h"

#include "exec/create.h"
#include "exec/world.h"
#include "sched/cache/view.h"
#include "sched/domains/domains.h"
#include "sched/explain/steps.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

bool ss_cache_is_switched(const struct ss_world_def *def)
{
    const u32 count = ss_min_u32(def->interventions, SS_LIMIT_INTERVENTIONS);
    for (u32 i = 0; i < count; i++)
        if (def->intervention_kind[i] == SS_INTERVENE_TUNABLE &&
            def->intervention_task[i] == SS_TUNABLE_LLC_ENABLED)
            return true;
    return false;
}

bool ss_cache_is_wanted(const struct ss_world_def *def)
{
    return def->cache_version && def->fair_class == SS_FAIR_FULL &&
           (def->cache_enabled || ss_cache_is_switched(def));
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const char *problem = NULL;
    if (def->cache_version >= SS_CACHE_VERSIONS)
        problem = "kernel.cache_aware.version: must be 0 (off) to 5 (merged)";
    else if (def->cache_enabled && def->cache_version && def->fair_class != SS_FAIR_FULL)
        problem = "kernel.cache_aware: needs the full fair class; set kernel.fair to 1 (full)";
    for (u32 i = 0; i < SS_LIMIT_CACHE_SWITCHES && !problem; i++) {
        const u32 values = i < SS_CACHE_SWITCHES ? ss_cache_switch_values(i) : 0;
        if (def->cache_switch[i] > values)
            problem = "kernel.cache_aware.switches: a switch has a value it does not know";
    }
    if (problem)
        ss_message_text(message, problem);
    return !problem;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static u32 slots_of(const struct ss_topology *t)
{
    return t->sched_mc ? t->llcs : t->cores;
}

static u32 home_of_record(const struct ss_world *w, u32 record)
{
    return record % w->topology.cpus;
}

#define PLACEMENTS 4

static u32 placements(const struct ss_world *w, struct ss_placement list[PLACEMENTS])
{
    const u32 cpus = w->topology.cpus, processes = w->processes;
    const struct ss_placement all[PLACEMENTS] = {
        {SS_STRUCTURE_RQ_CACHE, cpus, SS_HOME_OF_CPU, NULL},
        {SS_STRUCTURE_MM_SCHED, processes, SS_HOME_FIRST_NODE, NULL},
        {SS_STRUCTURE_MM_SCHED_PCPU, processes * cpus, SS_HOME_OF_CPU, home_of_record},
        {SS_STRUCTURE_JIFFIES, 1, SS_HOME_FIRST_NODE, NULL},
    };
    for (u32 i = 0; i < PLACEMENTS; i++)
        list[i] = all[i];
    return PLACEMENTS;
}

static u32 lines(const struct ss_world *w)
{
    struct ss_placement list[PLACEMENTS];
    return w->sched->cache ? ss_lines_of(w, list, placements(w, list)) : 0;
}

/* ---- the constant part ----------------------------------------------------------------------- */

static void read_rules(struct ss_cache_rules *rules, const struct ss_world_def *def)
{
    ss_cache_preset(rules, def->cache_version);
    rules->enabled = def->cache_enabled;
    rules->tolerance = def->cache_tolerance;
    rules->epoch_period = def->cache_epoch_period;
    rules->affinity_timeout = def->cache_affinity_timeout;
    rules->overaggr_pct = def->cache_overaggr_pct;
    rules->imb_pct = def->cache_imb_pct;
    for (u32 i = 0; i < SS_CACHE_SWITCHES; i++)
        if (def->cache_switch[i])
            rules->on[i] = (u8)(def->cache_switch[i] - 1);
}

/* sched_cache_present: a node has more than one LLC. The kernel looks before levels that add
 * nothing are taken away, so that what is above the LLC is never a level of nodes. */
static bool is_present(const struct ss_domains *domains, u32 cpus)
{
    for (u32 cpu = 0; cpu < cpus; cpu++)
        for (u32 at = domains->cpu[cpu].base; at != SS_NO_DOMAIN;) {
            const struct ss_sched_domain *domain = &domains->domain[at];
            const struct ss_sched_domain *child =
                domain->child == SS_NO_DOMAIN ? NULL : &domains->domain[domain->child];
            if (child && !(domain->flags & (SS_SD_SHARE_LLC | SS_SD_NUMA)) &&
                (child->flags & SS_SD_SHARE_LLC) && domain->span_weight / child->span_weight > 1)
                return true;
            at = domain->parent;
        }
    return false;
}

static void number_llcs(struct ss_cache *cache, const struct ss_world *w)
{
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        u32 llc = 0;
        while (llc < cache->llcs && !ss_cpus_share_cache(w->domains, cpu, cache->first[llc]))
            llc++;
        if (llc == cache->llcs)
            cache->first[cache->llcs++] = (u16)cpu;
        cache->llc[cpu] = (u16)llc;
        const u32 core = w->topology.core[cpu];
        const u64 *core_cpus = w->topology.core_cpus + (u64)core * w->topology.cpu_words;
        cache->smt = ss_max_u32(cache->smt, ss_bitset_count(core_cpus, w->topology.cpu_words));
    }
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    struct ss_placement list[PLACEMENTS];
    struct ss_cache *cache = w->sched->cache;
    if (!cache)
        return;
    *cache = (struct ss_cache){.slots = slots_of(&w->topology),
                               .llc = SS_ARENA_ARRAY(header, u16, w->topology.cpus),
                               .first = SS_ARENA_ARRAY(header, u16, slots_of(&w->topology)),
                               .llc_bytes = (u64)w->def->llc_kib << 10,
                               .own_line = w->def->cache_version <= SS_CACHE_V2};
    ss_place(w, list, placements(w, list));
    if (cache->first && is_present(w->domains, w->topology.cpus))
        number_llcs(cache, w);
}

/* ---- the changing part ----------------------------------------------------------------------- */

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    const u32 cpus = w->topology.cpus;
    struct ss_cache *cache = w->sched->cache;
    if (!cache)
        return;
    cache->task = SS_ARENA_ARRAY(state, struct ss_cache_task, w->tasks);
    cache->process = SS_ARENA_ARRAY(state, struct ss_cache_process, w->processes);
    cache->queue = SS_ARENA_ARRAY(state, struct ss_cache_queue, cpus);
    cache->record = SS_ARENA_ARRAY(state, struct ss_cache_record, (u64)w->processes * cpus);
    cache->preferring = SS_ARENA_ARRAY(state, u32, (u64)cpus * slots_of(&w->topology));
    cache->level = SS_ARENA_ARRAY(state, struct ss_cache_level, w->domains->shareds);
    cache->jiffies = SS_ARENA_ARRAY(state, u64, 1);
    cache->rules = SS_ARENA_ARRAY(state, struct ss_cache_rules, 1);
    if (!cache->rules)
        return;
    read_rules(cache->rules, w->def);
    for (u32 i = 0; i < w->tasks; i++)
        cache->task[i] = (struct ss_cache_task){.process = -1, .preferred = -1};
    for (u32 i = 0; i < w->processes; i++)
        cache->process[i] = (struct ss_cache_process){.anchor = -1};
    for (u32 cpu = 0; cpu < cpus; cpu++)
        cache->queue[cpu].accounted = cache->queue[cpu].astray = SS_NO_TASK;
    if (!cache->llcs)
        w->sched->cache = NULL; /* no node has two LLCs: the rules never apply */
}

void ss_sched_join_process(struct ss_world *w, i32 task, u32 process)
{
    if (w->sched->cache)
        w->sched->cache->task[task].process = (i32)process;
}

void ss_sched_set_memory(struct ss_world *w, u32 process, u64 bytes)
{
    if (w->sched->cache)
        w->sched->cache->process[process].memory = bytes;
}

bool ss_cache_has_epochs(const struct ss_world *w)
{
    return w->sched->cache;
}

/* ---- views ----------------------------------------------------------------------------------- */

/* All CPUs count on one grid, whenever each of them looked at it last. */
static void view_epoch(const struct ss_world *w, struct ss_epoch_view *view)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_cache_clock clock = cache->queue[0].clock;
    struct ss_cache_record record = {.epoch = clock.epoch};
    ss_cache_advance(&clock, &record, w->clock->now / SS_JIFFY_NS, cache->rules->epoch_period);
    *view = (struct ss_epoch_view){.next = (clock.next_epoch + 1) * SS_JIFFY_NS,
                                   .period = (u64)cache->rules->epoch_period * SS_JIFFY_NS,
                                   .epoch = (u32)clock.epoch};
}

static void view_task(const struct ss_world *w, const struct ss_cache_task *task,
                      struct ss_task_view *view)
{
    view->process = task->process;
    if (task->preferred >= 0)
        view->preferred_llc = w->topology.llc[w->sched->cache->first[task->preferred]];
}

static void view(const struct ss_world *w, const struct ss_views *views)
{
    const struct ss_cache *cache = w->sched->cache;
    if (!cache)
        return;
    view_epoch(w, views->epoch);
    for (u32 i = 0; i < w->tasks; i++)
        view_task(w, &cache->task[i], &views->task[i]);
}

const struct ss_room ss_cache_room = {.check = check,
                                      .lines = lines,
                                      .create = create,
                                      .state = take_state,
                                      .view = view,
                                      .mechanisms = ss_cache_mechanisms};

/* ---- records ---------------------------------------------------------------------- */

void ss_cache_explain(struct ss_world *w, struct ss_cpu *cpu, u32 decision, u32 reason, i32 task,
                      i32 chosen, i32 previous)
{
    const struct ss_explain record = {.decision = (u8)decision,
                                      .reason = (u8)reason,
                                      .task = task,
                                      .chosen = chosen,
                                      .previous = previous};
    ss_explain_plainly(w, cpu, record);
}
