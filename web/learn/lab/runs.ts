// The runs that answer a step of a lab, in workers of the page; what was run before is kept.

import { sweepInBrowser } from '../../engine/sweep/browser.ts';
import { browserReader } from '../../scenario/browser.ts';
import type { Runs, Said } from '../../scenario/lab/judge.ts';
import { runsOf } from '../../scenario/lab/lab.ts';
import type { LabStep } from '../../scenario/lab/lab-schema.ts';

/** Rejects with a message for a reader, and where `signal` says that nobody waits any more. */
export async function runStep(
  step: LabStep,
  seed: number,
  said: Said,
  signal: AbortSignal,
): Promise<Runs> {
  const { jobs, key } = await runsOf(step, seed, said, browserReader);
  const [finished] = await sweepInBrowser({
    pairs: [{ index: 0, cell: 0, seed }],
    variants: [...jobs.keys()],
    jobOf: (_, variant) => jobs.get(variant)!,
    cellKeys: [key],
    signal,
  });
  if (!finished) throw new Error('the runs gave nothing');
  return finished.runs;
}
