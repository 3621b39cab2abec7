/* Changes in the middle of a run. */
#ifndef SS_WORLD_INTERVENE_H
#define SS_WORLD_INTERVENE_H

#include "base/message.h"
#include "exec/world.h"

/* True if those of a definition are possible; else the message says what is not. */
bool ss_interventions_check(const struct ss_world_def *def, struct ss_message *message);

/* Makes the first change pending, if there is one; makes the one that is due and arms the next. */
void ss_interventions_arm(struct ss_world *w);
void ss_interventions_make(struct ss_world *w);

#endif
