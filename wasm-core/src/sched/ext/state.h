/* The memory of a scheduling class of one's own. */
#ifndef SS_SCHED_EXT_STATE_H
#define SS_SCHED_EXT_STATE_H

#include "exec/room.h"

/* The room of worlds whose kernel.fair is ext. */
extern const struct ss_room ss_ext_room;

#endif
