/*
 * The door to the machine of policies: one call on a little machine, whose words are there at once.
 *
 * in: machine (see mini_world.h), words of code and the code, the word it begins at, variables and
 * of each its kind, length and start (64 bits), then four arguments (64 bits) out: how it ended
 * (POLICY_END_...), the word of the code there, operations, the answer (64 bits), then the words of
 * all variables (64 bits each)
 */
#include "policy/machine.h"
#include "policy/values.h"
#include "policy/verify.h"
#include "probe/mini_world.h"

static void read_policy(struct ss_probe *probe, struct ss_world_def *def)
{
    def->policy_words = (u32)ss_probe_read_range(probe, 1, SS_POLICY_WORDS);
    for (u32 i = 0; i < def->policy_words; i++)
        def->policy_code[i] = (u32)ss_probe_read(probe);
    def->policy_entry[SS_POLICY_POINT_SELECT_CPU] =
        (u32)ss_probe_read_range(probe, 0, SS_POLICY_WORDS) + 1;
    def->policy_arrays = (u32)ss_probe_read_range(probe, 0, SS_POLICY_ARRAYS);
    for (u32 i = 0; i < def->policy_arrays; i++) {
        def->policy_array_kind[i] = (u32)ss_probe_read(probe);
        def->policy_array_length[i] = (u32)ss_probe_read(probe);
        def->policy_array_start_low[i] = (u32)ss_probe_read(probe);
        def->policy_array_start_high[i] = (u32)ss_probe_read(probe);
    }
}

static void call(struct ss_world *w, struct ss_policy_vm *vm)
{
    struct ss_cpu *cpu = ss_cpu(w, 0);
    vm->pc = (u16)(w->def->policy_entry[SS_POLICY_POINT_SELECT_CPU] - 1);
    vm->runs = true;
    ss_policy_run(w, cpu, vm);
    while (vm->want != SS_POLICY_WANTS_END) {
        if (vm->want == SS_POLICY_WANTS_WORD)
            ss_policy_word(w, cpu, vm);
        else
            ss_policy_take(w, cpu, vm, 0);
        ss_policy_run(w, cpu, vm);
    }
}

void ss_probe_policy(struct ss_probe *probe)
{
    struct ss_world_def *def = ss_mini_read_machine(probe);
    struct ss_message message;
    if (!def)
        return;
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    read_policy(probe, def);
    if (probe->bad || !ss_policy_verify(def, &message)) {
        probe->bad = true;
        return;
    }
    struct ss_world *w = ss_mini_fair_world(probe, def, 4);
    if (!w)
        return;
    struct ss_policy_vm *vm = &w->policy->vm[0];
    for (u32 i = 0; i < SS_ARRAY_LENGTH(vm->argument); i++)
        vm->r[i] = ss_probe_read_long_range(probe, -SS_PROBE_MOST_NS, SS_PROBE_MOST_NS);
    call(w, vm);
    ss_probe_write(probe, vm->end);
    ss_probe_write(probe, vm->pc - 1);
    ss_probe_write(probe, (i32)vm->operations);
    ss_probe_write_long(probe, (u64)vm->r[0]);
    for (u32 i = 0; i < w->policy->values; i++)
        ss_probe_write_long(probe, (u64)w->policy->value[i]);
}
