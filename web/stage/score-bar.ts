// The bar over a gauge: how long it is beside those of the other machines on stage, and what of it is in the hot colour.
// Hot is what is lost, in every story: time and CPUs that wait, and what a machine falls short of the best one's. No words.

import type { ScoreName } from '../scenario/scores-schema.ts';

/** Which quantities are lost themselves, and which a machine is better off with more of, or less; others tell neither. */
const better: Readonly<Partial<Record<ScoreName, 'more' | 'less' | 'none'>>> = {
  throughput: 'more',
  'tasks-at-home': 'more',
  'waiting-for-lines': 'none',
  'waiting-for-locks': 'none',
  'waiting-tasks': 'none',
  'kernel-share': 'less',
  'line-wait-share': 'none',
  'lock-wait-share': 'none',
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
  if (way === 'none') return { plain: 0, hot: share };
  if (way === 'more') return { plain: share, hot: 1 - share };
  const plain = way === 'less' ? Math.max(0, Math.min(...all) / most) : share;
  return { plain, hot: share - plain };
}
