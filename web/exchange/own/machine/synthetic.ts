// Reads hwloc's synthetic descriptions, "pack:2 [numa] l3:4 l2:2 core:1 pu:2" (lstopo --of synthetic prints one): levels
// from the machine down, each with how many of it stand below one of the level before; memory in brackets is that of the
// level before it. Says nothing of distances: a description has none.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import type { CacheSizes, MachineReading } from './reading.ts';
import type { MachineCpuRow } from './rows.ts';

const CHARACTERS = 4096;
const LEVELS = 32;
const CPUS = 1024;

type LevelType =
  | 'package'
  | 'node'
  | 'group'
  | 'l5'
  | 'l4'
  | 'l3'
  | 'l2'
  | 'l1'
  | 'core'
  | 'pu'
  | 'machine';

/** As hwloc's names begin, whatever their case. */
const types: readonly (readonly [RegExp, LevelType])[] = [
  [/^(pack|sock)/, 'package'],
  [/^numa|^node$/, 'node'],
  [/^l5/, 'l5'],
  [/^l4/, 'l4'],
  [/^l3u?(cache)?$/, 'l3'],
  [/^l2u?(cache)?$/, 'l2'],
  [/^l[1-5][di]?(cache)?$/, 'l1'],
  [/^core/, 'core'],
  [/^pu$/, 'pu'],
  [/^mach/, 'machine'],
  [/^(group|die|tile|module|cluster)/, 'group'],
];

interface Level {
  readonly type: LevelType;
  readonly count: number;
  readonly attributes: ReadonlyMap<string, string>;
}

const level = /^([A-Za-z][A-Za-z0-9]{0,15}):(\d{1,4})(?:\(([^()]{0,2000})\))?$/;
const memory = /^\[([A-Za-z]{1,16})(?::1)?(?:\(([^()]{0,200})\))?\]$/;

/** The parts of a description: blanks within brackets do not part them. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text) {
    if ('(['.includes(letter)) depth++;
    if (')]'.includes(letter)) depth--;
    if (/\s/.test(letter) && depth <= 0) {
      if (part !== '') parts.push(part);
      part = '';
    } else part += letter;
  }
  return part === '' ? parts : [...parts, part];
}

/** True for a line that is such a description. */
export const isSynthetic = (line: string): boolean =>
  line.length <= CHARACTERS &&
  /(^|\s)pu:\d{1,4}/i.test(line) &&
  partsOf(line).every((part) => level.test(part) || memory.test(part));

/** Throws ScenarioError. */
export function readSynthetic(text: string, notes: ReaderNotes): MachineReading {
  const line = text.trim();
  if (line.length > CHARACTERS || line.includes('\n')) {
    throw new ScenarioError(
      'file',
      'is not one line of a description',
      'give what lstopo --of synthetic prints',
    );
  }
  const { levels, memoryAt } = levelsOf(partsOf(line));
  const cpus = levels.reduce((all, { count }) => all * count, 1);
  if (cpus > CPUS)
    throw new ScenarioError('file', `describes ${cpus} CPUs`, `describe at most ${CPUS}`);
  const numbers = numbersOf(levels, cpus);
  const rows = Array.from({ length: cpus }, (_, place) =>
    rowOf(levels, memoryAt, place, numbers[place]!),
  );
  if (levels.every(({ type }) => type !== 'node') && memoryAt.length === 0) {
    notes.add('The description names no memory: all CPUs are on one node.');
  }
  return { kind: 'synthetic', from: 'hwloc', rows, sizes: sizesOf(levels) };
}

function levelsOf(parts: readonly string[]) {
  const levels: Level[] = [];
  /** Levels of which each object has memory, by how many levels stand above. */
  const memoryAt: number[] = [];
  for (const part of parts) {
    if (memory.test(part)) {
      memoryAt.push(levels.length);
      continue;
    }
    const [, name, count, attributes = ''] = level.exec(part) ?? [];
    const type = types.find(([form]) => form.test((name ?? '').toLowerCase()))?.[1];
    if (!type || Number(count) < 1 || levels.length >= LEVELS) {
      const problem = `has ${JSON.stringify(part.slice(0, 40))}`;
      const remedy = 'write levels as pack:2 numa:1 l3:2 l2:4 core:1 pu:2, PUs last';
      throw new ScenarioError('file', problem, remedy);
    }
    levels.push({ type, count: Number(count), attributes: attributesOf(attributes) });
  }
  if (levels.at(-1)?.type !== 'pu') {
    throw new ScenarioError('file', 'does not end in PUs', 'end it with pu:1');
  }
  return { levels, memoryAt };
}

