/* The definition a host starts from: one CPU, the baseline kernel, no workload. */
#include "base/types.h"
#include "schedscape.h"
#include "world/options.h"
#include "world/version.h"

#define PS 1000u /* picoseconds in a nanosecond */

/* Round numbers of no machine in particular, so that a bare definition runs; every real platform
 * overwrites them all. */
static void default_timings(struct ss_world_def *def)
{
    def->clock_mhz = 3000;
    def->llc_kib = 32768;
    def->l1_ps = 2 * PS;
    def->rmw_ps = 6 * PS;
    def->llc_ps = 30 * PS;
    def->hitm_same_llc_ps = def->clean_same_llc_ps = 80 * PS;
    def->hitm_same_node_ps = def->clean_same_node_ps = 90 * PS;
    def->hitm_near_ps = def->clean_near_ps = def->hitm_far_ps = def->clean_far_ps = 100 * PS;
    def->hitm_other_socket_ps = def->clean_other_socket_ps = 200 * PS;
    def->dram_local_ps = def->dram_near_ps = def->dram_far_ps = 100 * PS;
    def->dram_other_socket_ps = 200 * PS;
    def->service_numerator = def->service_denominator = 1;
    def->read_service_ps = def->ack_per_domain_ps = 15 * PS;
    def->private_age_us = 100;
    def->overlap = 4;
    def->smt_factor_1024 = 1280;
    def->ipi_send_ps = 250 * PS;
    def->ipi_deliver_same_socket_ps = 1000 * PS;
    def->ipi_deliver_other_socket_ps = 1300 * PS;
    def->irq_entry_exit_ps = 700 * PS;
    def->context_switch_ps = 1200 * PS;
    def->syscall_ps = 150 * PS;
    def->idle_exit_poll_ps = 100 * PS;
    def->idle_exit_shallow_ps = 1000 * PS;
    def->idle_exit_deep_ps = 170000 * PS;
    def->idle_exit_c1e_ps = 4000 * PS;
    def->idle_residency_c1_ps = 1000 * PS;
    def->idle_residency_c1e_ps = 4000 * PS;
    def->idle_residency_deep_ps = 600000 * PS;
    def->page_node_pages = 4u << 20; /* 16 GiB */
    def->page_c2c_ps = 50 * PS;
    def->page_llc_ps = 30 * PS;
    def->page_memory_ps = 80 * PS;
    def->page_l2_lines = 4000;
    def->page_llc_lines = 500000;
    def->page_handover_ps = 260 * PS;
    def->page_instruction_ps = PS;
    def->page_fault_ps = 2000 * PS;
    def->page_unmap_ps = 240 * PS;
    def->page_copy_ps = 500 * PS;
    def->page_spread_1024 = 205;
}

void ss_world_def_default(struct ss_world_def *def)
{
    memset(def, 0, sizeof(*def));
    def->abi_version = ss_abi_version();
    def->cpus = def->nodes = 1;
    def->distance[0] = 10;
    def->node_reclaim_distance = 30;
    ss_options_default(def);
    default_timings(def);
}
