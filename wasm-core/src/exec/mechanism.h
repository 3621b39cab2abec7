/* What exec shows of a moment to mechanisms on the stage: holders of locks, traffic of memory. */
#ifndef SS_EXEC_MECHANISM_H
#define SS_EXEC_MECHANISM_H

#include "exec/room.h"

void ss_exec_mechanisms(const struct ss_world *w, const struct ss_mechanism_views *views);

#endif
