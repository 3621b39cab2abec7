// What the parts of a paste are made of: lines with their numbers, and what is found in them.

import type { MachineKind } from './machine/reading.ts';

export type PastedKind =
  | 'machine'
  | 'workload'
  | 'recording'
  | 'c2c'
  | 'structure'
  | 'policy'
  | 'document'
  | 'sheet'
  | 'link';

export interface PastedPart {
  readonly kind: PastedKind;
  /** Of a machine: which reader reads it. */
  readonly machine?: MachineKind;
  readonly text: string;
  /** The first line of it in what was pasted, from 1. */
  readonly line: number;
}

export interface PastedLine {
  readonly text: string;
  readonly number: number;
}

export interface FoundLines {
  readonly parts: readonly PastedPart[];
  readonly others: number;
}

/** Characters of a line that may be a command's output; flags of a processor have the most. */
export const LINE_CHARACTERS = 4096;

export const textOfLines = (lines: readonly PastedLine[]): string =>
  `${lines.map(({ text }) => text).join('\n')}\n`;
