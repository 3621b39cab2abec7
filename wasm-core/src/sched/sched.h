/*
 * The scheduler's state: run queues, the root domain with cpupri and the RT overload words, and the
 * words of theirs that can bounce. For the files of sched/ and for the probes, which open its
 * doors; every other room uses sched/api.h.
 */
#ifndef SS_SCHED_SCHED_H
#define SS_SCHED_SCHED_H

#include "exec/exec.h"
#include "exec/lock.h"
#include "sched/api.h"
#include "sched/root_domain.h"

#define SS_PRIO_NORMAL 99  /* MAX_RT_PRIO - 1: no RT task queued */
#define SS_PRIO_HIGHER 100 /* a deadline task runs */
#define SS_PRIO_INVALID (-1)
#define SS_RT_PRIOS 100
#define SS_LEVEL_INVALID (-1)
#define SS_LEVEL_NORMAL 0
#define SS_LEVEL_HIGHER 100

enum ss_policy { SS_POLICY_NORMAL, SS_POLICY_FIFO, SS_POLICY_RR, SS_POLICY_STOP };

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
    i32 deferred;          /* kernel thread whose work waits until the CPU leaves idle */
    u64 deferred_due;
    i32 leaving;           /* first task on its way out for that reason, linked by wake_next */
    u32 distribute_cursor; /* per-CPU cursor of the distributed pick */
    struct ss_search search;
    struct ss_task_list rt_queue[SS_RT_PRIOS]; /* by prio */
};

/* Where the words of a run queue lie. Offsets inside the modelled lines are an assumption: the real
 * struct rq spreads them over many lines; what shares a line here shares one there. */
enum {
    SS_RQ_LOCK = 0, /* line 1: __lock, nr_running */
    SS_RQ_NR_RUNNING = 4,
    SS_RQ_CURR = 64, /* line 2: curr, donor */
    SS_RQ_DONOR = 72,
    SS_RQ_RT_HIGHEST = 128, /* line 3: rt.highest_prio, rt.overloaded, pushable_tasks */
    SS_RQ_RT_OVERLOADED = 136,
    SS_RQ_RT_PUSHABLE = 144,
    SS_RQ_BYTES = 192
};

struct ss_sched_state {
    /* root_domain */
    i32 count[SS_CPUPRI_LEVELS]; /* cpupri vectors */
    i32 rto_count;
    i32 rto_cpu, rto_loop, rto_loop_next, rto_loop_start;
    i32 refcount;
    u32 overloaded;        /* rd->overloaded: some CPU has two runnable tasks */
    u32 push_work;         /* irq_work flags: SS_WORK_... */
    u32 balancing;         /* sched_balance_running: somebody balances between nodes */
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
    u64 *node_cpus; /* what cpumask_of_node returns now */
    u64 *scratch;   /* by CPU: result mask of its searches */
    struct ss_root_domain_layout layout;
    bool per_node;          /* patch 4 */
    u32 words;              /* of a CPU bitmap */
    u32 mask_nodes;         /* bitmaps a level: 1, or nodes with patch 4 */
    i32 rto_lock;           /* queued spinlock id */
    struct ss_fair *fair;   /* NULL: the stand-in of fair_minimal.c */
    struct ss_cache *cache; /* NULL: nothing is aware of caches */

    /* addresses: the first one, and the distance to the next of its kind */
    struct ss_place {
        u32 first, stride;
    } root_domain, mask_words, mask_pointers, cpu_to_pri_words, rto_mask_words, rto_pointers,
        rto_counters, active_words, node_maps, rqs, call_queues;
};

static inline u32 ss_rd(const struct ss_sched *s, u32 field)
{
    return s->root_domain.first + s->layout.offset[field];
}

static inline u32 ss_count_word(const struct ss_sched *s, u32 level)
{
    return ss_rd(s, SS_RD_COUNT0 + level);
}

static inline u32 ss_mask_pointer(const struct ss_sched *s, u32 level)
{
    return ss_rd(s, SS_RD_MASK0 + level);
}

