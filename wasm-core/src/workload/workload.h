/*
 * Benchmarks as programs of tasks. A workload says how many tasks, futexes and affinity sets it
 * needs, then makes them; what a task does is a path. One file a benchmark, one line in workload.c.
 */
#ifndef SS_WORKLOAD_WORKLOAD_H
#define SS_WORKLOAD_WORKLOAD_H

#include "exec/exec.h"
#include "base/message.h"
#include "mm/mm.h"

struct ss_workload_needs {
    u32 tasks, futexes, affinities;
    struct ss_mm_needs memory;
    bool futex_words; /* programs use the futexes' words: mutexes, barriers */
};

struct ss_workload_kind {
    const char *name;
    /* True if the parameters are possible on this machine; else the message says field, problem and
     * remedy. */
    bool (*check)(const struct ss_world_def *def, struct ss_message *message);
    void (*needs)(const struct ss_world_def *def, struct ss_workload_needs *needs);
    /* A CPU on whose node futex `index` lies. */
    u32 (*futex_home)(const struct ss_world *w, u32 index);
    /* Fills affinity sets (from index 1) and places the tasks. */
    void (*start)(struct ss_world *w);
};

/* The kind of a definition, or NULL if there is no such workload. */
const struct ss_workload_kind *ss_workload_kind(u32 workload);

/* Purposes of random streams; part of the determinism contract: never renumber. */
enum ss_random_purpose { SS_RANDOM_PROGRAM = 1 };

/* The next task id of the workload, set up as FIFO with this priority (kernel prio) and affinity.
 */
struct ss_task *ss_workload_task(struct ss_world *w, u32 index, i32 group, i16 prio, u8 policy,
                                 u32 affinity);

/* A unit of the workload's work is finished by the current task. */
void ss_workload_score(struct ss_world *w, struct ss_cpu *cpu);

extern const struct ss_workload_kind ss_workload_ffmpeg_token;
extern const struct ss_workload_kind ss_workload_cyclic;
extern const struct ss_workload_kind ss_workload_page_fault1;
extern const struct ss_workload_kind ss_workload_page_fault2;
extern const struct ss_workload_kind ss_workload_pi_stress;
extern const struct ss_workload_kind ss_workload_ffmpeg_fork_join;

#endif
