// A talk by its name, on the stage: its stories opened, their runs begun, its first picture shown. Comes with a talk.

import type { Content } from './stage-content.ts';
import { type TalkHost, TalkRun } from './talk-run.ts';
import { openTalk } from './talk-steps.ts';

export interface GivingHost extends TalkHost {
  /** Nothing else has been asked for since. */
  readonly isWanted: () => boolean;
}

/** What is on stage then; undefined: something else was asked for meanwhile. Throws ScenarioError, or Error. */
export async function giveTalk(
  name: string,
  step: number,
  host: GivingHost,
): Promise<Content | undefined> {
  const talk = await openTalk(name);
  const [first] = talk.stories.values();
  if (!host.isWanted()) {
    for (const { playback } of talk.stories.values()) playback.close();
    return undefined;
  }
  new TalkRun(talk, step - 1, host).start();
  return first?.content;
}
