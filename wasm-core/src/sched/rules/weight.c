/* The tables behind weight.h. */
#include "sched/rules/weight.h"

#include "base/check.h"
#include "base/fixed.h"

#define NICES (SS_NICE_MAX - SS_NICE_MIN + 1)

static const u32 weights[NICES] = {
    88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904,
    3906,  3121,  2501,  1991,  1586,  1277,  1024,  820,   655,   526,   423,  335,  272,  215,
    172,   137,   110,   87,    70,    56,    45,    36,    29,    23,    18,   15};

/* 2^32 / weight, some rounded and some truncated: no formula gives them all. */
static const u32 inverses[NICES] = {
    48388,    59856,    76040,    92818,     118348,    147320,    184698,    229616,
    287308,   360437,   449829,   563644,    704093,    875809,    1099582,   1376151,
    1717300,  2157191,  2708050,  3363326,   4194304,   5237765,   6557202,   8165337,
    10153587, 12820798, 15790321, 19976592,  24970740,  31350126,  39045157,  49367440,
    61356676, 76695844, 95443717, 119304647, 148102320, 186737708, 238609294, 286331153};

u32 ss_weight_of_nice(i32 nice)
{
    SS_DEBUG_CHECK(nice >= SS_NICE_MIN && nice <= SS_NICE_MAX);
    return weights[nice - SS_NICE_MIN];
}

static u32 inverse_of(u32 weight)
{
    for (u32 i = 0; i < NICES; i++)
        if (weights[i] == weight)
            return inverses[i];
    return UINT32_MAX / weight;
}

u64 ss_calc_delta_fair(u64 delta, u32 weight)
{
    SS_DEBUG_CHECK(weight);
    if (weight == SS_WEIGHT_NICE_0)
        return delta;
    u64 fact = (u64)SS_WEIGHT_NICE_0 * inverse_of(weight);
    u32 shift = 32;
    u32 upper = (u32)(fact >> 32);
    if (upper) {
        u32 excess = ss_highest_bit(upper) + 1;
        fact >>= excess;
        shift -= excess;
    }
    SS_DEBUG_CHECK(fact <= UINT32_MAX && shift <= 32);
    return ss_multiply_shift(delta, fact, shift);
}
