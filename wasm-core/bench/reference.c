/*
 * The yardstick of the benchmark: a loop whose speed depends on the host and the compiler alone.
 * The simulator's speed is given as a ratio to it, so that figures from different machines compare.
 */
#include <stdint.h>

#include "schedscape.h"

/* Not part of the ABI: only the native library has it. */
SS_EXPORT(ss_bench_reference) uint32_t ss_bench_reference(uint32_t iterations);

/* `iterations` rounds of 64-bit xorshift 13/7/17 (Marsaglia, 2003) with a running sum. Returns the
 * low half of the sum, so that no compiler may leave the loop out. */
uint32_t ss_bench_reference(uint32_t iterations)
{
    uint64_t x = 88172645463325252ull, sum = 0;
    for (uint32_t i = 0; i < iterations; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        sum += x;
    }
    return (uint32_t)sum;
}
