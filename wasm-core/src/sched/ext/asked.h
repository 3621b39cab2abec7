/* What a policy of one's own may ask and do as a scheduling class. */
#ifndef SS_SCHED_EXT_ASKED_H
#define SS_SCHED_EXT_ASKED_H

#include "exec/room.h"

/* Hands it in, where a world has a policy. */
void ss_ext_hand_in(struct ss_world *w);

#endif
