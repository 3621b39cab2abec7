// A layout as bytes: every part with its offset, every unused byte, what it costs in memory. What the
// editor draws and what the core is told both come from here.

import {
  type Compiled,
  compile,
  isPerNode,
  type Member,
  type RootDomain,
  startOf,
} from './root-domain-struct.ts';
import { alignUp, type Gap, type Laid } from './structure.ts';

export const LINE_BYTES = 64;

/** The smallest piece that has a name: a field, or one element of an array. */
export interface LayoutPart {
  /** The field as the core names it: "count[3]", "rto_push_work.func"; undefined: it has none there. */
  readonly field: string | undefined;
  /** What it is called beside its neighbours: "count[3]", "func". */
  readonly label: string;
  /** The member that edits of this part speak of: "count", "rto_push_work". */
  readonly member: string;
  /** The members around it, outermost first; the last is `member`. */
  readonly within: readonly string[];
  readonly offset: number;
  readonly size: number;
}

export interface PlacedGap extends Gap {
  /** The member behind it; undefined at the end of a structure. */
  readonly before: string | undefined;
}

/** What the allocator hands out for so many bytes. */
export interface Allocation {
  readonly name: string;
  readonly bytes: number;
}

export interface LayoutPicture {
  readonly size: number;
  readonly alignment: number;
  readonly lines: number;
  /** In the order of their offsets. */
  readonly parts: readonly LayoutPart[];
  readonly gaps: readonly PlacedGap[];
  /** Unused bytes by kind. */
  readonly unused: { readonly hole: number; readonly padding: number; readonly tail: number };
  readonly cpupri: { readonly offset: number; readonly size: number };
  readonly allocation: Allocation;
  readonly countPerNode: boolean;
}

/** The line an offset lies on; the first is 1. */
export const lineOfOffset = (offset: number): number => Math.floor(offset / LINE_BYTES) + 1;

// ---- memory -------------------------------------------------------------------------------------

/** kmalloc's classes on x86-64 with 4 KiB pages; what is larger comes in pages, powers of two. */
const slabClasses = [8, 16, 32, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192];
const PAGE_BYTES = 4096;

export function allocationOf(bytes: number): Allocation {
  const slab = slabClasses.find((size) => bytes <= size);
  if (slab !== undefined) {
    return { name: `kmalloc-${slab < 1024 ? slab : `${slab / 1024}k`}`, bytes: slab };
  }
  let pages = 1;
  while (pages * PAGE_BYTES < bytes) pages *= 2;
  const size = pages * PAGE_BYTES;
  return { name: `${size / 1024} KiB of pages`, bytes: size };
}

// ---- parts --------------------------------------------------------------------------------------

/** struct irq_work: what the core touches by word. [field, label, offset, size] */
const pushWork: readonly (readonly [string | undefined, string, number, number])[] = [
  ['rto_push_work.node.llist', 'rto_push_work', 0, 8],
  ['rto_push_work.node.u_flags', 'u_flags', 8, 4],
  [undefined, 'src, dst', 12, 4],
  ['rto_push_work.func', 'func', 16, 8],
  ['rto_push_work.irqwait', 'irqwait', 24, 8],
];

function partsOfMember(
  member: Member,
  offset: number,
  size: number,
  within: string[],
): LayoutPart[] {
  const { name, levels } = member;
  const inside = [...within, name];
  if (member.title !== undefined) return partsOfPlain(member, offset, size, inside);
  if (name === 'rto_push_work') {
    return pushWork.map(([field, label, at, bytes]) => ({
      field,
      label,
      member: name,
      within: inside,
      offset: offset + at,
      size: bytes,
    }));
  }
  if (!levels) {
    const field = name === 'cpu_to_pri' ? 'cpupri.cpu_to_pri' : name;
    return [{ field, label: name, member: name, within: inside, offset, size }];
  }
  const bytes = size / (levels.last - levels.first + 1);
  return range(levels).map((level) => ({
    field: `${levels.of}[${level}]`,
    label: `${levels.of}[${level}]`,
    member: name,
    within: inside,
    offset: offset + bytes * (level - levels.first),
    size: bytes,
  }));
}

