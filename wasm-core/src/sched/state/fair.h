/*
 * The state of the fair class beside the run queues of run_queue.h: queues, tasks, what balancing
 * writes into domains and groups, and the words of theirs that can bounce. Everything is indexed;
 * nothing points. What is done with it is in sched/fair/.
 */
#ifndef SS_SCHED_STATE_FAIR_H
#define SS_SCHED_STATE_FAIR_H

#include "sched/domains/domains.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/group.h"
#include "sched/rules/limits.h"
#include "sched/rules/pelt.h"
#include "sched/run_queue.h"
#include "sched/state/explaining.h"

#define SS_FAIR_HZ 1000 /* as the vectors of the topology assume */
#define SS_JIFFY_NS (1000000000u / SS_FAIR_HZ)
#define SS_NR_MIGRATE 32              /* tasks a pass looks at, at the start */
#define SS_MIGRATE_BREAK 32           /* tasks looked at while interrupts are off */
#define SS_NO_EXIT_LATENCY UINT32_MAX /* no cpuidle state is known */

/* A task as the fair class knows it; its order is in struct ss_entity. */
struct ss_fair_task {
    struct ss_pelt avg;
    u64 exec_start;       /* clock_task when it was last accounted; 0 after a migration */
    u64 flip_decay;       /* jiffies of the last decay of wakee_flips */
    i32 last_wakee;       /* task */
    i32 recent_used_cpu;  /* -1: none yet */
    u32 wakee_flips;      /* how often it woke another task than the time before */
    bool idle_policy;     /* SCHED_IDLE */
    bool batch_policy;    /* SCHED_BATCH */
    bool per_cpu_kthread; /* never moved, and wakeups by it are synchronous by nature */
    bool util_est_same; /* UTIL_AVG_UNCHANGED: its average has not moved since the last estimate */
    u8 hints;           /* SS_HINT_ bits; children inherit them */
    u8 memory_node;     /* numa_preferred_nid plus one; 0: none */
    bool numa_work;     /* it is to look for a CPU on that node */
    u64 numa_retry;     /* jiffies: not before */
};

/* The first host line holds what balancing and placement read of other CPUs. */
struct ss_cfs_rq {
    _Alignas(SS_ARENA_ALIGNMENT) struct ss_pelt avg;
    u32 h_nr_runnable, h_nr_idle;
    u32 capacity; /* what RT and interrupts leave of 1024 */
    bool active_balance;
    bool tick_stopped; /* it is among the CPUs that others balance for */
    u8 nohz_flags;     /* SS_KICK_...: what it has been asked to do for them */
    bool has_blocked;  /* its averages may be more than zero while it idles */
    struct ss_eevdf eevdf;
    u64 load_weight;   /* of everything queued */
    struct ss_pelt rt; /* what RT tasks take of the CPU */
    struct {
        u32 load_avg, util_avg, runnable_avg;
    } removed; /* averages of tasks that left by a wakeup elsewhere, to be taken off */
    struct ss_task_list tasks; /* cfs_tasks: the task that entered or ran last is at the head */
    u64 clock_task;            /* ns */
    u64 idle_stamp;            /* when it went idle; 0: is not, or was never seen idle */
    u64 avg_idle, max_idle_balance_cost;
    u64 wake_avg_idle;       /* what is left of avg_idle for searches (SIS_PROP) */
    u64 wake_stamp;          /* jiffies up to which that is aged */
    u64 tg_load_avg_updated; /* when the task group was last told, ns; 0: never */
    u64 blocked_stamp;       /* jiffies at which another CPU brought its averages up to date */
    u64 next_balance;        /* jiffies */
    struct ss_prng dice;     /* of its newly-idle searches (SS_NEWIDLE_DICE) */
    u32 h_nr_queued;
    u32 exit_latency;        /* of its idle state */
    bool idle_at_tick;       /* at its last one */
    bool has_decayed;        /* by the last update of its averages, or a task joined or left */
    u32 tg_load_avg_contrib; /* what the task group was told of its load */
    u32 push_cpu;
    i32 exec_task; /* that its stopper is to take to exec_target; SS_NO_TASK: none */
    u32 exec_target;
    u8 exec_reason;    /* SS_MIGRATE_EXEC, _NUMA or _AFFINITY */
    bool numa_claimed; /* NUMA balancing is bringing a task here (numa_migrate_on) */
#ifdef SS_DEBUG
    /* at the last check of invariants */
    i64 checked_min_vruntime, checked_vruntime;
    i32 checked_current;
    u32 checked_sequence;
#endif
};

/* What balancing writes into a domain. */
struct ss_domain_state {
    u64 last_balance; /* jiffies */
    u32 balance_interval, nr_balance_failed;
    struct ss_newidle_cost newidle;
    struct ss_newidle_rate newidle_rate; /* SS_NEWIDLE_DICE */
    u64 avg_scan_cost;                   /* ns of a search (SIS_PROP) */
#ifdef SS_DEBUG
    u64 declined_at; /* when a pass last gave a reason to leave a waiting task where it is, ns */
    /* its CPU idles since then beside tasks that wait in the domain, but not in the one below; and
     * how long that may last. 0: it does not */
    u64 neglected_since, neglect_bound;
    u64 unseen_since; /* as long as no CPU can notice; 0: one can */
#endif
};

struct ss_capacity_state {
    u32 capacity;
    u32 imbalance; /* tasks could not move for their affinity */
    u64 next_update;
};

struct ss_shared_state {
    u32 nr_busy_cpus, has_idle_cores, nr_idle_scan;
};

