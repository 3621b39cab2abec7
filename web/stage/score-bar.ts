// The bar over a gauge: how long it is beside those of the other machines on stage, and what of it is in the hot colour.
// Hot is what a machine loses beside the best one, in every story: how much more waits, and what it falls short of. No words.

import type { ScoreName } from '../scenario/scores-schema.ts';

/** Which quantities a machine is better off with more of, or less; others tell neither. */
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

/**
 * The bar of `value` beside `all` values of the moment, its own among them; undefined: there is nothing to compare.
 * `inStory` is what is better here, where a story says so.
 */
export function barOf(
  name: ScoreName,
  value: number,
  all: readonly number[],
  inStory?: 'more' | 'less',
): ScoreBar | undefined {
  const most = Math.max(...all);
  if (all.length < 2 || !(most > 0)) return undefined;
  const share = Math.max(0, value / most);
  const way = inStory ?? better[name];
  if (way === 'more') return { plain: share, hot: 1 - share };
  const plain = way === 'less' ? Math.max(0, Math.min(...all) / most) : share;
  return { plain, hot: share - plain };
}
