/*
 * A bump allocator over one block of memory given by the host. A room asks for its arrays once, at
 * creation; nothing is freed, nothing grows later.
 *
 * The same code runs twice: first in counting mode (base NULL) to learn how many bytes a definition
 * needs, then for real. So "out of memory" is known before anything is built.
 */
#ifndef SS_BASE_ARENA_H
#define SS_BASE_ARENA_H

#include "base/types.h"

struct ss_arena {
    u8 *base;     /* NULL: only count */
    u64 capacity; /* bytes behind base */
    u64 used;     /* bytes handed out; may exceed capacity, then failed is set */
    bool failed;
};

#define SS_ARENA_ALIGNMENT 64 /* one cache line of the host: hot arrays start on their own */

void ss_arena_init(struct ss_arena *arena, void *base, u64 capacity);

/* count * size zeroed bytes, aligned to SS_ARENA_ALIGNMENT; NULL when counting or exhausted. */
void *ss_arena_take(struct ss_arena *arena, u64 count, u64 size);

/* Rounds the next allocation up to `alignment` (a power of two), to start a region on a page. */
void ss_arena_align(struct ss_arena *arena, u64 alignment);

/* True while the arena only counts: callers skip filling what they would have got. */
static inline bool ss_arena_counting(const struct ss_arena *arena)
{
    return !arena->base;
}

#define SS_ARENA_ARRAY(arena, type, count) ((type *)ss_arena_take((arena), (count), sizeof(type)))

#endif
