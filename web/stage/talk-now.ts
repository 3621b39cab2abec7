// The talk that is given now, if one is: where it stands, for who draws it, and who obeys.

import { create } from 'zustand';
import type { KeyMeaning } from '../present/keys.ts';
import type { TalkState } from '../present/talk.ts';

/** Who runs a talk (talk-run.ts). */
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
