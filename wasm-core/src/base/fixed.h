/* Fixed-point mathematics. No floating point: its rounding may differ between compilers. */
#ifndef SS_BASE_FIXED_H
#define SS_BASE_FIXED_H

#include "base/types.h"

/* value / 1000, rounded down. wasm has no wide multiply, so a 64-bit division by a constant stays a
 * division there; below 2^35 (34 s in ns) a 32-bit one does. */
static inline u64 ss_div_1000(u64 value)
{
    return value >> 35 ? value / 1000 : (u32)(value >> 3) / 125;
}

/* Signed sums and products that wrap, as the kernel's do (it is compiled with
 * -fno-strict-overflow): defined whatever comes in. */
static inline i64 ss_wrapping_add(i64 a, i64 b)
{
    return (i64)((u64)a + (u64)b);
}

static inline i64 ss_wrapping_subtract(i64 a, i64 b)
{
    return (i64)((u64)a - (u64)b);
}

static inline i64 ss_wrapping_multiply(i64 a, i64 b)
{
    return (i64)((u64)a * (u64)b);
}

/* log2(value) as unsigned 6.26 fixed point in the low 32 bits (error below 2^-25); value >= 1. */
u32 ss_log2_q26(u64 value);

/* a * b >> shift with a 128-bit intermediate; shift < 64. */
u64 ss_multiply_shift(u64 a, u64 b, u32 shift);

#endif
