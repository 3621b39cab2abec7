// The edits of root_domain's layout, and when C's rules refuse one. An edit changes declarations
// (order, attributes, padding, what is an array of what), never an offset directly: offsets follow.

import { cut, join, mergeArrays, perNode, single, split } from './array-edits.ts';
import {
  done,
  type EditOutcome,
  refused,
  SAME_STRUCT,
  SPLIT_FIRST,
  unknown,
} from './edit-outcome.ts';
import {
  baseline,
  type Compiled,
  type Container,
  compile,
  containerOf,
  type Member,
  memberPlace,
  type RootDomain,
  startOf,
} from './root-domain-struct.ts';
import { alignmentOf, alignUp, layOut } from './structure.ts';

export type LayoutEdit =
  /** Declares a member before another one of the same structure, or last. */
  | { readonly kind: 'move'; readonly member: string; readonly before: string | undefined }
  /** Moves a member so that it lies at an offset in root_domain, with padding where it must be. */
  | { readonly kind: 'place'; readonly member: string; readonly offset: number }
  /** The attribute aligned; `bytes` of the type's own alignment or less takes it away. */
  | { readonly kind: 'align'; readonly member: string; readonly bytes: number }
  /** A char array in front of a member; 0 takes it away. */
  | { readonly kind: 'pad'; readonly member: string; readonly bytes: number }
  /** Two arrays instead of one; `at` is the first level of the second. */
  | { readonly kind: 'cut'; readonly member: string; readonly at: number }
  /** One array of this and the one that continues it. */
  | { readonly kind: 'merge'; readonly member: string }
  /** cpupri: an array of counts and one of masks, instead of one of vectors; and back. */
  | { readonly kind: 'split' }
  | { readonly kind: 'join' }
  /** RT overload counted by node, through a pointer (patch 3); and back. */
  | { readonly kind: 'per-node' }
  | { readonly kind: 'single' };

/** Bytes the core can address in root_domain: its offsets are 16-bit. */
export const MOST_BYTES = 65_535;
/** Bytes of any other structure. */
export const MOST_BYTES_OF_OTHERS = 16_384;
/** The largest attribute aligned: a page. More would mean nothing to a cache. */
export const MOST_ALIGNMENT = 4096;
/** The longest padding in front of one member: a page. */
export const MOST_PADDING = 4096;

/** The layout after an edit, or why there is none. */
export function applyEdit(layout: RootDomain, edit: LayoutEdit): EditOutcome {
  const outcome = change(layout, edit);
  if (!outcome.ok) return outcome;
  const { size } = compile(outcome.layout).root_domain;
  const most = mostBytes(layout);
  if (size <= most) return outcome;
  return refused(
    `${nameOf(layout)} would have ${size} bytes; the simulator takes at most ${most}.`,
    'Align or pad less.',
  );
}

const nameOf = ({ structure }: RootDomain): string => structure ?? 'root_domain';
const mostBytes = ({ structure }: RootDomain): number =>
  structure === undefined ? MOST_BYTES : MOST_BYTES_OF_OTHERS;

/** What can be done to every structure. */
const common: readonly LayoutEdit['kind'][] = ['move', 'place', 'align', 'pad'];

function change(layout: RootDomain, edit: LayoutEdit): EditOutcome {
  if (layout.structure !== undefined && !common.includes(edit.kind)) {
    return refused(
      `${edit.kind} is for root_domain; ${layout.structure} has nothing to take apart.`,
      'Move, align or pad its members.',
    );
  }
  switch (edit.kind) {
    case 'move':
      return move(layout, edit.member, edit.before);
    case 'place':
      return place(layout, edit.member, edit.offset);
    case 'align':
      return align(layout, edit.member, edit.bytes);
    case 'pad':
      return pad(layout, edit.member, edit.bytes);
    case 'cut':
      return cut(layout, edit.member, edit.at);
    case 'merge':
      return mergeArrays(layout, edit.member);
    case 'split':
      return split(layout);
    case 'join':
      return join(layout);
    case 'per-node':
      return perNode(layout);
    case 'single':
      return single(layout);
  }
}

