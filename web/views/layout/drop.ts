// What a move of the pointer or of an arrow key means as an edit: between which members a member would
// go if it were let go at a byte, and one place or one line on.

import {
  type Container,
  containerOf,
  type LayoutEdit,
  type LayoutPart,
  type LayoutPicture,
  LINE_BYTES,
  lineOfOffset,
  memberPlace,
  type RootDomain,
} from '../../scenario/layout/index.ts';

/** How deep in one another the structures lie: the place of a container's members in Part.within. */
const depth: Readonly<Record<Container, number>> = { root_domain: 0, cpupri: 1, cpupri_vec: 2 };

/** The part that holds a byte, or the first behind it; undefined at the end. */
function partAt({ parts }: LayoutPicture, byte: number): LayoutPart | undefined {
  return parts.find(({ offset, size }) => offset + size > byte);
}

const moveBefore = (member: string, before: string | undefined): LayoutEdit => ({
  kind: 'move',
  member,
  before,
});

/** The member behind another in the same structure; undefined: it is the last. */
function after(layout: RootDomain, name: string): string | undefined {
  const members = layout[containerOf(layout, name)!];
  return members[members.findIndex((member) => member.name === name) + 1]?.name;
}

/**
 * The edit that letting `member` go at `byte` makes: before what lies there if the byte is in its first
 * half, else behind it. It may be one that the rules refuse; then that is the answer.
 */
export function dropEdit(
  layout: RootDomain,
  picture: LayoutPicture,
  member: string,
  byte: number,
): LayoutEdit {
  const container = containerOf(layout, member)!;
  const part = partAt(picture, byte);
  if (!part) return moveBefore(member, undefined);
  const level = depth[container];
  const beside = part.within[level];
  // Beside nothing of its own structure: the model says what keeps it out.
  if (beside === undefined || containerOf(layout, beside) !== container) {
    return moveBefore(member, part.within[0]);
  }
  if (beside === member) return moveBefore(member, after(layout, member));
  const { offset, size } =
    part.within.length - 1 === level && container === 'cpupri_vec'
      ? part
      : memberPlace(layout, beside)!;
  const isInside = part.within.length - 1 > level && byte > offset && byte < offset + size;
  const isEdge = byte < offset + part.size || byte >= offset + size - part.size;
  if (isInside && !isEdge) return moveBefore(member, part.member);
  return moveBefore(member, byte < offset + size / 2 ? beside : behind(layout, beside, member));
}

/** The edit that letting a member go on a line's number makes: it begins a line of its own. */
export const ownLineEdit = (member: string): LayoutEdit => ({
  kind: 'align',
  member,
  bytes: LINE_BYTES,
});

/** The place behind `beside`: before the next one that is not the member itself. */
function behind(layout: RootDomain, beside: string, member: string): string | undefined {
  const next = after(layout, beside);
  return next === member ? after(layout, member) : next;
}

export type DropStep = 'earlier' | 'later' | 'up' | 'down';

/** The edit that moves a member one place on, or one line; undefined where the structure ends. */
export function stepEdit(
  layout: RootDomain,
  member: string,
  step: DropStep,
): LayoutEdit | undefined {
  const container = containerOf(layout, member);
  if (!container) return undefined;
  const members = layout[container];
  const at = members.findIndex(({ name }) => name === member);
  const by = step === 'earlier' || step === 'up' ? -1 : 1;
  if (!members[at + by]) return undefined;
  const other = step === 'up' || step === 'down' ? otherLine(layout, container, at, by) : at + by;
  // Beyond the nearest neighbour, but no further than the first one on another line.
  const isNearest = other === at + by;
  const isBehind = by > 0 ? isNearest : !isNearest;
  return moveBefore(member, members[isBehind ? other + 1 : other]?.name);
}

/** The index of the next member in one direction that begins on another line, or of the last. */
function otherLine(layout: RootDomain, container: Container, at: number, by: 1 | -1): number {
  const members = layout[container];
  const line = (index: number) => lineOfOffset(memberPlace(layout, members[index]!.name)!.offset);
  let other = at + by;
  while (members[other + by] && line(other) === line(at)) other += by;
  return other;
}
