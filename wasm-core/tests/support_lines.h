/* A machine with timings and tracked lines, for tests of the line model and of what builds on it.
 */
#ifndef SS_TESTS_SUPPORT_LINES_H
#define SS_TESTS_SUPPORT_LINES_H

#include "machine/c2c.h"
#include "machine/coherence.h"
#include "support_machine.h"

/* Whole-nanosecond timings that tell every rule apart; see support_lines.c. */
void set_timings(struct ss_world_def *def);

struct line_machine {
    struct ss_world_def *def;
    struct ss_topology topology;
    struct ss_platform platform;
    struct ss_coherence coherence;
    struct ss_c2c c2c;
    void *memory;
};

/* Takes the definition over; aborts if it cannot be built. */
struct line_machine *make_line_machine(struct ss_world_def *def, u32 lines, u32 rows);
void free_line_machine(struct line_machine *machine);

/* Two sockets of two nodes of two cores with two threads: 16 CPUs, core = cpu % 8. */
struct line_machine *make_small_line_machine(u32 lines, u32 rows);

#endif
