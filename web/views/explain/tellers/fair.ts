// Tells the decisions of the fair class about one task: where it goes when it wakes or begins.

import type { Catalog, Explain } from '../../../engine/types.ts';
import { askedOf, followedSaid, testsSaid } from '../placement.ts';
import { cpu, task, words } from '../words.ts';
import { plain, type Tellers, type Told, verdict } from './teller.ts';

/** Where an ordinary task goes. Without the tests the record still says that a pair was too wide. */
function placeStory(catalog: Catalog, explain: Explain): Told {
  const { steps, previous, chosen } = explain;
  if (steps.length > 0) {
    const who = task(explain.task);
    const goes = chosen === previous ? words.stays(who, cpu(chosen)) : words.goes(who, cpu(chosen));
    return {
      asked: askedOf(catalog, explain),
      looked: testsSaid(catalog, explain),
      refused: [],
      chosen: [verdict(catalog, explain), goes],
      followed: followedSaid(catalog, explain),
    };
  }
  const { waker, wakee, cpus } = explain.width;
  const looked = cpus > 0 ? [words.wide(waker, wakee, cpus)] : [];
  return { ...plain(catalog, explain), looked };
}

export const fair: Tellers = {
  select_task_rq_fair: placeStory,
};
