/* The memory of a policy: its calls, its variables and their lines, what it has been asked. */
#ifndef SS_POLICY_CREATE_H
#define SS_POLICY_CREATE_H

#include "exec/room.h"

extern const struct ss_room ss_policy_room;

#endif
