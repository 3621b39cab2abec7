/*
 * Cache lines that hold shared kernel words: who owns them, what one load, store or atomic costs, and
 * how requests to one line queue. The rules are those of spec "Hardware model" section 3.3, to the
 * letter. Knows nothing of what the lines contain, of tasks or of events.
 */
#ifndef SS_MACHINE_COHERENCE_H
#define SS_MACHINE_COHERENCE_H

#include "base/arena.h"
#include "machine/platform.h"
#include "machine/topology.h"

enum ss_access_kind { SS_LOAD, SS_STORE, SS_RMW };

enum ss_access_class {
    SS_L1,
    SS_LFB, /* joined a fill of the own core that is still in flight */
    SS_LLC,
    SS_LCL_HITM,
    SS_RMT_HITM,
    SS_RMT_HIT,
    SS_INV, /* had to invalidate clean copies */
    SS_LCL_DRAM,
    SS_RMT_DRAM,
    SS_ACCESS_CLASSES
};

struct ss_access {
    u64 done;      /* ns: when the CPU may go on (stores: after its store-buffer slot) */
    u64 data_at;   /* ns: when the line itself has arrived (differs from done for stores) */
    u32 wait;      /* ns spent behind earlier requests to the line */
    u8 class;      /* enum ss_access_class */
    i16 supplier;  /* core that supplied or lost the line, or -1 (memory, LLC, own copy) */
    i16 supplier_llc; /* domain the data came from, or -1 for memory */
};

#define SS_NO_CORE (-1)

struct ss_line {
    u64 busy;  /* the home is occupied until then: the next request starts no earlier */
    u64 ready; /* the present owner's data arrived then */
    u64 sharer_llcs[SS_MAX_LLCS / 64]; /* cached: domains of the sharers */
    u64 misses;                        /* requests that went through the line's queue */
    u64 wait_sum;                      /* ns all of them waited */
    i16 owner;                         /* core holding it M or E, or SS_NO_CORE */
    u16 home;                          /* node of the backing memory */
    u16 sharers;                       /* cores with a Shared copy */
    bool dirty;
};

struct ss_coherence {
    const struct ss_topology *topology;
    const struct ss_platform *platform;
    u32 lines;
    struct ss_line *line;
    u64 *sharer_cores; /* bitset of cores by line: [line * core_words] */
    u32 *last_us;      /* coarse time of a core's last access: [line * cores + core]; ~0 = never */
    u64 *drain;        /* by CPU: when its last plain store becomes globally visible */
};

void ss_coherence_create(struct ss_coherence *coherence, struct ss_arena *arena, u32 lines,
                         const struct ss_topology *topology, const struct ss_platform *platform);

/*
 * One access of `cpu` to `line` at local time `now`; applies its effect on the line. The caller
 * issues accesses in global time order and applies the functional effect of the access (value read,
 * increment, bit) at the call: that is the line's service order. `overlap`: an independent load of a
 * scan.
 */
struct ss_access ss_coherence_access(struct ss_coherence *coherence, u32 cpu, u32 line,
                                     enum ss_access_kind kind, u64 now, bool overlap);

/* True if that access would be served by the core's own private copy without any queue, so that it
 * may run ahead of other CPUs' pending events. Changes nothing. */
bool ss_coherence_private(const struct ss_coherence *coherence, u32 cpu, u32 line,
                          enum ss_access_kind kind, u64 now);

/* A full fence: the time at which all earlier stores of the CPU are visible, not before `now`. */
static inline u64 ss_coherence_fence(const struct ss_coherence *coherence, u32 cpu, u64 now)
{
    return ss_max_u64(now, coherence->drain[cpu]);
}

/* Asserts the invariants of a line (spec section 3.1); true if they hold. */
bool ss_coherence_line_valid(const struct ss_coherence *coherence, u32 line);

/* Transfer of a dirty line between the domains of two cores, ns. */
u32 ss_coherence_hitm(const struct ss_coherence *coherence, u32 from_core, u32 to_core);

#endif
