// The contents of a paste or a file, in sentences, and its possible uses: page and command line say the same of it.
// Traces are only named here; their own reader, which may take a while, reads them.

import { ScenarioError } from '../../scenario/index.ts';
import { readC2c } from './c2c/read.ts';
import { knownBySight } from './known-by-sight.ts';
import { layoutsToTry } from './layout-to-try.ts';
import { ARCHIVE_BYTES, ARCHIVE_RATIO } from './limits.ts';
import { type MachineText, readMachineTexts } from './machine/join.ts';
import { MOST_MACHINE_BYTES, machineKindOf } from './machine/kinds.ts';
import { listingOf } from './machine/tar.ts';
import { type AskedQuestion, counted, type ReaderAnswers, ReaderNotes } from './notes.ts';
import type { OwnFileOffer, Understood } from './offer.ts';
import { Unpacking } from './packed/unpacking.ts';
import { joinBytes } from './packed/whole.ts';
import {
  machineTextsOf,
  PASTE_CHARACTERS,
  type PastedKind,
  type PastedPart,
  type PastedText,
  partsOfPaste,
} from './pasted.ts';
import { c2cOf } from './recognised-c2c.ts';
import { beginsAsTrace } from './recording/read.ts';
import type { GivenMachine } from './recording/recording.ts';
import { readStructs } from './struct/read.ts';
import { textOfFile } from './text.ts';
import { readWorkload, workloadKindOf } from './workload/read.ts';

export interface Recognised {
  readonly kind: PastedKind;
  /** As a person calls it. */
  readonly name: string;
  /** The line of the paste in which it begins. */
  readonly line: number;
  readonly text: string;
  /** What was understood, or why it was refused. */
  readonly says: string;
  readonly isRefused: boolean;
  readonly notes: readonly string[];
  readonly offers: readonly OwnFileOffer[];
  /** What a machine leaves open, with what is taken meanwhile. */
  readonly questions?: readonly AskedQuestion[];
  /** Of a machine that several texts tell: each on its own, since together they are no listing. */
  readonly texts?: readonly MachineText[];
}

export interface RecognisedAll {
  readonly parts: readonly Recognised[];
  /** Lines that say something and belong to no part. */
  readonly others: number;
  /** Parts after those that are read. */
  readonly left?: number;
  /** Why nothing in it is known, where it could not be looked through. */
  readonly problem?: string;
}

const names: Readonly<Record<PastedKind, string>> = {
  machine: 'A machine',
  workload: 'A workload',
  recording: 'A trace of the scheduler',
  c2c: 'A perf c2c report',
  structure: 'A C structure',
  policy: 'A policy',
  document: 'A scenario or recipe',
  sheet: 'A sheet of a lab',
  link: 'A link',
};

export type { OwnFileOffer } from './offer.ts';

const nothing = (problem?: string): RecognisedAll => ({
  parts: [],
  others: 0,
  ...(problem !== undefined && { problem }),
});

/** Never throws: what cannot be read says so in its place. `answers` are to what a machine in it leaves open. */
export function recognised(text: string, answers: ReaderAnswers = {}): RecognisedAll {
  if (text.length > PASTE_CHARACTERS) {
    const most = PASTE_CHARACTERS / 2 ** 20;
    return nothing(
      `It has ${text.length} characters; at most ${most} Mi are looked through. Give the parts that count, or a trace as a file.`,
    );
  }
  const found = partsOfPaste(text);
  return found.parts.length > 0 ? ofParts(found, text, answers) : ofWhole(text, answers);
}

/** The same of a file, or of the beginning of one (`isCut`) that is larger than anything but a trace may be. */
export function recognisedFile(bytes: Uint8Array<ArrayBuffer>, isCut = false): RecognisedAll {
  // Of its unpacked beginning: a packed trace begins as its packing does.
  const head = headOf(bytes);
  if (beginsAsTrace(head)) return traceAlone();
  let text: string;
  try {
    text = textOfFile(bytes, MOST_MACHINE_BYTES, listingOf);
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    if (isTraceOfLines(head)) return traceAlone();
    // The end of a file that is cut here is not missing.
    const { problem, remedy } = isCut ? tooLarge(bytes.length) : cause;
    return nothing(`The file ${problem}; ${remedy}.`);
  }
  return recognised(text);
}

const tooLarge = (looked: number) => ({
  problem: `has more than ${looked / 2 ** 20} MiB`,
  remedy: 'only a trace may have more: open it in the Trace view of a story',
});

/** Bytes looked at of a file that is too large for anything but a trace. */
const headBytes = 256 * 1024;

