/* The fair class as its callers see it: coming, going, picking, and what a wakeup asks of it. */
#ifndef SS_SCHED_FAIR_CLASS_H
#define SS_SCHED_FAIR_CLASS_H

#include "exec/path.h"

struct enqueue_task_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool initial; /* a new task */
};
struct dequeue_task_fair_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 cpu;
    bool comes_back;
    bool sleeps; /* it blocks: it may have to stay on the queue until its lag is worked off */
};

/* The same where the world has the full class; they work on the frames above. */
bool enqueue_task_full(struct ss_world *w, struct ss_cpu *cpu);
bool dequeue_task_full(struct ss_world *w, struct ss_cpu *cpu);

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

/* What of `kinds` the CPU has been asked for (SS_KICK_...); it forgets that. */
u32 ss_fair_take_kick(struct ss_world *w, u32 cpu, u32 kinds);

/* True if an idle CPU is to bring averages up to date because it went idle; it forgets that. Who is
 * about to be interrupted to do the same does it then. Source: nohz_run_idle_balance of
 * kernel/sched/fair.c, 6.18.2. */
bool ss_fair_takes_round(struct ss_world *w, u32 cpu);

#endif
