/* A CPU about to idle does what a policy of one's own says. */
#ifndef SS_SCHED_FAIR_TOLD_H
#define SS_SCHED_FAIR_TOLD_H

#include "policy/policy.h"

/* Checks the task's affinity mask. ss_task_allowed() skips that until the mask first changes,
 * because Linux never picks a forbidden CPU; a policy may. */
bool ss_policy_may_use(const struct ss_world *w, i32 task, u32 cpu);

/* The point balance; the CPU's lock is held before and after, not while words are read. Result: 0
 * if the policy has decided, whatever came of it, or SS_POLICY_LEFT. */
bool balance_as_told(struct ss_world *w, struct ss_cpu *cpu);

#endif
