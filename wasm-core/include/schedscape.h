/*
 * The only public header of the core, and the only ABI. Browser, command line and tests drive the
 * simulator through what stands here and nothing else.
 *
 * Rules: integers of fixed size; offsets in bytes from the start of a world's memory instead of
 * pointers; no 64-bit integer as an argument or result (it would become a BigInt in JavaScript):
 * those are read from memory or passed as two halves. Every structure that crosses is declared
 * once, as a table of fields below; the core exports a description of the tables and
 * tools/generate-abi.mjs writes web/engine/abi.gen.ts from it.
 */
#ifndef SCHEDSCAPE_H
#define SCHEDSCAPE_H

#include <stdint.h>

#include "kernel_options.h"
#include "policies.h"
#include "workloads.h"

#if defined(__wasm__)
#define SS_EXPORT(name) __attribute__((export_name(#name)))
#else
#define SS_EXPORT(name) __attribute__((visibility("default")))
#endif

#define SS_ABI_VERSION 1

/* ---- limits, each with its reason ------------------------------------------------------------ */

#define SS_LIMIT_CPUS 1024     /* twice the largest machine of the stories */
#define SS_LIMIT_LLCS 128      /* bounds the cached sharer mask of a line to two words */
#define SS_LIMIT_NODES 64      /* bounds the distance matrix */
#define SS_LIMIT_TASKS 16384   /* a task costs about 2 KiB of world memory */
#define SS_LIMIT_WORLD_MIB 512 /* wasm memory a world may take */
#define SS_WORKLOAD_PARAMETERS 32
#define SS_ROOT_DOMAIN_OFFSETS 256 /* custom layout: at least one slot a field of root_domain */
#define SS_LAYOUT_MEMBERS 96       /* more than all structures have members */
/* Steps kept of one hold: the largest batch that was published, and one more. */
#define SS_HOLD_STEPS 512
#define SS_MESSAGE_BYTES 256
#define SS_LEDGER_KINDS 10
#define SS_EXPLAIN_CANDIDATES 8    /* CPUs of a result mask that are named: enough for a story */
#define SS_EXPLAIN_TESTS 16        /* of a pass that are named: enough for a story */
#define SS_EXPLAIN_STEPS 40        /* of a placement: five domains of six, and its queueing */
#define SS_EXPLAIN_FACTS 112       /* numbers of all of them */
#define SS_PICKS_KEPT 8            /* picks of a CPU that are kept for who asks: a list to read */
#define SS_EXPLAIN_STOPS 5         /* what ends the merging of pages */
#define SS_GROUP_FIGURES 5         /* of a group of CPUs in an explain record: GROUP_... */
#define SS_LIMIT_INTERVENTIONS 32  /* changes in the middle of a run: a person makes a few */
#define SS_LIMIT_CACHE_SWITCHES 32 /* what the versions of cache-aware balancing differ in */
#define SS_LATENCIES 3             /* series of them: LATENCY_... */
#define SS_CPU_SET_WORDS 32        /* of 32 bits: a bit for each of SS_LIMIT_CPUS */
#define SS_STATE_PAGE_BYTES 4096

/* ---- codes ----------------------------------------------------------------------------------- */

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
    X(MIGRATE_WAKE, 0)                                                                             \
    X(MIGRATE_PUSH, 1)                                                                             \
    X(MIGRATE_PULL, 2)                                                                             \
    X(MIGRATE_FORK, 3)                                                                             \
    X(MIGRATE_BALANCE, 4)                                                                          \
    X(MIGRATE_NEWIDLE, 5)                                                                          \
    X(MIGRATE_NOHZ, 7)     /* balanced on behalf of a CPU without a tick */                        \
    X(MIGRATE_ACTIVE, 8)   /* the task was running: the CPU's stopper thread moved it */           \
    X(MIGRATE_EXEC, 9)     /* it replaced its program: the CPU's stopper thread moved it */        \
    X(MIGRATE_NUMA, 10)    /* its memory is on that node: the CPU's stopper thread moved it */     \
    X(MIGRATE_AFFINITY, 6) /* the CPU it was on is forbidden to it now */                          \
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
    /* who balances */                                                                             \
    X(BALANCE_BUSY, 0)                                                                             \
    X(BALANCE_IDLE, 1)                                                                             \
    X(BALANCE_NEWIDLE, 2) /* about to idle */                                                      \
    X(BALANCE_NOHZ, 3)    /* another CPU, on behalf of one without a tick */                       \
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

