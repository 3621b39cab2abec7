/*
 * The kernel structures whose memory is simulated, and the kernel functions (symbols) whose
 * accesses are told apart, as perf c2c would name them. A new room registers its structures and
 * functions here, a line each; the names reach the outside through the world's names text.
 */
#ifndef SS_EXEC_STRUCTURES_H
#define SS_EXEC_STRUCTURES_H

#define SS_STRUCTURE_LIST(X)                                                                       \
    X(ROOT_DOMAIN, "root_domain")                                                                  \
    X(CPUPRI_MASK, "cpupri mask bitmap")                                                           \
    X(CPUPRI_NODE_POINTERS, "cpupri per-node mask pointers")                                       \
    X(CPU_TO_PRI, "cpu_to_pri")                                                                    \
    X(RTO_MASK, "rto_mask bitmap")                                                                 \
    X(RTO_COUNT_POINTERS, "rto_counts pointers")                                                   \
    X(RTO_COUNT, "rto count of a node")                                                            \
    X(CPU_ACTIVE_MASK, "cpu_active_mask")                                                          \
    X(NODE_TO_CPUMASK, "node_to_cpumask_map")                                                      \
    X(RQ, "rq")                                                                                    \
    X(CALL_SINGLE_QUEUE, "call_single_queue")                                                      \
    X(TASK_STRUCT, "task_struct")                                                                  \
    X(MCS_NODES, "mcs nodes")                                                                      \
    X(FUTEX_BUCKET, "futex hash bucket")                                                           \
    X(USER_WORDS, "user words")                                                                    \
    X(ZONE, "zone")                                                                                \
    X(CFS_RQ, "rq: fair class")                                                                    \
    X(SCHED_DOMAIN_SHARED, "sched_domain_shared")                                                  \
    X(GROUP_CAPACITY, "sched_group_capacity")                                                      \
    X(NOHZ, "nohz")                                                                                \
    X(NOHZ_MASK, "nohz.idle_cpus_mask")                                                            \
    X(BALANCE_RUNNING, "sched_balance_running")                                                    \
    X(PIPE, "pipe_inode_info")                                                                     \
    X(UNIX_SOCKET, "unix_sock")                                                                    \
    X(RQ_CACHE, "rq: cache epochs and counters")                                                   \
    X(MM_SCHED, "mm: preferred cache")                                                             \
    X(MM_SCHED_PCPU, "mm: pcpu_sched of a CPU")                                                    \
    X(JIFFIES, "jiffies")                                                                          \
    X(PER_CPU_PAGESET, "per_cpu_pageset")                                                          \
    X(PER_CPU_PAGES, "per_cpu_pages")                                                              \
    X(POLICY, "policy: variables")                                                                 \
    X(POLICY_CPU, "policy: variables of a CPU")                                                    \
    X(POLICY_TASK, "policy: variables of a task")                                                  \
    X(EXT_RQ, "rq: class of its own")                                                              \
    X(EXT_QUEUE, "scx_dispatch_q")                                                                 \
    X(EXT_IDLE, "scx idle masks")                                                                  \
    X(PROGRAM, "structure of the program")                                                         \
    X(TASK_GROUP, "task_group")                                                                    \
    X(ROUTE, "rtable of the loopback")

