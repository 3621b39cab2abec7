/* The closed forms of user_work.h. */
#include "machine/user_work.h"

#include "base/fixed.h"

#define LINE_SHIFT 6
#define NS_A_MS 1000000u

/* a * b of two values below or slightly above one. */
static u32 times(u32 a, u32 b)
{
    return (u32)((u64)a * b >> 16);
}

u32 ss_miss_ratio(const struct ss_user_work *work, u64 resident)
{
    if (resident >= work->bytes)
        return work->miss_cached;
    const u64 absent = ((work->bytes - resident) << 16) / work->bytes;
    return work->miss_cached + times(work->miss_uncached - work->miss_cached, (u32)absent);
}

/* ---- occupancy ------------------------------------------------------------------------------- */

/* Lines inserted in a ms, w = F a m, scaled down: at most 2^42, so that its share can have 20 bits,
 * and more footprints sum up than a world can have tasks. */
static u64 weight(const struct ss_user_work *work, u64 resident)
{
    const u64 lines = (work->bytes >> LINE_SHIFT) + 1;
    return 1 + ((lines * work->accesses_a_ms >> 10) * ss_miss_ratio(work, resident) >> 16);
}

void ss_llc_targets(const struct ss_user_work *work, u32 count, u64 capacity, const u64 *resident,
                    u64 *target)
{
    u64 wanted = 0, room = capacity;
    for (u32 i = 0; i < count; i++)
        wanted += work[i].bytes;
    for (u32 i = 0; i < count; i++)
        target[i] = wanted <= capacity ? work[i].bytes : 0;
    /* A footprint whose share would exceed its size gets its size; the others divide the rest. */
    for (u32 pass = 0; wanted > capacity && pass < 2; pass++) {
        u64 weights = 0, left = room;
        for (u32 i = 0; i < count; i++)
            weights += target[i] < work[i].bytes ? weight(&work[i], resident[i]) : 0;
        for (u32 i = 0; i < count; i++) {
            if (target[i] >= work[i].bytes)
                continue;
            const u64 share = (weight(&work[i], resident[i]) << 20) / weights;
            target[i] = ss_min_u64(ss_multiply_shift(room, share, 20), work[i].bytes);
            if (target[i] == work[i].bytes)
                left -= target[i];
        }
        if (left == room)
            break; /* no footprint reached its size: another pass would say the same */
        room = left;
    }
}

u64 ss_llc_fill_ns(const struct ss_user_work *work, u64 bytes)
{
    const u64 accesses = (bytes >> LINE_SHIFT) * NS_A_MS / ss_max_u32(work->accesses_a_ms, 1);
    return ss_max_u64((accesses << 16) / ss_max_u32(work->miss_uncached, 1), 1);
}

#define LONG_AGO 64 /* time constants after which nothing of the old state is left */

u64 ss_resident_after(u64 resident, u64 target, u64 elapsed, u64 tau)
{
    if (elapsed / tau >= LONG_AGO)
        return target;
    /* e^-x as 1 / (1 + x + x^2 / 2), so that every compiler agrees; x with 20 bits, so that many
     * short pieces of work fill as much as a long one. */
    const u64 x = (elapsed << 20) / tau;
    const u64 divisor = (1u << 20) + x + (x * x >> 21);
    const u64 distance = resident > target ? resident - target : target - resident;
    const u64 left = (distance << 20) / divisor;
    return resident > target ? target + left : target - left;
}

/* ---- speed ----------------------------------------------------------------------------------- */

u32 ss_loaded_latency(u32 idle, u32 utilisation)
{
    const u32 used = ss_min_u32(utilisation, SS_ONE);
    const u32 square = times(used, used), fourth = times(square, square);
    const u32 eighth = times(fourth, fourth);
    const u64 twentieth = times(times(eighth, eighth), fourth);
    const u64 factor = SS_ONE + square + twentieth * 9 / 10; /* 1 + u^2 + 0.9 u^20 */
    return (u32)(idle * factor >> 16);
}

u32 ss_slowdown(const struct ss_user_work *work, u32 miss, u32 llc_ns, u32 memory_ns)
{
    const u64 access = (u64)(SS_ONE - miss) * llc_ns + (u64)miss * memory_ns;
    const u64 stall = access * work->accesses_a_ms / NS_A_MS * 10 / work->overlap_tenths;
    return (u32)ss_min_u64(SS_ONE + stall, UINT32_MAX);
}
