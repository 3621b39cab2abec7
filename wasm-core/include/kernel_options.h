/*
 * What a kernel may be: every option once, in the order in which a scenario may say them. The field
 * of the definition, its check, its default, the description of the ABI and what a scenario may
 * write (web/scenario/kernel-options.ts) follow from the row. A new option is a row here, and for a
 * choice its codes; it is read from w->def where it decides. Part of schedscape.h: include that.
 *
 * Not here: options that no range describes (the layout of root_domain, hints of tasks), and what a
 * running kernel changes (SS_TUNABLES).
 */
#ifndef SS_KERNEL_OPTIONS_H
#define SS_KERNEL_OPTIONS_H

/* ---- codes of options that are a choice: name, value, the word of a scenario --------------------
 */

/* the fair class: one list per CPU without balancing, EEVDF with placement and balancing, or a
 * policy's own */
#define SS_CODES_FAIR(X)                                                                           \
    X(FAIR_MINIMAL, 0, "minimal")                                                                  \
    X(FAIR_FULL, 1, "full")                                                                        \
    X(FAIR_EXT, 2, "ext")

/* how much imbalance between NUMA nodes a kernel leaves alone */
#define SS_CODES_NUMA(X)                                                                           \
    X(NUMA_N0, 0, "v5.7")       /* any while the local node has an idle CPU */                     \
    X(NUMA_N1, 1, "v5.11")      /* below a quarter of the domain's CPUs */                         \
    X(NUMA_N1B, 2, "v5.18-pre") /* Feb 2022, first patch: below a quarter of the local node's */   \
    X(NUMA_N2, 3, "v5.18")      /* up to imb_numa_nr */                                            \
    X(NUMA_N3, 4, "v6.0")       /* on: imb_numa_nr, and idle differences of at most 2 */

/* how far a wakeup searches an LLC without idle cores */
#define SS_CODES_SIS(X)                                                                            \
    X(SIS_UTIL, 0, "util")               /* v6.0 on: by the LLC's utilisation, squared */          \
    X(SIS_UTIL_LINEAR, 1, "util-linear") /* its first posting */                                   \
    X(SIS_PROP, 2, "prop") /* v5.13: by the searching CPU's idle time and the cost of searches */  \
    X(SIS_PROP_510, 3,                                                                             \
      "prop-v5.10") /* to v5.12: idle cores first, from the target on, then its siblings */

/* where a fork goes between groups with equally many idle CPUs */
#define SS_CODES_TIE(X)                                                                            \
    X(TIE_LOCAL, 0, "local")         /* it stays */                                                \
    X(TIE_UTIL, 1, "util")           /* to the less utilised one */                                \
    X(TIE_FOOTPRINT, 2, "footprint") /* no groups: over all LLCs, by what their tasks allocated */

/* when an LLC counts as overloaded, so that hints do not keep tasks there */
#define SS_CODES_HINT_OVERLOAD(X)                                                                  \
    X(HINT_OVERLOAD_NR_RUNNING, 0, "nr_running")                                                   \
    X(HINT_OVERLOAD_IDLE_CORE, 1, "idle_core")                                                     \
    X(HINT_OVERLOAD_NR_SCAN, 2, "nr_scan")                                                         \
    X(HINT_OVERLOAD_NR_BUSY, 3, "nr_busy")

/* what a newly-idle pass that pulled nothing adds to the cost its domain is known for */
#define SS_CODES_NEWIDLE(X)                                                                        \
    X(NEWIDLE_RAISES, 0, "raised")     /* v6.17, 6.18: half of the dearest, whatever it took */    \
    X(NEWIDLE_MEASURES, 1, "measured") /* before: the time it took, as any other pass */           \
    X(NEWIDLE_DICE, 2, "dice") /* later: that too; passes are made as often as they succeed */

/* which CPU of a group balances for all of it */
#define SS_CODES_BALANCER(X)                                                                       \
    X(BALANCER_CORE_AWARE, 0,                                                                      \
      "core-aware") /* the first idle one whose core is idle, else the first idle one */           \
    X(BALANCER_FIRST_IDLE, 1, "first-idle") /* v6.1: the first idle one */

/* when the flag is taken that lets one CPU balance between nodes */
#define SS_CODES_SERIALIZE(X)                                                                      \
    X(SERIALIZE_BEFORE, 0, "before") /* to 6.18: at every visit of a periodic walk, due or not */  \
    X(SERIALIZE_AFTER, 1,                                                                          \
      "after") /* v7.2: by the CPU that is to balance, newly idle ones included */