#define SS_SYMBOL_LIST(X)                                                                          \
    X(none)                                                                                        \
    X(cpupri_set)                                                                                  \
    X(cpupri_find_fitness)                                                                         \
    X(_find_first_and_bit)                                                                         \
    X(_find_first_and_and_bit)                                                                     \
    X(__bitmap_and)                                                                                \
    X(memcpy)                                                                                      \
    X(enqueue_task_rt)                                                                             \
    X(dequeue_task_rt)                                                                             \
    X(enqueue_pushable_task)                                                                       \
    X(dequeue_pushable_task)                                                                       \
    X(pull_rt_task)                                                                                \
    X(push_rt_task)                                                                                \
    X(rto_push_irq_work_func)                                                                      \
    X(select_task_rq_rt)                                                                           \
    X(find_lowest_rq)                                                                              \
    X(wakeup_preempt_rt)                                                                           \
    X(task_woken_rt)                                                                               \
    X(irq_work_queue_on)                                                                           \
    X(irq_work_single)                                                                             \
    X(__flush_smp_call_function_queue)                                                             \
    X(_raw_spin_lock)                                                                              \
    X(native_queued_spin_lock_slowpath)                                                            \
    X(_raw_spin_unlock)                                                                            \
    X(try_to_wake_up)                                                                              \
    X(ttwu_queue_wakelist)                                                                         \
    X(sched_ttwu_pending)                                                                          \
    X(resched_curr)                                                                                \
    X(__schedule)                                                                                  \
    X(finish_task_switch)                                                                          \
    X(enqueue_task_fair)                                                                           \
    X(dequeue_task_fair)                                                                           \
    X(sched_balance_newidle)                                                                       \
    X(do_idle)                                                                                     \
    X(interrupt)                                                                                   \
    X(hrtimer_interrupt)                                                                           \
    X(hrtimer_nanosleep)                                                                           \
    X(sched_tick)                                                                                  \
    X(futex_wait)                                                                                  \
    X(futex_wake)                                                                                  \
    X(user)                                                                                        \
    X(get_page_from_freelist)                                                                      \
    X(free_pcppages_bulk)                                                                          \
    X(pagevec_lru_move_fn)                                                                         \
    X(release_pages)                                                                               \
    X(clear_page_erms)                                                                             \
    X(rt_mutex_setprio)                                                                            \
    X(futex_lock_pi)                                                                               \
    X(futex_unlock_pi)                                                                             \
    X(select_task_rq_fair)                                                                         \
    X(wake_affine)                                                                                 \
    X(select_idle_sibling)                                                                         \
    X(sched_balance_find_dst_group)                                                                \
    X(sched_balance_find_dst_group_cpu)                                                            \
    X(__update_idle_core)                                                                          \
    X(should_we_balance)                                                                           \
    X(update_sd_lb_stats)                                                                          \
    X(sched_balance_find_src_rq)                                                                   \
    X(sched_balance_rq)                                                                            \
    X(detach_tasks)                                                                                \
    X(attach_tasks)                                                                                \
    X(fget)                                                                                        \
    X(fput)                                                                                        \
    X(pipe_wait)                                                                                   \
    X(pipe_poll)                                                                                   \
    X(pipe_write)                                                                                  \
    X(pipe_read)                                                                                   \
    X(sock_alloc_send_pskb)                                                                        \
    X(unix_stream_sendmsg)                                                                         \
    X(sock_def_readable)                                                                           \
    X(unix_stream_read_generic)                                                                    \
    X(sock_wfree)                                                                                  \
    X(unix_write_space)                                                                            \
    X(wake_up_new_task)                                                                            \
    X(wait4)                                                                                       \
    X(do_exit)                                                                                     \
    X(pick_task_fair)                                                                              \
    X(sched_balance_domains)                                                                       \
    X(nohz_balance_enter_idle)                                                                     \
    X(nohz_balance_exit_idle)                                                                      \
    X(nohz_balancer_kick)                                                                          \
    X(nohz_idle_balance)                                                                           \
    X(cpu_stopper_thread)                                                                          \
    X(active_load_balance_cpu_stop)                                                                \
    X(account_mm_sched)                                                                            \
    X(task_tick_cache)                                                                             \
    X(task_cache_work)                                                                             \
    X(sched_exec)                                                                                  \
    X(migration_cpu_stop)                                                                          \
    X(task_numa_migrate)                                                                           \
    X(policy_select_cpu)                                                                           \
    X(policy_balance)                                                                              \
    X(policy_enqueue)                                                                              \
    X(policy_find_lowest_rq)                                                                       \
    X(policy_prefer_llc)                                                                           \
    X(policy_pcp_refill)                                                                           \
    X(policy_pcp_flush)                                                                            \
    X(policy_dispatch)                                                                             \
    X(policy_running)                                                                              \
    X(policy_stopping)                                                                             \
    X(policy_tick)                                                                                 \
    X(enqueue_task_scx)                                                                            \
    X(dequeue_task_scx)                                                                            \
    X(dispatch_enqueue)                                                                            \
    X(consume_dispatch_q)                                                                          \
    X(pick_task_scx)                                                                               \
    X(scx_select_cpu_dfl)                                                                          \
    X(update_idle)                                                                                 \
    X(update_tg_load_avg)                                                                          \
    X(update_cfs_group)                                                                            \
    X(loopback_xmit)                                                                               \
    X(dst_release)                                                                                 \
    X(__set_cpus_allowed_ptr)

enum ss_structure {
#define X(id, name) SS_STRUCTURE_##id,
    SS_STRUCTURE_LIST(X)
#undef X
        SS_STRUCTURES_COUNT
};

enum ss_symbol {
#define X(name) SS_SYMBOL_##name,
    SS_SYMBOL_LIST(X)
#undef X
        SS_SYMBOLS_COUNT
};

#endif
