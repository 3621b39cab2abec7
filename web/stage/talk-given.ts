// A talk by its name, on the stage: its stories opened, their runs begun, its first picture shown. Comes with a talk.

import type { OpenOutcome } from './opening.ts';
import { given } from './talk-ref.ts';
import { type TalkHost, TalkRun } from './talk-run.ts';
import { openTalk } from './talk-steps.ts';

export interface GivingHost extends TalkHost {
  /** Nothing else has been asked for since. */
  readonly isWanted: () => boolean;
}

/** Gives a talk from a step of it, from 1. Throws ScenarioError, or Error if something could not be fetched. */
export async function giveTalk(name: string, step = 1, host: GivingHost): Promise<OpenOutcome> {
  const talk = await openTalk(name);
  if (!host.isWanted()) {
    for (const { playback } of talk.stories.values()) playback.close();
    return { kind: 'overtaken' };
  }
  given.talk?.close();
  new TalkRun(talk, step - 1, host).start();
  const [first] = talk.stories.values();
  return { kind: 'opened', content: first!.content };
}
