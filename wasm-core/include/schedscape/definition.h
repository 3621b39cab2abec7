/*
 * What a world is made from, and where everything of it lies. Part of schedscape.h: include that.
 *
 * F(type, name) is one value, A(type, name, length) an array; types are uN and iN.
 */
#ifndef SCHEDSCAPE_DEFINITION_H
#define SCHEDSCAPE_DEFINITION_H

#include "kernel_options.h"
#include "policies.h"
#include "programs.h"
#include "schedscape/limits.h"

/* A field for each option of kernel_options.h. */
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
    F(u32, llc_asleep_ps)  /* waking one of a cache whose CPUs are all in C6 takes more */         \
    F(u32, tick_spread_ps) /* ticks arrive within so long after the jiffy; 0: at once */           \
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
    F(u32, page_copy_ps)        /* the additional time of a fault on a private file page */        \
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
    F(u32, program_words)             /* of WORKLOAD_PROGRAM, else 0: none */                      \
    A(u32, program, SS_PROGRAM_WORDS) /* programs.h */                                             \
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
    F(u32, policy_flags) /* POLICY_FLAG_NO_... */                                                  \
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
    F(u32, clock_offset)  /* struct world_clock, inside the state */                               \
    F(u32, effort_offset) /* struct world_effort, outside of it */                                 \
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
    F(u32, epoch_view_count)   /* 1, or 0 without cache-aware balancing */                         \
    F(u32, occupancy_offset)   /* u32, KiB of [LLC x owner]; filled by ss_world_frame */           \
    F(u32, occupancy_owners)   /* processes by number, then all other tasks; 0: no footprints */   \
    F(u32, llc_kib)            /* of one LLC */                                                    \
    F(u32, policy_view_offset) /* struct policy_view, always up to date; 0: no policy */           \
    F(u32, policy_values)                                                                          \
    F(u32, policy_value_offset) /* i64: its variables' words, one behind the other */              \
    F(u32, sharer_offset) /* u64 [words]: cores with a Shared copy of a line, always up to date */ \
    F(u32, sharer_stride) /* bytes from one line's to the next's */                                \
    F(u32, sharer_words)                                                                           \
    F(u32, cpupri_levels)                                                                          \
    F(u32, cpupri_words)                                                                           \
    F(u32, cpupri_count_offset) /* i32 by level, always up to date */                              \
    F(u32, cpupri_mask_offset)  /* u64 [level * words]: CPUs that a search sees; filled, as the    \
                                   next ones, by ss_world_mechanisms alone */                      \
    F(u32, cpupri_ghost_offset) /* the same: of these, CPUs that are filed elsewhere */            \
    F(u32, holder_view_offset)                                                                     \
    F(u32, holder_view_count) /* by lock */                                                        \
    F(u32, account_view_offset)                                                                    \
    F(u32, account_view_count) /* by process; 0 without cache-aware balancing */                   \
    F(u32, account_llc_offset) /* [process * llcs + llc] */                                        \
    F(u32, traffic_view_offset)                                                                    \
    F(u32, traffic_view_count) /* by node; 0 where nothing of it is modelled */                    \
    F(u32, names_offset)       /* text: symbols and fields, see ss_world_names */                  \
    F(u32, names_bytes)                                                                            \
    A(u8, message, SS_MESSAGE_BYTES)

/* What a run has cost the event loop. No part of the state: a way that is cut into more steps costs
 * more. */
#define SS_FIELDS_world_effort(F, A)                                                               \
    F(u64, events)  /* taken from the calendar so far */                                           \
    F(u64, resumes) /* calls of a path by the event loop so far */

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

#endif
