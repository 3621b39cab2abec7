/*
 * Counters in the form of perf c2c: a row for each (line, offset, symbol), as spec "Hardware model"
 * section 3.6 defines them. Rows are created on first use; past the limit accesses are still
 * counted as dropped, never lost silently.
 */
#ifndef SS_MACHINE_C2C_H
#define SS_MACHINE_C2C_H

#include "machine/coherence.h"
#include "schedscape.h" /* struct ss_c2c_row */

struct ss_c2c {
    u32 capacity;           /* rows; a power of two is not required */
    u32 buckets;            /* a power of two */
    u32 *count;             /* [0] rows in use, [1] accesses dropped for want of a row */
    u32 *bucket;            /* hash table: which row, from 1, and a part of its key; 0 = empty */
    u32 *next;              /* chain by row, of the same form; 0 = end */
    struct ss_c2c_row *row; /* in order of first use */
    u32 clock_mhz, threshold_cycles;
};

void ss_c2c_create(struct ss_c2c *c2c, struct ss_arena *arena, u32 rows,
                   const struct ss_platform *platform);

/* False: the table was made for no rows and counts nothing. */
static inline bool ss_c2c_counts(const struct ss_c2c *c2c)
{
    return c2c->capacity != 0;
}

/* Forgets all rows: the start of a measured window. */
void ss_c2c_reset(struct ss_c2c *c2c);

/* The row of a key (offset: bytes in the line), or NULL when nothing has been counted in it yet. */
struct ss_c2c_row *ss_c2c_find(const struct ss_c2c *c2c, u32 line, u32 offset, u32 symbol);

/* Makes the row of a key that has none; NULL when all are taken: the access counts as dropped. */
struct ss_c2c_row *ss_c2c_add(struct ss_c2c *c2c, u32 line, u32 offset, u32 symbol);

/* Counts one access of `class` that took `ns`. */
void ss_c2c_count_in(const struct ss_c2c *c2c, struct ss_c2c_row *row, enum ss_access_kind kind,
                     u32 class, u64 ns);

/* All of these for an access that the CPU issued at `issued` (ns): its own time, before any wait.
 * For probes and tests; ss_touch looks for the row before it asks the line, and counts after. */
void ss_c2c_count(struct ss_c2c *c2c, u32 line, u32 offset, u32 symbol, enum ss_access_kind kind,
                  const struct ss_access *access, u64 issued);

#endif
