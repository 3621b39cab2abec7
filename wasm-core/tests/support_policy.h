/*
 * Code for policies, written by hand, and the small machine they run on. Include it behind
 * cmocka.h.
 */
#ifndef SS_TESTS_SUPPORT_POLICY_H
#define SS_TESTS_SUPPORT_POLICY_H

#include "support_fair.h"

#define OP(name, a, b, c)                                                                          \
    (SS_POLICY_OP_##name | (uint32_t)(a) << 8 | (uint32_t)(b) << 16 | (uint32_t)(c) << 24)
#define OP16(name, a, number) (SS_POLICY_OP_##name | (uint32_t)(a) << 8 | (uint32_t)(number) << 16)
#define OP24(name, number) (SS_POLICY_OP_##name | (uint32_t)(number) << 8)
#define ASK(into, question, first) OP(CALL, into, SS_POLICY_CALL_##question, first)

/* The definition's policy is this code, asked from its first word at one point. */
static inline void set_policy(struct ss_world_def *def, uint32_t point, const uint32_t *code,
                              uint32_t words)
{
    memset(def->policy_entry, 0, sizeof(def->policy_entry));
    memcpy(def->policy_code, code, words * sizeof(*code));
    def->policy_words = words;
    def->policy_entry[point] = 1;
}
#define SET_POLICY(def, point, ...)                                                                \
    set_policy(def, SS_POLICY_POINT_##point, (const uint32_t[]){__VA_ARGS__},                      \
               sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* A variable of a kind, starting with 0; its number. */
static inline uint32_t add_variable(struct ss_world_def *def, uint32_t kind, uint32_t length)
{
    def->policy_array_kind[def->policy_arrays] = kind;
    def->policy_array_length[def->policy_arrays] = length;
    return def->policy_arrays++;
}

/* hackbench, crowded: 80 tasks on the toy's eight CPUs. */
static inline struct ss_world_def *crowd(void)
{
    return toy(SS_WORKLOAD_HACKBENCH, (uint32_t[]){2, 20, 100, 0, 1});
}

static inline struct ss_world *run(struct ss_world_def *def, uint64_t until)
{
    struct ss_world *w = build_unwatched(def);
    step_to(w, until);
    return w;
}

static inline uint64_t hash_of(struct ss_world_def *def, uint64_t until)
{
    struct ss_world *w = run(def, until);
    const uint64_t hash = w->clock->trace_hash;
    free(w);
    return hash;
}

static inline uint64_t ended(const struct ss_policy_view *view)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < SS_POLICY_ENDS_KEPT; i++)
        sum += view->ended[i];
    return sum;
}

#endif
