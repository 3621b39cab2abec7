/*
 * The simulated kernel's memory as an address space: which structure lies on which cache line, and
 * on which node. An address is a plain number, line = address / 64; the contents live elsewhere, in
 * the rooms that own them.
 */
#ifndef SS_EXEC_SHARED_H
#define SS_EXEC_SHARED_H

#include "base/arena.h"
#include "exec/structures.h"

#define SS_LINE_SHIFT 6
#define SS_LINE_BYTES 64

struct ss_line_place {
    u16 structure; /* enum ss_structure */
    u16 home;      /* node of the memory */
    u32 instance;  /* which one of the structure: CPU, vector, node ... */
    u32 number;    /* 1-based line inside the structure, as the patches count */
};

struct ss_shared {
    u32 lines;
    u32 capacity;
    struct ss_line_place *place; /* by line */
};

/* Places a structure of `bytes` on fresh lines of `node` and returns its address. Objects smaller
 * than a line get a line of their own: what else would share it is not known (spec section 1.5). */
u32 ss_shared_place(struct ss_shared *shared, enum ss_structure structure, u32 instance, u32 bytes,
                    u32 node);

static inline u32 ss_line_of(u32 address)
{
    return address >> SS_LINE_SHIFT;
}

static inline u32 ss_offset_of(u32 address)
{
    return address & (SS_LINE_BYTES - 1);
}

#endif
