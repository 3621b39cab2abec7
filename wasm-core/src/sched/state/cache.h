/*
 * What cache-aware load balancing keeps: what tasks, processes, queues and caches remember, and
 * which words of theirs can bounce. What is done with it is in sched/cache/, the formulas in
 * cache_rules.h and occupancy.h. Source: spec "Cache-aware load balancing" sections 1 to 3.
 */
#ifndef SS_SCHED_STATE_CACHE_H
#define SS_SCHED_STATE_CACHE_H

#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"

/* A task; processes and LLCs by number, -1: none. */
struct ss_cache_task {
    i32 process;   /* -1: its process has no other thread and keeps no records */
    i32 preferred; /* preferred_llc */
    bool counted;  /* in the counters of its queue (sched_llc_active) */
    bool work;     /* a scan is queued as its task work */
    bool astray;   /* its memory lies on another node than the anchor, and the rule heeds that */
};

/* What an mm remembers. */
struct ss_cache_process {
    u64 epoch;       /* mm_sched_epoch */
    u64 next_scan;   /* jiffies */
    u64 running_avg; /* nr_running_avg */
    u64 memory;      /* bytes that count as resident */
    i32 anchor;      /* mm_sched_cpu */
    u32 threads;
};

struct ss_cache_queue {
    struct ss_cache_clock clock;
    u32 with_preference; /* nr_llc_running */
    u32 preferring_here; /* nr_pref_llc_running */
    i32 accounted;       /* task whose accounting has not touched its lines yet, or SS_NO_TASK */
    u8 dropped;          /* enum ss_reason: that accounting took the anchor away */
    i32 dropped_anchor;
    i32 astray; /* task that is to have a record as that, or SS_NO_TASK */
};

/* What balancing recorded of an LLC (sd_llc_shared). */
struct ss_cache_level {
    u64 util, capacity;
};

struct ss_cache {
    u32 smt;         /* threads of a core */
    u64 llc_bytes;   /* 0: not known */
    bool own_line;   /* nr_running_avg has a cache line of its own: v1 and v2 */
    u32 llcs, slots; /* LLCs, and as many as there is room for */
    u16 *llc;        /* by CPU; numbered by their lowest CPU */
    u16 *first;      /* by LLC: that CPU */

    struct ss_cache_rules *rules; /* among what changes: its tunables may */
    struct ss_cache_task *task;
    struct ss_cache_process *process;
    struct ss_cache_queue *queue;   /* by CPU */
    struct ss_cache_record *record; /* [process * cpus + cpu] */
    u32 *preferring;                /* [cpu * slots + llc]: nr_pref_llc */
    struct ss_cache_level *level;   /* by shared object */
    u64 *jiffies;                   /* the last jiffy counted */
};

static inline u32 ss_cache_running_word(const struct ss_world *w, i32 process)
{
    return w->sched->cache->own_line ? WORD(MM_SCHED, process, RUNNING)
                                     : WORD(MM_SCHED, process, RUNNING_INSIDE);
}

static inline u32 ss_cache_record_at(const struct ss_world *w, i32 process, u32 cpu)
{
    return (u32)process * w->topology.cpus + cpu;
}

static inline u32 ss_cache_record_word(const struct ss_world *w, i32 process, u32 cpu)
{
    return WORD(MM_SCHED_PCPU, ss_cache_record_at(w, process, cpu), RECORD);
}

/* What runs on a CPU is a thread of the process. */
static inline bool ss_cache_runs_thread(const struct ss_world *w, i32 process, u32 cpu)
{
    const i32 current = w->sched->rq[cpu].current;
    return w->sched->cache->task[current].process == process && !w->task[current].dead;
}

static inline u32 *ss_cache_preferring(const struct ss_cache *cache, u32 cpu, i32 llc)
{
    return &cache->preferring[cpu * cache->slots + (u32)llc];
}

/* sched_cache_enabled(): without it nothing is accounted, scanned, counted, refused or moved. What
 * was counted is still taken off, and threads still come and go. */
static inline bool ss_cache_is_on(const struct ss_world *w)
{
    return w->sched->cache && w->sched->cache->rules->enabled;
}

/* The task is to scan where its process runs before it returns to user mode. */
static inline bool ss_has_cache_work(const struct ss_world *w, i32 task)
{
    return w->sched->cache && w->sched->cache->task[task].work;
}

/* Something was accounted whose lines are still to be touched. */
static inline bool ss_cache_owes(const struct ss_world *w, u32 cpu)
{
    return w->sched->cache && w->sched->cache->queue[cpu].accounted != SS_NO_TASK;
}

/* Whether a move is tested for caches at all: since v3 only where NUMA says nothing of it. */
static inline bool ss_cache_asks(const struct ss_world *w, bool concerns_numa)
{
    return !concerns_numa || w->sched->cache->rules->on[SS_CACHE_LLC_BEFORE_NUMA];
}

#endif
