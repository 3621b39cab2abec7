/* The arithmetic of numbers.h. */
#include "policy/numbers.h"

#include "schedscape.h"

static i64 absolute(i64 value)
{
    return value < 0 ? -value : value;
}

/* By division: compilers make of a checked product a call that freestanding modules do not have. */
static bool multiply(i64 left, i64 right, i64 *result)
{
    if (left && absolute(right) > SS_POLICY_GREATEST / absolute(left))
        return false;
    *result = left * right;
    return true;
}

static bool divide(u32 op, i64 left, i64 right, i64 *result)
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

/* Numbers of 32 bits, whatever was beyond them. */
static i64 of_bits(u32 op, i64 left, i64 right)
{
    const u32 l = (u32)(u64)left, r = (u32)(u64)right;
    switch (op) {
    case SS_POLICY_OP_AND:
        return (i32)(l & r);
    case SS_POLICY_OP_OR:
        return (i32)(l | r);
    case SS_POLICY_OP_XOR:
        return (i32)(l ^ r);
    case SS_POLICY_OP_SHL:
        return (i32)(l << (r & 31));
    case SS_POLICY_OP_SHR:
        return (i32)l >> (r & 31);
    default:
        return l >> (r & 31);
    }
}

bool ss_policy_compute(u32 op, i64 left, i64 right, i64 *result)
{
    switch (op) {
    case SS_POLICY_OP_MUL:
        return multiply(left, right, result);
    case SS_POLICY_OP_FLOOR_DIV:
    case SS_POLICY_OP_TRUNC_DIV:
    case SS_POLICY_OP_REM:
        return divide(op, left, right, result);
    case SS_POLICY_OP_NE:
        *result = left != right;
        return true;
    case SS_POLICY_OP_MIN:
        *result = left < right ? left : right;
        return true;
    case SS_POLICY_OP_MAX:
        *result = left > right ? left : right;
        return true;
    default:
        *result = of_bits(op, left, right);
        return true;
    }
}
