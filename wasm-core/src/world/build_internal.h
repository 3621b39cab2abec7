/*
 * Building a world from a definition: the one place that knows every room. Private to world/.
 */
#ifndef SS_WORLD_BUILD_INTERNAL_H
#define SS_WORLD_BUILD_INTERNAL_H

#include "base/message.h"
#include "workload/workload.h"

#define SS_DEFAULT_RING 16384   /* 512 KiB: small enough to stay in a cache of the host */
#define SS_DEFAULT_EXPLAIN 8192 /* 1.3 MiB */
#define SS_ROWS_PER_LINE 4      /* c2c rows reserved; hot lines have more, most lines none */

/* True if the whole definition is possible; else def->message says what is not. */
bool ss_world_check(struct ss_world_def *def);

/* The same for its changes in the middle of the run. */
bool ss_interventions_check(const struct ss_world_def *def, struct ss_message *message);

/* Makes the first change pending, if there is one; makes the one that is due and arms the next. */
void ss_interventions_arm(struct ss_world *w);
void ss_interventions_make(struct ss_world *w);

/* The names text of a world with that many lines: the bytes to reserve if text is NULL, else the
 * bytes written. */
u32 ss_world_names(const struct ss_world *w, u8 *text, u32 lines);

#endif