static inline u64 *ss_level_mask(const struct ss_sched *s, u32 level, u32 node)
{
    return s->mask + (u64)(level * s->mask_nodes + node) * s->words;
}

static inline u32 ss_mask_word(const struct ss_sched *s, u32 level, u32 node, u32 word)
{
    return s->mask_words.first + (level * s->mask_nodes + node) * s->mask_words.stride + word * 8;
}

static inline u32 ss_pointer_word(const struct ss_sched *s, u32 level, u32 node)
{
    return s->mask_pointers.first + level * s->mask_pointers.stride + node * 8;
}

static inline u32 ss_rq_word(const struct ss_sched *s, u32 cpu, u32 offset)
{
    return s->rqs.first + cpu * s->rqs.stride + offset;
}

static inline u32 ss_call_queue_word(const struct ss_sched *s, u32 cpu)
{
    return s->call_queues.first + cpu * s->call_queues.stride;
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

/* ---- stop.c ---------------------------------------------------------------------------------- */

static inline bool ss_is_stopper(const struct ss_world *w, i32 task)
{
    return (u32)task >= w->stoppers;
}

/* The stopper thread of a CPU, in worlds that have them. */
static inline i32 ss_stopper_of(const struct ss_world *w, u32 cpu)
{
    return (i32)(w->stoppers + cpu);
}

/* All stoppers sleep, each on its CPU. */
void ss_stoppers_start(struct ss_world *w);

struct enqueue_task_stop_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool enqueue_task_stop(struct ss_world *w, struct ss_cpu *cpu);

struct dequeue_task_stop_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool dequeue_task_stop(struct ss_world *w, struct ss_cpu *cpu);

/* fair/active.c: what a stopper is woken for. */
struct active_load_balance_cpu_stop_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 target;
};
/* On the CPU that is to give up what it ran: moves one task to the CPU that asked. */
bool active_load_balance_cpu_stop(struct ss_world *w, struct ss_cpu *cpu);

/* fair/exec.c: the other thing a stopper is woken for. */
struct migration_cpu_stop_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    bool goes;
};
/* Takes the task that asked for it (it replaces its program, or goes to its memory) to its target.
 */
bool migration_cpu_stop(struct ss_world *w, struct ss_cpu *cpu);
bool ss_exec_wanted(const struct ss_world *w, u32 cpu);

/* fair/numa.c, in process context of the current task: brings it to the node of its memory if a CPU
 * there has nothing to do. Result: 1 if it is to be moved. */
struct task_numa_migrate_frame {
    struct ss_path path;
    /* kept */
    i32 node, at, free, core;
};
bool task_numa_migrate(struct ss_world *w, struct ss_cpu *cpu);

/* The task has that to do before it returns to user mode; that, or a scan of its process. */
bool ss_has_numa_work(const struct ss_world *w, i32 task);
bool ss_has_task_work(const struct ss_world *w, i32 task);

/* True while a balance pass waits for the stopper of this CPU to move what runs there. */
bool ss_active_balance_wanted(const struct ss_world *w, u32 cpu);

/* state.c */

/* Structures of one kind that the scheduler allocates. */
struct ss_placement {
    enum ss_structure structure;
    u32 count, bytes;
    enum { SS_HOME_FIRST_NODE, SS_HOME_OF_CPU, SS_HOME_BY_INDEX } home;
    u32 *address, *stride; /* where the first address and the distance between them go */
};

#define SS_SCHED_PLACEMENTS 12

/* Lists what a scheduler of this shape allocates, in order of address; returns how many kinds. */
u32 ss_sched_placements(struct ss_sched *s, const struct ss_topology *topology,
                        struct ss_placement list[SS_SCHED_PLACEMENTS]);

/* Empties all level bitmaps: per node, the complement of what cpumask_of_node returns now; of the
 * static root domain, of what it returned at boot: nothing. */
void ss_cpupri_init_masks(struct ss_world *w);

/* ---- paths and helpers of the room, by file -------------------------------------------------- */

/* cpupri.c */
i32 ss_cpupri_level(i32 prio);

/* How kernels numbered levels: A up to about 5.10, B for a while in late 2020, C since. Worlds run
 * C; the others are for reading older material. */
