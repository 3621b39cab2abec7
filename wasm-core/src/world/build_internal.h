/*
 * What the files of world/ ask of each other.
 */
#ifndef SS_WORLD_BUILD_INTERNAL_H
#define SS_WORLD_BUILD_INTERNAL_H

#include "base/message.h"
#include "workload/workload.h"

/* True if the whole definition is possible; else def->message says what is not. */
bool ss_world_check(struct ss_world_def *def);

/* The same for its changes in the middle of the run. */
bool ss_interventions_check(const struct ss_world_def *def, struct ss_message *message);

/* Makes the first change pending, if there is one; makes the one that is due and arms the next. */
void ss_interventions_arm(struct ss_world *w);
void ss_interventions_make(struct ss_world *w);

/* The names text of a world: the bytes to reserve if text is NULL, else the
 * bytes written. */
u32 ss_world_names(const struct ss_world *w, u8 *text);

#endif
