/*
 * What the simulated structures look like inside: one table a structure says which members it has,
 * in order, as C would declare them. Numbers, names, sizes, places and addresses all come from it;
 * a definition may declare the members in another order, aligned and padded otherwise. Which lines
 * a structure lies on is the business of shared.h, what the members mean of the rooms that own
 * them. The members of root_domain, whose arrays can be taken apart, stand in sched/root_domain.h.
 */
#ifndef SS_EXEC_LAYOUT_H
#define SS_EXEC_LAYOUT_H

#include "base/message.h"
#include "exec/structures.h"
#include "machine/topology.h"
#include "schedscape.h"

/*
 * X(structure, member, bytes, alignment of the type, attribute aligned or 0, how many of them, name
 * in the kernel's terms). Fields that are always touched together are one member. The sizes are
 * those of an x86-64 kernel without debugging. Members that no access touches are left out, except
 * those that keep other members off the start of a line: OTHERS, which have no name. An attribute
 * of a whole line says that the member shares its line with nothing else in this table; which line
 * of the real structure that is does not matter (spec "Fair scheduler" section 13).
 */
#define SS_LAYOUT_CPUPRI_MASK(X) X(CPUPRI_MASK, BITS, 8, 8, 0, WORDS, "word")
#define SS_LAYOUT_CPUPRI_NODE_POINTERS(X) X(CPUPRI_NODE_POINTERS, MASK, 8, 8, 0, NODES, "mask")
#define SS_LAYOUT_CPU_TO_PRI(X) X(CPU_TO_PRI, LEVEL, 4, 4, 0, CPUS, "level by CPU")
#define SS_LAYOUT_RTO_MASK(X) X(RTO_MASK, BITS, 8, 8, 0, WORDS, "word")
#define SS_LAYOUT_RTO_COUNT_POINTERS(X) X(RTO_COUNT_POINTERS, COUNT, 8, 8, 0, NODES, "count")
#define SS_LAYOUT_RTO_COUNT(X) X(RTO_COUNT, COUNT, 4, 4, 0, ONE, "count")
#define SS_LAYOUT_CPU_ACTIVE_MASK(X) X(CPU_ACTIVE_MASK, BITS, 8, 8, 0, WORDS, "word")
#define SS_LAYOUT_NODE_TO_CPUMASK(X) X(NODE_TO_CPUMASK, BITS, 8, 8, 0, WORDS, "word")

/* struct rq as the core scheduler and the RT class touch it. */
#define SS_LAYOUT_RQ(X)                                                                            \
    X(RQ, LOCK, 4, 4, 0, ONE, "__lock")                                                            \
    X(RQ, NR_RUNNING, 4, 4, 0, ONE, "nr_running")                                                  \
    X(RQ, CURR, 8, 8, 64, ONE, "curr")                                                             \
    X(RQ, DONOR, 8, 8, 0, ONE, "donor")                                                            \
    X(RQ, RT_HIGHEST, 8, 4, 64, ONE, "rt.highest_prio")                                            \
    X(RQ, RT_OVERLOADED, 4, 4, 0, ONE, "rt.overloaded")                                            \
    X(RQ, RT_PUSHABLE, 16, 8, 0, ONE, "rt.pushable_tasks")

#define SS_LAYOUT_CALL_SINGLE_QUEUE(X) X(CALL_SINGLE_QUEUE, HEAD, 8, 8, 64, ONE, "first")
#define SS_LAYOUT_TASK_STRUCT(X)                                                                   \
    X(TASK_STRUCT, STATE, 24, 8, 0, ONE, "__state, on_cpu, on_rq, pi_lock")
#define SS_LAYOUT_MCS_NODES(X) X(MCS_NODES, NODE, 16, 8, 64, MCS_LEVELS, "mcs")
#define SS_LAYOUT_FUTEX_BUCKET(X) X(FUTEX_BUCKET, LOCK, 24, 8, 64, ONE, "waiters, lock, chain")
#define SS_LAYOUT_USER_WORDS(X) X(USER_WORDS, WORD, 4, 4, 0, ONE, "word in user space")

/* struct zone, and the lock of the node's LRU lists, which lie behind its zones (pg_data_t). */
#define SS_LAYOUT_ZONE(X)                                                                          \
    X(ZONE, LOCK, 4, 4, 0, ONE, "zone.lock")                                                       \
    X(ZONE, LRU_LOCK, 4, 4, 64, ONE, "pgdat.lru_lock")

