/*
 * The figures of decisions about caches, as steps of their records. Nothing without explain_steps.
 */
#ifndef SS_SCHED_EXPLAIN_CACHE_H
#define SS_SCHED_EXPLAIN_CACHE_H

#include "exec/world.h"

struct ss_cache_levels;
struct ss_cache_scan;
struct ss_cache_standing;
struct ss_cache_tested;

/* By what a process is over a limit, as it stands where a CPU is: a step of the record left last;
 * or kept until accounting has left its record, as what it came from may have changed by then. */
void ss_explain_limit(const struct ss_world *w, const struct ss_cache_standing *here, i32 process,
                      u32 cpu, u8 reason);
void ss_explain_drop(const struct ss_world *w, const struct ss_cache_standing *here, i32 process,
                     u32 cpu, u8 reason);
void ss_explain_dropped_anchor(const struct ss_world *w, u32 cpu);

/* A scan of a thread for its process is refused or begins. Result: its steps are kept, and the
 * caller says what follows: a cache is behind it, it has come to its result and has left its
 * record; or it ended early and has left it. */
bool ss_explain_refused_scan(const struct ss_world *w, const struct ss_cpu *cpu,
                             const struct ss_cache_standing *here, i32 process, u8 reason);
bool ss_explain_scan(const struct ss_world *w, i32 task, i32 process);
void ss_explain_scanned_llc(const struct ss_world *w, i32 task, u32 llc,
                            const struct ss_cache_scan *scan);
void ss_explain_scanned(const struct ss_world *w, i32 task, i32 process,
                        const struct ss_cache_scan *scan, u8 reason);
void ss_explain_scan_end(const struct ss_world *w, i32 task);

/* Keeps a test of two caches; `util` is that of the task, which goes to the preferred one or leaves
 * it. */
void ss_explain_note_test(const struct ss_world *w, const struct ss_cache_levels *levels,
                          struct ss_cache_tested *test, u64 util, bool to_preferred);
/* It was made for the record left last, which gives `reason`. */
void ss_explain_test(const struct ss_world *w, const struct ss_cache_tested *test, u8 reason);

#endif
