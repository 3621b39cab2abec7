/*
 * Fixed-width sets of small integers (CPUs, cores, domains) as arrays of 64-bit words. The caller
 * owns the words and knows how many there are.
 */
#ifndef SS_BASE_BITSET_H
#define SS_BASE_BITSET_H

#include "base/types.h"

#define SS_BITSET_NONE (-1)

static inline u32 ss_bitset_words(u32 bits)
{
    return (bits + 63) / 64;
}

static inline bool ss_bitset_has(const u64 *set, u32 bit)
{
    return set[bit / 64] >> bit % 64 & 1;
}

static inline void ss_bitset_add(u64 *set, u32 bit)
{
    set[bit / 64] |= 1ull << bit % 64;
}

static inline void ss_bitset_remove(u64 *set, u32 bit)
{
    set[bit / 64] &= ~(1ull << bit % 64);
}

static inline void ss_bitset_clear(u64 *set, u32 words)
{
    for (u32 i = 0; i < words; i++)
        set[i] = 0;
}

static inline void ss_bitset_copy(u64 *to, const u64 *from, u32 words)
{
    for (u32 i = 0; i < words; i++)
        to[i] = from[i];
}

static inline void ss_bitset_and(u64 *to, const u64 *with, u32 words)
{
    for (u32 i = 0; i < words; i++)
        to[i] &= with[i];
}

static inline void ss_bitset_or(u64 *to, const u64 *with, u32 words)
{
    for (u32 i = 0; i < words; i++)
        to[i] |= with[i];
}

static inline bool ss_bitset_empty(const u64 *set, u32 words)
{
    for (u32 i = 0; i < words; i++)
        if (set[i])
            return false;
    return true;
}

static inline bool ss_bitset_equal(const u64 *a, const u64 *b, u32 words)
{
    for (u32 i = 0; i < words; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static inline bool ss_bitset_intersects(const u64 *a, const u64 *b, u32 words)
{
    for (u32 i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/* True if every member of `part` is in `whole`. */
static inline bool ss_bitset_subset(const u64 *part, const u64 *whole, u32 words)
{
    for (u32 i = 0; i < words; i++)
        if (part[i] & ~whole[i])
            return false;
    return true;
}

static inline u32 ss_bitset_count(const u64 *set, u32 words)
{
    u32 count = 0;
    for (u32 i = 0; i < words; i++)
        count += ss_popcount(set[i]);
    return count;
}

/* The first `bits` integers become members, the rest of the last word stays empty. */
void ss_bitset_fill(u64 *set, u32 bits);

/* The first member at or after `from`, or SS_BITSET_NONE. */
i32 ss_bitset_next(const u64 *set, u32 words, u32 from);

/* The first member of both sets at or after `from`, or SS_BITSET_NONE. */
i32 ss_bitset_next_and(const u64 *a, const u64 *b, u32 words, u32 from);

/* The first member strictly after `cursor`, wrapping around to the start; SS_BITSET_NONE if empty.
 */
i32 ss_bitset_next_wrap(const u64 *set, u32 words, u32 cursor);

static inline i32 ss_bitset_first(const u64 *set, u32 words)
{
    return ss_bitset_next(set, words, 0);
}

#define SS_BITSET_EACH(bit, set, words)                                                            \
    for (i32 bit = ss_bitset_first(set, words); bit >= 0;                                          \
         bit = ss_bitset_next(set, words, (u32)bit + 1))

#endif
