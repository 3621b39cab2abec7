/*
 * The parameters of a workload, declared once, at the head of its file: what a scenario calls them,
 * what they may be, and a sentence. Their ids, their check, the description of the ABI and what
 * TypeScript knows of them follow. Rules between parameters are the workload's own `check`.
 *
 *     #define PARAMETERS(P)                                                         \
 *         P(GROUPS, "groups", WHOLE(1, 1024), "the number of groups")               \
 *         P(TRANSPORT, "transport", CHOICE([PIPES] = "pipe", [SOCKETS] = "socket"), \
 *           "what messages travel through")
 *     SS_PARAMETERS(PARAMETERS)
 *
 * Their order is that of workload_parameter: recipes do not depend on it, saved definitions do.
 */
#ifndef SS_WORKLOAD_PARAMETERS_H
#define SS_WORKLOAD_PARAMETERS_H

#include "base/message.h"
#include "exec/path.h"

struct ss_parameter {
    const char *name;         /* as a scenario writes it */
    const char *const *words; /* of a choice, by value; else NULL */
    const char *unit;         /* of a number of something; else NULL */
    u32 least, greatest;      /* of a time: ns */
    bool is_time;
    bool optional; /* left out it is 0, whatever `least` says */
};

/* Forms. A number, a number of something ("KiB"), a time in ns, or one of some words, which may be
 * named by enumerators; any of them may be optional. */
#define WHOLE(from, to) .least = (from), .greatest = (to)
#define WHOLE_OF(of, from, to) .unit = (of), WHOLE(from, to)
#define TIME(from, to) .is_time = true, .least = (from), .greatest = (to)
#define CHOICE(...)                                                                                \
    .words = (const char *const[]){__VA_ARGS__},                                                   \
    .greatest = SS_ARRAY_LENGTH(((const char *const[]){__VA_ARGS__})) - 1
#define OPTIONAL(...) __VA_ARGS__, .optional = true

#define SS_LONGEST_NS 1000000000 /* a quantum or an interval: fits 32 bits with room */

#define SS_PARAMETER_ID(id, called, form, sentence) id,
#define SS_PARAMETER_ROW(id, called, form, sentence) {.name = (called), form},
#define SS_PARAMETERS(TABLE)                                                                       \
    enum parameter { TABLE(SS_PARAMETER_ID) };                                                     \
    static const struct ss_parameter parameters[] = {TABLE(SS_PARAMETER_ROW)};                     \
    static inline u32 parameter(const struct ss_world *w, enum parameter which)                    \
    {                                                                                              \
        return w->def->workload_parameter[which];                                                  \
    }

/* The sentences for writers of scenarios: of the workload, then of its parameters in their order.
 * They stand apart from the kind of workload because only the description of the ABI needs them;
 * other modules do without. */
#define SS_PARAMETER_SENTENCE(id, called, form, sentence) sentence,
#define SS_WORKLOAD_SAYS(name, what, TABLE)                                                        \
    const char *const ss_workload_##name##_says[] = {what, TABLE(SS_PARAMETER_SENTENCE)}

/* In a struct ss_workload_kind. */
#define SS_PARAMETERS_ARE(rows) .parameters = (rows), .parameter_count = SS_ARRAY_LENGTH(rows)

/* True if each is within its range; else the message says field, problem and remedy. */
bool ss_parameters_check(const struct ss_parameter *rows, u32 count, const struct ss_world_def *def,
                         struct ss_message *message);

#endif
