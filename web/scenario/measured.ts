// Figures that a person measured on a machine of their own, or quoted from a file of it, on top of a set of timings
// that ships with the page. They have words of quality of their own, so that a link cannot pass off anything as
// measured by us (spec "Own machine" sections 2.6 and 7.1). exchange/own turns files into such figures.

import type * as v from 'valibot';
import { formed, integer, list, number, oneOf, optional, record, text } from './fields.ts';
import { MOST_ACCESS_NS, MOST_NS, nodeTransfers, type Timings } from './timings-schema.ts';

/** The only words of quality that figures from elsewhere may have. */
export const ownQualities = ['measured-by-you', 'quoted'] as const;
const quality = oneOf(ownQualities, 'the quality of the figure');

const figure = (low: number, high: number, what: string) =>
  optional(record({ value: number(low, high, what), quality }, `${what} with its quality`));
const latency = (what: string) => figure(LEAST_NS, MOST_ACCESS_NS, `${what}, ns`);
const LEAST_NS = 0.001;

export const MeasuredSchema = record(
  {
    hitm: optional(
      record(
        {
          same_llc: latency('a modified line in the same LLC'),
          same_node_other_llc: latency('a modified line from another LLC of the node'),
          same_socket_near: latency('a modified line from the next node of the socket'),
          same_socket_far: latency('a modified line from a far node of the socket'),
          other_socket: latency('a modified line from another socket'),
        },
        'transfers of modified lines; clean ones take 0.95 of them',
      ),
    ),
    hitm_matrix_ns: optional(nodeTransfers({ quality })),
    cache: optional(
      record(
        {
          l1d_kb: figure(1, 1e6, 'the L1 data cache, KiB'),
          l2_kb: figure(1, 1e6, 'the L2 cache, KiB'),
          llc_mb_per_domain: figure(0.1, 1e6, 'the last-level cache, MiB'),
        },
        'cache sizes',
      ),
    ),
    dram: optional(
      record(
        {
          local: latency('memory of the local node'),
          same_socket_near: latency('memory of the next node'),
          same_socket_far: latency('memory of a far node of the socket'),
          other_socket: latency('memory of another socket'),
        },
        'memory latencies',
      ),
    ),
    os: optional(
      record(
        {
          idle_exit_c1: figure(0, MOST_NS, 'leaving C1, ns'),
          idle_exit_c1e: figure(0, MOST_NS, 'leaving C1E, ns'),
          idle_exit_c6: figure(0, MOST_NS, 'leaving C6, ns'),
          idle_residency_c1: figure(0, MOST_NS, 'idling before C1 is entered, ns'),
          idle_residency_c1e: figure(0, MOST_NS, 'idling before C1E is entered, ns'),
          idle_residency_c6: figure(0, MOST_NS, 'idling before C6 is entered, ns'),
        },
        'idle states',
      ),
    ),
  },
  'figures of your own machine',
);

export type MeasuredCost = v.InferOutput<typeof MeasuredSchema>;

/** Where a machine of one's own comes from; nothing but what its files are called and how to know them again. */
export const OwnSourceSchema = record(
  {
    kind: text(40, 'the kind of file'),
    name: text(80, 'the name of the file'),
    bytes: integer(0, 2 ** 30, 'its size in bytes'),
    sha256: optional(formed(/^[0-9a-f]{64}$/, 'the SHA-256 of the file', '64 hexadecimal digits')),
    cpu_numbers: optional(text(4000, 'the CPUs of the file that are kept, in order')),
    left_out: list(text(40, 'a word'), 0, 32, 'what was left out'),
    read_by: text(40, 'the version that read it'),
  },
  'the file that something was read from',
);

export type OwnSource = v.InferOutput<typeof OwnSourceSchema>;

/** A clean line comes a little sooner than a modified one; the core takes the same of its matrix. */
const CLEAN_SHARE = 0.95;

/**
 * The timings with these figures in the place of their own; `from` names the file in each figure's source. A matrix of
 * the set's own nodes falls where classes were measured: it would count before them.
 */
export function withMeasured(timings: Timings, measured: MeasuredCost, from: string): Timings {
  const hitm = sourced(measured.hitm, from);
  const clean = Object.fromEntries(
    Object.entries(hitm).map(([key, given]) => [
      key,
      { ...given, value: rounded(CLEAN_SHARE * given.value) },
    ]),
  );
  const { hitm_matrix_ns: ownMatrix, ...rest } = timings;
  const kept = Object.keys(hitm).length > 0 ? undefined : ownMatrix;
  const given = measured.hitm_matrix_ns;
  const matrixNow = given ? { ...given, source: from } : kept;
  const cache = sourced(measured.cache, from);
  return {
    ...rest,
    ...(matrixNow && { hitm_matrix_ns: matrixNow }),
    ...(rest.cache && { cache: { ...rest.cache, ...cache } }),
    latency: { ...rest.latency, llc_hit: nearer(rest.latency.llc_hit, hitm.same_llc) },
    hitm: { ...rest.hitm, ...hitm },
    clean: { ...rest.clean, ...clean },
    dram: { ...rest.dram, ...sourced(measured.dram, from) },
    os: { ...rest.os, ...sourced(measured.os, from) },
  };
}

const rounded = (ns: number): number => Math.round(ns * 100) / 100;

type OwnFigure = { readonly value: number; readonly quality: (typeof ownQualities)[number] };
type SourcedFigure = OwnFigure & { readonly source: string };

function sourced(
  figures: Readonly<Record<string, OwnFigure | undefined>> | undefined,
  source: string,
): Record<string, SourcedFigure> {
  return Object.fromEntries(
    Object.entries(figures ?? {}).flatMap(([key, given]) =>
      given ? [[key, { ...given, source }]] : [],
    ),
  );
}

/** A hit in the own cache takes no longer than a line from another core of it. */
function nearer(
  own: Timings['latency']['llc_hit'],
  transfer: SourcedFigure | undefined,
): Timings['latency']['llc_hit'] {
  return transfer && transfer.value < own.value ? transfer : own;
}
