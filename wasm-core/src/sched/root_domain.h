/*
 * struct root_domain as memory: which field lies at which byte in the baseline kernel and under the
 * patches of "sched/rt: mitigate root_domain cache line contention", computed by C's layout rules
 * from the order of members. What the fields mean is the business of rt and cpupri.
 */
#ifndef SS_SCHED_ROOT_DOMAIN_H
#define SS_SCHED_ROOT_DOMAIN_H

#include "base/message.h"
#include "schedscape.h"

#define SS_CPUPRI_LEVELS 101

/* X(id, name as pahole prints it, size in bytes, alignment). rto_push_work's words follow it. */
#define SS_ROOT_DOMAIN_FIELD_LIST(X)                                                               \
    X(REFCOUNT, "refcount", 4, 4)                                                                  \
    X(RTO_COUNT, "rto_count", 4, 4)                                                                \
    X(RTO_COUNTS, "rto_counts", 8, 8)                                                              \
    X(RCU, "rcu", 16, 8)                                                                           \
    X(SPAN, "span", 8, 8)                                                                          \
    X(ONLINE, "online", 8, 8)                                                                      \
    X(OVERLOADED, "overloaded", 1, 1)                                                              \
    X(OVERUTILIZED, "overutilized", 1, 1)                                                          \
    X(DLO_MASK, "dlo_mask", 8, 8)                                                                  \
    X(DLO_COUNT, "dlo_count", 4, 4)                                                                \
    X(DL_BW, "dl_bw", 24, 8)                                                                       \
    X(CPUDL, "cpudl", 24, 8)                                                                       \
    X(VISIT_COOKIE, "visit_cookie", 8, 8)                                                          \
    X(RTO_PUSH_WORK, "rto_push_work.node.llist", 8, 8)                                             \
    X(RTO_PUSH_FLAGS, "rto_push_work.node.u_flags", 4, 4)                                          \
    X(RTO_PUSH_FUNC, "rto_push_work.func", 8, 8)                                                   \
    X(RTO_PUSH_IRQWAIT, "rto_push_work.irqwait", 8, 8)                                             \
    X(RTO_LOCK, "rto_lock", 4, 4)                                                                  \
    X(RTO_LOOP, "rto_loop", 4, 4)                                                                  \
    X(RTO_CPU, "rto_cpu", 4, 4)                                                                    \
    X(RTO_LOOP_NEXT, "rto_loop_next", 4, 4)                                                        \
    X(RTO_LOOP_START, "rto_loop_start", 4, 4)                                                      \
    X(RTO_MASK, "rto_mask", 8, 8)                                                                  \
    X(CPU_TO_PRI, "cpupri.cpu_to_pri", 8, 8)                                                       \
    X(PD, "pd", 8, 8)

enum ss_root_domain_field {
#define X(id, name, size, alignment) SS_RD_##id,
    SS_ROOT_DOMAIN_FIELD_LIST(X)
#undef X
        SS_RD_COUNT0,                              /* count[0] .. count[100] */
    SS_RD_MASK0 = SS_RD_COUNT0 + SS_CPUPRI_LEVELS, /* pointers mask[0] .. mask[100] */
    SS_RD_FIELDS = SS_RD_MASK0 + SS_CPUPRI_LEVELS
};

#define SS_RD_ABSENT UINT16_MAX

struct ss_root_domain_layout {
    u32 size, alignment;
    u32 cpupri, cpupri_size;
    bool counts_per_node;     /* patch 3: rto_counts instead of rto_count */
    u16 offset[SS_RD_FIELDS]; /* SS_RD_ABSENT: not in this layout */
};

/* Fills the layout LAYOUT_... (not CUSTOM) of schedscape.h. Source: posted patches 1 to 4, v1 to v3
 * (Pan Deng, 2025 and 2026), on Linux 6.18; p1alt's padding and p3 without p2 are reconstructed. */
void ss_root_domain_layout(struct ss_root_domain_layout *layout, u32 which);

/* Fills a layout from offsets by field id (ABI: root_domain_offset); false if a field is outside
 * `size`, misaligned or overlaps another: *bad is that field. */
bool ss_root_domain_custom(struct ss_root_domain_layout *layout, u32 size, const u32 *offsets,
                           bool counts_per_node, u32 *bad);

/* True if a definition's layout is possible, and what else it says of the root domain; else the
 * message says field, problem and remedy. */
bool ss_root_domain_check(const struct ss_world_def *def, struct ss_message *message);

/* Size in bytes of a field by id. */
u32 ss_root_domain_field_size(u32 field);

/* Name of a field that is not one of the count and mask arrays, or NULL. */
const char *ss_root_domain_field_name(u32 field);

#endif