/* what a wakeup does with a task that is still being switched out */
#define SS_CODES_LEAVING(X)                                                                        \
    X(LEAVING_WAITS, 0, "wait") /* it waits until the task has left its CPU */                     \
    X(LEAVING_LISTS, 1,                                                                            \
      "wakelist") /* where it may, it leaves the task to the wake list of that CPU */

/* when a fair task gives way to one of its class that is to run before it */
#define SS_CODES_PREEMPTION(X)                                                                     \
    X(PREEMPTION_IMMEDIATE, 0, "immediate") /* the CPU is interrupted */                           \
    X(PREEMPTION_LAZY, 1, "lazy") /* it sees to it at its next return to user mode or its tick */

/* in which order fair tasks run, and for how long at a stretch */
#define SS_CODES_ORDER(X)                                                                          \
    X(ORDER_EEVDF, 0, "eevdf") /* v6.6 on */                                                       \
    X(ORDER_CFS, 1, "cfs")     /* before */

/* whether the tasks of a session are a group of their own, and how often a CPU tells of its load */
#define SS_CODES_TASK_GROUP(X)                                                                     \
    X(TASK_GROUP_NONE, 0, "none")                                                                  \
    X(TASK_GROUP_ONCE_A_MS, 1, "v6.7") /* on: at most once a ms */                                 \
    X(TASK_GROUP_UNLIMITED, 2, "v4.5") /* to v6.6: whenever it has changed by a 64th */

/* what idle CPUs without a tick are interrupted for */
#define SS_CODES_NOHZ_KICKS(X)                                                                     \
    X(NOHZ_KICKS_BALANCE, 0, "balance")                                                            \
    X(NOHZ_KICKS_ALL, 1, "all") /* also to bring averages up to date, and nothing else */

/* how idle CPUs sleep: all in C1, or the deeper the longer; and woken by what */
#define SS_CODES_IDLE(X)                                                                           \
    X(IDLE_IN_C1, 0, "c1")                                                                         \
    X(IDLE_BY_RESIDENCY, 1, "states")                                                              \
    X(IDLE_IN_MWAIT, 2, "mwait") /* in C1, which a store to the flags of their idle task ends */

/* what goes more slowly beside a busy sibling */
#define SS_CODES_SIBLING_SLOWS(X)                                                                  \
    X(SIBLING_SLOWS_USER, 0, "user")                                                               \
    X(SIBLING_SLOWS_ALL, 1, "all") /* the kernel's computing, too */

/* how a pipe's mutex goes to the next waiter */
#define SS_CODES_PIPE_MUTEX(X)                                                                     \
    X(PIPE_MUTEX_QUEUED, 0, "queued")                                                              \
    X(PIPE_MUTEX_OPTIMISTIC, 1, "optimistic")

/* forms of the per-CPU page lists */
#define SS_CODES_PCP_FORM(X)                                                                       \
    X(PCP_FORM_V4_18, 0, "v4.18")                                                                  \
    X(PCP_FORM_V4_19, 1, "v4.19")                                                                  \
    X(PCP_FORM_MODERN, 2, "modern")

#define SS_OPTION_CODES(X)                                                                         \
    SS_CODES_FAIR(X)                                                                               \
    SS_CODES_NUMA(X)                                                                               \
    SS_CODES_SIS(X)                                                                                \
    SS_CODES_TIE(X)                                                                                \
    SS_CODES_HINT_OVERLOAD(X)                                                                      \
    SS_CODES_NEWIDLE(X)                                                                            \
    SS_CODES_BALANCER(X)                                                                           \
    SS_CODES_SERIALIZE(X)                                                                          \
    SS_CODES_LEAVING(X)                                                                            \
    SS_CODES_PREEMPTION(X)                                                                         \
    SS_CODES_ORDER(X)                                                                              \
    SS_CODES_TASK_GROUP(X)                                                                         \
    SS_CODES_NOHZ_KICKS(X)                                                                         \
    SS_CODES_IDLE(X)                                                                               \
    SS_CODES_SIBLING_SLOWS(X)                                                                      \
    SS_CODES_PIPE_MUTEX(X)                                                                         \
    SS_CODES_PCP_FORM(X)

/* ---- the options -------------------------------------------------------------------------------
 */

