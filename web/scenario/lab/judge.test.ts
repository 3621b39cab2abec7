// What an answer is worth: of each kind of question one that is right, one that is not, and why points were lost.

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { RunMeasures } from '../../engine/sweep/measure.ts';
import { ScenarioError } from '../error.ts';
import { validated } from '../fields.ts';
import { StepSchema } from '../step-schema.ts';
import { smallStep } from '../testing.ts';
import { type Ask, AskSchema } from './ask-schema.ts';
import { type GivenAnswer, judgeAnswer, rightPicks, type TrialRuns } from './judge.ts';
import { parseLab, recipeOfStep, seedOf } from './lab.ts';
import type { LabStep } from './lab-schema.ts';
import type { PickAsk } from './pick-schema.ts';
import { checkSheet, type Sheet, sealOf } from './sheet.ts';

const measured = (
  metrics: RunMeasures['metrics'],
  more: Partial<RunMeasures> = {},
): RunMeasures => ({ trace_hash: '0'.repeat(16), metrics, lines: [], ...more });
const shared = { id: 'asked', question: 'Which?', points: 5, variant: 'A' } as const;
const line = { structure: 'root_domain', line: 4 };
const worth = (ask: Ask, said: GivenAnswer | undefined, runs: TrialRuns) => {
  const [verdict] = judgeAnswer(ask, said, new Map([[1, runs]]));
  return verdict!;
};

const cpu = { kind: 'cpu', ...shared, most: 'wakeups', close: 20 } as const;
const field = { kind: 'field', ...shared, line, offers: ['mask[0]', 'count[2]'] } satisfies Ask;
const lines = {
  kind: 'line',
  ...shared,
  most: 'line_waiting',
  offers: [
    { line, says: 'line 4' },
    { line: { structure: 'root_domain', line: 3 }, says: 'line 3' },
  ],
} satisfies Ask;
const moment = { kind: 'moment', ...shared, first: 'migration', within: '2 µs' } as const;
const sketch = {
  kind: 'sketch',
  id: 'asked',
  question: 'How?',
  points: 5,
  about: { metric: 'throughput', variant: 'B', than: 'A' },
  over: { path: 'workload.threads', label: 'Threads', values: [1, 2, 4] },
  top: 4,
  within: 10,
} satisfies Ask;

describe('a question for one of several answers', () => {
  const runs = { A: measured({ throughput: 1000 }), B: measured({ throughput: 936.4 }) };
  const choice = {
    kind: 'choice',
    ...{ id: 'asked', question: 'How much?', points: 5 },
    about: { metric: 'throughput', variant: 'B', than: 'A' },
    choices: [
      { id: 'less', says: 'a little less', at_most: 0.99 },
      { id: 'more', says: 'more', at_least: 1 },
    ],
  } satisfies Ask;
  it('is told how much more or less it is, as a person says it', () => {
    expect(worth(choice, 'less', runs)).toMatchObject({ points: 5, found: '6.4 % less than A' });
    const twice = { ...runs, B: measured({ throughput: 2431 }) };
    expect(worth(choice, 'less', twice)).toMatchObject({ points: 0, found: '143 % more than A' });
    const same = { ...runs, B: measured({ throughput: 1000.2 }) };
    expect(worth(choice, 'more', same).found).toBe('as much as A');
  });
  it('is told so many times where so many times are answered', () => {
    const { choices: _, ...rest } = choice;
    const number = { ...rest, kind: 'number', within: 10 } satisfies Ask;
    expect(worth(number, 0.94, runs)).toMatchObject({ points: 5, found: '0.9364 times that of A' });
  });
});

