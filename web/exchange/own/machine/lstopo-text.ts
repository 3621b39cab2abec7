// Reads the tree that lstopo prints to a terminal (hwloc 1.x to 3.x): plain, verbose (-v), with physical or logical numbers,
// objects of equal CPUs joined by "+" or on lines of their own. Devices are stepped over; distances are not in it.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import type { CacheSizes, MachineReading } from './reading.ts';
import { type MachineCpuRow, noneLocal, type ProcessorFacts, vendorNamed } from './rows.ts';

const again = 'paste the whole tree, or give what "lstopo --of xml" prints';
const CPUS = 1024;
/** Objects of the tree: 1,024 CPUs with their caches have some ten thousand. */
const OBJECTS = 65_536;
const DEPTH = 64;
/** NUMA nodes of the tree: as many as Linux has at most. */
const MEMORIES = 1024;

/** An object of the tree; its CPUs are those below it. */
interface TreeObject {
  readonly id: number;
  readonly type: string;
  readonly subtype: string;
  readonly logical: number | undefined;
  readonly physical: number | undefined;
  readonly attributes: string;
  readonly parent: TreeObject | undefined;
  readonly depth: number;
  readonly cpus: number[];
}

/** The objects that say something of the shape; every other line is a device, a summary or a remark. */
const known =
  /^(Machine|Package|Socket|Die|Group\d*|Cluster|Tile|Module|NUMANode|MemCache|L[1-5][di]?(?:Cache)?|Core|PU)(?:\(([\w-]{1,32})\))?(?: [\w-]{1,32})?(?: ?L#(\d{1,9}))?(?: ?P#(\d{1,9}))?(?: \((.*)\))?$/;

/** True for a line of the tree that names a part of a machine by its number. */
export const isLstopoLine = (line: string): boolean =>
  /^\s*(Package|Socket|NUMANode|Group\d*|Die|L[1-5][di]?(Cache)?|Core|PU)(\([\w-]+\))? [LP]#\d/.test(
    line,
  ) || /^Machine( \(|$)/.test(line);

/** True for a text whose first lines are such a tree. */
export const isLstopoTree = (lines: readonly string[]): boolean =>
  lines.some((line) => /^(Machine|Package|Socket|NUMANode|Group\d*|L3)\b/.test(line)) &&
  lines.some((line) => /(^|\+ )(PU|Core|Package|Socket|NUMANode|L\d\w*) (L#|P#)\d/.test(line));

/** Throws ScenarioError with the line at fault. */
export function readLstopoText(text: string, notes: ReaderNotes): MachineReading {
  const objects = objectsOf(text);
  const units = objects.filter(({ type }) => type === 'PU');
  if (units.length === 0) throw new ScenarioError('file', 'lists no PU', again);
  if (units.length > CPUS) {
    throw new ScenarioError('file', `lists ${units.length} PUs`, `give at most ${CPUS}`);
  }
  if (units.every(({ physical }) => physical === undefined)) {
    notes.add('The tree has only logical numbers: they are treated as the numbers of the CPUs.');
  }
  const cpus = units.map(cpuOf);
  const twin = cpus.find((cpu, at) => cpus.indexOf(cpu) !== at);
  if (twin !== undefined)
    throw new ScenarioError('file', `has PU ${twin} twice`, 'give one machine');
  units.forEach((unit, at) => {
    for (let up = unit.parent; up; up = up.parent) up.cpus.push(cpus[at]!);
  });
  const nodes = nodesByCpu(objects, notes);
  const rows = units.map((unit, at) => rowOf(unit, cpus[at]!, nodes, notes));
  if (nodes.size > 0 && rows.every(({ node }) => node === undefined)) notes.add(noneLocal);
  return {
    kind: 'lstopo',
    from: 'lstopo',
    rows,
    told: { nodes: objects.filter(({ type }) => type === 'NUMANode').length },
    facts: factsOf(objects.find(({ attributes }) => attributes.includes('CPUVendor='))),
    sizes: sizesOf(units[0]!),
  };
}

const cpuOf = ({ physical, logical }: TreeObject): number => physical ?? logical ?? 0;

// ---- the tree ------------------------------------------------------------------------------------

function objectsOf(text: string): TreeObject[] {
  const objects: TreeObject[] = [];
  const stack: { readonly indent: number; readonly last: TreeObject }[] = [];
  text.split('\n').forEach((line, index) => {
    const indent = line.length - line.trimStart().length;
    while (stack.length > 0 && stack.at(-1)!.indent >= indent) stack.pop();
    let last = stack.at(-1)?.last;
    let isOne = false;
    for (const part of line.trim().split(' + ')) {
      const object = objectOf(part, last, objects.length);
      if (!object) break;
      if (object.depth > DEPTH || objects.length >= OBJECTS) {
        const isDeep = object.depth > DEPTH;
        const problem = isDeep ? `is nested deeper than ${DEPTH}` : `is object ${OBJECTS + 1}`;
        const remedy = `at most ${isDeep ? DEPTH : OBJECTS} are read: leave devices out with lstopo --no-io`;
        throw new ScenarioError(`line ${index + 1}`, problem, remedy);
      }
      objects.push(object);
      last = object;
      isOne = true;
    }
    if (isOne) stack.push({ indent, last: last! });
  });
  return objects;
}

function objectOf(
  text: string,
  parent: TreeObject | undefined,
  id: number,
): TreeObject | undefined {
  const parts = known.exec(text.replace(/ "[^"]*"$/, ''));
  if (!parts) return undefined;
  const [, type = '', subtype = '', logical, bare, attributes = ''] = parts;
  const physical = bare ?? /^P#(\d{1,9})\b/.exec(attributes)?.[1];
  const number = (digits: string | undefined) =>
    digits === undefined ? undefined : Number(digits);
  return {
    id,
    type: type.replace('Socket', 'Package').replace(/^(L\d[di]?)Cache$/, '$1'),
    subtype,
    logical: number(logical),
    physical: number(physical),
    attributes,
    parent,
    depth: (parent?.depth ?? 0) + 1,
    cpus: [],
  };
}

function* above(object: TreeObject): Generator<TreeObject> {
  for (let up = object.parent; up; up = up.parent) yield up;
}

// ---- rows ----------------------------------------------------------------------------------------

function rowOf(
  unit: TreeObject,
  cpu: number,
  nodes: ReadonlyMap<number, number>,
  notes: ReaderNotes,
): MachineCpuRow {
  const up = [...above(unit)];
  const nearest = (type: string) => up.find((each) => each.type === type);
  const core = nearest('Core');
  if (!core) notes.add('The tree lists no cores: each CPU is treated as a core.');
  const socket = nearest('Package');
  if (!socket) notes.add('CPUs that the tree puts into no package are treated as one package.');
  const shared = up.filter(({ type }) => /^L[2-5]d?$/.test(type));
  const l2 = shared.find(({ type }) => type.startsWith('L2'));
  const llc = shared.at(-1);
  const kind = /\bcpukind=(\d{1,3})/.exec(core?.attributes ?? '')?.[1];
  return {
    cpu,
    core: core ? `core ${core.id}` : `cpu ${cpu}`,
    l2: l2 && `${l2.id}`,
    llc: llc && `${llc.id}`,
    package: socket?.id ?? 0,
    node: nodes.get(cpu),
    ...(kind !== undefined && { kind }),
  };
}

/** Of the memories that reach a CPU the one with the fewest CPUs; plain memory before that of devices. */
function nodesByCpu(
  objects: readonly TreeObject[],
  notes: ReaderNotes,
): ReadonlyMap<number, number> {
  const found = new Map<number, { readonly reach: number; readonly node: number }>();
  const memories = objects.filter(({ type }) => type === 'NUMANode');
  if (memories.length > MEMORIES) {
    throw new ScenarioError(
      'file',
      `lists ${memories.length} NUMA nodes`,
      `at most ${MEMORIES} are read`,
    );
  }
  const plainFirst = [...memories].sort(
    (a, b) => Number(isOfDevice(a)) - Number(isOfDevice(b)) || cpuOf(a) - cpuOf(b),
  );
  for (const memory of plainFirst) {
    const { cpus } = homeOf(memory);
    for (const cpu of cpus) {
      const before = found.get(cpu);
      if (!before || cpus.length < before.reach) {
        found.set(cpu, { reach: cpus.length, node: cpuOf(memory) });
      }
    }
  }
  const taken = new Set([...found.values()].map(({ node }) => node));
  const left = memories.length - taken.size;
  const own = left === 1 ? 'its own' : 'their own';
  if (left > 0) notes.add(`${counted(left, 'NUMA node')} without CPUs of ${own} left out.`);
  return new Map([...found].map(([cpu, { node }]) => [cpu, node] as const));
}

const isOfDevice = ({ subtype }: TreeObject): boolean => subtype !== '' && subtype !== 'DRAM';

/** hwloc 1.x puts the CPUs below their node, later versions the node beside them; a memory-side cache lies between. */
function homeOf(memory: TreeObject): TreeObject {
  if (memory.cpus.length > 0 || !memory.parent) return memory;
  return memory.parent.type === 'MemCache' ? homeOf(memory.parent) : memory.parent;
}

function factsOf(processor: TreeObject | undefined): ProcessorFacts {
  const text = processor?.attributes ?? '';
  const vendor = /\bCPUVendor=(\w{1,32})/.exec(text)?.[1];
  const number = (name: string) => {
    const digits = new RegExp(`\\b${name}=(\\d{1,4})\\b`).exec(text)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  const [family, model] = [number('CPUFamilyNumber'), number('CPUModelNumber')];
  return {
    ...(vendor !== undefined && { vendor: vendorNamed(vendor) }),
    ...(family !== undefined && { family }),
    ...(model !== undefined && { model }),
  };
}

/** The sizes of the caches of one CPU: "(24MiB)", "(P#0 size=24MiB linesize=64)". */
function sizesOf(unit: TreeObject): CacheSizes {
  const kib = (type: RegExp) => {
    const cache = [...above(unit)].find((each) => type.test(each.type));
    const parts = /(?:^|\bsize=)(\d{1,9})(KB|KiB|MB|MiB|GB|GiB)\b/.exec(cache?.attributes ?? '');
    if (!parts) return undefined;
    return Number(parts[1]) * { K: 1, M: 1024, G: 1024 ** 2 }[parts[2]![0] as 'K' | 'M' | 'G'];
  };
  const [l1, l2, l3] = [kib(/^L1d?$/), kib(/^L2d?$/), kib(/^L3d?$/)];
  return {
    ...(l1 !== undefined && { l1d_kb: l1 }),
    ...(l2 !== undefined && { l2_kb: l2 }),
    ...(l3 !== undefined && { llc_mb: l3 / 1024 }),
  };
}
