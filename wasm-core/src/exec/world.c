/* A broken invariant stops a world. */
#include "exec/world.h"

void ss_defect(struct ss_world *w, const char *what)
{
    if (w->defect)
        return;
    w->defect = SS_STATUS_DEFECT;
    u32 i = 0;
    for (; what[i] && i + 1 < SS_MESSAGE_BYTES; i++)
        w->map->message[i] = (u8)what[i];
    w->map->message[i] = 0;
}
