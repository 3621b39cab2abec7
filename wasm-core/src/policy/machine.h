/* The machine that a policy's code runs on: registers and operations, no memory of its own. */
#ifndef SS_POLICY_MACHINE_H
#define SS_POLICY_MACHINE_H

#include "policy/policy.h"

/* Parts of a word of code. */
static inline u32 ss_policy_op(u32 word)
{
    return word & 0xff;
}
static inline u32 ss_policy_a(u32 word)
{
    return word >> 8 & 0xff;
}
static inline u32 ss_policy_b(u32 word)
{
    return word >> 16 & 0xff;
}
static inline u32 ss_policy_c(u32 word)
{
    return word >> 24;
}
static inline i32 ss_policy_number16(u32 word)
{
    return (i32)word >> 16;
}
static inline i32 ss_policy_number24(u32 word)
{
    return (i32)word >> 8;
}

/* Runs the call at hand until it wants something (vm->want), and lets the time pass that its
 * operations take: a cycle each, in whole ns; the rest of a call is dropped. */
void ss_policy_run(struct ss_world *w, struct ss_cpu *cpu, struct ss_policy_vm *vm);

/* The call ends here; `end` is a POLICY_END_. */
static inline void ss_policy_stop(struct ss_policy_vm *vm, u32 end)
{
    vm->end = (u8)end;
    vm->want = SS_POLICY_WANTS_END;
}

#endif
