// The talk that is given now, if one is, for who opens something else: all that a page without a talk has of it.

/** Who runs a talk (talk-run.ts). */
export interface GivenTalk {
  /** Its runs end with it. */
  readonly close: () => void;
  /** Goes to a step, from 1, if it is the talk of that name. */
  readonly goTo: (name: string, step?: number) => boolean;
}

export const given: { talk?: GivenTalk | undefined } = {};
