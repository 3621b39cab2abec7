/* What exec shows of a moment: CPUs, tasks, lines, ledgers, latencies, owners of the caches. */
#ifndef SS_EXEC_VIEW_H
#define SS_EXEC_VIEW_H

#include "exec/room.h"

void ss_exec_view(const struct ss_world *w, const struct ss_views *views);

#endif
