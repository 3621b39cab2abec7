/*
 * The moves of threads in worlds of support_caches.h, as the ring of records tells them. Include it
 * behind cmocka.h.
 */
#ifndef SS_TESTS_SUPPORT_MOVES_H
#define SS_TESTS_SUPPORT_MOVES_H

#include "base/hash.h"
#include "exec/record.h"
#include "support_caches.h"

/* Moves of threads since a world began. */
struct moves {
    uint64_t seen; /* records */
    uint64_t hash; /* over all moves in order: task, source, target, reason */
    uint32_t all, between_caches;
    uint32_t reason; /* MIGRATE_..., of the last between caches */
    uint64_t places; /* over how many threads were on the first cache, every 5 ms */
};

static inline void note_moves(const struct ss_world *w, struct moves *moves)
{
    assert_true(w->clock->records - moves->seen <= w->limits.ring_records);
    for (; moves->seen < w->clock->records; moves->seen++) {
        const struct ss_record *record = &w->ring[moves->seen & (w->limits.ring_records - 1)];
        if (record->kind != SS_RECORD_MIGRATE || record->a < w->topology.cpus ||
            record->a >= w->stoppers)
            continue;
        moves->all++;
        moves->hash = ss_hash_word(moves->hash, (uint64_t)record->a | (uint64_t)record->b << 32);
        moves->hash = ss_hash_word(moves->hash, (uint64_t)record->c | (uint64_t)record->d << 32);
        if (w->topology.llc[record->b] == w->topology.llc[record->c])
            continue;
        moves->between_caches++;
        moves->reason = record->d;
    }
}

/* In steps that the ring of records holds. */
static inline void run_noting(struct ss_world *w, struct moves *moves, uint64_t until)
{
    while (w->clock->now < until) {
        const uint64_t next = w->clock->now + 5 * MS;
        run(w, next < until ? next : until);
        note_moves(w, moves);
        moves->places = ss_hash_word(moves->places, on_llc(w, 0, 0));
    }
}

#endif
