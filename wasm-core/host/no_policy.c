/*
 * In place of the room policy/ and of what it asks the scheduler, where a module does without them:
 * a world with a policy is refused in words.
 */
#include "policy/create.h"
#include "sched/fair/asked.h"

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->policy_words)
        ss_message_text(message, "policy: this module runs no policies; use policy.wasm");
    return !def->policy_words;
}

const struct ss_room ss_policy_room = {.check = check};
const struct ss_room ss_asked_room = {0};
