/*
 * Code is input like any other: from a link, a file, a fuzzer. What passes here cannot leave its
 * words, its registers or its variables; the machine then looks at values alone. One pass over the
 * words in order, and one over the jumps.
 */
#include "policy/verify.h"

#include "policy/machine.h"
#include "policy/numbers.h"
#include "policy/questions.h"

static bool refuse(struct ss_message *message, const char *field, u32 at, const char *problem)
{
    ss_message_text(message, field);
    ss_message_index(message, at);
    ss_message_text(message, problem);
    return false;
}

/* ---- words ----------------------------------------------------------------------------------- */

static const char *const no_register =
    ": names a register that does not exist; there are 60, from 0";

/* The registers that the operation names are there. */
static bool has_registers(u32 word)
{
    const bool a = ss_policy_a(word) < SS_POLICY_REGISTERS;
    const bool b = ss_policy_b(word) < SS_POLICY_REGISTERS;
    const bool c = ss_policy_c(word) < SS_POLICY_REGISTERS;
    switch (ss_policy_op(word)) {
    case SS_POLICY_OP_LEAVE:
    case SS_POLICY_OP_JUMP:
        return true;
    case SS_POLICY_OP_RETURN:
    case SS_POLICY_OP_SMALL:
    case SS_POLICY_OP_WIDE:
    case SS_POLICY_OP_IF:
    case SS_POLICY_OP_UNLESS:
    case SS_POLICY_OP_ADD_SMALL:
        return a;
    case SS_POLICY_OP_MOVE:
    case SS_POLICY_OP_NOT:
    case SS_POLICY_OP_NEXT:
        return a && b;
    case SS_POLICY_OP_CALL: /* the argument and those behind it */
        return a && ss_policy_c(word) + SS_POLICY_ARGUMENTS <= SS_POLICY_REGISTERS;
    case SS_POLICY_OP_LOAD:
    case SS_POLICY_OP_STORE:
    case SS_POLICY_OP_FETCH_ADD:
    case SS_POLICY_OP_EXCHANGE:
        return a && c;
    case SS_POLICY_OP_COMPARE_EXCHANGE: /* the index and the register behind it */
        return a && ss_policy_c(word) + 1 < SS_POLICY_REGISTERS;
    default:
        return a && b && c;
    }
}

/* What is wrong with the word at `at`, or NULL. */
static const char *problem_at(const struct ss_world_def *def, u32 at)
{
    const u32 word = def->policy_code[at], op = ss_policy_op(word);
    if (op >= SS_POLICY_OPS_COUNT)
        return ": no operation has this code; see POLICY_OP_";
    if (!has_registers(word))
        return no_register;
    if (op == SS_POLICY_OP_CALL && ss_policy_b(word) >= SS_POLICY_CALLS_COUNT)
        return ": no question has this code; see POLICY_CALL_";
    if (op >= SS_POLICY_OP_LOAD && ss_policy_b(word) >= def->policy_arrays)
        return ": names a variable that the policy does not have";
    if (op == SS_POLICY_OP_WIDE) {
        if (def->policy_words - at < 3)
            return ": its number lies beyond the end of the code";
        const u64 bits = (u64)def->policy_code[at + 2] << 32 | def->policy_code[at + 1];
        if (!ss_policy_is_safe((i64)bits))
            return ": its number is beyond 2^53 - 1";
    }
    if (op == SS_POLICY_OP_NEXT && (at + 1 >= def->policy_words ||
                                    ss_policy_op(def->policy_code[at + 1]) != SS_POLICY_OP_JUMP))
        return ": needs a jump after it, to the place where the set has ended";
    return NULL;
}

/* Words that are operations, not parts of a number. */
struct begins {
    u64 bits[SS_POLICY_WORDS / 64];
};