/* ---- structures ------------------------------------------------------------------------------ */
/* F(type, name): one value. A(type, name, length): an array. Types are uN/iN. */

#define SS_OPTION_FIELD(F, field, ...) F(u32, field)

/* What a world is made from. Times of the platform are picoseconds so that published fractions
 * (13.5 ns) survive; the core rounds them half up to whole ns, at least 1 (spec section 7). */
#define SS_FIELDS_world_def(F, A)                                                                  \
    F(u32, abi_version)                                                                            \
    F(u32, cpus)                                                                                   \
    F(u32, nodes)                                                                                  \
    A(u16, cpu_core, SS_LIMIT_CPUS) /* dense ids, every list */                                    \
    A(u16, cpu_l2, SS_LIMIT_CPUS)                                                                  \
    A(u16, cpu_llc, SS_LIMIT_CPUS) /* as the scheduler sees it: after the SNC split */             \
    A(u16, cpu_package, SS_LIMIT_CPUS)                                                             \
    A(u16, cpu_node, SS_LIMIT_CPUS)                                                                \
    A(u16, distance, SS_LIMIT_NODES *SS_LIMIT_NODES) /* nodes x nodes, packed, row first */        \
    F(u32, node_reclaim_distance)                                                                  \
    /* platform: latencies in picoseconds */                                                       \
    F(u32, clock_mhz)                                                                              \
    F(u32, llc_kib)        /* of one LLC */                                                        \
    F(u32, node_read_mb_s) /* bandwidth of a node's memory; 0: not known, no limit */              \
    F(u32, l1_ps)                                                                                  \
    F(u32, rmw_ps)                                                                                 \
    F(u32, llc_ps)                                                                                 \
    F(u32, hitm_same_llc_ps)                                                                       \
    F(u32, hitm_same_node_ps)                                                                      \
    F(u32, hitm_near_ps)                                                                           \
    F(u32, hitm_far_ps)                                                                            \
    F(u32, hitm_other_socket_ps)                                                                   \
    F(u32, clean_same_llc_ps)                                                                      \
    F(u32, clean_same_node_ps)                                                                     \
    F(u32, clean_near_ps)                                                                          \
    F(u32, clean_far_ps)                                                                           \
    F(u32, clean_other_socket_ps)                                                                  \
    F(u32, dram_local_ps)                                                                          \
    F(u32, dram_near_ps)                                                                           \
    F(u32, dram_far_ps)                                                                            \
    F(u32, dram_other_socket_ps)                                                                   \
    F(u32, hitm_matrix_nodes) /* 0: use the classes; else nodes of hitm_matrix_ns */               \
    A(u32, hitm_matrix_ns, SS_LIMIT_NODES *SS_LIMIT_NODES) /* row owner, column requester */       \
    F(u32, directory_penalty_ps)                                                                   \
    F(u32, service_numerator)                                                                      \
    F(u32, service_denominator)                                                                    \
    F(u32, read_service_ps)                                                                        \
    F(u32, ack_per_domain_ps)                                                                      \
    F(u32, private_age_us)                                                                         \
    F(u32, overlap)                                                                                \
    F(u32, smt_factor_1024)                                                                        \
    F(u32, ipi_send_ps)                                                                            \
    F(u32, ipi_deliver_same_socket_ps)                                                             \
    F(u32, ipi_deliver_other_socket_ps)                                                            \
    F(u32, irq_entry_exit_ps)                                                                      \
    F(u32, context_switch_ps)                                                                      \
    F(u32, syscall_ps)                                                                             \
    F(u32, idle_exit_poll_ps)                                                                      \
    F(u32, idle_exit_shallow_ps)                                                                   \
    F(u32, idle_exit_deep_ps)                                                                      \
    /* only read with IDLE_BY_RESIDENCY */                                                         \
    F(u32, idle_exit_c1e_ps)                                                                       \
    F(u32, idle_residency_c1_ps) /* idle for so long, it sinks into the state */                   \
    F(u32, idle_residency_c1e_ps)                                                                  \
    F(u32, idle_residency_deep_ps)                                                                 \
    F(u32, llc_asleep_ps) /* waking one of a cache whose CPUs are all in C6 takes more */          \
    /* page lists: effective costs of the structure-level model, fitted or predicted */            \
    F(u32, page_node_pages) /* of a real node: what batch and high are computed from */            \
    F(u32, page_c2c_ps)     /* a line dirty in another core of the socket */                       \
    F(u32, page_llc_ps)                                                                            \
    F(u32, page_memory_ps)                                                                         \
    F(u32, page_l2_lines)                                                                          \
    F(u32, page_llc_lines)                                                                         \
    F(u32, page_handover_ps)    /* of a contended lock; 0: the locks issue every access */         \
    F(u32, page_instruction_ps) /* one step of a hold's instructions */                            \
    F(u32, page_fault_ps)       /* a fault, zeroing included, outside the locks */                 \
    F(u32, page_unmap_ps)       /* giving a page back, outside the locks */                        \
    F(u32, page_copy_ps)        /* what a fault on a private file page takes more */               \
    F(u32, page_zero_ps)     /* the node's memory is busy with a zeroed page; 0: not modelled */   \
    F(u32, page_spread_1024) /* speeds of tasks lie within this share of their mean */             \
    /* kernel features: a variant is a set of these */                                             \
    F(u32, root_domain_layout)                         /* LAYOUT_... */                            \
    F(u32, root_domain_size)                           /* LAYOUT_CUSTOM only, bytes */             \
    A(u32, root_domain_offset, SS_ROOT_DOMAIN_OFFSETS) /* LAYOUT_CUSTOM only, by field id */       \
    /* other structures declared anew: their members in order, a structure one behind the other */ \
    F(u32, layout_members)                      /* how many */                                     \
    A(u16, layout_member, SS_LAYOUT_MEMBERS)    /* as tables.gen.ts numbers them */                \
    A(u16, layout_attribute, SS_LAYOUT_MEMBERS) /* aligned(bytes), 0: none */                      \
    A(u16, layout_padding, SS_LAYOUT_MEMBERS)   /* bytes declared in front of it */                \
    F(u32, rto_count_per_node) /* patch 3: follows from the layout unless custom */                \
    F(u32, task_hints)         /* HINT_ bits of the workload's tasks, as from a wrapper process */ \
    SS_KERNEL_OPTIONS(SS_OPTION_FIELD, F)                                                          \
    /* workload */                                                                                 \
    F(u32, workload)                                                                               \
    A(u32, workload_parameter, SS_WORKLOAD_PARAMETERS)                                             \
    F(u32, seed_low)                                                                               \
    F(u32, seed_high)                                                                              \
    F(u32, warmup_us) /* the measured window begins then */                                        \
    /* cache-aware balancing */                                                                    \
    F(u32, cache_version) /* cache-aware balancing: 0 off, then v1, v2, v3, v4, merged */          \
    A(u8, cache_switch, SS_LIMIT_CACHE_SWITCHES) /* by switch: 0 as the version, else value + 1 */ \
    /* changes in the middle of the run, in order of time; everything before the first is as       \
     * without */                                                                                  \
    F(u32, interventions)                               /* how many */                             \
    A(u32, intervention_at_low, SS_LIMIT_INTERVENTIONS) /* ns */                                   \
    A(u32, intervention_at_high, SS_LIMIT_INTERVENTIONS)                                           \
    A(u32, intervention_kind, SS_LIMIT_INTERVENTIONS)  /* INTERVENE_... */                         \
    A(u32, intervention_task, SS_LIMIT_INTERVENTIONS)  /* id, or all ones: all; or TUNABLE_... */  \
    A(u32, intervention_value, SS_LIMIT_INTERVENTIONS) /* PCP_...: pages; HINT_ bits; TUNABLE's */ \
    A(u32, intervention_cpus, SS_LIMIT_INTERVENTIONS *SS_CPU_SET_WORDS) /* AFFINITY: bit sets */   \
    /* a policy of one's own: its code, by point the word it begins at plus one (0: Linux's), and  \
     * its variables (policies.h) */                                                               \
    F(u32, policy_words) /* 0: none */                                                             \
    A(u32, policy_code, SS_POLICY_WORDS)                                                           \
    A(u32, policy_entry, SS_POLICY_POINTS)                                                         \
    F(u32, policy_arrays)                                                                          \
    A(u32, policy_array_kind, SS_POLICY_ARRAYS)                                                    \
    A(u32, policy_array_length, SS_POLICY_ARRAYS)    /* words; only of shared ones */              \
    A(u32, policy_array_start_low, SS_POLICY_ARRAYS) /* what each word starts with */              \
    A(u32, policy_array_start_high, SS_POLICY_ARRAYS)                                              \
    /* observation: none of it changes what happens */                                             \
    F(u32, ring_records)     /* capacity of the event ring, a power of two; 0 = default */         \
    F(u32, explain_records)  /* capacity of the explain ring, a power of two; 0 = default */       \
    F(u32, explain_quiet)    /* 1: records of balancing that leaves things as they are, too */     \
    F(u32, explain_steps)    /* 1: decisions step by step, see struct steps */                     \
    F(u32, keyframes)        /* 1: reserve what ss_world_keyframe needs */                         \
    F(u32, no_line_counters) /* 1: lines, functions and transfers are not counted: no c2c rows */  \
    /* answers of the core */                                                                      \
    F(u32, status)                                                                                 \
    A(u8, message, SS_MESSAGE_BYTES) /* UTF-8, zero-terminated: field, problem, remedy */

