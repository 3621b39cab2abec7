/*
 * What hosts see of a world at a moment: a row for each CPU, task, line, zone, lock; none of it is
 * ever read back. What F and A are says definition.h. Part of schedscape.h: include that.
 */
#ifndef SCHEDSCAPE_VIEWS_H
#define SCHEDSCAPE_VIEWS_H

#include "policies.h"
#include "schedscape/limits.h"

/* One CPU as a picture needs it; filled by ss_world_frame. */
#define SS_FIELDS_cpu_view(F, A)                                                                   \
    F(u8, activity)                                                                                \
    F(u8, in_interrupt)                                                                            \
    F(u8, overloaded)                                                                              \
    F(u8, ledger_kind) /* what the present moment is charged to */                                 \
    F(i16, level)      /* cpupri level; -1 invalid */                                              \
    F(u16, queued)     /* runnable tasks, the running one included */                              \
    F(i32, task)       /* running, or -1 */                                                        \
    F(i32, line)       /* waited for, or -1 */                                                     \
    F(i32, word)       /* waited for, or -1 */                                                     \
    F(i32, lock)       /* waited for, or -1 */                                                     \
    F(u32, since)      /* ns in this activity, saturating */                                       \
    F(u16, symbol)     /* kernel function at the top of its path */                                \
    F(u16, idle_state) /* IDLE_STATE_... */

#define SS_FIELDS_task_view(F, A)                                                                  \
    F(i32, cpu)                                                                                    \
    F(i32, group) /* instance */                                                                   \
    F(u8, state)                                                                                   \
    F(u8, policy)    /* 0 normal, 1 FIFO, 2 RR, 3 stop: the thread migration/N of a CPU */         \
    F(i16, priority) /* kernel prio: 0 is RT99, and what stop shows */                             \
    F(u32, migrations)                                                                             \
    F(u32, wakeups)                                                                                \
    F(u32, last_latency)  /* ns of the last wake-up */                                             \
    F(i32, process)       /* whose threads cache-aware balancing gathers, or -1 */                 \
    F(i32, preferred_llc) /* where it wants the task, or -1 */                                     \
    F(u32, since)         /* ns it has been in this state, saturating */                           \
    F(u16, role)          /* what it is for: "role" of the names */                                \
    F(u16, number)        /* which one of that role, from 0 */                                     \
    F(u64, runtime)

/* One tracked cache line; filled by ss_world_frame. */
#define SS_FIELDS_line_view(F, A)                                                                  \
    F(u32, structure)   /* structure id: see names */                                              \
    F(u32, instance)    /* which one of them (CPU, vector ...) */                                  \
    F(u32, line_number) /* 1-based line inside the structure */                                    \
    F(i32, owner)       /* core, or -1 */                                                          \
    F(u32, sharers)                                                                                \
    F(u32, dirty)                                                                                  \
    F(u32, home)                                                                                   \
    F(u32, queue) /* CPUs waiting for it now */                                                    \
    F(u64, misses)                                                                                 \
    F(u64, wait_sum)                                                                               \
    F(u64, busy_sum) /* ns the line's home was occupied */                                         \
    F(u32, lcl_hitm)                                                                               \
    F(u32, rmt_hitm)

/* The page allocator of one node; filled by ss_world_frame. Counts since the start. */
#define SS_FIELDS_zone_view(F, A)                                                                  \
    F(u32, node)                                                                                   \
    F(u32, cpus)                                                                                   \
    F(u32, pages)                                                                                  \
    F(u32, free_pages) /* in the buddy allocator */                                                \
    F(u32, lru_pages)                                                                              \
    A(u32, nr_free, 11)    /* blocks by order */                                                   \
    A(u32, type_blocks, 4) /* pageblocks that are unmovable, movable, reclaimable, another */      \
    F(u64, allocated)      /* pages, by the workload */                                            \
    F(u64, freed)                                                                                  \
    F(u64, refills)                                                                                \
    F(u64, flushes)                                                                                \
    F(u64, splits)                                                                                 \
    F(u64, merges)                                                                                 \
    F(u64, fallbacks)                                                                              \
    A(u64, supply, 5) /* touched lines by where they came from: L1, L2, other core, LLC, memory */

/* Waiting for and holding one lock of a zone, ns; the window is the measured one. */
#define SS_FIELDS_lock_view(F, A)                                                                  \
    F(i32, lock)                                                                                   \
    F(u32, longest_hold)                                                                           \
    F(u64, waited)                                                                                 \
    F(u64, held)                                                                                   \
    F(u64, waited_window)                                                                          \
    F(u64, held_window)                                                                            \
    F(u64, takes)                                                                                  \
    F(u64, takes_window)                                                                           \
    F(i32, holder)  /* CPU, or -1 */                                                               \
    F(u32, waiters) /* CPUs that spin for it now */

