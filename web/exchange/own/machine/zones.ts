// Reads /proc/zoneinfo and /proc/buddyinfo: which zones of memory each node has, how large they are, and how many pages the lists
// of a CPU hand out and hold. They tell of no core and no cache: they complete another listing, or zoneinfo alone proposes a
// machine of as many CPUs and nodes.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { rowsOfNodes } from './proposed.ts';
import type { MachineReading } from './reading.ts';

const remedy = 'give all of /proc/zoneinfo together with what lscpu prints';
const CPUS = 1024;
const NODES = 64;
const ZONES = 512;
const pageBytes = 4096;

interface Zone {
  readonly node: number;
  readonly name: string;
  /** Pages that the buddy allocator manages; undefined: not told. */
  managed: number | undefined;
  /** Of buddyinfo: pages that are free. */
  free: number | undefined;
  cpus: number;
  /** Of the first CPU: pages a batch, and where its list is cut. */
  batch: number | undefined;
  high: number | undefined;
}

const zoneLine = /^Node (\d{1,5}), zone {1,10}(\w{1,16})((?: {1,20}\d{1,12}){0,24})\s{0,8}$/;
const valueLine = /^\s{1,30}(managed|high|batch|high_max|cpu):? {1,30}(\d{1,15})$/;

export const isZoneLine = (line: string): boolean =>
  line.startsWith('Node ') && zoneLine.test(line);

/** Throws ScenarioError. */
export function readZones(text: string, notes: ReaderNotes): MachineReading {
  const zones = zonesOf(text);
  if (zones.length === 0) throw new ScenarioError('file', 'lists no zone', remedy);
  const isBuddy = zones.every(({ free }) => free !== undefined);
  tell(zones, notes);
  const cpus = Math.max(...zones.map((zone) => zone.cpus));
  const from = isBuddy ? '/proc/buddyinfo' : '/proc/zoneinfo';
  const base = { kind: 'zones', from } as const;
  if (cpus === 0) return base;
  const nodes = [...new Set(zones.map(({ node }) => node))];
  return {
    ...base,
    proposal: (said, facts) => rowsOfNodes(spread(cpus, nodes, said), facts, said, { from }),
  };
}

function zonesOf(text: string): Zone[] {
  const zones: Zone[] = [];
  text.split('\n').forEach((line, index) => {
    const head = zoneLine.exec(line);
    if (head) {
      const [, node, name, blocks = ''] = head;
      const counts = blocks.trim() === '' ? [] : blocks.trim().split(/ +/).map(Number);
      const free = counts.reduce((pages, count, order) => pages + count * 2 ** order, 0);
      zones.push({
        ...{ node: Number(node), name: name!, managed: undefined, cpus: 0 },
        ...{ free: counts.length > 0 ? free : undefined, batch: undefined, high: undefined },
      });
      if (zones.length > ZONES) {
        throw new ScenarioError(
          `line ${index + 1}`,
          `is of more than ${ZONES} zones`,
          `at most ${ZONES} are read`,
        );
      }
      return;
    }
    const zone = zones.at(-1);
    const value = zone && valueLine.exec(line);
    if (!value) return;
    const [, name, digits] = value;
    if (name === 'cpu') zone.cpus += 1;
    else if (name === 'managed') zone.managed ??= Number(digits);
    else if (zone.cpus === 1 && name === 'batch') zone.batch ??= Number(digits);
    // Before its first CPU a zone has a watermark of that name.
    else if (zone.cpus === 1 && name === 'high') zone.high ??= Number(digits);
    if (zone.cpus > CPUS) {
      throw new ScenarioError(
        `line ${index + 1}`,
        `is of more than ${CPUS} CPUs`,
        `at most ${CPUS} are read`,
      );
    }
  });
  return zones;
}

function sizeOf(pages: number): string {
  const mib = (pages * pageBytes) / 2 ** 20;
  if (mib < 1024) return `${Math.round(mib)} MiB`;
  return mib < 10 * 1024 ? `${(mib / 1024).toFixed(1)} GiB` : `${Math.round(mib / 1024)} GiB`;
}

function tell(zones: readonly Zone[], notes: ReaderNotes): void {
  const nodes = new Map<number, Zone[]>();
  for (const zone of zones) nodes.set(zone.node, [...(nodes.get(zone.node) ?? []), zone]);
  if (nodes.size > NODES) {
    throw new ScenarioError('file', `lists ${nodes.size} nodes`, `give at most ${NODES}`);
  }
  for (const [node, own] of nodes) {
    const parts = own.flatMap(({ name, managed, free }) => {
      if (managed !== undefined && managed > 0) return [`${name} ${sizeOf(managed)}`];
      return free !== undefined && free > 0 ? [`${name} ${sizeOf(free)} free`] : [];
    });
    if (parts.length > 0)
      notes.add(`Node ${node} has the zones ${parts.join(', ')}, of pages of 4 KiB.`);
  }
  const largest = zones.reduce((best, zone) =>
    (zone.managed ?? 0) > (best.managed ?? 0) ? zone : best,
  );
  const { batch, high, name, node } = largest;
  if (batch === undefined || high === undefined) return;
  notes.add(
    `Page lists of zone ${name}, node ${node}: a batch of ${counted(batch, 'page')}, cut at ${counted(high, 'page')}. In a story of page lists, set kernel.page_lists.batch = ${batch} and kernel.page_lists.high = ${high}.`,
  );
}

/** The node of each CPU as far as zones tell: none, so the same number in turn. */
function spread(
  cpus: number,
  nodes: readonly number[],
  notes: ReaderNotes,
): ReadonlyMap<number, number> {
  if (nodes.length > 1) {
    notes.add(
      '/proc/zoneinfo does not say which CPU is of which node: equal shares in order are assumed.',
    );
  }
  const each = Math.ceil(cpus / nodes.length);
  return new Map(Array.from({ length: cpus }, (_, cpu) => [cpu, nodes[Math.floor(cpu / each)]!]));
}