/* Where everything of a world lies: offsets from the start of its memory. Constant after creation.
 */
#define SS_FIELDS_world_map(F, A)                                                                  \
    F(u32, abi_version)                                                                            \
    F(u32, bytes)                                                                                  \
    F(u32, state_offset) /* the part a keyframe copies, whole pages */                             \
    F(u32, state_bytes)                                                                            \
    F(u32, clock_offset) /* struct world_clock, inside the state */                                \
    F(u32, cpu_view_offset)                                                                        \
    F(u32, cpu_view_count)                                                                         \
    F(u32, task_view_offset)                                                                       \
    F(u32, task_view_count)                                                                        \
    F(u32, line_view_offset)                                                                       \
    F(u32, line_view_count)                                                                        \
    F(u32, row_offset) /* struct c2c_row, in order of first use */                                 \
    F(u32, row_capacity)                                                                           \
    F(u32, ring_offset) /* struct record; index = sequence modulo ring_records */                  \
    F(u32, ring_records)                                                                           \
    F(u32, explain_offset) /* index = id modulo explain_records; each begins as struct explain */  \
    F(u32, explain_bytes)  /* of each */                                                           \
    F(u32, explain_records)                                                                        \
    F(u32, steps_offset)         /* struct steps, by the same index */                             \
    F(u32, steps_records)        /* as many, or 0 without explain_steps */                         \
    F(u32, pick_offset)          /* struct pick: as many of each CPU, in turn */                   \
    F(u32, pick_steps_offset)    /* struct steps, by the same index */                             \
    F(u32, pick_records)         /* 0 without explain_steps or the full fair class */              \
    F(u32, ledger_offset)        /* struct cpu_ledger by CPU: totals since the start */            \
    F(u32, ledger_window_offset) /* the same at the start of the measured window */                \
    F(u32, transfer_offset)      /* u32 [from llc * llcs + to llc]: dirty and clean transfers */   \
    F(u32, llcs)                                                                                   \
    F(u32, page_list_offset) /* u32: changed pages found by the last ss_world_keyframe */          \
    F(u32, page_list_capacity)                                                                     \
    F(u32, zone_view_offset)                                                                       \
    F(u32, zone_view_count)                                                                        \
    F(u32, lock_view_offset) /* two a zone: zone->lock, then lru_lock */                           \
    F(u32, pcp_view_offset)  /* by CPU; none without zones */                                      \
    F(u32, pcp_view_count)                                                                         \
    F(u32, hold_view_offset) /* two a zone: the last refill, the last flush */                     \
    F(u32, latency_view_offset)                                                                    \
    F(u32, latency_view_count) /* by LATENCY_ code; none if the workload measures none */          \
    F(u32, epoch_view_offset)                                                                      \
    F(u32, epoch_view_count)    /* 1, or 0 without cache-aware balancing */                        \
    F(u32, occupancy_offset)    /* u32, KiB of [LLC x owner]; filled by ss_world_frame */          \
    F(u32, occupancy_owners)    /* processes by number, then everybody else; 0: no footprints */   \
    F(u32, llc_kib)             /* of one LLC */                                                   \
    F(u32, policy_view_offset)  /* struct policy_view, always up to date; 0: no policy */          \
    F(u32, policy_value_offset) /* i64: its variables' words, one behind the other */              \
    F(u32, names_offset)        /* text: symbols and fields, see ss_world_names */                 \
    F(u32, names_bytes)                                                                            \
    A(u8, message, SS_MESSAGE_BYTES)

