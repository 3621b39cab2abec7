/* Starting the fair class. */
#ifndef SS_SCHED_FAIR_STATE_H
#define SS_SCHED_FAIR_STATE_H

#include "exec/world.h"

/* A machine that has idled for a while; vectors bring their own state. */
void ss_fair_start(struct ss_world *w);

/* Of worlds with the full fair class alone. */
extern const struct ss_room ss_fair_room;

#endif
