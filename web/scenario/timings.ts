// Converts timings with their sources, and a scenario's changes of them, to the numbers that the core takes:
// picoseconds, so that published fractions (13.5 ns) survive. The source of a figure stays in the file.

import { ScenarioError } from './error.ts';
import type { Adjust, Timings } from './timings-schema.ts';
import { formatTime, timeNs } from './units.ts';

/** The timing fields of the core's world_def. */
export interface TimingValues {
  readonly clock_mhz: number;
  readonly l1_ps: number;
  readonly rmw_ps: number;
  readonly llc_ps: number;
  readonly hitm_same_llc_ps: number;
  readonly hitm_same_node_ps: number;
  readonly hitm_near_ps: number;
  readonly hitm_far_ps: number;
  readonly hitm_other_socket_ps: number;
  readonly clean_same_llc_ps: number;
  readonly clean_same_node_ps: number;
  readonly clean_near_ps: number;
  readonly clean_far_ps: number;
  readonly clean_other_socket_ps: number;
  readonly dram_local_ps: number;
  readonly dram_near_ps: number;
  readonly dram_far_ps: number;
  readonly dram_other_socket_ps: number;
  readonly hitm_matrix_nodes: number;
  readonly hitm_matrix_ns: readonly number[];
  readonly directory_penalty_ps: number;
  readonly service_numerator: number;
  readonly service_denominator: number;
  readonly read_service_ps: number;
  readonly ack_per_domain_ps: number;
  readonly private_age_us: number;
  readonly overlap: number;
  readonly smt_factor_1024: number;
  readonly ipi_send_ps: number;
  readonly ipi_deliver_same_socket_ps: number;
  readonly ipi_deliver_other_socket_ps: number;
  readonly irq_entry_exit_ps: number;
  readonly context_switch_ps: number;
  readonly syscall_ps: number;
  readonly idle_exit_poll_ps: number;
  readonly idle_exit_shallow_ps: number;
  readonly idle_exit_deep_ps: number;
  readonly idle_exit_c1e_ps: number;
  readonly idle_residency_c1_ps: number;
  readonly idle_residency_c1e_ps: number;
  readonly idle_residency_deep_ps: number;
  readonly llc_asleep_ps: number;
  readonly tick_spread_ps: number;
}

/** The page-list fields of the core's world_def. */
export interface PageListValues {
  readonly page_node_pages: number;
  readonly page_c2c_ps: number;
  readonly page_llc_ps: number;
  readonly page_memory_ps: number;
  readonly page_l2_lines: number;
  readonly page_llc_lines: number;
  readonly page_handover_ps: number;
  readonly page_instruction_ps: number;
  readonly page_fault_ps: number;
  readonly page_unmap_ps: number;
  readonly page_copy_ps: number;
  readonly page_zero_ps: number;
  readonly page_spread_1024: number;
}

/** Shares are handed over as thousandths. */
const SERVICE_DENOMINATOR = 1000;

interface Figure {
  readonly value: number;
}

/** The figure of the file in picoseconds, unless the scenario says another time. */
function ps(figure: Figure, adjusted: string | undefined): number {
  return Math.round((adjusted === undefined ? figure.value : timeNs(adjusted)) * 1000);
}

/**
 * The core's numbers for a machine of `nodes` nodes. The transfer matrix is used if it has as many
 * nodes as the machine and no distance class was adjusted; else the distance classes count.
 */
