/* Running a world and keeping its moments: the moving half of the ABI. */
#include "exec/run.h"
#include "exec/world.h"
#include "world/outputs.h"
#include "world/rooms.h"

int32_t ss_world_step(struct ss_world *w, uint32_t until_low, uint32_t until_high,
                      uint32_t max_records)
{
    i32 result = ss_exec_step(w, (u64)until_high << 32 | until_low, max_records);
    w->clock->rows = w->c2c.count[0];
    w->clock->rows_dropped = w->c2c.count[1];
    return result;
}

static bool page_changed(const u64 *now, const u64 *before)
{
    for (u32 i = 0; i < SS_STATE_PAGE_BYTES / 8; i++)
        if (now[i] != before[i])
            return true;
    return false;
}

uint32_t ss_world_keyframe(struct ss_world *w)
{
    const struct ss_outputs *outputs = w->outputs;
    u8 *shadow = outputs->shadow;
    if (!shadow)
        return 0;
    u32 pages = w->map->state_bytes / SS_STATE_PAGE_BYTES, count = 0;
    const u8 *state = (const u8 *)w + w->map->state_offset;
    for (u32 i = 0; i < pages; i++) {
        u64 at = (u64)i * SS_STATE_PAGE_BYTES;
        if (*outputs->shadow_valid &&
            !page_changed((const u64 *)(state + at), (const u64 *)(shadow + at)))
            continue;
        memcpy(shadow + at, state + at, SS_STATE_PAGE_BYTES);
        outputs->page_list[count++] = i;
    }
    *outputs->shadow_valid = 1;
    return count;
}

void ss_world_frame(struct ss_world *w)
{
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->view)
            ss_rooms[i]->view(w, &w->outputs->views);
}
