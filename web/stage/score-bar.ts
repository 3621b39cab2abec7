// The bar over a gauge: how long it is beside those of the other machines on stage, and what of it is in the hot colour.
// Hot is what is lost, in every story: time and CPUs that wait, and what a machine falls short of the best one's. No words.

import type { ScoreName } from '../scenario/scores-schema.ts';

/** Which quantities a machine is better off with more of, or less; those not listed tell neither. */
const better: Readonly<Partial<Record<ScoreName, 'more' | 'less'>>> = {
  throughput: 'more',
  'tasks-at-home': 'more',
  'waiting-for-lines': 'less',
  'waiting-for-locks': 'less',
  'waiting-tasks': 'less',
  'kernel-share': 'less',
  'line-wait-share': 'less',
  'lock-wait-share': 'less',
  'wake-latency': 'less',
};

/** Shares of the bar's length, 0 to 1; `hot` begins where `plain` ends. */
export interface ScoreBar {
  readonly plain: number;
  readonly hot: number;
}

/** The bar of `value` beside `all` values of the moment, its own among them; undefined: there is nothing to compare. */
export function barOf(
  name: ScoreName,
  value: number,
  all: readonly number[],
): ScoreBar | undefined {
  const most = Math.max(...all);
  if (all.length < 2 || !(most > 0)) return undefined;
  const share = Math.max(0, value / most);
  const way = better[name];
  if (way === 'less') return { plain: 0, hot: share };
  return { plain: share, hot: way === 'more' ? 1 - share : 0 };
}
