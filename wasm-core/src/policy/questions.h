/* The questions that a policy's own room answers: from what never changes, or what the CPU knows by
 * itself. */
#ifndef SS_POLICY_QUESTIONS_H
#define SS_POLICY_QUESTIONS_H

#include "policy/policy.h"

/* Of one of those AT_ONCE. */
i64 ss_policy_answer(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm,
                     u32 what, const i64 of[2]);

/* What each word of a variable starts with. */
static inline i64 ss_policy_start_of(const struct ss_world_def *def, u32 array)
{
    return (i64)((u64)def->policy_array_start_high[array] << 32 |
                 def->policy_array_start_low[array]);
}

#endif
