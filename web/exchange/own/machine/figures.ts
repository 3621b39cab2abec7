// From latencies between CPUs, sizes and tables that files bring to the figures a simulated machine takes: the middle of
// each class of distance, with what a reader should know of it (spec "Own machine" section 2.6). Which file had them is
// not known here.

import { ScenarioError } from '../../../scenario/index.ts';
import type { MeasuredCost } from '../../../scenario/measured.ts';
import type { ReaderNotes } from '../notes.ts';
import type { CacheSizes, IdleTimes, MemoryLatency } from './reading.ts';
import type { MachineCpuRow } from './rows.ts';
import { lastLevelOf, nodeOf, nodesOf } from './shape.ts';

type HitmClass = keyof NonNullable<MeasuredCost['hitm']>;
type Matrix = readonly (readonly (number | undefined)[])[];

const inOrder = [
  'same_llc',
  'same_node_other_llc',
  'same_socket_near',
  'same_socket_far',
  'other_socket',
] as const satisfies readonly HitmClass[];

const called: Readonly<Record<HitmClass, string>> = {
  same_llc: 'in the same LLC',
  same_node_other_llc: 'from another LLC of the node',
  same_socket_near: 'from the next node of the socket',
  same_socket_far: 'from a far node of the socket',
  other_socket: 'from another socket',
};

const byYou = 'measured-by-you' as const;

/** The class of a pair of CPUs; undefined for threads of one core. The rule of scenarios/platforms/index.json. */
function classOf(
  a: MachineCpuRow,
  b: MachineCpuRow,
  nodes: readonly number[],
): HitmClass | undefined {
  if (a.core === b.core) return undefined;
  if (lastLevelOf(a) === lastLevelOf(b)) return 'same_llc';
  if (a.package !== b.package) return 'other_socket';
  if (nodeOf(a) === nodeOf(b)) return 'same_node_other_llc';
  const apart = Math.abs(nodes.indexOf(nodeOf(a)) - nodes.indexOf(nodeOf(b)));
  return apart === 1 ? 'same_socket_near' : 'same_socket_far';
}

interface Pair {
  readonly a: MachineCpuRow;
  readonly b: MachineCpuRow;
  readonly ns: number;
}

/** Half a million pairs come by: lists grow in place. */
function addTo<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Both directions of a pair are averaged; those not measured are no pairs. */
function pairsOf(rows: readonly MachineCpuRow[], matrix: Matrix): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const both = [matrix[i]![j], matrix[j]![i]].filter((ns) => ns !== undefined);
      if (both.length === 0) continue;
      const ns = both.reduce((sum, each) => sum + each, 0) / both.length;
      pairs.push({ a: rows[i]!, b: rows[j]!, ns });
    }
  }
  return pairs;
}

/** The value that a share of the values does not exceed; half of it between two neighbours counts for both. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return Math.round(((low + high) / 2) * 100) / 100;
}

/** The CPU of each row of the matrix: those of the machine in order, or as a list says. Throws ScenarioError. */
export function matrixRows(
  rows: readonly MachineCpuRow[],
  matrix: Matrix,
  order: readonly number[] | undefined,
): readonly MachineCpuRow[] {
  const sorted = [...rows].sort((a, b) => a.cpu - b.cpu);
  const wanted = order ?? sorted.map(({ cpu }) => cpu);
  if (wanted.length !== matrix.length) {
    const problem = `has ${matrix.length} rows, for ${wanted.length} CPUs`;
    const remedy =
      'measure all CPUs, or say on the command line with --cores which CPU each row belongs to';
    throw new ScenarioError('matrix', problem, remedy);
  }
  const byNumber = new Map(sorted.map((row) => [row.cpu, row]));
  return wanted.map((cpu) => {
    const row = byNumber.get(cpu);
    if (row) return row;
    throw new ScenarioError(
      '--cores',
      `names CPU ${cpu}, which the machine does not have`,
      'name its CPUs',
    );
  });
}

/**
 * Transfers of modified lines from a matrix whose rows belong to `rows`: the middle of each class, and node by node where
 * every node has one last-level cache (the core uses such a table for the own node as well).
 */
export function hitmFigures(
  rows: readonly MachineCpuRow[],
  matrix: Matrix,
  notes: ReaderNotes,
): Pick<MeasuredCost, 'hitm' | 'hitm_matrix_ns'> {
  const nodes = nodesOf(rows);
  const pairs = pairsOf(rows, matrix);
  const byClass = new Map<HitmClass | 'core', number[]>();
  for (const { a, b, ns } of pairs) {
    const key = classOf(a, b, nodes) ?? 'core';
    addTo(byClass, key, ns);
  }
  for (const values of byClass.values()) values.sort((x, y) => x - y);
  const hitm: NonNullable<MeasuredCost['hitm']> = {};
  for (const key of inOrder) {
    const values = byClass.get(key);
    if (values) hitm[key] = { value: quantile(values, 0.5), quality: byYou };
  }
  if (Object.keys(hitm).length === 0) {
    throw new ScenarioError('matrix', 'has no latency between two cores', 'measure other cores');
  }
  say(byClass, hitm, notes);
  const table = nodeTable(rows, pairs, nodes, hitm);
  return { hitm, ...(table && { hitm_matrix_ns: { value: table, quality: byYou } }) };
}

