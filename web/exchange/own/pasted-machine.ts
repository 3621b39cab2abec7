// The machines of a paste, told line by line: what one command printed may be cut by grep, have words between its lines, and stand
// there twice.

import { isBesideDomains, isDomainLine, isSpanLine } from './machine/domains.ts';
import { isLikwidHead, isLikwidLine } from './machine/likwid.ts';
import { inEnglish } from './machine/lscpu-languages.ts';
import { isLscpuHead } from './machine/lscpu-table.ts';
import { isLstopoLine } from './machine/lstopo-text.ts';
import { isTerminalRow } from './machine/matrix.ts';
import { isPerfHeadLine } from './machine/perf-head.ts';
import type { MachineKind } from './machine/reading.ts';
import { isFileName } from './machine/sysfs.ts';
import { isZoneLine } from './machine/zones.ts';
import {
  type FoundLines,
  LINE_CHARACTERS,
  type PastedLine,
  type PastedPart,
  textOfLines,
} from './pasted-lines.ts';

/** Lines that can be of one kind alone; the order decides where two would do. */
const lineKinds: readonly (readonly [MachineKind, RegExp])[] = [
  [
    'numactl',
    /^(available: \d+ nodes? |node \d+ (cpus|size|free):|node distances:|No NUMA available)/,
  ],
  ['numactl', /^node(\s+\d+)+\s*$/],
  ['numactl', /^\s*\d{1,9}:(\s+\d{1,3})+\s*$/],
  [
    'sysfs',
    /^(\/sys\/devices\/system\/)?(cpu\/(cpu\d+\/(topology|cache|cpuidle)\/|online:|possible:)|node\/(node\d+\/|has_\w+memory:)|proc\/(cpuinfo\/\w+|self\/(cpus|mems)):)/,
  ],
  ['likwid', /^CPU (name|type|stepping):\t/],
  ['cpuid', /^cpuid\/pu\d{1,5}:/],
  // Rows of lscpu -p and of a matrix look alike: which they are is told of all of them (kindOfRows).
  ['lscpu', /^\d{1,9}(,\d{0,9}){2,6},{1,2}\d{0,9}(:\d{0,9}){1,5}(,[YN])?$/],
  ['lscpu', /^# ?(CPU,|The following is the parsable|programs\. Each|starting usually)/],
  [
    'lscpu-text',
    /^(Architecture|CPU op-mode\(s\)|Address sizes|Byte Order|CPU\(s\)|O(n|ff)-line CPU\(s\) (list|mask)|Thread\(s\) per core|Core\(s\) per (socket|cluster)|Socket\(s\)( per book)?|Cluster\(s\)|Book\(s\)( per drawer)?|Drawer\(s\)|NUMA node(\(s\)|\d+ CPU\(s\))|Vendor ID|CPU family|Model( name)?|Stepping|CPU (max |min )?MHz|BogoMIPS|Virtualization( type)?|Hypervisor( vendor)?|L[1-4][di]?( cache)?|Flags|Vulnerab\S+ .{0,40}):/,
  ],
  [
    'cpuinfo',
    /^(processor|vendor_id|cpu family|model|model name|physical id|siblings|core id|cpu cores|cache size|stepping|flags|bogomips|CPU (implementer|architecture|variant|part|revision))\s*: /,
  ],
  // Its other lines are told by the tab before their colon.
  ['cpuinfo', /^[A-Za-z][\w ()-]{1,24}\t{1,3} {0,8}:/],
];

export function lineKind(line: string): MachineKind | undefined {
  // A row of a matrix has as many cells as there are CPUs.
  if (isRowOfCells(line)) return 'lscpu';
  if (isTerminalRow(line)) return 'matrix';
  if (line.length > LINE_CHARACTERS && !line.startsWith('Flags')) return undefined;
  if (line.startsWith('#') && isPerfHeadLine(line)) return 'perf-head';
  // lscpu indents its lines, and so do quotes.
  const text = inEnglish(line.trimStart());
  if (isDomainLine(text) || isBesideDomains(text)) return 'domains';
  return isLstopoLine(line) ? 'lstopo' : lineKinds.find(([, form]) => form.test(text))?.[0];
}

/** Cells parted by commas or semicolons, each a number, "nan" or nothing: at least two. */
function isRowOfCells(line: string): boolean {
  if (!/^[\s\d.,;na]*$/.test(line)) return false;
  const cells = line.split(/[,;]/);
  return cells.length > 1 && cells.every((cell) => /^(\d+(\.\d+)?|nan)?$/.test(cell.trim()));
}

/** Kinds in which the space before a line says something. */
const isSetIn: ReadonlySet<MachineKind> = new Set<MachineKind>([
  'lstopo',
  'lscpu-table',
  'zones',
  'matrix',
  'perf-head',
]);

/** The kind of each line, which may hang on those before it. */
class LineKinds {
  #isTable = false;
  #isZone = false;
  /** What tail and head print of several files: a name, then what stands in it. */
  #isNamed = false;
  #isLikwid = false;

  of(line: string): MachineKind | undefined {
    const text = line.trim();
    this.#isZone = isZoneLine(line) || (this.#isZone && /^\s/.test(line));
    this.#isTable = isLscpuHead(text) || (this.#isTable && /^(\d+|-)(\s+\S+)+$/.test(text));
    this.#isLikwid ||= isLikwidHead(text);
    if (isFileName(line)) {
      this.#isNamed = true;
      return 'sysfs';
    }
    if (this.#isNamed && text !== '') {
      this.#isNamed = false;
      return 'sysfs';
    }
    if (this.#isTable) return 'lscpu-table';
    if (this.#isZone) return 'zones';
    return this.#isLikwid && isLikwidLine(text) ? 'likwid' : lineKind(line);
  }
}

/** A line that a command prints among those that are read, and that says nothing of the shape: not a word of the mail. */
const isUnread = (line: string, last: MachineKind | undefined): boolean => {
  if (line.length > LINE_CHARACTERS) return false;
  if (last === 'lscpu-text') return /^\s{0,8}[A-Z][\w ()-]{0,40}:(\s{2,}\S|\s*$)/.test(line);
  return (
    last === 'lstopo' &&
    /^\s*(\d{1,4} x \{ |(HostBridge|PCI(Bridge)?|Misc|Net|Block|OpenFabrics|Co-?Proc\w*|GPU|DMA|Memory)\b|(Special )?depth )/.test(
      line,
    )
  );
};

/** Lines by kind: what one command printed may be cut by grep, and have words between its lines. */
export function machineParts(lines: readonly PastedLine[]): FoundLines {
  const byKind = new Map<MachineKind, PastedLine[]>();
  const kinds = new LineKinds();
  let others = 0;
  let last: MachineKind | undefined;
  for (const line of lines) {
    const kind = kinds.of(line.text);
    if (kind === undefined) {
      // A blank line ends nothing but the block of a CPU in /proc/cpuinfo.
      if (line.text.trim() === '' || isUnread(line.text, last)) continue;
      others += 1;
      last = undefined;
      continue;
    }
    last = kind;
    const own = byKind.get(kind);
    const kept = isSetIn.has(kind) ? line : { ...line, text: line.text.trimStart() };
    if (own) own.push(kept);
    else byKind.set(kind, [kept]);
  }
  const pieces = [...byKind].flatMap(([kind, own]) =>
    (kind === 'lscpu-text' ? copiesOf(own) : [own]).map((piece) => [kind, piece] as const),
  );
  const parts = pieces.flatMap(([kind, own]) => {
    if (!isEnough(kind, own)) return [];
    const text = textOfLines(kind === 'lscpu' ? widestTable(own) : own);
    const machine = kind === 'lscpu' ? kindOfRows(text) : kind;
    return [{ kind: 'machine', machine, text, line: own[0]!.number } as const];
  });
  const unused = pieces.filter(([machine, own]) => !isEnough(machine, own));
  return { parts, others: others + unused.reduce((sum, [, own]) => sum + own.length, 0) };
}

/** What lscpu printed twice, as a reply quotes it: it begins anew where its first lines do. Parts with several kinds of cores repeat others. */
function copiesOf(lines: readonly PastedLine[]): readonly (readonly PastedLine[])[] {
  const copies: PastedLine[][] = [[]];
  let begun = new Set<string>();
  for (const line of lines) {
    const name = /^(Architecture|CPU\(s\)):/.exec(line.text)?.[1];
    if (name !== undefined && begun.has(name)) {
      copies.push([]);
      begun = new Set();
    }
    if (name !== undefined) begun.add(name);
    copies.at(-1)!.push(line);
  }
  return copies;
}

/**
 * Keeps, of several tables of lscpu -p with as many CPUs, the one with most columns: people try one call after the
 * other. Tables of other lengths are of other machines, and all of them stay: the reader says so.
 */
function widestTable(lines: readonly PastedLine[]): readonly PastedLine[] {
  const tables: PastedLine[][] = [];
  let isHead = false;
  for (const line of lines) {
    const isComment = line.text.startsWith('#');
    if (tables.length === 0 || (isComment && !isHead)) tables.push([]);
    isHead = isComment;
    tables.at(-1)!.push(line);
  }
  const rowsOf = (table: readonly PastedLine[]) =>
    table.filter(({ text }) => !text.startsWith('#'));
  const counts = new Set(tables.map((table) => rowsOf(table).length));
  if (tables.length < 2 || counts.size > 1) return lines;
  const width = (table: readonly PastedLine[]) => (rowsOf(table)[0]?.text ?? '').split(',').length;
  return tables.reduce((best, table) => (width(table) > width(best) ? table : best));
}

/** Cells parted by commas: CPUs where a head says so or the first row is one of CPUs, else latencies. */
function kindOfRows(text: string): MachineKind {
  if (/^# ?(CPU,|The following)/m.test(text)) return 'lscpu';
  const [first = ''] = text.split('\n');
  return /^\d{1,9},\d{1,9}(,\d{0,9}){2,10}$/.test(first) ? 'lscpu' : 'matrix';
}

/** One line may be chance: "Model: x" of a mail is no lscpu, "1: 2 3" no distances. */
function isEnough(kind: MachineKind, lines: readonly PastedLine[]): boolean {
  const some = (form: RegExp) => lines.some(({ text }) => form.test(text));
  switch (kind) {
    case 'lscpu-text':
      return (
        lines.length >= 4 ||
        lines.some(({ text }) =>
          /^(CPU\(s\)|NUMA node\d{1,5} CPU\(s\)):\s+\d/.test(inEnglish(text)),
        )
      );
    case 'numactl':
      return some(/^(available|node \d+ cpus|node distances|No NUMA)/);
    case 'lstopo':
      return some(/\bPU [LP]#\d/);
    case 'perf-head':
      return some(/^#\s+(sibling|CPU \d)/);
    case 'cpuinfo':
      return some(/^processor\s*: \d/);
    case 'likwid':
      return lines.some(({ text }) => isLikwidHead(text.trim()));
    case 'domains':
      return lines.some(({ text }) => isSpanLine(text));
    case 'lscpu':
      return lines.length >= 2;
    default:
      return true;
  }
}

/**
 * What lscpu or numactl printed in pieces (lscpu, then its grep again; a reply that quotes the first mail) is one text, each
 * line once. Pieces that say different things are of two machines and stay apart: join.ts refuses them.
 */
export function joinParts(parts: readonly PastedPart[]): readonly PastedPart[] {
  const whole: PastedPart[] = [];
  for (const part of parts) {
    const isPiece = part.machine !== undefined && inPieces.has(part.machine);
    const at = isPiece ? whole.findIndex(({ machine }) => machine === part.machine) : -1;
    const text = at < 0 ? undefined : together(whole[at]!.text, part.text);
    if (text === undefined) whole.push(part);
    else whole[at] = { ...whole[at]!, text };
  }
  return whole;
}

const inPieces: ReadonlySet<MachineKind> = new Set<MachineKind>(['lscpu-text', 'numactl']);

/** One text of two, or undefined where a name that both have has another value. */
function together(one: string, other: string): string | undefined {
  const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const nameOf = (line: string) => line.slice(0, line.indexOf(':') + 1).trim();
  const [first, second] = [linesOf(one), linesOf(other)];
  const said = new Set(first.map((line) => line.trim()));
  const names = new Set(first.map(nameOf));
  const added = second.filter((line) => !said.has(line.trim()));
  if (added.some((line) => nameOf(line) !== '' && names.has(nameOf(line)))) return undefined;
  return `${[...first, ...added].join('\n')}\n`;
}