describe('a question for something on the stage', () => {
  const runs = { A: measured({}, { found: { 0: 90, 1: 100, 2: 79, 3: 0 } }) };
  it('takes the CPU with most, and those that stay hardly behind', () => {
    expect(rightPicks(cpu, runs)).toEqual(['1', '0']);
    expect(worth(cpu, '0', runs)).toMatchObject({ points: 5, found: 'CPU 1 or CPU 0' });
    expect(worth(cpu, '2', runs)).toMatchObject({
      points: 0,
      lost: 'answered 2; the run says CPU 1 or CPU 0 (the one with most, or any other that is at most 20 % behind)',
    });
  });
  it('has no right answer where no CPU has any', () => {
    const none = { A: measured({}, { found: { 0: 0, 1: 0 } }) };
    expect(worth(cpu, '0', none)).toMatchObject({ points: 0, found: undefined });
  });
  it('takes the field with most, of those that are offered', () => {
    const found = { A: measured({}, { found: { 'mask[0]': 1, 'count[2]': 9, other: 50 } }) };
    expect(worth(field, 'count[2]', found).points).toBe(5);
    expect(worth(field, 'mask[0]', found).lost).toContain('the run says count[2]');
  });
  it('is not misled by a name that every object has', () => {
    const odd = { ...field, offers: ['constructor', 'count[2]'] } as PickAsk;
    const found = { A: measured({}, { found: { 'count[2]': 1 } }) };
    expect(rightPicks(odd, found)).toEqual(['count[2]']);
  });
  it('takes the line with most', () => {
    const of = (waiting: number) => ({ metrics: { line_waiting: waiting }, line_symbols: [] });
    const two = { A: measured({}, { lines: [of(20), of(1)] }) };
    expect(worth(lines, 'line 4', two).points).toBe(5);
    expect(worth(lines, 'line 3', two).points).toBe(0);
  });
  it('takes a moment that is near enough', () => {
    const at = { A: measured({}, { found: { at: 10_000 } }) };
    expect(worth(moment, 8_000, at).points).toBe(5);
    expect(worth(moment, 7_999, at)).toMatchObject({
      points: 0,
      lost: 'answered 7.999 µs; the run says 10 µs (within 2 µs)',
    });
  });
});

describe('a sketch', () => {
  const runs: TrialRuns = Object.fromEntries(
    [1, 2, 4].flatMap((gain, at) => [
      [`A@${at}`, measured({ throughput: 100 })],
      [`B@${at}`, measured({ throughput: 100 * gain })],
    ]),
  );
  it('gives all points where every point of it is near', () => {
    expect(worth(sketch, [1.4, 1.6, 4], runs)).toMatchObject({ points: 5 });
  });
  it('gives a part of them where some are', () => {
    const { points, lost } = worth(sketch, [1, 2, 2], runs);
    expect(points).toBe(3);
    expect(lost).toContain('2 of 3 points are within 10 % of the largest');
  });
  it('gives none to what is no curve, or not there', () => {
    expect(worth(sketch, 'up', runs).points).toBe(0);
    expect(worth(sketch, undefined, runs).lost).toBe('was not answered');
  });
});

describe('questions as data', () => {
  const refusal = (given: unknown) => {
    try {
      validated(AskSchema, given as never);
    } catch (error) {
      return error instanceof ScenarioError ? error.message : String(error);
    }
    return '';
  };
  it.each<[string, unknown, string]>([
    ['offers a field twice', { ...field, offers: ['a', 'a'] }, 'offers a field twice'],
    [
      'calls two lines the same',
      { ...lines, offers: [lines.offers[0], lines.offers[0]] },
      'offers[1].says: is already the name of another line',
    ],
    [
      'waits where no CPU queues',
      { ...moment, waiting: 3 },
      'says how many CPUs wait, but the moment is not one of a queue; leave out waiting, or ask for a queue',
    ],
    [
      'is drawn over a value twice',
      { ...sketch, over: { ...sketch.over, values: [1, 1, 2] } },
      'is drawn over a value twice',
    ],
    ['asks for the start of the window', { ...moment, first: 'measured-window' }, 'first: '],
    ['is of no kind', { kind: 'guess' }, 'kind'],
  ])('are refused where one %s', (_, given, said) => {
    expect(refusal(given)).toContain(said);
  });
  it('of a step are no designs, and hints come with a question', () => {
    expect(v.safeParse(StepSchema, { ...smallStep, ask: moment, hints: ['Look.'] }).success).toBe(
      true,
    );
    expect(v.safeParse(StepSchema, { ...smallStep, hints: ['Look.'] }).success).toBe(false);
    expect(v.safeParse(StepSchema, { ...smallStep, ask: { kind: 'design' } }).success).toBe(false);
  });
});

