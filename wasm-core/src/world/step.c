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

/* ---- seals of pages */

enum { SEAL_LANES = 4, PAGE_WORDS = SS_STATE_PAGE_BYTES / 8 };

/* Odd, and of many bits: that of the golden ratio, the two of SplitMix64, and one more. */
static const u64 seal_factor[SEAL_LANES] = {0x9e3779b97f4a7c15ull, 0xbf58476d1ce4e5b9ull,
                                            0x94d049bb133111ebull, 0xd6e8feb86659fd93ull};

/* The upper half comes down first: a product would leave its last bit where it is. */
static inline u64 seal_step(u64 lane, u64 word, u64 factor)
{
    lane ^= word;
    return (lane ^ lane >> 32) * factor;
}

/*
 * Hash of one 4 KiB page. Four lanes, because a host multiplies several independent numbers at once
 * but dependent ones one after the other. Each lane has a factor of its own: else equal changes in
 * neighbouring words would cancel where the lanes meet. Every step can be undone, so a change of
 * one word always shows; two changed words of a lane cancel by accident only, once in 2^64.
 */
static u64 seal_of(const u64 *word)
{
    u64 a = 1, b = 2, c = 3, d = 4;
    for (u32 i = 0; i < PAGE_WORDS; i += SEAL_LANES) {
        a = seal_step(a, word[i], seal_factor[0]);
        b = seal_step(b, word[i + 1], seal_factor[1]);
        c = seal_step(c, word[i + 2], seal_factor[2]);
        d = seal_step(d, word[i + 3], seal_factor[3]);
    }
    a = seal_step(a, b, seal_factor[0]);
    a = seal_step(a, c, seal_factor[1]);
    return seal_step(a, d, seal_factor[2]);
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

void ss_world_mechanisms(struct ss_world *w)
{
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->mechanisms)
            ss_rooms[i]->mechanisms(w, &w->outputs->mechanisms);
}
