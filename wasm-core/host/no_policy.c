/*
 * In place of the room policy/, of what it asks the scheduler, and of workloads of one's own, where
 * a module does without them: a world with one of them is refused in words.
 */
#include "mm/asked.h"
#include "policy/create.h"
#include "sched/ext/state.h"
#include "sched/fair/asked.h"
#include "sched/rt/asked.h"
#include "workload/workload.h"

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->policy_words)
        ss_message_text(message, "policy: this module runs no policies; use policy.wasm");
    return !def->policy_words;
}

const struct ss_room ss_policy_room = {.check = check};
const struct ss_room ss_asked_room = {0};
static bool no_class(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->fair_class == SS_FAIR_EXT)
        ss_message_text(message, "kernel.fair: use policy.wasm for ext");
    return def->fair_class != SS_FAIR_EXT;
}

const struct ss_room ss_ext_room = {.check = no_class};
const struct ss_room ss_asked_rt_room = {0};
const struct ss_room ss_asked_mm_room = {0};

static bool no_program(const struct ss_world_def *def, struct ss_message *message)
{
    (void)def;
    ss_message_text(message, "workload: this module runs no programs; use policy.wasm");
    return false;
}

const struct ss_workload_kind ss_workload_program = {.name = "program", .check = no_program};
