/* Where explaining keeps what it remembers. */
#ifndef SS_SCHED_EXPLAIN_STATE_H
#define SS_SCHED_EXPLAIN_STATE_H

#include "exec/world.h"

struct ss_explaining;

/* Takes its columns; the directory is the caller's. Needs w->domains. */
void ss_explain_create_state(const struct ss_world *w, struct ss_explaining *explaining,
                             struct ss_arena *state);

#endif
