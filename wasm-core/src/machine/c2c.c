/* The row counters of c2c.h. */
#include "machine/c2c.h"

#include "base/check.h"
#include "base/fixed.h"

void ss_c2c_create(struct ss_c2c *c2c, struct ss_arena *arena, u32 rows,
                   const struct ss_platform *platform)
{
    *c2c = (struct ss_c2c){.capacity = rows,
                           .buckets = 1,
                           .clock_mhz = platform->clock_mhz,
                           .threshold_cycles = platform->load_threshold_cycles};
    while (c2c->buckets < rows)
        c2c->buckets *= 2;
    c2c->count = SS_ARENA_ARRAY(arena, u32, 2);
    c2c->bucket = SS_ARENA_ARRAY(arena, u32, c2c->buckets);
    c2c->next = SS_ARENA_ARRAY(arena, u32, rows);
    c2c->row = SS_ARENA_ARRAY(arena, struct ss_c2c_row, rows);
    if (ss_arena_counting(arena) || arena->failed)
        return;
    ss_c2c_reset(c2c);
}

void ss_c2c_reset(struct ss_c2c *c2c)
{
    SS_DEBUG_CHECK(c2c->buckets && !(c2c->buckets & (c2c->buckets - 1)));
    c2c->count[0] = 0;
    c2c->count[1] = 0;
    for (u32 i = 0; i < c2c->buckets; i++)
        c2c->bucket[i] = 0;
}

#define BUCKETS_PER_LINE 4
#define WINDOW_BITS 5

static u32 bucket_of(const struct ss_c2c *c2c, u32 line, u32 spread)
{
    /* Rows of a line lie in one window, rows of neighbouring lines beside it: a walk over
     * neighbouring lines finds their buckets in the same cache lines of the host. */
    return (line * BUCKETS_PER_LINE + (spread >> (32 - WINDOW_BITS))) & (c2c->buckets - 1);
}

static u32 spread_of(u32 offset, u32 symbol)
{
    /* Fibonacci hashing: the high bits of the product depend on all bits of the key. */
    return (symbol << 6 | offset) * 0x9e3779b9u;
}

/* The bits of an entry that say which row; 0 is none. */
static u32 index_bits(const struct ss_c2c *c2c)
{
    return c2c->buckets * 2 - 1;
}

/* The other bits: they tell most keys of a bucket apart, so that the host need not fetch rows to
 * find that they are others. Two in five looks meet one. */
static u32 tag_of(const struct ss_c2c *c2c, u32 line, u32 spread)
{
    return (spread + line * 0x85ebca6bu) & ~index_bits(c2c);
}

SS_HOT struct ss_c2c_row *ss_c2c_find(const struct ss_c2c *c2c, u32 line, u32 offset, u32 symbol)
{
    SS_DEBUG_CHECK(offset <= UINT16_MAX && symbol <= UINT16_MAX);
    const u32 spread = spread_of(offset, symbol), tag = tag_of(c2c, line, spread);
    u32 entry = c2c->bucket[bucket_of(c2c, line, spread)];
    while (entry) {
        const u32 index = (entry & index_bits(c2c)) - 1;
        struct ss_c2c_row *row = &c2c->row[index];
        if ((entry ^ tag) <= index_bits(c2c) && row->line == line && row->offset == offset &&
            row->symbol == symbol)
            return row;
        entry = c2c->next[index];
    }
    return NULL;
}

struct ss_c2c_row *ss_c2c_add(struct ss_c2c *c2c, u32 line, u32 offset, u32 symbol)
{
    SS_DEBUG_CHECK(!ss_c2c_find(c2c, line, offset, symbol));
    if (c2c->count[0] == c2c->capacity) {
        c2c->count[1]++;
        return NULL;
    }
    const u32 spread = spread_of(offset, symbol);
    u32 *head = &c2c->bucket[bucket_of(c2c, line, spread)];
    u32 index = c2c->count[0]++;
    c2c->row[index] =
        (struct ss_c2c_row){.line = line, .offset = (u16)offset, .symbol = (u16)symbol};
    c2c->next[index] = *head;
    *head = tag_of(c2c, line, spread) | (index + 1);
    SS_DEBUG_CHECK(ss_c2c_find(c2c, line, offset, symbol) == &c2c->row[index]);
    return &c2c->row[index];
}

static inline void count_load(struct ss_c2c_row *row, u32 class, u64 cycles, u32 threshold)
{
    row->loads++;
    row->max_cycles = ss_max_u32(row->max_cycles, (u32)ss_min_u64(cycles, ~0u));
    if (class == SS_LCL_HITM || class == SS_RMT_HITM) {
        row->lcl_hitm += class == SS_LCL_HITM;
        row->rmt_hitm += class == SS_RMT_HITM;
        row->hitm_cycles += cycles;
    } else if (cycles >= threshold) {
        row->load_count++;
        row->load_cycles += cycles;
    }
}

SS_HOT void ss_c2c_count_in(const struct ss_c2c *c2c, struct ss_c2c_row *row,
                            enum ss_access_kind kind, u32 class, u64 ns)
{
    SS_DEBUG_CHECK(row >= c2c->row && row < c2c->row + c2c->count[0] && class < SS_ACCESS_CLASSES);
    row->records++;
    if (kind != SS_STORE)
        count_load(row, class, ss_div_1000(ns * c2c->clock_mhz), c2c->threshold_cycles);
    if (kind == SS_LOAD)
        return;
    row->stores++;
    /* The load half of an atomic has fetched ownership: its store half always hits. */
    bool hit = kind == SS_RMW || class == SS_L1;
    row->locked += kind == SS_RMW;
    row->st_l1hit += hit;
    row->st_l1miss += !hit;
    SS_DEBUG_CHECK(row->stores == row->st_l1hit + row->st_l1miss && row->locked <= row->st_l1hit);
}

void ss_c2c_count(struct ss_c2c *c2c, u32 line, u32 offset, u32 symbol, enum ss_access_kind kind,
                  const struct ss_access *access, u64 issued)
{
    struct ss_c2c_row *row = ss_c2c_find(c2c, line, offset, symbol);
    if (!row)
        row = ss_c2c_add(c2c, line, offset, symbol);
    if (row)
        ss_c2c_count_in(c2c, row, kind, access->class, access->done - issued);
}
