/*
 * A world that many policies run in, one after the other, each from the same moment: a world of its
 * own for each would spend nine tenths of the time on memory. Independent of what calls it: tests
 * and fuzzers.
 */
#ifndef SS_TESTS_SUPPORT_AGAIN_H
#define SS_TESTS_SUPPORT_AGAIN_H

#include <stdlib.h>
#include <string.h>

#include "exec/world.h"

struct again {
    struct ss_world *w;
    void *kept; /* its bytes at that moment */
    uint32_t bytes;
};

/* A world of this definition, which has a policy and is not released, run to `from` ns. */
static inline struct again again_from(struct ss_world_def *def, uint32_t from)
{
    struct again again = {0};
    /* The tests do not read them here, and every byte is put back each time. */
    def->ring_records = def->explain_records = 64;
    again.bytes = ss_world_bytes(def);
    again.w = aligned_alloc(4096, (again.bytes + 4095) / 4096 * 4096);
    again.kept = malloc(again.bytes);
    memset(again.w, 0xa5, again.bytes);
    if (!again.bytes || ss_world_create(again.w, again.bytes, def) != SS_STATUS_OK ||
        ss_world_step(again.w, from, 0, 0) != SS_STEP_REACHED)
        abort();
    memcpy(again.kept, again.w, again.bytes);
    return again;
}

/* Back at that moment with the code of another definition, which was looked at and has variables of
 * the same kinds and lengths. */
static inline struct ss_world *again_with(const struct again *again, const struct ss_world_def *def)
{
    memcpy(again->w, again->kept, again->bytes);
    /* The world's own copy, which it never writes itself. */
    struct ss_world_def *own = (struct ss_world_def *)(void *)again->w->def;
    memcpy(own->policy_code, def->policy_code, def->policy_words * sizeof(*def->policy_code));
    memcpy(own->policy_entry, def->policy_entry, sizeof(def->policy_entry));
    own->policy_words = def->policy_words;
    return again->w;
}

static inline void again_release(struct again *again)
{
    free(again->w);
    free(again->kept);
}

#endif
