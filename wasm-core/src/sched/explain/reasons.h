/* What was decided and why, as explain records say it: codes, their words, and what the numbers of
 * their steps are. */
#ifndef SS_SCHED_EXPLAIN_REASONS_H
#define SS_SCHED_EXPLAIN_REASONS_H

#include "base/types.h"

/* Decisions and reasons of explain records; names in world/names.c come from these tables. Traces
 * count decisions by number, so these are never renumbered: PREEMPT keeps its place although no
 * code leaves it (the switch shows that a wakee preempts). Reasons are in no trace. */
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

/* X: a reason. STEP: one that is a step as well, with the names of its numbers in their order; they
 * are of 64 bits with a sign. A CPU, task or group that there is not is -1; is_... and the like are
 * 0 or 1; times are ns, of the order of the fair class virtual ones. By names that say too little:
 *   WA_LOAD_...                     the sides of the comparison: loads times 100 % times 1024 of
 *                                   capacity
 *   SI_TARGET, SI_PREV, SI_RECENT   outcome: enum ss_availability, or SS_OF_OTHER_CLUSTER
 *   SI_CORE, SI_CORE_FAIL, SI_WIDE  visited: whole cores
 *   FK_GRP                          group_class: enum ss_group_class; figure: utilisation, of busy
 *                                   groups the average load
 *   FK_NUMA_...                     difference of idle CPUs; tasks with this one
 *   other FK_ of two numbers        the other group; 0 CPUs: there is none
 *   TQ_...                          tasks of the target, as read
 *   PP_KEEP                         what the running task's protection was cut to, or 0
 *   PP_WAKEE                        by how much its deadline is later than the picked task's
 *   NI_AVG_IDLE                     expected cost of the search with the domain at hand
 *   NI_NOTHING                      expected cost of its domain from now on
 *   LLC_OCCUPANCY, LLC_CHOSEN, LLC_SAME   sums of fractions of a CPU, each of SS_CACHE_FULL
 *   LLC_THREADS                     has_margin: a fifth is to stay free; scale: what the tolerance
 *                                   multiplies CPUs by
 *   LLC_MEMORY                      allowed_kib 0: no cache is known
 *   LLC_HOME and the like           enum ss_cache_judgement
 */