enum ss_balance_type { SS_NOT_IDLE, SS_IDLE, SS_NEWLY_IDLE };
enum ss_migration_type { SS_MIGRATE_LOAD, SS_MIGRATE_UTIL, SS_MIGRATE_TASK, SS_MIGRATE_LLC_TASK };

/* One balance pass (struct lb_env). The set of CPUs it may look at is ss_balance_mask. */
struct ss_balance {
    u32 domain;
    u16 dst, src, new_dst;
    u8 idle; /* enum ss_balance_type */
    u8 type; /* enum ss_migration_type */
    bool all_pinned, some_pinned, dst_pinned, need_break, active, nohz, exec;
    bool llc_refused; /* a task may not change its cache */
    bool has_flag;    /* that of balancing between nodes, which the caller gives back */
    u8 reason;        /* enum ss_reason: why nothing is moved, or what became of the last task */
    i64 amount;       /* still to move, in the unit of `type` */
    u32 loop, loop_max, loop_break;
    struct ss_task_list detached; /* the last detached is at the head */
    /* statistics */
    u64 total_load, total_capacity, total_util;
    bool prefer_sibling, overloaded;
    struct ss_pass_notes notes; /* for its record */
};

/* What one CPU works on while it places a task or balances: it does one of them at a time. */
struct ss_fair_work {
    struct ss_group_stats local, chosen, at_hand;
    struct ss_balance balance;
    i32 local_group, chosen_group, group_at_hand; /* indices into domains->group, or -1 */
    i32 previous_fallback, recent_fallback;       /* idle CPUs of another cluster, or -1 */
    i32 idle_sibling;                             /* idle, but its core is not; or -1 */
    u32 scan_budget;                              /* CPUs a scan may still test, plus one */
    u32 scanned;                                  /* CPUs tested by it, or whole cores */
    u32 looked;                                   /* CPUs looked at by the placement, all in all */
    i32 target;                                   /* around which the wakeup searched, or -1 */
    u8 reason;                                    /* enum ss_reason of the placement */
    u8 verdict; /* enum ss_reason: what the comparison of groups came to */
};

/* What a running scheduler reads anew each time; the base slice is in the queues, what is of
 * caches in struct ss_cache_rules. */
struct ss_tunables {
    u32 migration_cost; /* sysctl_sched_migration_cost, ns */
    u32 nr_migrate;     /* sysctl_sched_nr_migrate: tasks a pass looks at */
};

/* That of the session. */
struct ss_task_group {
    i64 load_avg; /* of all CPUs, as they told it */
};

struct ss_fair {
    struct ss_tunables *tunables;
    struct ss_task_group *task_group;
    struct ss_cfs_rq *rq; /* by CPU */
    struct ss_entity *entity;
    struct ss_fair_task *task; /* both by task */
    struct ss_domain_state *domain;
    struct ss_capacity_state *capacity;
    struct ss_shared_state *shared;  /* by the indices of ss_domains */
    struct ss_fair_work *work;       /* by CPU */
    u64 *select_mask, *balance_mask; /* by CPU: sets of its searches */
    u64 *nohz_cpus;                  /* nohz.idle_cpus_mask */
};

/* A purpose of a random stream, as those of workload.h: never renumber. */
#define SS_RANDOM_IDLE_STAMPS 2
#define SS_RANDOM_NEWIDLE_DICE 4

static inline struct ss_cfs_rq *ss_cfs(const struct ss_world *w, u32 cpu)
{
    return &w->sched->fair->rq[cpu];
}

/* The node of a task's memory, whether NUMA balancing is on or not; -1: none. */
static inline i32 ss_memory_node(const struct ss_world *w, i32 task)
{
    return (i32)w->sched->fair->task[task].memory_node - 1;
}

/* What a task uses of a CPU, by the higher of its average and its estimate. */
static inline u32 ss_task_util(const struct ss_world *w, i32 task)
{
    const struct ss_pelt *avg = &w->sched->fair->task[task].avg;
    return ss_max_u32(avg->util_avg, avg->util_est);
}

/* The task is to look for a CPU on that node before it returns to user mode. */
static inline bool ss_has_numa_work(const struct ss_world *w, i32 task)
{
    return w->sched->fair && w->sched->fair->task[task].numa_work;
}

/* How many tasks the present rule lets a node run before imbalance counts. */
static inline u32 ss_imb_numa_nr(const struct ss_world *w, const struct ss_sched_domain *domain)
{
    if (w->def->imb_numa_nr)
        return w->def->imb_numa_nr;
    return w->def->numa_imbalance == SS_NUMA_N2 ? domain->imb_numa_nr_v5_18 : domain->imb_numa_nr;
}

static inline u64 *ss_select_mask(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return w->sched->fair->select_mask + (u64)cpu->number * w->topology.cpu_words;
}

static inline u64 *ss_balance_mask(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return w->sched->fair->balance_mask + (u64)cpu->number * w->topology.cpu_words;
}

static inline u64 ss_jiffies(const struct ss_cpu *cpu)
{
    return cpu->clock / SS_JIFFY_NS;
}

/* A figure as wide as a record holds it. */
static inline u32 ss_saturated(u64 value)
{
    return value > UINT32_MAX ? UINT32_MAX : (u32)value;
}

/* The result of a placement, with the reason for its record. */
static inline i32 ss_because(struct ss_fair_work *work, u32 reason, i32 cpu)
{
    work->reason = (u8)reason;
    return cpu;
}

#endif
