/*
 * What the core of the scheduler asks of a scheduling class: a table of paths and functions a
 * class, as struct sched_class of kernel/sched/sched.h, 6.18.2. A class is one file and one line of
 * the list below; the core knows none by name. It decides nothing: which class a task is of says
 * ss_class_of (run_queue.h).
 */
#ifndef SS_SCHED_CLASS_H
#define SS_SCHED_CLASS_H

#include "exec/path.h"

/* The classes, the highest first: its table and, among tasks of none above it, whether one is of
 * it. In worlds with the full fair class that one's table stands in for the minimal form's
 * (fair/state.c). */
#define SS_SCHED_CLASSES(X)                                                                        \
    X(STOP, stop_sched_class, ss_is_stopper(w, task))                                              \
    X(RT, rt_sched_class, ss_task_is_rt(&w->task[task]))                                           \
    X(FAIR, fair_minimal_sched_class, !ss_is_idle_task(w, task))                                   \
    X(IDLE, idle_sched_class, true)

#define SS_DECLARE_CLASS_RANK(name, ...) SS_CLASS_##name,
enum sched_class_rank { SS_SCHED_CLASSES(SS_DECLARE_CLASS_RANK) SS_CLASSES };

/* A result of pick_next_task: the lock was dropped meanwhile and others came: from the highest
 * again. */
#define SS_RETRY_TASK (-2)

/* Where none is said to be needed, an operation that is missing does nothing. Paths have the frame
 * of their name below and the lock of the run queue, but for those that say otherwise. */
struct sched_class {
    /* Of a task of the class, all but idle's: it enters or leaves a run queue. */
    ss_path_function *enqueue_task, *dequeue_task;
    /* Where a task goes that wakes, forks or replaces its program; no lock. Missing: it stays. */
    ss_path_function *wakeup_preempt, *task_woken;
    /* Where it goes that wakes, forks or replaces its program; no lock. Missing: it stays. */
    ss_path_function *select_task_rq;
    /* It leaves the CPU it slept on, for another; no lock. */
    ss_path_function *migrate_task_rq;
    /* The CPU may become idle or lower: pull tasks of this class here. */
    ss_path_function *balance;
    /* A new task, before its CPU is chosen. */
    void (*task_fork)(struct ss_world *w, i32 task, u32 parent_cpu);
    /* It runs while its CPU ticks; the lock is held. */
    void (*task_tick)(struct ss_world *w, struct ss_cpu *cpu);
    /* It is bound to its CPU for good. */
    void (*bind_kthread)(struct ss_world *w, i32 task);
    /* It is runnable on that CPU before the first event. All but idle's and stop's need it. */
    void (*place_task)(struct ss_world *w, i32 task, u32 cpu);
    /* It has blocked but is still queued, until it is picked or woken (sched_delayed). */
    bool (*is_delayed)(const struct ss_world *w, i32 task);
    /* It is on its way between two queues, and counts as queued (task_on_rq_migrating). */
    bool (*is_migrating)(const struct ss_world *w, i32 task);
    /* It wakes without a CPU being chosen for it, for this reason (enum ss_reason). */
    void (*explain_stay)(struct ss_world *w, struct ss_cpu *cpu, i32 task, u8 reason);

    /* Whatever class the CPU's current task has: the task of this class that should run there, or
     * SS_NO_TASK. pick_next_task is asked where pick_task is missing or answers SS_NO_TASK; it does
     * the same with accesses, and may answer SS_RETRY_TASK. */
    i32 (*pick_task)(const struct ss_world *w, u32 cpu);
    ss_path_function *pick_next_task;
    /* The CPU's task gives way to another or stays: put_prev_task, set_next_task of all classes. */
    ss_path_function *change_task;
    /* The last of what a world needs before its first event. */
    void (*start)(struct ss_world *w);
    /* A task that sleeps there before the first event, of whichever class: one may become of this.
     */
    void (*init_task)(struct ss_world *w, i32 task, u32 cpu);

    /* What the fair class does in the kernel functions of the core for every CPU, whatever class
     * runs there. A task begins to run: the CPU may need its tick. Needed. */
    void (*start_tick)(struct ss_world *w, const struct ss_cpu *cpu, i32 task);
    /* The CPU's tick beyond that of the running task; no lock. Missing: start_tick goes on. */
    ss_path_function *tick;
    /* A task has woken there: its time of idling is known (avg_idle). */
    void (*note_wakeup)(struct ss_world *w, u32 cpu, u64 now);
    /* The class searches for CPUs that are about to get a task, so a wakeup that puts a task on a
     * CPU's wake list says so (ttwu_pending). */
    bool watches_wake_lists;
};

#define SS_DECLARE_CLASS(name, table, ...) extern const struct sched_class table;
SS_SCHED_CLASSES(SS_DECLARE_CLASS)

struct enqueue_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool initial; /* a new task */
    bool at_head; /* in front of its equals, as a task that priority inheritance has lowered */
    bool delayed; /* it has never left the queue (ENQUEUE_DELAYED) */
};

struct dequeue_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool comes_back; /* only changes its place (DEQUEUE_SAVE): counts as queued throughout */
    bool sleeps;     /* it blocks: it may have to stay on the queue until its lag is worked off */
};

struct wakeup_preempt_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};

struct task_woken_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
};

/* Result: a CPU. What is kept is what records of it say, of whatever class. */
struct select_task_rq_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag;  /* SS_SD_BALANCE_WAKE, _FORK or _EXEC */
    bool sync; /* the waker says that it is about to sleep (WF_SYNC) */
    /* kept */
    u8 reason;
    i32 target;
    u32 previous;
    i32 current; /* what runs on the previous CPU, read without lock */
    i16 target_prio, running_prio;
    u32 accesses_before;
    u64 started;
};

struct migrate_task_rq_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
};

/* What is kept is what pulling needs. */
struct balance_frame {
    struct ss_path path;
    /* arguments */
    i32 previous; /* the task that gives up the CPU, or may */
    /* kept */
    i32 overloaded, target;
    bool flag;
    u32 accesses_before;
    u64 started;
};

struct pick_task_frame {
    struct ss_path path;
    /* kept */
    i32 task;
};

struct change_task_frame {
    struct ss_path path;
    /* arguments */
    i32 previous, next;
};

struct tick_frame {
    struct ss_path path;
};

#endif