const attributesOf = (text: string): Map<string, string> =>
  new Map(
    text.split(/\s+/).flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
    }),
  );

/** The number of the object of each level that a CPU, by its place, lies in. */
function objectAt(levels: readonly Level[], depth: number, place: number): number {
  const below = levels.slice(depth + 1).reduce((all, { count }) => all * count, 1);
  return Math.floor(place / below);
}

function rowOf(
  levels: readonly Level[],
  memoryAt: readonly number[],
  place: number,
  cpu: number,
): MachineCpuRow {
  const at = (type: LevelType) => {
    const depth = levels.findLastIndex((each) => each.type === type);
    return depth < 0 ? undefined : objectAt(levels, depth, place);
  };
  const outermost = (['l5', 'l4', 'l3', 'l2'] as const).find((type) => at(type) !== undefined);
  const deepest = memoryAt.at(-1);
  const own =
    deepest === undefined || deepest === 0 ? undefined : objectAt(levels, deepest - 1, place);
  const l2 = at('l2');
  return {
    cpu,
    core: `${at('core') ?? place}`,
    l2: l2 === undefined ? undefined : `${l2}`,
    llc: outermost && `${outermost} ${at(outermost)}`,
    package: at('package') ?? 0,
    node: own ?? at('node') ?? 0,
  };
}

/** The number of each CPU by its place: in order, or as `indexes` of the PUs says. */
function numbersOf(levels: readonly Level[], cpus: number): number[] {
  const places = Array.from({ length: cpus }, (_, place) => place);
  const told = levels.at(-1)!.attributes.get('indexes');
  if (told === undefined) return places;
  if (/^\d{1,5}(,\d{1,5}){0,1023}$/.test(told)) {
    const numbers = told.split(',').map(Number);
    if (numbers.length === cpus && new Set(numbers).size === cpus) return numbers;
  }
  const types = interleaving(told, levels);
  if (types) return interleaved(levels, types, places);
  const problem = `numbers the CPUs by ${JSON.stringify(told.slice(0, 40))}`;
  throw new ScenarioError(
    'file',
    problem,
    `list ${cpus} numbers, or types such as core:pu, or leave indexes out`,
  );
}

/** The depths of "pack:core:pu": the first turns fastest. */
function interleaving(told: string, levels: readonly Level[]): number[] | undefined {
  const words = told.split(':');
  const depths = words.map((word) => {
    const type = types.find(([form]) => form.test(word.toLowerCase()))?.[1];
    return levels.findIndex((each) => each.type === type);
  });
  return depths.some((depth) => depth < 0) || new Set(depths).size < depths.length
    ? undefined
    : depths;
}

/** As hwloc numbers them: over all objects of the first named type, then of the next; PUs come last. */
function interleaved(
  levels: readonly Level[],
  named: readonly number[],
  places: readonly number[],
): number[] {
  const pus = levels.length - 1;
  const order = named.includes(pus) ? named : [...named, pus];
  const width = (depth: number) =>
    levels.slice(0, depth + 1).reduce((all, { count }) => all * count, 1);
  // Of a level, how many lie below one object of the next named level above it.
  const spans = order.map((depth) => {
    const above = Math.max(-1, ...order.filter((other) => other < depth));
    return width(depth) / (above < 0 ? 1 : width(above));
  });
  return places.map((place) => {
    let number = 0;
    let scale = 1;
    order.forEach((depth, at) => {
      number += (objectAt(levels, depth, place) % spans[at]!) * scale;
      scale *= spans[at]!;
    });
    return number;
  });
}

const units: Readonly<Record<string, number>> = {
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** KiB of `size=32MB`. hwloc's kB and MB are of 1,024. */
function kibOf(text: string | undefined): number | undefined {
  const parts = /^(\d{1,12})([kKMG]i?B)?$/.exec(text ?? '');
  if (!parts) return undefined;
  const unit = (parts[2] ?? '').toLowerCase();
  const of = unit === '' ? 1 : (units[unit.includes('i') ? unit : unit.replace('b', 'ib')] ?? 1);
  return (Number(parts[1]) * of) / 1024;
}

function sizesOf(levels: readonly Level[]): CacheSizes {
  const sizeOf = (type: LevelType) =>
    kibOf(levels.find((each) => each.type === type)?.attributes.get('size'));
  const outermost = (['l5', 'l4', 'l3', 'l2'] as const).find((type) =>
    levels.some((each) => each.type === type),
  );
  const llc = outermost && sizeOf(outermost);
  const l2 = sizeOf('l2');
  return { ...(l2 && { l2_kb: l2 }), ...(llc && { llc_mb: llc / 1024 }) };
}
