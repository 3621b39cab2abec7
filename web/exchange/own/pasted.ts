// Takes a pasted text apart: a whole mail or a comment on a bug, with its quotes, fences and prompts, that holds what several
// commands printed. Says which parts it recognised and of which kind; the readers of each kind read them. Linear in the
// length of the text; nothing is interpreted here.

import { HWLOC_BYTES, MATRIX_BYTES, WORKLOAD_BYTES } from './limits.ts';
import type { MachineText } from './machine/join.ts';
import { isPerfHeadLine } from './machine/perf-head.ts';
import {
  type FoundLines,
  LINE_CHARACTERS,
  type PastedKind,
  type PastedLine,
  type PastedPart,
  textOfLines,
} from './pasted-lines.ts';
import { joinParts, lineKind, machineParts } from './pasted-machine.ts';
import { workloadKindOf } from './workload/read.ts';

export type { PastedKind, PastedPart } from './pasted-lines.ts';

export interface PastedText {
  readonly parts: readonly PastedPart[];
  /** Lines that say something and belong to no part: the words of a mail. */
  readonly others: number;
  /** Parts after those that are read. */
  readonly left: number;
}

/** The parts of a text, in its order; none if nothing in it is known, or if it is longer than anything that is read. */
export function partsOfPaste(text: string): PastedText {
  if (text.length > PASTE_CHARACTERS) return { parts: [], others: 0, left: 0 };
  const unclosed = { left: UNCLOSED };
  const found = blocksOf(text).map((lines) => partsOfBlock(lines, unclosed));
  const all = joinParts(found.flatMap((each) => each.parts));
  const others = found.reduce((sum, each) => sum + each.others, 0);
  return { parts: all.slice(0, PARTS), others, left: Math.max(0, all.length - PARTS) };
}

/**
 * The texts of a machine that a paste holds: the parts that a mail or a comment quotes, each with its kind. A text that begins
 * as one kind and holds no other is given back as it is, so that what is wrong in it is said at its line.
 */
export function machineTextsOf(
  paste: MachineText,
  found = () => partsOfPaste(paste.text).parts,
): readonly MachineText[] {
  if (paste.kind !== undefined) return [paste];
  const parts = found().filter(({ machine }) => machine !== undefined);
  const first = paste.text.split('\n').findIndex((line) => line.trim() !== '') + 1;
  const isPlain =
    parts.length === 1 &&
    parts[0]!.line === first &&
    !/^[ \t]*(?:>|&gt;)|<\/?pre>/m.test(paste.text);
  if (parts.length === 0 || isPlain) return [paste];
  return parts.map(({ text, machine }) => ({ text, kind: machine! }));
}

/** Parts of one paste that are read: more than a person puts into a report. */
export const PARTS = 64;
/** As much as the largest file of a machine: more is refused by its reader. */
export const PASTE_CHARACTERS = MATRIX_BYTES;
/** Brackets without an end that are looked for in one paste: each looks through as much as a workload may have. */
const UNCLOSED = 16;
/** A block of one shorter line is none of what is read. */
const LEAST_CHARACTERS = 6;

// ---- blocks --------------------------------------------------------------------------------------

