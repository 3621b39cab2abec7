// Tells the decisions about pages: refills and flushes of page lists, and blocks of another type.

import type { Catalog, Explain, FallbackFacts, HoldFacts } from '../../../engine/types.ts';
import { cpu, mergeStops, migrateType, words } from '../words.ts';
import { codeOf, type Explanation, ofForm, type Tellers, verdictText } from './teller.ts';

function holdStory(
  catalog: Catalog,
  explain: Explain,
  facts: HoldFacts,
  isRefill: boolean,
): Explanation {
  const { wanted, work, order, pages: count, single, listed, stopped } = facts;
  const { pages } = words;
  const by = cpu(explain.cpu);
  const flush = codeOf(catalog, explain.reason) === 'HIGH_DECAYED' ? pages.decay : pages.flush;
  const looked = [pages.wanted(wanted), pages.work(work, order)];
  return {
    asked: [isRefill ? pages.refill(by) : flush(by, listed)],
    looked: isRefill ? looked : [...looked, pages.merged(count - single, single)],
    // Of a refill nothing merges.
    refused: mergeStops.flatMap((say, why) => {
      const blocks = stopped[why] ?? 0;
      return blocks > 0 ? [say(blocks)] : [];
    }),
    chosen: [verdictText(catalog, explain), pages.got(count)],
  };
}

function fallbackStory(catalog: Catalog, explain: Explain, facts: FallbackFacts): Explanation {
  const { wanted, type, order, fallbacks, moved, onLru, alike } = facts;
  const { pages } = words;
  const looked = [pages.found(order, migrateType(type))];
  const isWeighed = ['FALLBACK_CLAIMED', 'FALLBACK_PIECES'];
  if (isWeighed.includes(codeOf(catalog, explain.reason))) {
    looked.push(pages.inPageblock(moved, onLru, alike));
  }
  if (fallbacks > 1) looked.push(pages.fallbacks(fallbacks));
  return {
    asked: [pages.fellBack(cpu(explain.cpu), migrateType(wanted))],
    looked,
    refused: [],
    chosen: [verdictText(catalog, explain), pages.changed(moved)],
  };
}

const ofHold = (isRefill: boolean) =>
  ofForm('hold', (catalog, explain, facts) => holdStory(catalog, explain, facts, isRefill));

export const pagesTellers: Tellers = {
  rmqueue_bulk: ofHold(true),
  free_pcppages_bulk: ofHold(false),
  steal_suitable_fallback: ofForm('fallback', fallbackStory),
};
