// Scenarios of version 1, whose shots, predictions and checks are steps now: as files, and inside of recipes and links.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json.ts';
import { openRecipe, parseRecipe } from './recipe.ts';
import { parseScenario } from './scenario.ts';
import { decodeRecipe, encodeRecipe } from './share.ts';
import { reader, refusal, smallScenario } from './testing.ts';

const shown = { frame: { of: 'machine' }, tempo: 'flow', rate: '1 µs', hold: '9 s' };
const told = {
  ...shown,
  caption: 'Every CPU works.',
  step: {
    title: 'What it costs',
    text: 'The kernel takes {share}.',
    values: [{ id: 'share', metric: 'kernel_share', variant: 'A' }],
    claims: [
      { says: 'The kernel takes {share}.', metric: 'kernel_share', variant: 'A', at_most: 40 },
    ],
  },
};
const silent = { ...shown, caption: 'All {of them} work.' };
const share = {
  ...{ id: 'share', question: 'What share remains?', metric: 'kernel_share', variant: 'B' },
  choices: ['about 20 %', 'nobody knows', 'about 11 %', 'about 2 %'],
};
const gain = {
  ...{ id: 'gain', question: 'What is it worth?', metric: 'throughput_gain', variant: 'B' },
  set: { 'workload.threads': 4 },
};
const check = {
  ...{ id: 'less', says: 'It takes less.', metric: 'kernel_share', variant: 'B', at_most: 20 },
};

const first = (changes: JsonObject | Record<string, unknown>): JsonObject =>
  smallScenario({ format: 'schedscape-scenario/1', ...changes });

describe('a scenario of version 1', () => {
  it('has its shots as steps, and the words of those that had some', () => {
    const { steps, format } = parseScenario(first({ shots: [told, silent] }));
    const { step, ...pictured } = told;
    expect(format).toBe('schedscape-scenario/2');
    expect(steps).toEqual([
      { ...step, ...pictured },
      { ...silent, title: 'Step 2', text: 'All of them work.' },
    ]);
  });

  it('asks what it asked, each question in a step, and is right where it was', () => {
    const { steps } = parseScenario(first({ shots: [told], predict: [share, gain] }));
    expect(steps!.map(({ title }) => title)).toEqual(['What it costs', 'What do you expect?']);
    const about = { metric: 'kernel_share', variant: 'B' };
    expect(steps![0]!.ask).toMatchObject({ kind: 'choice', id: 'share', about });
    expect(steps![0]!.ask).toHaveProperty('choices', [
      { id: 'choice-1', says: 'about 20 %', at_least: 15.5 },
      { id: 'choice-2', says: 'nobody knows', at_least: 1e15 },
      { id: 'choice-3', says: 'about 11 %', at_least: 6.5, at_most: 15.5 },
      { id: 'choice-4', says: 'about 2 %', at_most: 6.5 },
    ]);
    const { metric, variant, ...kept } = gain;
    const number = { kind: 'number', ...kept, about: { metric, variant }, points: 1, within: 25 };
    expect(steps![1]!.ask).toEqual(number);
  });

  it('checks what it checked, also where it showed nothing', () => {
    const { steps } = parseScenario(first({ shots: [told, silent], checks: [check] }));
    expect(steps!.map(({ checks }) => checks)).toEqual([undefined, [check]]);
    const alone = parseScenario(first({ checks: [check] }));
    expect(alone.steps!.map(({ checks }) => checks)).toEqual([[check]]);
    expect(parseScenario(first({})).steps).toBeUndefined();
    expect(parseScenario(first({ shots: [] })).steps).toEqual([]);
  });

  it('takes all that version 1 allowed at once', () => {
    const shots = Array.from({ length: 9 }, () => told);
    const predict = Array.from({ length: 16 }, (_, at) => ({ ...gain, id: `gain-${at}` }));
    const { steps } = parseScenario(first({ shots, predict, checks: [check] }));
    expect(steps!.filter(({ ask }) => ask)).toHaveLength(16);
  });

  it('opens inside a recipe and from its link', async () => {
    const scenario = first({ shots: [told], predict: [share], checks: [check] });
    const recipe = parseRecipe({ format: 'schedscape-recipe/3', scenario });
    const { scenario: opened } = await openRecipe(decodeRecipe(encodeRecipe(recipe)), reader);
    expect(opened.steps).toHaveLength(1);
    const old = { format: 'schedscape-recipe/1', scenario, view: { tempo: 'flow' } };
    expect(parseRecipe(old).scenario).toEqual(recipe.scenario);
  });

  it.each([
    [{ shots: 'none' }, 'shots'],
    [{ predict: { share } }, 'predict'],
    [{ shots: [7] }, 'steps[0]'],
    [{ shots: [{ ...told, step: 7 }] }, 'steps[0].title'],
    [{ shots: [{ ...silent, caption: 7 }] }, 'steps[0].text'],
    [{ predict: [7] }, 'steps[0].ask'],
    [{ predict: [{ ...share, choices: 'two' }] }, 'steps[0].ask.choices'],
    [{ checks: [7] }, 'steps[0].checks[0]'],
  ])('that is none is refused: %j', async (changes, path) => {
    expect((await refusal(() => parseScenario(first(changes)))).path).toBe(path);
  });
});