const fence = /^\s*(```|~~~)/;
/** What a shell shows before a command: "$ lscpu", "root@host:~# numactl -H", "[user@host ~]$ ...". */
const prompt =
  /^\s*(?:\[?[\w.-]{1,64}@[\w.-]{1,64}[^$#]{0,128}[$#]|\$|[#%](?=\s+(?:sudo |lscpu|lstopo|hwloc-ls|numactl|cat |grep |perf |trace-cmd|pahole)))\s+\S/;

/** Runs of lines between fences and prompts, without quote marks. */
function blocksOf(text: string): readonly (readonly PastedLine[])[] {
  const blocks: PastedLine[][] = [[]];
  text.split('\n').forEach((raw, index) => {
    const bare = raw.replace(/\r$/, '').replace(/^(?:\s{0,3}(?:>|&gt;))+ ?/, '');
    const line = bare.replace(/^<pre>|<\/pre>\s{0,8}$/g, '');
    if (fence.test(line) || prompt.test(line)) blocks.push([]);
    else blocks.at(-1)!.push({ text: line, number: index + 1 });
  });
  return blocks.filter((block) => block.some(({ text: line }) => line.trim() !== ''));
}

// ---- the parts of a block ------------------------------------------------------------------------

/** How many more openings without an end are looked for. */
interface Unclosed {
  left: number;
}

function partsOfBlock(lines: readonly PastedLine[], unclosed: Unclosed): FoundLines {
  const [only, ...more] = lines;
  if (more.length === 0 && only!.text.length < LEAST_CHARACTERS) return { parts: [], others: 1 };
  const whole = wholeBlock(lines);
  if (whole) {
    const beside = [
      ...machinesBeside(whole, lines),
      ...headOf(whole, lines),
      ...structuresBeside(whole, lines, unclosed),
    ];
    return { parts: [whole, ...beside], others: 0 };
  }
  const parts: PastedPart[] = [];
  const left: PastedLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const bracketed = bracketedAt(lines, at, unclosed);
    if (bracketed) parts.push(bracketed.part);
    else left.push(lines[at]!);
    at = bracketed ? bracketed.end : at + 1;
  }
  const machine = machineParts(left);
  return {
    parts: [...onePolicy(parts), ...machine.parts].sort((a, b) => a.line - b.line),
    others: machine.others,
  };
}

/** The functions of a policy stand one after the other. */
function onePolicy(parts: readonly PastedPart[]): readonly PastedPart[] {
  const policies = parts.filter(({ kind }) => kind === 'policy');
  if (policies.length < 2) return parts;
  const [first] = policies;
  const whole = { ...first!, text: policies.map(({ text }) => text).join('\n') };
  return [whole, ...parts.filter(({ kind }) => kind !== 'policy')];
}

/** The machine that perf names before a trace or a report. */
function headOf({ kind }: PastedPart, lines: readonly PastedLine[]): readonly PastedPart[] {
  if (kind !== 'recording' && kind !== 'c2c') return [];
  const head = lines.filter(({ text }) => text.startsWith('#') && isPerfHeadLine(text));
  if (!head.some(({ text }) => /sibling|^#\s+CPU \d/.test(text))) return [];
  return [
    { kind: 'machine', machine: 'perf-head', text: textOfLines(head), line: head[0]!.number },
  ];
}

/** Machines above or below a trace or a report, without a fence between. */
function machinesBeside({ kind }: PastedPart, lines: readonly PastedLine[]): readonly PastedPart[] {
  if (kind !== 'recording' && kind !== 'c2c') return [];
  const forms = wholes.filter((whole) => whole.kind === kind);
  const isOwn = ({ text }: PastedLine) =>
    text.length < LINE_CHARACTERS && forms.some(({ is }) => is.test(text));
  const around = [
    lines.slice(0, lines.findIndex(isOwn)),
    lines.slice(lines.findLastIndex(isOwn) + 1),
  ];
  return around
    .flatMap((part) => machineParts(part).parts)
    .filter(({ machine }) => machine !== 'perf-head');
}

/** Structures before or behind a report: pahole output for the structure that is hot in it. */
function structuresBeside(
  { kind }: PastedPart,
  lines: readonly PastedLine[],
  unclosed: Unclosed,
): readonly PastedPart[] {
  if (kind !== 'c2c') return [];
  const found: PastedPart[] = [];
  for (let at = 0; at < lines.length; ) {
    const isStructure = opens(lines[at]!.text) === 'structure';
    const bracketed = isStructure ? bracketedAt(lines, at, unclosed) : undefined;
    if (bracketed) found.push(bracketed.part);
    at = bracketed?.end ?? at + 1;
  }
  return found;
}

/** Traces and reports have many forms of lines: one that is surely theirs claims the block. */
const wholes: readonly {
  readonly kind: PastedKind;
  readonly is: RegExp;
  /** How many such lines it takes. */
  readonly least?: number;
}[] = [
  { kind: 'recording', is: /\btask name\s{1,200}(?:prio\s{1,20})?wait time\s{1,20}sch delay\b/ },
  { kind: 'recording', is: /\bsched_(?:switch|wakeup|waking)\b.*(?:prev_comm=|comm=|==>|prio=)/ },
  {
    kind: 'c2c',
    is: /Shared (?:Data )?Cache Line (?:Distribution Pareto|Table|Event Information)/,
  },
  // A row of its Pareto, as mails quote it without its head.
  { kind: 'c2c', is: /^\s*(?:\d{1,3}\.\d{1,4}%\s{1,40}){4,6}0x[0-9a-f]{1,16}\s/ },
  // A trace of other events: its reader says what is not in it.
  {
    kind: 'recording',
    is: /^\s{0,40}\S.{0,40}-\d{1,7}\s{1,20}(?:\([\d -]{1,9}\)\s{1,20})?\[\d{3}\]\s{1,20}(?:\S{4,5}\s{1,20})?\d{1,9}\.\d{6}: +\w{1,64}:/,
    least: 2,
  },
];

function wholeBlock(lines: readonly PastedLine[]): PastedPart | undefined {
  const whole = wholes.find(({ is, least = 1 }) => {
    let left = least;
    return lines.some(({ text }) => text.length < LINE_CHARACTERS && is.test(text) && --left === 0);
  });
  const line = lines[0]!.number;
  if (whole) return { kind: whole.kind, text: textOfLines(lines), line };
  const said = lines.filter(({ text }) => text.trim() !== '');
  const [only] = said;
  const isLink = said.length === 1 && /^https?:\/\/[^\s#]+#\S+$/.test(only!.text.trim());
  if (isLink) return { kind: 'link', text: only!.text.trim(), line: only!.number };
  const text = textOfLines(lines);
  const isShort = workloadKindOf(text) === 'short' && !lines.some((each) => lineKind(each.text));
  // A sentence before a colon looks like a task's name, and a structure opens both a workload and nothing else.
  const isAllShort =
    said.some(({ text: each }) => taskLine.test(each)) &&
    said.every(({ text: each }) => shortLine.test(each));
  return isShort && isAllShort ? { kind: 'workload', text, line } : undefined;
}

const taskLine =
  /^[\w.<>-]{1,32}(\s[^:{]{0,200})?:\s*(run|spend|sleep|every|lock|wait|await|post|barrier|suspend|resume|write|read|set|chase|syscall|yield|fork)\b/;
const shortLine = /^\s*(#|duration\s|struct\b|typedef\b|[}\s]|[\w.<>-]{1,32}(\s[^:]{0,200})?:)/;

/** What a line opens that ends where its brackets do: an object, a document, a structure. */
function opens(line: string): 'object' | 'document' | 'structure' | 'policy' | undefined {
  const text = line.slice(0, LINE_CHARACTERS).trimStart();
  if (text.startsWith('{')) return 'object';
  if (/^<(\?xml|!DOCTYPE topology|topology)\b/.test(text)) return 'document';
  if (/^function\s{1,8}\w{1,40}\s?\([\w\s,]{0,200}\)\s{0,8}\{/.test(text)) return 'policy';
  return /^(typedef\s{1,8})?struct\b/.test(text) && !text.includes(';') ? 'structure' : undefined;
}

interface Bracketed {
  readonly part: PastedPart;
  /** The line behind it. */
  readonly end: number;
}

function bracketedAt(
  lines: readonly PastedLine[],
  at: number,
  unclosed: Unclosed,
): Bracketed | undefined {
  const { text: first, number } = lines[at]!;
  const what = opens(first);
  if (!what || unclosed.left === 0) return undefined;
  const end = what === 'document' ? documentEnd(lines, at) : bracesEnd(lines, at);
  if (end === undefined) {
    unclosed.left -= 1;
    return undefined;
  }
  const text = textOfLines(lines.slice(at, end));
  const kind = kindOfBracketed(what, text);
  return kind && { part: { ...kind, text, line: number }, end };
}

function kindOfBracketed(
  what: NonNullable<ReturnType<typeof opens>>,
  text: string,
): Pick<PastedPart, 'kind' | 'machine'> | undefined {
  if (what === 'structure' || what === 'policy') return { kind: what };
  if (what === 'document') {
    // libvirt calls its own document by the same name.
    return /<cells num=/.test(text) ? undefined : { kind: 'machine', machine: 'hwloc' };
  }
  const form = /"format"\s{0,8}:\s{0,8}"schedscape-(\w{1,20})\//.exec(
    text.slice(0, LINE_CHARACTERS),
  );
  if (form?.[1] === 'scenario' || form?.[1] === 'recipe') return { kind: 'document' };
  if (form?.[1] === 'sheet') return { kind: 'sheet' };
  if (workloadKindOf(text)) return { kind: 'workload' };
  const isList = /"(cpus|lscpu|caches)"\s{0,8}:/.test(text.slice(0, LINE_CHARACTERS));
  return isList ? { kind: 'machine', machine: 'lscpu-json' } : undefined;
}

/** The line behind the closing brace; undefined where none comes within as much as a workload may have. */
function bracesEnd(lines: readonly PastedLine[], at: number): number | undefined {
  let depth = 0;
  let isOpen = false;
  let seen = 0;
  for (let end = at; end < lines.length && seen <= WORKLOAD_BYTES; end++) {
    const { text } = lines[end]!;
    seen += text.length + 1;
    for (const letter of text) {
      if (letter === '{') depth += 1;
      else if (letter === '}') depth -= 1;
      isOpen ||= letter === '{';
    }
    // The brace of a structure stands in its first line or the next.
    if (!isOpen && end > at) return undefined;
    if (isOpen && depth <= 0) return end + 1;
  }
  return undefined;
}

function documentEnd(lines: readonly PastedLine[], at: number): number | undefined {
  let seen = 0;
  for (let end = at; end < lines.length && seen <= HWLOC_BYTES; end++) {
    const { text } = lines[end]!;
    if (text.includes('</topology>')) return end + 1;
    seen += text.length + 1;
  }
  return undefined;
}
