/*
 * The tests of a placement and what became of it, told one by one to those who ask for it
 * (explain_steps of a definition): each is a reason code with two numbers. Observation: nothing
 * reads it back, and where nobody asks it is one comparison a test. Source: spec "Fair scheduler"
 * section 16.
 */
/* clang-format off */
/*
 * What the numbers are, by code (two CPUs or counts in one number: see ss_pair):
 *   WK_WIDE              flips of the waker | of the wakee
 *   WK_NO_AFFINE_CPU     the waker's CPU | 0: the task may not run there; 1: no domain joins the two
 *   WK_ONE_CPU, WK_SAME_CPU, WK_HINT   the CPU | 0
 *   WK_NOT_ALLOWED       the CPU found | the one taken instead
 *   WA_CURRENT           load of the waker's CPU | of the waker
 *   WA_LOAD_...          the two sides of the comparison, divided by 16 to fit
 *   the other WA_ codes  the waker's CPU and the previous one, a pair | 0
 *   SI_TARGET, SI_PREV, SI_RECENT   the CPU | what the test came to: SS_CPU_... or SS_TOLD_...
 *   SI_KTHREAD           the CPU | 1: the task goes there; 0: it does not
 *   SI_SMT, SI_SMT_TARGET   the previous CPU, or the target | the sibling found plus one, or 0
 *   SI_NO_LLC            the CPU | 0
 *   SI_OVERLOADED        the target | 0
 *   SI_CLUSTER, SI_WIDE, SI_CORE, SI_CORE_FAIL   a pair: where the round begins, CPUs visited (of
 *                        whole cores: cores) | the CPU found plus one, or 0
 *   SI_SCAN, SI_LIMIT    the same pair | the limit of CPUs
 *   FK_LEVEL             CPUs of the domain | a pair: its groups, the CPU it is looked at from
 *   FK_GRP               see ss_told_group | utilisation, or the average load of a busy group
 *   FK_NUMA_...          a pair: difference of idle CPUs, tasks with this one | tasks allowed
 *   FK_LOAD_...          imbalance_pct | 0
 *   FK_CPU_...           a pair: the CPU, CPUs looked at | exit latency or time since it went idle
 *                        (ns), or its load
 *   the other FK_ codes  first CPU of the other group, or 0 | its CPUs, or 0
 *
 * Behind those of a placement, how the wakee was queued and whether it took the CPU. Lags and
 * distances are virtual ns with a sign, as far as 32 bits hold them.
 *   WK_DELAYED           the CPU | what the task owed its queue, or 0: it is placed anew
 *   TQ_...               a pair: the waker's CPU, the target | tasks of the target, as read
 *   PP_IDLE_CPU, PP_OTHER_CLASS, PP_DUE   the CPU | 0
 *   PP_IDLE_CLASS        the running task | 1: it gives way; 0: the wakee waits
 *   PP_SHORT             slice of the wakee | of the running task, ns
 *   PP_WAKEE             its lag | by how much its deadline is later than that of the task picked
 *   PP_WIN               the running task | lag of the wakee
 *   PP_KEEP              the task picked | what the running one's protection was cut to, or 0
 * The pick itself:
 *   PK_ONLY              the task | 0
 *   PK_RUNNING           the running task | its lag
 *   PK_PROTECTED         the running task | what is left of its protection
 *   PK_DEADLINE          the task plus one, 0: none is eligible | a pair: eligible ones, all queued
 *   PK_CURR              the running task | by how much its deadline is earlier than that one's
 *   PK_DELAYED_DROP      the task | its lag
 * What at the tick asked for it:
 *   TK_SLICE_END         the running task | how far it had come beyond its deadline
 *   TK_PROT_END          the running task | how far beyond its protection
 * A search before a CPU idles, beside the record of its pass:
 *   NI_AVG_IDLE          how long the CPU idles on average | what the search takes with the domain
 *                        at hand, by what it is known for, ns
 *   NI_PULLED            tasks | what the pass took, ns
 *   NI_NOTHING           what the pass took, ns | what its domain is known for from now on
 *   NI_WOKEN             the CPU | 0
 * Of caches, beside the records of scans, accounting, moves and passes; a test ends with the reason
 * of its record, which says by what it was decided:
 *   LLC_EPOCH            number of the process's epoch | how long one lasts, ns
 *   LLC_OCCUPANCY        a pair: first CPU of the cache, its CPU the process ran on most | the sum of
 *                        its CPUs' fractions, each of SS_CACHE_FULL
 *   LLC_CHOSEN, LLC_SAME the largest of these sums | that of the cache preferred so far
 *   LLC_RUNNING          threads seen running | the average before
 *   LLC_LONE             threads of the process | 0
 *   LLC_THREADS          a pair: the average, threads of a core; from the highest bit down whether a
 *                        fifth is to stay free | a pair: CPUs of the cache, what the tolerance
 *                        multiplies them by
 *   LLC_MEMORY           KiB that count | KiB let in, 0: no cache is known
 *   LLC_STALE            epochs since the last scan, with a sign | the most there may be
 *   LLC_NUMA             node of the task's memory | of the anchor
 *   LLC_TEST             a pair: CPU to take from, CPU to bring to | utilisation of the task
 *   LLC_SOURCE, LLC_TARGET   utilisation of that CPU's cache | its capacity
 *   LLC_ROOM             percent below which a cache has room | by how many percent one is busier
 *   LLC_HOME, LLC_LEFT, LLC_KEPT, LLC_FULL, LLC_NO_ROOM   enum ss_cache_judgement | 0
 *   LLC_LONE_TASK        tasks that prefer this cache | a pair: runnable ones, all with the stopper
 */