/* struct rq as the fair class touches it. */
#define SS_LAYOUT_CFS_RQ(X)                                                                        \
    X(CFS_RQ, OTHERS, 40, 8, 0, ONE, "")                                                           \
    X(CFS_RQ, TTWU_PENDING, 4, 4, 0, ONE, "ttwu_pending, nohz_flags")                              \
    X(CFS_RQ, NR, 56, 8, 64, ONE, "cfs.load, h_nr_queued, h_nr_runnable, min_vruntime")            \
    X(CFS_RQ, TREE, 32, 8, 64, ONE, "cfs.tasks_timeline, curr, next")                              \
    X(CFS_RQ, AVG, 64, 8, 64, ONE, "cfs.avg")                                                      \
    X(CFS_RQ, REMOVED, 32, 8, 64, ONE, "cfs.removed")                                              \
    X(CFS_RQ, NEXT_BALANCE, 16, 8, 64, ONE, "next_balance, clock")                                 \
    X(CFS_RQ, CLOCK, 16, 8, 64, ONE, "clock_task, clock_pelt")                                     \
    X(CFS_RQ, SD, 32, 8, 64, ONE, "rd, sd, cpu_capacity, active_balance, push_cpu")                \
    X(CFS_RQ, IDLE_STAMP, 24, 8, 64, ONE, "idle_stamp, avg_idle, max_idle_balance_cost")

#define SS_LAYOUT_SCHED_DOMAIN_SHARED(X)                                                           \
    X(SCHED_DOMAIN_SHARED, COUNTS, 16, 4, 0, ONE, "nr_busy_cpus, has_idle_cores, nr_idle_scan")
#define SS_LAYOUT_GROUP_CAPACITY(X)                                                                \
    X(GROUP_CAPACITY, CAPACITY, 40, 8, 0, ONE, "capacity, next_update, imbalance")
#define SS_LAYOUT_NOHZ(X)                                                                          \
    X(NOHZ, COUNTS, 40, 8, 0, ONE, "nr_cpus, has_blocked, needs_update, next_balance")
#define SS_LAYOUT_NOHZ_MASK(X) X(NOHZ_MASK, BITS, 8, 8, 0, WORDS, "word")
#define SS_LAYOUT_BALANCE_RUNNING(X) X(BALANCE_RUNNING, FLAG, 4, 4, 0, ONE, "sched_balance_running")

/* struct pipe_inode_info, the ring's entries, and the count of users of the open file of either
 * end, which tasks that share their files have to raise. */
#define SS_LAYOUT_PIPE(X)                                                                          \
    X(PIPE, MUTEX, 32, 8, 0, ONE, "mutex")                                                         \
    X(PIPE, READERS, 24, 8, 0, ONE, "rd_wait")                                                     \
    X(PIPE, WRITERS, 24, 8, 0, ONE, "wr_wait")                                                     \
    X(PIPE, HEAD, 8, 4, 0, ONE, "head, tail")                                                      \
    X(PIPE, OTHERS, 104, 8, 0, ONE, "")                                                            \
    X(PIPE, RING, 40, 8, 64, PIPE_SLOTS, "len of bufs")                                            \
    X(PIPE, READ_FILE, 8, 8, 64, ONE, "f_ref of the read end")                                     \
    X(PIPE, WRITE_FILE, 8, 8, 64, ONE, "f_ref of the write end")

/* A pair of unix stream sockets: each word on a line of its own is an assumption. */
#define SS_LAYOUT_UNIX_SOCKET(X)                                                                   \
    X(UNIX_SOCKET, STATE, 4, 4, 0, ONE, "lock of the reading end")                                 \
    X(UNIX_SOCKET, QUEUE, 24, 8, 64, ONE, "sk_receive_queue")                                      \
    X(UNIX_SOCKET, READERS, 24, 8, 64, ONE, "sk_wq of the reading end")                            \
    X(UNIX_SOCKET, IN_USE, 4, 4, 64, ONE, "sk_wmem_alloc")                                         \
    X(UNIX_SOCKET, WRITERS, 24, 8, 64, ONE, "sk_wq of the writing end")                            \
    X(UNIX_SOCKET, READ_FILE, 8, 8, 64, ONE, "f_ref of the reading end")                           \
    X(UNIX_SOCKET, WRITE_FILE, 8, 8, 64, ONE, "f_ref of the writing end")

/* Cache-aware balancing: what it adds to a run queue, and to an mm. */
#define SS_LAYOUT_RQ_CACHE(X)                                                                      \
    X(RQ_CACHE, EPOCH, 32, 8, 0, ONE, "cpu_epoch_lock, cpu_runtime, cpu_epoch")                    \
    X(RQ_CACHE, COUNTERS, 8, 4, 64, ONE, "nr_llc_running, nr_pref_llc_running")                    \
    X(RQ_CACHE, OTHERS, 8, 8, 0, ONE, "")                                                          \
    X(RQ_CACHE, PREFERRING, 4, 4, 0, CACHES, "nr_pref_llc")
