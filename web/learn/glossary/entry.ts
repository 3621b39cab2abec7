// How an entry of the glossary is written down; the entries stand in the files beside this one.

import { termOfReason } from '../../views/explain/reasons.ts';

export interface GlossaryEntry {
  /** What links name; lower case with hyphens. */
  readonly id: string;
  readonly name: string;
  /** Two sentences, or three where two would be long. */
  readonly text: string;
  /** The kernel function or structure to read on in, and its file. */
  readonly kernel?: string;
}

export const glossaryEntry = (
  id: string,
  name: string,
  text: string,
  kernel?: string,
): GlossaryEntry => (kernel === undefined ? { id, name, text } : { id, name, text, kernel });

/** The entry about a reason code of explain records. */
export const reason = (code: string, text: string): GlossaryEntry =>
  glossaryEntry(termOfReason(code), code, text);
