/*
 * What a workload of one's own is made of: the words of a program, in which kinds of tasks go
 * through phases of steps. The core and the compiler of web/scenario/program take codes and limits
 * from here, so that they cannot drift. What the steps do is in src/workload/program_steps.c.
 *
 * The words, one part behind the other: the head; kinds, phases, steps, resources; tables of 32
 * amounts; sets of CPUs, 32 words each.
 *
 *     head      version, kinds, phases, steps, resources, tables, sets, turn of a loop in ns
 *     kind      count, to be forked, policy, priority (the kernel's), set (0: all CPUs), KiB of its
 *               own, KiB shared, process (0: its own), start, loops (0: endless), first phase,
 *               phases
 *     phase     loops (0: endless), first step, steps, 1: leaves records
 *     step      code | distribution << 8 | resource or kind << 12; two numbers
 *     resource  kind; parties, or first clock | flags, or of a field: offset as declared |
 *               offset where it is moved to << 16
 *
 * An amount is ns, with PROGRAM_MICROSECONDS us.
 */
#ifndef SS_PROGRAMS_H
#define SS_PROGRAMS_H

#define SS_PROGRAM_WORDS 65536 /* 20,000 steps and all they name */
#define SS_PROGRAM_VERSION 1
#define SS_PROGRAM_HEAD_WORDS 8
#define SS_PROGRAM_KIND_WORDS 12
#define SS_PROGRAM_PHASE_WORDS 4
#define SS_PROGRAM_STEP_WORDS 3
#define SS_PROGRAM_RESOURCE_WORDS 2
#define SS_PROGRAM_TABLE_AMOUNTS 32
#define SS_PROGRAM_MICROSECONDS (1u << 31)
#define SS_PROGRAM_ABSOLUTE (1u << 31)   /* of a clock: a late thread does not move it */
#define SS_PROGRAM_OF_THREADS (1u << 30) /* each thread has one of its own */

/* X(with, NAME, code): the first number of each is an amount unless said otherwise. */
#define SS_PROGRAM_STEPS(X, with)                                                                  \
    X(with, RUN, 1)                                                                                \
    X(with, SPEND, 2) /* until so much time has passed */                                          \
    X(with, SLEEP, 3)                                                                              \
    X(with, EVERY, 4)                                                                              \
    X(with, LOCK, 5)                                                                               \
    X(with, UNLOCK, 6)                                                                             \
    X(with, WAIT, 7) /* the mutex */                                                               \
    X(with, SIGNAL, 8)                                                                             \
    X(with, BROADCAST, 9)                                                                          \
    X(with, POST, 10) /* how often */                                                              \
    X(with, AWAIT, 11)                                                                             \
    X(with, BARRIER, 12)                                                                           \
    X(with, SYSCALL, 13)                                                                           \
    X(with, FORK, 14)                                                                              \
    X(with, LOAD, 15)  /* of a field */                                                            \
    X(with, STORE, 16) /* the same */                                                              \
    X(with, ADD, 17)   /* the same, atomically */
#define SS_PROGRAM_STEPS_COUNT 18

#define SS_PROGRAM_STEP_CODE(X, name, code) X(PROGRAM_STEP_##name, code)
#define SS_PROGRAM_CODES(X)                                                                        \
    SS_PROGRAM_STEPS(SS_PROGRAM_STEP_CODE, X)                                                      \
    X(PROGRAM_AMOUNT_FIXED, 0)                                                                     \
    X(PROGRAM_AMOUNT_EXPONENTIAL, 1) /* of that mean */                                            \
    X(PROGRAM_AMOUNT_UNIFORM, 2)     /* between both numbers */                                    \
    X(PROGRAM_AMOUNT_TABLE, 3)       /* uniform between two neighbours of a table */               \
    X(PROGRAM_MUTEX, 0)                                                                            \
    X(PROGRAM_PI_MUTEX, 1)                                                                         \
    X(PROGRAM_CONDVAR, 2)                                                                          \
    X(PROGRAM_BARRIER, 3)                                                                          \
    X(PROGRAM_COUNTED_BARRIER, 4) /* of a mutex, a counter and a condition variable */             \
    X(PROGRAM_SEMAPHORE, 5)                                                                        \
    X(PROGRAM_CLOCK, 6)                                                                            \
    X(PROGRAM_FIELD, 7) /* of the structure that its tasks share */                                \
    X(PROGRAM_POLICY_OTHER, 0)                                                                     \
    X(PROGRAM_POLICY_FIFO, 1)                                                                      \
    X(PROGRAM_POLICY_RR, 2)                                                                        \
    X(PROGRAM_POLICY_BATCH, 4)                                                                     \
    X(PROGRAM_POLICY_IDLE, 5)

#endif
