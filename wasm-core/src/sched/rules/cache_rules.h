/*
 * Cache-aware load balancing as formulas: what the versions of the series differ in, when a process
 * is left alone, and whether a task may change its last-level cache. Knows no queues and no lines;
 * what processes did where is in occupancy.h. Source: spec "Cache-aware load balancing" sections
 * 1.2, 2.7, 2.8, 2.9 and 7 (the series of 2025 and 2026, v1 to merged).
 */
#ifndef SS_SCHED_RULES_CACHE_RULES_H
#define SS_SCHED_RULES_CACHE_RULES_H

#include "base/types.h"

/* The versions: id and the word of a scenario. Values are those of the definition; 0 is off. */
#define SS_CACHE_VERSION_LIST(X) X(V1, "v1") X(V2, "v2") X(V3, "v3") X(V4, "v4") X(MERGED, "merged")

enum ss_cache_version {
    SS_CACHE_OFF,
#define X(id, word) SS_CACHE_##id,
    SS_CACHE_VERSION_LIST(X)
#undef X
        SS_CACHE_VERSIONS
};

/* What the versions differ in: id, the name a scenario has for it, YES_NO or ONE_OF(the word of
 * each value), a sentence. Order and values are those of the definition. Values that the words
 * leave open: AVG_DIV llc_size is a quarter of the cache's CPUs, 2 to 8; FAIL_LIMIT n is
 * cache_nice_tries; DETACH sort_v1 stops behind the first, sort_stop by the stop rule;
 * NR_FITS_MARGIN is that of fits_capacity. Code that expands the table defines ONE_OF, YES_NO. */
#define SS_CACHE_SWITCH_LIST(X)                                                                    \
    X(OVERAGGR_DIV_SMT, "overaggr_div_smt", YES_NO,                                                \
      "the thread limit of an LLC is divided by the threads per core")                             \
    X(SMT1_BONUS, "smt1_bonus", YES_NO, "the thread limit is half as large again without SMT")     \
    X(TEST_AFTER_MOVE, "test_after_move", YES_NO,                                                  \
      "whether both caches are busy is tested with the task moved")                                \
    X(NR_FITS_MARGIN, "nr_fits_margin", YES_NO,                                                    \
      "the cut-off by threads keeps a margin of a fifth")                                          \
    X(AVG_DIV, "avg_div", ONE_OF("eight", "llc_size"),                                             \
      "what the average of running threads is divided by")                                         \
    X(AVG_FREEZE, "avg_freeze", YES_NO, "over the limit of threads the average stays")             \
    X(CAP_SOURCE, "cap_source", ONE_OF("rss", "footprint"),                                        \
      "the memory that the cut-off compares; the footprint is what NUMA balancing saw touched, "   \
      "here all resident memory while it is on, and none while it is off")                         \
    X(CAP_WRAP32, "cap_wrap32", YES_NO, "the limit of memory is computed in 32 bits")              \
    X(CAP_STRICT, "cap_strict", YES_NO, "memory as large as the limit is still let in")            \
    X(SCAN_SET, "scan_set", ONE_OF("all", "3nodes", "3nodes_if_numa"), "the CPUs a scan visits")   \
    X(SINGLE_SCANNER, "single_scanner", YES_NO, "one thread of a process scans per period")        \
    X(NUMA_RULE, "numa_rule", ONE_OF("off", "always", "if_on"),                                    \
      "whether a thread that prefers another node has no preferred cache")                         \
    X(FLAG_BEFORE_TYPE, "flag_before_type", YES_NO,                                                \
      "groups with tasks that prefer the destination come before the class of a group")            \
    X(FAIL_LIMIT, "fail_limit", ONE_OF("none", "n", "n+1"),                                        \
      "the number of failed passes after which balancing gives up")                                \
    X(DETACH, "detach", ONE_OF("sort_v1", "sort_stop", "skip"),                                    \
      "how tasks are tried; sort_stop is the stop rule of v2 (detach_stop)")                       \
    X(LLC_BEFORE_NUMA, "llc_before_numa", YES_NO, "the test of caches comes before that of nodes") \
    X(ALB_NEEDS_PREF, "alb_needs_pref", YES_NO,                                                    \
      "the veto of active balance needs a task under its preferred LLC")                           \
    X(CHILD_PREF_RESET, "child_pref_reset", YES_NO, "a child starts without preference")           \
    X(EPOCH_SIGNED, "epoch_signed", YES_NO,                                                        \
      "a process epoch ahead of the CPU's does not count as old")                                  \
    X(TASK_TEST_RESETS, "task_test_resets", YES_NO,                                                \
      "the test of a task drops a preference over the limits")                                     \
    X(REFUSAL_IS_NO_FAILURE, "refusal_is_no_failure", YES_NO,                                      \
      "a pass that was refused for caches is no failed pass")                                      \
    X(TICK_TEST, "tick_test", ONE_OF("differ", "unsigned", "signed"),                              \
      "when a tick calls for a scan: the epochs of CPU and process differ, that of the process "   \
      "is less, or less across a wrap of the counter")

