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
    [SS_POLICY_POINT_FIND_LOWEST_RQ] = SS_SYMBOL_policy_find_lowest_rq,
    [SS_POLICY_POINT_PREFER_LLC] = SS_SYMBOL_policy_prefer_llc,
    [SS_POLICY_POINT_PCP_REFILL] = SS_SYMBOL_policy_pcp_refill,
    [SS_POLICY_POINT_PCP_FLUSH] = SS_SYMBOL_policy_pcp_flush,
    [SS_POLICY_POINT_DISPATCH] = SS_SYMBOL_policy_dispatch,
    [SS_POLICY_POINT_RUNNING] = SS_SYMBOL_policy_running,
    [SS_POLICY_POINT_STOPPING] = SS_SYMBOL_policy_stopping,
    [SS_POLICY_POINT_TICK] = SS_SYMBOL_policy_tick,
};

bool ss_policy_begin(struct ss_world *w, struct ss_cpu *cpu, u32 point,
                     const i64 argument[SS_POLICY_ARGUMENTS])
{
    struct ss_policy_vm *vm = &w->policy->vm[cpu->number];
    SS_CHECK(w, !vm->runs, "a CPU calls its policy while the policy runs");
    for (u32 i = 0; i < SS_POLICY_REGISTERS; i++)
        vm->r[i] = 0;
    for (u32 i = 0; i < SS_ARRAY_LENGTH(vm->argument); i++)
        vm->r[i] = vm->argument[i] = argument[i];
    vm->point = (u8)point;
    vm->pc = (u16)(w->def->policy_entry[point] - 1);
    vm->operations = vm->spent = 0;
    vm->runs = true;
    vm->did = false;
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

i32 ss_policy_end(const struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_policy_view *view = w->policy->view;
    struct ss_policy_vm *vm = &w->policy->vm[cpu->number];
    const i64 answer = vm->r[0];
    if (vm->end == SS_POLICY_END_LEFT && vm->did) {
        /* What it did is its answer. */
        view->ended[SS_POLICY_END_ANSWERED]++;
        view->ended[SS_POLICY_END_LEFT]--;
    }
    if (vm->end == SS_POLICY_END_ANSWERED &&
        !w->policy->possible[vm->point](w, vm->argument, answer))
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
        vm->wanted = cpu->clock;
        if (vm->want == SS_POLICY_WANTS_WORD) {
            PATH_TOUCH(vm->operation, symbols[vm->point], vm->address, ss_policy_word(w, cpu, vm));
        } else {
            PATH_CALL_THROUGH(ss_policy_path(w, vm), policy_question, .of = ss_policy_of(w, vm));
            ss_policy_take(w, cpu, vm, cpu->result);
        }
        w->policy->view->waited[vm->pc - 1] += cpu->clock - vm->wanted;
        ss_policy_run(w, cpu, vm);
    }
    PATH_RETURN(ss_policy_end(w, cpu));
    PATH_END;
}
