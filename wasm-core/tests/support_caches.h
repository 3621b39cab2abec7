/*
 * Worlds of threads that only compute on the machines of the specification of cache-aware balancing
 * (section 4), and where those threads are. Include it behind cmocka.h; a definition and a world
 * are released with done().
 */
#ifndef SS_TESTS_SUPPORT_CACHES_H
#define SS_TESTS_SUPPORT_CACHES_H

#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "support_world.h"

#define MS 1000000ull

/* Parameters of SS_WORKLOAD_SPINNERS. */
enum { PROCESSES, THREADS, OTHERS, MEMORY, ON, OFF, PLACES, LATER, LEAVING, LEAVING_AFTER };

/* LLCs of `cores` cores with `smt` threads each, all in one node, 32 MiB a cache. */
static inline struct ss_world_def *caches(uint32_t llcs, uint32_t cores, uint32_t smt)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    ss_world_def_default(def);
    def->cpus = llcs * cores * smt;
    for (uint16_t cpu = 0; cpu < def->cpus; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = (uint16_t)(cpu % (llcs * cores));
        def->cpu_llc[cpu] = (uint16_t)(def->cpu_core[cpu] / cores);
    }
    def->fair_class = SS_FAIR_FULL;
    def->workload = SS_WORKLOAD_SPINNERS;
    def->workload_parameter[PROCESSES] = 1;
    def->cache_version = SS_CACHE_V2;
    def->llc_kib = 32 * 1024;
    def->seed_low = 1;
    return def;
}

/* TG of the specification: two LLCs of 16 CPUs. */
static inline struct ss_world_def *two_caches(uint32_t threads)
{
    struct ss_world_def *def = caches(2, 8, 2);
    def->workload_parameter[THREADS] = threads;
    return def;
}

static inline void run(struct ss_world *w, uint64_t until)
{
    if (ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 0) != SS_STEP_REACHED)
        fail_msg("%llu ns: %s", (unsigned long long)w->clock->now, (const char *)w->map->message);
}

/* Threads of a process that are on an LLC now. */
static inline uint32_t on_llc(const struct ss_world *w, int32_t process, uint32_t llc)
{
    uint32_t count = 0;
    for (uint32_t i = w->topology.cpus; i < w->stoppers; i++)
        count += w->task[i].group == process && !w->task[i].dead &&
                 w->topology.llc[w->task[i].cpu] == llc;
    return count;
}

static inline int32_t preferred(const struct ss_world *w, uint32_t process)
{
    const int32_t anchor = w->sched->cache->process[process].anchor;
    return anchor < 0 ? -1 : w->sched->cache->llc[anchor];
}

/* Long runs go without the invariants of debug builds. */
static inline struct ss_world *run_new(struct ss_world_def *def, uint64_t until)
{
    struct ss_world *w = until > 100 * MS ? build_unwatched(def) : build(def);
    run(w, until);
    return w;
}

static inline void done(struct ss_world *w, struct ss_world_def *def)
{
    free(w);
    free(def);
}

static inline void expect(const struct ss_world *w, int32_t process, uint32_t first,
                          uint32_t second)
{
    if (on_llc(w, process, 0) != first || on_llc(w, process, 1) != second)
        fail_msg("process %d runs %u+%u instead of %u+%u", process, on_llc(w, process, 0),
                 on_llc(w, process, 1), first, second);
}

#endif
