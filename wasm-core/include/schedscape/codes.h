/*
 * What the numbers stand for that cross the ABI: statuses, kinds, forms, bits. Values are never
 * given to something else. Codes that a table of their own brings are among them: kernel options,
 * tunables, workloads, policies. Part of schedscape.h: include that.
 */
#ifndef SCHEDSCAPE_CODES_H
#define SCHEDSCAPE_CODES_H

#include "kernel_options.h"
#include "policies.h"
#include "programs.h"
#include "workloads.h"

#define SS_WORKLOAD_CODE(X, name, code, kind) X(WORKLOAD_##name, code)
#define SS_TUNABLE_CODE(X, name, code, ...) X(TUNABLE_##name, code)

#define SS_CODES(X)                                                                                \
    X(STATUS_OK, 0)                                                                                \
    X(STATUS_BAD_DEFINITION, 1) /* def.message says which field and what would be right */         \
    X(STATUS_NO_MEMORY, 2)                                                                         \
    X(STATUS_DEFECT, 3) /* an invariant broke: a defect of ours; map.message says which */         \
    X(STATUS_BAD_PROBE, 4)                                                                         \
    /* results of ss_world_step */                                                                 \
    X(STEP_REACHED, 0)  /* simulated up to and including `until` */                                \
    X(STEP_RECORDS, 1)  /* stopped early: the asked number of records was written */               \
    X(STEP_FINISHED, 3) /* nothing is pending any more */                                          \
    X(STEP_DEFECT, 4)   /* the world stopped for good; map.message says why */                     \
    /* root_domain layouts */                                                                      \
    X(LAYOUT_BASE, 0)                                                                              \
    X(LAYOUT_P1, 1)                                                                                \
    X(LAYOUT_P1ALT, 2)                                                                             \
    X(LAYOUT_P2, 3)                                                                                \
    X(LAYOUT_P3, 4)                                                                                \
    X(LAYOUT_P1_P2, 5)                                                                             \
    X(LAYOUT_P1_P3, 6)                                                                             \
    X(LAYOUT_P2_P3, 7)                                                                             \
    X(LAYOUT_P1_P2_P3, 8)                                                                          \
    X(LAYOUT_CUSTOM, 9)                                                                            \
    /* what a CPU is doing (cpu_view.activity) */                                                  \
    X(ACTIVITY_IDLE, 0)                                                                            \
    X(ACTIVITY_USER, 1)                                                                            \
    X(ACTIVITY_KERNEL, 2)                                                                          \
    X(ACTIVITY_STALLED, 3)  /* waits for a cache line */                                           \
    X(ACTIVITY_SPINNING, 4) /* waits for a lock */                                                 \
    X(ACTIVITY_UNKNOWN, 5)  /* never of a run: a recording has a gap there */                      \
    /* ledger kinds: where a CPU's time went; they sum to wall time exactly */                     \
    X(LEDGER_USER, 0)                                                                              \
    X(LEDGER_KERNEL, 1)  /* kernel compute */                                                      \
    X(LEDGER_PRIVATE, 2) /* hits in the own core's caches */                                       \
    X(LEDGER_LLC, 3)     /* own last-level cache, own fill buffer */                               \
    X(LEDGER_REMOTE, 4)  /* transfers and invalidations between cores */                           \
    X(LEDGER_MEMORY, 5)                                                                            \
    X(LEDGER_LINE_WAIT, 6) /* behind other requests to the same line */                            \
    X(LEDGER_LOCK_WAIT, 7)                                                                         \
    X(LEDGER_IDLE, 8)                                                                              \
    X(LEDGER_IDLE_EXIT, 9) /* counted as idle in shares: the core is waking up */                  \
    /* task states */                                                                              \
    X(TASK_NEW, 0)                                                                                 \
    X(TASK_RUNNING, 1)                                                                             \
    X(TASK_RUNNABLE, 2)                                                                            \
    X(TASK_SLEEPING, 3)                                                                            \
    X(TASK_WAKING, 4)                                                                              \
    /* forms of the marks of tasks */                                                              \
    X(FORM_TASK, 0)                                                                                \
    X(FORM_KERNEL, 1) /* a thread of the kernel */                                                 \
    X(FORM_SENDER, 2) /* it wakes others or sends to them */                                       \
    /* record kinds of the event ring; argument meaning behind each */                             \
    X(RECORD_SWITCH, 1)  /* a previous task, b next task, c previous state */                      \
    X(RECORD_WAKE, 2)    /* a task, b target CPU, c task's previous CPU */                         \
    X(RECORD_MIGRATE, 3) /* a task, b from CPU, c to CPU, d reason (MIGRATE_...) */                \
    X(RECORD_MISS,                                                                                 \
      4) /* a address (line * 64 + offset), b wait ns, c latency ns, d supplier llc |              \
            class << 8 | access kind << 12 | symbol << 16, e ns the CPU stands still */            \
    X(RECORD_LOCK_WAIT, 5)  /* a lock id, b holder CPU, c waiters before */                        \
    X(RECORD_LOCK_TAKEN, 6) /* a lock id, b ns waited */                                           \
    X(RECORD_IPI, 7)        /* a target CPU, b vector */                                           \
    X(RECORD_INTERRUPT, 8)  /* a vector */                                                         \
    X(RECORD_DECISION, 9)   /* a task, b kind, c result, d explain id */                           \
    X(RECORD_LEVEL, 10)     /* cpupri level changed: a new level + 1, b old level + 1 */           \
    X(RECORD_IDLE, 11)      /* a 1 enters, 0 leaves; b IDLE_STATE_... it leaves */                 \
    X(RECORD_SCORE, 12)     /* the workload finished a unit: a task, b instance */                 \
    X(RECORD_MEASURE, 13)   /* the measured window begins */                                       \
    X(RECORD_MODE, 14)      /* a what the CPU begins: ACTIVITY_USER, _IDLE, or _KERNEL at the end  \
                               of user work (an interrupt ends user and idle, too); b task */      \
    X(RECORD_PRIORITY, 15) /* priority in effect changed: a task, b new prio, c old prio, d CPU */ \
    X(RECORD_INTERVENE, 16) /* a change from outside (CPU 0 stands for it): a which one, b         \
                               INTERVENE_..., c task, or all ones: all; or TUNABLE_... */          \
    X(RECORD_LOOP, 17) /* a loop of a phase of a program ends: a task, b phase, c ns it ran, d ns  \
                          it was late behind its clocks, e signed: ns it had left at them */       \
    X(RECORD_LOOP_MORE, 18) /* a task, b turns of rt-app's loop, c low and d high half of when it  \
                               began, ns, e which loop */                                          \
    X(MIGRATE_WAKE, 0)                                                                             \
    X(MIGRATE_PUSH, 1)                                                                             \
    X(MIGRATE_PULL, 2)                                                                             \
    X(MIGRATE_FORK, 3)                                                                             \
    X(MIGRATE_BALANCE, 4)                                                                          \
    X(MIGRATE_NEWIDLE, 5)                                                                          \
    X(MIGRATE_NOHZ, 7)      /* balanced on behalf of a CPU without a tick */                       \
    X(MIGRATE_ACTIVE, 8)    /* the task was running: the CPU's stopper thread moved it */          \
    X(MIGRATE_EXEC, 9)      /* it replaced its program: the CPU's stopper thread moved it */       \
    X(MIGRATE_NUMA, 10)     /* its memory is on that node: the CPU's stopper thread moved it */    \
    X(MIGRATE_AFFINITY, 6)  /* its CPU is forbidden to it now, or it wants another */              \
    X(MIGRATE_DISPATCH, 12) /* its CPU took it from a dispatch queue */                            \
    X(MIGRATE_UNKNOWN, 11)  /* never of a run: a recording does not say why */                     \
    /* changes in the middle of a run */                                                           \
    X(INTERVENE_AFFINITY, 1)  /* a task, or all, may use the CPUs of a set */                      \
    X(INTERVENE_PCP_BATCH, 2) /* pages, of all page lists */                                       \
    X(INTERVENE_PCP_HIGH, 3)                                                                       \
    X(INTERVENE_HINTS, 4)   /* a task, or all: prctl(PR_SCHED_HINT) with these HINT_ bits */       \
    X(INTERVENE_TUNABLE, 5) /* TUNABLE_... in place of the task: takes a value at once */          \
    SS_TUNABLES(SS_TUNABLE_CODE, X)                                                                \
    X(WORKLOAD_NONE, 0)                                                                            \
    SS_WORKLOADS(SS_WORKLOAD_CODE, X)                                                              \
    /* latencies that workloads measure themselves (latency_view) */                               \
    X(LATENCY_WAKE, 0)                                                                             \
    X(LATENCY_REQUEST, 1)                                                                          \
    X(LATENCY_REFILL, 2) /* of a page list: from finding it empty until pages lie on it */         \
    SS_OPTION_CODES(X)                                                                             \
    /* bits of task_hints */                                                                       \
    X(HINT_FORK_AFFINE, 1)                                                                         \
    X(HINT_FORK_SPREAD, 2)                                                                         \
    X(HINT_WAKE_AFFINE, 4)                                                                         \
    X(HINT_WAKE_HOLD, 8)                                                                           \
    X(HINT_WAKE_WIDE, 16) /* no posting has it: the wakeup of two levels, as this core defines it  \
                           */                                                                      \
    /* how deep an idle CPU sleeps */                                                              \
    X(IDLE_STATE_NONE, 0) /* not idle, or states are not modelled */                               \
    X(IDLE_STATE_POLL, 1)                                                                          \
    X(IDLE_STATE_C1, 2)                                                                            \
    X(IDLE_STATE_C1E, 3)                                                                           \
    X(IDLE_STATE_C6, 4)                                                                            \
    /* kinds of balance pass */                                                                    \
    X(BALANCE_BUSY, 0)                                                                             \
    X(BALANCE_IDLE, 1)                                                                             \
    X(BALANCE_NEWIDLE, 2) /* about to idle */                                                      \
    X(BALANCE_NOHZ, 3)    /* another CPU, on behalf of one without a tick */                       \
    /* why a task is placed */                                                                     \
    X(PLACED_WAKE, 0)                                                                              \
    X(PLACED_FORK, 1)                                                                              \
    X(PLACED_EXEC, 2)                                                                              \
    /* what a pass moves, as the kernel's enum migration_type */                                   \
    X(MOVES_LOAD, 0)                                                                               \
    X(MOVES_UTIL, 1)                                                                               \
    X(MOVES_TASK, 2)                                                                               \
    X(MOVES_LLC_TASK, 3) /* of cache-aware balancing */                                            \
    /* forms of explain records */                                                                 \
    X(FORM_PLAIN, 0)                                                                               \
    X(FORM_SEARCH, 1)                                                                              \
    X(FORM_WALK, 2)                                                                                \
    X(FORM_PLACEMENT, 3)                                                                           \
    X(FORM_PASS, 4)                                                                                \
    X(FORM_GATE, 5)                                                                                \
    X(FORM_HOLD, 6)                                                                                \
    X(FORM_FALLBACK, 7)                                                                            \
    /* figures of a group of CPUs */                                                               \
    X(GROUP_TASKS, 0)                                                                              \
    X(GROUP_IDLE, 1) /* CPUs */                                                                    \
    X(GROUP_UTIL, 2)                                                                               \
    X(GROUP_LOAD, 3)  /* by its capacity, where it is overloaded */                                \
    X(GROUP_CLASS, 4) /* enum ss_group_class */                                                    \
    SS_PROGRAM_CODES(X)                                                                            \
    SS_POLICY_CODES(X)                                                                             \
    /* probes: see the head of each file in src/probe */                                           \
    X(PROBE_TOPOLOGY, 1)                                                                           \
    X(PROBE_COHERENCE, 2)                                                                          \
    X(PROBE_CPUPRI, 3)                                                                             \
    X(PROBE_RT, 4)                                                                                 \
    X(PROBE_LAYOUT, 5)                                                                             \
    X(PROBE_BENCH_LINE, 6)                                                                         \
    X(PROBE_PCP, 7)                                                                                \
    X(PROBE_RACE, 8)                                                                               \
    X(PROBE_POLICY, 9)                                                                             \
    X(PROBE_FAIR_RULES, 16)                                                                        \
    X(PROBE_FAIR_PLACE, 17)                                                                        \
    X(PROBE_FAIR_BALANCE, 18)                                                                      \
    X(PROBE_CACHE_RULES, 24)

#endif