/** The first bytes of a file, unpacked as far as they can be. */
function headOf(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const enough = () => new ScenarioError('file', 'is told', 'read on');
  const limits = { most: 2 * ARCHIVE_BYTES, ratio: ARCHIVE_RATIO, tooLarge: enough };
  const unpacking = new Unpacking(limits, (piece) => {
    pieces.push(piece.slice(0, headBytes));
    size += pieces.at(-1)!.length;
    if (size >= headBytes) throw enough();
  });
  try {
    unpacking.push(bytes);
    unpacking.finish();
  } catch (cause) {
    // The reader reports an error in the rest of the file.
    if (!(cause instanceof ScenarioError)) throw cause;
  }
  return joinBytes(pieces, size);
}

function isTraceOfLines(head: Uint8Array): boolean {
  return /\bsched_(switch|wakeup|waking)\b/.test(new TextDecoder('latin1').decode(head));
}

/** A file that is a trace and nothing else, in whatever form. */
export const traceAlone = (): RecognisedAll => ({
  parts: [understood({ kind: 'recording', line: 1, text: '' }, () => readers.recording(''))],
  others: 0,
});

/** The machine of a paste, for a trace that stands in it, too; undefined: there is none, or it cannot be read. */
export function machineIn(
  parts: readonly Recognised[],
  answers: ReaderAnswers = {},
): GivenMachine | undefined {
  const machine = parts.find(({ kind, isRefused }) => kind === 'machine' && !isRefused);
  if (!machine) return undefined;
  const own = readMachineTexts(machine.texts ?? machineTextsOf({ text: machine.text }), {
    answers,
  });
  const { topology, timings, measured, cpuNumbers } = own;
  return { machine: { topology, timings, measured }, cpus: own.machine.cpus, cpuNumbers };
}