export function timingValues(timings: Timings, adjust: Adjust, nodes: number): TimingValues {
  const { latency, line } = timings;
  const byClass = adjust.hitm !== undefined || adjust.clean !== undefined;
  const matrix = timings.hitm_matrix_ns?.value;
  const matrixFits = !byClass && matrix?.length === nodes;
  return {
    clock_mhz: Math.round((adjust.clock_ghz ?? timings.clock_ghz.sim.value) * 1000),
    l1_ps: ps(latency.l1, adjust.latency?.l1),
    rmw_ps: ps(latency.atomic_hit, adjust.latency?.atomic_hit),
    llc_ps: ps(latency.llc_hit, adjust.latency?.llc_hit),
    ...distanceValues('hitm', timings.hitm, adjust.hitm),
    ...distanceValues('clean', timings.clean, adjust.clean),
    dram_local_ps: ps(timings.dram.local, adjust.dram?.local),
    dram_near_ps: ps(timings.dram.same_socket_near, adjust.dram?.same_socket_near),
    dram_far_ps: ps(timings.dram.same_socket_far, adjust.dram?.same_socket_far),
    dram_other_socket_ps: ps(timings.dram.other_socket, adjust.dram?.other_socket),
    hitm_matrix_nodes: matrixFits ? nodes : 0,
    hitm_matrix_ns: matrixFits ? matrix.flat() : [],
    directory_penalty_ps: ps(timings.dir_penalty, adjust.dir_penalty),
    service_numerator: Math.round(
      (adjust.line?.svc_frac ?? line.svc_frac.value) * SERVICE_DENOMINATOR,
    ),
    service_denominator: SERVICE_DENOMINATOR,
    read_service_ps: ps(line.read_service, adjust.line?.read_service),
    ack_per_domain_ps: ps(line.ack_per_domain, adjust.line?.ack_per_domain),
    private_age_us: adjust.line?.private_age
      ? Math.round(timeNs(adjust.line.private_age) / 1000)
      : Math.round(line.private_age_us.value),
    overlap: adjust.line?.mlp ?? Math.round(line.mlp.value),
    smt_factor_1024: Math.round(
      (adjust.smt_throughput_factor ?? timings.smt_throughput_factor.value) * 1024,
    ),
    ...systemValues(timings.os, adjust.os ?? {}),
  };
}

/** The core's numbers for the page-list model; zeros, which the core refuses, if there is none. */
export function pageListValues({ page_lists: pages }: Timings): PageListValues {
  const psOf = (figure: Figure | undefined) => (figure ? ps(figure, undefined) : 0);
  return {
    page_node_pages: Math.round(pages?.node_pages.value ?? 0),
    page_c2c_ps: psOf(pages?.c2c),
    page_llc_ps: psOf(pages?.llc),
    page_memory_ps: psOf(pages?.memory),
    page_l2_lines: Math.round(pages?.l2_lines.value ?? 0),
    page_llc_lines: Math.round(pages?.llc_lines.value ?? 0),
    page_handover_ps: psOf(pages?.handover),
    page_instruction_ps: psOf(pages?.instruction),
    page_fault_ps: psOf(pages?.fault),
    page_unmap_ps: psOf(pages?.unmap),
    page_copy_ps: psOf(pages?.copy),
    page_zero_ps: psOf(pages?.zero),
    page_spread_1024: Math.round((pages?.spread.value ?? 0) * 1024),
  };
}

type Distances = Timings['hitm'];

function distanceValues<Kind extends 'hitm' | 'clean'>(
  kind: Kind,
  classes: Distances,
  adjust: Adjust['hitm'] = {},
) {
  const near = ps(classes.same_socket_near, adjust.same_socket_near);
  const otherLlc = classes.same_node_other_llc;
  return {
    [`${kind}_same_llc_ps`]: ps(classes.same_llc, adjust.same_llc),
    // A machine with one LLC a node has no such class; the next node is the nearest there is.
    [`${kind}_same_node_ps`]:
      otherLlc || adjust.same_node_other_llc
        ? ps(otherLlc ?? classes.same_socket_near, adjust.same_node_other_llc)
        : near,
    [`${kind}_near_ps`]: near,
    [`${kind}_far_ps`]: ps(classes.same_socket_far, adjust.same_socket_far),
    [`${kind}_other_socket_ps`]: ps(classes.other_socket, adjust.other_socket),
  } as Record<
    | `${Kind}_same_llc_ps`
    | `${Kind}_same_node_ps`
    | `${Kind}_near_ps`
    | `${Kind}_far_ps`
    | `${Kind}_other_socket_ps`,
    number
  >;
}

