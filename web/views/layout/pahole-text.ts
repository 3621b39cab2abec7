// A layout as pahole prints it (dwarves 1.24): offsets and sizes, holes, cache-line boundaries, sums.

import { LINE_BYTES, type RootDomain } from '../../scenario/layout/index.ts';
import { type Declared, type DeclaredMember, declarationsOf } from './declarations.ts';

const TYPE_WIDTH = 26;
const NAME_WIDTH = 21;

/** pahole writes every star apart: "atomic_t * *". */
const spelled = (type: string): string => type.replace(/\*\*/, '* *');

const aligned = (bytes: number): string => ` __attribute__((__aligned__(${bytes})))`;

function memberLine({ type, declarator, forced, offset, size }: DeclaredMember): string {
  const name = `${declarator}${forced ? aligned(forced) : ''};`;
  const place = `/* ${String(offset).padStart(5)} ${String(size).padStart(5)} */`;
  return `\t${spelled(type).padEnd(TYPE_WIDTH)} ${name.padEnd(NAME_WIDTH)} ${place}`;
}

/** The comment where a member at `offset` is the first behind a boundary; undefined if it is not. */
function boundary(offset: number, before: number): string | undefined {
  const line = Math.floor(offset / LINE_BYTES);
  if (line <= before) return undefined;
  const past = offset % LINE_BYTES;
  const where = `\t/* --- cacheline ${line} boundary (${line * LINE_BYTES} bytes)`;
  return past === 0 ? `${where} --- */` : `${where} was ${bytes(past)} ago --- */`;
}

interface Hole {
  readonly size: number;
  /** In front of a member whose alignment was forced. */
  readonly forced: boolean;
}

function holesOf({ members }: Declared): (Hole | undefined)[] {
  let end = 0;
  return members.map(({ offset, size, forced }) => {
    const hole = offset > end ? { size: offset - end, forced: forced > 0 } : undefined;
    end = offset + size;
    return hole;
  });
}

function body(declared: Declared): string[] {
  const lines: string[] = [];
  const holes = holesOf(declared);
  let line = 0;
  /** pahole sets comments of one member apart by one empty line. */
  let fresh = true;
  const remark = (text: string) => {
    if (!fresh) lines.push('');
    else if (lines.at(-1) === '') lines.pop();
    lines.push(text, '');
    fresh = true;
  };
  for (const [index, member] of declared.members.entries()) {
    const hole = holes[index];
    if (hole) remark(`\t/* XXX ${bytes(hole.size)} hole, try to pack */`);
    const crossing = boundary(member.offset, line);
    if (crossing) lines.push(crossing);
    line = Math.max(line, Math.floor(member.offset / LINE_BYTES));
    lines.push(memberLine(member));
    fresh = false;
    if (member.tail > 0) remark(`\t/* XXX last struct has ${bytes(member.tail)} of padding */`);
  }
  if (lines.at(-1) !== '') lines.push('');
  return lines;
}

const bytes = (count: number): string => `${count} byte${count === 1 ? '' : 's'}`;

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

function summary(declared: Declared): string[] {
  const { laid, members } = declared;
  const holes = holesOf(declared).filter((hole) => hole !== undefined);
  const last = members.at(-1)!;
  const padding = laid.size - last.offset - last.size;
  const tails = members.map(({ tail }) => tail).filter((tail) => tail > 0);
  const forced = members.filter((member) => member.forced > 0).length;
  const forcedHoles = holes.filter((hole) => hole.forced).map(({ size }) => size);
  const lines = [
    `size: ${laid.size}, cachelines: ${Math.ceil(laid.size / LINE_BYTES)}, members: ${members.length}`,
  ];
  if (holes.length > 0) {
    const used = sum(members.map(({ size }) => size));
    const lost = sum(holes.map(({ size }) => size));
    lines.push(`sum members: ${used}, holes: ${holes.length}, sum holes: ${lost}`);
  }
  if (padding > 0) lines.push(`padding: ${padding}`);
  if (tails.length > 0) lines.push(`paddings: ${tails.length}, sum paddings: ${sum(tails)}`);
  if (forced > 0) {
    const lost = `, forced holes: ${forcedHoles.length}, sum forced holes: ${sum(forcedHoles)}`;
    lines.push(`forced alignments: ${forced}${forcedHoles.length > 0 ? lost : ''}`);
  }
  const rest = laid.size % LINE_BYTES;
  if (rest > 0) lines.push(`last cacheline: ${bytes(rest)}`);
  return lines.map((line) => `\t/* ${line} */`);
}

/** The structures one after the other, inner ones first, as `pahole file.o` prints them. */
export function paholeText(layout: RootDomain): string {
  return declarationsOf(layout)
    .map((declared) => {
      const { name, members, laid } = declared;
      const isForced = members.some(({ forced }) => forced > 0);
      const lines = [`struct ${name} {`, ...body(declared), ...summary(declared)];
      return `${lines.join('\n')}\n}${isForced ? aligned(laid.alignment) : ''};\n`;
    })
    .join('');
}
