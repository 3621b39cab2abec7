/*
 * The state of the fair class beside the run queues of sched.h: queues, tasks, what balancing
 * writes into domains and groups, and the words of theirs that can bounce. Everything is indexed;
 * nothing points. For the files of sched/fair/ and for the probes.
 */
#ifndef SS_SCHED_FAIR_FAIR_H
#define SS_SCHED_FAIR_FAIR_H

#include "sched/rules/cache_rules.h"
#include "sched/domains/domains.h"
#include "sched/rules/eevdf.h"
#include "sched/rules/group.h"
#include "sched/rules/limits.h"
#include "sched/rules/pelt.h"
#include "sched/rules/weight.h"
#include "sched/sched.h"

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
    u32 told;           /* its last record plus one, while its steps go on; observation */
    u64 numa_retry;     /* jiffies: not before */
};

/* The first host line holds what balancing and placement read of other CPUs. */
struct ss_cfs_rq {
    _Alignas(SS_ARENA_ALIGNMENT) struct ss_pelt avg;
    u32 h_nr_runnable, h_nr_idle;
    u32 capacity; /* what RT and interrupts leave of 1024 */
    bool ttwu_pending, active_balance;
    bool tick_stopped; /* it is among the CPUs that others balance for */
    u8 nohz_flags;     /* SS_KICK_...: what it has been asked to do for them */
    bool has_blocked;  /* its averages may be more than zero while it idles */
    struct ss_eevdf eevdf;
    u64 load_weight;   /* of everything queued */
    struct ss_pelt rt; /* what RT tasks take of the CPU */
    struct {
        u32 load_avg, util_avg, runnable_avg;
    } removed; /* averages of tasks that left by a wakeup elsewhere, to be taken off */
    struct ss_task_list tasks; /* cfs_tasks: who entered or ran last is at the head */
    u64 clock_task;            /* ns */
    u64 idle_stamp;            /* when it went idle; 0: is not, or was never seen idle */
    u64 avg_idle, max_idle_balance_cost;
    u64 wake_avg_idle;   /* what is left of avg_idle for searches (SIS_PROP) */
    u64 wake_stamp;      /* jiffies up to which that is aged */
    u64 blocked_stamp;   /* jiffies at which another CPU brought its averages up to date */
    u64 next_balance;    /* jiffies */
    struct ss_prng dice; /* of its newly-idle searches (SS_NEWIDLE_DICE) */
    u32 h_nr_queued;
    u32 exit_latency;         /* of its idle state */
    bool said_not_overloaded; /* a record says so since its last search; observation */
    bool idle_at_tick;        /* at its last one */
    u8 picks;     /* which of its picks is told, from 1, the oldest after the last; 0: none yet */
    bool picking; /* it is being told; both are observation */
    u32 push_cpu;
    i32 exec_task; /* that its stopper is to take to exec_target; SS_NO_TASK: none */
    u32 exec_target;
    u8 exec_reason;    /* SS_MIGRATE_EXEC or SS_MIGRATE_NUMA */
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
    u8 said; /* enum ss_reason: the last quiet one a record was left of; observation */
#ifdef SS_DEBUG
    u64 declined_at; /* when a pass last gave a reason to leave a waiting task where it is, ns */
    /* its CPU idles since then beside tasks that wait in the domain, but not in the one below; and
     * how long that may last. 0: it does not */
    u64 neglected_since, neglect_bound;
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

/* Where the words lie (spec section 13): lines of the fair part of a run queue. RQ0 and the line of
 * curr are those of sched.h. */
enum {
    SS_FAIR_TTWU_PENDING = 40,  /* line 1 (RQ1) */
    SS_FAIR_NR = 64,            /* line 2 (CFS0): load, nr_queued, h_nr_*, EEVDF sums */
    SS_FAIR_TREE = 128,         /* line 3 (CFS1): leftmost, curr, next */
    SS_FAIR_AVG = 192,          /* line 4: PELT averages */
    SS_FAIR_REMOVED = 256,      /* line 5: removed */
    SS_FAIR_NEXT_BALANCE = 320, /* line 6 (RQN): next_balance, clock */
    SS_FAIR_CLOCK = 384,        /* line 7 (RQT): clock_task, clock_pelt */
    SS_FAIR_SD = 448,           /* line 8 (RQS): rd, sd, cpu_capacity */
    SS_FAIR_IDLE_STAMP = 512,   /* line 9 (RQI): idle_stamp, avg_idle */
    SS_FAIR_BYTES = 576
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
    bool held;        /* a hint kept a task where it was */
    bool has_flag;    /* that of balancing between nodes, which the caller gives back */
    u8 reason;        /* enum ss_reason: why nothing is moved, or what became of the last task */
    u8 step[SS_EXPLAIN_STEPS], steps; /* enum ss_reason: its tests in order, as many as fit */
    u16 first;                        /* the CPU of the group that should balance */
    u32 wanted, metric; /* the amount at the start, and what the source was chosen by; saturated */
    i64 amount;         /* still to move, in the unit of `type` */
    u32 loop, loop_max, loop_break;
    struct ss_task_list detached; /* the last detached is at the head */
    /* statistics */
    u64 total_load, total_capacity, total_util;
    bool prefer_sibling, overloaded;
    /* tests of caches: of the task at hand and of a group that is not let in; observation, and only
     * where somebody asks */
    struct ss_cache_tested of_task, of_group;
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
    u8 verdict;    /* enum ss_reason: what the comparison of groups came to */
    u8 told;       /* tests told so far plus one; 0: nobody asks (told.h) */
    u32 told_pass; /* the record of the newly-idle pass plus one; 0: it left none, or nobody asks */
};

/* What a running scheduler reads anew each time; the base slice is in the queues, what is of
 * caches in struct ss_cache_rules. */
struct ss_tunables {
    u32 migration_cost; /* sysctl_sched_migration_cost, ns */
    u32 nr_migrate;     /* sysctl_sched_nr_migrate: tasks a pass looks at */
};

struct ss_fair {
    struct ss_tunables *tunables;
    struct ss_cfs_rq *rq; /* by CPU */
    struct ss_entity *entity;
    struct ss_fair_task *task; /* both by task */
    struct ss_domain_state *domain;
    struct ss_capacity_state *capacity;
    struct ss_shared_state *shared;  /* by the indices of ss_domains */
    struct ss_fair_work *work;       /* by CPU */
    u64 *select_mask, *balance_mask; /* by CPU: sets of its searches */
    u64 *nohz_cpus;                  /* nohz.idle_cpus_mask */
    struct ss_place rqs, shareds, capacities, nohz, nohz_mask, balance_flag;
};

/* Lines of the fair class; works before anything is built. */
u32 ss_fair_lines(const struct ss_world *w);
/* Takes the constant part and places the structures; then the state. Both NULL-safe in counting
 * mode. Needs w->domains. */
void ss_fair_create(struct ss_world *w, struct ss_arena *header);
void ss_fair_create_state(struct ss_world *w, struct ss_arena *state);

/* names.c: its lines of the names text. */
void ss_fair_names(const struct ss_world *w, struct ss_message *names);

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

static inline u32 ss_fair_word(const struct ss_world *w, u32 cpu, u32 offset)
{
    return w->sched->fair->rqs.first + cpu * w->sched->fair->rqs.stride + offset;
}

static inline u32 ss_shared_word(const struct ss_world *w, u32 shared)
{
    return w->sched->fair->shareds.first + shared * w->sched->fair->shareds.stride;
}

static inline u32 ss_capacity_word(const struct ss_world *w, u32 capacity)
{
    return w->sched->fair->capacities.first + capacity * w->sched->fair->capacities.stride;
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

/* place.c: leaves an explain record and its mark; the caller fills decision, reason, task (or
 * SS_NO_TASK), chosen, previous and what else it knows. */
void ss_fair_explain(struct ss_world *w, struct ss_cpu *cpu, struct ss_explain *record);

/* A test of a pass, for the record it will leave. */
static inline void ss_balance_step(struct ss_balance *balance, u32 reason)
{
    if (balance->steps < SS_EXPLAIN_STEPS)
        balance->step[balance->steps++] = (u8)reason;
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

/* ---- averages (load.c) ----------------------------------------------------------------------- */

u32 ss_cpu_util(const struct ss_world *w, u32 cpu);
u32 ss_cpu_util_boost(const struct ss_world *w, u32 cpu);

/* The same without what `task` adds; what it adds counts only where it is attached. */
u64 ss_cpu_load_without(const struct ss_world *w, u32 cpu, i32 task);
u64 ss_cpu_runnable_without(const struct ss_world *w, u32 cpu, i32 task);
u32 ss_cpu_util_without(const struct ss_world *w, u32 cpu, i32 task);

/* ---- counts and lists (queue.c) ---------------------------------------------------------------
 */

/* A task enters or leaves the counts and the list of its queue; order and averages are apart. */
void ss_fair_count_in(struct ss_world *w, i32 task, u32 cpu);
void ss_fair_count_out(struct ss_world *w, i32 task, u32 cpu);

/* ---- time (update.c) ------------------------------------------------------------------------- */

/* The clock of a run queue whose lock is held. */
void ss_update_rq_clock(struct ss_world *w, u32 cpu, u64 now);

/* Accounts the running task and brings the queue's averages up to its clock. True if the running
 * task's slice has ended or its protection has, so that another should run. */
bool ss_update_curr(struct ss_world *w, u32 cpu);
void ss_update_queue_load(struct ss_world *w, u32 cpu);
void ss_update_task_load(struct ss_world *w, i32 task, u32 cpu);

/* What the RT class has taken of the CPU so far; `running`: it runs there until now. */
void ss_update_rt_load(struct ss_world *w, u32 cpu, bool running);
/* What RT tasks leave of a CPU. */
void ss_update_cpu_capacity(struct ss_world *w, u32 cpu);

/* A queued task leaves for another CPU's queue, and enters it: order, averages, counts. */
void ss_fair_leave(struct ss_world *w, i32 task, u32 cpu);
void ss_fair_enter(struct ss_world *w, i32 task, u32 cpu);

#ifdef SS_DEBUG
/* invariants.c: says what does not hold, NULL if all does. */
const char *ss_fair_broken_invariant(const struct ss_world *w);
#endif

/* ---- tunables (tunables.c) -------------------------------------------------------------------
 */

/* Says what is wrong with giving a world that value of a TUNABLE_; NULL if nothing is. */
const char *ss_tunable_problem(const struct ss_world_def *def, u32 tunable, u32 value);
/* From now on; what was decided with the old value stands. */
void ss_tunable_set(struct ss_world *w, u32 tunable, u32 value);

/* ---- decisions (src_group.c), pure ----------------------------------------------------------- */

/* The group at hand is busier than the chosen one. */
bool ss_is_busier(const struct ss_domains *domains, const struct ss_fair_work *work);

/* Whether the statistics call for moving tasks from the chosen group, of which kind and how much:
 * sets type and amount of the balance. False: balanced. */
bool ss_find_imbalance(const struct ss_world *w, struct ss_fair_work *work);

/* preempt.c: whether a task that has just been activated on `cpu` takes it from the running one. */
bool ss_wakeup_preempts(struct ss_world *w, i32 task, u32 cpu);

/* ---- hints (hints.c) --------------------------------------------------------------------------
 */

/* At most one of each kind; the bit of ours goes with any of them. */
bool ss_sched_hints_valid(u32 hints);

enum { SS_EPERM = 1, SS_ESRCH = 3, SS_EINVAL = 22 };

/* prctl(PR_SCHED_HINT): arguments are the hints, the pid (a task's id; 0 is the caller) and two
 * that must be 0. Result: 0, or minus SS_EINVAL, SS_ESRCH or SS_EPERM. */
i32 ss_prctl_sched_hint(struct ss_world *w, i32 caller, const u32 arguments[4]);

/* A wake hint keeps the task in its LLC in this pass: it counts as pinned. */
bool ss_hint_holds(const struct ss_world *w, const struct ss_balance *balance, i32 task);

/* ---- paths, by file -------------------------------------------------------------------------- */

/* idle_cpu.c */
enum ss_availability { SS_CPU_BUSY, SS_CPU_IDLE, SS_CPU_SCHED_IDLE };

struct test_cpu_frame {
    struct ss_path path;
    /* arguments */
    u16 cpu;
    u16 symbol;
    bool sched_idle; /* CPUs that run SCHED_IDLE work only count, too */
    /* kept */
    bool idle;
    u32 running;
};
/* Result: enum ss_availability. */
bool test_cpu(struct ss_world *w, struct ss_cpu *cpu);

/* fork_stats.c */
struct update_sg_wakeup_stats_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 pct;
    /* kept */
    i32 at;
};
/* Sums up the group at hand, into the CPU's work, as if the task were not there. */
bool update_sg_wakeup_stats(struct ss_world *w, struct ss_cpu *cpu);

struct sum_wakeup_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 cpu;
    /* kept */
    u32 running;
    bool own, idle;
};
bool sum_wakeup_cpu(struct ss_world *w, struct ss_cpu *cpu);

/* fork.c */
struct sched_balance_find_dst_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag; /* SS_SD_BALANCE_FORK or _EXEC */
    u16 cpu;  /* where the search stands */
    u16 previous;
    u32 domain;
    /* kept */
    u16 chosen;
};
/* The slow path of placement (sched_balance_find_dst_cpu). Result: a CPU. */
bool sched_balance_find_dst_cpu(struct ss_world *w, struct ss_cpu *cpu);

