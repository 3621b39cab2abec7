/*
 * The scheduler's state: run queues, the root domain with cpupri and the RT overload words, the
 * words of theirs that can bounce, and what every class does with a run queue. The ground floor of
 * sched/; it knows no class.
 */
#ifndef SS_SCHED_RUN_QUEUE_H
#define SS_SCHED_RUN_QUEUE_H

#include "exec/lock.h"
#include "exec/path.h"
#include "sched/class.h"
#include "sched/root_domain.h"

#define SS_PRIO_NORMAL 99  /* MAX_RT_PRIO - 1: no RT task queued */
#define SS_PRIO_HIGHER 100 /* a deadline task runs */
#define SS_PRIO_INVALID (-1)
#define SS_RT_PRIOS 100
#define SS_LEVEL_INVALID (-1)
#define SS_LEVEL_NORMAL 0
#define SS_LEVEL_HIGHER 100

enum ss_task_policy {
    SS_POLICY_NORMAL,
    SS_POLICY_FIFO,
    SS_POLICY_RR,
    SS_POLICY_STOP,
    SS_POLICY_BATCH,
    SS_POLICY_IDLE
};

/* A circular-free doubly linked list of tasks through queue_next / queue_previous. */
struct ss_task_list {
    i32 head, tail;
};

/* What the last search of a CPU came to, for explain records. */
struct ss_search {
    i32 level;   /* cpupri level of the CPUs found, or -1 */
    u32 probed;  /* levels whose count was read */
    u32 refused; /* of these populated, but without a CPU the task may use */
    u32 domain;  /* level of the sched domain that decided among them, or ~0 */
};

/* The first host line holds what other CPUs look at. */
struct ss_rq {
    _Alignas(SS_ARENA_ALIGNMENT)
        i32 current; /* the task the scheduler gave the CPU to (rq->curr, rq->donor) */
    u32 nr_running, rt_nr_running;
    i32 wake_head, wake_tail; /* call_single_queue: tasks to activate here */
    i32 pushable; /* first pushable task, sorted by prio, FIFO inside; SS_NO_TASK if none */
    struct ss_task_list fair;
    u64 rt_bitmap[2];
    i16 highest_curr, highest_next; /* rt.highest_prio */
    bool rt_overloaded, rt_queued, online;
    bool push_callback;    /* a balance callback push_rt_tasks is queued */
    bool irq_work_queued;  /* call_single_queue holds the root domain's push work */
    bool affinity_changed; /* a task queued here may be here no more: see affinity.c */
    bool stopper_queued;   /* its stopper thread is to run */
    bool ttwu_pending;     /* its wake list has entries */
    i32 deferred;          /* kernel thread whose work waits until the CPU leaves idle */
    u64 deferred_due;
    i32 leaving;           /* first task on its way out for that reason, linked by wake_next */
    u32 distribute_cursor; /* per-CPU cursor of the distributed pick */
    struct ss_search search;
    struct ss_task_list rt_queue[SS_RT_PRIOS]; /* by prio */
};

struct ss_sched_state {
    /* root_domain */
    i32 count[SS_CPUPRI_LEVELS]; /* cpupri vectors */
    i32 rto_count;
    i32 rto_cpu, rto_loop, rto_loop_next, rto_loop_start;
    i32 refcount;
    u32 overloaded;        /* rd->overloaded: some CPU has two runnable tasks */
    u32 push_work;         /* irq_work flags: SS_WORK_... */
    u32 balancing;         /* sched_balance_running: a CPU balances between nodes */
    u32 nohz_nr_cpus;      /* CPUs that have stopped their tick */
    u64 nohz_next_balance; /* jiffies */
    u64 nohz_next_blocked; /* the same of averages, of which ... */
    u32 nohz_has_blocked;  /* ... an idle CPU may have some that are not zero */
    u32 fallback_cursor;   /* where the search for a CPU of an evicted task goes on */
};

enum { SS_WORK_PENDING = 1, SS_WORK_BUSY = 2 };

