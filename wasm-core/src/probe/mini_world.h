/*
 * A world without workload for the probes: the real rooms on a small machine, on which one kernel
 * path at a time is run to its end.
 */
#ifndef SS_PROBE_MINI_WORLD_H
#define SS_PROBE_MINI_WORLD_H

#include "exec/path.h"
#include "probe/probe.h"

/* Affinity sets a mini world has besides set 0 (all CPUs); the probes fill them. */
#define SS_MINI_AFFINITIES 3

/* Reads the machine from the probe's input: CPUs, nodes, then core and node of each CPU (the node
 * is also LLC and package of its CPUs). Fills an otherwise default definition. */
struct ss_world_def *ss_mini_read_machine(struct ss_probe *probe);

/* Builds the world of a definition in the probe's arena, with `tasks` tasks besides the idle ones;
 * NULL and probe->bad if that fails. */
struct ss_world *ss_mini_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks);

/* The same with the fair class and `tasks` tasks besides the idle ones; task cpus + i has affinity
 * set 1 + i to itself. */
struct ss_world *ss_mini_fair_world(struct ss_probe *probe, struct ss_world_def *def, u32 tasks);

/* Runs one path on a CPU, interrupting nothing, until everything waits; the frame is `frame`, of
 * `bytes`, its path part filled here. Returns the path's result. */
i32 ss_mini_run(struct ss_world *w, u32 cpu, ss_path_function *function, struct ss_path *frame,
                u32 bytes);

/* The same with a lock that the path relies on: taken before by that CPU, given back after. */
i32 ss_mini_run_holding(struct ss_world *w, u32 cpu, i32 lock, ss_path_function *function,
                        struct ss_path *frame, u32 bytes);

/* Reads a set of the world's CPUs as pairs of 32-bit words, low half first; with others the call is
 * bad. */
void ss_mini_read_set(struct ss_probe *probe, const struct ss_world *w, u64 *set);
void ss_mini_write_set(struct ss_probe *probe, const u64 *set, u32 words);

#endif
