/* Placing structures on lines, see shared.h. */
#include "exec/shared.h"

#include "base/check.h"

u32 ss_shared_place(struct ss_shared *shared, enum ss_structure structure, u32 instance, u32 bytes,
                    u32 node)
{
    u32 first = shared->lines;
    u32 count = ss_div_round_up(bytes, SS_LINE_BYTES);
    shared->lines += count;
    SS_DEBUG_CHECK(shared->lines <= shared->capacity);
    for (u32 i = 0; i < count; i++)
        shared->place[first + i] = (struct ss_line_place){
            .structure = (u16)structure, .home = (u16)node, .instance = instance, .number = i + 1};
    return first << SS_LINE_SHIFT;
}