describe('a sheet', () => {
  const step = (ask: Ask) => ({ title: 'T', text: 'T', why: 'W', on: { scenario: 'a/b' }, ask });
  const refusal = (ask: Ask, said: GivenAnswer) => {
    const who = { lab: 'lab', course: 'C', name: 'N', seed: seedOf('lab', 'C', 'N') };
    const answer = { said, hints: 0, runs: {} };
    const sheet: Sheet = {
      format: 'schedscape-sheet/1',
      ...who,
      answers: { asked: { ...answer, seal: sealOf(who, 'asked', answer) } },
    };
    try {
      checkSheet(sheet, { steps: [step(ask)] } as unknown as Parameters<typeof checkSheet>[1]);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  it.each<[Ask, GivenAnswer, GivenAnswer, string]>([
    [cpu, '3', 3, 'write the number of a CPU'],
    [field, 'count[2]', 'count[9]', 'write one of mask[0], count[2]'],
    [lines, 'line 4', '__proto__', 'write one of line 4, line 3'],
    [moment, 12, 'soon', 'write a number'],
    [sketch, [1, 2, 3], [1, 2], 'write a list of 3 numbers'],
  ])('may hold an answer that its question can have, and no other: %j', (ask, good, bad, said) => {
    expect(refusal(ask, good)).toBe('');
    expect(refusal(ask, bad)).toContain(`answers.asked.said: is `);
    expect(refusal(ask, bad)).toContain(said);
  });
});

describe('a design', () => {
  const ask = { kind: 'design', id: 'd', question: 'Q', fields: [], checks: [] } as unknown as Ask;
  const step = {
    title: 'T',
    text: 'T',
    why: 'W',
    on: {
      scenario: 'a/b',
      set: { duration: '1 ms' },
      layout: { from: 'A' },
      fork: { at: '1 µs', variant: 'B', set: { 'tasks.hints': 'none' } },
    },
    ask,
  } satisfies LabStep;
  it('is overrides, edits of a layout, and what is changed in the middle of the run', () => {
    const said = {
      'workload.threads': 8,
      'layout.0': 'none',
      'layout.1': 'align mask 64',
      'fork.tasks.cpus': '0-3',
    };
    expect(recipeOfStep(step, 7, said)).toMatchObject({
      set: { duration: '1 ms', 'workload.threads': 8 },
      layout: { from: 'A', edits: ['align mask 64'] },
      interventions: [
        { at: '1 µs', variant: 'B', set: { 'tasks.hints': 'none', 'tasks.cpus': '0-3' } },
      ],
      seed: 7,
    });
  });
  it('is what a lab ends in', () => {
    expect(() => parseLab('{"format": "schedscape-lab/1"}')).toThrow('title: is missing');
  });
});

describe('a design', () => {
  const design = {
    kind: 'design',
    id: 'asked',
    question: 'How many?',
    fields: [{ path: 'workload.threads', label: 'Threads', values: [1, 2] }],
    checks: [
      { id: 'much', says: 'Much', points: 4, metric: 'throughput', variant: 'A', at_least: 10 },
    ],
  } satisfies Ask;
  const runs = (throughput: number): TrialRuns => ({ A: measured({ throughput }) });
  const lostAt = (own: number, keptBack: number) =>
    judgeAnswer(
      design,
      { 'workload.threads': 1 },
      new Map([
        [77, runs(own)],
        [987654, runs(keptBack)],
      ]),
    )[0]!;

  it('has to hold at every seed, and names none that was kept back', () => {
    expect(lostAt(11, 11)).toMatchObject({ points: 4, of: 4 });
    expect(lostAt(9, 11).lost).toBe('at seed 77: 9 1/s, asked for at least 10');
    const hidden = lostAt(11, 9);
    expect(hidden.points).toBe(0);
    expect(hidden.lost).toBe('at a seed that was kept back: 9 1/s, asked for at least 10');
    expect(JSON.stringify(hidden)).not.toContain('987654');
  });

  it('has to hold in every shape, too, or in as many trials as the check of a policy says', () => {
    const trials = new Map<number | string, TrialRuns>([
      [77, runs(11)],
      [987654, runs(12)],
      ['a machine or load that was kept back', runs(9)],
    ]);
    expect(judgeAnswer(design, { 'workload.threads': 1 }, trials)[0]!.lost).toBe(
      'at a machine or load that was kept back: 9 1/s, asked for at least 10',
    );
    const policy = (agree: number) =>
      ({
        kind: 'policy',
        id: 'asked',
        question: 'Write one.',
        at: ['select_cpu'],
        checks: [{ ...design.checks[0]!, agree }],
      }) satisfies Ask;
    expect(judgeAnswer(policy(0.66), '', trials)[0]!.points).toBe(4);
    expect(judgeAnswer(policy(0.7), '', trials)[0]).toMatchObject({
      points: 0,
      lost: 'at a machine or load that was kept back: 9 1/s, asked for at least 10; it holds in 2 of 3 trials',
    });
  });
});