static bool check_words(const struct ss_world_def *def, struct ss_message *message,
                        struct begins *begins)
{
    u32 last = SS_POLICY_OP_LEAVE;
    for (u32 at = 0; at < def->policy_words; at++) {
        const char *problem = problem_at(def, at);
        if (problem)
            return refuse(message, "policy_code", at, problem);
        begins->bits[at / 64] |= 1ull << at % 64;
        last = ss_policy_op(def->policy_code[at]);
        if (last == SS_POLICY_OP_WIDE)
            at += 2;
    }
    if (last != SS_POLICY_OP_LEAVE && last != SS_POLICY_OP_RETURN && last != SS_POLICY_OP_JUMP)
        return refuse(message, "policy_code", def->policy_words - 1,
                      ": the code can run past its end; end it with LEAVE, RETURN or JUMP");
    return true;
}

/* ---- jumps ----------------------------------------------------------------------------------- */

static bool is_operation(const struct ss_world_def *def, const struct begins *begins, i64 at)
{
    return at >= 0 && at < def->policy_words && (begins->bits[at / 64] >> at % 64 & 1);
}

static bool check_jumps(const struct ss_world_def *def, struct ss_message *message,
                        const struct begins *begins)
{
    for (u32 at = 0; at < def->policy_words; at++) {
        const u32 word = def->policy_code[at], op = ss_policy_op(word);
        const i64 behind = (i64)at + 1;
        if (!is_operation(def, begins, at))
            continue;
        const bool far = op == SS_POLICY_OP_JUMP;
        if (!far && op != SS_POLICY_OP_IF && op != SS_POLICY_OP_UNLESS)
            continue;
        if (!is_operation(def, begins,
                          behind + (far ? ss_policy_number24(word) : ss_policy_number16(word))))
            return refuse(message, "policy_code", at,
                          ": jumps to where no operation of the code begins");
    }
    return true;
}

/* ---- points and variables -------------------------------------------------------------------- */

static bool check_entries(const struct ss_world_def *def, struct ss_message *message,
                          const struct begins *begins)
{
    u32 points = 0;
    for (u32 i = 0; i < SS_POLICY_POINTS; i++) {
        if (!def->policy_entry[i])
            continue;
        points++;
        if (i > SS_POLICY_POINT_TICK)
            return refuse(message, "policy_entry", i, ": there is no such point of the kernel");
        if (!is_operation(def, begins, (i64)def->policy_entry[i] - 1))
            return refuse(message, "policy_entry", i, ": no operation of the code begins there");
    }
    if (points)
        return true;
    ss_message_text(message, "policy_entry: the policy has no entry point");
    return false;
}

static bool check_arrays(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->policy_arrays > SS_POLICY_ARRAYS) {
        ss_message_text(message, "policy_arrays: a policy has at most 16 variables");
        return false;
    }
    for (u32 i = 0; i < def->policy_arrays; i++) {
        const u32 kind = def->policy_array_kind[i], length = def->policy_array_length[i];
        if (kind > SS_POLICY_ARRAY_PERTASK)
            return refuse(message, "policy_array_kind", i, ": no kind of variable has this code");
        if (kind == SS_POLICY_ARRAY_SHARED && (!length || length > SS_POLICY_ARRAY_WORDS))
            return refuse(message, "policy_array_length", i, ": must be between 1 and 4096");
        if (!ss_policy_is_safe(ss_policy_start_of(def, i)))
            return refuse(message, "policy_array_start", i, ": is beyond 2^53 - 1");
    }
    return true;
}

bool ss_policy_verify(const struct ss_world_def *def, struct ss_message *message)
{
    struct begins begins = {{0}};
    if (def->policy_words > SS_POLICY_WORDS) {
        ss_message_text(message, "policy_words: a policy has at most 2048 words of code");
        return false;
    }
    if (def->policy_flags & ~(u32)SS_POLICY_FLAG_NO_PERIODIC) {
        ss_message_text(message, "policy_flags: has an unknown flag; see POLICY_FLAG_NO_");
        return false;
    }
    return check_arrays(def, message) && check_words(def, message, &begins) &&
           check_jumps(def, message, &begins) && check_entries(def, message, &begins);
}

bool ss_policy_has_call(const struct ss_world_def *def, u32 call)
{
    for (u32 at = 0; at < def->policy_words; at++) {
        const u32 word = def->policy_code[at], op = ss_policy_op(word);
        if (op == SS_POLICY_OP_CALL && ss_policy_b(word) == call)
            return true;
        if (op == SS_POLICY_OP_WIDE)
            at += 2;
    }
    return false;
}
