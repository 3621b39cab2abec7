/*
 * What a run leaves behind event by event: records, why decisions fell as they did, and their
 * steps. What F and A are says definition.h. Part of schedscape.h: include that.
 */
#ifndef SCHEDSCAPE_RECORDS_H
#define SCHEDSCAPE_RECORDS_H

#include "schedscape/limits.h"

#define SS_FIELDS_record(F, A)                                                                     \
    F(u64, time)                                                                                   \
    F(u16, cpu)                                                                                    \
    F(u8, kind)                                                                                    \
    F(u8, flags)                                                                                   \
    F(u32, a)                                                                                      \
    F(u32, b)                                                                                      \
    F(u32, c)                                                                                      \
    F(u32, d)                                                                                      \
    F(u32, e)

/* The formatter would take a table that begins with another for an expression. */
/* clang-format off */
/* Why a decision fell as it did; reason codes in names. Each kind of decision has a table of its
 * own, which begins as this one does; `form` says which it is. */
#define SS_FIELDS_explain(F, A)                                                                    \
    F(u64, time)                                                                                   \
    F(u16, cpu)                                                                                    \
    F(u8, decision)                                                                                \
    F(u8, reason)                                                                                  \
    F(u8, form)      /* FORM_... */                                                                \
    F(i32, task)     /* or -1 */                                                                   \
    F(i32, chosen)   /* CPU, or -1 */                                                              \
    F(i32, previous) /* CPU it came from, or -1 */                                                 \
    F(u32, accesses) /* shared words touched on the way */                                         \
    F(u32, cost)     /* ns */                                                                      \
    F(u32, record)   /* low half of the record's sequence */

/* FORM_SEARCH: where an RT task goes that wakes, is pushed or pulled. */
#define SS_FIELDS_explain_search(F, A)                                                             \
    SS_FIELDS_explain(F, A)                                                                        \
    F(i32, found_level)      /* cpupri level at which candidates were found, or -1 */              \
    F(u32, probed)           /* levels looked at */                                                \
    F(u32, refused)          /* of them populated, but without a CPU the task may use */           \
    F(u32, candidates)       /* CPUs in the result mask */                                         \
    F(u32, ghosts)           /* of them listed at the level without being filed there */           \
    F(i32, domain)           /* level of the sched domain that decided, or -1 */                   \
    F(i16, task_priority)                                                                          \
    F(i16, other_priority)   /* the priority it was compared with */                               \
    F(i16, running_priority) /* of what ran on the previous CPU, as it was read */                 \
    A(u16, candidate, SS_EXPLAIN_CANDIDATES) /* the first of the mask, as many as counted */

/* FORM_WALK: a CPU that fell asks the overloaded ones. */
#define SS_FIELDS_explain_walk(F, A)                                                               \
    SS_FIELDS_explain(F, A)                                                                        \
    F(u32, overloaded) /* CPUs */

/* FORM_PLACEMENT: where an ordinary task goes that wakes or begins. */
#define SS_FIELDS_explain_placement(F, A)                                                          \
    SS_FIELDS_explain(F, A)                                                                        \
    F(u32, looked) /* at CPUs */                                                                   \
    F(i32, target) /* CPU around which a wake-up searched, or -1 */                                \
    /* how often each changed its wakee, and the LLC size that is compared with; 0 unless the      \
     * pair was too wide */                                                                        \
    F(u32, waker_flips)                                                                            \
    F(u32, wakee_flips)                                                                            \
    F(u32, llc_cpus)                                                                               \
    F(u32, placed) /* PLACED_... */

/* FORM_PASS: a balance pass of `chosen`, which takes from `previous`; where another CPU should
 * balance, which is `chosen`, `previous` is the one that was to be balanced for. What it summed up
 * and tested, as far as it came, 0 beyond. */