#define SS_LAYOUT_MM_SCHED(X)                                                                      \
    X(MM_SCHED, MM, 40, 8, 0, ONE, "pcpu_sched, mm_sched_lock, mm_sched_epoch, mm_sched_cpu")      \
    X(MM_SCHED, RUNNING_INSIDE, 8, 8, 0, ONE, "nr_running_avg from v3 on")                         \
    X(MM_SCHED, RUNNING, 8, 8, 64, ONE, "nr_running_avg of v1 and v2")                             \
    X(MM_SCHED, RSS, 32, 8, 64, ONE, "rss_stat")
#define SS_LAYOUT_MM_SCHED_PCPU(X) X(MM_SCHED_PCPU, RECORD, 16, 8, 0, ONE, "runtime, epoch")
#define SS_LAYOUT_JIFFIES(X) X(JIFFIES, JIFFIES, 8, 8, 0, ONE, "jiffies")

/* The page lists of a CPU in one zone: before v5.14 with the CPU's differences of the zone's
 * counters behind them, later by themselves, with more lists. Source: include/linux/mmzone.h, v4.19
 * (13 counters of a zone) and v6.18. What their lines cost is said in mm/pcp_lines.h. */
#define SS_LAYOUT_PER_CPU_PAGESET(X)                                                               \
    X(PER_CPU_PAGESET, COUNT, 4, 4, 0, ONE, "count")                                               \
    X(PER_CPU_PAGESET, HIGH, 4, 4, 0, ONE, "high")                                                 \
    X(PER_CPU_PAGESET, BATCH, 4, 4, 0, ONE, "batch")                                               \
    X(PER_CPU_PAGESET, LISTS, 16, 8, 0, PCP_TYPES, "list")                                         \
    X(PER_CPU_PAGESET, OTHERS, 14, 2, 0, ONE, "")                                                  \
    X(PER_CPU_PAGESET, DIFFERENCES, 14, 1, 0, ONE, "stat_threshold, vm_stat_diff")
#define SS_LAYOUT_PER_CPU_PAGES(X)                                                                 \
    X(PER_CPU_PAGES, LOCK, 4, 4, 64, ONE, "lock")                                                  \
    X(PER_CPU_PAGES, COUNT, 4, 4, 0, ONE, "count")                                                 \
    X(PER_CPU_PAGES, HIGH, 4, 4, 0, ONE, "high")                                                   \
    X(PER_CPU_PAGES, BOUNDS, 8, 4, 0, ONE, "high_min, high_max")                                   \
    X(PER_CPU_PAGES, BATCH, 4, 4, 0, ONE, "batch")                                                 \
    X(PER_CPU_PAGES, FLAGS, 3, 1, 0, ONE, "flags, alloc_factor, expire")                           \
    X(PER_CPU_PAGES, FREE_COUNT, 2, 2, 0, ONE, "free_count")                                       \
    X(PER_CPU_PAGES, LISTS, 16, 8, 0, PCP_LISTS, "list")

/* The sum of a task group, on a line of its own; the count of users of a route, of which the kernel
 * keeps one for each CPU. Source: struct task_group of kernel/sched/sched.h, v6.1;
 * nhc_pcpu_rth_output of include/net/ip_fib.h and struct dst_entry of include/net/dst.h, v6.1. */
#define SS_LAYOUT_TASK_GROUP(X) X(TASK_GROUP, LOAD_AVG, 8, 8, 64, ONE, "load_avg")
#define SS_LAYOUT_ROUTE(X) X(ROUTE, USERS, 4, 4, 64, ONE, "dst.__refcnt")

/* Structure by structure, in the order of SS_STRUCTURE_LIST. */
#define SS_MEMBER_LIST(X)                                                                          \
    SS_LAYOUT_CPUPRI_MASK(X)                                                                       \
    SS_LAYOUT_CPUPRI_NODE_POINTERS(X)                                                              \
    SS_LAYOUT_CPU_TO_PRI(X)                                                                        \
    SS_LAYOUT_RTO_MASK(X)                                                                          \
    SS_LAYOUT_RTO_COUNT_POINTERS(X)                                                                \
    SS_LAYOUT_RTO_COUNT(X)                                                                         \
    SS_LAYOUT_CPU_ACTIVE_MASK(X)                                                                   \
    SS_LAYOUT_NODE_TO_CPUMASK(X)                                                                   \
    SS_LAYOUT_RQ(X)                                                                                \
    SS_LAYOUT_CALL_SINGLE_QUEUE(X)                                                                 \
    SS_LAYOUT_TASK_STRUCT(X)                                                                       \
    SS_LAYOUT_MCS_NODES(X)                                                                         \
    SS_LAYOUT_FUTEX_BUCKET(X)                                                                      \
    SS_LAYOUT_USER_WORDS(X)                                                                        \
    SS_LAYOUT_ZONE(X)                                                                              \
    SS_LAYOUT_CFS_RQ(X)                                                                            \
    SS_LAYOUT_SCHED_DOMAIN_SHARED(X)                                                               \
    SS_LAYOUT_GROUP_CAPACITY(X)                                                                    \
    SS_LAYOUT_NOHZ(X)                                                                              \
    SS_LAYOUT_NOHZ_MASK(X)                                                                         \
    SS_LAYOUT_BALANCE_RUNNING(X)                                                                   \
    SS_LAYOUT_PIPE(X)                                                                              \
    SS_LAYOUT_UNIX_SOCKET(X)                                                                       \
    SS_LAYOUT_RQ_CACHE(X)                                                                          \
    SS_LAYOUT_MM_SCHED(X)                                                                          \
    SS_LAYOUT_MM_SCHED_PCPU(X)                                                                     \
    SS_LAYOUT_JIFFIES(X)                                                                           \
    SS_LAYOUT_PER_CPU_PAGESET(X)                                                                   \
    SS_LAYOUT_PER_CPU_PAGES(X)                                                                     \
    SS_LAYOUT_TASK_GROUP(X)                                                                        \
    SS_LAYOUT_ROUTE(X)

