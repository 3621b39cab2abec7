/* All orders of a race. */
#ifndef SS_RACE_EXPLORE_H
#define SS_RACE_EXPLORE_H

#include "race/race.h"

struct ss_arena;

/* A class of orders that end with the same results. */
struct ss_race_outcome {
    struct ss_race_thread result[SS_RACE_THREADS]; /* found, mask, sum, bit */
    u64 orders;                                    /* saturating */
    u32 witness; /* the order with fewest changes of thread: its last state, see ss_race_witness */
};

struct ss_race_exploration {
    u64 orders;      /* all of them */
    u32 states;      /* of memory and threads; what a finished thread has found is no part of it */
    u32 most_wasted; /* scans of a mask that found no CPU, of one thread in one order */
    u32 outcomes;
    struct ss_race_outcome outcome[SS_RACE_OUTCOMES];
    struct ss_race_nodes *nodes; /* private */
};

/* Goes through all states. False if the arena or a limit does not suffice. */
bool ss_race_explore(const struct ss_race *race, struct ss_race_exploration *exploration,
                     struct ss_arena *arena);

/* The order of an outcome's witness: a thread a memory step; returns the number of steps, at most
 * SS_RACE_PROGRESS. */
u32 ss_race_witness(const struct ss_race *race, const struct ss_race_exploration *exploration,
                    u32 outcome, u8 order[SS_RACE_PROGRESS]);

#endif
