// Where the members of a structure lie: by C's rules, or as pahole says. Bit fields share their unit; members of structures
// inside are fields of their own, by their whole names.
// Source of the rules: C17 6.7.2.1, the x86-64 psABI 3.1.2.

import { ScenarioError } from '../../../scenario/index.ts';
import { alignUp } from '../../../scenario/layout/structure.ts';
import type { CToken } from './tokens.ts';

export interface ReadField {
  /** With that of the structure around it: "stats.hits". Of bit fields in one unit: "a, b". */
  readonly name: string;
  readonly line: number;
  /** Bytes; undefined: of a type that is not known. */
  readonly size: number | undefined;
  /** Of its type; undefined: not known, or not told by pahole. */
  readonly alignment: number | undefined;
  /** Of an attribute aligned; 0: none. */
  readonly attribute: number;
  /** From the start of the structure; undefined: behind a type that is not known. */
  readonly offset: number | undefined;
  /** The type as it is written, for messages. */
  readonly type: string;
}

export interface ReadStruct {
  readonly name: string;
  readonly line: number;
  readonly from: 'pahole' | 'c';
  /** Undefined: not known. */
  readonly size: number | undefined;
  readonly alignment: number;
  readonly fields: readonly ReadField[];
}

const mostBytes = 1 << 20;

export const refuse = (line: number, problem: string, remedy: string): never => {
  throw new ScenarioError(`line ${line}`, problem, remedy);
};

/** Members of a structure or union, as far as they go into one another. */
export interface Node {
  /** '': of a structure without a name, whose members are the outer one's. */
  readonly name: string;
  readonly line: number;
  readonly type: string;
  readonly size: number | undefined;
  readonly alignment: number | undefined;
  readonly attribute: number;
  readonly place: CToken['place'];
  /** Of a bit field: how many bits. */
  readonly bits?: number;
  /** What it is made of; undefined: one field. */
  readonly inner?: Body | undefined;
}

export interface Body {
  readonly isUnion: boolean;
  readonly nodes: readonly Node[];
}

interface Placed {
  readonly node: Node;
  readonly offset: number | undefined;
}

/** C's rules; bit fields share a unit as long as it has room. */
function placed({ nodes, isUnion }: Body): {
  readonly all: Placed[];
  readonly end: number | undefined;
} {
  const all: Placed[] = [];
  let end: number | undefined = 0;
  let most = 0;
  let unit: { readonly at: number; readonly size: number; used: number } | undefined;
  for (const node of nodes) {
    const { bits, size, alignment, attribute } = node;
    const begins: number | undefined = isUnion ? 0 : end;
    if (bits !== undefined && size !== undefined && begins !== undefined && !isUnion) {
      if (unit && bits > 0 && unit.size === size && unit.used + bits <= 8 * size) {
        unit.used += bits;
        all.push({ node, offset: unit.at });
        continue;
      }
      const at: number = alignUp(begins, alignment ?? size);
      unit = { at, size, used: bits };
      all.push({ node, offset: at });
      end = at + size;
      continue;
    }
    unit = undefined;
    const offset: number | undefined =
      begins === undefined || alignment === undefined
        ? undefined
        : alignUp(begins, Math.max(alignment, attribute || 1));
    all.push({ node, offset });
    end = offset === undefined || size === undefined ? undefined : offset + size;
    most = Math.max(most, end ?? 0);
  }
  return { all, end: isUnion ? most : end };
}

const alignmentIn = ({ nodes }: Body): number =>
  nodes.reduce((most, node) => Math.max(most, node.alignment ?? 1, node.attribute), 1);

export function sizeAndAlignment(body: Body): {
  readonly size: number | undefined;
  readonly alignment: number;
} {
  const alignment = alignmentIn(body);
  const { end } = placed(body);
  return { size: end === undefined ? undefined : alignUp(end, alignment), alignment };
}

/** The fields in order, those of structures inside by their whole names. */
function fieldsIn(
  body: Body,
  begin: number | undefined,
  before: string,
  isPahole: boolean,
): ReadField[] {
  return placed(body).all.flatMap(({ node, offset }): ReadField[] => {
    const { inner, name, line, size, alignment, attribute, place, type } = node;
    const own = begin === undefined || offset === undefined ? undefined : begin + offset;
    const at = isPahole ? place?.offset : own;
    const whole = `${before}${name}`;
    if (inner) return fieldsIn(inner, at, name === '' ? before : `${whole}.`, isPahole);
    if (name === '') return [];
    return [{ name: whole, line, size, alignment, attribute, offset: at, type }];
  });
}

/** Bit fields of one unit are one field for a cache. */
function joined(fields: readonly ReadField[]): ReadField[] {
  const all: ReadField[] = [];
  for (const field of fields) {
    const last = all.at(-1);
    const isSame =
      last?.offset !== undefined && last.offset === field.offset && last.type === field.type;
    if (isSame && last.size === field.size) {
      all[all.length - 1] = { ...last, name: `${last.name}, ${field.name}` };
    } else all.push(field);
  }
  return all;
}

export function layoutOfMembers(
  name: string,
  line: number,
  body: Body,
  attribute: number,
): ReadStruct {
  const isPahole = body.nodes.some(
    ({ place, inner }) => place || inner?.nodes.some((n) => n.place),
  );
  const fields = joined(fieldsIn(body, 0, '', isPahole));
  const lost = isPahole ? fields.find(({ offset }) => offset === undefined) : undefined;
  if (lost) {
    refuse(
      lost.line,
      `gives no offset for ${lost.name}, although other fields have one`,
      'paste it as pahole prints it',
    );
  }
  const alignment = Math.max(alignmentIn(body), attribute);
  const last = Math.max(0, ...fields.map(({ offset = 0, size = 0 }) => offset + size));
  const end = isPahole ? last : sizeAndAlignment(body).size;
  const size = end === undefined ? undefined : alignUp(end, alignment);
  if ((size ?? last) > mostBytes) {
    refuse(line, `has ${size ?? last} bytes`, `at most ${mostBytes} are taken`);
  }
  const from = isPahole ? 'pahole' : 'c';
  return { name, line, from, size, alignment, fields };
}