struct sched_balance_find_dst_group_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 domain;
    u16 cpu;
    /* kept */
    u16 position; /* in the ring of groups */
};
/* Result: a group, or -1 to stay. */
bool sched_balance_find_dst_group(struct ss_world *w, struct ss_cpu *cpu);

struct sched_balance_find_dst_group_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 group;
    u16 local; /* CPU if nothing better is found */
    /* kept */
    u16 looked; /* CPUs tested */
    i32 at;
    i32 idle, least; /* CPUs */
    u32 latency;
    bool latencies_differ; /* of the idle CPUs met */
    u64 stamp, load;
};
/* Result: a CPU of the group. */
bool sched_balance_find_dst_group_cpu(struct ss_world *w, struct ss_cpu *cpu);

/* memory_place.c */
struct find_memory_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    i32 first, at;       /* CPUs: any of the LLC at hand, the one looked at */
    i32 core, single;    /* its idlest CPUs: with an idle core, without; or -1 */
    i32 best;            /* the idlest CPU of the best LLC, or -1 */
    u32 idle, best_idle; /* CPUs */
    u64 footprint, best_footprint, best_hole; /* KiB */
    u64 stamp;
    bool fitted;
};
/* Result: the CPU for a new task, or -1 if none idles. */
bool find_memory_cpu(struct ss_world *w, struct ss_cpu *cpu);

