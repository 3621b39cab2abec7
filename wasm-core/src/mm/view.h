/* What the host sees of zones, their locks, their last holds and the CPUs' lists. */
#ifndef SS_MM_VIEW_H
#define SS_MM_VIEW_H

#include "base/message.h"
#include "exec/room.h"

/* Fills this room's part of the views; nothing in a world without page lists. */
void ss_mm_view(const struct ss_world *w, const struct ss_views *views);

/* Decisions, reasons and locks, for the names text. */
void ss_mm_names(const struct ss_world *w, struct ss_message *names);

#endif
