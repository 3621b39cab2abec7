/*
 * The state of cache-aware load balancing and what the fair class asks of it: what tasks,
 * processes, queues and caches remember, which words of theirs can bounce. The formulas are in
 * cache_rules.h and occupancy.h. Source: spec "Cache-aware load balancing" sections 1 to 3.
 */
#ifndef SS_SCHED_CACHE_CACHE_H
#define SS_SCHED_CACHE_CACHE_H

#include "sched/fair/fair.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/group.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"

struct ss_balance;
struct ss_group_stats;

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
    u64 *jiffies;                   /* the last jiffy somebody counted */
};

/* ---- state.c --------------------------------------------------------------------------------- */

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

static inline u32 *ss_cache_preferring(const struct ss_cache *cache, u32 cpu, i32 llc)
{
    return &cache->preferring[cpu * cache->slots + (u32)llc];
}

/* The definition asks for it, from the start or later; whether the machine has the caches for it is
 * another question. */
bool ss_cache_is_wanted(const struct ss_world_def *def);

/* sched_cache_enabled(): without it nothing is accounted, scanned, counted, refused or moved. What
 * was counted is still taken off, and threads still come and go. */
static inline bool ss_cache_is_on(const struct ss_world *w)
{
    return w->sched->cache && w->sched->cache->rules->enabled;
}

/* What the limits are asked of where a CPU is. */
struct ss_cache_standing ss_cache_standing_of(const struct ss_world *w, i32 process, u32 cpu);
/* The process is over a limit where a CPU is: enum ss_reason of the first, or SS_REASON_NONE. */
u8 ss_cache_exclusion(const struct ss_world *w, i32 process, u32 cpu);

/* Leaves a record of a decision about caches. */
void ss_cache_explain(struct ss_world *w, struct ss_cpu *cpu, u32 decision, u32 reason, i32 task,
                      i32 chosen, i32 previous);

#ifdef SS_DEBUG
/* Says what does not hold of a queue whose lock is free, NULL if all does. */
const char *ss_cache_broken_invariant(const struct ss_world *w, u32 cpu);
#endif

/* ---- account.c ------------------------------------------------------------------------------- */

/* A fair task ran `delta` ns more on the CPU, at `jiffies`. */
void ss_cache_account(struct ss_world *w, i32 task, u32 cpu, u64 delta, u64 jiffies);
/* A task enters or leaves the counters of a queue. */
void ss_cache_count_in(struct ss_world *w, i32 task, u32 cpu);
void ss_cache_count_out(struct ss_world *w, i32 task, u32 cpu);

/* A thread begins, with what it inherits, and ends. */
void ss_cache_new_task(struct ss_world *w, i32 task, i32 parent);
void ss_cache_begin(struct ss_world *w, i32 task);
void ss_cache_end(struct ss_world *w, i32 task);

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

struct account_mm_sched_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
    /* kept */
    i32 task, process;
};
/* Touches them: the effects were applied with the accounting that the caller's path made. */
bool account_mm_sched(struct ss_world *w, struct ss_cpu *cpu);

struct task_tick_cache_frame {
    struct ss_path path;
    /* kept */
    i32 task, process;
    u64 epoch;
    bool due;
};
/* Under the run-queue lock: queues a scan as work of the running task if one is due. */
bool task_tick_cache(struct ss_world *w, struct ss_cpu *cpu);

/* ---- scan.c ---------------------------------------------------------------------------------- */

/* In process context of the current task, interrupts on. */
struct task_cache_work_frame {
    struct ss_path path;
    /* kept */
    i32 process;
    u32 llc;
    i32 at;
    struct ss_cache_scan scan;
    bool drops, explained; /* it takes the anchor away; its steps are kept */
    u8 reason;             /* why it ends before it visits anybody: enum ss_reason */
};
bool task_cache_work(struct ss_world *w, struct ss_cpu *cpu);

/* ---- balance.c ------------------------------------------------------------------------------- */

/* Utilisations of the LLCs of two CPUs; false if either has none. */
bool ss_cache_levels_of(const struct ss_world *w, u32 src, u32 dst, struct ss_cache_levels *levels);

/* Whether the group's tasks make it a class of its own (enum ss_llc_balance). */
u8 ss_cache_group_flag(const struct ss_world *w, struct ss_balance *balance,
                       const struct ss_group_stats *stats, i32 group);

struct record_group_level_frame {
    struct ss_path path;
    /* arguments */
    i32 group;
};
/* Leaves the utilisation of the group at hand for the tests of later passes. */
bool record_group_level(struct ss_world *w, struct ss_cpu *cpu);

/* Whether a move is tested for caches at all: since v3 only where NUMA says nothing of it. */
static inline bool ss_cache_asks(const struct ss_world *w, bool concerns_numa)
{
    return !concerns_numa || w->sched->cache->rules->on[SS_CACHE_LLC_BEFORE_NUMA];
}

/* Before detaching; no more tasks of this queue; why one of them may not go: enum ss_reason, or
 * SS_REASON_NONE if it may. */
void ss_cache_before_detach(struct ss_world *w, const struct ss_balance *balance);
bool ss_cache_stops_detach(const struct ss_world *w, const struct ss_balance *balance, i32 task,
                           u32 detached);
u8 ss_cache_keeps(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance, i32 task);
/* What the move of a task means for its cache: enum ss_reason, or SS_REASON_NONE. */
u8 ss_cache_move_reason(const struct ss_world *w, const struct ss_balance *balance, i32 task);

/* Active balance may not take what is at home. */
bool ss_cache_vetoes(struct ss_world *w, struct ss_cpu *cpu, const struct ss_balance *balance);

/* order.c: puts the candidates of a queue in the order in which balancing should try them, the
 * first at the tail; tasks of one rank keep their order. `tasks` by task. */
void ss_cache_sort(struct ss_world *w, struct ss_task_list *list, const struct ss_cache_task *tasks,
                   i32 src, i32 dst);

#endif
