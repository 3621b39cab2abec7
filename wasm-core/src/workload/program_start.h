/* The beginning of a workload of one's own. */
#ifndef SS_WORKLOAD_PROGRAM_START_H
#define SS_WORKLOAD_PROGRAM_START_H

#include "workload/program.h"

/* With the paths of main and of all other tasks, and the sizes of their frames. */
void ss_program_start(struct ss_world *w, ss_path_function *main, u32 main_bytes,
                      ss_path_function *task, u32 task_bytes);

#endif
