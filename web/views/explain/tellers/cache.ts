// Tells the decisions of cache-aware load balancing: which cache a process prefers, and moves refused for its sake.

import type { Catalog, Explain } from '../../../engine/types.ts';
import { figuresSaid } from '../placement.ts';
import { cpu, task, words } from '../words.ts';
import { type Explanation, type Tellers, verdictText } from './teller.ts';

/** Where a process is to gather, and where it was before; CPUs, or -1. */
function anchorSaid({ topology }: Catalog, chosen: number, previous: number): string[] {
  const { cache } = words;
  const now = chosen < 0 ? cache.none : cache.anchor(cpu(chosen), topology.llc[chosen]!);
  if (chosen === previous) return [now];
  const before =
    previous < 0 ? cache.noneBefore : cache.before(cpu(previous), topology.llc[previous]!);
  return [now, before];
}

/** Which cache a process prefers, decided by a scan or by accounting. */
function anchorStory(catalog: Catalog, explain: Explain): Explanation {
  const { cache } = words;
  const isScan = catalog.decisions[explain.decision] === 'task_cache_work';
  const ask = isScan ? cache.scan : cache.account;
  return {
    asked: [ask(task(explain.task), cpu(explain.cpu))],
    looked: figuresSaid(catalog, explain),
    refused: [],
    chosen: [
      verdictText(catalog, explain),
      ...anchorSaid(catalog, explain.chosen, explain.previous),
    ],
  };
}

/** A move that was refused for a cache, or was the occasion to drop an anchor: then no CPU is chosen. */
function keptStory(catalog: Catalog, explain: Explain): Explanation {
  const { cache } = words;
  const { chosen, previous } = explain;
  const [by, who] = [cpu(explain.cpu), task(explain.task)];
  if (chosen < 0) {
    return {
      asked: [cache.over(by, who)],
      looked: figuresSaid(catalog, explain),
      refused: [],
      chosen: [verdictText(catalog, explain), ...anchorSaid(catalog, chosen, previous)],
    };
  }
  const isForced = catalog.decisions[explain.decision] === 'alb_break_llc';
  return {
    asked: [(isForced ? cache.force : cache.detach)(by, who, cpu(previous))],
    looked: figuresSaid(catalog, explain),
    refused: [],
    chosen: [verdictText(catalog, explain), words.stays(who, cpu(previous))],
  };
}

export const cacheTellers: Tellers = {
  task_cache_work: anchorStory,
  account_mm_sched: anchorStory,
  can_migrate_llc_task: keptStory,
  alb_break_llc: keptStory,
};
