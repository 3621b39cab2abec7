/* What the page-fault benchmarks keep of a task. */
#ifndef SS_WORKLOAD_PAGE_FAULT_H
#define SS_WORKLOAD_PAGE_FAULT_H

#include "base/types.h"

struct ss_faulting_task {
    u32 speed_1024;  /* of its work outside the locks */
    u32 first_pages; /* of its first round */
};

#endif