/* The moving scalars of a world. */
#define SS_FIELDS_world_clock(F, A)                                                                \
    F(u64, now)                                                                                    \
    F(u64, trace_hash) /* over all records so far, in order */                                     \
    F(u64, records)    /* written so far: sequence of the next one */                              \
    F(u64, explains)   /* written so far */                                                        \
    F(u64, accesses)   /* of shared words, hits included */                                        \
    F(u64, misses)                                                                                 \
    F(u64, switches)                                                                               \
    F(u64, wakeups)                                                                                \
    F(u64, migrations)                                                                             \
    F(u64, score)        /* units of work the workload finished */                                 \
    F(u64, score_window) /* the same at the start of the measured window */                        \
    F(u64, latency_sum)  /* ns, wake-up to running, since the window began */                      \
    F(u64, latency_count)                                                                          \
    F(u64, window_start) /* ns; all ones before the window */                                      \
    F(u32, rows)                                                                                   \
    F(u32, rows_dropped)                                                                           \
    F(u32, measuring)  /* 1 in the measured window */                                              \
    F(u32, intervened) /* changes made so far */

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
    /* how often the two changed whom they wake, and the CPUs that is measured by; 0 unless the    \
     * pair was too wide */                                                                        \
    F(u32, waker_flips)                                                                            \
    F(u32, wakee_flips)                                                                            \
    F(u32, llc_cpus)

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

