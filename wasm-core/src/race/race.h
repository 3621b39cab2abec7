/*
 * Races of cpupri and of the RT overload words: a few threads, each a list of memory steps, and all
 * the orders in which their steps can fall under sequential consistency. It has no time, no cache
 * lines and no scheduler; what the steps do to counts and masks is all there is. Tests hold its
 * steps to the accesses of the kernel paths in sched/. Source: spec "RT scheduling class and
 * cpupri" section 5.
 */
#ifndef SS_RACE_RACE_H
#define SS_RACE_RACE_H

#include "base/types.h"

/* Limits, each beyond what a person can follow; a race that exceeds one is refused. */
#define SS_RACE_THREADS 4
#define SS_RACE_STEPS 32     /* of a thread */
#define SS_RACE_CPUS 32      /* different ones: the bits of a word */
#define SS_RACE_LEVELS 8     /* different ones that hold a CPU at some time */
#define SS_RACE_NODES 8      /* overload counters */
#define SS_RACE_WORDS 16     /* of a bitmap: 1024 CPUs */
#define SS_RACE_STATES 65536 /* 12 MiB */
#define SS_RACE_OUTCOMES 64
#define SS_RACE_PROGRESS 8192 /* micro-steps of all threads together */
#define SS_RACE_TOP_LEVEL 100

enum ss_race_operation {
    /* the four steps of cpupri_set */
    SS_RACE_SET_BIT,   /* level, cpu */
    SS_RACE_INCREMENT, /* level */
    SS_RACE_DECREMENT, /* level */
    SS_RACE_CLEAR_BIT, /* level, cpu */
    /* cpupri_find_fitness for a task of that level, with a result mask and all CPUs allowed: as
     * many memory steps as it takes */
    SS_RACE_FIND, /* level */
    /* rt_set_overload and rt_clear_overload, with a counter a node */
    SS_RACE_OVERLOAD_SET_BIT,   /* cpu */
    SS_RACE_OVERLOAD_INCREMENT, /* node */
    SS_RACE_OVERLOAD_DECREMENT, /* node */
    SS_RACE_OVERLOAD_CLEAR_BIT, /* cpu */
    /* what a pull reads: counters add up, and are left alone once the sum exceeds 1 */
    SS_RACE_READ_OVERLOAD,     /* node */
    SS_RACE_READ_OVERLOAD_BIT, /* cpu */
    SS_RACE_OPERATIONS
};

struct ss_race_step {
    u8 operation;
    u8 where; /* level slot, node; of FIND: the task's level */
    u8 cpu;   /* index into cpu_number */
};

/* The words that race. Whole, without padding: states are compared byte by byte. */
struct ss_race_memory {
    i16 count[SS_RACE_LEVELS];
    i16 overload_count[SS_RACE_NODES];
    u32 mask[SS_RACE_LEVELS]; /* bits are CPU indices */
    u32 overload_mask;
};

struct ss_race_thread {
    u32 mask;              /* of the search: copied so far, then found */
    i16 sum;               /* of overload counters read */
    u8 step;               /* next one; as many as it has: finished */
    u8 phase, level, word; /* within FIND */
    u8 wasted;             /* scans of a mask that found no CPU */
    u8 found;              /* level + 1, 0 none */
    u8 bit;                /* of the overload mask, as read */
    u8 zero[3];
};

struct ss_race_state {
    struct ss_race_memory memory;
    struct ss_race_thread thread[SS_RACE_THREADS];
};

struct ss_race {
    u32 threads;
    u32 steps[SS_RACE_THREADS];
    struct ss_race_step step[SS_RACE_THREADS][SS_RACE_STEPS];
    u32 cpus, words, levels, nodes;
    u16 cpu_number[SS_RACE_CPUS];    /* ascending */
    u32 word_cpus[SS_RACE_WORDS];    /* which CPUs lie in that word of a bitmap */
    i8 slot[SS_RACE_TOP_LEVEL + 1];  /* of a level, or -1: no CPU ever enters it */
    u8 level_number[SS_RACE_LEVELS]; /* by slot, ascending */
    struct ss_race_state start;
};

/* ---- building: first all CPUs and levels, then the rest -------------------------------------- */

/* Each returns false if a limit is exceeded. Numbers may come in any order, and more than once. */
bool ss_race_add_cpu(struct ss_race *race, u32 number);
bool ss_race_add_level(struct ss_race *race, u32 level);
/* Sorts what was added; from here on steps may be given. */
void ss_race_name(struct ss_race *race);

u32 ss_race_cpu_index(const struct ss_race *race, u32 number);

/* Files a CPU under a level, or announces its overload, before the race begins. */
void ss_race_file(struct ss_race *race, u32 cpu_number, u32 level);
void ss_race_overload(struct ss_race *race, u32 cpu_number, u32 node);
/* Sets a CPU's bit in the mask of a level without filing it there: a ghost member, as per-node
 * masks hold one for a CPU that its node's map lacked when they were made. */
void ss_race_stray(struct ss_race *race, u32 cpu_number, u32 level);

/* Appends a step to a thread: operation and its arguments as numbers of levels, nodes, CPUs. */
bool ss_race_append(struct ss_race *race, u32 thread, u32 operation, u32 where, u32 cpu_number);

/* ---- stepping -------------------------------------------------------------------------------- */

enum ss_race_access_kind {
    SS_RACE_WROTE,      /* one of the writing operations */
    SS_RACE_READ_COUNT, /* value: the count */
    SS_RACE_READ_ANY,   /* value: the mask's bits in that word */
    SS_RACE_READ_COPY,
    SS_RACE_READ_SUM,
    SS_RACE_READ_BIT,
    SS_RACE_GAVE_UP, /* silent: past the last level */
    SS_RACE_SKIPPED, /* silent: the sum is known to exceed 1 */
};

/* What a step touched, or would touch. */
struct ss_race_access {
    u8 kind;
    u8 operation; /* of the step in the list */
    u8 step;      /* its place in the list */
    u8 level;     /* level or node, as a number */
    u8 cpu;       /* index, where the operation names one */
    u8 word;
    u32 value;
};

static inline bool ss_race_finished(const struct ss_race *race, const struct ss_race_state *state,
                                    u32 thread)
{
    return state->thread[thread].step == race->steps[thread];
}

/* The thread stands where no memory is touched: it goes on by itself. */
bool ss_race_silent(const struct ss_race *race, const struct ss_race_state *state, u32 thread);

/* One step of a thread that has not finished. */
struct ss_race_access ss_race_do(const struct ss_race *race, struct ss_race_state *state,
                                 u32 thread);

/* A number that grows with every step of a thread; all threads together stay below
 * SS_RACE_PROGRESS, or the race is refused. */
u32 ss_race_progress(const struct ss_race *race, const struct ss_race_state *state, u32 thread);
u32 ss_race_length(const struct ss_race *race);

#endif