/* All members of all structures: the numbers of the definition's `layout_member`. */
enum ss_member {
#define X(structure, member, bytes, alignment, attribute, many, name)                              \
    SS_MEMBER_##structure##_##member,
    SS_MEMBER_LIST(X)
#undef X
        SS_MEMBERS_COUNT
};

/* Bytes of a member, or of one element of it. */
enum {
#define X(structure, member, bytes, alignment, attribute, many, name)                              \
    SS_BYTES_##structure##_##member = (bytes),
    SS_MEMBER_LIST(X)
#undef X
};

/* How many elements a member has: as many as said, or as the machine decides. */
enum ss_many {
    SS_MANY_ONE = 1,
    SS_MANY_MCS_LEVELS = 4, /* task, softirq, hardirq, nmi */
    SS_MANY_PCP_TYPES = 3,
    SS_MANY_PCP_LISTS = 14,
    SS_MANY_PIPE_SLOTS = 16,
    SS_MANY_WORDS = 128,
    SS_MANY_CPUS,
    SS_MANY_NODES,
    SS_MANY_CACHES
};

/* What the machine decides. */
struct ss_layout_counts {
    u32 words, cpus, nodes, caches; /* words of a CPU mask; LLCs there is room for */
};

/* Where the structures of a world lie, and where in them their members. */
struct ss_layouts {
    struct ss_place {
        u32 first, stride; /* address of the first one, and the distance to the next */
    } place[SS_STRUCTURES_COUNT];
    u16 bytes[SS_STRUCTURES_COUNT]; /* 0: not laid out here */
    u16 offset[SS_MEMBERS_COUNT];
};

struct ss_layout_counts ss_layout_counts_of(const struct ss_topology *topology);

/* Lays all structures out as the tables say. */
void ss_layouts_plain(struct ss_layouts *layouts, const struct ss_layout_counts *counts);

/* Lays all structures out: as the tables say, but for those that the definition declares anew,
 * member by member (layout_members). C17 6.7.2.1 and the x86-64 psABI 3.1.2: members in order, each
 * at the next multiple of its alignment, the size a multiple of the largest of them. */
void ss_layouts_define(struct ss_layouts *layouts, const struct ss_world_def *def,
                       const struct ss_layout_counts *counts);

/* True if what the definition declares is possible; else the message says what is not, with its
 * place in `layout_member`. */
bool ss_layouts_check(const struct ss_world_def *def, struct ss_message *message);

/* Its lines of the names text: every member of every structure that lies somewhere. */
void ss_layouts_names(const struct ss_layouts *layouts, const struct ss_layout_counts *counts,
                      struct ss_message *names);

/* The tables as lines of the description of the ABI: "member STRUCTURE MEMBER BYTES ALIGNMENT
 * ATTRIBUTE MANY NAME", in the order of their numbers, with the structure's own name before:
 * "layout STRUCTURE NAME". MANY is a number, or what of the machine decides it. */
void ss_layouts_describe(struct ss_message *text);

static inline u32 ss_word_of(const struct ss_layouts *layouts, enum ss_structure structure,
                             u32 index, enum ss_member member)
{
    const struct ss_place *place = &layouts->place[structure];
    return place->first + index * place->stride + layouts->offset[member];
}

/* The address of a member of one of the structures, in a function that has a world `w`; and of one
 * element of a member that is an array. */
#define WORD(structure, index, member)                                                             \
    ss_word_of(&w->layouts, SS_STRUCTURE_##structure, (u32)(index),                                \
               SS_MEMBER_##structure##_##member)
#define ELEMENT(structure, index, member, element)                                                 \
    (WORD(structure, index, member) + (u32)(element)*SS_BYTES_##structure##_##member)

#endif
