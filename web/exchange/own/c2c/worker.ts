// The worker that reads one report of perf c2c and is thrown away.

import * as comlink from 'comlink';
import { reportLife } from '../../../base/worker-life.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { ReaderNotes } from '../notes.ts';
import { textOfFile } from '../text.ts';
import { C2C_BYTES, type OwnC2cLine, readC2c } from './read.ts';

export type C2cAnswer =
  | {
      readonly kind: 'read';
      readonly lines: readonly OwnC2cLine[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problem: string; readonly remedy: string };

async function read(report: Blob): Promise<C2cAnswer> {
  try {
    if (report.size > C2C_BYTES) {
      const problem = `has ${report.size} bytes; at most ${C2C_BYTES} are read`;
      throw new ScenarioError('file', problem, 'check that it is the right file');
    }
    const notes = new ReaderNotes();
    const text = textOfFile(new Uint8Array(await report.arrayBuffer()), C2C_BYTES);
    const lines = readC2c(text, notes);
    return { kind: 'read', lines, notes: notes.list() };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    return { kind: 'refused', problem: cause.problem, remedy: cause.remedy };
  }
}

const service = { read };
export type C2cService = typeof service;

reportLife();
comlink.expose(service, self as comlink.Endpoint);
