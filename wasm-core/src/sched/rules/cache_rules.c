/* The formulas of cache_rules.h. */
#include "sched/rules/cache_rules.h"

#include "base/check.h"

#define FITS_NUMERATOR 1280u /* fits_capacity leaves a fifth free */
#define FITS_DENOMINATOR 1024u

/* A column a version, spec section 7. v2's values where its text was not seen follow section 0. */
static const u8 presets[SS_CACHE_SWITCHES][SS_CACHE_VERSIONS - 1] = {
    [SS_CACHE_OVERAGGR_DIV_SMT] = {1, 0, 0, 0, 0},
    [SS_CACHE_SMT1_BONUS] = {0, 1, 1, 1, 1},
    [SS_CACHE_TEST_AFTER_MOVE] = {0, 0, 0, 1, 1},
    [SS_CACHE_NR_FITS_MARGIN] = {0, 1, 1, 1, 1},
    [SS_CACHE_AVG_DIV] = {0, 0, 1, 1, 1},
    [SS_CACHE_AVG_FREEZE] = {0, 0, 0, 0, 1},
    [SS_CACHE_CAP_SOURCE] = {0, 0, 0, 0, 1},
    [SS_CACHE_CAP_WRAP32] = {1, 1, 0, 0, 0},
    [SS_CACHE_CAP_STRICT] = {0, 0, 1, 1, 1},
    [SS_CACHE_SCAN_SET] = {1, 0, 0, 2, 2},
    [SS_CACHE_SINGLE_SCANNER] = {0, 0, 0, 0, 1},
    [SS_CACHE_NUMA_RULE] = {0, 1, 2, 2, 2},
    [SS_CACHE_FLAG_BEFORE_TYPE] = {1, 0, 0, 0, 0},
    [SS_CACHE_FAIL_LIMIT] = {0, 0, 1, 2, 2},
    [SS_CACHE_DETACH] = {0, 1, 2, 2, 2},
    [SS_CACHE_LLC_BEFORE_NUMA] = {1, 1, 0, 0, 0},
    [SS_CACHE_ALB_NEEDS_PREF] = {0, 1, 1, 1, 1},
    [SS_CACHE_CHILD_PREF_RESET] = {0, 0, 0, 0, 1},
    [SS_CACHE_EPOCH_SIGNED] = {0, 0, 1, 1, 1},
    [SS_CACHE_TASK_TEST_RESETS] = {0, 1, 1, 1, 1},
    [SS_CACHE_REFUSAL_IS_NO_FAILURE] = {0, 0, 1, 1, 1},
    [SS_CACHE_TICK_TEST] = {0, 1, 2, 2, 2},
};

void ss_cache_preset(struct ss_cache_rules *rules, enum ss_cache_version version)
{
    SS_DEBUG_CHECK(version < SS_CACHE_VERSIONS);
    *rules = (struct ss_cache_rules){.enabled = 1,
                                     .tolerance = 1,
                                     .epoch_period = 10,
                                     .affinity_timeout = 5,
                                     .overaggr_pct = 50,
                                     .imb_pct = 20};
    for (u32 i = 0; i < SS_CACHE_SWITCHES && version; i++)
        rules->on[i] = presets[i][version - 1];
}

u32 ss_cache_switch_values(enum ss_cache_switch which)
{
    SS_DEBUG_CHECK(which < SS_CACHE_SWITCHES);
#define YES_NO 2
#define ONE_OF(...) SS_ARRAY_LENGTH(((const char *const[]){__VA_ARGS__}))
    static const u8 values[] = {
#define X(id, name, form, sentence) form,
        SS_CACHE_SWITCH_LIST(X)
#undef X
    };
    return values[which];
}

/* ---- cut-offs -------------------------------------------------------------------------------- */

u32 ss_cache_scale(const struct ss_cache_rules *rules, u32 mul)
{
    if (!rules->tolerance)
        return 0;
    if (rules->tolerance >= SS_CACHE_MOST_TOLERANCE)
        return SS_CACHE_NO_LIMIT;
    return 1 + (rules->tolerance - 1) * mul;
}

bool ss_cache_exceeds_threads(const struct ss_cache_rules *rules, u64 running_avg, u32 smt,
                              u32 llc_size)
{
    SS_DEBUG_CHECK(smt && llc_size);
    const u64 scale = ss_cache_scale(rules, 1), threads = running_avg * smt;
    if (scale == SS_CACHE_NO_LIMIT)
        return false;
    if (!rules->on[SS_CACHE_NR_FITS_MARGIN])
        return threads > scale * llc_size;
    return threads * FITS_NUMERATOR >= scale * llc_size * FITS_DENOMINATOR;
}

u64 ss_cache_memory_limit(const struct ss_cache_rules *rules, u64 llc_bytes)
{
    const u32 scale = ss_cache_scale(rules, 256);
    return rules->on[SS_CACHE_CAP_WRAP32] ? (u32)llc_bytes * scale : llc_bytes * (u64)scale;
}

bool ss_cache_exceeds_memory(const struct ss_cache_rules *rules, u64 llc_bytes, u64 memory)
{
    if (ss_cache_scale(rules, 256) == SS_CACHE_NO_LIMIT)
        return false;
    if (!llc_bytes)
        return true;
    const u64 limit = ss_cache_memory_limit(rules, llc_bytes);
    return rules->on[SS_CACHE_CAP_STRICT] ? limit < memory : limit <= memory;
}

