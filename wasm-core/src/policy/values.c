/* The words of values.h: where they lie, and what an access does to them. */
#include "policy/values.h"

#include "policy/machine.h"
#include "policy/numbers.h"
#include "policy/questions.h"

static u32 code_at_hand(const struct ss_world *w, const struct ss_policy_vm *vm)
{
    return w->def->policy_code[vm->pc - 1];
}

/* ---- variables ------------------------------------------------------------------------------- */

static u32 length_of(const struct ss_world *w, u32 array)
{
    switch (w->def->policy_array_kind[array]) {
    case SS_POLICY_ARRAY_PERCPU:
        return w->topology.cpus;
    case SS_POLICY_ARRAY_PERTASK:
        return w->tasks;
    default:
        return w->def->policy_array_length[array];
    }
}

static u32 address_of(const struct ss_world *w, u32 array, u32 index)
{
    static const u8 structures[] = {[SS_POLICY_ARRAY_SHARED] = SS_STRUCTURE_POLICY,
                                    [SS_POLICY_ARRAY_PERCPU] = SS_STRUCTURE_POLICY_CPU,
                                    [SS_POLICY_ARRAY_PERTASK] = SS_STRUCTURE_POLICY_TASK};
    const u32 kind = w->def->policy_array_kind[array];
    const struct ss_place *place = &w->layouts.place[structures[kind]];
    const u32 stride = kind == SS_POLICY_ARRAY_SHARED ? sizeof(i64) : place->stride;
    return place->first + w->policy->offset[array] + index * stride;
}

void ss_policy_want_variable(const struct ss_world *w, struct ss_policy_vm *vm)
{
    static const u8 operations[] = {[SS_POLICY_OP_LOAD] = SS_OPERATION_LOAD,
                                    [SS_POLICY_OP_STORE] = SS_OPERATION_STORE,
                                    [SS_POLICY_OP_FETCH_ADD] = SS_OPERATION_ATOMIC,
                                    [SS_POLICY_OP_EXCHANGE] = SS_OPERATION_ATOMIC,
                                    [SS_POLICY_OP_COMPARE_EXCHANGE] = SS_OPERATION_ATOMIC};
    const u32 word = code_at_hand(w, vm), array = ss_policy_b(word);
    const i64 index = vm->r[ss_policy_c(word)];
    if (index < 0 || index >= length_of(w, array)) {
        ss_policy_stop(vm, SS_POLICY_END_INDEX);
        return;
    }
    vm->address = address_of(w, array, (u32)index);
    vm->operation = operations[ss_policy_op(word)];
    vm->want = SS_POLICY_WANTS_WORD;
}

static void note(const struct ss_world *w, const struct ss_cpu *cpu, const struct ss_policy_vm *vm,
                 i64 of, i64 value)
{
    if (w->steps && w->policy->note)
        w->policy->note(w, cpu, vm->pc - 1u, of, value);
}

static void use_variable(const struct ss_world *w, const struct ss_cpu *cpu,
                         struct ss_policy_vm *vm, u32 word)
{
    const i64 index = vm->r[ss_policy_c(word)];
    i64 *value = &w->policy->value[w->policy->first[ss_policy_b(word)] + (u32)index];
    i64 *a = &vm->r[ss_policy_a(word)];
    const i64 before = *value;
    if (ss_policy_op(word) == SS_POLICY_OP_STORE) {
        *value = *a;
        return;
    }
    if (ss_policy_op(word) == SS_POLICY_OP_FETCH_ADD) {
        if (!ss_policy_is_safe(before + *a)) {
            ss_policy_stop(vm, SS_POLICY_END_NUMBER);
            return;
        }
        *value = before + *a;
    }
    if (ss_policy_op(word) == SS_POLICY_OP_EXCHANGE ||
        (ss_policy_op(word) == SS_POLICY_OP_COMPARE_EXCHANGE &&
         before == vm->r[ss_policy_c(word) + 1]))
        *value = *a;
    *a = before;
    note(w, cpu, vm, index, before);
}

void ss_policy_begin_task(const struct ss_world *w, i32 task)
{
    for (u32 i = 0; i < w->def->policy_arrays; i++)
        if (w->def->policy_array_kind[i] == SS_POLICY_ARRAY_PERTASK)
            w->policy->value[w->policy->first[i] + (u32)task] = ss_policy_start_of(w->def, i);
}

