// A trace of the scheduler into columns of events: unpacked piece by piece, and read by the first form of file that it looks
// like. A new form is a file and a line in `forms`. What the events mean together is worked out in replay.ts.

import { ScenarioError } from '../../../scenario/index.ts';
import { GZIP_RATIO, RECORDING_BYTES } from '../limits.ts';
import type { ReaderNotes } from '../notes.ts';
import { Unpacking } from '../packed/unpacking.ts';
import { refuseForeign } from '../text.ts';
import { Gathering, type RecordingWanted, type TraceEvents } from './gathering.ts';
import { jsonTrace } from './json-trace.ts';
import { perfettoTrace } from './perfetto.ts';
import { systrace } from './systrace.ts';
import { textTrace } from './text-trace.ts';
import { timehist } from './timehist.ts';
import { traceDat } from './trace-dat.ts';
import type { OpenTrace, TraceForm } from './trace-form.ts';

/** In the order in which they are tried: plain text takes what no other form knows. */
const forms: readonly TraceForm[] = [
  traceDat,
  perfettoTrace,
  jsonTrace,
  systrace,
  timehist,
  textTrace,
];

/** Bytes by which a form is told: our own exports say where they come from before their first line. */
const sniffed = 16 * 1024;

export const tooLong = (): ScenarioError =>
  new ScenarioError(
    'file',
    `has more than ${RECORDING_BYTES / 2 ** 20} MiB of text`,
    'record a shorter time, or cut it: trace-cmd report, perf sched script --time FROM,TO',
  );

const limits = { most: RECORDING_BYTES, ratio: GZIP_RATIO, tooLarge: tooLong };

/** Whether bytes begin as a trace that is no plain text of the kernel, trace-cmd or perf script. */
export function beginsAsTrace(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, sniffed);
  const text = new TextDecoder('latin1').decode(head);
  return forms.some((form) => form !== textTrace && form.is(head, text));
}

export class TraceReader {
  readonly #gathering: Gathering;
  readonly #unpacking = new Unpacking(limits, (bytes) => this.#take(bytes));
  #head: Uint8Array[] = [];
  #held = 0;
  #open: OpenTrace | undefined;

  constructor(notes: ReaderNotes, wanted: RecordingWanted = {}) {
    this.#gathering = new Gathering(notes, wanted);
  }

  /** Events of the scheduler so far. */
  get events(): number {
    return this.#gathering.events;
  }

  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void {
    this.#unpacking.push(bytes);
  }

  /** Throws ScenarioError. */
  finish(): TraceEvents {
    this.#unpacking.finish();
    const open = this.#open ?? this.#begin();
    open.finish();
    return this.#gathering.finish(() => open.nothing());
  }

  #take(bytes: Uint8Array): void {
    if (this.#open) {
      this.#open.push(bytes);
      return;
    }
    // A copy: the piece may be written anew before it is looked at.
    this.#head.push(bytes.slice());
    this.#held += bytes.length;
    if (this.#held >= sniffed) this.#begin();
  }

  #begin(): OpenTrace {
    const head = new Uint8Array(this.#held);
    let at = 0;
    for (const piece of this.#head) {
      head.set(piece, at);
      at += piece.length;
    }
    this.#head = [];
    const text = new TextDecoder('latin1').decode(head.subarray(0, sniffed));
    const form = forms.find(({ is }) => is(head, text)) ?? textTrace;
    if (form === textTrace) refuseForeign(head);
    this.#open = form.open(this.#gathering);
    this.#open.push(head);
    return this.#open;
  }
}
