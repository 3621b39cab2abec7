/* The names text. */
#ifndef SS_WORLD_NAMES_H
#define SS_WORLD_NAMES_H

#include "exec/world.h"

/* The names text of a world: the bytes to reserve if text is NULL, else the
 * bytes written, or 0 if they did not fit. */
u32 ss_world_names(const struct ss_world *w, u8 *text);

#endif
