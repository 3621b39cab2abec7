// The simulated structures other than root_domain as members that edits put in other places: the same
// model without anything in one another. What members there are is the core's knowledge (tables.gen.ts).

import type { EditOutcome } from './edit-outcome.ts';
import type { LayoutEdit } from './edits.ts';
import { applyEdits } from './edits.ts';
import type { Member, RootDomain } from './root-domain-struct.ts';
import { type LayoutTable, layoutTables, type Many, type MemberRow } from './tables.gen.ts';

/** What of a machine decides how long arrays are. */
export interface ArrayLengths {
  /** Of 64 CPUs each. */
  readonly words: number;
  readonly cpus: number;
  readonly nodes: number;
  /** LLCs there is room for. */
  readonly caches: number;
}

/** What layouts call the structures, in the core's order. */
export const structureKeys: readonly string[] = layoutTables.map(({ key }) => key);

/** The table of a structure by what layouts call it, or by what the core calls it. */
export const tableNamed = (name: string): LayoutTable | undefined =>
  layoutTables.find((table) => table.key === name || table.name === name);

const elementsOf = (many: Many, counts: ArrayLengths): number =>
  typeof many === 'number' ? many : counts[many];

/** What C calls bytes of that alignment where the kernel's type is not told. */
const typeOf = (alignment: number): string =>
  alignment === 8 ? 'u64' : alignment === 4 ? 'u32' : 'char';

function memberOf(row: MemberRow, counts: ArrayLengths): Member {
  const [name, bytes, alignment, attribute, many, title] = row;
  const elements = elementsOf(many, counts);
  // Of CPUs and caches there are too many to name each.
  const isNamed = many !== 1 && many !== 'cpus' && many !== 'caches';
  return {
    name,
    type: typeOf(alignment),
    size: bytes * elements,
    alignment,
    extra: attribute,
    padding: 0,
    title,
    ...(isNamed && { elements }),
  };
}

/** A structure as its table declares it, on a machine with these counts. */
export function plainLayout({ key, members }: LayoutTable, counts: ArrayLengths): RootDomain {
  return {
    structure: key,
    root_domain: members.map((row) => memberOf(row, counts)),
    cpupri: [],
    cpupri_vec: [],
  };
}

/** All edits in turn on a structure as its table declares it. */
export const relaid = (
  table: LayoutTable,
  edits: readonly LayoutEdit[],
  counts: ArrayLengths,
): EditOutcome & { readonly index?: number } => applyEdits(edits, plainLayout(table, counts));

/** What the core is told of a layout: its members in order, attributes and padding. */
export function declarationsFor(
  table: LayoutTable,
  layout: RootDomain,
): { readonly member: number; readonly attribute: number; readonly padding: number }[] {
  return layout.root_domain.map(({ name, extra, padding }) => ({
    member: table.first + table.members.findIndex(([key]) => key === name),
    attribute: extra,
    padding,
  }));
}