// ---- members ------------------------------------------------------------------------------------

const describe = (container: Container): string =>
  container === 'root_domain' ? 'root_domain' : `struct ${container}`;

function otherStruct(name: string, from: Container, to: Container): EditOutcome {
  if (from === 'cpupri_vec' || to === 'cpupri_vec') {
    const outside = to === 'cpupri_vec' ? ` ${name} cannot go between them.` : '';
    return refused(`${SAME_STRUCT}${outside}`, SPLIT_FIRST);
  }
  return refused(
    `${name} is a member of ${describe(from)} and cannot go into ${describe(to)}.`,
    from === 'cpupri' ? 'Move cpupri as a whole.' : 'Put it before or behind cpupri.',
  );
}

function withMembers(
  layout: RootDomain,
  container: Container,
  members: readonly Member[],
): RootDomain {
  return { ...layout, [container]: members };
}

function changeMember(layout: RootDomain, name: string, change: Partial<Member>): RootDomain {
  const container = containerOf(layout, name)!;
  const members = layout[container].map((member) =>
    member.name === name ? { ...member, ...change } : member,
  );
  return withMembers(layout, container, members);
}

// ---- order --------------------------------------------------------------------------------------

function move(layout: RootDomain, name: string, before: string | undefined): EditOutcome {
  const from = containerOf(layout, name);
  if (!from) return unknown(layout, name);
  if (before === name) return done(layout);
  const to = before === undefined ? from : containerOf(layout, before);
  if (!to) return unknown(layout, before!);
  if (from !== to) return otherStruct(name, from, to);
  const moved = layout[from].find((member) => member.name === name)!;
  const rest = layout[from].filter((member) => member !== moved);
  const at =
    before === undefined ? rest.length : rest.findIndex((member) => member.name === before);
  // A place anew: padding that was made for the old one stays behind.
  return done(withMembers(layout, from, rest.toSpliced(at, 0, { ...moved, padding: 0 })));
}

function place(layout: RootDomain, name: string, offset: number): EditOutcome {
  const compiled = compile(layout);
  const found = memberPlace(layout, name, compiled);
  if (!found) return unknown(layout, name);
  const misfit = misplaced(layout, compiled, name, offset);
  if (misfit) return misfit;
  const { container, member } = found;
  const members = layout[container];
  const inside = offset - startOf(layout, compiled, container);
  const at = members.indexOf(member);
  // Between its neighbours it keeps its turn; elsewhere it leaves, and the others close ranks.
  const next = compiled[container].offsets[at + 1] ?? Number.POSITIVE_INFINITY;
  const others = members.toSpliced(at, 1);
  const stays = inside >= endOf(compiled, members.slice(0, at)) && inside < next;
  const index = stays ? at : turnAt(compiled, others, inside);
  const blocking = stays ? undefined : others[index];
  const blocked = blocking && blockedBy(layout, compiled, { others, index, offset, found });
  if (blocked) return blocked;
  const end = endOf(compiled, others.slice(0, index));
  const padding = alignUp(end, alignmentOf(found)) === inside ? 0 : inside - end;
  return done(withMembers(layout, container, others.toSpliced(index, 0, { ...member, padding })));
}

/** Where the last of the members ends. */
function endOf(compiled: Compiled, members: readonly Member[]): number {
  const last = members.at(-1);
  if (!last) return 0;
  const measured = members.map(compiled.measured);
  return layOut(measured).offsets.at(-1)! + measured.at(-1)!.size;
}

/** How many members end at or before an offset. */
function turnAt(compiled: Compiled, members: readonly Member[], offset: number): number {
  const measured = members.map(compiled.measured);
  const { offsets } = layOut(measured);
  const at = offsets.findIndex((start, index) => start + measured[index]!.size > offset);
  return at < 0 ? members.length : at;
}

