/* The CPU priority index: levels, filing a CPU, searching. */
#ifndef SS_SCHED_RT_CPUPRI_H
#define SS_SCHED_RT_CPUPRI_H

#include "exec/path.h"

i32 ss_cpupri_level(i32 prio);

/* How kernels numbered levels: A up to about 5.10, B for a while in late 2020, C since. Worlds run
 * C; the others are for reading older material. */
enum ss_cpupri_generation { SS_CPUPRI_A, SS_CPUPRI_B, SS_CPUPRI_C };
/* The level of a priority in that generation. Defined for -1 and 0..140 (A), from 0 on (B), to 100
 * (C). Source: spec "RT scheduling class and cpupri" section 1.1. */
i32 ss_cpupri_level_in(enum ss_cpupri_generation generation, i32 prio);

/* Whether patch 4's masks list `cpu` at `level` though it is filed elsewhere, because the maps of
 * the nodes were empty when the masks were made: spec "RT scheduling class and cpupri" 2.5. */
bool ss_cpupri_ghost(const struct ss_world *w, u32 level, u32 cpu);

struct cpupri_set_frame {
    struct ss_path path;
    /* arguments */
    u32 cpu;
    i32 prio;
    /* kept */
    i32 new_level, old_level;
};
bool cpupri_set(struct ss_world *w, struct ss_cpu *cpu);
/* The same without time, before the first event. */
void ss_cpupri_file(struct ss_world *w, u32 cpu, i32 level);

struct cpupri_find_fitness_frame {
    struct ss_path path;
    /* arguments */
    i32 prio;
    u32 affinity;   /* index of the task's affinity set */
    bool want_mask; /* false: yes or no only */
    i32 fit;        /* affinity index of the CPUs that fit, or -1: no fitness function */
    /* kept */
    bool ignore_fitness;
    i32 level, limit;
    i32 count;
};
/* Result: level + 1 where a CPU was found, 0 if none; the mask is in the CPU's scratch set. */
bool cpupri_find_fitness(struct ss_world *w, struct ss_cpu *cpu);

#endif