#define SS_FIELDS_explain_pass(F, A)                                                               \
    SS_FIELDS_explain(F, A)                                                                        \
    F(u32, moved)        /* tasks */                                                               \
    F(u8, balance_type)  /* BALANCE_... */                                                         \
    F(u8, moves)         /* MOVES_..., what it wanted to move */                                   \
    F(u16, level)        /* of the sched domain */                                                 \
    F(u16, domain_cpus)                                                                            \
    F(u16, groups)       /* summed up */                                                           \
    A(u8, test, SS_EXPLAIN_TESTS) /* its tests in order, by reason, 0 behind the last */           \
    A(u32, own_group, SS_GROUP_FIGURES) /* GROUP_... */                                            \
    A(u32, busiest_group, SS_GROUP_FIGURES)                                                        \
    F(u32, tasks_seen)    /* looked at on the CPU it took from */                                  \
    F(u32, amount)        /* to move, in the unit of its kind, saturating */                       \
    F(u32, source_metric) /* by which the CPU was chosen */                                        \
    F(u32, failed)        /* passes of the domain before in vain */

/* FORM_GATE: whether a CPU looks for work before it idles. */
#define SS_FIELDS_explain_gate(F, A)                                                               \
    SS_FIELDS_explain(F, A)                                                                        \
    F(u32, idle)     /* ns, on average */                                                          \
    F(u32, expected) /* ns that a search takes */                                                  \
    F(u32, drawn)    /* by the dice, of ... */                                                     \
    F(u32, needed)   /* ... which less would have let it search; 0: it was not thrown */

/* FORM_HOLD: a refill or a flush of a page list. */
#define SS_FIELDS_explain_hold(F, A)                                                               \
    SS_FIELDS_explain(F, A)                                                                        \
    F(i32, first)  /* page */                                                                      \
    F(u32, wanted) /* pages */                                                                     \
    F(u32, pages)                                                                                  \
    F(u32, single) /* of them given back that merged with nothing */                               \
    F(u32, work)   /* blocks split or merged */                                                    \
    F(u32, order)  /* the highest at which that was */                                             \
    F(u32, listed) /* pages left on the list */                                                    \
    A(u32, stopped, SS_EXPLAIN_STOPS) /* blocks given back, by why they grew no further */

/* FORM_FALLBACK: blocks of another type are taken; one for all of a refill. */
#define SS_FIELDS_explain_fallback(F, A)                                                           \
    SS_FIELDS_explain(F, A)                                                                        \
    F(i32, page)                                                                                   \
    F(u32, wanted) /* type */                                                                      \
    F(u32, type)   /* of the block */                                                              \
    F(u32, order)                                                                                  \
    F(u32, fallbacks) /* of the refill */                                                          \
    F(u32, moved)     /* pages that changed their type */                                          \
    F(u32, on_lru)    /* of the pageblock */                                                       \
    F(u32, alike)
/* clang-format on */

/* The steps of a decision in their order, beside its explain record: the tests of a placement and
 * what became of it, the figures of others. Each is a reason with its numbers, one behind another;
 * what they are stands in the table of reasons (sched/explain/reasons.h). */
#define SS_FIELDS_steps(F, A)                                                                      \
    F(u8, steps)                                                                                   \
    F(u8, facts)                                                                                   \
    F(u8, left_out) /* 1: there was no room for the last ones */                                   \
    F(u8, open)     /* 1: the wake-up goes on, and more may come */                                \
    A(u8, reason, SS_EXPLAIN_STEPS)                                                                \
    A(u8, facts_of, SS_EXPLAIN_STEPS) /* how many numbers each has */                              \
    F(u32, padding)                                                                                \
    A(i64, fact, SS_EXPLAIN_FACTS)

/* A pick of the fair class, only with explain_steps: no record of the run. */
#define SS_FIELDS_pick(F, A)                                                                       \
    F(u64, time)     /* 0: there is none */                                                        \
    F(i32, previous) /* task that ran, or the idle one */                                          \
    F(i32, chosen)   /* -1: no task was left */

#endif