/*
 * X(with, field, form, name, class, otherwise, in_full, sentence); `with` is passed through.
 * - form: CHOICE(codes), FLAG, or COUNT(least, greatest, unit), where 0 stands for the kernel's own
 * choice if that is its default, and the unit is "" of what is counted in itself.
 * - name: below `kernel` of a scenario; with a dot it is said in a group.
 * - class: FULL, if the minimal fair class knows only the default; else ANY.
 * - otherwise: its default; in_full: its default in a scenario with the full fair class.
 * - sentence: for writers of scenarios: what it is, and what is taken where it is left out.
 */
#define SS_KERNEL_OPTIONS(X, with)                                                                 \
    X(with, cpupri_per_node, FLAG, "cpupri_per_node", ANY, 0, 0,                                   \
      "cpupri masks are split by NUMA node, as patch 4 does; left out: as the name of the layout " \
      "says")                                                                                      \
    X(with, static_root_domain, FLAG, "static_root_domain", ANY, 0, 0,                             \
      "all CPUs are isolated: they have no sched domains and stay on the root domain of the "      \
      "boot, whose masks patch 4 makes before any CPU is in the map of its node (false)")          \
    X(with, rt_push_ipi, FLAG, "rt_push_ipi", ANY, 1, 1,                                           \
      "the scheduler feature RT_PUSH_IPI: a CPU that lowers itself asks overloaded CPUs to push "  \
      "(true) or locks their runqueues one after the other and takes tasks itself (false)")        \
    X(with, sched_smt, FLAG, "sched_smt", ANY, 1, 1,                                               \
      "CONFIG_SCHED_SMT; left out: as the machine says")                                           \
    X(with, sched_cluster, FLAG, "sched_cluster", ANY, 1, 1,                                       \
      "CONFIG_SCHED_CLUSTER; left out: as the machine says")                                       \
    X(with, sched_mc, FLAG, "sched_mc", ANY, 1, 1,                                                 \
      "CONFIG_SCHED_MC; left out: as the machine says")                                            \
    X(with, fair_class, CHOICE(FAIR), "fair", ANY, SS_FAIR_MINIMAL, SS_FAIR_FULL,                  \
      "the fair class: minimal (one list per CPU, nothing moves), full (EEVDF with placement and " \
      "balancing) or ext (what a policy of one's own does with dispatch queues; without one, one " \
      "queue for all); left out: full for workloads of ordinary tasks, minimal for the others")    \
    X(with, numa_imbalance, CHOICE(NUMA), "numa_imbalance", ANY, SS_NUMA_N3, SS_NUMA_N3,           \
      "how much imbalance between NUMA nodes is left alone, by the kernel that brought the rule "  \
      "(v6.0); v5.18-pre is the first of the two patches of v5.18")                                \
    X(with, imb_numa_nr, COUNT(1, SS_LIMIT_CPUS, "tasks"), "imb_numa_nr", ANY, 0, 0,               \
      "how many tasks may run on a node before imbalance counts; left out: as the kernel "         \
      "computes it from the caches of a node")                                                     \
    X(with, idle_search, CHOICE(SIS), "idle_search", ANY, SS_SIS_UTIL, SS_SIS_UTIL,                \
      "how far a wake-up searches a cache without idle cores: util (SIS_UTIL, v6.0), util-linear " \
      "(its first posting), prop (SIS_PROP, v5.13) or prop-v5.10 (SIS_PROP before that)")          \
    X(with, fork_tie_break, CHOICE(TIE), "fork_tie_break", ANY, SS_TIE_LOCAL, SS_TIE_LOCAL,        \
      "where a fork goes between groups with equally many idle CPUs: local (it stays), util (to "  \
      "the less utilised), or footprint (over all caches, by what their tasks have allocated)")    \
    X(with, hint_overload, CHOICE(HINT_OVERLOAD), "hints.overload", ANY,                           \
      SS_HINT_OVERLOAD_NR_RUNNING, SS_HINT_OVERLOAD_NR_RUNNING,                                    \
      "what makes a cache too busy for hints to keep tasks in it (nr_running)")                    \
    X(with, newidle_fail_cost, CHOICE(NEWIDLE), "newidle_fail_cost", ANY, SS_NEWIDLE_RAISES,       \
      SS_NEWIDLE_RAISES,                                                                           \
      "what a newly-idle pass that pulled nothing counts for: raised (1.5 times the most "         \
      "expensive so far, v6.17 and 6.18, so that idle CPUs soon stop looking), measured (the "     \
      "time it took, before) or dice (that, and passes are made as often as they succeed, later)") \
    X(with, should_we_balance, CHOICE(BALANCER), "should_we_balance", ANY, SS_BALANCER_CORE_AWARE, \
      SS_BALANCER_CORE_AWARE,                                                                      \
      "which idle CPU of a group balances for it: the first on an idle core (core-aware) or the "  \
      "first (first-idle, v6.1)")                                                                  \
    X(with, serialize_test, CHOICE(SERIALIZE), "serialize_test", ANY, SS_SERIALIZE_BEFORE,         \
      SS_SERIALIZE_BEFORE,                                                                         \
      "when a pass between nodes takes the single balancing flag: before (due or not) or "         \
      "after (once the CPU that balances is known, v7.2)")                                         \
    X(with, wake_leaving, CHOICE(LEAVING), "wake_leaving", ANY, SS_LEAVING_WAITS,                  \
      SS_LEAVING_LISTS,                                                                            \
      "a task that is woken while it is still being switched out: wakelist (where it may, the "    \
      "waker leaves it to the wake list of its CPU; the full fair class) or wait (the waker "      \
      "waits for that; the stand-in, and kernels before 5.8)")                                     \
    X(with, preemption, CHOICE(PREEMPTION), "preemption", FULL, SS_PREEMPTION_IMMEDIATE,           \
      SS_PREEMPTION_IMMEDIATE,                                                                     \
      "when a fair task gives way to one that is to run before it: immediate (its CPU is "         \
      "interrupted) or lazy (at its next return to user mode, or its tick; no interrupt is sent)") \
    X(with, nohz_kicks, CHOICE(NOHZ_KICKS), "nohz_kicks", FULL, SS_NOHZ_KICKS_BALANCE,             \
      SS_NOHZ_KICKS_ALL,                                                                           \
      "what idle CPUs are interrupted for: all (balancing, and to bring averages up to date; the " \
      "full fair class) or balance alone (the stand-in)")                                          \
    X(with, sched_idle_every, COUNT(0, SS_LIMIT_TASKS, ""), "sched_idle_every", FULL, 0, 0,        \
      "n: every n-th task of the workload, by its number, is SCHED_IDLE; 0: none (0)")             \
    X(with, sched_batch_every, COUNT(0, SS_LIMIT_TASKS, ""), "sched_batch_every", FULL, 0, 0,      \
      "n: every n-th task, by its number, is SCHED_BATCH unless it is SCHED_IDLE; 0: none (0)")    \
    X(with, idle_states, CHOICE(IDLE), "idle", ANY, SS_IDLE_IN_C1, SS_IDLE_IN_C1,                  \
      "how idle CPUs sleep: c1 (all the same, so deep at once that an interrupt has to wake "      \
      "them), states (they poll for a moment, when no interrupt is needed, then sink to C1, C1E "  \
      "and C6 with the time they idle, and take longer to wake) or mwait (all in C1, which a "     \
      "store to a word they watch ends, without an interrupt)")                                    \
    X(with, sibling_slows, CHOICE(SIBLING_SLOWS), "sibling_slows", ANY, SS_SIBLING_SLOWS_USER,     \
      SS_SIBLING_SLOWS_USER,                                                                       \
      "what goes more slowly while another CPU of the core is busy: user (user work) or all "      \
      "(what the kernel computes, too)")                                                           \
    X(with, pipe_mutex, CHOICE(PIPE_MUTEX), "pipe_mutex", ANY, SS_PIPE_MUTEX_QUEUED,               \
      SS_PIPE_MUTEX_QUEUED,                                                                        \
      "how a pipe's mutex goes to the next waiter: queued (as a queued spinlock does) or "         \
      "optimistic (waiters spin in a queue, the first on the owner's word, which it then has to "  \
      "take: one transfer more, since v3.15)")                                                     \
    X(with, fair_order, CHOICE(ORDER), "fair_order", FULL, SS_ORDER_EEVDF, SS_ORDER_EEVDF,         \
      "the order of fair tasks: eevdf (v6.6 on: by virtual deadline, slices of one length) "       \
      "or cfs (before: the task that has run least comes first, a period is divided among the "    \
      "tasks of a CPU, a task that slept is ahead by at most half a period, and a task leaves "    \
      "the queue as soon as it sleeps)")                                                           \
    X(with, task_group, CHOICE(TASK_GROUP), "task_group", FULL, SS_TASK_GROUP_NONE,                \
      SS_TASK_GROUP_NONE,                                                                          \
      "whether all tasks of the workload are one group, as those of a session are by autogroup, "  \
      "whose load is one word that each CPU adds to: none, v4.5 (when its own has changed by "     \
      "a 64th) or v6.7 (that, at most once per ms)")                                               \
    X(with, delayed_dequeue, FLAG, "delayed_dequeue", ANY, 1, 1,                                   \
      "DELAY_DEQUEUE, v6.12: a task that sleeps before its turn stays queued for a while, and a "  \
      "wake-up finds it there without a search; without it, as before, it leaves at once (true)")  \
    X(with, skew_tick, FLAG, "skew_tick", ANY, 0, 0,                                               \
      "skew_tick=1 of the command line: the ticks of the CPUs are spread over half a tick "        \
      "instead of falling on the same moment (false)")                                             \
    X(with, numa_balancing, FLAG, "numa_balancing", FULL, 0, 0,                                    \
      "kernel.numa_balancing: a task is moved to the node its memory lies on, and kept there; "    \
      "the workload says which node that is (false)")                                              \
    X(with, pcp_form, CHOICE(PCP_FORM), "page_lists.form", ANY, SS_PCP_FORM_V4_19,                 \
      SS_PCP_FORM_V4_19, "the form of the per-CPU page lists")                                     \
    X(with, pcp_batch, COUNT(1, 16384, "pages"), "page_lists.batch", ANY, 0, 0,                    \
      "pcp->batch in pages; left out: as the kernel computes it")                                  \
    X(with, pcp_high, COUNT(1, 1048576, "pages"), "page_lists.high", ANY, 0, 0,                    \
      "pcp->high in pages, without auto-tuning; left out: six batches, or as the kernel tunes it") \
    X(with, cache_enabled, FLAG, "cache_aware.enabled", ANY, 1, 1,                                 \
      "the switch llc_enabled (true)")                                                             \
    X(with, cache_tolerance, COUNT(0, 100, ""), "cache_aware.aggr_tolerance", ANY, 1, 1,           \
      "llc_aggr_tolerance (1)")                                                                    \
    X(with, cache_epoch_period, COUNT(1, 1000000, "ticks of 1 ms"), "cache_aware.epoch_period",    \
      ANY, 10, 10, "llc_epoch_period, ticks of 1 ms (10)")                                         \
    X(with, cache_affinity_timeout, COUNT(0, 1000000, "epochs"),                                   \
      "cache_aware.epoch_affinity_timeout", ANY, 5, 5, "llc_epoch_affinity_timeout, epochs (5)")   \
    X(with, cache_overaggr_pct, COUNT(0, 1000, "%"), "cache_aware.overaggr_pct", ANY, 50, 50,      \
      "llc_overaggr_pct (50)")                                                                     \
    X(with, cache_imb_pct, COUNT(0, 1000, "%"), "cache_aware.imb_pct", ANY, 20, 20,                \
      "llc_imb_pct (20)")

