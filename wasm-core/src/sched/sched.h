/*
 * The classes and the core of the scheduler, for the files of sched/ and for the probes, which open
 * its doors; every other room uses sched/api.h.
 */
#ifndef SS_SCHED_SCHED_H
#define SS_SCHED_SCHED_H

#include "sched/api.h"
#include "sched/run_queue.h"

/* ---- stop.c ---------------------------------------------------------------------------------- */

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

/* fair/balance/active.c: what a stopper is woken for. */
struct active_load_balance_cpu_stop_frame {
    struct ss_path path;
    /* kept */
    i32 task;
    u32 target;
};
/* On the CPU that is to give up what it ran: moves one task to the CPU that asked. */
bool active_load_balance_cpu_stop(struct ss_world *w, struct ss_cpu *cpu);

/* fair/balance/migrate.c: the other thing a stopper is woken for. */
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

/* fair/balance/numa.c, in process context of the current task: brings it to the node of its memory
 * if a CPU there has nothing to do. Result: 1 if it is to be moved. */
struct task_numa_migrate_frame {
    struct ss_path path;
    /* kept */
    i32 node, at, free, core;
};
bool task_numa_migrate(struct ss_world *w, struct ss_cpu *cpu);

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

i32 ss_rt_first(const struct ss_rq *rq); /* first task of the highest priority, or SS_NO_TASK */
void ss_insert_pushable(struct ss_world *w, struct ss_rq *rq, i32 task);

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
/* An allowed CPU for a task that has to go somewhere: one after the other, for fairness. */
u32 ss_fallback_cpu(struct ss_world *w, i32 task);

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

/* The same for a task of the fair class that is to give way to another of it. */
void ss_resched_fair(struct ss_world *w, struct ss_cpu *cpu, u32 target);

/* A wakeup on CPU `self` hands its task to the target's wake list instead of taking its lock. */
bool ss_ttwu_queue_cond(const struct ss_world *w, u32 self, u32 target);

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
/* For those who ask why (explain/steps.c): how the wakee is handed to its target, by its wake list
 * or under its lock; that the target has nothing else to do. Nothing without the full class. */
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

/* fair/place/place.c: where the task goes, with a record of why. Result: a CPU. */
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

/* fair/balance/newidle.c */
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

/* fair/balance/nohz.c: a CPU without a tick balances for all of them. */
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
