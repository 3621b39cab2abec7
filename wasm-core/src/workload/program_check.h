/* Looks at the words of a program before a world is made of them. */
#ifndef SS_WORKLOAD_PROGRAM_CHECK_H
#define SS_WORKLOAD_PROGRAM_CHECK_H

#include "base/message.h"
#include "schedscape.h"

/* True if it can run on this machine, else the message says why not. */
bool ss_program_check(const struct ss_world_def *def, struct ss_message *message);

#endif
