/*
 * What other rooms may ask of the scheduler: blocking, waking, sleeping on a timer, and the places
 * of tasks at the start. Everything else is private to sched/.
 */
#ifndef SS_SCHED_API_H
#define SS_SCHED_API_H

#include "base/message.h"
#include "exec/exec.h"

/* Decisions and reasons of explain records; names in world/names.c come from these tables. Traces
 * count decisions by number: those are never renumbered, and PREEMPT, which nobody leaves (that a
 * wakee preempts is seen at the switch), keeps its place. Reasons are in no trace. */
#define SS_DECISION_LIST(X)                                                                        \
    X(SELECT_TASK_RQ, "select_task_rq_rt")                                                         \
    X(PUSH, "push_rt_task")                                                                        \
    X(PULL, "pull_rt_task")                                                                        \
    X(PREEMPT, "wakeup_preempt_rt")                                                                \
    X(SELECT_FAIR, "select_task_rq_fair")                                                          \
    X(TASK_CACHE_WORK, "task_cache_work")                                                          \
    X(ACCOUNT_MM, "account_mm_sched")                                                              \
    X(CAN_MIGRATE_LLC, "can_migrate_llc_task")                                                     \
    X(DETACH, "detach_tasks")                                                                      \
    X(BREAK_LLC, "alb_break_llc")                                                                  \
    X(BALANCE, "sched_balance_rq")                                                                 \
    X(NEWIDLE, "sched_balance_newidle")                                                            \
    X(NUMA_MIGRATE, "task_numa_migrate")