enum ss_cache_switch {
#define X(id, name, form, sentence) SS_CACHE_##id,
    SS_CACHE_SWITCH_LIST(X)
#undef X
        SS_CACHE_SWITCHES
};

enum { SS_CACHE_DETACH_SORT, SS_CACHE_DETACH_STOP, SS_CACHE_DETACH_SKIP };
enum { SS_CACHE_SCAN_ALL, SS_CACHE_SCAN_NODES, SS_CACHE_SCAN_NODES_IF_NUMA };
enum { SS_CACHE_NUMA_OFF, SS_CACHE_NUMA_ALWAYS, SS_CACHE_NUMA_IF_ON };
enum { SS_CACHE_TICK_DIFFERS, SS_CACHE_TICK_UNSIGNED, SS_CACHE_TICK_SIGNED };

#define SS_CACHE_MOST_TOLERANCE 100 /* from there on nothing is cut off */
#define SS_CACHE_NO_LIMIT INT32_MAX

struct ss_cache_rules {
    u8 on[SS_CACHE_SWITCHES];
    u32 enabled;          /* llc_enabled */
    u32 tolerance;        /* llc_aggr_tolerance, 0 to 100 */
    u32 epoch_period;     /* jiffies */
    u32 affinity_timeout; /* epochs */
    u32 overaggr_pct, imb_pct;
};

/* The rules of a version, with the published tunables at 1000 ticks a second. */
void ss_cache_preset(struct ss_cache_rules *rules, enum ss_cache_version version);
/* How many values a switch has. */
u32 ss_cache_switch_values(enum ss_cache_switch which);

/* What the tolerance makes of a step of `mul` (256: memory, 1: threads). */
u32 ss_cache_scale(const struct ss_cache_rules *rules, u32 mul);

/* More threads run than a cache of `llc_size` CPUs, `smt` to a core, should hold. */
bool ss_cache_exceeds_threads(const struct ss_cache_rules *rules, u64 running_avg, u32 smt,
                              u32 llc_size);
/* More memory than a cache of that size holds; both in bytes. 0 bytes of cache: none is known. */
bool ss_cache_exceeds_memory(const struct ss_cache_rules *rules, u64 llc_bytes, u64 memory);

/* What the limits are asked of: a process, and the cache of the CPU that asks. */
struct ss_cache_standing {
    u32 threads, smt, llc_size; /* of the process, of a core; CPUs of the cache */
    u64 running_avg;
    u64 llc_bytes, memory;
};

/* What a scan does before it visits a CPU. */
enum ss_cache_refusal {
    SS_CACHE_SCANS,
    SS_CACHE_LEAVES, /* it ends, the anchor stays */
    SS_CACHE_DROPS,  /* it ends, and the process prefers no cache any more */
};
/* Not by the first limit that is exceeded: too many threads still scan, so that their average goes
 * on, unless there is too much memory as well. */
