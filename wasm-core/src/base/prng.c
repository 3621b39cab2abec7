/* Random streams of prng.h. */
#include "base/prng.h"

#include "base/fixed.h"

static u64 rotate_left(u64 word, u32 by)
{
    return word << by | word >> (64 - by);
}

static u64 splitmix64(u64 *state)
{
    *state += 0x9e3779b97f4a7c15;
    u64 z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

void ss_prng_seed(struct ss_prng *prng, u64 seed, u32 purpose, u32 index)
{
    /* Mix the three parts one after another: (seed 1, index 2) and (seed 2, index 1) must differ.
     */
    u64 state = seed;
    state = splitmix64(&state) ^ purpose;
    state = splitmix64(&state) ^ index;
    for (u32 i = 0; i < 4; i++)
        prng->state[i] = splitmix64(&state);
}

u64 ss_prng_next(struct ss_prng *prng)
{
    u64 *s = prng->state;
    u64 result = rotate_left(s[1] * 5, 7) * 9;
    u64 shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

u32 ss_prng_below(struct ss_prng *prng, u32 bound)
{
    u64 product = (ss_prng_next(prng) >> 32) * bound;
    if ((u32)product < bound) {
        u32 threshold = (u32)-bound % bound;
        while ((u32)product < threshold)
            product = (ss_prng_next(prng) >> 32) * bound;
    }
    return (u32)(product >> 32);
}

#define LN2_Q32 0xb17217f7ull /* ln 2 in 0.32 fixed point */

u64 ss_prng_exponential(struct ss_prng *prng, u64 mean)
{
    /* u uniform in 1 .. 2^32, as a fraction of 2^32; -ln(u / 2^32) = (32 - log2 u) * ln 2. */
    u64 u = (ss_prng_next(prng) >> 32) + 1;
    u64 minus_log2_q26 = (32ull << 26) - ss_log2_q26(u);
    u64 minus_ln_q26 = minus_log2_q26 * LN2_Q32 >> 32;
    return ss_multiply_shift(mean, minus_ln_q26, 26);
}
