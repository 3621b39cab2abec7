/* What a world holds for its host beside rings: views of a moment, keyframes, names. Not state. */
#ifndef SS_WORLD_OUTPUTS_H
#define SS_WORLD_OUTPUTS_H

#include "exec/room.h"

struct ss_outputs {
    struct ss_views views;
    struct ss_mechanism_views mechanisms;
    /* Of keyframes; NULL without them. A page is known by its seal: a copy of the last one would
     * make a world almost twice as large. */
    u32 *page_list, *seal_valid;
    u64 *seal;
    u8 *names;
};

#endif
