// The regression gate: rows of the fidelity report that passed must go on passing. Which rows, and how
// long they run here, stands in gate.json; the full report is `npm run -s schedscape -- fidelity`. A file a story, so that
// stories run beside each other; that threads give the same is threads.test.ts's.

import { expect, it } from 'vitest';
import type { RunMeasures } from '../../web/engine/sweep/measure.ts';
import { planReport } from '../../web/scenario/claims/report.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { measuredJob } from '../runs/measured.ts';
import gate from './gate.json' with { type: 'json' };

export const stories = Object.keys(gate.stories) as (keyof typeof gate.stories)[];

export function holdStory(story: keyof typeof gate.stories): void {
  const { seeds, spans, passed: rows } = gate.stories[story];
  it(`reproduces every row of ${story} that was reproduced before`, async () => {
    const planned = await planReport(nodeReader('scenarios'), story, { rows, seeds, spans });
    const measures: RunMeasures[] = [];
    for (const job of planned.jobs) measures.push(await measuredJob(job));
    const report = planned.report(measures);
    expect(report.rows.map(({ id }) => id).sort()).toEqual([...rows].sort());
    const failed = report.rows
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ id, simulated, judged }) => {
        const why = judged
          .filter(({ passed }) => !passed)
          .map(({ level, says }) => `${level}: ${says}`);
        return `${id}: simulated ${simulated}; ${why.join('; ')}`;
      });
    expect(failed).toEqual([]);
  });
}
