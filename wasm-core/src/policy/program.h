/* A call of a policy from its question to its answer, as a kernel path. */
#ifndef SS_POLICY_PROGRAM_H
#define SS_POLICY_PROGRAM_H

#include "policy/policy.h"

/* Asks the policy on this CPU, up to the first thing that the policy wants. False if the call has
 * ended already, in less than a touch: no other CPU can have seen it then. */
bool ss_policy_begin(struct ss_world *w, struct ss_cpu *cpu, u32 point,
                     const i64 argument[SS_POLICY_ARGUMENTS]);

/* A call that has ended is over: what it answered, if that is possible, or SS_POLICY_LEFT. */
i32 ss_policy_end(const struct ss_world *w, const struct ss_cpu *cpu);

struct policy_program_frame {
    struct ss_path path;
};
/* The call goes on to its end. Result: an answer that is possible, or SS_POLICY_LEFT; how it ended
 * stays in the CPU's struct ss_policy_vm. */
bool policy_program(struct ss_world *w, struct ss_cpu *cpu);

#endif
