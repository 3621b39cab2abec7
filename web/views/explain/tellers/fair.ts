// Tells the decisions of the fair class about one task: where it goes when it wakes or begins.

import type { Catalog, Explain, PlacementFacts } from '../../../engine/types.ts';
import { askedOf, followedSaid, testsSaid } from '../placement.ts';
import { cpu, task, words } from '../words.ts';
import { type Explanation, ofForm, plainTeller, type Tellers, verdictText } from './teller.ts';

/** Where an ordinary task goes. Without the tests the record still says that a pair was too wide. */
function placeStory(catalog: Catalog, explain: Explain, facts: PlacementFacts): Explanation {
  const { steps, previous, chosen } = explain;
  if (steps.length > 0) {
    const who = task(explain.task);
    const goes = chosen === previous ? words.stays(who, cpu(chosen)) : words.goes(who, cpu(chosen));
    return {
      asked: askedOf(catalog, explain),
      looked: testsSaid(catalog, explain),
      refused: [],
      chosen: [verdictText(catalog, explain), goes],
      followed: followedSaid(catalog, explain),
    };
  }
  const { wakerFlips, wakeeFlips, llcCpus } = facts;
  const looked = llcCpus > 0 ? [words.wide(wakerFlips, wakeeFlips, llcCpus)] : [];
  return { ...plainTeller(catalog, explain), looked };
}

export const fair: Tellers = {
  select_task_rq_fair: ofForm('placement', placeStory),
};