/* ---- tunables ----------------------------------------------------------------------------------
 */

/* What a running scheduler reads anew each time, under /sys/kernel/debug/sched: X(with, name, code,
 * as a recipe says it below `kernel`, least, greatest, what it counts). From the first that begins
 * with cache_aware on they are of cache-aware balancing. */
#define SS_TUNABLES(X, with)                                                                       \
    X(with, BASE_SLICE, 0, "base_slice_ns", 100000, 100000000, "ns")                               \
    X(with, MIGRATION_COST, 1, "migration_cost_ns", 0, 100000000, "ns")                            \
    X(with, NR_MIGRATE, 2, "nr_migrate", 1, 1024, "tasks")                                         \
    X(with, AGGR_TOLERANCE, 3, "cache_aware.aggr_tolerance", 0, 100, "")                           \
    X(with, EPOCH_PERIOD, 4, "cache_aware.epoch_period", 1, 1000000, "ticks of 1 ms")              \
    X(with, EPOCH_AFFINITY_TIMEOUT, 5, "cache_aware.epoch_affinity_timeout", 0, 1000000, "epochs") \
    X(with, OVERAGGR_PCT, 6, "cache_aware.overaggr_pct", 0, 1000, "%")                             \
    X(with, IMB_PCT, 7, "cache_aware.imb_pct", 0, 1000, "%")                                       \
    X(with, LLC_ENABLED, 8, "cache_aware.enabled", 0, 1, "")

#endif
