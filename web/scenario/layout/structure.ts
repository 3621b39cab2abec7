// C's rules for the layout of a structure: offsets follow from the order of the members, their sizes
// and alignments, and padding. Knows nothing of root_domain.
//
// Source: C17 6.7.2.1 and the x86-64 psABI, section 3.1.2; the attribute aligned as in the GCC manual
// ("Common Type Attributes": it can only raise an alignment).

/** What a member asks of its place. All in bytes. */
export interface Placeable {
  readonly size: number;
  /** Of its type. */
  readonly alignment: number;
  /** Of an attribute aligned; 0: none. */
  readonly extra: number;
  /** Of a char array in front of it; 0: none. */
  readonly padding: number;
}

/** Unused bytes: `hole` by alignment, `padding` by declaration, `tail` to round the size up. */
export interface Gap {
  readonly kind: 'hole' | 'padding' | 'tail';
  readonly offset: number;
  readonly size: number;
}

/** A structure as a compiler lays it out. */
export interface Laid {
  /** Of each member, in order. */
  readonly offsets: readonly number[];
  /** Those between the members and at the end, in order. */
  readonly gaps: readonly Gap[];
  readonly size: number;
  readonly alignment: number;
}

/** `value` rounded up to a multiple of `alignment`. */
export const alignUp = (value: number, alignment: number): number =>
  Math.ceil(value / alignment) * alignment;

/** The alignment a member has, its attribute included. */
export const alignmentOf = ({ alignment, extra }: Placeable): number => Math.max(alignment, extra);

/** Lays the members out in the order given. An empty structure has size 0 and alignment 1. */
export function layOut(members: readonly Placeable[]): Laid {
  const offsets: number[] = [];
  const gaps: Gap[] = [];
  let at = 0;
  let alignment = 1;
  const skip = (kind: Gap['kind'], to: number) => {
    if (to > at) gaps.push({ kind, offset: at, size: to - at });
    at = to;
  };
  for (const member of members) {
    const own = alignmentOf(member);
    skip('padding', at + member.padding);
    skip('hole', alignUp(at, own));
    offsets.push(at);
    at += member.size;
    alignment = Math.max(alignment, own);
  }
  skip('tail', alignUp(at, alignment));
  return { offsets, gaps, size: at, alignment };
}
