/* What a policy of one's own is asked by the fair class, and what it may ask of the scheduler. */
#ifndef SS_SCHED_FAIR_ASKED_H
#define SS_SCHED_FAIR_ASKED_H

#include "exec/room.h"

/* Hands the questions and points in, where a world has a policy. */
extern const struct ss_room ss_asked_room;

#endif