enum ss_cache_refusal ss_cache_refuses_scan(const struct ss_cache_rules *rules,
                                            const struct ss_cache_standing *process)
{
    if (process->threads <= 1 ||
        (rules->on[SS_CACHE_AVG_FREEZE] &&
         ss_cache_exceeds_threads(rules, process->running_avg, process->smt, process->llc_size)))
        return SS_CACHE_DROPS;
    if (!ss_cache_exceeds_memory(rules, process->llc_bytes, process->memory))
        return SS_CACHE_SCANS;
    return rules->on[SS_CACHE_TASK_TEST_RESETS] ? SS_CACHE_DROPS : SS_CACHE_LEAVES;
}

/* ---- policy ---------------------------------------------------------------------------------- */

u32 ss_cache_room_pct(const struct ss_cache_rules *rules, u32 smt)
{
    SS_DEBUG_CHECK(smt);
    u32 pct = rules->overaggr_pct;
    if (rules->on[SS_CACHE_OVERAGGR_DIV_SMT])
        pct /= smt;
    if (rules->on[SS_CACHE_SMT1_BONUS] && smt == 1)
        pct = pct * 3 / 2;
    return pct;
}

static bool has_room(const struct ss_cache_rules *rules, u32 smt, u64 util, u64 capacity)
{
    return util * 100 < capacity * ss_cache_room_pct(rules, smt);
}

static bool is_greater(const struct ss_cache_rules *rules, u64 a, u64 b)
{
    return a * 100 > b * (100 + rules->imb_pct);
}

enum ss_cache_judgement ss_cache_judge(const struct ss_cache_rules *rules,
                                       const struct ss_cache_levels *levels, u64 task_util,
                                       bool to_preferred)
{
    SS_DEBUG_CHECK(levels->smt);
    u64 src = levels->src_util, dst = levels->dst_util;
    const u64 src_after = src > task_util ? src - task_util : 0, dst_after = dst + task_util;
    if (rules->on[SS_CACHE_TEST_AFTER_MOVE]) {
        src = src_after;
        dst = dst_after;
    }
    if (!has_room(rules, levels->smt, src, levels->src_cap) &&
        !has_room(rules, levels->smt, dst, levels->dst_cap))
        return SS_CACHE_BOTH_BUSY;
    if (to_preferred) {
        if (has_room(rules, levels->smt, dst_after, levels->dst_cap))
            return SS_CACHE_ROOM_THERE;
        return is_greater(rules, dst_after, src_after) ? SS_CACHE_FULL_THERE : SS_CACHE_EVEN_THERE;
    }
    if (has_room(rules, levels->smt, src_after, levels->src_cap))
        return SS_CACHE_ROOM_HERE;
    return is_greater(rules, src_after, dst_after) ? SS_CACHE_FULL_HERE : SS_CACHE_EVEN_HERE;
}

enum ss_cache_move ss_cache_can_migrate(const struct ss_cache_rules *rules,
                                        const struct ss_cache_levels *levels, u64 task_util,
                                        bool to_preferred)
{
    switch (ss_cache_judge(rules, levels, task_util, to_preferred)) {
    case SS_CACHE_BOTH_BUSY:
        return SS_CACHE_UNRESTRICTED;
    case SS_CACHE_FULL_THERE:
    case SS_CACHE_ROOM_HERE:
    case SS_CACHE_EVEN_HERE:
        return SS_CACHE_FORBID;
    default:
        return SS_CACHE_MOVE;
    }
}

bool ss_cache_weighs_levels(const struct ss_cache_candidate *task)
{
    return task->anchor >= 0 && task->src != task->dst && task->threads > 1 && !task->exceeds &&
           (task->anchor == task->dst || task->anchor == task->src);
}

enum ss_cache_move ss_cache_can_migrate_task(const struct ss_cache_rules *rules,
                                             const struct ss_cache_levels *levels,
                                             const struct ss_cache_candidate *task, bool *drop)
{
    *drop = false;
    if (task->anchor < 0 || task->src == task->dst)
        return SS_CACHE_UNRESTRICTED;
    if (task->threads <= 1 || task->exceeds) {
        *drop = rules->on[SS_CACHE_TASK_TEST_RESETS];
        return SS_CACHE_UNRESTRICTED;
    }
    if (!ss_cache_weighs_levels(task))
        return SS_CACHE_UNRESTRICTED;
    return ss_cache_can_migrate(rules, levels, task->util, task->anchor == task->dst);
}

bool ss_cache_vetoes_active(const struct ss_cache_rules *rules,
                            const struct ss_cache_levels *levels,
                            const struct ss_cache_source *source)
{
    if (rules->on[SS_CACHE_ALB_NEEDS_PREF] && !source->preferring_here)
        return false;
    if (source->preferring_here != source->runnable)
        return false;
    return source->running <= 1 ||
           ss_cache_can_migrate(rules, levels, source->current_util, false) == SS_CACHE_FORBID;
}

bool ss_cache_flags_group(const struct ss_cache_rules *rules, const struct ss_cache_levels *levels,
                          u32 preferring, u32 failed, u32 nice_tries)
{
    const u32 limit = rules->on[SS_CACHE_FAIL_LIMIT];
    if (!preferring || (limit && failed >= nice_tries + limit - 1))
        return false;
    return ss_cache_can_migrate(rules, levels, 0, true) == SS_CACHE_MOVE;
}

u32 ss_cache_rank(i32 preferred, i32 src, i32 dst)
{
    if (preferred == dst)
        return 0;
    if (preferred < 0)
        return 1;
    return preferred == src ? 3 : 2;
}
