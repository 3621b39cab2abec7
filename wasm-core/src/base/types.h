/*
 * The integer types and small helpers every room of the core uses. Nothing here allocates or knows
 * of CPUs.
 */
#ifndef SS_BASE_TYPES_H
#define SS_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

/*
 * For the few functions that every event passes. Engines hardly inline across a wasm module's
 * functions, so there it has to be done beforehand; native compilers decide well by themselves.
 */
#ifdef __wasm__
#define SS_HOT __attribute__((always_inline))
#else
#define SS_HOT
#endif

/* For a function that is called from so many places that copies of it would not pay. */
#define SS_NEVER_INLINED __attribute__((noinline))

#define SS_ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A time that never comes: used for "no event pending". */
#define SS_NEVER UINT64_MAX

/* Freestanding builds have no libc: the host file of each platform provides these three. */
void *memset(void *to, int byte, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
int memcmp(const void *left, const void *right, size_t size);

static inline u32 ss_min_u32(u32 a, u32 b)
{
    return a < b ? a : b;
}
static inline u32 ss_max_u32(u32 a, u32 b)
{
    return a > b ? a : b;
}
static inline u64 ss_min_u64(u64 a, u64 b)
{
    return a < b ? a : b;
}
static inline u64 ss_max_u64(u64 a, u64 b)
{
    return a > b ? a : b;
}

static inline u32 ss_div_round_up(u32 value, u32 by)
{
    return (value + by - 1) / by;
}

/* Index of the lowest set bit. The word must not be zero. */
static inline u32 ss_lowest_bit(u64 word)
{
    return (u32)__builtin_ctzll(word);
}

/* Index of the highest set bit. The word must not be zero. */
static inline u32 ss_highest_bit(u64 word)
{
    return 63 - (u32)__builtin_clzll(word);
}

static inline u32 ss_popcount(u64 word)
{
    return (u32)__builtin_popcountll(word);
}

#endif
