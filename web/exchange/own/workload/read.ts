// A workload of one's own from the text of a file: the kind of file, its reader, and the notes about it.

import { ScenarioError } from '../../../scenario/index.ts';
import { parseWorkload } from '../../../scenario/program/compile.ts';
import type { WorkloadForm } from '../../../scenario/program/schema.ts';
import { WORKLOAD_BYTES } from '../limits.ts';
import { ReaderNotes } from '../notes.ts';
import { Leaving } from './left-out.ts';
import { type RtAppWanted, readRtApp } from './rt-app.ts';
import { readShort } from './short.ts';

export const workloadKinds = ['rt-app', 'short', 'workload'] as const;
export type WorkloadKind = (typeof workloadKinds)[number];

export interface OwnWorkload {
  readonly kind: WorkloadKind;
  readonly form: WorkloadForm;
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
}

export const MOST_WORKLOAD_BYTES = WORKLOAD_BYTES;

/** The kind a text is of; undefined: none of them. */
export function workloadKindOf(text: string): WorkloadKind | undefined {
  const head = text.slice(0, 64 * 1024).trimStart();
  if (/^(\{|\/\*|\/\/)/.test(head)) {
    if (/"format"\s*:\s*"schedscape-workload\//.test(head)) return 'workload';
    // What rt-app's merge.py joins: a file of its resources or its settings alone.
    const isPart = /^\{\s*"(global|resources)"\s*:/.test(head);
    return isPart || /"tasks"\s*:/.test(head) ? 'rt-app' : undefined;
  }
  const first = head.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  if (first === undefined) return undefined;
  const isShort =
    /^\s*(duration\s+\d|(typedef\s+)?struct\b|[A-Za-z0-9_.<>-]{1,32}(\s+[^:]{0,200})?\s*:\s*[a-z]+( |;|$))/.test(
      first,
    );
  return isShort ? 'short' : undefined;
}

const readers: Readonly<
  Record<WorkloadKind, (text: string, notes: ReaderNotes, wanted: RtAppWanted) => WorkloadForm>
> = {
  'rt-app': readRtApp,
  short: readShort,
  workload: (text) => parseWorkload(text),
};

/** Throws ScenarioError. */
export function readWorkload(
  text: string,
  wanted: RtAppWanted = {},
  kind = workloadKindOf(text),
): OwnWorkload {
  if (!kind) {
    const remedy = `give an rt-app file, the short form or a schedscape-workload, or say which it is with --as ${workloadKinds.join(', ')}`;
    throw new ScenarioError('file', 'is not a workload that can be read', remedy);
  }
  if (text.length > WORKLOAD_BYTES) {
    throw new ScenarioError(
      'file',
      `has ${text.length} characters`,
      `at most ${WORKLOAD_BYTES} are read`,
    );
  }
  const notes = new ReaderNotes();
  const { leaveOut = [] } = wanted;
  const form = readers[kind](text, notes, wanted);
  // Only rt-app's files have what can be left out; elsewhere every word is one too many.
  if (kind !== 'rt-app') new Leaving(leaveOut).used();
  return { kind, form, leftOut: leaveOut, notes: notes.list() };
}
