// The edits of a simulated structure's layout that put some of its members on lines of their own.

import {
  applyEdits,
  builtInLayout,
  containerOf,
  formatEdit,
  type LayoutEdit,
  type Member,
  pictureOf,
  plainLayout,
  type RootDomain,
  tableNamed,
} from '../../../scenario/layout/index.ts';
import type { ReadField } from './read.ts';
import { isOf } from './relayout.ts';

const LINE = 64;

/** Of a machine of some size: where members lie by their order and alignment does not change with it. */
const counts = { words: 1, cpus: 64, nodes: 2, caches: 8 };

/** A simulated structure by what C or the simulation calls it. */
export interface SimulatedStruct {
  /** What layouts call it. */
  readonly key: string;
  readonly name: string;
  readonly layout: RootDomain;
}

/** Undefined: it is not simulated, or cannot be laid out anew. */
export function simulatedNamed(name: string): SimulatedStruct | undefined {
  if (name === 'root_domain') return { key: name, name, layout: builtInLayout('base') };
  const table = tableNamed(name);
  return table && { key: table.key, name: table.name, layout: plainLayout(table, counts) };
}

/** The member that a pasted field is; undefined: it is not simulated. */
export function memberFor(field: ReadField, { layout }: SimulatedStruct): Member | undefined {
  const all = [...layout.root_domain, ...layout.cpupri, ...layout.cpupri_vec];
  return all.find((member) => member.title !== '' && isOf(field, member));
}

/** The edits, as recipes carry them; undefined: no such layout of it is possible. */
export function editsApart(
  { layout }: SimulatedStruct,
  members: readonly Member[],
): readonly string[] | undefined {
  const ways = [movedLast(members), alignedWithNext(layout, members)];
  return ways.find((edits) => areAlone(layout, members, edits))?.map(formatEdit);
}

/** Behind all others, where the structure ends with them. */
const movedLast = (members: readonly Member[]): LayoutEdit[] => [
  ...members.map(({ name }): LayoutEdit => ({ kind: 'move', member: name, before: undefined })),
  { kind: 'align', member: members[0]!.name, bytes: LINE },
];

/** In their place, each from the start of a line on, and what follows it from the start of another. */
function alignedWithNext(layout: RootDomain, members: readonly Member[]): LayoutEdit[] {
  return members.flatMap((member) => {
    const container = containerOf(layout, member.name);
    const own = container ? layout[container] : [];
    const after = own[own.indexOf(member) + 1];
    const outer = layout.root_domain;
    const beyond =
      container === 'cpupri'
        ? outer[outer.findIndex(({ name }) => name === 'cpupri') + 1]
        : undefined;
    return [member, after ?? beyond].flatMap((each): LayoutEdit[] =>
      each ? [{ kind: 'align', member: each.name, bytes: LINE }] : [],
    );
  });
}

/** True if nothing but them lies on their lines. */
function areAlone(
  layout: RootDomain,
  members: readonly Member[],
  edits: readonly LayoutEdit[],
): boolean {
  const outcome = applyEdits(edits, layout);
  if (!outcome.ok) return false;
  const names = new Set(members.map(({ name }) => name));
  const linesOf = (isOwn: boolean) =>
    pictureOf(outcome.layout)
      .parts.filter(({ within }) => within.some((name) => names.has(name)) === isOwn)
      .flatMap(({ offset, size }) => {
        const first = Math.floor(offset / LINE);
        const last = Math.floor((offset + Math.max(1, size) - 1) / LINE);
        return Array.from({ length: last - first + 1 }, (_, at) => first + at);
      });
  const own = new Set(linesOf(true));
  return own.size > 0 && !linesOf(false).some((line) => own.has(line));
}
