/* What cpupri shows of a moment to mechanisms on the stage. */
#ifndef SS_SCHED_RT_VIEW_H
#define SS_SCHED_RT_VIEW_H

#include "exec/room.h"

extern const struct ss_room ss_cpupri_view_room;

#endif