/* select.c */
struct select_task_rq_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag; /* SS_SD_BALANCE_FORK, _EXEC or _WAKE */
    u16 previous;
    bool sync;
    /* kept */
    i32 target, hinted;
    u32 domain;
};
/* Which CPU a task that forks, execs or wakes goes to; this CPU runs the request. Result: a CPU. */
bool select_task_rq_fair(struct ss_world *w, struct ss_cpu *cpu);

/* wake_affine.c */
/* The waker's bookkeeping of whom it wakes, and whether the pair is too wide to stay together. */
void ss_record_wakee(struct ss_world *w, const struct ss_cpu *cpu, i32 wakee);
bool ss_wake_wide(const struct ss_world *w, const struct ss_cpu *cpu, i32 wakee);

struct wake_affine_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 domain;
    u16 previous;
    bool sync;
    /* kept */
    bool this_idle, previous_idle;
};
/* Result: this CPU or the previous one. */
bool wake_affine(struct ss_world *w, struct ss_cpu *cpu);

/* idle_sibling.c */
struct select_idle_sibling_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 previous, target;
    /* kept */
    bool has_idle_core;
};
/* Result: an idle CPU that shares a cache with the target, or a fallback. */
bool select_idle_sibling(struct ss_world *w, struct ss_cpu *cpu);

