/* The kernel paths between a CPU's page lists and its zone, under the zone's lock. */
#ifndef SS_MM_REFILL_H
#define SS_MM_REFILL_H

#include "exec/path.h"
#include "mm/mm.h"

/* Takes the next batch of an empty list, that of a migrate type, from the zone. Result: pages
 * obtained. How long it took is measured as LATENCY_REFILL. */
struct pcp_refill_frame {
    struct ss_path path;
    /* arguments */
    u32 type;
    /* kept */
    u64 began, asked, hold;
    u32 want, got;
};
bool pcp_refill(struct ss_world *w, struct ss_cpu *cpu);

/* Gives n pages of the lists back to the zone. */
struct pcp_flush_frame {
    struct ss_path path;
    /* arguments */
    u32 n;
    bool decays; /* they go because the high mark was lowered */
    /* kept */
    u64 asked, hold;
    u32 chunk;
};
bool pcp_flush(struct ss_world *w, struct ss_cpu *cpu);

/* The vmstat worker at the CPU's lists, modern form: the high mark sinks, and what is above it goes
 * back. Source: decay_pcp_high() of mm/page_alloc.c, called by mm/vmstat.c. */
struct decay_pcp_high_frame {
    struct ss_path path;
    /* kept */
    u32 n;
    bool more; /* the mark has not come down yet */
};
bool decay_pcp_high(struct ss_world *w, struct ss_cpu *cpu);

#endif
