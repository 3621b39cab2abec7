// Tells the decisions about pages: refills and flushes of page lists, and blocks of another type.

import type { Catalog, Explain } from '../../../engine/types.ts';
import { cpu, mergeStops, migrateType, words } from '../words.ts';
import { codeOf, type Tellers, type Told, verdict } from './teller.ts';

/** The columns of a record mean pages here; see explain() of wasm-core/src/mm/paths.c. */
function pageStory(catalog: Catalog, explain: Explain, isRefill: boolean): Told {
  const { pages } = words;
  const { previous, candidates, probed, foundLevel, domain, balance } = explain;
  const by = cpu(explain.cpu);
  const flush = codeOf(catalog, explain.reason) === 'HIGH_DECAYED' ? pages.decay : pages.flush;
  const looked = [pages.wanted(previous), pages.work(probed, foundLevel)];
  const single = balance.busiest[0] ?? 0;
  return {
    asked: [isRefill ? pages.refill(by) : flush(by, domain)],
    looked: isRefill ? looked : [...looked, pages.merged(candidates - single, single)],
    // Of a refill nothing merges.
    refused: mergeStops.flatMap((say, why) => {
      const blocks = balance.own[why] ?? 0;
      return blocks > 0 ? [say(blocks)] : [];
    }),
    chosen: [verdict(catalog, explain), pages.got(candidates)],
  };
}

/** Ditto, explain_fallback(). */
function fallbackStory(catalog: Catalog, explain: Explain): Told {
  const { pages } = words;
  const { previous, candidates, probed, foundLevel, domain, balance } = explain;
  const [onLru = 0, alike = 0] = balance.own;
  const looked = [pages.found(foundLevel, migrateType(domain))];
  const isWeighed = ['FALLBACK_CLAIMED', 'FALLBACK_PIECES'];
  if (isWeighed.includes(codeOf(catalog, explain.reason))) {
    looked.push(pages.inPageblock(candidates, onLru, alike));
  }
  if (probed > 1) looked.push(pages.fallbacks(probed));
  return {
    asked: [pages.fellBack(cpu(explain.cpu), migrateType(previous))],
    looked,
    refused: [],
    chosen: [verdict(catalog, explain), pages.changed(candidates)],
  };
}

export const pages: Tellers = {
  rmqueue_bulk: (catalog, explain) => pageStory(catalog, explain, true),
  free_pcppages_bulk: (catalog, explain) => pageStory(catalog, explain, false),
  steal_suitable_fallback: fallbackStory,
};