/* A pick of the fair class, for who asks for steps alone: no record of the run. */
#define SS_FIELDS_pick(F, A)                                                                       \
    F(u64, time)     /* 0: there is none */                                                        \
    F(i32, previous) /* task that ran, or the idle one */                                          \
    F(i32, chosen)   /* -1: nobody was left */

#define SS_FIELDS_cpu_ledger(F, A) A(u64, ns, SS_LEDGER_KINDS)

#define SS_STRUCTURES(X)                                                                           \
    X(world_def)                                                                                   \
    X(world_map)                                                                                   \
    X(world_clock)                                                                                 \
    X(cpu_view)                                                                                    \
    X(task_view)                                                                                   \
    X(line_view)                                                                                   \
    X(zone_view)                                                                                   \
    X(lock_view)                                                                                   \
    X(hold_view)                                                                                   \
    X(pcp_view)                                                                                    \
    X(latency_view)                                                                                \
    X(epoch_view)                                                                                  \
    X(policy_view)                                                                                 \
    X(c2c_row)                                                                                     \
    X(record)                                                                                      \
    X(explain)                                                                                     \
    X(explain_search)                                                                              \
    X(explain_walk)                                                                                \
    X(explain_placement)                                                                           \
    X(explain_pass)                                                                                \
    X(explain_gate)                                                                                \
    X(explain_hold)                                                                                \
    X(explain_fallback)                                                                            \
    X(steps)                                                                                       \
    X(pick)                                                                                        \
    X(cpu_ledger)