/* idle_scan.c */
struct select_idle_wide_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
};
/* The second level of a wakeup with SS_HINT_WAKE_WIDE: the rest of the domain above the target's
 * LLC, whole cores first. Result: an idle CPU, or negative. */
bool select_idle_wide(struct ss_world *w, struct ss_cpu *cpu);

struct select_idle_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
    bool has_idle_core;
    /* kept */
    u64 began;
};
/* Result: an idle CPU of the target's LLC, or negative. */
bool select_idle_cpu(struct ss_world *w, struct ss_cpu *cpu);

struct select_idle_v5_10_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 target;
    bool has_idle_core;
    /* kept */
    u64 began;
};
/* The same as kernels to v5.12 did it: idle cores without a limit, then CPUs, both from the target
 * itself on. */
bool select_idle_v5_10(struct ss_world *w, struct ss_cpu *cpu);

/* sis_prop.c: the search budget of v5.13 to v6.0, and that of v5.10, 0 where this CPU has no domain
 * that spans a cache; and what a finished search of `ns` teaches. */
u32 ss_sis_prop_begin(struct ss_world *w, const struct ss_cpu *cpu);
u32 ss_sis_prop_510_begin(const struct ss_world *w, const struct ss_cpu *cpu);
void ss_sis_prop_end(struct ss_world *w, const struct ss_cpu *cpu, u64 ns);

