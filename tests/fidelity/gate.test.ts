// The regression gate: rows of the fidelity report that passed must go on passing. Which rows, and how
// long they run here, stands in gate.json; the full report is `npm run -s schedscape -- fidelity`.

import { spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { measureAll } from '../../cli/fidelity-runs.ts';
import { planReport } from '../../web/scenario/claims/report.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import gate from './gate.json' with { type: 'json' };

/** On both processors of the smallest machine that tests run on; what comes out is the same with one. */
const workers = 2;

/** The threads are those of the command line, which may not be built yet. */
beforeAll(() => {
  expect(spawnSync(process.execPath, ['tools/schedscape.mjs', '--help']).status).toBe(0);
}, 60_000);

const silent = { out() {}, err() {}, write() {}, progress() {} };

it.each(Object.entries(gate.stories))(
  'reproduces every row of %s that was reproduced before',
  async (story, { seeds, spans, passed: rows }) => {
    const planned = await planReport(nodeReader('scenarios'), story, { rows, seeds, spans });
    const report = planned.report(await measureAll(planned, workers, silent));
    expect(report.rows.map(({ id }) => id).sort()).toEqual([...rows].sort());
    const failed = report.rows
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, simulated, judged }) => {
        const why = judged
          .filter(({ passed }) => !passed)
          .map(({ level, says }) => `${level}: ${says}`);
        return `${id}: simulated ${simulated}; ${why.join('; ')}`;
      });
    expect(failed).toEqual([]);
  },
);
