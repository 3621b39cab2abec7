/* What a policy of one's own is asked by the RT class, and what it may ask of cpupri. */
#ifndef SS_SCHED_RT_ASKED_H
#define SS_SCHED_RT_ASKED_H

#include "exec/room.h"

extern const struct ss_room ss_asked_rt_room;

#endif