/* idle_core.c */
struct update_idle_core_frame {
    struct ss_path path;
    /* kept */
    i32 at;
    bool known;
};
/* A CPU that goes idle says so to its LLC when its whole core is idle. */
bool update_idle_core(struct ss_world *w, struct ss_cpu *cpu);

/* should_balance.c */
struct should_we_balance_frame {
    struct ss_path path;
    /* kept */
    i32 at;
    i32 sibling;
    i32 idle_smt; /* idle, but its core is not; or -1 */
    bool core_idle;
};
/* Result: 1 if the destination is the CPU of its group that should balance this domain now. */
bool should_we_balance(struct ss_world *w, struct ss_cpu *cpu);

/* group_stats.c */
struct update_sd_lb_stats_frame {
    struct ss_path path;
    /* kept */
    u16 position;
    u16 capacity;
    bool local;
};
/* Sums up all groups of the domain under balance: local, busiest, totals. */
bool update_sd_lb_stats(struct ss_world *w, struct ss_cpu *cpu);

struct update_sg_lb_stats_frame {
    struct ss_path path;
    /* arguments */
    bool local;
    /* kept */
    i32 at;
    u32 running;
    bool idle;
};
bool update_sg_lb_stats(struct ss_world *w, struct ss_cpu *cpu);

/* src_rq.c */
struct sched_balance_find_src_rq_frame {
    struct ss_path path;
    /* kept */
    i32 at;
    i32 found;
    u64 load, capacity; /* of the busiest so far; load: also its utilisation or count */
    u32 running;
};
/* Result: the busiest CPU of the chosen group, or -1. */
bool sched_balance_find_src_rq(struct ss_world *w, struct ss_cpu *cpu);

/* move.c */
struct detach_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 symbol;
};
/* Takes one task off the source, whose lock is held, for the destination. */
bool detach_task(struct ss_world *w, struct ss_cpu *cpu);

struct detach_tasks_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 detached;
};
/* Under the source's lock: takes tasks off until the amount is reached. Result: how many. */
bool detach_tasks(struct ss_world *w, struct ss_cpu *cpu);

struct detach_one_task_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Under the source's lock, for active balance: the first task that may go. Result: it, or
 * SS_NO_TASK. */
bool detach_one_task(struct ss_world *w, struct ss_cpu *cpu);

struct attach_tasks_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Takes the destination's lock and queues there what was detached. */
bool attach_tasks(struct ss_world *w, struct ss_cpu *cpu);

/* balance_rq.c */
/* Sets up this CPU's pass: its steps below can then be taken one by one, as the probes do. */
void ss_balance_begin(struct ss_world *w, const struct ss_cpu *cpu, u32 domain,
                      enum ss_balance_type idle);

