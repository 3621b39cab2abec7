/*
 * A whole world in memory of its own, for tests of what runs in it; the test releases it with
 * free(). Include it behind cmocka.h.
 */
#ifndef SS_TESTS_SUPPORT_WORLD_H
#define SS_TESTS_SUPPORT_WORLD_H

#include "exec/exec.h"

static inline struct ss_world *build(struct ss_world_def *def)
{
    uint32_t bytes = ss_world_bytes(def);
    assert_true(bytes > 0);
    void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    memset(memory, 0xa5, bytes);
    assert_int_equal(ss_world_create(memory, bytes, def), SS_STATUS_OK);
    return memory;
}

/* The same without the invariants of debug builds, which look at every CPU after every event: for
 * long runs of large machines. */
static inline struct ss_world *build_unwatched(struct ss_world_def *def)
{
    struct ss_world *w = build(def);
    w->hooks.broken = NULL;
    return w;
}

static inline void step_to(struct ss_world *w, uint64_t until)
{
    assert_int_equal(ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 0),
                     SS_STEP_REACHED);
}

#endif
