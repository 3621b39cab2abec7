/* Fixed-point logarithm by repeated squaring, and a wide multiply that needs no 128-bit type. */
#include "base/fixed.h"

#define LOG2_FRACTION_BITS 26

u32 ss_log2_q26(u64 value)
{
    u32 whole = ss_highest_bit(value);
    /* Mantissa in 1.31: squaring it fits 64 bits. */
    u64 mantissa = whole > 31 ? value >> (whole - 31) : value << (31 - whole);
    u32 result = whole;
    for (u32 i = 0; i < LOG2_FRACTION_BITS; i++) {
        mantissa = mantissa * mantissa >> 31;
        u32 bit = (u32)(mantissa >> 32);
        mantissa >>= bit;
        result = result << 1 | bit;
    }
    return result;
}

u64 ss_multiply_shift(u64 a, u64 b, u32 shift)
{
    u64 a_low = a & 0xffffffff, a_high = a >> 32, b_low = b & 0xffffffff, b_high = b >> 32;
    u64 low = a_low * b_low;
    u64 middle = a_high * b_low + (low >> 32);
    u64 carry = middle >> 32;
    middle = (middle & 0xffffffff) + a_low * b_high;
    u64 high = a_high * b_high + carry + (middle >> 32);
    low = middle << 32 | (low & 0xffffffff);
    return shift ? high << (64 - shift) | low >> shift : low;
}
