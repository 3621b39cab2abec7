/* The bump allocator of arena.h. */
#include "base/arena.h"

void ss_arena_init(struct ss_arena *arena, void *base, u64 capacity)
{
    *arena = (struct ss_arena){.base = base, .capacity = capacity};
}

void ss_arena_align(struct ss_arena *arena, u64 alignment)
{
    arena->used = (arena->used + alignment - 1) & ~(alignment - 1);
}

void *ss_arena_take(struct ss_arena *arena, u64 count, u64 size)
{
    ss_arena_align(arena, SS_ARENA_ALIGNMENT);
    u64 at = arena->used;
    u64 bytes = count * size;
    arena->used += bytes;
    if (!arena->base)
        return NULL;
    if (arena->used > arena->capacity) {
        arena->failed = true;
        return NULL;
    }
    memset(arena->base + at, 0, bytes);
    return arena->base + at;
}
