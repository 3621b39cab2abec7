/* The sequences of sequence.h. */
#include "exec/sequence.h"

#include "exec/touch.h"

static bool act(struct ss_world *w, struct ss_cpu *cpu, struct ss_act act)
{
    switch (act.operation) {
    case SS_ACT_COMPUTE:
        return ss_wait_compute(w, cpu, act.operand, SS_LEDGER_KERNEL);
    case SS_ACT_LOCK:
        SS_DEBUG_CHECK(!cpu->rest_count);
        return ss_lock_take(w, cpu, (i32)act.operand);
    case SS_ACT_UNLOCK:
        return ss_lock_release(w, cpu, (i32)act.operand);
    default:
        return ss_touch_alone(w, cpu, (enum ss_operation)act.operation, act.operand, act.symbol);
    }
}

bool ss_sequence(struct ss_world *w, struct ss_cpu *cpu, const struct ss_act *acts, u32 count)
{
    SS_DEBUG_CHECK(count && count <= SS_MOST_ACTS && !cpu->rest_count);
    for (u32 i = 0; i < count; i++) {
        SS_DEBUG_CHECK(acts[i].operation != SS_ACT_LOCK || i + 1 == count);
        if (act(w, cpu, acts[i]))
            continue;
        while (--count > i)
            cpu->rest[cpu->rest_count++] = acts[count];
        return false;
    }
    return true;
}

bool ss_touch_each(struct ss_world *w, struct ss_cpu *cpu, enum ss_operation operation, u32 symbol,
                   const u32 *addresses, u32 count)
{
    SS_DEBUG_CHECK(count && count <= SS_MOST_ACTS && !cpu->rest_count);
    for (u32 i = 0; i < count; i++) {
        if (ss_touch_alone(w, cpu, operation, addresses[i], symbol))
            continue;
        while (--count > i)
            cpu->rest[cpu->rest_count++] = (struct ss_act){
                .operand = addresses[count], .symbol = (u16)symbol, .operation = (u8)operation};
        return false;
    }
    return true;
}

bool ss_sequence_goes_on(struct ss_world *w, struct ss_cpu *cpu)
{
    while (cpu->rest_count) {
        const struct ss_act next = cpu->rest[--cpu->rest_count];
        cpu->rest[cpu->rest_count] = (struct ss_act){0};
        if (!act(w, cpu, next))
            return false;
    }
    return true;
}
