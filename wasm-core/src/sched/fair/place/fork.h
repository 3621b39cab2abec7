/* The slow path of placement: groups of a domain. */
#ifndef SS_SCHED_FAIR_PLACE_FORK_H
#define SS_SCHED_FAIR_PLACE_FORK_H

#include "exec/path.h"

struct sched_balance_find_dst_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u16 flag; /* SS_SD_BALANCE_FORK or _EXEC */
    u16 cpu;  /* where the search stands */
    u16 previous;
    u32 domain;
    /* kept */
    u16 chosen;
};
/* The slow path of placement (sched_balance_find_dst_cpu). Result: a CPU. */
bool sched_balance_find_dst_cpu(struct ss_world *w, struct ss_cpu *cpu);

struct sched_balance_find_dst_group_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 domain;
    u16 cpu;
    /* kept */
    u16 position; /* in the ring of groups */
};
/* Result: a group, or -1 to stay. */
bool sched_balance_find_dst_group(struct ss_world *w, struct ss_cpu *cpu);

struct sched_balance_find_dst_group_cpu_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    u32 group;
    u16 local; /* CPU if nothing better is found */
    /* kept */
    u16 looked; /* CPUs tested */
    i32 at;
    i32 idle, least; /* CPUs */
    u32 latency;
    bool latencies_differ; /* of the idle CPUs met */
    u64 stamp, load;
};
/* Result: a CPU of the group. */
bool sched_balance_find_dst_group_cpu(struct ss_world *w, struct ss_cpu *cpu);

#endif
