/* A task of the page-fault benchmarks writes to the pages that it has mapped. */
#ifndef SS_WORKLOAD_FAULT_IN_H
#define SS_WORKLOAD_FAULT_IN_H

#include "exec/path.h"

/* Result: pages of the page table that were made for it. */
struct fault_in_frame {
    struct ss_path path;
    /* arguments */
    u32 done, pages;
    /* kept */
    u64 ps;     /* work done since the last contact with others */
    u32 zeroed; /* since then */
    u32 tables; /* pages of the page table there are */
    u8 contact;
    u8 type; /* of the page that is wanted */
};
bool fault_in(struct ss_world *w, struct ss_cpu *cpu);

#endif
