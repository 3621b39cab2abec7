/*
 * The state of the machine a placement vector describes, built in a mini world: what runs and waits
 * where, with which averages.
 */
#ifndef SS_PROBE_FAIR_STATE_H
#define SS_PROBE_FAIR_STATE_H

#include "probe/mini_world.h"

#define SS_PROBE_CLOCK_NS 10000000000ull /* the vectors' rq_clock_task */

/*
 * Reads a machine and its state; NULL and probe->bad if that fails.
 *
 * in: shape of the machine (see topology.c), tasks in all, tasks that `children` of the question
 *      will need, SS_NUMA_...,
 *      CPUs described, each: cpu, ttwu_pending, h_nr_idle or -1, idle_stamp 2, exit_latency or -1,
 *        capacity, blocked load, util, runnable, tasks queued, each: running, TASK
 *      sleeping tasks, each: previous CPU, recent_used_cpu or -1, TASK
 *      LLCs, each: a CPU of it, nr_idle_scan, has_idle_cores
 *      presets, each: cpu, domain level, field (0 nr_balance_failed, 1
 * first_group.capacity.imbalance, 2 balance_interval), value TASK: load, util, runnable, weight,
 * policy (0, 3 batch, 5 idle), per-CPU kthread, flips, exec_start 2, vruntime 2, number of allowed
 * CPUs or -1, allowed CPUs Tasks are numbered in the order they are read.
 */
struct ss_world *ss_probe_read_fair_state(struct ss_probe *probe);

/* Sets every clock to SS_PROBE_CLOCK_NS. */
void ss_probe_start_clocks(struct ss_world *w);

/* The first task the question may use for children. */
i32 ss_probe_first_child(const struct ss_world *w, u32 children);

/* Reads a set of allowed CPUs: their number or -1 for all, then the CPUs. */
void ss_probe_read_allowed(struct ss_probe *probe, struct ss_world *w, i32 task);

/* A task on a queue, running if it says so. */
void ss_probe_queue(struct ss_world *w, i32 task, u32 cpu, bool running);

/* The domain of a CPU at a level from the base, SS_NO_DOMAIN if it has fewer. */
u32 ss_probe_domain(const struct ss_world *w, u32 cpu, u32 level);

#endif