/** A text that is of one kind as a whole: a line of hwloc's synthetic form, a workload with a fault in it. */
function ofWhole(text: string, answers: ReaderAnswers): RecognisedAll {
  const part = { kind: 'machine', line: 1, text } as const;
  if (isMachine(text)) {
    return {
      parts: [understood(part, () => machineOf([{ text }], answers))],
      others: 0,
    };
  }
  if (!workloadKindOf(text)) return unknown(text);
  const workload = { ...part, kind: 'workload' } as const;
  const found = understood(workload, () => workloadOf(text));
  // A sentence before a colon looks like a task.
  return found.isRefused && !/^\s*[{/]/.test(text) ? unknown(text) : { parts: [found], others: 0 };
}

function unknown(text: string): RecognisedAll {
  const known = knownBySight(text);
  return nothing(known && `It ${known.problem}; ${known.remedy}.`);
}

function isMachine(text: string): boolean {
  try {
    machineKindOf(text);
    return true;
  } catch (cause) {
    if (cause instanceof ScenarioError) return false;
    throw cause;
  }
}

function ofParts(
  { parts, others, left }: PastedText,
  whole: string,
  answers: ReaderAnswers,
): RecognisedAll {
  const machines = parts.filter(({ kind }) => kind === 'machine');
  const found = parts
    .filter(({ kind }) => kind !== 'machine')
    .map((part) => understood(part, () => readers[part.kind](part.text)));
  const [first] = machines;
  if (first) {
    // A text that is one listing and no more is read as it is, so that a line with a fault in it is not taken for words.
    const texts = machineTextsOf({ text: whole }, () => parts);
    const text = texts.map((each) => each.text).join('\n');
    found.push({ ...understood({ ...first, text }, () => machineOf(texts, answers)), texts });
  }
  const known = withLayouts(
    found.sort((a, b) => a.line - b.line),
    answers,
  );
  return { parts: known, others, ...(left > 0 && { left }) };
}

/** What is understood of one part; a refusal says why and what to do. */
function understood({ kind, line, text }: PastedPart, read: () => Understood): Recognised {
  const part = { kind, name: names[kind], line, text } as const;
  try {
    const { says, notes = [], offers, questions } = read();
    return { ...part, says, isRefused: false, notes, offers, ...(questions && { questions }) };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    const where = path === 'file' || path === 'text' ? '' : `${path} `;
    const says = `Cannot be read: ${where}${problem}. What helps: ${remedy}.`;
    return { ...part, says, isRefused: true, notes: [], offers: [] };
  }
}

function machineOf(texts: readonly MachineText[], answers: ReaderAnswers): Understood {
  const { topology, notes, questions } = readMachineTexts(texts, { answers });
  const { cpus, cores, packages, nodes, llcs } = topology;
  const says = [
    counted(cpus, 'CPU'),
    counted(cores, 'core'),
    counted(packages.length, 'package'),
    counted(nodes.length, 'node'),
    counted(llcs.length, 'LLC'),
  ].join(', ');
  const given = Object.entries(answers)
    .map(([about, answer]) => ` --answer ${about}=${answer.includes(' ') ? `"${answer}"` : answer}`)
    .join('');
  const kinds = [...new Set(texts.map(({ kind, text }) => kind ?? machineKindOf(text)))].join(', ');
  return {
    says: `${says} (${kinds}).`,
    notes,
    ...(questions.length > 0 && { questions }),
    offers: [
      {
        ...{ name: 'Run a story on it', view: 'machine' },
        command: `run cpupri/cyclic --machine FILE${given}`,
      },
      ...(llcs.length > nodes.length
        ? [
            {
              name: 'See tasks spread over its caches',
              story: 'split-llc/node-fills-up',
              view: 'machine',
              command: `run split-llc/node-fills-up --machine FILE${given}`,
            },
          ]
        : []),
    ],
  };
}

/** With the layouts to try that a report and a structure of one paste give together, said of the structure. */
function withLayouts(parts: readonly Recognised[], answers: ReaderAnswers): readonly Recognised[] {
  const report = parts.find(({ kind, isRefused }) => kind === 'c2c' && !isRefused);
  const structures = parts.filter(({ kind, isRefused }) => kind === 'structure' && !isRefused);
  if (!report || structures.length === 0) return parts;
  const lines = readC2c(report.text, new ReaderNotes());
  const structs = structures.flatMap(({ text }) => readStructs(text));
  const found = layoutsToTry(lines, structs, machineIn(parts, answers)?.machine);
  if (!found) return parts;
  const part = structures.find(({ text }) =>
    readStructs(text).some(({ name }) => name === found.struct),
  );
  const offers = found.layouts.map(({ name, recipe }, at) => ({
    ...{ name, recipe, view: 'document' },
    command: `tell FILE --try ${at + 1} --out layout.json`,
  }));
  return parts.map((each) =>
    each === part
      ? {
          ...each,
          says: `${each.says} ${found.says}`,
          notes: [...each.notes, ...found.notes],
          offers: [...offers, ...each.offers],
        }
      : each,
  );
}

/** Words that can be left out of a workload: as many as there are, each asked for once. */
const mostLeftOut = 16;

/** A workload, without what is not simulated where that can be left out. Throws ScenarioError. */
function readWithout(text: string) {
  const leaveOut: string[] = [];
  for (;;) {
    try {
      return { ...readWorkload(text, { leaveOut }), leaveOut };
    } catch (cause) {
      if (!(cause instanceof ScenarioError)) throw cause;
      const word = /--leave-out ([a-z-]{1,30})/.exec(`${cause.problem} ${cause.remedy}`)?.[1];
      const isNew = word !== undefined && !leaveOut.includes(word);
      if (!isNew || leaveOut.length >= mostLeftOut) throw cause;
      leaveOut.push(word);
    }
  }
}

function workloadOf(text: string): Understood {
  const { form, kind, notes, leaveOut } = readWithout(text);
  const without = leaveOut.length > 0 ? ` --leave-out ${leaveOut.join(',')}` : '';
  const choice =
    leaveOut.length > 0
      ? ` Not simulated, and left out if you choose so: ${leaveOut.join(', ')}.`
      : '';
  return {
    says: `${counted(form.tasks.length, 'kind')} of tasks (${kind}).${choice}`,
    notes,
    offers: [
      {
        name: 'Open it in the Workload view',
        view: 'workload',
        command: `run --workload FILE${without}`,
      },
    ],
  };
}

function structureOf(text: string): Understood {
  const structs = readStructs(text);
  const last = structs.at(-1)!;
  return {
    says: `struct ${last.name}, ${counted(last.fields.length, 'field')}. Add lines of threads after the struct to make a workload of it.`,
    // Nothing runs without threads.
    offers: [{ name: 'Open it in Struct layout', view: 'struct-layout' }],
  };
}

const readers: Readonly<Record<PastedKind, (text: string) => Understood>> = {
  machine: () => ({ says: '', offers: [] }),
  workload: workloadOf,
  recording: () => ({
    says: 'It shows which tasks ran where, waited and migrated: its own view reads it.',
    offers: [
      { name: 'Read it in the Trace view', view: 'recording', command: 'recording FILE' },
      {
        name: 'Make a workload from it',
        view: 'recording',
        command: 'extract FILE --fitted --out mine.json',
      },
    ],
  }),
  c2c: c2cOf,
  structure: structureOf,
  policy: () => ({
    says: 'Functions of a scheduling policy.',
    offers: [
      {
        name: 'Open it in the Policy view',
        view: 'policy',
        command: 'race split-llc/one-wakeup --policy FILE',
      },
    ],
  }),
  document: () => ({
    says: 'As saved or shared from here.',
    offers: [{ name: 'Open it', view: 'document', command: 'run --recipe FILE' }],
  }),
  sheet: () => ({
    says: 'Answers to a lab, as saved by a student.',
    offers: [{ name: 'See the labs', view: 'labs', command: 'grade FILE' }],
  }),
  link: () => ({
    says: 'As shared from a page like this one.',
    offers: [{ name: 'Open it', view: 'link', command: 'run --recipe LINK' }],
  }),
};
