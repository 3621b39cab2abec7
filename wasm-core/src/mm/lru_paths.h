/* The kernel paths to the LRU of a node and off it, under its lock. */
#ifndef SS_MM_LRU_PATHS_H
#define SS_MM_LRU_PATHS_H

#include "exec/path.h"
#include "mm/mm.h"

/* Adds the CPU's pagevec to the LRU. */
struct lru_add_frame {
    struct ss_path path;
    /* kept */
    u64 asked, hold;
};
bool lru_add(struct ss_world *w, struct ss_cpu *cpu);

/* Takes n pages of a mapping off the LRU. */
struct lru_delete_frame {
    struct ss_path path;
    /* arguments */
    u32 first, n; /* index into mm->mapping */
    /* kept */
    u64 asked, hold;
};
bool lru_delete(struct ss_world *w, struct ss_cpu *cpu);

#endif