#define SS_REASON_LIST(X, STEP)                                                                    \
    X(PREVIOUS_CPU_FREE, "the previous CPU runs nothing this task must wait for")                  \
    X(LOWER_CPU_FOUND, "a CPU at a lower level was found")                                         \
    X(NO_LOWER_CPU, "no allowed CPU is at a lower level: the task stays on its previous CPU")      \
    X(TARGET_NOT_LOWER, "the CPU found is no longer at a lower level: the task stays")             \
    X(PUSHED, "the task was moved to a CPU at a lower level")                                      \
    X(TASK_CHANGED, "another task came to the head of the queue while the locks were taken")       \
    X(LOCK_FAILED, "in three tries no target was still at a lower level once locked")              \
    X(RUNNING_IS_LOWER, "the running task has a lower priority: it is preempted instead")          \
    X(WALK_REQUESTED, "a walk over the overloaded CPUs begins")                                    \
    X(WALK_RUNNING, "a walk is already under way and will make another pass")                      \
    X(POLICY_CHOSE, "your policy chose this CPU")                                                  \
    STEP(WK_DELAYED, "the task had not left its runqueue yet and stays there", cpu, owed)          \
    STEP(WK_ONE_CPU, "the task may use only one CPU", cpu)                                         \
    STEP(WK_WIDE, "waker and wakee each wake too many different tasks to be brought together",     \
         waker_flips, wakee_flips, llc_cpus)                                                       \
    STEP(WK_NO_AFFINE_CPU, "the task cannot be brought to the CPU of its waker", cpu, is_allowed)  \
    STEP(WK_SAME_CPU, "the task last ran on its waker's CPU", cpu)                                 \
    STEP(WK_HINT, "a hint names the CPU to search around", cpu)                                    \
    STEP(WK_NOT_ALLOWED, "the task may not use the CPU found: a nearby one takes its place",       \
         found, taken)                                                                             \
    STEP(WA_IDLE_THIS,                                                                             \
         "the waker's CPU is otherwise idle and shares an LLC with the previous CPU", waker_cpu,   \
         previous_cpu)                                                                             \
    STEP(WA_IDLE_PREV_SHARED,                                                                      \
         "both CPUs idle and share an LLC: the task stays near its previous CPU", waker_cpu,       \
         previous_cpu)                                                                             \
    STEP(WA_SYNC, "the waker is alone on its CPU and about to sleep", waker_cpu, previous_cpu)     \
    STEP(WA_CURRENT, "the load of the waker, which is about to sleep, exceeds that of its CPU",    \
         cpu_load, waker_load)                                                                     \
    STEP(WA_IDLE_PREV, "the previous CPU is idle, so the task stays near it", waker_cpu,           \
         previous_cpu)                                                                             \
    STEP(WA_LOAD_THIS, "the waker's CPU would have the lower load", this_side, previous_side)      \
    STEP(WA_LOAD_PREV, "the waker's CPU would not have the lower load", this_side, previous_side)  \
    STEP(SI_TARGET, "the target CPU is idle", cpu, outcome)                                        \
    STEP(SI_PREV, "the previous CPU is idle and shares the LLC", cpu, outcome)                     \
    STEP(SI_KTHREAD, "the waker is a per-CPU kernel thread about to sleep", cpu, stacks)           \
    STEP(SI_RECENT, "the CPU used before the previous one is idle", cpu, outcome)                  \
    STEP(SI_SMT, "an SMT sibling of the previous CPU is idle", of, found)                          \
    STEP(SI_CORE, "a whole core of the LLC is idle", from, visited, found)                         \
    STEP(SI_SCAN, "the scan of the LLC found an idle CPU", from, visited, limit, found)            \
    STEP(SI_LIMIT, "the scan of the LLC stopped at its limit", from, limit)                        \
    STEP(SI_OVERLOADED, "the LLC is too busy to be scanned", cpu)                                  \
    STEP(SI_CORE_FAIL, "no whole core of the LLC is idle: an idle CPU seen on the way is taken",   \
         from, visited, found)                                                                     \
    STEP(SI_CLUSTER, "a CPU of the target's cluster is idle", from, visited, found)                \
    STEP(SI_NO_LLC, "no domain of the CPU spans an LLC: there is nothing to scan", cpu)            \
    X(SI_FALLBACK_PREV, "the previous CPU is idle, though in another cluster")                     \
    X(SI_FALLBACK_RECENT, "the CPU used before that is idle, though in another cluster")           \
    X(SI_FALLBACK_TARGET, "no idle CPU was found: the task goes to the target")                    \
    X(FK_STAY, "no group of CPUs is idler than the local group")                                   \
    STEP(FK_LEVEL, "the groups of a domain were compared", cpus, groups, around)                   \
    STEP(FK_GRP, "the statistics of a group were summed up for a new task", is_own, group_class,   \
         tasks, idle_cpus, figure)                                                                 \
    STEP(FK_NO_CAND, "no other group is a candidate", first_cpu, cpus)                             \
    STEP(FK_LOCAL_LOWER_CLASS, "the local group has a less busy type than any other", first_cpu,   \
         cpus)                                                                                     \
    STEP(FK_LOCAL_HIGHER_CLASS, "another group has a less busy type than the local group",         \
         first_cpu, cpus)                                                                          \
    STEP(FK_NUMA_ALLOWED,                                                                          \
         "between nodes a difference this small, or with so few tasks, is tolerated", difference,  \
         tasks, allowed)                                                                           \
    STEP(FK_NUMA_EXCEEDED, "the difference between the nodes is too large to be tolerated",        \
         difference, tasks, allowed)                                                               \
    STEP(FK_TIE_LOCAL, "the other group has no more idle CPUs: a tie goes to the local group",     \
         first_cpu, cpus)                                                                          \
    STEP(FK_MORE_IDLE, "another group has more idle CPUs", first_cpu, cpus)                        \
    STEP(FK_LESS_UTIL, "another group has as many idle CPUs and a lower utilisation", first_cpu,   \
         cpus)                                                                                     \
    STEP(FK_LOAD_CLOSE, "another group's load is lower, but by too little", imbalance_pct)         \
    STEP(FK_LOAD_PUSH, "another group has clearly less load", imbalance_pct)                       \
    STEP(FK_AFFINITY_ONLY, "the local group has no CPU that the task may use", first_cpu, cpus)    \
    STEP(FK_HINT, "a hint keeps the task in its group while more than half of the group idles",    \
         first_cpu, cpus)                                                                          \
    STEP(FK_CPU_SCHED_IDLE, "a CPU of the group runs only SCHED_IDLE tasks", cpu, looked)          \
    STEP(FK_CPU_EXIT_LAT, "of the group's idle CPUs this one wakes up soonest", cpu, looked,       \
         latency)                                                                                  \
    STEP(FK_CPU_RECENT_IDLE, "of the group's idle CPUs this one went idle last", cpu, looked,      \
         idle)                                                                                     \
    STEP(FK_CPU_LEAST_LOAD, "no CPU of the group is idle: this one has the least load", cpu,       \
         looked, load)                                                                             \
    STEP(SI_WIDE, "the hint for a wider search found an idle CPU under another LLC", from,         \
         visited, found)                                                                           \
    X(FK_FOOTPRINT, "of all LLCs this one fits the task's memory best, or has the most idle CPUs") \
    STEP(LLC_CHOSEN, "the process ran most under this LLC: its threads prefer it from now on",     \
         largest, present)                                                                         \
    STEP(LLC_LONE, "the process has no other thread: it prefers no LLC", threads)                  \
    STEP(LLC_THREADS, "more threads of the process run than an LLC should hold: it prefers none",  \
         average, smt, has_margin, cpus, scale)                                                    \
    STEP(LLC_MEMORY, "the process has more memory than an LLC holds: it prefers none", kib,        \
         allowed_kib)                                                                              \
    STEP(LLC_STALE, "the last scan for the process was too long ago: it prefers no LLC", epochs,   \
         allowed)                                                                                  \
    STEP(LLC_HOME, "the task moves to the LLC that its process prefers", judgement)                \
    STEP(LLC_LEFT, "the task moves away from the LLC that its process prefers", judgement)         \
    STEP(LLC_KEPT, "the task stays under its preferred LLC, which is not too busy", judgement)     \
    STEP(LLC_FULL, "the preferred LLC is too busy: the task stays where it is", judgement)         \
    STEP(LLC_LONE_TASK,                                                                            \
         "the only task of the CPU is under its preferred LLC and may not be taken", preferring,   \
         runnable, running)                                                                        \
    STEP(LLC_SAME, "no other LLC has more than twice the run time of the process: no change",      \
         largest, present)                                                                         \
    X(LLC_OTHERS, "the pass is for tasks that prefer this LLC, and this task does not")            \
    X(LLC_STOPS, "the remaining tasks prefer to stay: no more tasks of this CPU were tried")       \
    STEP(LLC_NO_ROOM, "tasks of a group prefer this LLC, which is too busy to take them",          \
         judgement)                                                                                \
    STEP(LLC_NUMA, "the task's memory is on another node than the preferred LLC: it prefers none", \
         task_node, anchor_node)                                                                   \
    X(LB_NOT_DUE, "the domain was balanced a moment ago")                                          \
    X(LB_SERIALIZED, "another CPU is balancing between nodes at this moment")                      \
    X(LB_NOT_FIRST, "another CPU balances on behalf of the whole group")                           \
    X(LB_NO_BUSIEST, "no other group has a task to give")                                          \
    X(LB_GRP, "the statistics of the domain's groups were summed up")                              \
    X(LB_FORCE_MISFIT, "a task is too big for its CPU")                                            \
    X(LB_FORCE_IMBALANCED, "tasks of the busiest group could not be moved before")                 \
    X(LB_FORCE_SIBLING, "the local group has spare CPUs and fewer tasks than its sibling")         \
    X(LB_FORCE_SMT, "the busiest group has a core whose threads both run tasks")                   \
    X(LB_IMB, "the imbalance to be moved was computed")                                            \
    X(LB_SRC, "a CPU of the busiest group was chosen as the source")                               \
    X(LB_LOCAL_BUSIER, "the local group is busier than any other")                                 \
    X(LB_AVG_LOCAL, "the local group has as much load as the busiest")                             \
    X(LB_AVG_DOMAIN, "the local group already has the average load of the domain")                 \
    X(LB_PCT, "the busiest group's load exceeds that of the local group by too little")            \
    X(LB_NOT_IDLE, "the CPU is busy, and no group has more than it can run")                       \
    X(LB_IDLE_DIFF, "the groups have nearly the same number of idle CPUs")                         \
    X(LB_ONE_TASK, "the busiest group has only one task")                                          \
    X(LB_NUMA_ALLOWED, "an imbalance this small between nodes is tolerated")                       \
    X(LB_NO_CPU, "no CPU of the busiest group has a task to give")                                 \
    X(LB_MOVED, "tasks were moved")                                                                \
    X(LB_FAILED, "no task was waiting there any more")                                             \
    X(LB_ACTIVE, "the running task is to move: the stopper of its CPU was woken")                  \
    X(MV_OK, "the task waited, may run here and has not run for a while")                          \
    X(MV_HOT_ANYWAY, "the task ran a moment ago, but earlier passes failed too often")             \
    X(MV_RUNNING, "the task is running")                                                           \
    X(MV_PINNED, "the task may not run here")                                                      \
    X(MV_KTHREAD, "the task is a per-CPU kernel thread")                                           \
    X(MV_HINT, "a hint holds the task under its LLC")                                              \
    X(MV_DELAYED, "the task is asleep but has not left its queue yet")                             \
    X(MV_INELIGIBLE, "the task has had more than its share and would have to wait here")           \
    X(MV_HOT, "the task ran a moment ago, so its data is still cached")                            \
    X(MV_TOO_BIG, "the task is larger than the imbalance to be moved")                             \
    X(NI_NOT_OVERLOADED, "no CPU has more than one task")                                          \
    STEP(NI_AVG_IDLE, "the CPU idles too briefly for a search to pay", idle, cost)                 \
    X(MV_NEARER, "the task moves to the node where its memory lies")                               \
    X(MV_AWAY, "the task would leave the node where its memory lies")                              \
    X(MV_AWAY_ANYWAY, "the task leaves the node of its memory, because passes failed too often")   \
    X(NB_IDLE_CPU, "a CPU on the node of the task's memory is idle")                               \
    X(NB_NO_CPU, "no CPU on the node of the task's memory is idle")                                \
    X(GHOST_NAMED, "the CPU named is a ghost at that level: the task stays")                       \
    STEP(TQ_WAKELIST_LLC, "the target shares no LLC with the waker and queues the task itself",    \
         waker_cpu, target, tasks)                                                                 \
    STEP(TQ_WAKELIST_IDLE, "the target has nothing to run and queues the task itself", waker_cpu,  \
         target, tasks)                                                                            \
    STEP(TQ_DIRECT, "the waker queues the task under the target's runqueue lock", waker_cpu,       \
         target, tasks)                                                                            \
    STEP(PK_ONLY, "no other task is queued", task)                                                 \
    STEP(PK_RUNNING, "the running task was tested for eligibility", task, lag)                     \
    STEP(PK_PROTECTED, "the rest of the running task's protected slice was read", task, left)      \
    STEP(PK_DEADLINE, "the eligible waiting task with the earliest deadline", task, eligible,      \
         waiting)                                                                                  \
    STEP(PK_CURR, "the deadline of the running task was compared", task, earlier_by)               \
    STEP(PP_IDLE_CPU, "the CPU has nothing else to run: the wakee runs next", cpu)                 \
    STEP(PP_OTHER_CLASS, "a task of a higher class runs: the wakee waits", cpu)                    \
    STEP(PP_DUE, "the CPU was about to pick again anyway: nothing was compared", cpu)              \
    STEP(PP_IDLE_CLASS, "the policies of the two tasks decide: SCHED_IDLE gives way", task,        \
         gives_way)                                                                                \
    STEP(PP_SHORT, "the wakee has the shorter slice: the running task is not protected from it",   \
         wakee_slice, running_slice)                                                               \
    STEP(PP_WAKEE, "the wakee was compared with the task picked", lag, later_by)                   \
    STEP(PP_WIN, "the wakee would be picked: the running task is preempted", task, lag)            \
    STEP(PP_KEEP, "the wakee would not be picked: it waits", task, protection)                     \
    STEP(PK_DELAYED_DROP, "the task picked is already asleep and leaves the queue", task, lag)     \
    STEP(TK_SLICE_END, "at the tick the running task had used up its slice", task, beyond)         \
    STEP(TK_PROT_END, "at the tick the running task's slice protection had ended", task, beyond)   \
    STEP(NI_PULLED, "the newly idle search pulled tasks", tasks, took)                             \
    STEP(NI_NOTHING, "the newly idle search pulled no task", took, known)                          \
    STEP(NI_WOKEN, "a task was queued here meanwhile: the search ends", cpu)                       \
    STEP(SI_SMT_TARGET, "an SMT sibling of the target CPU is idle", of, found)                     \
    X(NI_DICE, "given its success rate, the search was skipped this time")                         \
    X(TQ_WAKELIST_ONCPU, "the task was still leaving its CPU, which queues it again itself")       \
    STEP(LLC_EPOCH, "a new epoch of the process had begun", epoch, period)                         \
    STEP(LLC_OCCUPANCY, "the time that the process ran under an LLC was added up", first_cpu,      \
         most_cpu, sum)                                                                            \
    STEP(LLC_RUNNING, "the threads of the process that run at once were counted", threads,         \
         average)                                                                                  \
    STEP(LLC_TEST, "the kernel tested whether the task may change its LLC", from, to, util)        \
    STEP(LLC_SOURCE, "the utilisation of the LLC to be left", util, capacity)                      \
    STEP(LLC_TARGET, "the utilisation of the LLC to be joined", util, capacity)                    \
    STEP(LLC_ROOM, "the thresholds for having room and for being busier", room_pct, busier_pct)    \
    X(POLICY_REFUSED, "your policy named a CPU that the task may not use: Linux chose")            \
    X(POLICY_FAULT, "your policy failed here: Linux chose")                                        \
    STEP(POLICY_READ, "your policy read a word", word, asked_of, value)                            \
    STEP(PK_LEAST, "the queued task with the least virtual runtime", task, behind)                 \
    STEP(PP_BEHIND, "the virtual runtime of the wakee was compared with the running task's", task, \
         behind, granularity)                                                                      \
    STEP(TK_SHARE_END, "at the tick the running task had used up its share of the period", task,   \
         ran)                                                                                      \
    STEP(PK_NEXT, "the wakee for which the running task was preempted", task)

enum ss_decision {
    SS_DECISION_NONE,
#define X(id, name) SS_DECISION_##id,
    SS_DECISION_LIST(X)
#undef X
};

enum ss_reason {
    SS_REASON_NONE,
#define X(id, ...) SS_REASON_##id,
    SS_REASON_LIST(X, X)
#undef X
};

/* The numbers of a step by name, for SS_STEP of steps.h. */
#define X(id, sentence)
#define STEP(id, sentence, ...)                                                                    \
    struct ss_facts_##id {                                                                         \
        i64 __VA_ARGS__;                                                                           \
    };
SS_REASON_LIST(X, STEP)
#undef X
#undef STEP

#endif
