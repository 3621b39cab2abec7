/*
 * What every conformance door looks like from inside: a function over words in, words out, with an
 * arena to build its little world in. A new vector kind adds one file here, its prototype below,
 * one line to the table in probe.c, and a code PROBE_... in schedscape/codes.h.
 */
#ifndef SS_PROBE_PROBE_H
#define SS_PROBE_PROBE_H

#include "base/arena.h"

/* The longest and the latest time a vector can tell, ns: what JSON keeps whole. */
#define SS_PROBE_MOST_NS ((1ll << 53) - 1)

struct ss_probe {
    struct ss_arena *arena;
    const i32 *in;
    u32 in_words, at; /* at: next word to read */
    i32 *out;
    u32 out_words, written;
    bool bad; /* read past the end, wrote past the end, or a value out of range */
};

/* The next word of the input; sets bad and gives 0 past the end. */
static inline i32 ss_probe_read(struct ss_probe *probe)
{
    if (probe->at < probe->in_words)
        return probe->in[probe->at++];
    probe->bad = true;
    return 0;
}

/* The next word, which must lie in low .. high. */
static inline i32 ss_probe_read_range(struct ss_probe *probe, i32 low, i32 high)
{
    i32 word = ss_probe_read(probe);
    if (word >= low && word <= high)
        return word;
    probe->bad = true;
    return low;
}

static inline void ss_probe_write(struct ss_probe *probe, i32 word)
{
    if (probe->written < probe->out_words)
        probe->out[probe->written++] = word;
    else
        probe->bad = true;
}

/* A 64-bit number is two words, low half first. */
static inline u64 ss_probe_read_long(struct ss_probe *probe)
{
    u64 low = (u32)ss_probe_read(probe);
    return low | (u64)(u32)ss_probe_read(probe) << 32;
}

/* The next long, signed, which must lie in low .. high. */
static inline i64 ss_probe_read_long_range(struct ss_probe *probe, i64 low, i64 high)
{
    const i64 value = (i64)ss_probe_read_long(probe);
    if (value >= low && value <= high)
        return value;
    probe->bad = true;
    return low;
}

static inline void ss_probe_write_long(struct ss_probe *probe, u64 value)
{
    ss_probe_write(probe, (i32)(u32)value);
    ss_probe_write(probe, (i32)(u32)(value >> 32));
}

struct ss_world_def;

void ss_probe_topology(struct ss_probe *probe);
void ss_probe_coherence(struct ss_probe *probe);
void ss_probe_cpupri(struct ss_probe *probe);
void ss_probe_rt(struct ss_probe *probe);
void ss_probe_layout(struct ss_probe *probe);
void ss_probe_bench_line(struct ss_probe *probe);
void ss_probe_race(struct ss_probe *probe);
void ss_probe_policy(struct ss_probe *probe);
void ss_probe_pcp(struct ss_probe *probe);
void ss_probe_fair_rules(struct ss_probe *probe);
void ss_probe_fair_place(struct ss_probe *probe);
void ss_probe_fair_balance(struct ss_probe *probe);
void ss_probe_cache_rules(struct ss_probe *probe);

#endif
