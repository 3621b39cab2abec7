// The moment of a call that failed: that of the decision it was asked for, where it was asked for one.

import type { RemoteEngine } from '../../engine/start.ts';

/** ns. What Linux takes at most to decide instead. */
const decidesWithin = 100_000;
/** Decisions of one CPU in that time, with room to spare. */
const looked = 64;

/** Where the decision stands of which the call of this CPU that ended at `time` was a part; else that time itself. */
export async function momentOfFailure(
  engine: Pick<RemoteEngine, 'decisions' | 'decisionStory'>,
  reasonCodes: readonly string[],
  { cpu, time }: { readonly cpu: number; readonly time: number },
): Promise<number> {
  const query = { asker: 'policy', cpu, time: time + decidesWithin, most: looked } as const;
  const since = (await engine.decisions(query))?.filter((mark) => mark.time >= time) ?? [];
  const next = since.at(-1);
  const story = next && (await engine.decisionStory(next.id));
  return story && reasonCodes[story.explain.reason] === 'POLICY_FAULT' ? next.time : time;
}