/* clang-format on */
#ifndef SS_SCHED_EXPLAIN_TOLD_H
#define SS_SCHED_EXPLAIN_TOLD_H

#include "sched/fair/fair.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/rules/group.h"
#include "sched/run_queue.h"

/* What a test of one CPU came to: enum ss_availability, or nothing to do but too far away. */
enum { SS_TOLD_OTHER_CLUSTER = SS_CPU_SCHED_IDLE + 1 };

/* A group of CPUs: tasks in the low half, idle CPUs in 12 bits, its class in three, and in the last
 * whether it is the own one. Saturates where there are more tasks. */
static inline u32 ss_told_group(const struct ss_group_stats *stats, bool own)
{
    return ss_min_u32(stats->nr, UINT16_MAX) | stats->idle << 16 | (u32)stats->class << 28 |
           (u32)own << 31;
}

/* What groups of its class are compared by. */
static inline u32 ss_told_figure(const struct ss_group_stats *stats)
{
    const bool busy = stats->class == SS_GROUP_FULLY_BUSY || stats->class == SS_GROUP_OVERLOADED;
    return ss_saturated(busy ? stats->avg_load : stats->util);
}

static inline u32 ss_pair(u32 low, u32 high)
{
    return low | high << 16;
}

/* As far as 32 bits hold it, with its sign. */
static inline u32 ss_signed(i64 value)
{
    return (u32)(i32)(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
}

/* steps.c: one more step, as long as there is room. */
void ss_tell_more(struct ss_told *steps, u32 reason, u32 first, u32 second);

/* The steps of the record that was left last; NULL: nobody asks. */
struct ss_told *ss_told_last(const struct ss_world *w);
/* The steps of the task's last placement, to go on with; NULL: nobody asks, or all is told. */
struct ss_told *ss_told_of(const struct ss_world *w, i32 task);
/* The steps of record `id` go on with what becomes of the task. */
void ss_tell_on(struct ss_world *w, i32 task, u64 id);
/* They end here. */
void ss_tell_end(struct ss_world *w, i32 task);

/* How ss_pick_eevdf comes to its result on that CPU now. Result: whether it looked beyond the
 * running task. */
bool ss_tell_pick(const struct ss_world *w, struct ss_told *steps, u32 cpu, bool protect);

/* A pass of a CPU about to idle that left a record: what spoke for it, or against one further out;
 * what it found, what its domain is known for since, and whether a task has come by itself. */
void ss_tell_searched(const struct ss_world *w, u32 cpu, u64 idle, u64 expected);
void ss_tell_found(const struct ss_world *w, u32 cpu, i32 pulled, u64 took, u64 known, bool waits);

/* A pick of this CPU: it begins with the tick that asks for one or with itself, `deadline` being
 * the running task's before it was accounted. Nothing where nobody asks. */
void ss_tell_tick(const struct ss_world *w, u32 cpu, i64 deadline);
void ss_tell_pick_begins(const struct ss_world *w, u32 cpu);
void ss_tell_candidate(const struct ss_world *w, u32 cpu);
void ss_tell_dropped(const struct ss_world *w, u32 cpu, i32 task);
void ss_tell_picked(const struct ss_world *w, const struct ss_cpu *cpu, i32 chosen);

/* place.c */
void ss_tell_asked(const struct ss_world *w, const struct ss_cpu *cpu, u32 reason, u32 first,
                   u32 second);

/* One test of the placement that this CPU works on. */
static inline void ss_tell(const struct ss_world *w, const struct ss_cpu *cpu, u32 reason,
                           u32 first, u32 second)
{
    if (w->sched->fair->work[cpu->number].told)
        ss_tell_asked(w, cpu, reason, first, second);
}

/* Leaves an explain record and its mark; the caller fills decision, reason, task (or
 * SS_NO_TASK), chosen, previous and what else it knows. */
void ss_fair_explain(struct ss_world *w, struct ss_cpu *cpu, struct ss_explain *record);

#endif