enum ss_cpupri_generation { SS_CPUPRI_A, SS_CPUPRI_B, SS_CPUPRI_C };

/* The level of a priority in that generation. Defined for -1 and 0..140 (A), from 0 on (B), to 100
 * (C). Source: spec "RT scheduling class and cpupri" section 1.1. */
i32 ss_cpupri_level_in(enum ss_cpupri_generation generation, i32 prio);

/* Whether patch 4's masks list `cpu` at `level` though it is filed elsewhere, because the maps of
 * the nodes were empty when the masks were made: spec "RT scheduling class and cpupri" 2.5. */
bool ss_cpupri_ghost(const struct ss_world *w, u32 level, u32 cpu);

struct cpupri_set_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
    i32 prio;
    /* kept */
    i32 new_level, old_level;
};
bool cpupri_set(struct ss_world *w, struct ss_cpu *cpu);

struct cpupri_find_fitness_frame {
    struct ss_path path;
    /* arguments */
    i32 prio;
    u32 affinity;   /* index of the task's affinity set */
    bool want_mask; /* false: yes or no only */
    i32 fit;        /* affinity index of the CPUs that fit, or -1: no fitness function */
    /* kept */
    bool ignore_fitness;
    i32 level, limit;
    i32 count;
};
/* Result: level + 1 where a CPU was found, 0 if none; the mask is in the CPU's scratch set. */
bool cpupri_find_fitness(struct ss_world *w, struct ss_cpu *cpu);

struct __cpupri_find_frame {
    struct ss_path path;
    /* arguments */
    u32 affinity;
    u32 level;
    bool want_mask;
    /* kept */
    u32 word, node, tried;
    bool hit;
};
/* One level. Result: 1 if it has a CPU for the affinity. */
bool __cpupri_find(struct ss_world *w, struct ss_cpu *cpu);

/* rt_overload.c */
struct rt_set_overload_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
};
bool rt_set_overload(struct ss_world *w, struct ss_cpu *cpu);

struct rt_clear_overload_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
};
bool rt_clear_overload(struct ss_world *w, struct ss_cpu *cpu);

struct rt_overloaded_frame {
    struct ss_path path;
    /* kept */
    u32 tried;
    i32 sum;
};
/* Result: how many CPUs are overloaded (0, 1, or more than 1). */
bool rt_overloaded(struct ss_world *w, struct ss_cpu *cpu);

/* rt_queue.c */
struct enqueue_task_rt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool at_head;
};
bool enqueue_task_rt(struct ss_world *w, struct ss_cpu *cpu);

struct dequeue_task_rt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool comes_back; /* only changes its place (DEQUEUE_SAVE): counts as queued throughout */
};
bool dequeue_task_rt(struct ss_world *w, struct ss_cpu *cpu);

struct enqueue_pushable_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool enqueue_pushable_task(struct ss_world *w, struct ss_cpu *cpu);

struct dequeue_pushable_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool dequeue_pushable_task(struct ss_world *w, struct ss_cpu *cpu);

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

i32 ss_rt_first(const struct ss_rq *rq); /* first task of the highest priority, or SS_NO_TASK */
void ss_insert_pushable(struct ss_world *w, struct ss_rq *rq, i32 task);
void ss_list_append(struct ss_world *w, struct ss_task_list *list, i32 task);
void ss_list_prepend(struct ss_world *w, struct ss_task_list *list, i32 task);
void ss_list_remove(struct ss_world *w, struct ss_task_list *list, i32 task);

/* rt_select.c */
struct find_lowest_rq_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
};
/* Result: a CPU, or -1. */
bool find_lowest_rq(struct ss_world *w, struct ss_cpu *cpu);
/* Puts what the CPU's last find_lowest_rq came to into a record. */
void ss_explain_search(struct ss_world *w, const struct ss_cpu *cpu, struct ss_explain *explain);
/* Whether `found`, what the CPU's last find_lowest_rq named, is a ghost; false for -1. */
bool ss_search_named_ghost(const struct ss_world *w, const struct ss_cpu *cpu, i32 found);

