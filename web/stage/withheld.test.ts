// What the questions of the stories withhold: of every story that asks, the side that tells the answer.

import { afterEach, describe, expect, it } from 'vitest';
import { loadScenario, scenarioNames } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import type { Session } from './session.ts';
import { choose, firstState, type StageLayout, useStageState, variantsOn } from './store.ts';
import {
  askedIn,
  goPast,
  guessOf,
  openQuestion,
  settle,
  toldSides,
  withheldSide,
} from './withheld.ts';

const reader = nodeReader('scenarios');
const stories = (
  await Promise.all(scenarioNames(reader).map((name) => loadScenario(name, reader)))
).map(({ name, scenario }) => ({ name, scenario }));
const asking = stories.flatMap(({ name, scenario }) =>
  (scenario.steps ?? []).flatMap(({ ask }, step) => (ask ? [{ name, scenario, step, ask }] : [])),
);
afterEach(() => choose(firstState, true));

it('knows stories that ask', () => {
  expect(asking.length).toBeGreaterThan(12);
});

describe.each(asking)('$name, step $step', ({ scenario, step, ask }) => {
  const session = { opened: { scenario } } as unknown as Session;
  const isAlone = scenario.variants.length === 1;
  const asked = ['about' in ask ? ask.about.variant : ask.variant];
  const [about] = asked;
  // A machine that is not among the first two comes on stage with the step that asks about it.
  const ownStage = scenario.steps?.[step]?.side?.replaceAll('|', ' | ') as StageLayout;
  const isOneOfFirst = variantsOn(firstState.stage).includes(about!);
  const stage = isAlone ? 'A' : isOneOfFirst ? firstState.stage : ownStage;

  it('tells nothing of the side asked about until its question is settled', () => {
    choose({ step, stage });
    const others = variantsOn(stage).filter((side) => !asked.includes(side));
    expect(others).toHaveLength(variantsOn(stage).length - 1);
    // The only machine of a story stays in sight; what its question asks for does not.
    expect(toldSides(session)).toEqual(isAlone ? ['A'] : others);
    if (isAlone && 'about' in ask) {
      const { metric, variant, line } = ask.about;
      const withheldIn = askedIn(scenario, { ...firstState, step });
      expect(withheldIn(variant, metric, line)).toBe(step + 1);
    }
    settle(ask, { said: 'anything' });
    expect(toldSides(session)).toEqual(variantsOn(stage));
  });

  it('shows it to who goes on without an answer', () => {
    choose({ step, stage });
    settle(ask, 'skipped');
    expect(toldSides(session)).toEqual(variantsOn(stage));
  });

  it('is settled by who goes on past it, not by who goes back, and not in a talk or in a frame', () => {
    const became = () => guessOf(ask, useStageState.getState().guesses);
    choose({ step });
    goPast(scenario, step);
    for (const nobodyAsked of [{ presenting: true }, { embed: true }]) {
      choose(nobodyAsked);
      goPast(scenario);
      choose({ presenting: false, embed: false });
    }
    expect(became()).toBeUndefined();
    goPast(scenario, step + 1);
    expect(became()).toBe('skipped');
  });

  it('keeps its answer when somebody goes on from it', () => {
    choose({ step });
    settle(ask, { said: 'anything' });
    goPast(scenario);
    expect(guessOf(ask, useStageState.getState().guesses)).toEqual({ said: 'anything' });
  });

  it('withholds it from nobody in a talk, in a frame, and where no step is told', () => {
    for (const shown of [{ presenting: true }, { embed: true }, { step: undefined }]) {
      expect(withheldSide(scenario, { ...firstState, step, ...shown })).toBeUndefined();
    }
  });
});

/** Questions for a figure of the run on stage, with what is named to tell it: its metric, and gauges that show it. */
const gauges: Readonly<Record<string, readonly string[]>> = {
  kernel_share: ['kernel-share'],
  wake_latency: ['wake-latency'],
  throughput: ['throughput', 'throughput_gain', 'page_rate'],
  migrations_wake: ['moves'],
};
const figures = asking.flatMap(({ name, scenario, step, ask }) =>
  'about' in ask && !('set' in ask && ask.set)
    ? [{ name, scenario, step, ask, about: ask.about }]
    : [],
);

it('knows questions that earlier steps could answer', () => {
  expect(figures.filter(({ step }) => step > 0).length).toBeGreaterThan(4);
});

describe.each(figures)(
  'the figure that $name asks for in step $step',
  ({ scenario, step, ask, about }) => {
    const { metric, variant, line } = about;
    const names = [metric, ...(gauges[metric] ?? [])];
    const others = variantsOn(firstState.stage).filter((side) => side !== variant);
    const asked = (shown: Partial<typeof firstState>) => {
      const told = askedIn(scenario, { ...firstState, ...shown });
      return names.map((name) => told(variant, name, line));
    };
    const before = Array.from({ length: step + 1 }, (_, at) => at);

    it.each(before)('is withheld on step %i, of that side alone', (at) => {
      expect(asked({ step: at })).toEqual(names.map(() => step + 1));
      const told = askedIn(scenario, { ...firstState, step: at });
      for (const side of others) {
        // Where another question asks for that of the other side, that is its own.
        const isAskedElsewhere = figures.some(
          (other) => other.scenario === scenario && other.about.variant === side,
        );
        if (!isAskedElsewhere) expect(told(side, metric, line)).toBeUndefined();
      }
    });

    it('is told once the question is settled, behind it, after the last step, in a talk and in a frame', () => {
      const nowhere = names.map(() => undefined);
      for (const guess of [{ said: 'anything' }, 'skipped'] as const) {
        expect(asked({ step: 0, guesses: { [ask.id]: guess } })).toEqual(nowhere);
      }
      for (const shown of [{ step: step + 1 }, { step: undefined }])
        expect(asked(shown)).toEqual(nowhere);
      for (const shown of [{ presenting: true }, { embed: true }])
        expect(asked({ step: 0, ...shown })).toEqual(nowhere);
    });

    it('is named by no step before', () => {
      for (const at of before.slice(0, -1)) {
        const { values = [], claims = [] } = scenario.steps![at]!;
        const told = askedIn(scenario, { ...firstState, step: at });
        for (const each of [...values, ...claims]) {
          expect(told(each.variant, each.metric, each.line), JSON.stringify(each)).toBeUndefined();
        }
      }
    });
  },
);

it('withholds a figure of the line that is asked about, and of no other', () => {
  const { scenario, ask } = figures.find(({ ask }) => ask.id === 'line3-after')!;
  const told = askedIn(scenario, { ...firstState, step: 0 });
  const line = { structure: 'root_domain', line: 3 };
  expect(told('B', 'line_load_cycles', line)).toBe(4);
  expect(told('B', 'line_load_cycles', { ...line, line: 28 })).toBeUndefined();
  expect(told('B', 'line_rank', line)).toBeUndefined();
  expect(told('B', 'kernel-share')).toBe(3);
  const guesses = { [ask.id]: { said: 2000 } };
  const settled = askedIn(scenario, { ...firstState, step: 0, guesses });
  expect(settled('B', 'line_load_cycles', line)).toBeUndefined();
});

it('does not take what every object has for an answer', () => {
  const ask = { ...asking[0]!.ask, id: 'constructor' };
  const steps = [{ ...asking[0]!.scenario.steps![0]!, ask }];
  expect(openQuestion({ steps }, { ...firstState, step: 0 })).toBe(ask);
});
