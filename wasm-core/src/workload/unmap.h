/* A task of the page-fault benchmarks gives its pages back. */
#ifndef SS_WORKLOAD_UNMAP_H
#define SS_WORKLOAD_UNMAP_H

#include "exec/path.h"

struct unmap_frame {
    struct ss_path path;
    /* arguments */
    u32 pages, tables, first;
    /* kept */
    u32 done, until, block;
};
bool unmap(struct ss_world *w, struct ss_cpu *cpu);

#endif
