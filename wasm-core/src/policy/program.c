/*
 * A policy's call as a kernel path: its operations run until it wants a word, which is an access
 * like any other, in its turn; so other CPUs run between two words, and may be in the policy
 * themselves.
 */
#include "policy/program.h"

#include "policy/machine.h"
#include "policy/values.h"

static const u16 symbols[] = {
    [SS_POLICY_POINT_SELECT_CPU] = SS_SYMBOL_policy_select_cpu,
    [SS_POLICY_POINT_BALANCE] = SS_SYMBOL_policy_balance,
    [SS_POLICY_POINT_ENQUEUE] = SS_SYMBOL_policy_enqueue,
};

bool ss_policy_begin(struct ss_world *w, struct ss_cpu *cpu, u32 point, const i64 argument[3])
{
    struct ss_policy_vm *vm = &w->policy->vm[cpu->number];
    SS_CHECK(w, !vm->runs, "a CPU asks its policy while it asks it");
    for (u32 i = 0; i < SS_POLICY_REGISTERS; i++)
        vm->r[i] = 0;
    for (u32 i = 0; i < SS_ARRAY_LENGTH(vm->argument); i++)
        vm->r[i] = vm->argument[i] = argument[i];
    vm->point = (u8)point;
    vm->pc = (u16)(w->def->policy_entry[point] - 1);
    vm->operations = vm->spent = 0;
    vm->runs = true;
    vm->started = cpu->clock;
    vm->accesses_before = cpu->path_accesses;
    w->policy->view->asked[point]++;
    ss_policy_run(w, cpu, vm);
    return vm->want != SS_POLICY_WANTS_END;
}

static void count_fault(const struct ss_world *w, const struct ss_cpu *cpu,
                        const struct ss_policy_vm *vm)
{
    struct ss_policy_view *view = w->policy->view;
    view->fault_time = cpu->clock;
    view->fault_end = vm->end;
    /* Without fuel it stands before a word; else behind the one that failed. */
    view->fault_word = vm->end == SS_POLICY_END_FUEL ? vm->pc : vm->pc - 1u;
    view->fault_cpu = cpu->number;
}

/* The call is over: what it answered, if that is possible. */
static i32 end(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm)
{
    struct ss_policy_view *view = w->policy->view;
    const i64 answer = vm->r[0];
    if (vm->end == SS_POLICY_END_ANSWERED &&
        !w->policy->possible(w, vm->point, vm->argument, answer))
        vm->end = SS_POLICY_END_REFUSED;
    if (vm->end >= SS_POLICY_END_REFUSED)
        count_fault(w, cpu, vm);
    view->ended[vm->end]++;
    view->operations += vm->operations;
    view->words += cpu->path_accesses - vm->accesses_before;
    view->longest = ss_max_u64(view->longest, cpu->clock - vm->started);
    vm->runs = false;
    return vm->end == SS_POLICY_END_ANSWERED ? (i32)answer : SS_POLICY_LEFT;
}

bool policy_program(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_program);
    struct ss_policy_vm *const vm = &w->policy->vm[cpu->number];
    PATH_BEGIN;
    SS_DEBUG_CHECK(vm->runs);
    while (vm->want != SS_POLICY_WANTS_END) {
        if (vm->want == SS_POLICY_WANTS_WORD) {
            PATH_TOUCH(vm->operation, symbols[vm->point], vm->address, ss_policy_word(w, cpu, vm));
        } else {
            PATH_CALL_THROUGH(ss_policy_path(w, vm), policy_question, .of = ss_policy_of(w, vm));
            ss_policy_take(w, cpu, vm, cpu->result);
        }
        ss_policy_run(w, cpu, vm);
    }
    PATH_RETURN(end(w, cpu, vm));
    PATH_END;
}
