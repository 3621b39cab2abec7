/*
 * What the files of laws share: how a world is made and run, and what a law is asked of. Each law
 * ends the process by broken() where it does not hold, and returns whether the world was one of
 * which it says something.
 */
#ifndef SS_FUZZ_LAWS_H
#define SS_FUZZ_LAWS_H

#include "exec/world.h"
#include "worlds.h"

/* What the laws are asked of: the run as it came out, and the streams that change it. */
struct asked {
    const struct world_case *held;
    struct ss_world_def *def; /* a copy to be changed */
    struct ss_world_clock clock;
    uint64_t done; /* ns: everything up to here has happened */
    struct ss_prng random;
};

_Noreturn void broken(const char *law, const char *how);

/* A world in memory filled with that byte, to be given back; NULL where the definition is refused.
 */
struct ss_world *make_world(struct ss_world_def *def, int filling);

/* For a run that has to be one there was already: the invariants, most of what a run costs, hold in
 * the one if they do in the other. */
struct ss_world *make_again(struct ss_world_def *def, int filling);

/* Until the end or until so many records were written since the start (0: no bound). */
int go(struct ss_world *w, uint64_t end, uint64_t records);

/* ---- laws_of_forks.c */

bool quiet_passes_told(struct asked *asked, const char *law);
bool past_of_a_fork(struct asked *asked, const char *law);
bool two_changes_of_a_moment(struct asked *asked, const char *law);
bool change_that_changes_nothing(struct asked *asked, const char *law);
bool another_warmup(struct asked *asked, const char *law);

/* ---- laws_of_machines.c */

bool cpus_numbered_otherwise(struct asked *asked, const char *law);
bool latencies_doubled(struct asked *asked, const char *law);

/* ---- laws_of_tasks.c */

bool tasks_in_another_order(struct asked *asked, const char *law);
bool processes_numbered_otherwise(struct asked *asked, const char *law);
bool busy_cpus_numbered_otherwise(struct asked *asked, const char *law);

#endif
