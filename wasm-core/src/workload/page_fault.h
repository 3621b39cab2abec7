/*
 * What the parts of the page-fault benchmarks share: what is kept of a task, its speed, and where
 * its pages stand. What a round does with them is fault_in.c and unmap.c. Private to workload/.
 */
#ifndef SS_WORKLOAD_PAGE_FAULT_H
#define SS_WORKLOAD_PAGE_FAULT_H

#include "exec/path.h"

#define SS_PAGES_A_TABLE 512 /* that one page of a page table maps */

struct ss_faulting_task {
    u32 speed_1024;  /* of its work outside the locks */
    u32 first_pages; /* of its first round */
};

/* Work outside the locks at the current task's speed, ps. */
u64 ss_faulting_at_own_speed(const struct ss_world *w, const struct ss_cpu *cpu, u64 ps);

/* The first page of the current task's mapping: an index into mm->mapping. Those of its page table
 * follow behind the mapping. */
u32 ss_faulting_first(const struct ss_world *w, const struct ss_cpu *cpu);

/* Work that was gathered, in whole ns; what is gathered then begins anew. */
u64 ss_faulting_taken_ns(struct ss_world *w, const struct ss_cpu *cpu, u64 *ps);

#endif