#define SS_TYPE_u8 uint8_t
#define SS_TYPE_u16 uint16_t
#define SS_TYPE_u32 uint32_t
#define SS_TYPE_u64 uint64_t
#define SS_TYPE_i16 int16_t
#define SS_TYPE_i32 int32_t
#define SS_TYPE_i64 int64_t
#define SS_DECLARE_F(type, name) SS_TYPE_##type name;
#define SS_DECLARE_A(type, name, length) SS_TYPE_##type name[length];
#define SS_DECLARE_STRUCTURE(name)                                                                 \
    struct ss_##name {                                                                             \
        SS_FIELDS_##name(SS_DECLARE_F, SS_DECLARE_A)                                               \
    };
SS_STRUCTURES(SS_DECLARE_STRUCTURE)

/* A record of the explain ring: of any form. */
union ss_explained {
    struct ss_explain head;
    struct ss_explain_search search;
    struct ss_explain_walk walk;
    struct ss_explain_placement placement;
    struct ss_explain_pass pass;
    struct ss_explain_gate gate;
    struct ss_explain_hold hold;
    struct ss_explain_fallback fallback;
};

#define SS_DECLARE_CODE(name, value, ...) SS_##name = value,
enum ss_code { SS_CODES(SS_DECLARE_CODE) };

#define SS_DECLARE_TRAIT(name, bit, word) SS_TRAIT_##name = (bit),
enum ss_trait { SS_TRAITS(SS_DECLARE_TRAIT) };

struct ss_world; /* opaque */

/* ---- functions ------------------------------------------------------------------------------- */

/* The tables above as text lines "struct NAME BYTES", "field NAME TYPE OFFSET LENGTH", "code NAME
 * VALUE", "limit NAME VALUE", and those of kernel_options.h as probe/abi.c says, written into
 * `text`; returns the bytes written (without a terminator), or 0 if capacity is too small. Only in
 * modules that answer probes. */
SS_EXPORT(ss_abi_describe) uint32_t ss_abi_describe(uint8_t *text, uint32_t capacity);

/* `bytes` of zeroed memory aligned to 4096 for one world or buffer, or NULL. Provided by the host
 * file of the platform; memory lives until ss_host_release_all. */
SS_EXPORT(ss_host_reserve) void *ss_host_reserve(uint32_t bytes);
SS_EXPORT(ss_host_release_all) void ss_host_release_all(void);

/* Fills a definition with defaults: one CPU, every kernel feature as in the baseline. */
SS_EXPORT(ss_world_def_default) void ss_world_def_default(struct ss_world_def *def);

/* Bytes a world of this definition needs; 0 if the definition is refused (def->status, message). */
SS_EXPORT(ss_world_bytes) uint32_t ss_world_bytes(struct ss_world_def *def);

/* Builds a world in `memory` (from ss_host_reserve, at least ss_world_bytes). Returns a STATUS_
 * code; the world's handle is `memory` itself. */
SS_EXPORT(ss_world_create)
int32_t ss_world_create(void *memory, uint32_t bytes, struct ss_world_def *def);

/* Offset of struct ss_world_map from the world's start. */
SS_EXPORT(ss_world_map) uint32_t ss_world_map(struct ss_world *world);

/* Runs until the simulated time `until` (two halves, ns), or until `max_records` more records were
 * written (0 = no such bound). Returns a STEP_ code. */
SS_EXPORT(ss_world_step)
int32_t ss_world_step(struct ss_world *world, uint32_t until_low, uint32_t until_high,
                      uint32_t max_records);

/* Fills the cpu, task and line views for the present moment. */
SS_EXPORT(ss_world_frame) void ss_world_frame(struct ss_world *world);

/* Finds the pages of the state that changed since the last call (all at the first), lists their
 * indices at map.page_list_offset and returns how many. The host copies them out; writing them back
 * into a world of the same definition restores that moment. */
SS_EXPORT(ss_world_keyframe) uint32_t ss_world_keyframe(struct ss_world *world);

/*
 * A door for conformance: runs the probe `kind` (PROBE_...) on `in`, an array of 32-bit words whose
 * form the probe's file describes, with `memory` as working space; writes words to `out`. Returns
 * the number of words written, or -STATUS_ on error.
 */
SS_EXPORT(ss_probe_run)
int32_t ss_probe_run(uint32_t kind, void *memory, uint32_t memory_bytes, const int32_t *in,
                     uint32_t in_words, int32_t *out, uint32_t out_words);

#endif
