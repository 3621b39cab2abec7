// Words of the c2c view for an opened report.

import { percent } from '../../ui/format.ts';

export const words = {
  lead: 'Your own perf c2c report beside this run. It is read in this page and sent nowhere.',
  open: 'Open a perf c2c report…',
  another: 'Open another report…',
  paste: 'Paste one instead',
  pasted: 'pasted report',
  pasteLabel: 'What perf c2c report --stdio prints',
  read: 'Compare it with the run',
  close: 'Remove it',
  reading: 'Reading the report…',
  reported: 'Line of the report',
  beside: 'Beside',
  none: 'no simulated line',
  notTouched: 'No line of the run is accessed in that way.',
  row: (at: number, share: number | undefined, of: string, symbol: string) =>
    `line ${at}${share === undefined ? '' : `, ${percent(share)} of the ${of}`}${symbol === '' ? '' : `, ${symbol}`}`,
  title: (name: string, at: number) => `${name}, line ${at}`,
  candidate: (name: string, score: number) => `${name} (score ${score.toFixed(2)})`,
  byScore: (score: number) =>
    `Matched automatically: the same functions at the same offsets (score ${score.toFixed(2)} of 1, twice the next).`,
  byHand: 'Chosen by you.',
  unclear:
    'Several simulated lines may match: choose one. The score says how much they have in common; 1 means the same shares of the same rows.',
  notSimulated: (share: number) =>
    `${percent(share)} of this line is of functions that are not simulated.`,
  failed: (name: string, why: string) => `${name} was not read: ${why}.`,
  refused: (name: string, problem: string, remedy: string) => `${name}: ${problem}; ${remedy}.`,
} as const;
