// What a form of trace file is to its reader: how it is told, and how it is read piece by piece.

import type { ScenarioError } from '../../../scenario/index.ts';
import type { Gathering } from './gathering.ts';

export interface OpenTrace {
  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void;
  /** Throws ScenarioError. */
  finish(): void;
  /** Why no switch was found. */
  nothing(): ScenarioError;
}

export interface TraceForm {
  /** Of the first bytes of a file, also as text of one byte a character. */
  readonly is: (bytes: Uint8Array, head: string) => boolean;
  readonly open: (gathering: Gathering) => OpenTrace;
}
