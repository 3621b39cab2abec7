/* What a policy reads and writes: the words of its variables, and those that it asks about. */
#ifndef SS_POLICY_VALUES_H
#define SS_POLICY_VALUES_H

#include "policy/policy.h"

/* The word of code at hand (LOAD, STORE, FETCH_ADD, CALL) needs one: sets what the call wants and
 * where, or its end, or, where nothing needs to be touched, the value at once. */
void ss_policy_want_variable(const struct ss_world *w, struct ss_policy_vm *vm);
void ss_policy_want_answer(const struct ss_world *w, const struct ss_cpu *cpu,
                           struct ss_policy_vm *vm);

/* A task begins: its words start anew. */
void ss_policy_begin_task(const struct ss_world *w, i32 task);

/* The effect of the access that a call wanted, when it is issued. */
void ss_policy_word(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm);

/* The path of the question at hand, of what it is asked, and what it said. */
ss_path_function *ss_policy_path(const struct ss_world *w, const struct ss_policy_vm *vm);
i32 ss_policy_of(const struct ss_world *w, const struct ss_policy_vm *vm);
void ss_policy_take(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm,
                    i32 result);

#endif
