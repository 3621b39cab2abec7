/* What was decided and why, as explain records say it: codes, their words, and what the numbers of
 * their steps are. */
#ifndef SS_SCHED_EXPLAIN_REASONS_H
#define SS_SCHED_EXPLAIN_REASONS_H

#include "base/types.h"

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
    X(LOWER_CPU_FOUND, "a CPU of lower level was found")                                           \
    X(NO_LOWER_CPU, "no allowed CPU has a lower level: the task stays on its previous CPU")        \
    X(TARGET_NOT_LOWER, "the CPU found was raised meanwhile: the task stays")                      \
    X(PUSHED, "the task was moved to a CPU of lower level")                                        \
    X(TASK_CHANGED, "another task became first while the locks were taken")                        \
    X(LOCK_FAILED, "no target stayed lower for three tries")                                       \
    X(RUNNING_IS_LOWER, "the running task is lower: it is preempted instead")                      \
    X(WALK_REQUESTED, "the walk over overloaded CPUs is started")                                  \
    X(WALK_RUNNING, "the walk is under way: it will make another pass")                            \
    X(POLICY_CHOSE, "your policy chose this CPU")                                                  \
    STEP(WK_DELAYED, "the task had not left its queue yet: it stays there", cpu, owed)             \
    STEP(WK_ONE_CPU, "the task may use one CPU only", cpu)                                         \
    STEP(WK_WIDE, "waker and wakee change whom they wake too often to be brought together",        \
         waker_flips, wakee_flips, llc_cpus)                                                       \
    STEP(WK_NO_AFFINE_CPU, "the task cannot be brought to the CPU of its waker", cpu, is_allowed)  \
    STEP(WK_SAME_CPU, "the task ran last on the CPU of its waker", cpu)                            \
    STEP(WK_HINT, "a hint names the CPU to search around", cpu)                                    \
    STEP(WK_NOT_ALLOWED, "the task may not use the CPU found: one near by takes its place", found, \
         taken)                                                                                    \
    STEP(WA_IDLE_THIS,                                                                             \
         "the waker's CPU has nothing to do and shares a cache with the previous one", waker_cpu,  \
         previous_cpu)                                                                             \
    STEP(WA_IDLE_PREV_SHARED, "both CPUs idle and share a cache: the task stays near its own",     \
         waker_cpu, previous_cpu)                                                                  \
    STEP(WA_SYNC, "the waker is alone on its CPU and about to sleep", waker_cpu, previous_cpu)     \
    STEP(WA_CURRENT, "the waker, about to sleep, is more than the whole load of its CPU",          \
         cpu_load, waker_load)                                                                     \
    STEP(WA_IDLE_PREV, "the previous CPU has nothing to do, so the task stays near it", waker_cpu, \
         previous_cpu)                                                                             \
    STEP(WA_LOAD_THIS, "the waker's CPU would have less load", this_side, previous_side)           \
    STEP(WA_LOAD_PREV, "the waker's CPU would not have less load", this_side, previous_side)       \
    STEP(SI_TARGET, "the target CPU has nothing to do", cpu, outcome)                              \
    STEP(SI_PREV, "the previous CPU has nothing to do and shares the cache", cpu, outcome)         \
    STEP(SI_KTHREAD, "the waker is a kernel thread of that CPU and about to sleep", cpu, stacks)   \
    STEP(SI_RECENT, "the CPU used before the previous one has nothing to do", cpu, outcome)        \
    STEP(SI_SMT, "a sibling of the previous CPU has nothing to do", of, found)                     \
    STEP(SI_CORE, "a whole core of the cache has nothing to do", from, visited, found)             \
    STEP(SI_SCAN, "the scan of the cache met a CPU with nothing to do", from, visited, limit,      \
         found)                                                                                    \
    STEP(SI_LIMIT, "the scan of the cache gave up at its limit", from, limit)                      \
    STEP(SI_OVERLOADED, "the cache is too busy to be scanned", cpu)                                \
    STEP(SI_CORE_FAIL, "no whole core of the cache is idle: a single CPU met on the way is taken", \
         from, visited, found)                                                                     \
    STEP(SI_CLUSTER, "a CPU of the target's cluster has nothing to do", from, visited, found)      \
    STEP(SI_NO_LLC, "no domain of the CPU spans a cache: there is nothing to scan", cpu)           \
    X(SI_FALLBACK_PREV, "the previous CPU idles, though it is of another cluster")                 \
    X(SI_FALLBACK_RECENT, "the CPU used before that idles, though it is of another cluster")       \
    X(SI_FALLBACK_TARGET, "no other CPU was found that has nothing to do: the target it is")       \
    X(FK_STAY, "no group of CPUs is idler than the own one")                                       \
    STEP(FK_LEVEL, "the groups of a domain were compared", cpus, groups, around)                   \
    STEP(FK_GRP, "a group of CPUs was summed up for a new task", is_own, group_class, tasks,       \
         idle_cpus, figure)                                                                        \
    STEP(FK_NO_CAND, "no other group comes into question", first_cpu, cpus)                        \
    STEP(FK_LOCAL_LOWER_CLASS, "the own group is in a less busy state than any other", first_cpu,  \
         cpus)                                                                                     \
    STEP(FK_LOCAL_HIGHER_CLASS, "another group is in a less busy state than the own one",          \
         first_cpu, cpus)                                                                          \
    STEP(FK_NUMA_ALLOWED, "between nodes so small a difference, or so few tasks, are left alone",  \
         difference, tasks, allowed)                                                               \
    STEP(FK_NUMA_EXCEEDED, "the difference between the nodes is more than is left alone",          \
         difference, tasks, allowed)                                                               \
    STEP(FK_TIE_LOCAL, "the other group is no idler: a tie goes to the own one", first_cpu, cpus)  \
    STEP(FK_MORE_IDLE, "another group has more idle CPUs", first_cpu, cpus)                        \
    STEP(FK_LESS_UTIL, "another group has as many idle CPUs and is used less", first_cpu, cpus)    \
    STEP(FK_LOAD_CLOSE, "another group has too little less load to be worth the way",              \
         imbalance_pct)                                                                            \
    STEP(FK_LOAD_PUSH, "another group has clearly less load", imbalance_pct)                       \
    STEP(FK_AFFINITY_ONLY, "the own group has no CPU that the task may use", first_cpu, cpus)      \
    STEP(FK_HINT, "a hint keeps the task in its group while more than half of that is idle",       \
         first_cpu, cpus)                                                                          \
    STEP(FK_CPU_SCHED_IDLE, "a CPU of the group runs nothing but work of the idle policy", cpu,    \
         looked)                                                                                   \
    STEP(FK_CPU_EXIT_LAT, "of the idle CPUs of the group this one wakes up soonest", cpu, looked,  \
         latency)                                                                                  \
    STEP(FK_CPU_RECENT_IDLE, "of the idle CPUs of the group this one went idle last", cpu, looked, \
         idle)                                                                                     \
    STEP(FK_CPU_LEAST_LOAD, "no CPU of the group is idle: this one has the least load", cpu,       \
         looked, load)                                                                             \
    STEP(SI_WIDE, "the hint for a wider search: a CPU of another cache has nothing to do", from,   \
         visited, found)                                                                           \
    X(FK_FOOTPRINT, "of all caches its memory fits this one best, or this one has most idle CPUs") \
    STEP(LLC_CHOSEN, "the process ran most in this cache: its threads prefer it from now on",      \
         largest, present)                                                                         \
    STEP(LLC_LONE, "the process has no other thread: it prefers no cache", threads)                \
    STEP(LLC_THREADS, "more threads of the process run than a cache should hold: it prefers none", \
         average, smt, has_margin, cpus, scale)                                                    \
    STEP(LLC_MEMORY, "the process has more memory than a cache holds: it prefers none", kib,       \
         allowed_kib)                                                                              \
    STEP(LLC_STALE, "nobody has looked where the process runs for too long: it prefers no cache",  \
         epochs, allowed)                                                                          \
    STEP(LLC_HOME, "the task is moved to the cache its process prefers", judgement)                \
    STEP(LLC_LEFT, "the task is moved out of the cache its process prefers", judgement)            \
    STEP(LLC_KEPT, "the task stays in the cache its process prefers, which is not too busy",       \
         judgement)                                                                                \
    STEP(LLC_FULL, "the cache its process prefers is too busy: the task stays where it is",        \
         judgement)                                                                                \
    STEP(LLC_LONE_TASK, "the only task of the CPU is in the cache it prefers: nobody may take it", \
         preferring, runnable, running)                                                            \
    STEP(LLC_SAME,                                                                                 \
         "the process runs in no other cache more than twice as much: its preference stays",       \
         largest, present)                                                                         \
    X(LLC_OTHERS, "the pass is for tasks that prefer this cache, and the task does not")           \
    X(LLC_STOPS, "those that are left prefer to stay: no more tasks of this CPU were tried")       \
    STEP(LLC_NO_ROOM, "tasks of a group prefer this cache, which is too busy to take them in",     \
         judgement)                                                                                \
    STEP(LLC_NUMA,                                                                                 \
         "the task's memory is on another node than its process's cache: it prefers none",         \
         task_node, anchor_node)                                                                   \
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
    STEP(NI_AVG_IDLE, "the CPU idles too briefly for a search to pay", idle, cost)                 \
    X(MV_NEARER, "the task moves to the node its memory lies on")                                  \
    X(MV_AWAY, "the task would leave the node its memory lies on")                                 \
    X(MV_AWAY_ANYWAY, "the task leaves its memory's node, because passes failed too often")        \
    X(NB_IDLE_CPU, "a CPU of the node the task's memory lies on has nothing to do")                \
    X(NB_NO_CPU, "no CPU of the node the task's memory lies on has nothing to do")                 \
    X(GHOST_NAMED, "the CPU named is a ghost of that level: the task stays")                       \
    STEP(TQ_WAKELIST_LLC, "the target shares no cache with the waker: it queues the task itself",  \
         waker_cpu, target, tasks)                                                                 \
    STEP(TQ_WAKELIST_IDLE, "the target has nothing to run: it queues the task itself", waker_cpu,  \
         target, tasks)                                                                            \
    STEP(TQ_DIRECT, "the waker queues the task, under the target's lock", waker_cpu, target,       \
         tasks)                                                                                    \
    STEP(PK_ONLY, "nobody else is queued", task)                                                   \
    STEP(PK_RUNNING, "the running task was asked whether it is eligible", task, lag)               \
    STEP(PK_PROTECTED, "the running task was asked what is left of its protected slice", task,     \
         left)                                                                                     \
    STEP(PK_DEADLINE, "of the eligible tasks that wait the one with the earliest deadline", task,  \
         eligible, waiting)                                                                        \
    STEP(PK_CURR, "the deadline of the running task was compared", task, earlier_by)               \
    STEP(PP_IDLE_CPU, "the CPU has nothing else to do: the wakee runs next", cpu)                  \
    STEP(PP_OTHER_CLASS, "a task of a higher class runs: the wakee waits", cpu)                    \
    STEP(PP_DUE, "the CPU is to pick anew anyway: nothing was compared", cpu)                      \
    STEP(PP_IDLE_CLASS, "the policies of the two decide: work of the idle policy gives way", task, \
         gives_way)                                                                                \
    STEP(PP_SHORT, "the wakee has the shorter slice: the running task is not protected from it",   \
         wakee_slice, running_slice)                                                               \
    STEP(PP_WAKEE, "the wakee was compared with the task picked", lag, later_by)                   \
    STEP(PP_WIN, "the wakee would be picked: the running task is preempted", task, lag)            \
    STEP(PP_KEEP, "the wakee would not be picked: it waits", task, protection)                     \
    STEP(PK_DELAYED_DROP, "the task picked sleeps already: it leaves the queue", task, lag)        \
    STEP(TK_SLICE_END, "at the tick the slice of the running task had ended", task, beyond)        \
    STEP(TK_PROT_END, "at the tick the protection of the running task had ended", task, beyond)    \
    STEP(NI_PULLED, "the search before idling pulled tasks", tasks, took)                          \
    STEP(NI_NOTHING, "the search before idling pulled nothing", took, known)                       \
    STEP(NI_WOKEN, "a task was queued here meanwhile: the search ends", cpu)                       \
    STEP(SI_SMT_TARGET, "a sibling of the target CPU has nothing to do", of, found)                \
    X(NI_DICE, "by its record of success a search was not made this time")                         \
    X(TQ_WAKELIST_ONCPU, "the task was still leaving its CPU, which takes it back itself")         \
    STEP(LLC_EPOCH, "a new epoch of the process had begun", epoch, period)                         \
    STEP(LLC_OCCUPANCY, "what the process ran in a cache was added up", first_cpu, most_cpu, sum)  \
    STEP(LLC_RUNNING, "threads of the process that run at once were counted", threads, average)    \
    STEP(LLC_TEST, "whether the task may change its cache was tested", from, to, util)             \
    STEP(LLC_SOURCE, "the cache to be left was as busy as this", util, capacity)                   \
    STEP(LLC_TARGET, "the cache to be joined was as busy as this", util, capacity)                 \
    STEP(LLC_ROOM, "what counts as room, and what as busier", room_pct, busier_pct)                \
    X(POLICY_REFUSED, "your policy named a CPU that the task may not use: Linux chose")            \
    X(POLICY_FAULT, "your policy failed here: Linux chose")                                        \
    STEP(POLICY_READ, "your policy read a word", word, asked_of, value)                            \
    STEP(PK_LEAST, "of what is queued the task with the least virtual runtime", task, behind)      \
    STEP(PP_BEHIND, "the virtual runtime of the wakee was compared with the running task's", task, \
         behind, granularity)                                                                      \
    STEP(TK_SHARE_END, "at the tick the running task had had its share of the period", task, ran)  \
    STEP(PK_NEXT, "the wakee for which the running task was interrupted", task)

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
