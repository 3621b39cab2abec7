/* The steps of a program, by code: include/programs.h says what they are. */
#ifndef SS_WORKLOAD_PROGRAM_STEPS_H
#define SS_WORKLOAD_PROGRAM_STEPS_H

#include "programs.h"
#include "workload/program.h"

/* A step of the current task; all have this frame. */
struct program_step_frame {
    struct ss_path path;
    /* arguments */
    u32 step;
    /* kept */
    u32 at;
    u64 until;
};
/* By code; the first has none. */
extern ss_path_function *const ss_program_steps[SS_PROGRAM_STEPS_COUNT];

#endif