function systemValues(os: Timings['os'], adjust: NonNullable<Adjust['os']>) {
  return {
    ipi_send_ps: ps(os.ipi_send, adjust.ipi_send),
    ipi_deliver_same_socket_ps: ps(os.ipi_deliver_same_socket, adjust.ipi_deliver_same_socket),
    ipi_deliver_other_socket_ps: ps(os.ipi_deliver_other_socket, adjust.ipi_deliver_other_socket),
    irq_entry_exit_ps: ps(os.irq_entry_exit, adjust.irq_entry_exit),
    context_switch_ps: ps(os.context_switch, adjust.context_switch),
    syscall_ps: ps(os.syscall, adjust.syscall),
    idle_exit_poll_ps: ps(os.idle_exit_poll, adjust.idle_exit_poll),
    idle_exit_shallow_ps: ps(os.idle_exit_c1, adjust.idle_exit_c1),
    idle_exit_deep_ps: ps(os.idle_exit_c6, adjust.idle_exit_c6),
    ...idleValues(os, adjust),
    tick_spread_ps: ps(os.tick_spread ?? { value: 0 }, adjust.tick_spread),
  };
}

/** Where a machine's file is silent: what polling, C1E and C6 wait for on most servers, ns. */
const usualResidency = { c1: 2000, c1e: 20_000, c6: 600_000 };

const states = ['c1', 'c1e', 'c6'] as const;

/** How long a CPU idles before it enters each state, ps. */
function residencies(os: Timings['os'], adjust: NonNullable<Adjust['os']>) {
  return states.map((state) => {
    const key = `idle_residency_${state}` as const;
    return ps(os[key] ?? { value: usualResidency[state] }, adjust[key]);
  });
}

/** Refuses a deeper state that would be entered earlier. Throws ScenarioError. */
export function checkResidencies({ os }: Timings, { os: adjust = {} }: Adjust): void {
  const all = residencies(os, adjust).map((each) => each / 1000);
  const deeper = all.findIndex((ns, at) => at > 0 && ns < all[at - 1]!);
  if (deeper < 0) return;
  const keys = states.map((state) => `idle_residency_${state}` as const);
  // Report the state whose residency was changed.
  const isShallow = adjust[keys[deeper]!] === undefined && adjust[keys[deeper - 1]!] !== undefined;
  const at = isShallow ? deeper - 1 : deeper;
  const other = isShallow ? deeper : deeper - 1;
  const name = states[other]!.toUpperCase();
  const said = all.map((ns) => formatTime(Math.round(ns)));
  const limit = said[other];
  throw new ScenarioError(
    `platform.${adjust[keys[at]!] === undefined ? 'timings' : 'adjust'}.os.${keys[at]}`,
    `is ${said[at]}, ${isShallow ? 'after' : 'before'} the ${limit} of ${name}, which is ${isShallow ? 'deeper' : 'less deep'}`,
    `write at ${isShallow ? 'most' : 'least'} ${limit}, or change that of ${name}, too`,
  );
}

function idleValues(os: Timings['os'], adjust: NonNullable<Adjust['os']>) {
  const [c1 = 0, c1e = 0, c6 = 0] = residencies(os, adjust);
  return {
    // A machine without C1E idles in C1 until it sinks to C6.
    idle_exit_c1e_ps: ps(os.idle_exit_c1e ?? os.idle_exit_c1, adjust.idle_exit_c1e),
    idle_residency_c1_ps: c1,
    idle_residency_c1e_ps: c1e,
    idle_residency_deep_ps: c6,
    llc_asleep_ps: ps(os.llc_asleep ?? { value: 0 }, adjust.llc_asleep),
  };
}
