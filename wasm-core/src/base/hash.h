/*
 * A streaming 64-bit hash for traces and states: FNV-1a over 64-bit words with a final avalanche.
 * It detects drift between builds; it is no defence against an adversary.
 */
#ifndef SS_BASE_HASH_H
#define SS_BASE_HASH_H

#include "base/types.h"

#define SS_HASH_START 0xcbf29ce484222325ull

static inline u64 ss_hash_word(u64 hash, u64 word)
{
    hash = (hash ^ word) * 0x100000001b3ull;
    return hash ^ hash >> 29;
}

#endif
