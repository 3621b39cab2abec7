/*
 * A workload of one's own while it runs: where each task stands in its program, what is shared, and
 * what a step is. The words are those of include/programs.h, checked before the world was made, so
 * nothing here checks them again. program.c leads tasks from step to step, program_steps.c is what
 * the steps do, program_start.c where they begin, program_words.c what follows from the words
 * alone, program_check.c the check.
 */
#ifndef SS_WORKLOAD_PROGRAM_H
#define SS_WORKLOAD_PROGRAM_H

#include "programs.h"
#include "workload/workload.h"

struct ss_program_head {
    u32 version, kinds, phases, steps, resources, tables, sets, turn_ns;
};

struct ss_program_kind {
    u32 count, forkable, policy, prio, set, private_kib, shared_kib, process;
    u32 start, loops, first_phase, phases;
};

struct ss_program_phase {
    u32 loops, first_step, steps, logs;
};

struct ss_program_step {
    u32 code, first, second;
};

struct ss_program_resource {
    u32 kind, value;
};

/* The parts of a program, in the words of the definition. */
struct ss_program {
    const struct ss_program_head *head;
    const struct ss_program_kind *kind;
    const struct ss_program_phase *phase;
    const struct ss_program_step *step;
    const struct ss_program_resource *resource;
    const u32 *table, *set;
};

static inline u32 ss_program_code(const struct ss_program_step *step)
{
    return step->code & 0xff;
}

static inline u32 ss_program_distribution(const struct ss_program_step *step)
{
    return step->code >> 8 & 0xf;
}

/* The resource of a step, or the kind that it forks. */
static inline u32 ss_program_what(const struct ss_program_step *step)
{
    return step->code >> 12;
}

/* Of a field, from its first, bytes; 0 of steps that touch none. */
static inline u32 ss_program_touched(const struct ss_program_step *step)
{
    const u32 code = ss_program_code(step);
    return code >= SS_PROGRAM_STEP_LOAD && code <= SS_PROGRAM_STEP_ADD ? ss_max_u32(step->first, 1)
                                                                       : 0;
}

static inline u64 ss_program_ns(u32 amount)
{
    return amount & SS_PROGRAM_MICROSECONDS ? (u64)(amount & ~SS_PROGRAM_MICROSECONDS) * 1000
                                            : amount;
}

/* How long everything takes, of what the program says, percent. */
u32 ss_program_percent(const struct ss_world *w);

/* Each resource has two futexes, for a counted barrier needs two; before them the barrier at which
 * all threads meet at the start. */
#define SS_PROGRAM_START_FUTEX 0
static inline u32 ss_program_futex(u32 resource)
{
    return 1 + 2 * resource;
}

/* Where a field lies in the structure, as declared or where it is moved to. */
static inline u32 ss_program_offset(const struct ss_program_resource *field, bool moved)
{
    return moved ? field->value >> 16 : field->value & 0xffff;
}
/* Whether fields lie where they are moved to. */
bool ss_program_is_moved(const struct ss_world *w);

/* What it keeps of a task. */
/* A store whose line has been asked for and is not there before `until`. */
struct ss_store {
    u64 until; /* ns */
    u32 line, filler;
};

#define SS_STORES_UNDER_WAY 8 /* with more the store buffer is full: an assumption */

struct ss_actor {
    u32 kind, number; /* in its kind */
    u32 phase, step;  /* of its kind, of its phase */
    u32 task_loop, phase_loop;
    u64 begun;   /* of the loop of its phase; ns, as are the next */
    u64 run;     /* in RUN and SPEND */
    i64 slack;   /* at the last clock, or of all where they add up */
    u64 waited;  /* beyond the times of clocks */
    u64 born;    /* from when its clocks count */
    u32 perf;    /* turns of rt-app's loop */
    u32 at_once; /* steps since it last let time pass */
    bool is_born;
    struct ss_store store[SS_STORES_UNDER_WAY];
};

struct ss_program_clock {
    u64 next;
    u32 is_set, filler;
};

/* What its tasks share: this, then clocks, then of each kind how many were forked. */
struct ss_program_shared {
    u64 start; /* of the first thread behind the barrier */
    u32 started, filler;
};

#endif
