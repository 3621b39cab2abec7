// A pasted structure as a layout of one that is simulated: its fields found by name, and the edits that put the simulated
// ones where it has them. Order and attributes follow a declaration of C; a text of pahole gives the offsets, too. What
// only one of the two knows is said.

import { ScenarioError } from '../../../scenario/index.ts';
import {
  applyEdits,
  type Container,
  compile,
  formatEdit,
  isVectored,
  type LayoutEdit,
  type Member,
  MOST_PADDING,
  type RootDomain,
} from '../../../scenario/layout/index.ts';
import { LAYOUT_EDITS } from '../../../scenario/limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import type { ReadField, ReadStruct } from './read.ts';

/** Names listed in one note. */
const listed = 8;

const some = (names: readonly string[]): string =>
  names.length <= listed
    ? names.join(', ')
    : `${names.slice(0, listed).join(', ')} and ${names.length - listed} more`;

/** What a member may be called in a text: its key, or one of the kernel's names for what it holds. */
function namesOf({ name, title }: Member): string[] {
  const plain = name.replace(/\[.*$/, '');
  const told = (title ?? '').split(',').map((part) => part.trim());
  const last = told.map((part) => part.split('.').at(-1)!);
  return [name, plain, `${plain}s`, ...told, ...last].filter((each) => each !== '');
}

export const isOf = (field: ReadField, member: Member): boolean => {
  const names = namesOf(member);
  const parts = field.name.split(', ');
  return parts.some((part) => names.includes(part) || names.includes(part.split('.').at(-1)!));
};

/** Inner ones first: the size of the outer ones follows from them. */
const containers: readonly Container[] = ['cpupri_vec', 'cpupri', 'root_domain'];

interface Wanted {
  readonly member: Member;
  /** Undefined: only the order is known. */
  readonly offset: number | undefined;
  readonly attribute: number;
}

interface Found {
  readonly wanted: readonly Wanted[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

function found({ fields, from }: ReadStruct, members: readonly Member[]): Found {
  const used = new Set<ReadField>();
  // What has no name of the kernel's is meant only by a text that we wrote.
  const isNamed = ({ name, title }: Member) =>
    title !== '' || fields.some((field) => field.name === name);
  const named = members.filter(isNamed);
  const hits = named.flatMap((member) => {
    const field = fields.find((each) => !used.has(each) && isOf(each, member));
    if (!field) return [];
    used.add(field);
    return [{ member, field, at: fields.indexOf(field) }];
  });
  hits.sort((x, y) => x.at - y.at);
  const wanted = hits.map(({ member, field }) => ({
    member,
    offset: from === 'pahole' ? field.offset : undefined,
    attribute: field.attribute,
  }));
  return {
    wanted,
    missing: named
      .filter((each) => !hits.some(({ member }) => member === each))
      .map(({ name }) => name),
    unknown: fields
      .filter((field) => !used.has(field) && !/^_*pad\w*$/.test(field.name))
      .map(({ name }) => name),
  };
}

/**
 * All members in the order that the text asks for. Where only an order is told, what has no name stays behind the member
 * it is behind; where offsets are told it may be anywhere, for it only keeps others away.
 */
function orderOf(
  members: readonly Member[],
  { wanted }: Found,
  from: ReadStruct['from'],
): Member[] {
  const told = wanted.map(({ member }) => member);
  const isFiller = ({ title }: Member) => title === '';
  const rest = members.filter((member) => !told.includes(member));
  if (from === 'pahole') {
    return [...told, ...rest.filter((each) => !isFiller(each)), ...rest.filter(isFiller)];
  }
  const behind = (member: Member | undefined): Member[] => {
    const after = members.slice(member ? members.indexOf(member) + 1 : 0);
    const end = after.findIndex((each) => !isFiller(each));
    const fillers = after.slice(0, end < 0 ? after.length : end);
    return fillers.filter((each) => !told.includes(each));
  };
  const named = [...told, ...rest.filter((each) => !isFiller(each))];
  return [...behind(undefined), ...named.flatMap((member) => [member, ...behind(member)])];
}

/** The edits that declare the members in this order with these attributes. */
function editsFor(members: readonly Member[], hit: Found, from: ReadStruct['from']): LayoutEdit[] {
  const order = orderOf(members, hit, from);
  // Those in front that stand in this order already may stay; the others go behind them one by one.
  let kept = 0;
  let at = -1;
  while (kept < order.length && members.indexOf(order[kept]!) > at) {
    at = members.indexOf(order[kept]!);
    kept += 1;
  }
  const moves = order
    .slice(kept)
    .map(({ name }): LayoutEdit => ({ kind: 'move', member: name, before: undefined }));
  const aligned = hit.wanted
    .filter(({ member, attribute }) => attribute !== member.extra)
    .map(
      ({ member, attribute }): LayoutEdit => ({
        kind: 'align',
        member: member.name,
        bytes: attribute || 1,
      }),
    );
  return [...moves, ...aligned];
}

/** Padding in front of members whose offset is told, one after the other. */
function padded(
  start: RootDomain,
  container: Container,
  edits: readonly LayoutEdit[],
  wanted: readonly Wanted[],
): { readonly edits: LayoutEdit[]; readonly late: readonly string[] } {
  const all = [...edits];
  const late: string[] = [];
  for (const { member, offset } of wanted) {
    if (offset === undefined) continue;
    const outcome = applyEdits(all, start);
    if (!outcome.ok) break;
    const { offsets } = compile(outcome.layout)[container];
    const members = outcome.layout[container];
    const at = members.findIndex(({ name }) => name === member.name);
    const lies = offsets[at]!;
    if (lies > offset) late.push(member.name);
    if (lies >= offset) continue;
    const measured = compile(outcome.layout).measured(members[at - 1] ?? member);
    const end = at === 0 ? 0 : offsets[at - 1]! + measured.size;
    if (offset - end > MOST_PADDING) late.push(member.name);
    else all.push({ kind: 'pad', member: member.name, bytes: offset - end });
  }
  return { edits: all, late };
}

/** What the simulated structure's containers are called in C. */
const cName = (container: Container, name: string): string =>
  container === 'root_domain' ? name : container;

/**
 * The edits, as recipes carry them, that lay `start` out as the text has it. `name`: what C calls the simulated structure;
 * where the text holds one structure only it is that one, whatever it is called. Throws ScenarioError.
 */
export function relayout(
  structs: readonly ReadStruct[],
  name: string,
  start: RootDomain,
  notes: ReaderNotes,
): string[] {
  let edits: LayoutEdit[] = [];
  let matched = 0;
  const isPlain = start.structure !== undefined;
  for (const container of containers) {
    if (isPlain && container !== 'root_domain') continue;
    if (container === 'cpupri_vec' && !isVectored(start)) continue;
    const own = structs.find((each) => each.name === cName(container, name));
    const only = structs.length === 1 && container === 'root_domain' ? structs[0] : undefined;
    const read = own ?? only;
    if (!read) continue;
    const hit = found(read, start[container]);
    matched += hit.wanted.length;
    told(read, hit, notes);
    const more = editsFor(start[container], hit, read.from);
    const { late, edits: next } = padded(start, container, [...edits, ...more], hit.wanted);
    edits = next;
    if (late.length > 0) notes.add(lateNote(read.name, late));
  }
  if (matched === 0) {
    const names = structs.map((each) => each.name);
    const problem = `has no field of ${name} by its name (structures: ${some(names)})`;
    const known = start.root_domain.flatMap((member) => namesOf(member).slice(0, 1));
    throw new ScenarioError('text', problem, `the simulated fields are ${some(known)}`);
  }
  return checked(edits, start);
}

function told({ name, from }: ReadStruct, { missing, unknown }: Found, notes: ReaderNotes): void {
  if (unknown.length > 0) {
    const place = from === 'pahole' ? 'their bytes stay unused' : 'they take no space';
    notes.add(
      `${counted(unknown.length, 'field')} of ${name} not simulated, ${place}: ${some(unknown)}.`,
    );
  }
  if (missing.length > 0) {
    notes.add(`Not in the text of ${name}, left behind the others: ${some(missing)}.`);
  }
}

const lateNote = (name: string, late: readonly string[]): string =>
  `Not at the offset that the text of ${name} says, as a simulated field before it is larger or padding is longer than ${MOST_PADDING} bytes: ${some(late)}.`;

function checked(edits: readonly LayoutEdit[], start: RootDomain): string[] {
  if (edits.length > LAYOUT_EDITS) {
    const problem = `takes ${edits.length} edits`;
    throw new ScenarioError('text', problem, `a layout has at most ${LAYOUT_EDITS}`);
  }
  const outcome = applyEdits(edits, start);
  if (outcome.ok) return edits.map(formatEdit);
  throw new ScenarioError('text', outcome.reason, outcome.remedy ?? 'lay it out by hand');
}