/** Why the member at `index` is in the way of an offset, if it begins before it. */
function blockedBy(
  layout: RootDomain,
  compiled: Compiled,
  wanted: {
    readonly others: readonly Member[];
    readonly index: number;
    readonly offset: number;
    readonly found: NonNullable<ReturnType<typeof memberPlace>>;
  },
): EditOutcome | undefined {
  const { others, index, offset, found } = wanted;
  const measured = others.map(compiled.measured);
  const start = startOf(layout, compiled, found.container) + layOut(measured).offsets[index]!;
  if (start >= offset) return undefined;
  const end = start + measured[index]!.size;
  const own = alignmentOf(found);
  const before = start % own === 0 ? `${start} before it or ` : '';
  return refused(
    `Offset ${offset} lies inside ${others[index]!.name} (${start} to ${end - 1}).`,
    `Choose ${before}${alignUp(end, own)} behind it.`,
  );
}

/** Why a member cannot lie at an offset, whatever else lies there. */
function misplaced(
  layout: RootDomain,
  compiled: Compiled,
  name: string,
  offset: number,
): EditOutcome | undefined {
  const { container, extra, ...member } = memberPlace(layout, name, compiled)!;
  const own = Math.max(member.alignment, extra);
  const most = mostBytes(layout);
  if (!Number.isInteger(offset) || offset < 0 || offset + member.size > most) {
    return refused(
      `${offset} is not an offset that ${name} can have.`,
      `Give a whole number from 0 to ${most - member.size}.`,
    );
  }
  if (offset % own !== 0) {
    const which = container === 'cpupri_vec' ? `${name}[0]` : name;
    const lower = offset - (offset % own);
    return refused(
      `${which} is ${own}-byte aligned; offset ${offset} is not.`,
      `Choose ${lower} or ${lower + own}.`,
    );
  }
  const start = startOf(layout, compiled, container);
  if (offset >= start) return undefined;
  if (container === 'cpupri_vec') return refused(SAME_STRUCT, SPLIT_FIRST);
  return refused(
    `${name} is a member of struct cpupri, which begins at ${start}; offset ${offset} is outside.`,
    'Move cpupri as a whole.',
  );
}

// ---- alignment and padding ----------------------------------------------------------------------

function align(layout: RootDomain, name: string, bytes: number): EditOutcome {
  const found = memberPlace(layout, name);
  if (!found) return unknown(layout, name);
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > MOST_ALIGNMENT || !isPowerOfTwo(bytes)) {
    return refused(
      `${bytes} is not an alignment.`,
      `Give a power of two from 1 to ${MOST_ALIGNMENT}.`,
    );
  }
  // The attribute only raises: an alignment the type has anyway is said by leaving it out.
  const extra = bytes > found.alignment ? bytes : 0;
  return done(changeMember(layout, name, { extra }));
}

const isPowerOfTwo = (value: number): boolean => (value & (value - 1)) === 0;

function pad(layout: RootDomain, name: string, bytes: number): EditOutcome {
  if (!containerOf(layout, name)) return unknown(layout, name);
  if (Number.isInteger(bytes) && bytes >= 0 && bytes <= MOST_PADDING) {
    return done(changeMember(layout, name, { padding: bytes }));
  }
  return refused(
    `${bytes} bytes of padding are not possible.`,
    `Give a whole number from 0 to ${MOST_PADDING}.`,
  );
}

/** All edits in turn on a layout; the first that is refused says so with its index. */
export function applyEdits(
  edits: readonly LayoutEdit[],
  start: RootDomain = baseline,
): EditOutcome & { readonly index?: number } {
  let layout = start;
  for (const [index, edit] of edits.entries()) {
    const outcome = applyEdit(layout, edit);
    if (!outcome.ok) return { ...outcome, index };
    layout = outcome.layout;
  }
  return done(layout);
}
