// The track of the playhead: what is written there covers neither the end of the run nor the moment it speaks of.

import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { FeaturesContext } from '../stage/feature.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState } from '../stage/store.ts';
import { testPage } from '../ui/testing/page.ts';
import { oneOf, textOf } from '../ui/testing/person.ts';
import { features } from './features.ts';
import { Playhead, Readout } from './Playhead.tsx';

/** A run of hackbench: a window of 20 ms at the end of 1.72 s. */
const end = 1_720_000_000;
const opened = {
  ...{ duration: end, window: { from: 1_700_000_000, to: end } },
  scenario: { scores: { show: [{ of: 'throughput' }] }, variants: [{ id: 'A' }, { id: 'B' }] },
};
const playback = {
  time: 1_700_124_000,
  summary: () => ({ playing: false, head: end, variants: { A: {}, B: {}, C: {}, D: {} } }),
  ...{ onTime: () => () => {}, onSummary: () => () => {}, engine: () => undefined },
};
const session = { opened, playback, steps: [], stage: {}, labels: {} } as unknown as Session;

describe('the track of the playhead', () => {
  const page = testPage();
  afterEach(() => act(() => choose(firstState, true)));
  const show = async () => {
    act(() => choose({ ...firstState, stage: 'A | B' }, true));
    // Its picture asks the engines, which know nothing here.
    await act(async () =>
      page.show(
        <FeaturesContext value={features}>
          <SessionContext value={session}>
            <Playhead />
            <Readout />
          </SessionContext>
        </FeaturesContext>,
      ),
    );
    return oneOf(page.host, 'slider', 'Playhead').parentElement!;
  };

  it('has the names of the machines beside it: on it they would hide the end of the run', async () => {
    const track = await show();
    const names = [...page.host.querySelectorAll('b')];
    expect(names.map(textOf)).toEqual(['A', 'B']);
    for (const name of names) expect(track.contains(name)).toBe(false);
  });

  it('says where the window begins to who points there, not in words that the playhead crosses', async () => {
    const track = await show();
    expect(track.querySelector('[title^="measured window begins"]')).not.toBeNull();
    expect(textOf(track)).not.toMatch(/measured window/i);
  });

  it('never tells of a moment behind the end of the run', async () => {
    await show();
    const read = page.host.querySelector('output')!.parentElement!;
    expect(textOf(read)).toContain('1,700.124');
    const [, said] = /([\d.,]+) s/.exec(textOf(read).replaceAll('\u00a0', ' '))!;
    expect(Number(said) * 1e9).toBeGreaterThanOrEqual(playback.time);
  });
});