enum ss_cache_refusal ss_cache_refuses_scan(const struct ss_cache_rules *rules,
                                            const struct ss_cache_standing *process);

/* The most memory that a cache of that size takes in, in bytes, where there is a limit. */
u64 ss_cache_memory_limit(const struct ss_cache_rules *rules, u64 llc_bytes);

/* As the patches number them. */
enum ss_cache_move { SS_CACHE_FORBID, SS_CACHE_MOVE, SS_CACHE_UNRESTRICTED };

/* Utilisation and capacity of two caches as balancing recorded them last. */
struct ss_cache_levels {
    u64 src_util, src_cap, dst_util, dst_cap;
    u32 smt; /* threads of a core of the machine */
};

/* By which of its tests it was decided that a task may change its cache or may not; 0: by none. Up
 * to the third the destination is the cache it prefers, from there on the source is. */
enum ss_cache_judgement {
    SS_CACHE_UNTESTED,
    SS_CACHE_ROOM_THERE, /* it goes: there is room */
    SS_CACHE_EVEN_THERE, /* it goes: no room, but not clearly busier than where it is */
    SS_CACHE_FULL_THERE, /* it stays: no room, and clearly busier */
    SS_CACHE_ROOM_HERE,  /* it stays: there is room */
    SS_CACHE_EVEN_HERE,  /* it stays: no room, but not clearly busier than the other */
    SS_CACHE_FULL_HERE,  /* it goes: no room, and clearly busier */
    SS_CACHE_BOTH_BUSY,  /* neither cache has room: caches do not count */
};
enum ss_cache_judgement ss_cache_judge(const struct ss_cache_rules *rules,
                                       const struct ss_cache_levels *levels, u64 task_util,
                                       bool to_preferred);

/* The share of a cache's capacity, in percent, below which it has room. */
u32 ss_cache_room_pct(const struct ss_cache_rules *rules, u32 smt);

/* The figures of such a test, kept for its explanation. */
struct ss_cache_tested {
    struct ss_cache_levels levels;
    u64 util; /* of the task, or 0 where a group is asked about */
    u16 src, dst;
    u8 judgement; /* enum ss_cache_judgement */
};

/* Whether a task of that utilisation may leave one cache for the other. */
enum ss_cache_move ss_cache_can_migrate(const struct ss_cache_rules *rules,
                                        const struct ss_cache_levels *levels, u64 task_util,
                                        bool to_preferred);

/* A task that may change its cache; LLCs by number, `anchor` -1: the process prefers none. */
struct ss_cache_candidate {
    i32 src, dst, anchor;
    u32 threads;  /* of its process */
    bool exceeds; /* its process is over a limit where it would go */
    u64 util;
};
/* Whether it depends on how busy the caches are at all. */
bool ss_cache_weighs_levels(const struct ss_cache_candidate *task);
/* `drop`: the anchor of the process is to be forgotten. */
enum ss_cache_move ss_cache_can_migrate_task(const struct ss_cache_rules *rules,
                                             const struct ss_cache_levels *levels,
                                             const struct ss_cache_candidate *task, bool *drop);

/* Queue counters that decide whether active balance may break up a cache. */
struct ss_cache_source {
    u32 preferring_here, runnable, running; /* nr_pref_llc_running, h_nr_runnable, nr_running */
    u64 current_util;
};
/* alb_break_llc for two CPUs that do not share a cache: true is a veto. */
bool ss_cache_vetoes_active(const struct ss_cache_rules *rules,
                            const struct ss_cache_levels *levels,
                            const struct ss_cache_source *source);

/* The flag of a group of which `preferring` tasks prefer the destination's cache. */
bool ss_cache_flags_group(const struct ss_cache_rules *rules, const struct ss_cache_levels *levels,
                          u32 preferring, u32 failed, u32 nice_tries);

/* In which order candidates are tried: the lower the earlier. */
u32 ss_cache_rank(i32 preferred, i32 src, i32 dst);

#endif