/* The last refill or flush of a zone, page by page. */
#define SS_FIELDS_hold_view(F, A)                                                                  \
    F(u64, time)    /* ns: it began */                                                             \
    F(i32, cpu)     /* -1: there was none yet */                                                   \
    F(u32, pages)   /* of the whole hold; steps beyond the list are left out */                    \
    F(u32, explain) /* low half of its explain record's id */                                      \
    F(u32, steps)                                                                                  \
    A(u32, page, SS_HOLD_STEPS)  /* of the zone */                                                 \
    A(u32, order, SS_HOLD_STEPS) /* refill: of the block it was split off; flush: it grew to */    \
    A(u32, cost_ps, SS_HOLD_STEPS)

/* The page lists of one CPU. */
#define SS_FIELDS_pcp_view(F, A)                                                                   \
    F(i32, zone) /* -1: the CPU's node has none */                                                 \
    F(u32, held) /* pages on all lists */                                                          \
    F(u32, high)                                                                                   \
    F(u32, batch)                                                                                  \
    F(u32, high_min)                                                                               \
    F(u32, high_max)                                                                               \
    F(u32, alloc_factor)                                                                           \
    F(u32, free_count)                                                                             \
    A(u32, length, 3) /* unmovable, movable, reclaimable */                                        \
    F(u32, pagevec)   /* pages waiting for the LRU lock */

/* Latencies of one series in the measured window, ns, saturating. Percentiles are within 1.6 %. */
#define SS_FIELDS_latency_view(F, A)                                                               \
    F(u64, samples)                                                                                \
    F(u64, sum)                                                                                    \
    F(u32, p50)                                                                                    \
    F(u32, p99)                                                                                    \
    F(u32, greatest)                                                                               \
    F(u32, padding)

/* The epochs of cache-aware balancing, the same for all CPUs; filled by ss_world_frame. */
#define SS_FIELDS_epoch_view(F, A)                                                                 \
    F(u64, next)   /* ns: the next one begins then */                                              \
    F(u64, period) /* ns */                                                                        \
    F(u32, epoch)  /* how many have begun */                                                       \
    F(u32, padding)

/* What a policy has been asked and how that ended, since the start. */
#define SS_FIELDS_policy_view(F, A)                                                                \
    A(u64, asked, SS_POLICY_POINTS)    /* by POLICY_POINT_... */                                   \
    A(u64, ended, SS_POLICY_ENDS_KEPT) /* by POLICY_END_... */                                     \
    F(u64, operations)                                                                             \
    F(u64, words)      /* touched in its calls, by it and by what it called */                     \
    F(u64, pulled)     /* tasks that its answers of balance moved */                               \
    F(u64, longest)    /* call, ns */                                                              \
    F(u64, fault_time) /* of the last call that failed */                                          \
    F(u32, fault_end)  /* POLICY_END_...; 0: none has */                                           \
    F(u32, fault_word) /* of the code */                                                           \
    F(u32, fault_cpu)                                                                              \
    F(u32, padding)                                                                                \
    A(u64, waited, SS_POLICY_WORDS) /* ns, by word of code: for what it reads and calls */         \
    A(u32, runs, SS_POLICY_WORDS)   /* by word of code */

/* What mechanisms on the stage draw; these are filled by ss_world_mechanisms alone. */

/* The holder of one lock. */
#define SS_FIELDS_holder_view(F, A)                                                                \
    F(i32, cpu)  /* or -1 */                                                                       \
    F(u32, held) /* ns, saturating; 0 while it is handed over */

/* What cache-aware balancing keeps of one process. */
#define SS_FIELDS_account_view(F, A)                                                               \
    F(i32, preferred) /* LLC, or -1 */                                                             \
    F(u32, memory)    /* KiB that count as resident, saturating */                                 \
    F(u32, threads)                                                                                \
    F(u32, refused) /* bit 0: by too many threads, bit 1: by too much memory */

/* The same of one LLC, as a scan would find it. */
#define SS_FIELDS_account_llc(F, A)                                                                \
    F(u64, occupancy) /* SS_CACHE_FULL for all the accounted time of a CPU */                      \
    F(u32, running)   /* threads */                                                                \
    F(u32, padding)

/* What running work takes from the memory of one node. */
#define SS_FIELDS_traffic_view(F, A)                                                               \
    F(u64, rate)  /* bytes a second */                                                             \
    F(u64, limit) /* 0: none is modelled */                                                        \
    F(u32, cpus)                                                                                   \
    F(u32, padding)

#define SS_FIELDS_c2c_row(F, A)                                                                    \
    F(u32, line)                                                                                   \
    F(u16, offset)                                                                                 \
    F(u16, symbol)                                                                                 \
    F(u32, loads)                                                                                  \
    F(u32, stores)                                                                                 \
    F(u32, locked)                                                                                 \
    F(u32, lcl_hitm)                                                                               \
    F(u32, rmt_hitm)                                                                               \
    F(u32, st_l1hit)                                                                               \
    F(u32, st_l1miss)                                                                              \
    F(u32, load_count) /* non-HITM loads of at least the threshold */                              \
    F(u64, load_cycles)                                                                            \
    F(u64, hitm_cycles)                                                                            \
    F(u32, max_cycles)                                                                             \
    F(u32, records)

#define SS_FIELDS_cpu_ledger(F, A) A(u64, ns, SS_LEDGER_KINDS)

#endif
