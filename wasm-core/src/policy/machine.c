/*
 * The loop over operations. Code that was verified cannot leave itself or its registers, so what is
 * left to look at here are CPUs, tasks, indices, numbers and fuel.
 *
 * Most operations compute: those run in a loop that calls nothing, so that engines keep in
 * registers what it needs. One that reaches beyond registers, or whose result is no number, ends
 * that loop before anything of it was done.
 */
#include "policy/machine.h"

#include "policy/numbers.h"
#include "policy/sets.h"
#include "policy/values.h"

/* A number of the two words behind this one. */
static inline i64 wide(const u32 *at)
{
    return (i64)((u64)at[2] << 32 | at[1]);
}

/* Where a computing operation stands, and where the fuel is spent if no jump comes before: a word
 * of code is an operation, so nothing has to be counted on a straight way. */
struct way {
    const u32 *at;
    size_t last; /* an address: most of what there is fuel for lies beyond the code */
};

static inline void jump(struct way *way, i32 by)
{
    way->at += by;
    way->last += (size_t)by * sizeof(*way->at);
}

/* The operation at hand, on registers `r`. False: it is none that computes, or its result is no
 * number; nothing was done then. */
static inline bool compute(i64 *r, struct way *way, i64 cpus)
{
    const u32 word = *way->at;
    i64 *const a = &r[ss_policy_a(word)];
    const i64 *const b = &r[ss_policy_b(word)], *const c = &r[ss_policy_c(word)];
#define SET(name, value)                                                                           \
    case SS_POLICY_OP_##name:                                                                      \
        *a = (value);                                                                              \
        break
#define TRY(name, does)                                                                            \
    case SS_POLICY_OP_##name:                                                                      \
        if (!(does))                                                                               \
            return false;                                                                          \
        break
#define GO(name, when, by)                                                                         \
    case SS_POLICY_OP_##name:                                                                      \
        if (when)                                                                                  \
            jump(way, by);                                                                         \
        break
    switch (ss_policy_op(word)) {
        SET(MOVE, *b);
        SET(SMALL, ss_policy_number16(word));
        GO(JUMP, true, ss_policy_number24(word));
        GO(IF, *a, ss_policy_number16(word));
        GO(UNLESS, !*a, ss_policy_number16(word));
        TRY(ADD, ss_policy_sum(*b, *c, a));
        TRY(SUB, ss_policy_sum(*b, -*c, a));
        TRY(MUL, ss_policy_multiply(*b, *c, a));
        TRY(FLOOR_DIV, ss_policy_divide(SS_POLICY_OP_FLOOR_DIV, *b, *c, a));
        TRY(TRUNC_DIV, ss_policy_divide(SS_POLICY_OP_TRUNC_DIV, *b, *c, a));
        TRY(REM, ss_policy_divide(SS_POLICY_OP_REM, *b, *c, a));
        TRY(ADD_SMALL, ss_policy_sum(*a, ss_policy_number16(word), a));
        SET(AND, (i32)(*b & *c));
        SET(OR, (i32)(*b | *c));
        SET(XOR, (i32)(*b ^ *c));
        SET(SHL, (i32)((u32)*b << (*c & 31)));
        SET(SHR, (i32)*b >> (*c & 31));
        SET(USHR, (u32)*b >> (*c & 31));
        SET(LT, *b < *c);
        SET(LE, *b <= *c);
        SET(EQ, *b == *c);
        SET(NE, *b != *c);
        SET(NOT, !*b);
        SET(MIN, *b < *c ? *b : *c);
        SET(MAX, *b > *c ? *b : *c);
    case SS_POLICY_OP_WIDE:
        *a = wide(way->at);
        jump(way, 2);
        break;
    case SS_POLICY_OP_NEXT: /* of all CPUs; other sets are looked up */
        if (*b != ss_policy_set_of(SS_POLICY_ALL, 0) || *a < -1 || *a + 1 >= cpus)
            return false;
        (*a)++;
        jump(way, 1);
        break;
    default:
        return false;
    }
    return true;
}

/* Operations as long as they compute and there is fuel; the call then has what they changed. */
static void compute_on(const struct ss_world *w, struct ss_policy_vm *vm)
{
    const u32 *const code = w->def->policy_code;
    u32 *const runs = w->policy->view->runs;
    const i64 cpus = w->topology.cpus;
    const u32 *const first = code + vm->pc;
    const u32 fuel = SS_POLICY_FUEL - vm->operations;
    struct way way = {.at = first, .last = (size_t)first + fuel * sizeof(*first)};
    while ((size_t)way.at != way.last) {
        const u32 at = (u32)(way.at - code);
        if (!compute(vm->r, &way, cpus))
            break;
        runs[at]++;
        way.at++;
    }
    vm->pc = (u16)(way.at - code);
    vm->operations = SS_POLICY_FUEL - (u32)((way.last - (size_t)way.at) / sizeof(*first));
}

/* The next CPU of a set, skipping the jump behind it. */
static void next(const struct ss_world *w, struct ss_policy_vm *vm, u32 word)
{
    i64 cpu;
    if (!ss_policy_next(w, vm->r[ss_policy_b(word)], vm->r[ss_policy_a(word)], &cpu)) {
        ss_policy_stop(vm, SS_POLICY_END_NOBODY);
    } else if (cpu >= 0) {
        vm->r[ss_policy_a(word)] = cpu;
        vm->pc++;
    }
}

/* An operation that did not run in the loop; vm->pc is behind it, and stays there if the call ends:
 * operations behind it were not reached. */
static void reach_out(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm,
                      u32 word)
{
    switch (ss_policy_op(word)) {
    case SS_POLICY_OP_LEAVE:
        ss_policy_stop(vm, SS_POLICY_END_LEFT);
        break;
    case SS_POLICY_OP_RETURN:
        vm->r[0] = vm->r[ss_policy_a(word)];
        ss_policy_stop(vm, SS_POLICY_END_ANSWERED);
        break;
    case SS_POLICY_OP_NEXT:
        next(w, vm, word);
        break;
    case SS_POLICY_OP_CALL:
        ss_policy_want_answer(w, cpu, vm);
        break;
    case SS_POLICY_OP_LOAD:
    case SS_POLICY_OP_STORE:
    case SS_POLICY_OP_FETCH_ADD:
    case SS_POLICY_OP_EXCHANGE:
    case SS_POLICY_OP_COMPARE_EXCHANGE:
        ss_policy_want_variable(w, vm);
        break;
    default: /* it computes, and its result is no number */
        ss_policy_stop(vm, SS_POLICY_END_NUMBER);
    }
}

void ss_policy_run(struct ss_world *w, struct ss_cpu *cpu, struct ss_policy_vm *vm)
{
    const u32 *const code = w->def->policy_code;
    struct ss_policy_view *const view = w->policy->view;
    if (vm->want == SS_POLICY_WANTS_END && vm->operations)
        return; /* the word that it waited for ended it */
    vm->want = SS_POLICY_WANTS_NOTHING;
    while (vm->want == SS_POLICY_WANTS_NOTHING) {
        compute_on(w, vm);
        if (vm->operations == SS_POLICY_FUEL) {
            ss_policy_stop(vm, SS_POLICY_END_FUEL);
            break;
        }
        vm->operations++;
        view->runs[vm->pc++]++;
        reach_out(w, cpu, vm, code[vm->pc - 1]);
    }
    const u32 passed = (u32)((u64)vm->operations * 1000 / w->def->clock_mhz);
    if (passed > vm->spent)
        ss_spend(w, cpu, passed - vm->spent);
    vm->spent = passed;
}
