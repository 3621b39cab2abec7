// The running talk, if there is one, for code that opens something else: all that a page without a talk loads of
// it.

/** The runner of a talk (talk-run.ts). */
export interface GivenTalk {
  /** Its runs end with it. */
  readonly close: () => void;
  /** Goes to a step, from 1, if it is the talk of that name. */
  readonly goTo: (name: string, step?: number) => boolean;
}

export const given: { talk?: GivenTalk | undefined } = {};