struct select_task_rq_rt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    u32 previous;
    i32 current; /* what runs on the previous CPU, read without lock */
    i32 target;
    i16 target_prio, running_prio;
    u8 reason;
    u32 accesses_before;
    u64 started;
};
bool select_task_rq_rt(struct ss_world *w, struct ss_cpu *cpu);

struct wakeup_preempt_rt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool wakeup_preempt_rt(struct ss_world *w, struct ss_cpu *cpu);

/* rt_push.c */
struct push_rt_task_frame {
    struct ss_path path;
    /* arguments */
    u32 rq;    /* whose lock is held */
    bool pull; /* called for a pull request */
    i32 next;
    /* kept */
    i32 target;
    u32 accesses_before;
    u64 started;
};
/* Runs with the run-queue lock held. Result: 1 if a task was pushed. */
bool push_rt_task(struct ss_world *w, struct ss_cpu *cpu);

struct push_rt_tasks_frame {
    struct ss_path path;
    /* arguments */
    u32 rq;
    bool pull;
};
bool push_rt_tasks(struct ss_world *w, struct ss_cpu *cpu);

struct task_woken_rt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
bool task_woken_rt(struct ss_world *w, struct ss_cpu *cpu);

/* rt_pull.c */
struct rto_next_cpu_frame {
    struct ss_path path;
    /* arguments */
    u16 symbol; /* of the function it is inlined into */
    /* kept */
    i32 next;
    u32 word;
    i32 found;
};
/* Result: the next CPU of the walk, or -1; rto_lock held. */
bool rto_next_cpu(struct ss_world *w, struct ss_cpu *cpu);

struct pull_rt_task_frame {
    struct ss_path path;
    /* kept */
    i32 overloaded;
    bool flag;
    i32 target;
    u32 accesses_before;
    u64 started;
};
bool pull_rt_task(struct ss_world *w, struct ss_cpu *cpu);

struct irq_work_queue_on_frame {
    struct ss_path path;
    /* arguments */
    u32 target;
    /* kept */
    bool claimed, was_empty;
};
bool irq_work_queue_on(struct ss_world *w, struct ss_cpu *cpu);

struct rto_push_irq_work_func_frame {
    struct ss_path path;
    /* kept */
    bool has_pushable;
    i32 target;
};
bool rto_push_irq_work_func(struct ss_world *w, struct ss_cpu *cpu);

/* affinity.c */
bool ss_task_allowed(const struct ss_world *w, i32 task, u32 cpu);
/* An allowed CPU for a task that has to go somewhere: one after the other, for fairness. */
u32 ss_fallback_cpu(struct ss_world *w, i32 task);
/* A task has been put on a CPU that may have become forbidden on the way there. */
void ss_check_place(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 target);

struct obey_affinity_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Takes tasks that may not be here off the queues; the run-queue lock is held. */
bool obey_affinity(struct ss_world *w, struct ss_cpu *cpu);

struct move_leaving_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 target;
};
/* Puts them on CPUs they may use; the lock is held before and after, not meanwhile. */
bool move_leaving(struct ss_world *w, struct ss_cpu *cpu);

/* core.c */

/* How often a waker looks whether the wakee has left its CPU; a load that hits, repeated. */
#define SS_ON_CPU_POLL_NS 50

struct task_rq_lock_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    i32 rq;
};
/* Takes the lock of the run queue the task belongs to, which may change while waiting. Result: the
 * run queue. */
bool task_rq_lock(struct ss_world *w, struct ss_cpu *cpu);

struct ttwu_do_activate_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool initial; /* a new task, not one that slept */
};
/* Enqueues a waking task and checks for preemption; the run-queue lock is held. */
bool ttwu_do_activate(struct ss_world *w, struct ss_cpu *cpu);

/* Asks the running task of `target` to give way: at once if it is this CPU, by interrupt otherwise.
 */
void ss_resched(struct ss_world *w, struct ss_cpu *cpu, u32 target);
/* The same for a task of the fair class that is to give way to another of it. */
void ss_resched_fair(struct ss_world *w, struct ss_cpu *cpu, u32 target);

