// The caption under the machines: what it says, and that there is one way on.

import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ACTIVITY } from '../engine/abi.gen.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState, type StageState, useStageState } from '../stage/store.ts';
import { testPage } from '../ui/testing/page.ts';
import { oneOf, textOf } from '../ui/testing/person.ts';
import { catalogOf, shapes } from '../views/topology/testing/machines.ts';
import { frameOf } from '../views/topology/testing/records.ts';
import { Caption } from './Caption.tsx';

const catalog = catalogOf(shapes['milan 2s nps1']);
const still = frameOf(catalog, {
  time: 10,
  set: ({ cpus }) => void cpus.activity.fill(ACTIVITY.USER),
});
const accessQueue = { unresponsive: false, catalog, latestFrame: still };
const summary = {
  playing: false,
  variants: { A: accessQueue, B: accessQueue, C: accessQueue, D: accessQueue },
};
const ask = { id: 'guess', question: 'How many pages?', variant: 'B' };
const session = {
  playback: { onSummary: () => () => {}, summary: () => summary },
  opened: { scenario: { steps: [{ title: 'One' }, { title: 'Two', ask }] } },
  steps: [
    { frame: { of: 'machine' }, caption: 'CPU 4 waits 3.9 µs at the gate.' },
    { frame: { of: 'machine' }, caption: 'The answer.' },
  ],
  stage: {},
} as unknown as Session;

describe('the caption under the machines', () => {
  const page = testPage();
  afterEach(() => act(() => choose(firstState, true)));
  const said = (choice: Partial<StageState>) => {
    act(() => choose({ ...firstState, story: true, ...choice }, true));
    page.show(
      <SessionContext value={session}>
        <Caption />
      </SessionContext>,
    );
    return oneOf(page.host, 'region', 'Caption');
  };
  const machines = (region: Element) =>
    [...region.querySelectorAll('p[data-side]')].map((each) => textOf(each)[0]);

  it('is that of the step, beside the story column too, and has no second way on there', () => {
    const region = said({ step: 0 });
    expect(textOf(region)).toContain('CPU 4 waits 3.9 µs at the gate.');
    expect(machines(region)).toEqual([]);
    expect(region.querySelector('button')).toBeNull();
  });

  it('has the way back and on where the column is put away', () => {
    const names = [...said({ step: 0, story: false }).querySelectorAll('button')].map(textOf);
    expect(names).toEqual(['Back', 'Next', 'Skip']);
  });

  it('is a sentence of each machine where no step is told, and where a CPU is selected', () => {
    expect(machines(said({ step: undefined }))).toEqual(['A', 'B']);
    expect(machines(said({ step: 0, selection: { cpu: 3 } }))).toEqual(['A', 'B']);
  });

  it('does not give an answer away: of the machine told of a sentence, or the question itself', () => {
    const beside = said({ step: 1 });
    expect(textOf(beside)).not.toContain('The answer.');
    expect(machines(beside)).toEqual(['A']);
    const alone = said({ step: 1, story: false });
    expect(textOf(alone)).toContain('How many pages?');
    act(() =>
      [...alone.querySelectorAll('button')]
        .find((each) => textOf(each) === 'To the question')!
        .click(),
    );
    expect(useStageState.getState().story).toBe(true);
  });
});
