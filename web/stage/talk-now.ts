// The talk that is given now, if one is: where it stands, for who draws it, and who runs it, for who ends it.

import { create } from 'zustand';
import type { KeyMeaning } from '../present/keys.ts';
import type { TalkState } from '../present/talk.ts';

/** Who runs a talk (talk-run.ts). */
export interface RunningTalk {
  readonly obey: (meaning: KeyMeaning) => void;
  /** Its runs end with it. */
  readonly close: () => void;
}

export interface TalkNow {
  readonly state: TalkState;
  readonly run: RunningTalk;
}

export const useTalk = create<{ readonly now: TalkNow | undefined }>(() => ({ now: undefined }));

/** Ends the talk there is: something else comes on stage. */
export const endTalk = (): void => useTalk.getState().now?.run.close();

/** Goes to a step (from 1) of the talk of that name, if that is the one that is given. */
export function goInTalk(name: string, step = 1): boolean {
  const { now } = useTalk.getState();
  if (now?.state.name !== name) return false;
  now.run.obey({ go: step - 1 });
  return true;
}
