import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../error.ts';
import { loadScenario } from '../index.ts';
import { nodeReader } from '../node.ts';
import { storyEntries } from '../stories.ts';
import { loadTalk, parseTalk, storiesOfTalk, talkNames, talkPlacesOf, variantsIn } from './talk.ts';

const reader = nodeReader('scenarios');
const talks = await Promise.all(
  talkNames(reader).map(async (name) => ({ name, talk: await loadTalk(name, reader) })),
);

const step = {
  on: { scenario: 'cpupri/ghosts', step: 'Seven ghosts' },
  seconds: 60,
  note: 'It is {busy}.',
  values: [{ id: 'busy', metric: 'busy_share', variant: 'A' }],
};
const talk = {
  format: 'schedscape-talk/1',
  title: 'A talk',
  chapter: 'cpupri',
  what: 'What it is about.',
  minutes: 2,
  steps: [step, step],
};
const refusal = (more: object, of: object = {}) => {
  try {
    const [first, ...rest] = talk.steps;
    parseTalk(JSON.stringify({ ...talk, steps: [{ ...first, ...of }, ...rest], ...more }));
  } catch (error) {
    return error instanceof ScenarioError ? error.path : String(error);
  }
  return 'none';
};

describe('the talks that come with the program', () => {
  it('are four, one a chapter, of ten minutes', () => {
    expect(talks.map(({ talk }) => talk.chapter).sort()).toEqual(
      storyEntries.map(({ folder }) => folder).sort(),
    );
    for (const { name, talk } of talks) {
      expect(talk.minutes, name).toBe(10);
      const seconds = talk.steps.reduce((sum, step) => sum + step.seconds, 0);
      expect(Math.abs(seconds - 600), name).toBeLessThanOrEqual(60);
    }
  });

  it.each(talks)('show nothing twice: $name', async ({ talk }) => {
    const shown = await Promise.all(
      talk.steps.map(async ({ on, side, view }) => {
        const { scenario } = await loadScenario(on.scenario, reader);
        const told = scenario.steps?.find(({ title }) => title === on.step);
        const { frame, tempo, at, line } = told!;
        const machines = side ?? told!.side ?? 'A|B';
        return JSON.stringify([on.scenario, view ?? [frame, tempo, at, line], machines]);
      }),
    );
    expect(shown.filter((each, at) => shown.indexOf(each) !== at)).toEqual([]);
  });

  it.each(talks)('go over several stories, step by step: $name', async ({ talk }) => {
    const stories = storiesOfTalk(talk);
    expect(stories.length).toBeGreaterThanOrEqual(3);
    const opened = new Map(
      await Promise.all(
        stories.map(async (name) => [name, await loadScenario(name, reader)] as const),
      ),
    );
    const toldIn = (name: string) => opened.get(name)!.scenario.steps ?? [];
    expect(talkPlacesOf(talk.steps, toldIn)).toHaveLength(talk.steps.length);
    for (const { on, values = [], claims = [], view } of talk.steps) {
      const { scenario, chapter } = opened.get(on.scenario)!;
      const variants = scenario.variants.map(({ id }) => id as string);
      for (const { variant } of [...values, ...claims]) expect(variants).toContain(variant);
      if (view) expect(chapter.withheld).not.toContain(view);
    }
  });

  it('bind what their notes say to runs: nearly every step claims something', () => {
    for (const { name, talk } of talks) {
      const bound = talk.steps.filter(({ claims = [] }) => claims.length > 0);
      expect(bound.length, name).toBeGreaterThanOrEqual(talk.steps.length - 1);
      expect(
        talk.steps.filter(({ values = [] }) => values.length > 0).length,
        name,
      ).toBeGreaterThanOrEqual(5);
    }
  });
});

describe('a talk that is not one', () => {
  it('is refused by the path of the field', () => {
    expect(refusal({})).toBe('none');
    expect(refusal({ minutes: 10 })).toBe('minutes');
    expect(refusal({ steps: [step] })).toBe('steps');
    expect(refusal({}, { on: { scenario: 'ghosts', step: 'x' } })).toBe('steps[0].on.scenario');
    expect(refusal({}, { note: 'It is {idle}.' })).toBe('steps[0].note');
    expect(refusal({}, { note: 'Nothing.' })).toBe('steps[0].values[0]');
    expect(refusal({}, { note: `{busy} ${'word '.repeat(170)}` })).toBe('steps[0]');
    expect(refusal({}, { view: 'nowhere' })).toBe('steps[0].view');
    expect(refusal({}, { title: 'one two three four five six seven' })).toBe('steps[0].title');
    const claim = { says: 'It was.', metric: 'busy_share', variant: 'A', at_least: 1 };
    expect(refusal({}, { claims: [claim] })).toBe('steps[0].claims[0].says');
    const many = Array.from({ length: 7 }, (_, at) => ({
      ...step,
      on: { scenario: `cpupri/story-${at}`, step: 'x' },
    }));
    expect(refusal({ steps: many, minutes: 7 })).toBe('steps[6].on.scenario');
  });

  it('and one that names a step that no story has, or a talk that nobody has written', async () => {
    const told = () => [{ title: 'Seven ghost' }];
    const { steps } = parseTalk(JSON.stringify(talk));
    expect(() => talkPlacesOf(steps, told)).toThrow(
      /steps\[0\]\.on\.step: .*did you mean "Seven ghost/,
    );
    await expect(loadTalk('cpupry', reader)).rejects.toThrow(/did you mean "cpupri"/);
  });
});

describe('the variants that a talk needs of a story', () => {
  it('are A, those on stage, and those whose figures its notes have', () => {
    const { steps } = parseTalk(JSON.stringify(talk));
    expect(variantsIn(steps, 'cpupri/ghosts', ['B'])).toEqual(['A', 'B']);
    expect(variantsIn(steps, 'cpupri/cyclic', [])).toEqual(['A']);
  });
});