/* A wakeup on CPU `self` hands its task to the target's wake list instead of taking its lock. */
bool ss_ttwu_queue_cond(const struct ss_world *w, u32 self, u32 target);

/* The task belongs to another CPU from now on. */
void ss_task_migrated(struct ss_world *w, struct ss_cpu *cpu, i32 task, u32 to, u32 reason);

struct finish_task_switch_frame {
    struct ss_path path;
};
bool finish_task_switch(struct ss_world *w, struct ss_cpu *cpu);

struct __schedule_frame {
    struct ss_path path;
    /* kept */
    i32 previous, next;
};
/* Picks the next task and switches to it; returns when the calling task runs again. */
bool __schedule(struct ss_world *w, struct ss_cpu *cpu);

/* interrupts.c */
struct serve_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    i32 first; /* of a list: the one at hand */
    u32 kick;  /* SS_KICK_... */
    bool work;
};
bool scheduler_ipi(struct ss_world *w, struct ss_cpu *cpu);
bool __flush_smp_call_function_queue(struct ss_world *w, struct ss_cpu *cpu);
bool hrtimer_interrupt(struct ss_world *w, struct ss_cpu *cpu);
bool sched_tick(struct ss_world *w, struct ss_cpu *cpu);

/* Keeps the tick going while the CPU runs an RR task. */
void ss_tick_start(struct ss_world *w, const struct ss_cpu *cpu);

/* The base of every task's stack: its workload's program, again and again. */
struct task_main_frame {
    struct ss_path path;
    /* arguments */
    ss_path_function *program;
    u32 program_bytes;
};
bool task_main(struct ss_world *w, struct ss_cpu *cpu);

struct do_idle_frame {
    struct ss_path path;
};
bool do_idle(struct ss_world *w, struct ss_cpu *cpu);

/* fair_minimal.c */
struct enqueue_task_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool initial; /* a new task */
};
bool enqueue_task_fair(struct ss_world *w, struct ss_cpu *cpu);

struct dequeue_task_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool comes_back;
    bool sleeps; /* it blocks: it may have to stay on the queue until its lag is worked off */
};
bool dequeue_task_fair(struct ss_world *w, struct ss_cpu *cpu);
i32 ss_fair_first(const struct ss_rq *rq);

/* fair/class.c: the same where the world has the full class; they work on the frames above. */
bool enqueue_task_full(struct ss_world *w, struct ss_cpu *cpu);
bool dequeue_task_full(struct ss_world *w, struct ss_cpu *cpu);

/* fair/state.c: a machine that has idled for a while; vectors bring their own state. */
void ss_fair_start(struct ss_world *w);

/* Places a task before the first event: runnable on the CPU, or asleep there. */
void ss_fair_place(struct ss_world *w, i32 task, u32 cpu, bool runnable);
/* It is bound to its CPU: balancing leaves it alone. */
void ss_fair_bind_kthread(struct ss_world *w, i32 task);
/* State of a new task, whoever had its task_struct before. */
void ss_fair_new_task(struct ss_world *w, i32 task, u32 parent_cpu);
/* The first averages, once its CPU is known and locked. */
void ss_fair_begin_averages(struct ss_world *w, i32 task, u32 cpu);
/* A balancer has taken the task off one queue and not yet put it on the other. */
bool ss_fair_in_transit(const struct ss_world *w, i32 task);
/* The task leaves its CPU by a wakeup: the averages it takes along wait to be taken off there. */
void ss_fair_remove(struct ss_world *w, i32 task);
/* What a CPU learns about its idle periods when a task wakes there. */
void ss_fair_note_wakeup(struct ss_world *w, u32 cpu, u64 now);
/* Whether the wakee preempts the running fair task; the run-queue lock is held. It judges by the
 * run queue's clock as the enqueue set it: under one lock the kernel reads the time once. */
bool ss_fair_preempts(struct ss_world *w, i32 task, u32 cpu);
/* For those who ask why (fair/told.c): how the wakee is handed to its target, by its wake list or
 * under its lock; that the target has nothing else to do. Nothing without the full class. */
