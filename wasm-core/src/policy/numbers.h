/*
 * Arithmetic as JavaScript has it, as long as that stays with whole numbers. All of it is inline:
 * it is what the loop of the machine does.
 */
#ifndef SS_POLICY_NUMBERS_H
#define SS_POLICY_NUMBERS_H

#include "schedscape.h"

#include "base/types.h"

#define SS_POLICY_GREATEST ((1ll << 53) - 1) /* Number.MAX_SAFE_INTEGER */

static inline bool ss_policy_is_safe(i64 value)
{
    return value <= SS_POLICY_GREATEST && value >= -SS_POLICY_GREATEST;
}

static inline i64 ss_policy_absolute(i64 value)
{
    return value < 0 ? -value : value;
}

/* By division, where the product may be too large: compilers make of a checked product a call that
 * freestanding modules do not have. */
static inline bool ss_policy_multiply(i64 left, i64 right, i64 *result)
{
    const u64 l = (u64)ss_policy_absolute(left), r = (u64)ss_policy_absolute(right);
    if ((l | r) >> 26 && l && r > (u64)SS_POLICY_GREATEST / l)
        return false;
    *result = left * right;
    return true;
}

static inline bool ss_policy_divide(u32 op, i64 left, i64 right, i64 *result)
{
    if (!right)
        return false;
    const i64 quotient = left / right, rest = left % right;
    if (op == SS_POLICY_OP_REM)
        *result = rest;
    else
        *result = quotient - (op == SS_POLICY_OP_FLOOR_DIV && rest && (rest < 0) != (right < 0));
    return true;
}

static inline bool ss_policy_sum(i64 left, i64 right, i64 *result)
{
    const i64 sum = left + right;
    if (!ss_policy_is_safe(sum))
        return false;
    *result = sum;
    return true;
}

#endif
