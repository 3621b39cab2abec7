// The running talk, if there is one: its position, for the parts that draw it, and the object that obeys its keys.

import { create } from 'zustand';
import type { KeyMeaning } from '../present/keys.ts';
import type { TalkState } from '../present/talk.ts';

/** The runner of a talk (talk-run.ts). */
export interface RunningTalk {
  readonly obey: (meaning: KeyMeaning) => void;
  /** Shows a step, from 0. */
  readonly show: (at: number) => void;
}

export interface TalkNow {
  readonly state: TalkState;
  readonly run: RunningTalk;
}

export const useTalk = create<{ readonly now: TalkNow | undefined }>(() => ({ now: undefined }));
