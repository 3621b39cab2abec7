/* What follows from the words of a program: its parts, the tasks it makes, what those need. */
#ifndef SS_WORKLOAD_PROGRAM_WORDS_H
#define SS_WORKLOAD_PROGRAM_WORDS_H

#include "workload/program.h"

/* Before the threads. */
#define SS_PROGRAM_MAIN_TASKS 1

/* Where they lie; the words need not be good. Result: how many words they take. */
u64 ss_program_read(const struct ss_world_def *def, struct ss_program *program);

struct ss_program ss_program_of(const struct ss_world *w);
/* Those that are there from the start. */
u32 ss_program_threads(const struct ss_program *program);

struct ss_program_shared *ss_program_shared(const struct ss_world *w);
struct ss_program_clock *ss_program_clock(const struct ss_world *w, u32 clock);
u32 *ss_program_forked(const struct ss_world *w, u32 kind);
/* The task of a kind, of those at the start or of those that are forked. */
i32 ss_program_task(const struct ss_world *w, u32 kind, u32 number, bool forked);
struct ss_actor *ss_program_actor(const struct ss_world *w, i32 task);

u32 ss_program_shared_bytes(const struct ss_world_def *def);
void ss_program_needs(const struct ss_world_def *def, struct ss_workload_needs *needs);
/* A task by its place among those of the workload. */
struct ss_who ss_program_who(const struct ss_world_def *def, u32 index);

#endif
