/*
 * What the RT class asks a policy of one's own, and what that may ask of cpupri: the counts and
 * levels that Linux's own search reads. Source of both: kernel/sched/cpupri.c, 6.18.2.
 */
#include "sched/rt/asked.h"

#include "policy/policy.h"
#include "sched/run_queue.h"

_Static_assert(SS_POLICY_LEVELS == SS_CPUPRI_LEVELS, "a policy asks about the levels there are");

static u32 count_word(const struct ss_world *w, i64 level, u32 *operation)
{
    *operation = SS_OPERATION_LOAD;
    return ss_count_word(w, (u32)level);
}

static i64 count_of(const struct ss_world *w, i64 level, i64 and)
{
    (void)and;
    return w->sched->state->count[level];
}

static u32 level_word(const struct ss_world *w, i64 cpu, u32 *operation)
{
    *operation = SS_OPERATION_SCAN;
    return ELEMENT(CPU_TO_PRI, 0, LEVEL, cpu);
}

static i64 level_of(const struct ss_world *w, i64 cpu, i64 and)
{
    (void)and;
    return w->sched->cpu_to_pri[cpu];
}

static bool is_cpu_or_none(const struct ss_world *w, const i64 *argument, i64 answer)
{
    return answer == -1 || (answer >= 0 && answer < w->topology.cpus &&
                            ss_bitset_has(ss_affinity(w, &w->task[argument[0]]), (u32)answer));
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    (void)header;
    if (!w->policy)
        return;
    w->policy->questions[SS_POLICY_CALL_CPUPRI_COUNT] =
        (struct ss_policy_question){count_word, count_of, NULL};
    w->policy->questions[SS_POLICY_CALL_CPU_PRIO] =
        (struct ss_policy_question){level_word, level_of, NULL};
    w->policy->possible[SS_POLICY_POINT_FIND_LOWEST_RQ] = is_cpu_or_none;
}

const struct ss_room ss_asked_rt_room = {.create = create};
