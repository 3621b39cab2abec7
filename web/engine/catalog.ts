// What is constant during a run, read once from a world: its shape, its distances, and the names of
// everything the core knows by number only.

import * as abi from './abi.gen.ts';
import { copyTable } from './columns.ts';
import { parseRoles } from './task-names.ts';
import type {
  Catalog,
  FieldPlaces,
  LineNames,
  Ruler,
  TaskRoles,
  Topology,
} from './types/catalog.ts';
import type { World } from './world.ts';

const kinds = ['symbol', 'structure', 'decision', 'reason', 'lock', 'role'] as const;
type Kind = (typeof kinds)[number];
/** Far above any id the core gives: bounds the lists when the text is not what it should be. */
const idLimit = 1 << 20;

/**
 * Names by kind and id from lines "KIND ID NAME"; kinds unknown to this version are left out. The name of a reason is
 * "CODE SENTENCE", that of a role "FORM NAME".
 */
export function parseNames(text: string): Record<Kind, string[]> {
  const names = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<
    Kind,
    string[]
  >;
  for (const line of text.split('\n')) {
    const [kind, id, ...words] = line.split(' ');
    if (!kinds.includes(kind as Kind)) continue;
    const index = Number(id);
    if (!Number.isInteger(index) || index < 0 || index >= idLimit || words.length === 0) {
      throw new abi.AbiError(`names: "${line}" is not KIND ID NAME`);
    }
    names[kind as Kind][index] = words.join(' ');
  }
  for (const kind of kinds) names[kind] = Array.from(names[kind], (name) => name ?? '');
  return names;
}

const countOf = (ids: Uint16Array): number => ids.reduce((most, id) => Math.max(most, id + 1), 0);

export function topologyOf(def: abi.WorldDef): Topology {
  const { cpus, nodes } = def;
  const core = def.cpuCore.slice(0, cpus);
  const llc = def.cpuLlc.slice(0, cpus);
  const packages = def.cpuPackage.slice(0, cpus);
  return {
    cpus,
    cores: countOf(core),
    llcs: countOf(llc),
    nodes,
    packages: countOf(packages),
    core,
    l2: def.cpuL2.slice(0, cpus),
    llc,
    node: def.cpuNode.slice(0, cpus),
    package: packages,
    distance: def.distance.slice(0, nodes * nodes),
  };
}

/** The distance classes of pairs of CPUs in different LLC domains. */
type Far = 'sameNode' | 'near' | 'far' | 'otherSocket';

function classify(topology: Topology, a: number, b: number): Far {
  const { node, package: socket } = topology;
  if (node[a] === node[b]) return 'sameNode';
  if (socket[a] !== socket[b]) return 'otherSocket';
  return Math.abs(node[a]! - node[b]!) === 1 ? 'near' : 'far';
}

/** Mean transfer time of each class over pairs of LLC domains; classes without a pair are absent. */
function classMeans(def: abi.WorldDef, topology: Topology): Map<Far, number> {
  const first = Array.from({ length: topology.llcs }, (_, llc) => topology.llc.indexOf(llc));
  const byClass: Record<Far, number> = {
    sameNode: def.hitmSameNodePs / 1000,
    near: def.hitmNearPs / 1000,
    far: def.hitmFarPs / 1000,
    otherSocket: def.hitmOtherSocketPs / 1000,
  };
  const side = def.hitmMatrixNodes;
  const matrix = def.hitmMatrixNs;
  const sums = new Map<Far, { sum: number; pairs: number }>();
  for (const a of first) {
    for (const b of first) {
      if (a === b) continue;
      const where = classify(topology, a, b);
      const [from, to] = [topology.node[a]!, topology.node[b]!];
      const known = where !== 'sameNode' && from < side && to < side;
      const entry = sums.get(where) ?? { sum: 0, pairs: 0 };
      entry.sum += known ? matrix[from * side + to]! : byClass[where];
      entry.pairs += 1;
      sums.set(where, entry);
    }
  }
  return new Map([...sums].map(([where, { sum, pairs }]) => [where, sum / pairs]));
}

export function rulerOf(def: abi.WorldDef, topology: Topology): Ruler {
  const means = classMeans(def, topology);
  return {
    sameCore: def.l1Ps / 1000,
    sameLlc: def.hitmSameLlcPs / 1000,
    sameNode: means.get('sameNode') ?? 0,
    near: means.get('near') ?? 0,
    far: means.get('far') ?? 0,
    otherSocket: means.get('otherSocket') ?? 0,
    dramLocal: def.dramLocalPs / 1000,
  };
}

/** The places of fields from lines "fieldat STRUCTURE OFFSET SIZE NAME". */
export function parseFields(text: string): FieldPlaces {
  const found: { at: readonly [number, number, number]; name: string }[] = [];
  for (const line of text.split('\n')) {
    const [kind, structure, offset, size, ...name] = line.split(' ');
    if (kind !== 'fieldat') continue;
    const at = [Number(structure), Number(offset), Number(size)] as const;
    if (at.some((number) => !Number.isInteger(number) || number < 0) || name.length === 0) {
      throw new abi.AbiError(`names: "${line}" is not fieldat STRUCTURE OFFSET SIZE NAME`);
    }
    found.push({ at, name: name.join(' ') });
  }
  found.sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]);
  return {
    count: found.length,
    structure: Uint16Array.from(found, ({ at }) => at[0]),
    offset: Uint32Array.from(found, ({ at }) => at[1]),
    size: Uint32Array.from(found, ({ at }) => at[2]),
    name: found.map(({ name }) => name),
  };
}

/** The code and the sentence of each reason, from names "CODE SENTENCE"; where there is none both are ''. */
export function parseReasons(names: readonly string[]): Pick<Catalog, 'reasons' | 'reasonCodes'> {
  const parts = names.map((name) => {
    const [code = '', ...words] = name.split(' ');
    if (name !== '' && (!/^[A-Z][A-Z0-9_]*$/.test(code) || words.join('') === '')) {
      throw new abi.AbiError(`names: "${name}" is not CODE SENTENCE`);
    }
    return { code, sentence: words.join(' ') };
  });
  return {
    reasons: parts.map(({ sentence }) => sentence),
    reasonCodes: parts.map(({ code }) => code),
  };
}

function lineNames(world: World): LineNames {
  world.refresh();
  const lines = world.lines();
  const { count } = lines;
  const names = {
    count,
    structure: new Uint32Array(count),
    instance: new Uint32Array(count),
    lineNumber: new Uint32Array(count),
  };
  copyTable(names, lines, abi.LineView.fields);
  return names;
}

function rolesOf(world: World, names: readonly string[]): TaskRoles {
  world.refresh();
  const tasks = world.tasks();
  const { count } = tasks;
  const each = { role: new Uint16Array(count), number: new Uint16Array(count) };
  copyTable(each, tasks, abi.TaskView.fields);
  return { ...parseRoles(names), ...each };
}

export function catalogOf(world: World): Catalog {
  const { definition } = world;
  const topology = topologyOf(definition);
  const text = world.names();
  const names = parseNames(text);
  return {
    topology,
    ruler: rulerOf(definition, topology),
    clockMhz: definition.clockMhz,
    tasks: world.at.taskViewCount,
    taskRoles: rolesOf(world, names.role),
    symbols: names.symbol,
    fields: parseFields(text),
    structures: names.structure,
    decisions: names.decision,
    ...parseReasons(names.reason),
    locks: names.lock,
    hasTraffic: world.at.trafficViewCount > 0,
    lines: lineNames(world),
  };
}
