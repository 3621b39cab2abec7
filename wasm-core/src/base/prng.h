/*
 * Deterministic random numbers: one independent stream a purpose (workload of task n, platform
 * jitter ...), all derived from the scenario's seed, so that drawing from one never shifts another.
 * Generator: xoshiro256** 1.0 (Blackman and Vigna, 2018), seeded through splitmix64.
 */
#ifndef SS_BASE_PRNG_H
#define SS_BASE_PRNG_H

#include "base/types.h"

struct ss_prng {
    u64 state[4];
};

/* Stream `index` of `purpose` under `seed`: equal arguments, equal stream. */
void ss_prng_seed(struct ss_prng *prng, u64 seed, u32 purpose, u32 index);

u64 ss_prng_next(struct ss_prng *prng);

/* Uniform in 0 .. bound-1 without modulo bias (multiply and shift, rejecting the short interval).
 * bound must not be 0. */
u32 ss_prng_below(struct ss_prng *prng, u32 bound);

/* Exponential with the given mean, in whole units, rounded down. Fixed point only: -ln(u) from
 * ss_log2_q26, so every compiler draws the same number. */
u64 ss_prng_exponential(struct ss_prng *prng, u64 mean);

#endif
