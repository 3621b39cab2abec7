/*
 * A whole world in memory of its own, for tests of what runs in it; the test releases it with
 * free(). Include it behind cmocka.h.
 */
#ifndef SS_TESTS_SUPPORT_WORLD_H
#define SS_TESTS_SUPPORT_WORLD_H

#include "exec/path.h"
#include "exec/run.h"

static inline struct ss_world *build(struct ss_world_def *def)
{
    uint32_t bytes = ss_world_bytes(def);
    if (!bytes)
        fail_msg("%s", (const char *)def->message);
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
    if (ss_world_step(w, (uint32_t)until, (uint32_t)(until >> 32), 0) != SS_STEP_REACHED)
        fail_msg("%llu ns: %s", (unsigned long long)w->clock->now, (const char *)w->map->message);
}

/* The definition is refused with a message that has `said` in it. Releases the definition. */
static inline void assert_world_refused(struct ss_world_def *def, const char *said)
{
    assert_int_equal(ss_world_bytes(def), 0);
    if (!strstr((const char *)def->message, said))
        fail_msg("\"%s\" does not say \"%s\"", (const char *)def->message, said);
    free(def);
}

/* The same with another value of one parameter of its workload. */
static inline void assert_parameter_refused(struct ss_world_def *def, uint32_t parameter,
                                            uint32_t value, const char *said)
{
    def->workload_parameter[parameter] = value;
    assert_world_refused(def, said);
}

/* The kinds of every CPU's ledger sum to the wall time, which is the present moment. */
static inline void assert_ledgers_sum_to(const struct ss_world *w, uint64_t now)
{
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++) {
        u64 ns[SS_LEDGER_KINDS], sum = 0;
        ss_ledger_now(w, cpu, ns);
        for (int kind = 0; kind < SS_LEDGER_KINDS; kind++)
            sum += ns[kind];
        assert_int_equal(sum, now);
    }
}

#endif
