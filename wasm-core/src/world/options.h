/*
 * The options of a kernel (kernel_options.h) as data: what each may be, and its default. Rules
 * between options are not here; check.c has them.
 */
#ifndef SS_WORLD_OPTIONS_H
#define SS_WORLD_OPTIONS_H

#include "base/message.h"
#include "schedscape.h"

struct ss_option {
    const char *name;         /* below `kernel` of a scenario */
    const char *const *words; /* of a choice, by code; else NULL */
    const char *unit;         /* what it counts; else "" */
    u32 field;                /* offset in struct ss_world_def */
    u32 least, greatest;      /* of a choice: codes; of a flag: 0 and 1 */
    u32 otherwise, in_full;   /* its default; the same in a scenario with the full fair class */
    bool needs_full;          /* the minimal fair class knows only the default */
    bool counts;              /* neither a choice nor a flag */
};

extern const struct ss_option ss_options[];
extern const u32 ss_option_count;

/* Sets each option to its default. */
void ss_options_default(struct ss_world_def *def);

/* True if each is within its range and means something to the fair class of the definition; else
 * the message says field, problem and remedy. */
bool ss_options_check(const struct ss_world_def *def, struct ss_message *message);

#endif