#define SS_REASON_LIST(X)                                                                          \
    X(PREVIOUS_CPU_FREE, "the previous CPU runs nothing this task must wait for")                  \
    X(LOWER_CPU_FOUND, "a CPU of lower level was found")                                           \
    X(NO_LOWER_CPU, "no allowed CPU has a lower level: the task stays on its previous CPU")        \
    X(TARGET_NOT_LOWER, "the CPU found was raised meanwhile: the task stays")                      \
    X(PUSHED, "the task was moved to a CPU of lower level")                                        \
    X(TASK_CHANGED, "another task became first while the locks were taken")                        \
    X(LOCK_FAILED, "no target stayed lower for three tries")                                       \
    X(RUNNING_IS_LOWER, "the running task is lower: it is preempted instead")                      \
    X(WALK_REQUESTED, "the walk over overloaded CPUs is started")                                  \
    X(WALK_RUNNING, "the walk is under way: it will make another pass")                            \
    X(HOST_ANSWERED, "the host's policy chose")                                                    \
    X(WK_DELAYED, "the task had not left its queue yet: it stays there")                           \
    X(WK_ONE_CPU, "the task may use one CPU only")                                                 \
    X(WK_WIDE, "waker and wakee change whom they wake too often to be brought together")           \
    X(WK_NO_AFFINE_CPU, "the task cannot be brought to the CPU of its waker")                      \
    X(WK_SAME_CPU, "the task ran last on the CPU of its waker")                                    \
    X(WK_HINT, "a hint names the CPU to search around")                                            \
    X(WK_NOT_ALLOWED, "the task may not use the CPU found: one near by takes its place")           \
    X(WA_IDLE_THIS, "the waker's CPU has nothing to do and shares a cache with the previous one")  \
    X(WA_IDLE_PREV_SHARED, "both CPUs idle and share a cache: the task stays near its own")        \
    X(WA_SYNC, "the waker is alone on its CPU and about to sleep")                                 \
    X(WA_CURRENT, "the waker, about to sleep, is more than the whole load of its CPU")             \
    X(WA_IDLE_PREV, "the previous CPU has nothing to do, so the task stays near it")               \
    X(WA_LOAD_THIS, "the waker's CPU would have less load")                                        \
    X(WA_LOAD_PREV, "the waker's CPU would not have less load")                                    \
    X(SI_TARGET, "the target CPU has nothing to do")                                               \
    X(SI_PREV, "the previous CPU has nothing to do and shares the cache")                          \
    X(SI_KTHREAD, "the waker is a kernel thread of that CPU and about to sleep")                   \
    X(SI_RECENT, "the CPU used before the previous one has nothing to do")                         \
    X(SI_SMT, "a sibling of the previous CPU has nothing to do")                                   \
    X(SI_CORE, "a whole core of the cache has nothing to do")                                      \
    X(SI_SCAN, "the scan of the cache met a CPU with nothing to do")                               \
    X(SI_LIMIT, "the scan of the cache gave up at its limit")                                      \
    X(SI_OVERLOADED, "the cache is too busy to be scanned")                                        \
    X(SI_CORE_FAIL, "no whole core of the cache is idle: a single CPU met on the way is taken")    \
    X(SI_CLUSTER, "a CPU of the target's cluster has nothing to do")                               \
    X(SI_NO_LLC, "no domain of the CPU spans a cache: there is nothing to scan")                   \
    X(SI_FALLBACK_PREV, "the previous CPU idles, though it is of another cluster")                 \
    X(SI_FALLBACK_RECENT, "the CPU used before that idles, though it is of another cluster")       \
    X(SI_FALLBACK_TARGET, "no other CPU was found that has nothing to do: the target it is")       \
    X(FK_STAY, "no group of CPUs is idler than the own one")                                       \
    X(FK_LEVEL, "the groups of a domain were compared")                                            \
    X(FK_GRP, "a group of CPUs was summed up for a new task")                                      \
    X(FK_NO_CAND, "no other group comes into question")                                            \
    X(FK_LOCAL_LOWER_CLASS, "the own group is in a less busy state than any other")                \
    X(FK_LOCAL_HIGHER_CLASS, "another group is in a less busy state than the own one")             \
    X(FK_NUMA_ALLOWED, "between nodes so small a difference, or so few tasks, are left alone")     \
    X(FK_NUMA_EXCEEDED, "the difference between the nodes is more than is left alone")             \
    X(FK_TIE_LOCAL, "the other group is no idler: a tie goes to the own one")                      \
    X(FK_MORE_IDLE, "another group has more idle CPUs")                                            \
    X(FK_LESS_UTIL, "another group has as many idle CPUs and is used less")                        \
    X(FK_LOAD_CLOSE, "another group has too little less load to be worth the way")                 \
    X(FK_LOAD_PUSH, "another group has clearly less load")                                         \
    X(FK_AFFINITY_ONLY, "the own group has no CPU that the task may use")                          \
    X(FK_HINT, "a hint keeps the task in its group while more than half of that is idle")          \
    X(FK_CPU_SCHED_IDLE, "a CPU of the group runs nothing but work of the idle policy")            \
    X(FK_CPU_EXIT_LAT, "of the idle CPUs of the group this one wakes up soonest")                  \
    X(FK_CPU_RECENT_IDLE, "of the idle CPUs of the group this one went idle last")                 \
    X(FK_CPU_LEAST_LOAD, "no CPU of the group is idle: this one has the least load")               \
    X(SI_WIDE, "the hint for a wider search: a CPU of another cache has nothing to do")            \
    X(FK_FOOTPRINT, "of all caches its memory fits this one best, or this one has most idle CPUs") \
    X(LLC_CHOSEN, "the process ran most in this cache: its threads prefer it from now on")         \
    X(LLC_LONE, "the process has no other thread: it prefers no cache")                            \
    X(LLC_THREADS, "more threads of the process run than a cache should hold: it prefers none")    \
    X(LLC_MEMORY, "the process has more memory than a cache holds: it prefers none")               \
    X(LLC_STALE, "nobody has looked where the process runs for too long: it prefers no cache")     \
    X(LLC_HOME, "the task is moved to the cache its process prefers")                              \
    X(LLC_LEFT, "the task is moved out of the cache its process prefers")                          \
    X(LLC_KEPT, "the task stays in the cache its process prefers, which is not too busy")          \
    X(LLC_FULL, "the cache its process prefers is too busy: the task stays where it is")           \
    X(LLC_LONE_TASK, "the only task of the CPU is in the cache it prefers: nobody may take it")    \
    X(LLC_SAME,                                                                                    \
      "the process runs in no other cache more than twice as much: its preference stays")          \
    X(LLC_OTHERS, "the pass is for tasks that prefer this cache, and the task does not")           \
    X(LLC_STOPS, "those that are left prefer to stay: no more tasks of this CPU were tried")       \
    X(LLC_NO_ROOM, "tasks of a group prefer this cache, which is too busy to take them in")        \
    X(LLC_NUMA, "the task's memory is on another node than its process's cache: it prefers none")  \
    X(LB_NOT_DUE, "the domain was balanced a moment ago")                                          \
    X(LB_SERIALIZED, "another CPU balances between nodes at this moment")                          \
    X(LB_NOT_FIRST, "another CPU of the group balances for all of it")                             \
    X(LB_NO_BUSIEST, "no other group has a task to give")                                          \
    X(LB_GRP, "the groups of the domain were summed up")                                           \
    X(LB_FORCE_MISFIT, "a task is too big for its CPU")                                            \
    X(LB_FORCE_IMBALANCED, "tasks of the busiest group could not be moved before")                 \
    X(LB_FORCE_SIBLING, "the own group has CPUs to spare and fewer tasks than its sibling")        \
    X(LB_FORCE_SMT, "the busiest group has a core whose threads are both busy")                    \
    X(LB_IMB, "something is to be moved")                                                          \
    X(LB_SRC, "a CPU of the busiest group was chosen to take from")                                \
    X(LB_LOCAL_BUSIER, "the own group is busier than any other")                                   \
    X(LB_AVG_LOCAL, "the own group has as much load as the busiest")                               \
    X(LB_AVG_DOMAIN, "the own group has as much load as the domain on average")                    \
    X(LB_PCT, "the busiest group has too little more load than the own one")                       \
    X(LB_NOT_IDLE, "the CPU is busy, and no group has more than it can run")                       \
    X(LB_IDLE_DIFF, "the groups have nearly equally many idle CPUs")                               \
    X(LB_ONE_TASK, "the busiest group has one task only")                                          \
    X(LB_NUMA_ALLOWED, "so much imbalance is left alone between nodes")                            \
    X(LB_NO_CPU, "no CPU of the busiest group has a task to give")                                 \
    X(LB_MOVED, "tasks were moved")                                                                \
    X(LB_FAILED, "nothing waited there any more")                                                  \
    X(LB_ACTIVE, "the running task is to move: the stopper of its CPU was woken")                  \
    X(MV_OK, "the task waited, may run here and has not run for a while")                          \
    X(MV_HOT_ANYWAY, "the task ran a moment ago, but passes before failed too often")              \
    X(MV_RUNNING, "the task runs")                                                                 \
    X(MV_PINNED, "the task may not run here")                                                      \
    X(MV_KTHREAD, "the task is a kernel thread of its CPU")                                        \
    X(MV_HINT, "a hint holds the task in its cache")                                               \
    X(MV_DELAYED, "the task sleeps and has only not left its queue yet")                           \
    X(MV_INELIGIBLE, "the task has had more than its share and would have to wait here")           \
    X(MV_HOT, "the task ran a moment ago: its cache is warm")                                      \
    X(MV_TOO_BIG, "the task is more than was to be moved")                                         \
    X(NI_NOT_OVERLOADED, "no CPU has more than one task")                                          \
    X(NI_AVG_IDLE, "the CPU idles too briefly for a search to pay")                                \
    X(MV_NEARER, "the task moves to the node its memory lies on")                                  \
    X(MV_AWAY, "the task would leave the node its memory lies on")                                 \
    X(MV_AWAY_ANYWAY, "the task leaves its memory's node, because passes failed too often")        \
    X(NB_IDLE_CPU, "a CPU of the node the task's memory lies on has nothing to do")                \
    X(NB_NO_CPU, "no CPU of the node the task's memory lies on has nothing to do")                 \
    X(GHOST_NAMED, "the CPU named is a ghost of that level: the task stays")                       \
    X(TQ_WAKELIST_LLC, "the target shares no cache with the waker: it queues the task itself")     \
    X(TQ_WAKELIST_IDLE, "the target has nothing to run: it queues the task itself")                \
    X(TQ_DIRECT, "the waker queues the task, under the target's lock")                             \
    X(PK_ONLY, "nobody else is queued")                                                            \
    X(PK_RUNNING, "the running task was asked whether it is eligible")                             \
    X(PK_PROTECTED, "the running task was asked what is left of its protected slice")              \
    X(PK_DEADLINE, "of the eligible tasks that wait the one with the earliest deadline")           \
    X(PK_CURR, "the deadline of the running task was compared")                                    \
    X(PP_IDLE_CPU, "the CPU has nothing else to do: the wakee runs next")                          \
    X(PP_OTHER_CLASS, "a task of a higher class runs: the wakee waits")                            \
    X(PP_DUE, "the CPU is to pick anew anyway: nothing was compared")                              \
    X(PP_IDLE_CLASS, "the policies of the two decide: work of the idle policy gives way")          \
    X(PP_SHORT, "the wakee has the shorter slice: the running task is not protected from it")      \
    X(PP_WAKEE, "the wakee was compared with the task picked")                                     \
    X(PP_WIN, "the wakee would be picked: the running task is preempted")                          \
    X(PP_KEEP, "the wakee would not be picked: it waits")                                          \
    X(PK_DELAYED_DROP, "the task picked sleeps already: it leaves the queue")                      \
    X(TK_SLICE_END, "at the tick the slice of the running task had ended")                         \
    X(TK_PROT_END, "at the tick the protection of the running task had ended")                     \
    X(NI_PULLED, "the search before idling pulled tasks")                                          \
    X(NI_NOTHING, "the search before idling pulled nothing")                                       \
    X(NI_WOKEN, "a task was queued here meanwhile: the search ends")                               \
    X(SI_SMT_TARGET, "a sibling of the target CPU has nothing to do")                              \
    X(NI_DICE, "by its record of success a search was not made this time")                         \
    X(TQ_WAKELIST_ONCPU, "the task was still leaving its CPU, which takes it back itself")         \
    X(LLC_EPOCH, "a new epoch of the process had begun")                                           \
    X(LLC_OCCUPANCY, "what the process ran in a cache was added up")                               \
    X(LLC_RUNNING, "threads of the process that run at once were counted")                         \
    X(LLC_TEST, "whether the task may change its cache was tested")                                \
    X(LLC_SOURCE, "the cache to be left was as busy as this")                                      \
    X(LLC_TARGET, "the cache to be joined was as busy as this")                                    \
    X(LLC_ROOM, "what counts as room, and what as busier")

