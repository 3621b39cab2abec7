// An opened file or paste: what it was recognised as, and what it can be used for.

import type { AskedQuestion } from './notes.ts';

/** One thing to do with it: in the page at one press, on the command line by a command. */
export interface OwnFileOffer {
  readonly name: string;
  /** The story that it is done in; undefined: the one on stage, or the first. */
  readonly story?: string;
  /** The view that takes it, by its link; "machine" is the dialog. */
  readonly view: string;
  /** Behind `schedscape`, with FILE where the file's name goes; undefined: only the page does it. */
  readonly command?: string;
  /** What it opens, in the place of a view: a recipe, as its file has it. */
  readonly recipe?: object;
}

export interface Understood {
  readonly says: string;
  readonly notes?: readonly string[];
  /** What a machine leaves open, with what is taken meanwhile. */
  readonly questions?: readonly AskedQuestion[];
  readonly offers: readonly OwnFileOffer[];
}
