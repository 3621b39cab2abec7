/*
 * What one access, interrupt or switch costs on a machine: the timing parameters in the integer form
 * the models use. Built from a definition that keeps the published values in picoseconds; where each
 * value comes from stays in scenarios/platforms. Knows nothing of lines or tasks.
 */
#ifndef SS_MACHINE_PLATFORM_H
#define SS_MACHINE_PLATFORM_H

#include "base/arena.h"
#include "machine/topology.h"

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
    u32 overlap; /* independent scan loads in flight */
    u32 load_threshold_cycles; /* perf's ldlat: shorter loads are not sampled */
    u32 smt_factor_1024;       /* throughput of two busy siblings relative to one, of 1024 */
    struct {
        u32 ipi_send, ipi_deliver_same_socket, ipi_deliver_other_socket, irq_entry_exit,
            context_switch, syscall, idle_exit_poll, idle_exit_shallow, idle_exit_deep;
    } os;
    u32 *hitm, *clean, *dram;
};

#endif
