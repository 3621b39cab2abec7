/* The byte form of hash.h. */
#include "base/hash.h"

u64 ss_hash_bytes(u64 hash, const void *bytes, u64 size)
{
    const u8 *at = bytes;
    for (; size >= 8; size -= 8, at += 8) {
        u64 word = 0;
        for (u32 i = 0; i < 8; i++)
            word |= (u64)at[i] << 8 * i;
        hash = ss_hash_word(hash, word);
    }
    for (; size; size--, at++)
        hash = ss_hash_word(hash, *at);
    return hash;
}
