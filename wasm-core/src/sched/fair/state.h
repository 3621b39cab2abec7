/* The room of the fair class. */
#ifndef SS_SCHED_FAIR_STATE_H
#define SS_SCHED_FAIR_STATE_H

#include "exec/world.h"

/* Of worlds with the full fair class alone. */
extern const struct ss_room ss_fair_room;

#endif
