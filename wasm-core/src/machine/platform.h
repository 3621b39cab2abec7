/*
 * What one access, interrupt or switch costs on a machine: the timing parameters in the integer
 * form the models use. Built from a definition that keeps the published values in picoseconds;
 * where each value comes from stays in scenarios/platforms. Knows nothing of lines or tasks.
 */
#ifndef SS_MACHINE_PLATFORM_H
#define SS_MACHINE_PLATFORM_H

#include "base/arena.h"
#include "base/message.h"
#include "machine/topology.h"
#include "schedscape.h" /* struct ss_world_def */

/* Times in ns unless said otherwise. Matrices are llc x llc, row = owner or writer, column =
 * requester: [d * llcs + e]. dram is llc x node: [e * nodes + home]. */
struct ss_platform {
    u32 clock_mhz; /* cycles = ns * clock_mhz / 1000, rounded down */
    u32 l1, rmw, store_slot, llc;
    u32 svc_numerator, svc_denominator; /* share of a transfer that occupies the line */
    u32 read_service;                   /* occupancy of one clean read */
    u32 ack_per_domain;
    u32 directory_penalty;
    u32 private_age_us;
    u32 overlap;               /* independent scan loads in flight */
    u32 load_threshold_cycles; /* perf's ldlat: shorter loads are not sampled */
    u32 smt_factor_1024;       /* throughput of two busy siblings relative to one, of 1024 */
    struct {
        u32 ipi_send, ipi_deliver_same_socket, ipi_deliver_other_socket, irq_entry_exit,
            context_switch, syscall, tick_spread;
    } os;
    struct {
        u32 exit,
            residency; /* idle for at least `residency`, it is in this state or a deeper one */
    } idle[SS_IDLE_STATE_C6 + 1]; /* by IDLE_STATE_... */
    u32 llc_asleep;
    u32 *hitm, *clean, *dram;
    u8 *home_near; /* [llc * nodes + node]: the node has CPUs in the llc's package */
};

#define SS_STORE_SLOT_NS 1            /* t_sb: a plain store occupies its CPU for one slot */
#define SS_LOAD_THRESHOLD_CYCLES 30   /* perf c2c's default ldlat */
#define SS_CLEAN_OF_HITM_PERCENT 95   /* clean copies where only a HITM matrix was measured */
#define SS_MAX_PRIVATE_AGE_US 1000000 /* see struct ss_coherence: coarse times wrap */
#define SS_MAX_TICK_SPREAD_NS 500000  /* with skew_tick, too, a tick precedes the next jiffy */

/* True if the timing part of the definition is usable; else the message names the field, what is
 * wrong with it and what would be right. Expects a definition whose cpus, nodes and ids are valid.
 */
bool ss_platform_check(const struct ss_world_def *def, struct ss_message *message);

/*
 * Fills `platform` from the definition for a machine of this shape: picoseconds become whole ns,
 * rounded half up and at least 1 unless the value is 0. False if ss_platform_check would refuse it
 * or the arena is exhausted. In counting mode only the arrays are asked for.
 */
bool ss_platform_create(struct ss_platform *platform, struct ss_arena *arena,
                        const struct ss_world_def *def, const struct ss_topology *topology);

/* How far two last-level caches lie apart (spec section 7). The socket decides before the node:
 * where one node spans both sockets, crossing still costs. */
enum ss_distance { SS_SAME_LLC, SS_SAME_NODE, SS_NEAR, SS_FAR, SS_OTHER_SOCKET, SS_DISTANCES };

/* ns by distance. For dram SS_SAME_LLC is not asked for: memory is as near as its node. */
struct ss_distance_costs {
    u32 hitm[SS_DISTANCES], clean[SS_DISTANCES], dram[SS_DISTANCES];
};

/* Fills hitm, clean and dram of a platform whose arrays are taken. */
void ss_platform_fill(struct ss_platform *platform, const struct ss_topology *topology,
                      const struct ss_distance_costs *costs);

/* Only takes the arrays (for a platform that is filled by hand), zeroed, and fills home_near; false
 * when counting or exhausted. */
bool ss_platform_take(struct ss_platform *platform, struct ss_arena *arena,
                      const struct ss_topology *topology);

/* Picoseconds as whole ns, rounded half up; at least 1 unless 0. */
static inline u32 ss_platform_ns(u32 picoseconds)
{
    return picoseconds ? ss_max_u32((u32)(((u64)picoseconds + 500) / 1000), 1) : 0;
}

#endif