function say(
  byClass: ReadonlyMap<HitmClass | 'core', readonly number[]>,
  hitm: NonNullable<MeasuredCost['hitm']>,
  notes: ReaderNotes,
): void {
  const measured = inOrder.filter((key) => hitm[key]);
  for (const key of measured) {
    const values = byClass.get(key)!;
    const [low, high] = [quantile(values, 0.1), quantile(values, 0.9)];
    notes.add(
      `A line ${called[key]}: ${hitm[key]!.value} ns, the median of ${values.length} pairs (${low} to ${high}, 10th to 90th percentile).`,
    );
  }
  const isFalling = measured.some(
    (key, at) => at > 0 && hitm[key]!.value < hitm[measured[at - 1]!]!.value,
  );
  if (isFalling)
    notes.add(
      'Some lines take less time over a longer distance: the latencies are not in the order of distance.',
    );
  const cores = byClass.get('core');
  if (cores && hitm.same_llc && quantile(cores, 0.5) > hitm.same_llc.value) {
    notes.add(
      'Threads of one core are farther apart than cores: the rows seem to be in a different order.',
    );
  }
}

/** Node by node, row = owner, whole ns; undefined where a node has several caches, or there is but one node. */
function nodeTable(
  rows: readonly MachineCpuRow[],
  pairs: readonly Pair[],
  nodes: readonly number[],
  hitm: NonNullable<MeasuredCost['hitm']>,
): number[][] | undefined {
  const caches = new Set(rows.map(lastLevelOf));
  if (nodes.length < 2 || caches.size !== nodes.length) return undefined;
  const between = new Map<string, number[]>();
  for (const { a, b, ns } of pairs) {
    const [low, high] = [nodeOf(a), nodeOf(b)].sort((x, y) => x - y);
    if (low === high) continue;
    const key = `${low} ${high}`;
    addTo(between, key, ns);
  }
  const value = (from: number, to: number): number | undefined => {
    if (from === to) return hitm.same_llc?.value;
    const values = between.get(`${Math.min(from, to)} ${Math.max(from, to)}`);
    if (values)
      return quantile(
        values.sort((x, y) => x - y),
        0.5,
      );
    const [a, b] = [from, to].map((node) => rows.find((row) => nodeOf(row) === node)!);
    return hitm[classOf(a!, b!, nodes)!]?.value;
  };
  const table = nodes.map((from) => nodes.map((to) => value(from, to)));
  // A class without a pair has no figure here: then the classes count alone.
  if (table.flat().includes(undefined)) return undefined;
  return table.map((row) => row.map((ns) => Math.max(2, Math.floor(ns! + 0.5))));
}

// ---- what files quote ----------------------------------------------------------------------------

const quoted = (value: number) => ({ value, quality: 'quoted' as const });

/** Sizes as the files have them; an LLC that reaches over `parts` nodes is shared out among them. */
export function cacheFigures(sizes: CacheSizes, parts: number): NonNullable<MeasuredCost['cache']> {
  const { l1d_kb: l1, l2_kb: l2, llc_mb: llc } = sizes;
  const fits = (value: number | undefined, least: number): value is number =>
    value !== undefined && value >= least && value <= 1e6;
  return {
    ...(fits(l1, 1) && { l1d_kb: quoted(l1) }),
    ...(fits(l2, 1) && { l2_kb: quoted(l2) }),
    ...(fits(llc, 0.1) && { llc_mb_per_domain: quoted(llc / parts) }),
  };
}

/** Firmware's memory latencies by class: the middle of each. */
export function memoryFigures(
  latencies: readonly MemoryLatency[],
  rows: readonly MachineCpuRow[],
): NonNullable<MeasuredCost['dram']> {
  const nodes = nodesOf(rows);
  const first = (node: number) => rows.find((row) => nodeOf(row) === node);
  const byClass = new Map<keyof NonNullable<MeasuredCost['dram']>, number[]>();
  for (const { from, to, ns } of latencies) {
    const [a, b] = [first(from), first(to)];
    if (!a || !b) continue;
    const apart = Math.abs(nodes.indexOf(from) - nodes.indexOf(to));
    const near = apart === 1 ? 'same_socket_near' : 'same_socket_far';
    const key = from === to ? 'local' : a.package !== b.package ? 'other_socket' : near;
    addTo(byClass, key, ns);
  }
  return Object.fromEntries(
    [...byClass].map(([key, values]) => [
      key,
      quoted(
        quantile(
          values.sort((x, y) => x - y),
          0.5,
        ),
      ),
    ]),
  );
}

export const idleFigures = (idle: IdleTimes): NonNullable<MeasuredCost['os']> =>
  Object.fromEntries(
    Object.entries(idle).flatMap(([key, ns]) =>
      ns === undefined ? [] : [[key, quoted(Math.min(ns, 1_000_000))]],
    ),
  );
