/* Whether a definition is possible. */
#ifndef SS_WORLD_CHECK_H
#define SS_WORLD_CHECK_H

#include "base/types.h"
#include "schedscape.h"

/* True if the whole definition is possible; else def->message says what is not. */
bool ss_world_check(struct ss_world_def *def);

#endif