void ss_fair_tell_queued(const struct ss_world *w, u32 waker, i32 task, u32 target, bool listed);
void ss_fair_tell_unopposed(struct ss_world *w, i32 task, u32 cpu);

struct pick_task_fair_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};
/* Result: who should run of this CPU's fair tasks, or SS_NO_TASK. */
bool pick_task_fair(struct ss_world *w, struct ss_cpu *cpu);

struct change_task_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 previous, next;
};
/* put_prev_task and set_next_task, as far as they are fair tasks. */
bool change_task_fair(struct ss_world *w, struct ss_cpu *cpu);

struct requeue_delayed_entity_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};
/* A task is woken that never left its queue. */
bool requeue_delayed_entity(struct ss_world *w, struct ss_cpu *cpu);

/* A task that blocked but is still queued. False without the full class. */
bool ss_fair_is_delayed(const struct ss_world *w, i32 task);
/* The CPU has entries on its wake list, or no more; nothing without the full class. */
void ss_fair_set_pending(struct ss_world *w, u32 cpu, bool pending);
u32 ss_fair_pending_word(const struct ss_world *w, u32 cpu);
/* The accumulator of the queue that the task leaves. */
u32 ss_fair_removed_word(const struct ss_world *w, i32 task);

/* fair/place.c: where the task goes, with a record of why. Result: a CPU. */
struct place_wakeup_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    bool sync;
    /* kept */
    i32 chosen;
    u32 accesses_before;
    u64 started;
};
bool place_wakeup(struct ss_world *w, struct ss_cpu *cpu);

/* Where a task goes that forked or replaces its program; it counts as if it were nowhere. */
struct place_fork_or_exec_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag; /* SS_SD_BALANCE_FORK or _EXEC */
    /* kept */
    i32 chosen;
    u32 accesses_before;
    u64 started;
};
bool place_fork_or_exec(struct ss_world *w, struct ss_cpu *cpu);

/* Leaves a record of a wakeup that chose no CPU. */
void ss_fair_explain_stay(struct ss_world *w, struct ss_cpu *cpu, i32 task, u8 reason);

/* fair/newidle.c */
struct sched_balance_newidle_frame {
    struct ss_path path;
    /* kept */
    u32 domain;
    u64 started, pass_started, cost;
    u64 idle, expected; /* what was compared before the pass; observation */
    i32 pulled;
};
/* Before a CPU idles it looks for work elsewhere; its run-queue lock is held before and after, not
 * meanwhile. Result: not 0 if there is something to run. */
bool sched_balance_newidle(struct ss_world *w, struct ss_cpu *cpu);

/* fair/nohz.c: a CPU without a tick balances for all of them. */
/* What it is asked for: to balance, to bring their averages up to date; the last is what a CPU asks
 * of itself before it idles. */
enum { SS_KICK_BALANCE = 1, SS_KICK_STATS = 2, SS_KICK_NEWIDLE = 4 };

struct nohz_idle_balance_frame {
    struct ss_path path;
    /* arguments */
    u32 kick; /* SS_KICK_... */
    /* kept */
    i32 at;
    u64 started; /* jiffies */
    bool wrapped, is_fresh, blocked;
};
bool nohz_idle_balance(struct ss_world *w, struct ss_cpu *cpu);
/* What of `kinds` the CPU has been asked for (SS_KICK_...); it forgets that. */
u32 ss_fair_take_kick(struct ss_world *w, u32 cpu, u32 kinds);
/* True if an idle CPU is to bring averages up to date because it went idle; it forgets that. Who is
 * about to be interrupted to do the same does it then. Source: nohz_run_idle_balance of
 * kernel/sched/fair.c, 6.18.2. */
bool ss_fair_takes_round(struct ss_world *w, u32 cpu);

/* fair/tick.c */
struct tick_fair_frame {
    struct ss_path path;
};
/* The tick of a CPU, its run-queue lock not held. */
bool tick_fair(struct ss_world *w, struct ss_cpu *cpu);
void ss_fair_tick_start(struct ss_world *w, const struct ss_cpu *cpu);

#endif
