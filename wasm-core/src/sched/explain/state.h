/* The room of explaining. */
#ifndef SS_SCHED_EXPLAIN_STATE_H
#define SS_SCHED_EXPLAIN_STATE_H

#include "exec/room.h"

extern const struct ss_room ss_explain_room;

#endif