/** Of a structure other than root_domain. */
function partsOfPlain(
  member: Member,
  offset: number,
  size: number,
  within: string[],
): LayoutPart[] {
  const { name, title = '', elements } = member;
  if (title === '') {
    return [{ field: undefined, label: 'other members', member: name, within, offset, size }];
  }
  if (elements === undefined) {
    return [{ field: title, label: title, member: name, within, offset, size }];
  }
  const bytes = size / elements;
  return Array.from({ length: elements }, (_, index) => {
    const label = `${title}[${index}]`;
    return {
      field: label,
      label,
      member: name,
      within,
      offset: offset + bytes * index,
      size: bytes,
    };
  });
}

const range = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

interface Found {
  readonly parts: LayoutPart[];
  readonly gaps: PlacedGap[];
}

/** The gaps of a structure that begins at `start`, each with the member behind it. */
function gapsOf(laid: Laid, members: readonly Member[], start: number): PlacedGap[] {
  return laid.gaps.map((gap) => {
    const end = gap.offset + gap.size;
    const next = members.find((_, index) => laid.offsets[index]! >= end);
    const before = gap.kind === 'tail' ? undefined : next?.name;
    return { ...gap, offset: start + gap.offset, before };
  });
}

/** The parts of one vector. */
function collectVector(
  layout: RootDomain,
  compiled: Compiled,
  { array, level, start }: { array: Member; level: number; start: number },
  found: Found,
): void {
  const laid = compiled.cpupri_vec;
  const members = layout.cpupri_vec;
  found.gaps.push(...gapsOf(laid, members, start));
  for (const [index, { name, size }] of members.entries()) {
    const label = `${name}[${level}]`;
    const within = ['cpupri', array.name, name];
    const offset = start + laid.offsets[index]!;
    found.parts.push({ field: label, label, member: name, within, offset, size });
  }
}

function collect(
  layout: RootDomain,
  compiled: Compiled,
  container: 'root_domain' | 'cpupri',
  start: number,
  found: Found,
): void {
  const laid = compiled[container];
  const members = layout[container];
  const within = container === 'cpupri' ? ['cpupri'] : [];
  found.gaps.push(...gapsOf(laid, members, start));
  for (const [index, member] of members.entries()) {
    const offset = start + laid.offsets[index]!;
    if (member.name === 'cpupri') {
      collect(layout, compiled, 'cpupri', offset, found);
    } else if (member.levels?.of === 'pri_to_cpu') {
      for (const [nth, level] of range(member.levels).entries()) {
        const at = offset + compiled.cpupri_vec.size * nth;
        collectVector(layout, compiled, { array: member, level, start: at }, found);
      }
    } else {
      const { size } = compiled.measured(member);
      found.parts.push(...partsOfMember(member, offset, size, within));
    }
  }
}

const byOffset = (one: { offset: number }, other: { offset: number }) => one.offset - other.offset;

/** A layout as bytes. */
export function pictureOf(layout: RootDomain): LayoutPicture {
  const compiled = compile(layout);
  const found: Found = { parts: [], gaps: [] };
  collect(layout, compiled, 'root_domain', 0, found);
  const { parts, gaps } = found;
  const { size, alignment } = compiled.root_domain;
  const sum = (kind: Gap['kind']) =>
    gaps.filter((gap) => gap.kind === kind).reduce((bytes, gap) => bytes + gap.size, 0);
  return {
    size,
    alignment,
    lines: alignUp(size, LINE_BYTES) / LINE_BYTES,
    parts: parts.sort(byOffset),
    gaps: gaps.sort(byOffset),
    unused: { hole: sum('hole'), padding: sum('padding'), tail: sum('tail') },
    cpupri: { offset: startOf(layout, compiled, 'cpupri'), size: compiled.cpupri.size },
    allocation: allocationOf(size),
    countPerNode: isPerNode(layout),
  };
}

/** The offset of every field the core knows, by its name; the form a layout has in a scenario. */
export function offsetsOf(layout: RootDomain): {
  readonly size: number;
  readonly offsets: Readonly<Record<string, number>>;
  readonly rto_count_per_node: boolean;
} {
  const { size, parts, countPerNode } = pictureOf(layout);
  const named = parts.filter(({ field }) => field !== undefined);
  return {
    size,
    offsets: Object.fromEntries(named.map(({ field, offset }) => [field!, offset])),
    rto_count_per_node: countPerNode,
  };
}
