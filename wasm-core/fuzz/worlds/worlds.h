/*
 * The fuzzer of worlds: whole definitions drawn from a number, run under all debug checks, and held
 * to laws that every world keeps. One number says the definition, how long it runs and which laws
 * are asked; a definition can also be written as a text and read back, so that a finding outlives a
 * change of what numbers mean. What is a law stands in laws.c and laws_of_*.c, what is drawn in
 * draw.c and draw_further.c.
 */
#ifndef SS_FUZZ_WORLDS_H
#define SS_FUZZ_WORLDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/prng.h"
#include "schedscape.h"

#define MOST_BYTES (48u << 20) /* larger worlds are not worth the fuzzer's time */
#define MOST_SECONDS 240       /* of one world with its laws */
#define MOST_SHIPPED 512       /* definitions of shipped scenarios */
#define MOST_TEXT (4u << 20)   /* bytes of a definition as a text */

/* A world and what is done with it. */
struct world_case {
    struct ss_world_def def;
    uint64_t end; /* ns */
    uint32_t
        records;   /* it stops after so many: the invariants look at every CPU after every event */
    uint64_t laws; /* which laws are asked, and what they change */
};

/* Definitions of shipped scenarios, in the order of their files' names; may be none. */
struct shipped {
    uint32_t count;
    struct world_case **list;
};

/* ---- draw.c */

/* The first that is not refused of those that the number leads to; false if all were. The process
 * is ended where the core refuses without a word. */
bool draw_case(struct world_case *drawn, uint64_t number, const struct shipped *shipped);

uint32_t below(struct ss_prng *random, uint32_t bound);
bool one_in(struct ss_prng *random, uint32_t n);
void shuffle(struct ss_prng *random, uint16_t *list, uint32_t count);
/* From `least` to `greatest`: one of the ends, or as many small distances from `least` as large. */
uint32_t within(struct ss_prng *random, uint32_t least, uint32_t greatest);
/* One change in the middle of a run whose world has these tasks. */
void draw_change(struct ss_prng *random, struct ss_world_def *def, uint32_t index, uint32_t tasks);

/* ---- draw_further.c */

void draw_further(struct ss_prng *random, struct ss_world_def *def);
/* The same of the changes, which are drawn last. */
void draw_further_changes(struct ss_prng *random, struct ss_world_def *def);

/* ---- text.c */

/* Lines "field value value ...", and "run end|records|laws value"; what is as in the default
 * definition is left out. Returns false, with a word on stderr, where it cannot be read. */
bool read_case(struct world_case *read, const char *file);
bool write_case(const struct world_case *written, const char *file);
/* All files *.world of a folder. */
struct shipped read_shipped(const char *folder);

/* ---- laws.c */

#define MOST_LAWS 32
#define ALL_LAWS UINT32_MAX

/* How often one was asked, and how often it had something to say of the world. */
struct law_count {
    uint64_t asked, applied;
};

/* Runs the world and asks so many of its laws, each of which runs it again, or all and says what it
 * was, in lines on stdout; ends the process with a word on stderr where one is broken. Counts by
 * law, unless NULL. */
void hold_case(const struct world_case *held, uint32_t some, struct law_count *counts);
/* NULL: there are no more. */
const char *law_name(uint32_t law);

/* ---- memory.c */

/* Filled with that byte; may be given back in any order. */
void *take_memory(size_t bytes, int filling);
/* Or NULL. */
void give_memory(const void *memory);

/* ---- cover.c: what was reached, in builds that count it */

/* Shared with the processes forked later. False in a build that does not count. */
bool cover_begin(void);
/* Adds what this process reached. */
void cover_add(void);
/* Writes a line "address hits 0|1" for each edge, the last being whether a function begins there.
 */
bool cover_write(const char *file);

#endif
