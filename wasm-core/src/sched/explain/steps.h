/*
 * The tests of a decision and what became of it, step by step, where the definition has
 * explain_steps. The code that decides says SS_STEP with the facts by name, which are those of the
 * table of reasons; how they are kept is decided here. This is observation: no code of the run
 * reads it back, and without explain_steps it costs one comparison per test. Source: spec "Fair
 * scheduler" section 16.
 */
#ifndef SS_SCHED_EXPLAIN_STEPS_H
#define SS_SCHED_EXPLAIN_STEPS_H

#include "sched/explain/reasons.h"
#include "sched/run_queue.h"
#include "sched/state/explaining.h"

/* A step of `to` (struct ss_steps *, NULL: explain_steps is off), such as SS_STEP_IN(steps,
 * PK_ONLY, .task = task). The facts are evaluated only if `to` is not NULL. */
#define SS_STEP_IN(to, id, ...) SS_STEP_AS(to, SS_REASON_##id, id, __VA_ARGS__)

/* The same of a reason found at run time, whose facts are those of `id`. */
#define SS_STEP_AS(to, reason, id, ...)                                                            \
    do {                                                                                           \
        struct ss_steps *const steps_ = (to);                                                      \
        if (steps_)                                                                                \
            ss_explain_step(steps_, (reason),                                                      \
                            (const i64 *)&(const struct ss_facts_##id){__VA_ARGS__},               \
                            sizeof(struct ss_facts_##id) / sizeof(i64));                           \
    } while (0)

/* One test of the placement that this CPU works on. */
#define SS_STEP(w, cpu, id, ...) SS_STEP_IN(ss_steps_of_placement(w, cpu), id, __VA_ARGS__)

/* For the macros above: one more step, as long as there is room. */
void ss_explain_step(struct ss_steps *steps, u32 reason, const i64 *fact, u32 facts);

/* The steps of the record that was left last, and those of a task's last placement, to go on with;
 * NULL: explain_steps is off, or they have ended. */
struct ss_steps *ss_steps_of_last(const struct ss_world *w);
struct ss_steps *ss_steps_of_task(const struct ss_world *w, i32 task);
/* Those of the placement that this CPU works on. */
static inline struct ss_steps *ss_steps_of_placement(const struct ss_world *w,
                                                     const struct ss_cpu *cpu)
{
    return w->steps && w->sched->explaining->cpu[cpu->number].places
               ? &w->steps[w->limits.explain_records + cpu->number]
               : NULL;
}

/* Leaves an explain record and its mark; the caller fills form, decision, reason, task (or
 * SS_NO_TASK), chosen, previous and what its form has. The other is for those of no form. */
void ss_explain_decision(struct ss_world *w, const struct ss_cpu *cpu,
                         const union ss_explained *record);
void ss_explain_plainly(struct ss_world *w, const struct ss_cpu *cpu, struct ss_explain record);

/* A placement begins, and leaves its record with its steps; `goes_on`: with what becomes of the
 * task. */
void ss_explain_placement(const struct ss_world *w, const struct ss_cpu *cpu);
void ss_explain_placed(struct ss_world *w, struct ss_cpu *cpu,
                       const struct ss_explain_placement *record, bool goes_on);
/* No CPU is chosen for the task; `owed`: what it owes its queue, ns of virtual time. */
void ss_explain_stay(struct ss_world *w, struct ss_cpu *cpu, i32 task, u8 reason);

/* How the wakee is handed to its target, by its wake list or under its lock; that the target runs
 * nothing that could keep it waiting, or a task of a higher class. Nothing without the full class.
 */
void ss_explain_queued(const struct ss_world *w, u32 waker, i32 task, u32 target, bool listed);
void ss_explain_unopposed(struct ss_world *w, i32 task, u32 cpu);
void ss_explain_outranked(struct ss_world *w, i32 task, u32 cpu);
/* What a wakee was compared with: all of it before the protection of the running task is touched.
 */
void ss_explain_contest(const struct ss_world *w, u32 cpu, i32 task, i32 picked);
/* The steps of the task's last placement end here. */
void ss_explain_end(struct ss_world *w, i32 task);

/* How ss_pick_eevdf comes to its result on that CPU now. Result: whether it looked beyond the
 * running task. */
bool ss_explain_candidates(const struct ss_world *w, struct ss_steps *steps, u32 cpu, bool protect);

/* A pass of a CPU about to idle: none has left a record yet; what spoke for it, or against one
 * further out; what it found, what its domain is known for since, and whether a task has come by
 * itself. */
void ss_explain_newidle(const struct ss_world *w, u32 cpu);
void ss_explain_searched(const struct ss_world *w, u32 cpu, u64 idle, u64 expected);
void ss_explain_found(const struct ss_world *w, u32 cpu, i32 pulled, u64 took, u64 known,
                      bool waits);

#endif
