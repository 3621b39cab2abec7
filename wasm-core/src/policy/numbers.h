/* Arithmetic as JavaScript has it, as long as that stays with whole numbers. */
#ifndef SS_POLICY_NUMBERS_H
#define SS_POLICY_NUMBERS_H

#include "base/types.h"

#define SS_POLICY_GREATEST ((1ll << 53) - 1) /* Number.MAX_SAFE_INTEGER */

static inline bool ss_policy_is_safe(i64 value)
{
    return value <= SS_POLICY_GREATEST && value >= -SS_POLICY_GREATEST;
}

/* An operation on two safe numbers, from MUL to MAX. False where JavaScript would leave the whole
 * numbers, or they are too large to be told apart there. */
bool ss_policy_compute(u32 op, i64 left, i64 right, i64 *result);

#endif
