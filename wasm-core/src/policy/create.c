/* The room of create.h. Worlds without a policy have nothing of it: no line, no stream, no word. */
#include "policy/create.h"

#include "policy/policy.h"
#include "policy/program.h"
#include "policy/questions.h"
#include "policy/values.h"
#include "policy/verify.h"

#define SS_RANDOM_POLICY 5 /* a purpose of random streams: never renumber */

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    return !def->policy_words || ss_policy_verify(def, message);
}

/* Bytes of its variables of a kind that lie beside each other: of all of them, of a CPU or a task.
 */
static u32 bytes_of(const struct ss_world_def *def, u32 kind)
{
    u32 words = 0;
    for (u32 i = 0; i < def->policy_arrays; i++)
        if (def->policy_array_kind[i] == kind)
            words += kind == SS_POLICY_ARRAY_SHARED ? def->policy_array_length[i] : 1;
    return words * (u32)sizeof(i64);
}

static u32 lines_of(const struct ss_world_def *def, u32 kind)
{
    return ss_div_round_up(bytes_of(def, kind), SS_LINE_BYTES);
}

static u32 lines(const struct ss_world *w)
{
    const struct ss_world_def *def = w->def;
    return !w->policy ? 0
                      : lines_of(def, SS_POLICY_ARRAY_SHARED) +
                            w->topology.cpus * lines_of(def, SS_POLICY_ARRAY_PERCPU) +
                            w->tasks * lines_of(def, SS_POLICY_ARRAY_PERTASK);
}

/* The task's own node, as that of its task_struct. */
static u32 node_of_task(const struct ss_world *w, u32 task)
{
    return w->shared.place[ss_line_of(WORD(TASK_STRUCT, task, STATE))].home;
}

static void place(struct ss_world *w, u32 structure, u32 kind, u32 count)
{
    const u32 bytes = bytes_of(w->def, kind);
    if (!bytes)
        return;
    w->layouts.place[structure] =
        (struct ss_place){.first = w->shared.lines << SS_LINE_SHIFT,
                          .stride = lines_of(w->def, kind) << SS_LINE_SHIFT};
    for (u32 i = 0; i < count; i++) {
        const u32 node = kind == SS_POLICY_ARRAY_SHARED   ? 0
                         : kind == SS_POLICY_ARRAY_PERCPU ? ss_node_of_cpu(w, i)
                                                          : node_of_task(w, i);
        ss_shared_place(&w->shared, structure, i, bytes, node);
    }
}

static u32 length_of(const struct ss_world *w, u32 array)
{
    const u32 kind = w->def->policy_array_kind[array];
    return kind == SS_POLICY_ARRAY_SHARED   ? w->def->policy_array_length[array]
           : kind == SS_POLICY_ARRAY_PERCPU ? w->topology.cpus
                                            : w->tasks;
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    struct ss_policy *policy = w->policy;
    u32 used[SS_POLICY_ARRAY_PERTASK + 1] = {0};
    (void)header;
    if (!policy)
        return;
    policy->begin_task = ss_policy_begin_task;
    policy->begin = ss_policy_begin;
    policy->program = policy_program;
    policy->end = ss_policy_end;
    policy->values = 0;
    for (u32 i = 0; i < w->def->policy_arrays; i++) {
        const u32 kind = w->def->policy_array_kind[i];
        policy->first[i] = policy->values;
        policy->values += length_of(w, i);
        policy->offset[i] = used[kind] * (u32)sizeof(i64);
        used[kind] += kind == SS_POLICY_ARRAY_SHARED ? length_of(w, i) : 1;
    }
    if (!w->shared.place)
        return;
    place(w, SS_STRUCTURE_POLICY, SS_POLICY_ARRAY_SHARED, 1);
    place(w, SS_STRUCTURE_POLICY_CPU, SS_POLICY_ARRAY_PERCPU, w->topology.cpus);
    place(w, SS_STRUCTURE_POLICY_TASK, SS_POLICY_ARRAY_PERTASK, w->tasks);
}

static void start_values(struct ss_world *w)
{
    for (u32 i = 0; i < w->def->policy_arrays; i++)
        for (u32 at = 0; at < length_of(w, i); at++)
            w->policy->value[w->policy->first[i] + at] = ss_policy_start_of(w->def, i);
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    struct ss_policy *policy = w->policy;
    const u64 seed = (u64)w->def->seed_high << 32 | w->def->seed_low;
    if (!policy)
        return;
    policy->view = SS_ARENA_ARRAY(state, struct ss_policy_view, 1);
    policy->vm = SS_ARENA_ARRAY(state, struct ss_policy_vm, w->topology.cpus);
    policy->value = SS_ARENA_ARRAY(state, i64, policy->values);
    if (ss_policy_has_call(w->def, SS_POLICY_CALL_OCCUPANCY))
        policy->occupancy = SS_ARENA_ARRAY(state, u32, w->topology.cpus * w->topology.llcs);
    if (!policy->view || !policy->vm || (policy->values && !policy->value))
        return;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_prng_seed(&policy->vm[cpu].random, seed, SS_RANDOM_POLICY, cpu);
    start_values(w);
}

const struct ss_room ss_policy_room = {
    .check = check, .lines = lines, .create = create, .state = take_state};
