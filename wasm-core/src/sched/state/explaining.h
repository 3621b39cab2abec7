/*
 * What explaining remembers from one decision to the next. It is state, as a record that is left or
 * not is part of a run's trace; but it is kept apart from the state that decides, in columns of its
 * own, which do not change without explain_steps.
 */
#ifndef SS_SCHED_STATE_EXPLAINING_H
#define SS_SCHED_STATE_EXPLAINING_H

#include "exec/world.h"
#include "sched/rules/cache_rules.h"

/* A step that is kept until its record is left; reason 0: none. */
struct ss_noted_step {
    i64 fact[5];
    u8 reason, facts;
};

/* What a balance pass leaves behind for its record; nothing of it decides. */
struct ss_pass_notes {
    u8 test[SS_EXPLAIN_TESTS], tests; /* enum ss_reason: its tests in order, as many as fit */
    bool held;                        /* a hint kept a task where it was */
    u16 first;                        /* the CPU of the group that should balance */
    u32 wanted, metric; /* the amount at the start, and what the source was chosen by; saturated */
    /* tests of caches: of the task at hand and of a group that is not let in; only with
     * explain_steps */
    struct ss_cache_tested of_task, of_group;
};

/* A test of a pass. */
static inline void ss_note_test(struct ss_pass_notes *notes, u32 reason)
{
    if (notes->tests < SS_EXPLAIN_TESTS)
        notes->test[notes->tests++] = (u8)reason;
}

struct ss_explaining_cpu {
    struct ss_noted_step drop; /* accounting took an anchor away */
    u32 searched; /* the record of its newly-idle pass plus one; 0: none, or explain_steps off */
    u8 picks; /* which of its picks is explained, from 1, the oldest after the last; 0: none yet */
    bool picks_now;      /* one is being explained */
    bool places;         /* so is a placement */
    bool not_overloaded; /* a record says so since its last search */
};

struct ss_explaining {
    struct ss_explaining_cpu *cpu;
    u32 *placed; /* by task: its last record plus one, while its steps go on */
    u8 *refused; /* by process, enum ss_reason: why it was refused or lost its anchor last */
    u8 *quiet;   /* by domain, enum ss_reason: the last quiet one a record was left of */

    /* For the host, only with explain_steps (w->steps). */
    u32 pick_records;            /* SS_PICKS_KEPT by CPU */
    struct ss_pick *picks;       /* as many */
    struct ss_steps *pick_steps; /* as many */
};

#endif
