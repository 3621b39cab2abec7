/*
 * Where the threads of a process ran lately, and which last-level cache they were busiest in: the
 * decayed records of a CPU, the sums of a scan, the number of threads that run at a time. Pure;
 * whose records these are and which lines that touches is decided elsewhere. Source: spec
 * "Cache-aware load balancing" sections 2.1, 2.3, 2.4, 2.5.
 */
#ifndef SS_SCHED_RULES_OCCUPANCY_H
#define SS_SCHED_RULES_OCCUPANCY_H

#include "sched/rules/cache_rules.h"

#define SS_CACHE_FULL (1u << 20) /* NICE_0_LOAD: all the accounted time of a CPU */

/* The epochs of a CPU, and what fair tasks of processes ran on it. */
struct ss_cache_clock {
    u64 runtime;    /* ns, halved every epoch */
    u64 epoch;      /* how many have begun */
    u64 next_epoch; /* jiffies: the present one ends then */
};

/* The same of one process on one CPU. */
struct ss_cache_record {
    u64 runtime;
    u64 epoch; /* the CPU's, up to which it has been halved */
};

/* Brings both up to `jiffies`. */
void ss_cache_advance(struct ss_cache_clock *clock, struct ss_cache_record *record, u64 jiffies,
                      u32 period);
/* The process's share of what was accounted on the CPU, of SS_CACHE_FULL; both are up to date. */
u64 ss_cache_fraction(const struct ss_cache_clock *clock, const struct ss_cache_record *record);

/* The process was not scanned for too many epochs, seen from a CPU's. */
bool ss_cache_is_stale(const struct ss_cache_rules *rules, u64 cpu_epoch, u64 process_epoch);

/* A tick of a CPU calls for a scan of the process, and the epoch that the process has then. */
bool ss_cache_is_due(const struct ss_cache_rules *rules, u64 cpu_epoch, u64 process_epoch);
u64 ss_cache_scanned(const struct ss_cache_rules *rules, u64 cpu_epoch, u64 process_epoch);

/* A scan: LLC by LLC, their CPUs in ascending order. */
struct ss_cache_scan {
    u64 best, current;      /* sums of the busiest LLC and of the preferred one */
    u64 sum, most;          /* of the LLC at hand: sum, and its busiest CPU's */
    i32 best_cpu, busy_cpu; /* the busiest CPU of the busiest LLC, of the LLC at hand; or -1 */
    u32 running;            /* threads of the process that run now */
};

void ss_cache_scan_cpu(struct ss_cache_scan *scan, i32 cpu, u64 fraction);
/* The LLC at hand is through; `preferred`: it is the anchor's. */
void ss_cache_scan_llc(struct ss_cache_scan *scan, bool preferred);
/* Where the anchor is after the scan. */
i32 ss_cache_scan_end(const struct ss_cache_scan *scan, i32 anchor);

/* Whether a scan visits CPUs of a node at all; nodes are -1 where there is none. */
struct ss_cache_nodes {
    i32 wanted, anchor, own; /* NUMA preference of the scanning thread, anchor's, where it runs */
    bool numa_balancing;
};
bool ss_cache_visits(const struct ss_cache_rules *rules, const struct ss_cache_nodes *nodes,
                     i32 node);

/* The average of threads running, after a scan saw `running`. */
u64 ss_cache_average(const struct ss_cache_rules *rules, u64 average, u32 running, u32 llc_size);

#endif
