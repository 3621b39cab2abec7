// The labs that come with the program, at seeds of several students: each question has an answer that the runs bear out,
// and each design task can be solved, and each policy written, but not by what it begins with. The labs are dealt out to
// files that run beside each other.

import { describe, expect, it } from 'vitest';
import { keyPolicy } from '../../cli/grade-key.ts';
import { isTask, type TaskAsk } from '../../web/scenario/lab/ask-schema.ts';
import { type GivenAnswer, judgeAnswer, type TrialRuns } from '../../web/scenario/lab/judge.ts';
import {
  designsOf,
  firstDesign,
  labNames,
  loadLab,
  runsOfStep,
  seedOf,
} from '../../web/scenario/lab/lab.ts';
import type { LabStep } from '../../web/scenario/lab/lab-schema.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { storyEntries } from '../../web/scenario/stories.ts';
import { checkQuestion, run } from './questions.ts';

const reader = nodeReader('scenarios');
const labs = await Promise.all(
  labNames(reader).map(async (name) => ({ name, lab: await loadLab(name, reader) })),
);
/** The students whose seeds are tried; a task must be solvable at all of their seeds at once. */
const students = ['Ada', 'Grace', 'Linus'] as const;
const asked = students.slice(0, 2);

/** Files that the labs are dealt out to: `labs-<share>.test.ts`. */
export const shares = 4;

/** Every fourth lab, beginning with the given one. */
export function describeShare(share: number): void {
  describe.each(labs.filter((_, at) => at % shares === share))('the lab $name', describeLab);
}

function describeLab({ name, lab }: (typeof labs)[number]): void {
  it('belongs to a chapter and names stories that are there', () => {
    expect(storyEntries.map(({ folder }) => folder)).toContain(lab.chapter);
    for (const scenario of lab.before) expect(reader.names()).toContain(scenario);
    for (const { hints = [] } of lab.steps) expect(hints).toHaveLength(3);
  });

  const seedsOf = (whose: readonly string[]) =>
    whose.map((student) => seedOf(name, 'Operating systems', student));
  const runStep = async (step: LabStep, seed: number, said?: GivenAnswer): Promise<TrialRuns> =>
    run(await runsOfStep(step, seed, said, reader));

  it.each(asked.map((student, at) => ({ student, seed: seedsOf(asked)[at]! })))(
    'asks $student what their own runs answer, each in one way',
    async ({ seed }) => {
      for (const step of lab.steps) {
        const { ask } = step;
        if (!isTask(ask)) checkQuestion(ask, await runStep(step, seed));
      }
    },
    300_000,
  );

  it('has a task that can be solved at seeds of several, but not by what it begins with', async () => {
    const step = lab.steps.at(-1)!;
    const ask = step.ask as TaskAsk;
    /** Whether it holds at all of the seeds; one after the other, as most fail at the first. */
    const isWhole = async (said: GivenAnswer, seeds = seedsOf(students)) => {
      for (const seed of seeds) {
        const verdicts = judgeAnswer(ask, said, new Map([[seed, await runStep(step, seed, said)]]));
        if (verdicts.some(({ points, of }) => points < of)) return false;
      }
      return true;
    };
    if (ask.kind === 'policy') {
      expect(await isWhole(step.on.policy!.source)).toBe(false);
      expect(await isWhole(keyPolicy(name)!)).toBe(true);
      return;
    }
    // What one begins with fails everywhere, not by the luck of a seed.
    for (const seed of seedsOf(students)) {
      expect(await isWhole(firstDesign(ask), [seed]), `seed ${seed}`).toBe(false);
    }
    let solved = false;
    for (const said of designsOf(ask)) solved ||= await isWhole(said);
    expect(solved).toBe(true);
  }, 300_000);
}
