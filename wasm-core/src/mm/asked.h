/* What a policy of one's own is asked by the page lists. */
#ifndef SS_MM_ASKED_H
#define SS_MM_ASKED_H

#include "exec/room.h"

extern const struct ss_room ss_asked_mm_room;

#endif