enum ss_decision {
    SS_DECISION_NONE,
#define X(id, name) SS_DECISION_##id,
    SS_DECISION_LIST(X)
#undef X
};

enum ss_reason {
    SS_REASON_NONE,
#define X(id, name) SS_REASON_##id,
    SS_REASON_LIST(X)
#undef X
};

/* Lines the scheduler's structures need; works before anything is built (counting mode). */
u32 ss_sched_lines(const struct ss_world *w);
/* Takes the constant part and places the structures on lines of w->shared. */
void ss_sched_create(struct ss_world *w, struct ss_arena *header);
/* Takes the changing part; needs the locks. NULL-safe in counting mode, as the one above. */
void ss_sched_create_state(struct ss_world *w, struct ss_arena *state);
#define SS_SCHED_LOCKS(cpus) ((cpus) + 1) /* run queues, rto_lock */

/* The scheduler's columns of a CPU's view. */
void ss_sched_view(const struct ss_world *w, u32 cpu, struct ss_cpu_view *view);

/* Its lines of the names text: fields of its structures, locks. */
void ss_sched_names(const struct ss_world *w, struct ss_message *names);

/* Lines of cache-aware balancing, 0 without it; its memory, behind that of every other room:
 * without it nothing else lies elsewhere. */
u32 ss_cache_lines(const struct ss_world *w, u32 processes);
void ss_cache_create(struct ss_world *w, struct ss_arena *header);
void ss_cache_create_state(struct ss_world *w, struct ss_arena *state);
/* Its epochs at this moment; only where worlds have it. */
bool ss_cache_has_epochs(const struct ss_world *w);
void ss_cache_epoch_view(const struct ss_world *w, struct ss_epoch_view *view);
/* Its columns of a task's view. */
void ss_cache_task_view(const struct ss_world *w, u32 id, struct ss_task_view *view);
/* Whether its part of a definition is possible; else the message says why not. */
bool ss_cache_check(const struct ss_world_def *def, struct ss_message *message);

/* The task is a thread of that process, one of those the workload asked for; before it is placed.
 * Tasks that are not told so are processes of their own. */
void ss_sched_join_process(struct ss_world *w, i32 task, u32 process);
/* Bytes of memory of a process that count as resident. */
void ss_sched_set_memory(struct ss_world *w, u32 process, u64 bytes);
/* The node that a task's memory lies on, as NUMA balancing has found out before the run; for the
 * full fair class, after the task is placed. Tasks that are not told so have none. */
void ss_sched_set_memory_node(struct ss_world *w, i32 task, u32 node);

/* All CPUs idle and online in the root domain; after this tasks may be placed. */
void ss_sched_start(struct ss_world *w);

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