struct ss_sched {
    struct ss_sched_state *state;
    struct ss_rq *rq;    /* by CPU */
    i32 *cpu_to_pri;     /* level by CPU */
    u64 *mask;           /* [level * mask_nodes + node] bitsets of cpu_words */
    i32 *rto_node_count; /* by node, patch 3 */
    u64 *rto_mask, *active, *online;
    u64 *node_cpus;             /* what cpumask_of_node returns now */
    u64 *scratch;               /* by CPU: result mask of its searches */
    struct ss_rt_task *rt_task; /* by task */
    struct ss_root_domain_layout layout;
    bool per_node;                                 /* patch 4 */
    u32 words;                                     /* of a CPU bitmap */
    u32 mask_nodes;                                /* bitmaps a level: 1, or nodes with patch 4 */
    i32 rto_lock;                                  /* queued spinlock id */
    const struct sched_class *classes[SS_CLASSES]; /* by rank */
    struct ss_fair *fair;                          /* NULL: the minimal form of the class */
    struct ss_cache *cache;                        /* NULL: nothing is aware of caches */
    struct ss_explaining *explaining; /* what the full class explains by; NULL without it */
    struct ss_ext *ext;               /* NULL: no class of one's own */
};

/* The address of a field of root_domain, whose layout has a table of its own. */
static inline u32 ss_rd(const struct ss_world *w, u32 field)
{
    return w->layouts.place[SS_STRUCTURE_ROOT_DOMAIN].first + w->sched->layout.offset[field];
}

static inline u32 ss_count_word(const struct ss_world *w, u32 level)
{
    return ss_rd(w, SS_RD_COUNT0 + level);
}

static inline u32 ss_mask_pointer(const struct ss_world *w, u32 level)
{
    return ss_rd(w, SS_RD_MASK0 + level);
}

static inline u64 *ss_level_mask(const struct ss_sched *s, u32 level, u32 node)
{
    return s->mask + (u64)(level * s->mask_nodes + node) * s->words;
}

static inline u32 ss_mask_word(const struct ss_world *w, u32 level, u32 node, u32 word)
{
    return ELEMENT(CPUPRI_MASK, level * w->sched->mask_nodes + node, BITS, word);
}

static inline struct ss_rq *ss_rq(struct ss_world *w, u32 cpu)
{
    return &w->sched->rq[cpu];
}

/* Nothing waits on the CPU's call_single_queue: the next entry has to send an interrupt. */
static inline bool ss_call_queue_empty(const struct ss_rq *rq)
{
    return rq->wake_head == SS_NO_TASK && !rq->irq_work_queued;
}

static inline bool ss_task_is_rt(const struct ss_task *task)
{
    return task->prio < SS_RT_PRIOS;
}

static inline bool ss_is_idle_task(const struct ss_world *w, i32 task)
{
    return (u32)task < w->topology.cpus;
}

static inline bool ss_is_stopper(const struct ss_world *w, i32 task)
{
    return (u32)task >= w->stoppers;
}

/* The class a task is of now, which priority inheritance may change: its rank, its table. */
static inline enum sched_class_rank ss_rank_of(const struct ss_world *w, i32 task)
{
#define SS_RETURN_RANK(name, table, is_of_it)                                                      \
    if (is_of_it)                                                                                  \
        return SS_CLASS_##name;
    SS_SCHED_CLASSES(SS_RETURN_RANK)
#undef SS_RETURN_RANK
}

static inline const struct sched_class *ss_class_of(const struct ss_world *w, i32 task)
{
    return w->sched->classes[ss_rank_of(w, task)];
}

/* The stopper thread of a CPU, in worlds that have them. */
static inline i32 ss_stopper_of(const struct ss_world *w, u32 cpu)
{
    return (i32)(w->stoppers + cpu);
}

void ss_list_append(struct ss_world *w, struct ss_task_list *list, i32 task);
void ss_list_prepend(struct ss_world *w, struct ss_task_list *list, i32 task);
void ss_list_remove(struct ss_world *w, struct ss_task_list *list, i32 task);

/* Crossing to two or more runnable tasks tells the root domain that balancing may find work. */
struct set_nr_running_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
    u32 now; /* the new value */
    u16 symbol;
    /* kept */
    u32 before;
};
bool set_nr_running(struct ss_world *w, struct ss_cpu *cpu);

/* Asks the running task of `target` to give way: at once if it is this CPU, by interrupt otherwise.
 */
void ss_resched(struct ss_world *w, struct ss_cpu *cpu, u32 target);

/* The task belongs to another CPU from now on. */
void ss_task_migrated(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 to, u32 reason);

/* Whether the task may be on that CPU; an idle task is where it is. */
bool ss_task_allowed(const struct ss_world *w, i32 task, u32 cpu);
/* A task has been put on a CPU that may have become forbidden on the way there. */
void ss_check_place(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 target);

/* Has the CPU's stopper thread run, which then does what the run queue says is wanted. Waking is
 * the business of a floor above: call it through w->hooks.stop_one_cpu. */
struct stop_one_cpu_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
};

#endif
