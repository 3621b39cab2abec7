/* The searching half of bitset.h; the rest is inline there. */
#include "base/bitset.h"

void ss_bitset_fill(u64 *set, u32 bits)
{
    u32 words = ss_bitset_words(bits);
    for (u32 i = 0; i < words; i++)
        set[i] = ~0ull;
    if (bits % 64)
        set[words - 1] = (1ull << bits % 64) - 1;
}

i32 ss_bitset_next(const u64 *set, u32 words, u32 from)
{
    u32 i = from / 64;
    if (i >= words)
        return SS_BITSET_NONE;
    u64 word = set[i] & ~0ull << from % 64;
    while (!word) {
        if (++i == words)
            return SS_BITSET_NONE;
        word = set[i];
    }
    return (i32)(i * 64 + ss_lowest_bit(word));
}

i32 ss_bitset_next_and(const u64 *a, const u64 *b, u32 words, u32 from)
{
    u32 i = from / 64;
    if (i >= words)
        return SS_BITSET_NONE;
    u64 word = a[i] & b[i] & ~0ull << from % 64;
    while (!word) {
        if (++i == words)
            return SS_BITSET_NONE;
        word = a[i] & b[i];
    }
    return (i32)(i * 64 + ss_lowest_bit(word));
}

i32 ss_bitset_next_wrap(const u64 *set, u32 words, u32 cursor)
{
    i32 bit = ss_bitset_next(set, words, cursor + 1);
    return bit >= 0 ? bit : ss_bitset_first(set, words);
}
