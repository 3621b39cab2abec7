/* Whether the code of a policy can run unwatched. */
#ifndef SS_POLICY_VERIFY_H
#define SS_POLICY_VERIFY_H

#include "base/message.h"
#include "schedscape.h"

/* True if the definition's policy, which it has, is one; else the message says which field, with
 * its place, what is wrong, and what would be right. */
bool ss_policy_verify(const struct ss_world_def *def, struct ss_message *message);

/* Whether the code, which was verified, has that question. */
bool ss_policy_has_call(const struct ss_world_def *def, u32 call);

#endif
