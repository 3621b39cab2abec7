/* Running a world and keeping its moments: the moving half of the ABI. */
#include "base/hash.h"
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

/* ---- seals of pages */

enum { SEAL_LANES = 4, PAGE_WORDS = SS_STATE_PAGE_BYTES / 8 };

static inline u64 seal_step(u64 lane, u64 word)
{
    lane ^= word;
    return (lane << 29 | lane >> 35) * 0x9e3779b97f4a7c15ull;
}

/*
 * By which a page is known again. Every step and every fold can be undone, so a change within one
 * lane that ends in another value of the lane, as that of a single word does, always shows; any
 * other is missed once in 2^64. The lanes are there because a host multiplies several numbers at
 * once, but one after the other slowly.
 */
static u64 seal_of(const u64 *word)
{
    u64 a = 1, b = 2, c = 3, d = 4;
    for (u32 i = 0; i < PAGE_WORDS; i += SEAL_LANES) {
        a = seal_step(a, word[i]);
        b = seal_step(b, word[i + 1]);
        c = seal_step(c, word[i + 2]);
        d = seal_step(d, word[i + 3]);
    }
    return ss_hash_word(seal_step(seal_step(seal_step(a, b), c), d), 0);
}

/* ---- keyframes and views */

uint32_t ss_world_keyframe(struct ss_world *w)
{
    const struct ss_outputs *outputs = w->outputs;
    if (!outputs->seal)
        return 0;
    u32 pages = w->map->state_bytes / SS_STATE_PAGE_BYTES, count = 0;
    const u8 *state = (const u8 *)w + w->map->state_offset;
    for (u32 i = 0; i < pages; i++) {
        u64 seal = seal_of((const u64 *)(state + (u64)i * SS_STATE_PAGE_BYTES));
        if (*outputs->seal_valid && outputs->seal[i] == seal)
            continue;
        outputs->seal[i] = seal;
        outputs->page_list[count++] = i;
    }
    *outputs->seal_valid = 1;
    return count;
}

void ss_world_frame(struct ss_world *w)
{
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->view)
            ss_rooms[i]->view(w, &w->outputs->views);
}
