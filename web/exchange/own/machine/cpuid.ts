// What CPUID says of each CPU, as hwloc-gather-cpuid keeps it: a folder with a file a CPU, a line a leaf. Cores, packages and caches
// follow from the numbers of the local interrupt controllers (APIC) and how many bits of them each level has: leaf 0x1f or 0xb,
// else leaves 1, 4 and 0x80000008. Source: Intel SDM, volume 3, "Detecting hardware multi-threading"; AMD APM, volume 3, appendix E.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import type { CacheSizes, MachineReading } from './reading.ts';
import { type MachineCpuRow, type ProcessorFacts, vendorNamed } from './rows.ts';

const remedy = 'pack the whole folder of hwloc-gather-cpuid, or give lstopo --of xml';
const CPUS = 1024;
/** Leaves of a CPU that are kept. */
const LEAVES = 512;

/** How a line of a listing begins: `cpuid/pu3:` and the line of the file. */
const listed = /^cpuid\/pu(\d{1,5}):(.{1,120})$/;
const leafLine =
  /^[0-9a-f]{1,2} ([0-9a-f]{1,8}) [0-9a-f]{1,8} ([0-9a-f]{1,8}) [0-9a-f]{1,8} => ([0-9a-f]{1,8}) ([0-9a-f]{1,8}) ([0-9a-f]{1,8}) ([0-9a-f]{1,8})$/;

export const isCpuidLine = (line: string): boolean => listed.test(line);

/** What a leaf answers: eax, ebx, ecx, edx. */
type Leaf = readonly [number, number, number, number];
type Leaves = ReadonlyMap<string, Leaf>;

const leafOf = (leaves: Leaves, leaf: number, part = 0): Leaf | undefined =>
  leaves.get(`${leaf.toString(16)} ${part.toString(16)}`);

/** Throws ScenarioError. */
export function readCpuid(text: string, notes: ReaderNotes): MachineReading {
  const cpus = cpusOf(text);
  if (cpus.size === 0) throw new ScenarioError('file', 'lists no CPU', remedy);
  const rows = [...cpus].sort(([a], [b]) => a - b).map(([cpu, leaves]) => rowOf(cpu, leaves));
  const [first] = cpus.values();
  const isUntold = rows.every(({ node }) => node === undefined);
  const isOne = isUntold && askNodes(rows, notes) === 'one';
  const placed = rows.map((row) => ({ ...row, node: isOne ? 0 : (row.node ?? row.package) }));
  return {
    kind: 'cpuid',
    from: 'CPUID',
    rows: placed,
    sizes: sizesOf(first!),
    facts: factsOf(first!),
  };
}

/** Which memory is near is the firmware's to say, and no CPU knows it. */
function askNodes(rows: readonly MachineCpuRow[], notes: ReaderNotes): string {
  const packages = new Set(rows.map((row) => row.package)).size;
  return notes.ask({
    ...{ about: 'memory', asks: 'Which memory do the CPUs use?' },
    offers: [
      { key: 'package', label: 'that of their package, a node each' },
      ...(packages > 1 ? [{ key: 'one', label: 'the same, one node in all' }] : []),
    ],
    ...{ proposed: 'package', taken: 'CPUID lists no nodes: one per package is assumed.' },
  });
}

function cpusOf(text: string): Map<number, Leaves> {
  const cpus = new Map<number, Map<string, Leaf>>();
  for (const line of text.split('\n')) {
    const found = listed.exec(line);
    const leaf = found && leafLine.exec(found[2]!);
    if (!leaf) continue;
    const cpu = Number(found[1]);
    const leaves = cpus.get(cpu) ?? new Map<string, Leaf>();
    cpus.set(cpu, leaves);
    const [a, b, c, d] = leaf.slice(3).map((word) => Number.parseInt(word, 16)) as [
      number,
      number,
      number,
      number,
    ];
    const key = `${Number.parseInt(leaf[1]!, 16).toString(16)} ${Number.parseInt(leaf[2]!, 16).toString(16)}`;
    if (leaves.size < LEAVES) leaves.set(key, [a, b, c, d]);
    if (cpus.size > CPUS) {
      throw new ScenarioError('file', `lists more than ${CPUS} CPUs`, `give at most ${CPUS}`);
    }
  }
  return cpus;
}

const bits = (word: number, from: number, count: number): number =>
  Math.floor(word / 2 ** from) % 2 ** count;
/** Bits that tell so many things apart. */
const widthOf = (count: number): number => (count <= 1 ? 0 : 32 - Math.clz32(count - 1));

interface Apic {
  readonly id: number;
  /** Bits below the number of a core, and below that of a package. */
  readonly core: number;
  readonly pack: number;
}

function apicOf(cpu: number, leaves: Leaves): Apic {
  for (const leaf of [0x1f, 0xb]) {
    const found = apicOfLevels(leaves, leaf);
    if (found) return found;
  }
  const one = leafOf(leaves, 1);
  if (!one) throw new ScenarioError(`pu${cpu}`, 'lists no APIC', remedy);
  const id = bits(one[1], 24, 8);
  const isMany = bits(one[3], 28, 1) === 1;
  const logical = isMany ? Math.max(1, bits(one[1], 16, 8)) : 1;
  const amd = leafOf(leaves, 0x8000_0008);
  const hasAmd = vendorOf(leaves) === 'amd' && amd !== undefined;
  if (hasAmd) {
    const cores = bits(amd[2], 0, 8) + 1;
    const pack = bits(amd[2], 12, 4) || widthOf(cores);
    const threads = leafOf(leaves, 0x8000_001e);
    // What Bulldozer counts there are cores of a compute unit.
    const perCore = threads && !isBulldozer(leaves) ? bits(threads[1], 8, 8) + 1 : 1;
    return { id, core: widthOf(perCore), pack };
  }
  const caches = leafOf(leaves, 4);
  const cores = caches ? bits(caches[0], 26, 6) + 1 : 1;
  const pack = widthOf(Math.max(logical, cores));
  return { id, core: Math.max(0, widthOf(logical) - widthOf(cores)), pack };
}

