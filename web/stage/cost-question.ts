// Asks before a link, a file or another machine makes this browser compute for long.

import type { OpenedScenario } from '../scenario/index.ts';
import { ACCESSES_PER_SECOND } from '../scenario/limits.ts';
import { count, duration } from '../ui/format.ts';
import { askForRun } from './CostQuestion.tsx';
import { Declined } from './declined.ts';

const words = {
  what: (title: string, length: string, accesses: string, time: string) =>
    `“${title}” runs for ${length} here: about ${accesses} memory accesses per variant, roughly ${time} of computing in this browser. The page stays usable meanwhile.`,
  refused: 'Its long run was not started, as you chose',
} as const;

/** The cost that a person has agreed to: an equal or lower cost raises no further question. */
export interface AgreedCost {
  accesses: number;
}

/** Settles when the run of a link may begin. Throws Declined if a person does not want it. */
export async function allowed(
  { scenario, duration: length, cost }: OpenedScenario,
  agreed: AgreedCost,
): Promise<void> {
  if (!cost.ask || cost.accesses <= agreed.accesses) return;
  const time = duration((1e9 * cost.accesses) / ACCESSES_PER_SECOND);
  const text = words.what(scenario.title, duration(length), count(cost.accesses), time);
  if (!(await askForRun(text))) throw new Declined(`${words.refused}.`);
  agreed.accesses = cost.accesses;
}
