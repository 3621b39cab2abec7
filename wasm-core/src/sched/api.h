/*
 * What other rooms may ask of the scheduler: blocking, waking, sleeping on a timer, and the places
 * of tasks at the start. Everything else is private to sched/.
 */
#ifndef SS_SCHED_API_H
#define SS_SCHED_API_H

#include "exec/exec.h"

/* Lays out all structures of the world as its definition wants them; needs w->topology, and comes
 * before anything is counted or placed. */
void ss_sched_define_layouts(struct ss_world *w);
/* At its start all CPUs are idle and online in the root domain; after it tasks may be placed. */
extern const struct ss_room ss_sched_room;
/* Worlds with the full fair class alone have the fair room. What is aware of caches comes behind
 * every other room: without it nothing else lies elsewhere. */
extern const struct ss_room ss_fair_room;
extern const struct ss_room ss_cache_room;
/* The machine has caches to balance by, and so it has epochs. */
bool ss_cache_has_epochs(const struct ss_world *w);

/* The task is a thread of that process, one of those the workload asked for; before it is placed.
 * Tasks that are not told so are processes of their own. */
void ss_sched_join_process(struct ss_world *w, i32 task, u32 process);
/* Bytes of memory of a process that count as resident. */
void ss_sched_set_memory(struct ss_world *w, u32 process, u64 bytes);
/* The node that a task's memory lies on, as NUMA balancing has found out before the run; for the
 * full fair class, after the task is placed. Tasks that are not told so have none. */
void ss_sched_set_memory_node(struct ss_world *w, i32 task, u32 node);

/* Gives a task its program (a path and its frame size) and makes it runnable on a CPU before the
 * first event, without cost. */
void ss_sched_place_task(struct ss_world *w, i32 task, u32 cpu, ss_path_function *program,
                         u32 program_bytes);

/* The same for a task that sleeps at the start, as if it had just gone to sleep on that CPU. */
void ss_sched_place_sleeping(struct ss_world *w, i32 task, u32 cpu, ss_path_function *program,
                             u32 program_bytes);

/* Makes a task that sleeps a kernel thread of a CPU, bound by an affinity set that holds that CPU
 * alone. With the full fair class only. */
void ss_sched_bind_kthread(struct ss_world *w, i32 kthread, u32 cpu, u32 affinity);

/* Gives a bound kernel thread that sleeps deferrable work on its CPU: due at `due`, the work does
 * not wake an idle CPU but is done when the next interrupt finds it idle. Source: TIMER_DEFERRABLE.
 */
void ss_sched_defer_work(struct ss_world *w, i32 kthread, u32 cpu, u64 due);

/* The current task has set its state to sleeping and found no reason to stay: gives up the CPU. */
struct schedule_frame {
    struct ss_path path;
};
bool schedule(struct ss_world *w, struct ss_cpu *cpu);

struct try_to_wake_up_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    bool sync; /* the waker says that it is about to sleep (WF_SYNC) */
    /* kept */
    i32 target;
    bool was_empty;
};
/* Result: 1 if the task was sleeping and has been woken. */
bool try_to_wake_up(struct ss_world *w, struct ss_cpu *cpu);

/* The first wake-up of a task that another has made (ss_sched_place_sleeping). Result: its CPU. */
struct wake_up_new_task_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    u32 target;
};
bool wake_up_new_task(struct ss_world *w, struct ss_cpu *cpu);

/* The current task replaces its program and may be moved for that; goes on on its new CPU. Result:
 * 1 if it was to be moved. Without the full fair class it stays. */
struct sched_exec_frame {
    struct ss_path path;
    /* kept */
    i32 target;
};
bool sched_exec(struct ss_world *w, struct ss_cpu *cpu);

/* The current task gives up the CPU and nobody will wake it; if its struct serves a new task, that
 * one begins where this returns. */
struct sleep_for_good_frame {
    struct ss_path path;
};
bool sleep_for_good(struct ss_world *w, struct ss_cpu *cpu);

/* Sleeps for `ns` on the high-resolution timer (clock_nanosleep). */
struct hrtimer_nanosleep_frame {
    struct ss_path path;
    /* arguments */
    u64 ns;
};
bool hrtimer_nanosleep(struct ss_world *w, struct ss_cpu *cpu);

/* Gives a task another priority in effect, as priority inheritance does: out of its run queue, the
 * change, in again; at the head of its list if it was lowered. */
struct rt_mutex_setprio_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    i16 prio;
    /* kept */
    i16 old_prio;
    bool queued;
    i32 rq;
};
bool rt_mutex_setprio(struct ss_world *w, struct ss_cpu *cpu);

/* Affinity sets have changed from outside: who is where it may not be is asked to leave. */
void ss_affinity_changed(struct ss_world *w);

/* Something came up in the kernel that has to be served before user work goes on, and serving it:
 * between two system calls whose user work is not worth an event. */
static inline bool ss_work_is_pending(const struct ss_cpu *cpu)
{
    return cpu->pending_vectors || ss_wants_resched(cpu) || cpu->task_work;
}
struct exit_to_user_mode_frame {
    struct ss_path path;
};
bool exit_to_user_mode(struct ss_world *w, struct ss_cpu *cpu);

/* Runs `ns` of user work on the current task's CPU, interruptible and preemptible. */
struct user_run_frame {
    struct ss_path path;
    /* arguments */
    u64 ns;
};
bool user_run(struct ss_world *w, struct ss_cpu *cpu);

/* Busy until `ns` have passed on the clock, whether it had the CPU or not. */
struct user_spin_frame {
    struct ss_path path;
    /* arguments */
    u64 ns;
    /* kept */
    u64 until;
};
bool user_spin(struct ss_world *w, struct ss_cpu *cpu);

#endif
