// What the tests hold of every question, of a lab or of a step: that the runs answer it, in one way.

import { expect } from 'vitest';
import type { LabQuestion } from '../../web/scenario/lab/ask-schema.ts';
import {
  figureOf,
  momentOfRun,
  rightChoices,
  rightPicks,
  simulatedCurve,
  type TrialRuns,
} from '../../web/scenario/lab/judge.ts';
import type { StepRuns } from '../../web/scenario/lab/lab.ts';
import { timeNs } from '../../web/scenario/units.ts';
import { measuredJob } from '../runs/measured.ts';

/** The runs of a step, by name; `story` is measured as measuredJob says. */
export async function run({ jobs }: StepRuns, story?: string): Promise<TrialRuns> {
  const found: Record<string, TrialRuns[string]> = {};
  for (const [name, job] of jobs) found[name] = await measuredJob(job, story);
  return found;
}

/** A flat line through a curve would not do. */
function checkCurve(curve: readonly (number | undefined)[], top: number, within: number): void {
  for (const figure of curve) {
    expect(figure).toBeDefined();
    expect(figure).toBeLessThanOrEqual(top);
  }
  const figures = curve as readonly number[];
  const most = Math.max(...figures);
  expect(most - Math.min(...figures)).toBeGreaterThan((2 * within * most) / 100);
}

export function checkQuestion(ask: LabQuestion, runs: TrialRuns): void {
  switch (ask.kind) {
    case 'choice': {
      const figure = figureOf(ask.about, runs, ask);
      expect(figure, ask.id).toBeDefined();
      expect(rightChoices(ask, figure!), `${ask.id}: ${figure}`).toHaveLength(1);
      return;
    }
    case 'number':
      expect(figureOf(ask.about, runs, ask), ask.id).toBeDefined();
      return;
    case 'moment':
      expect(momentOfRun(ask, runs), ask.id).toBeGreaterThan(timeNs(ask.within));
      return;
    case 'sketch':
      checkCurve(simulatedCurve(ask, runs), ask.top, ask.within);
      return;
    default: {
      const known = Object.keys(runs[ask.variant]?.found ?? {});
      const right = rightPicks(ask, runs);
      const all = ask.kind === 'cpu' ? known.length : ask.offers.length;
      expect(right.length, `${ask.id}: ${right}`).toBeGreaterThan(0);
      expect(right.length, `${ask.id}: ${right}`).toBeLessThanOrEqual(all / 2);
      if (ask.kind === 'field') expect(known, ask.id).toEqual(expect.arrayContaining(ask.offers));
    }
  }
}
