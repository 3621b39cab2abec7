// The words of the page of tournaments, which Home does not need.

import { plural } from '../../ui/format.ts';

export const words = {
  title: 'Tournament – Schedscape',
  path: 'Tournament',
  heading: 'Which policy wins against which, and where.',
  what: 'A folder of policies and Linux meet on several scenarios with the same seeds. The command runs them and writes a file; open it here, or drop it on this page.',
  command:
    'npm run -s schedscape -- tournament policies/ --on split-llc/one-wakeup --on split-llc/schbench-distance --out result.json',
  open: 'Open a result',
  tooLarge: 'is larger than any result of a tournament',
  refused: (name: string, why: string) => `${name}: ${why}`,
  whom: 'Policy against policy',
  table: 'Places won and lost, player by player',
  how: (metric: string, what: string, seeds: number, ahead: number, against: string) =>
    `By ${metric} (${what}), ${plural(seeds, 'seed')} at each place; Linux is variant ${against}. A cell says at how many places the row beat the column and lost to it. A policy beats another if it is ahead at ${ahead === seeds ? 'each seed' : `${ahead} seeds of ${seeds}`}.`,
  player: 'player',
  versus: (name: string) => `against ${name}`,
  sums: ['won', 'lost', 'even'],
  score: (won: number, lost: number) => `${won} : ${lost}`,
  wonAt: (places: string) => `won at ${places}`,
  lostAt: (places: string) => `lost at ${places}`,
  evenAt: (places: string) => `even at ${places}`,
  where: 'Where',
  median: (median: string, unit: string) =>
    `${median}${unit === '1/s' ? '/s' : unit && ` ${unit}`}`,
  gain: (gain: number) => `, ${gain >= 0 ? '+' : '−'}${Math.abs(gain).toFixed(1)}\u00a0%`,
  predicted:
    'The best median comes first, with its difference from Linux. All figures are predictions; none of the policies has been measured.',
} as const;