/* ---- questions ------------------------------------------------------------------------------- */

enum how { SS_POLICY_AT_ONCE, SS_POLICY_WORD, SS_POLICY_PATH };
enum asked_of {
    SS_POLICY_OF_NOTHING,
    SS_POLICY_OF_CPU,
    SS_POLICY_OF_TASK,
    SS_POLICY_OF_COUNT,
    SS_POLICY_OF_LEVEL,
    SS_POLICY_OF_LLC,
    SS_POLICY_OF_DSQ
};

static const struct call {
    u8 how, first, second;
} calls[] = {
#define CALL(with, name, value, how, first, second, needs)                                         \
    [value] = {SS_POLICY_##how, SS_POLICY_OF_##first, SS_POLICY_OF_##second},
    SS_POLICY_CALLS(CALL, )
#undef CALL
};

static bool is_there(const struct ss_world *w, enum asked_of what, i64 of, u32 *end)
{
    *end = SS_POLICY_END_NOBODY;
    switch (what) {
    case SS_POLICY_OF_CPU:
        return of >= 0 && of < w->topology.cpus;
    case SS_POLICY_OF_TASK:
        return of >= 0 && of < w->tasks;
    case SS_POLICY_OF_COUNT:
        *end = SS_POLICY_END_NUMBER;
        return of >= 1 && of <= UINT32_MAX;
    case SS_POLICY_OF_LEVEL:
        *end = SS_POLICY_END_INDEX;
        return of >= 0 && of < SS_POLICY_LEVELS;
    case SS_POLICY_OF_LLC:
        *end = SS_POLICY_END_INDEX;
        return of >= 0 && of < w->topology.llcs;
    case SS_POLICY_OF_DSQ:
        *end = SS_POLICY_END_INDEX;
        return of >= 0 && of < SS_POLICY_DSQS;
    default:
        return true;
    }
}

void ss_policy_want_answer(const struct ss_world *w, const struct ss_cpu *cpu,
                           struct ss_policy_vm *vm)
{
    const u32 word = code_at_hand(w, vm), what = ss_policy_b(word);
    const struct call *call = &calls[what];
    const i64 *of = &vm->r[ss_policy_c(word)];
    u32 end, operation = SS_OPERATION_LOAD;
    if (!is_there(w, call->first, of[0], &end) || !is_there(w, call->second, of[1], &end)) {
        ss_policy_stop(vm, end);
        return;
    }
    if (call->how == SS_POLICY_AT_ONCE) {
        vm->r[ss_policy_a(word)] = ss_policy_answer(w, cpu, vm, what, of);
        return;
    }
    if (call->how == SS_POLICY_PATH) {
        vm->want = SS_POLICY_WANTS_PATH;
        return;
    }
    const struct ss_policy_question *question = &w->policy->questions[what];
    vm->address = question->word(w, of[0], &operation);
    vm->operation = (u8)operation;
    if (vm->address == SS_POLICY_NO_WORD)
        vm->r[ss_policy_a(word)] = question->value(w, of[0], of[1]);
    else
        vm->want = SS_POLICY_WANTS_WORD;
}

void ss_policy_word(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm)
{
    const u32 word = code_at_hand(w, vm);
    if (ss_policy_op(word) != SS_POLICY_OP_CALL) {
        use_variable(w, cpu, vm, word);
        return;
    }
    const i64 *of = &vm->r[ss_policy_c(word)];
    const i64 asked = of[0];
    const i64 value = w->policy->questions[ss_policy_b(word)].value(w, asked, of[1]);
    vm->r[ss_policy_a(word)] = value;
    note(w, cpu, vm, asked, value);
}

ss_path_function *ss_policy_path(const struct ss_world *w, const struct ss_policy_vm *vm)
{
    return w->policy->questions[ss_policy_b(code_at_hand(w, vm))].path;
}

i32 ss_policy_of(const struct ss_world *w, const struct ss_policy_vm *vm)
{
    return (i32)vm->r[ss_policy_c(code_at_hand(w, vm))];
}

void ss_policy_take(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm,
                    i32 result)
{
    const u32 word = code_at_hand(w, vm);
    const i64 asked = vm->r[ss_policy_c(word)];
    vm->r[ss_policy_a(word)] = result;
    note(w, cpu, vm, asked, result);
}
