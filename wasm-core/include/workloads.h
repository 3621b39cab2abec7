/*
 * The workloads: X(with, NAME, code, kind), in the order in which they are offered. The code stays
 * for good; `kind` names struct ss_workload_<kind> of a file in src/workload, which says everything
 * else of it. A new workload is that file and a line here. Part of schedscape.h: include that.
 */
#ifndef SS_WORKLOADS_H
#define SS_WORKLOADS_H

#define SS_WORKLOADS(X, with)                                                                      \
    X(with, FFMPEG_TOKEN, 1, ffmpeg_token)                                                         \
    X(with, CYCLIC, 2, cyclic)                                                                     \
    X(with, PAGE_FAULT1, 16, page_fault1)                                                          \
    X(with, PAGE_FAULT2, 17, page_fault2)                                                          \
    X(with, PI_STRESS, 3, pi_stress)                                                               \
    X(with, FFMPEG_FORK_JOIN, 4, ffmpeg_fork_join)                                                 \
    X(with, HACKBENCH, 32, hackbench)                                                              \
    X(with, SCHBENCH, 33, schbench)                                                                \
    X(with, SCHBENCH_2021, 34, schbench_2021)                                                      \
    X(with, SCHBENCH_PLACED, 39, schbench_placed)                                                  \
    X(with, SCHBENCH_OLD, 35, schbench_old)                                                        \
    X(with, CONTEXT, 36, context)                                                                  \
    X(with, FORK_BURST, 37, fork_burst)                                                            \
    X(with, STREAM, 38, stream)                                                                    \
    X(with, TBENCH, 40, tbench)                                                                    \
    X(with, CHACHA20, 41, chacha20)                                                                \
    X(with, REDIS, 42, redis)                                                                      \
    X(with, SPINNERS, 48, spinners)                                                                \
    X(with, PROGRAM, 49, program)

/* What a workload is about: name, bit, word. What may be measured of it and changed in it follows
 * from these and never from its name. */
#define SS_TRAITS(X)                                                                               \
    X(FAIR, 1, "fair") /* ordinary tasks: the full fair class, unless a kernel says otherwise */   \
    X(PAGE_LISTS, 2, "page-lists") /* it asks for pages: zones, their locks and lists are there */ \
    X(COPIES_PAGES, 4,                                                                             \
      "copies-pages")         /* a fault copies a page of a file instead of zeroing one */         \
    X(WAKES, 8, "wakes")      /* it is about wake-ups and where they lead */                       \
    X(GATHERS, 16, "gathers") /* messengers and workers belong together; latencies are its own */  \
    X(FORKS, 32, "forks")     /* it forks each task once, and is about where they start */

#endif
