// What the tests hold of every question, of a lab or of a step: that the runs answer it, in one way.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fingerprint } from '../../web/base/canonical.ts';
import { type RunMeasures, runJob } from '../../web/engine/sweep/measure.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import type { Question } from '../../web/scenario/lab/ask-schema.ts';
import {
  curveOf,
  figureOf,
  momentOf,
  type Runs,
  rightChoices,
  rightPicks,
} from '../../web/scenario/lab/judge.ts';
import type { StepRuns } from '../../web/scenario/lab/lab.ts';
import { timeNs } from '../../web/scenario/units.ts';

const moduleOf = (name: string) => new WebAssembly.Module(readFileSync(`build/core/${name}.wasm`));
const modules = { core: moduleOf('core'), policy: moduleOf('policy') };

/** Steps of a lab ask more than once about the same run: it is made once. */
const known = new Map<string, RunMeasures>();

export async function run({ jobs }: StepRuns): Promise<Runs> {
  const found: Record<string, Runs[string]> = {};
  for (const [name, job] of jobs) {
    const key = fingerprint(job);
    const which = job.definition.policy_words ? 'policy' : 'core';
    found[name] = known.get(key) ?? runJob(await openWasm(modules[which]), job);
    known.set(key, found[name]);
  }
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

export function checkQuestion(ask: Question, runs: Runs): void {
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
      expect(momentOf(ask, runs), ask.id).toBeGreaterThan(timeNs(ask.within));
      return;
    case 'sketch':
      checkCurve(curveOf(ask, runs), ask.top, ask.within);
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
