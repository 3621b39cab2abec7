import { describe, expect, it } from 'vitest';
import type { DecisionMark, DecisionStory } from '../../engine/types.ts';
import { momentOfFailure } from './failed-call.ts';

const codes = ['POLICY_CHOSE', 'POLICY_FAULT'];
/** Decisions of CPU 3, the newest first, as a run tells them: each for its reason. */
const marks: [time: number, reason: number][] = [
  [9_000, 0],
  [5_400, 1],
  [4_000, 0],
];
const engine = {
  decisions: async () => marks.map(([time], id) => ({ id, time }) as DecisionMark),
  decisionStory: async (id: number) =>
    ({ explain: { reason: marks[id]![1] } }) as unknown as DecisionStory,
};
const momentOf = (time: number) => momentOfFailure(engine, codes, { cpu: 3, time });

describe('the moment of a call that failed', () => {
  it('is that of the decision it was asked for, made once Linux had chosen instead', async () => {
    expect(await momentOf(5_000)).toBe(5_400);
    expect(await momentOf(5_400)).toBe(5_400);
  });

  it('is the end of the call where it was asked for no decision', async () => {
    expect(await momentOf(6_000)).toBe(6_000);
    expect(await momentOf(9_500)).toBe(9_500);
  });
});
