/*
 * The loop over operations. Code that was verified cannot leave itself or its registers, so what is
 * left to look at here are CPUs, tasks, indices, numbers and fuel.
 */
#include "policy/machine.h"

#include "policy/numbers.h"
#include "policy/sets.h"
#include "policy/values.h"

/* What else stops the loop: the operations that reach beyond registers. */
static void reach_out(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm,
                      u32 word)
{
    switch (ss_policy_op(word)) {
    case SS_POLICY_OP_LEAVE:
        ss_policy_stop(vm, SS_POLICY_END_LEFT);
        break;
    case SS_POLICY_OP_RETURN:
        vm->r[0] = vm->r[ss_policy_a(word)];
        ss_policy_stop(vm, SS_POLICY_END_ANSWERED);
        break;
    case SS_POLICY_OP_CALL:
        ss_policy_want_answer(w, cpu, vm);
        break;
    default:
        ss_policy_want_variable(w, vm);
    }
}

/* A number of the two words behind the one at hand. */
static i64 wide(const u32 *code, u32 pc)
{
    return (i64)((u64)code[pc + 1] << 32 | code[pc]);
}

static bool next(const struct ss_world *w, struct ss_policy_vm *vm, u32 word)
{
    i64 cpu;
    if (!ss_policy_next(w, vm->r[ss_policy_b(word)], vm->r[ss_policy_a(word)], &cpu)) {
        ss_policy_stop(vm, SS_POLICY_END_NOBODY);
        return false;
    }
    if (cpu >= 0)
        vm->r[ss_policy_a(word)] = cpu;
    return cpu >= 0;
}

/* Operations that compute and are not so frequent as those of the loop. */
static void compute(struct ss_policy_vm *vm, u32 word)
{
    i64 *a = &vm->r[ss_policy_a(word)];
    if (ss_policy_op(word) == SS_POLICY_OP_NOT)
        *a = !vm->r[ss_policy_b(word)];
    else if (!ss_policy_compute(ss_policy_op(word), vm->r[ss_policy_b(word)],
                                vm->r[ss_policy_c(word)], a))
        ss_policy_stop(vm, SS_POLICY_END_NUMBER);
}

/* Whether the operation reaches beyond registers. */
static inline bool reaches(u32 op)
{
    return op <= SS_POLICY_OP_RETURN || (op >= SS_POLICY_OP_CALL && op < SS_POLICY_OPS_COUNT);
}

/* One operation; `pc` is behind it. Result: where the code goes on. */
static inline u32 operate(const struct ss_world *w, const struct ss_cpu *cpu,
                          struct ss_policy_vm *vm, u32 pc)
{
    const u32 *code = w->def->policy_code;
    const u32 word = code[pc - 1];
    i64 *const r = vm->r, *const a = &r[ss_policy_a(word)];
    const u32 b = ss_policy_b(word), c = ss_policy_c(word);
    switch (ss_policy_op(word)) {
    case SS_POLICY_OP_MOVE:
        *a = r[b];
        return pc;
    case SS_POLICY_OP_SMALL:
        *a = ss_policy_number16(word);
        return pc;
    case SS_POLICY_OP_WIDE:
        *a = wide(code, pc);
        return pc + 2;
    case SS_POLICY_OP_JUMP:
        return pc + (u32)ss_policy_number24(word);
    case SS_POLICY_OP_IF:
        return *a ? pc + (u32)ss_policy_number16(word) : pc;
    case SS_POLICY_OP_UNLESS:
        return *a ? pc : pc + (u32)ss_policy_number16(word);
    case SS_POLICY_OP_ADD:
        *a = r[b] + r[c];
        break;
    case SS_POLICY_OP_SUB:
        *a = r[b] - r[c];
        break;
    case SS_POLICY_OP_ADD_SMALL:
        *a += ss_policy_number16(word);
        break;
    case SS_POLICY_OP_LT:
        *a = r[b] < r[c];
        return pc;
    case SS_POLICY_OP_LE:
        *a = r[b] <= r[c];
        return pc;
    case SS_POLICY_OP_EQ:
        *a = r[b] == r[c];
        return pc;
    case SS_POLICY_OP_NEXT:
        return pc + next(w, vm, word);
    default:
        vm->pc = (u16)pc;
        if (reaches(ss_policy_op(word)))
            reach_out(w, cpu, vm, word);
        else
            compute(vm, word);
        return pc;
    }
    if (!ss_policy_is_safe(*a))
        ss_policy_stop(vm, SS_POLICY_END_NUMBER);
    return pc;
}

void ss_policy_run(struct ss_world *w, struct ss_cpu *cpu, struct ss_policy_vm *vm)
{
    u32 pc = vm->pc, *const runs = w->policy->view->runs;
    if (vm->want == SS_POLICY_WANTS_END && vm->operations)
        return; /* the word that it waited for ended it */
    vm->want = SS_POLICY_WANTS_NOTHING;
    while (vm->want == SS_POLICY_WANTS_NOTHING && vm->operations < SS_POLICY_FUEL) {
        vm->operations++;
        runs[pc]++;
        pc = operate(w, cpu, vm, pc + 1);
    }
    /* A call that ends keeps the word it ended at: operations behind it were not reached. */
    vm->pc = (u16)pc;
    if (vm->want == SS_POLICY_WANTS_NOTHING)
        ss_policy_stop(vm, SS_POLICY_END_FUEL);
    const u32 passed = (u32)((u64)vm->operations * 1000 / w->def->clock_mhz);
    if (passed > vm->spent)
        ss_spend(w, cpu, passed - vm->spent);
    vm->spent = passed;
}
