/*
 * Puts a sentence together in a bounded, zero-terminated buffer: what was wrong, where, what would
 * be right. Not a general formatter: text and whole numbers are all a refusal needs.
 */
#ifndef SS_BASE_MESSAGE_H
#define SS_BASE_MESSAGE_H

#include "base/types.h"

/* What does not fit is cut off between two UTF-8 characters; the end stays zero-terminated. */
struct ss_message {
    char *text;
    u32 capacity; /* bytes behind text, the terminating zero included */
    u32 used;     /* bytes written so far, without the zero */
    bool cut;     /* something did not fit: nothing more is appended */
};

/* Begins an empty message in `text`. A capacity of 0 (text may be NULL) swallows everything. */
void ss_message_init(struct ss_message *message, void *text, u32 capacity);

/* Appends zero-terminated UTF-8 text. */
void ss_message_text(struct ss_message *message, const char *text);

/* Appends a number in decimal. */
void ss_message_number(struct ss_message *message, i64 number);

/* Appends "[index]": the usual end of a field's path. */
void ss_message_index(struct ss_message *message, u32 index);

/* Appends a time in the largest unit that says it as a whole number: "60001 ns", "1 s". */
void ss_message_time(struct ss_message *message, u64 ns);

/* Appends a number of something: "8 pages", or "8" where the unit is "". */
void ss_message_count(struct ss_message *message, i64 number, const char *unit);

/* Appends ": must be 0 (this), 1 (that) or 2 (the other)". */
void ss_message_words(struct ss_message *message, const char *const *words, u32 count);

/* True if nothing was written yet: the thing checked so far is in order. */
static inline bool ss_message_empty(const struct ss_message *message)
{
    return message->used == 0 && !message->cut;
}

#endif