struct sched_balance_rq_frame {
    struct ss_path path;
    /* arguments */
    u32 domain;
    u8 idle;    /* enum ss_balance_type */
    u16 behalf; /* of this CPU minus one, which has no tick; 0: for itself */
    /* kept */
    u32 moved;
    u32 accesses_before;
    u64 started;
};
/* One balance pass for this CPU at a domain. Result: tasks moved, or -1 where this CPU is not the
 * one that should balance and higher domains are to be left alone. If it comes back with the flag
 * of balancing between nodes (has_flag of its struct ss_balance), the caller gives that back. */
bool sched_balance_rq(struct ss_world *w, struct ss_cpu *cpu);

/* explain_balance.c */
/* Leaves a record of a pass that ends here. Of one in which nothing could have been moved, and of
 * balancing that did not begin, only where the definition wants quiet reasons, and not again while
 * the same is said of the domain. */
void ss_explain_pass(struct ss_world *w, struct ss_cpu *cpu,
                     const struct sched_balance_rq_frame *pass);
/* The same of a domain of `of` that is passed over: not due, or its kind is balanced elsewhere. */
void ss_explain_passed_over(struct ss_world *w, struct ss_cpu *cpu, u32 of, u32 domain, u8 reason);
/* This CPU does not search before it idles; `overloaded`: though a CPU has more than one task. */
void ss_explain_gate(struct ss_world *w, struct ss_cpu *cpu, bool overloaded);
/* The dice lets it not search the domain. Told as seldom as why balancing did not begin. */
void ss_explain_dice(struct ss_world *w, struct ss_cpu *cpu, u32 domain, u32 drawn);

/* rebalance.c */
/* Jiffies at which the domain is balanced next. */
u64 ss_domain_due(const struct ss_world *w, u32 domain, bool busy);

struct sched_balance_domains_frame {
    struct ss_path path;
    /* arguments */
    u16 cpu;     /* the one that is balanced for */
    bool behalf; /* which is another one than this */
    /* kept */
    u64 next;
    u32 domain;
    u8 idle; /* enum ss_balance_type */
    bool busy, goes_on, decays, decayed, asks, has_flag;
};
bool sched_balance_domains(struct ss_world *w, struct ss_cpu *cpu);

/* exec.c */
/* Has the stopper of this CPU take the current task to `target`; the caller goes on there once it
 * has been rescheduled. */
struct migrate_current_to_frame {
    struct ss_path path;
    /* arguments */
    u32 target;
    u16 symbol;
    u8 reason; /* SS_MIGRATE_EXEC or SS_MIGRATE_NUMA */
};
bool migrate_current_to(struct ss_world *w, struct ss_cpu *cpu);

/* numa.c */
enum ss_locality { SS_LOCALITY_SAME, SS_LOCALITY_BETTER, SS_LOCALITY_WORSE };
/* What the move of a task means for how near it is to its memory. */
enum ss_locality ss_numa_locality(const struct ss_world *w, const struct ss_balance *balance,
                                  i32 task);
/* At the tick, under the run-queue lock: now and then a task that is not on that node looks for a
 * CPU there. */
void ss_numa_tick(struct ss_world *w, struct ss_cpu *cpu);

/* nohz.c */
struct nohz_balance_enter_idle_frame {
    struct ss_path path;
};
/* This CPU stops its tick; has a tick again; at a busy tick asks an idle CPU to balance; is asked.
 */
bool nohz_balance_enter_idle(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_balance_exit_idle_frame {
    struct ss_path path;
};
bool nohz_balance_exit_idle(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_balancer_kick_frame {
    struct ss_path path;
    /* kept */
    u32 kick; /* SS_KICK_... */
    bool due;
};
bool nohz_balancer_kick(struct ss_world *w, struct ss_cpu *cpu);

struct nohz_newidle_balance_frame {
    struct ss_path path;
    /* kept */
    bool due;
};
/* This CPU has found nothing to pull: before it idles for long it is to bring averages up to date.
 */
bool nohz_newidle_balance(struct ss_world *w, struct ss_cpu *cpu);

#endif
