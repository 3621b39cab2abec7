/*
 * What the forms of FFmpeg share: instances pinned to runs of whole cores, and quanta of user work.
 * Source: spec "Workload models" section 4.10; the 60 transcodings of the postings were pinned to
 * four cores each.
 */
#ifndef SS_WORKLOAD_INSTANCES_H
#define SS_WORKLOAD_INSTANCES_H

#include "exec/path.h"

enum ss_distribution { SS_EXPONENTIAL, SS_CONSTANT, SS_UNIFORM };

/* CPU i of an instance of `cpus` CPUs: in order of core, siblings next to each other. */
u32 ss_instance_cpu(const struct ss_world *w, u32 instance, u32 cpus, u32 i);

/* Fills the instance's affinity set and returns its index: one behind the instance's number, for
 * set 0 holds all CPUs. */
u32 ss_instance_affinity(struct ss_world *w, u32 instance, u32 cpus);

/* Draws the next quantum of a task, ns, from the task's own stream; UNIFORM is 0 to twice the mean.
 */
u64 ss_draw_quantum(struct ss_task *task, u32 mean_ns, enum ss_distribution distribution);

#endif
