/* What a world holds for its host beside rings: views of a moment, keyframes, names. Not state. */
#ifndef SS_WORLD_OUTPUTS_H
#define SS_WORLD_OUTPUTS_H

#include "exec/room.h"

struct ss_outputs {
    struct ss_views views;
    /* of keyframes; NULL without them */
    u32 *page_list, *shadow_valid;
    u8 *shadow;
    u8 *names;
};

#endif
