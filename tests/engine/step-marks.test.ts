// What steps point at is on stage at their moment, and the events that they begin at happen, at two seeds
// where the warm-up is short. A target made wrong on purpose fails.

import { describe, expect, it } from 'vitest';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import type { Step } from '../../web/scenario/step-schema.ts';
import { files, heldOnce } from '../runs/measured.ts';
import { strayMarks, targetsOf } from './step-marks.ts';
import { seeds, toldStories } from './steps.ts';

const reader = nodeReader('scenarios');
const pointing = toldStories.filter(({ steps }) =>
  steps.some((step) => targetsOf(step).length > 0 || typeof step.at === 'object'),
);

/** ns of all CPUs before the measured window: of longer ones the second seed would cost half a minute a story. */
const longWarmup = 1e10;

/** Seeds at which a story is looked into; its claims are held at both, whatever they cost (steps.ts). */
const seedsOf = ({ start, cpus }: (typeof pointing)[number]) =>
  start * cpus > longWarmup ? seeds.slice(0, 1) : seeds;

describe('what steps point at', () => {
  it.each(pointing.flatMap((story) => seedsOf(story).map((seed) => ({ ...story, seed }))))(
    'in $name is on stage at its moment at seed $seed',
    async ({ name, steps, seed }) => {
      const opened = await loadScenario(name, reader, [{ path: 'seed', value: seed }]);
      const definition = buildDefinition(opened, 'A');
      const by = 'tests/engine/step-marks.test.ts';
      await heldOnce({ built: [files.native], by, definition, asked: steps }, async () => {
        expect(await strayMarks(name, seed)).toEqual([]);
      });
    },
    300_000,
  );
});

describe('a step made wrong on purpose', () => {
  const wrong = async (change: Partial<Step>, name = 'pcp/one-zone') => {
    const { scenario } = await loadScenario(name, reader);
    const { watch: _, meets: __, focus: ___, ...first } = scenario.steps![0]!;
    return strayMarks(name, 1, [{ ...first, text: 'It runs.', ...change }]);
  };

  it('fails by what is not there', async () => {
    expect(await wrong({ text: 'See [it|cpu:0].' })).toEqual([]);
    expect(await wrong({ text: 'See [it|cpu:8].' })).toHaveLength(1);
    expect(await wrong({ text: 'See [it|role:sender].' })).toHaveLength(1);
    expect(await wrong({ text: 'See [it|line:zone/40].' })).toHaveLength(1);
    expect(await wrong({ text: 'See [it|mask:RT50].' })).toHaveLength(1);
    expect(await wrong({ layer: undefined, text: 'See [it|gate].' })).toHaveLength(1);
    expect(await wrong({ layer: 'page-lists', text: 'See [it|gate].' })).toEqual([]);
  });

  it('fails where the story has one machine', async () => {
    const story = 'cpupri/one-line';
    expect(await wrong({ text: 'See [it|cpu:0].' }, story)).toEqual([]);
    expect(await wrong({ text: 'See [it|cpu:900].' }, story)).toHaveLength(1);
    expect(await wrong({ text: 'See [it|cpu:0@B].' }, story)).toHaveLength(1);
  });

  it('fails by moves that no task makes', async () => {
    const step = { at: '2 ms', text: 'See [it|arcs:wake].' };
    expect(await wrong(step, 'split-llc/one-wakeup')).toEqual([]);
    expect(await wrong(step, 'cpupri/one-line')).toHaveLength(1);
  });

  it('fails by an event that does not happen', async () => {
    expect(await wrong({ at: { first: 'refill', after: '20 ms', cpu: 4 } })).toEqual([]);
    expect(await wrong({ at: { first: 'fork', after: '1 ms' } })).toHaveLength(1);
  });
});