/** By the levels that leaf 0x1f or 0xb tells one after the other; undefined: it tells none. */
function apicOfLevels(leaves: Leaves, leaf: number): Apic | undefined {
  let [core, pack, id, isTold] = [0, 0, 0, false];
  for (let part = 0; part < 8; part++) {
    const level = leafOf(leaves, leaf, part);
    const type = level ? bits(level[2], 8, 8) : 0;
    if (!level || type === 0 || level[1] === 0) break;
    const shift = bits(level[0], 0, 5);
    if (type === 1) core = shift;
    pack = shift;
    [, , , id] = level;
    isTold = true;
  }
  return isTold ? { id, core, pack } : undefined;
}

function vendorOf(leaves: Leaves) {
  const zero = leafOf(leaves, 0);
  const text = zero ? [zero[1], zero[3], zero[2]].map(letters).join('') : '';
  return text === '' ? undefined : vendorNamed(text);
}

const letters = (word: number): string =>
  String.fromCharCode(...[0, 8, 16, 24].map((from) => bits(word, from, 8)));

const isBulldozer = (leaves: Leaves): boolean =>
  vendorOf(leaves) === 'amd' && familyOf(leafOf(leaves, 1)?.[0] ?? 0) === 0x15;

interface Cache {
  readonly level: number;
  /** Numbers of an APIC that share it. */
  readonly sharing: number;
  readonly kib: number;
}

/** Caches of data, inner first: leaf 4, or AMD's of the same form. */
function cachesOf(leaves: Leaves): Cache[] {
  const caches: Cache[] = [];
  for (const leaf of [4, 0x8000_001d]) {
    for (let part = 0; part < 8; part++) {
      const cache = leafOf(leaves, leaf, part);
      const type = cache ? bits(cache[0], 0, 5) : 0;
      if (!cache || type === 0) break;
      const [eax, ebx, ecx] = cache;
      const bytes =
        (bits(ebx, 22, 10) + 1) * (bits(ebx, 12, 10) + 1) * (bits(ebx, 0, 12) + 1) * (ecx + 1);
      const level = bits(eax, 5, 3);
      const said = bits(eax, 14, 12) + 1;
      // Numbers are dealt out by whole bits, on Bulldozer without gaps.
      const sharing = isBulldozer(leaves) ? said : 2 ** widthOf(said);
      if (type !== 2) caches.push({ level, sharing, kib: bytes / 1024 });
    }
    if (caches.length > 0) break;
  }
  return caches.sort((a, b) => a.level - b.level);
}

function rowOf(cpu: number, leaves: Leaves): MachineCpuRow {
  const { id, core, pack } = apicOf(cpu, leaves);
  const caches = cachesOf(leaves);
  const l2 = caches.find(({ level }) => level === 2);
  const outer = caches.at(-1);
  const above = (shift: number) => Math.floor(id / 2 ** shift);
  const inPackage = id % 2 ** pack;
  const of = ({ level, sharing }: Cache) =>
    `${level} ${above(pack)} ${Math.floor(inPackage / sharing)}`;
  const node = vendorOf(leaves) === 'amd' ? leafOf(leaves, 0x8000_001e) : undefined;
  const hasL3 = bits(leafOf(leaves, 0x8000_0006)?.[3] ?? 0, 18, 14) > 0;
  const llc =
    outer && outer.level > 1
      ? of(outer)
      : hasL3
        ? `package ${above(pack)} ${node ? bits(node[2], 0, 8) : halfOf(leaves, inPackage)}`
        : undefined;
  return {
    cpu,
    core: `${above(core)}`,
    l2: l2 && of(l2),
    llc,
    package: above(pack),
    node: node ? bits(node[2], 0, 8) : undefined,
  };
}

/** Magny-Cours is two dies in a package, each with an L3 of its own, which its leaves tell as one. */
function halfOf(leaves: Leaves, inPackage: number): number {
  const { family, model } = factsOf(leaves);
  const cores = bits(leafOf(leaves, 0x8000_0008)?.[2] ?? 0, 0, 8) + 1;
  const isTwo = vendorOf(leaves) === 'amd' && family === 16 && model === 9 && cores >= 8;
  return isTwo ? Math.floor(inPackage / (cores / 2)) : 0;
}

function sizesOf(leaves: Leaves): CacheSizes {
  const caches = cachesOf(leaves);
  const kib = (level: number) => caches.find((cache) => cache.level === level)?.kib;
  const [l1, l2, l3] = [kib(1), kib(2), kib(3)];
  return {
    ...(l1 !== undefined && { l1d_kb: l1 }),
    ...(l2 !== undefined && { l2_kb: l2 }),
    ...(l3 !== undefined && { llc_mb: l3 / 1024 }),
  };
}

function familyOf(eax: number): number {
  const base = bits(eax, 8, 4);
  return base === 15 ? base + bits(eax, 20, 8) : base;
}

/** Family and model with their extensions. */
function factsOf(leaves: Leaves): ProcessorFacts {
  const vendor = vendorOf(leaves);
  const eax = leafOf(leaves, 1)?.[0];
  if (eax === undefined) return { ...(vendor && { vendor }) };
  const base = bits(eax, 8, 4);
  const model = bits(eax, 4, 4) + (base === 15 || base === 6 ? 16 * bits(eax, 16, 4) : 0);
  return { ...(vendor && { vendor }), family: familyOf(eax), model };
}
