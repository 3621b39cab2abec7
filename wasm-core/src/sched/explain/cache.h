/*
 * The figures of decisions about caches, as steps of their records. Nothing where nobody asks.
 */
#ifndef SS_SCHED_EXPLAIN_CACHE_H
#define SS_SCHED_EXPLAIN_CACHE_H

#include "exec/world.h"

struct ss_cache_levels;
struct ss_cache_standing;
struct ss_cache_tested;
struct task_cache_work_frame;

/* By what a process is over a limit, as it stands where a CPU is: a step of the record left last;
 * or kept until accounting has left its record, as what it came from may have changed by then. */
void ss_explain_limit(const struct ss_world *w, const struct ss_cache_standing *here, i32 process,
                      u32 cpu, u8 reason);
void ss_explain_drop(const struct ss_world *w, const struct ss_cache_standing *here, i32 process,
                     u32 cpu, u8 reason);
void ss_explain_dropped_anchor(const struct ss_world *w, u32 cpu);

/* A scan of a thread is refused or begins, has a cache behind it, has come to its result and has
 * left its record; or ended early and has left it. */
void ss_explain_refused_scan(const struct ss_world *w, const struct ss_cpu *cpu,
                             const struct ss_cache_standing *here,
                             struct task_cache_work_frame *me);
void ss_explain_scan(const struct ss_world *w, i32 task, struct task_cache_work_frame *me);
void ss_explain_scanned_llc(const struct ss_world *w, i32 task,
                            const struct task_cache_work_frame *me);
void ss_explain_scanned(const struct ss_world *w, i32 task, const struct task_cache_work_frame *me,
                        u8 reason);
void ss_explain_scan_end(const struct ss_world *w, i32 task,
                         const struct task_cache_work_frame *me);

/* Keeps a test of two caches; `util` is that of the task, which goes to the preferred one or leaves
 * it. */
void ss_explain_note_test(const struct ss_world *w, const struct ss_cache_levels *levels,
                          struct ss_cache_tested *test, u64 util, bool to_preferred);
/* It was made for the record left last, which gives `reason`. */
void ss_explain_test(const struct ss_world *w, const struct ss_cache_tested *test, u8 reason);

#endif
