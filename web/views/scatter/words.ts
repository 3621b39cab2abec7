// The words of the published scatter.

import { decimal, signed } from '../../ui/format.ts';

export const changeText = (value: number): string => `${signed(value, decimal(value, 2))} %`;

export const words = {
  title: 'Is the fair class affected?',
  what:
    'Published: changes of hackbench and schbench with each of the four patches alone, on the 480-CPU machine. ' +
    'Every hollow dot is one row of the posted tables; further right is better. Bars are the posted standard deviations. ' +
    'Most rows differ from zero by no more than repeated runs of one kernel differ, but the medians of hackbench are slightly below zero, and some rows ' +
    'are far outside, so these tables do not exclude a small effect. None of these runs is simulated.',
  answer:
    'The simulator can answer only for shared cache lines. The fair class reads one word of root_domain, overloaded, ' +
    'before a new-idle balance and when a second task is queued, and writes it when it changes. The counts, masks and push IPI fields ' +
    'that the patches move are accessed only by real-time tasks. While none runs, only that word is written. In the baseline it shares its line with rto_count, which no CPU writes then, so no layout makes it more expensive: no effect. ' +
    'These runs of hackbench and schbench are not simulated, so no row of these tables is claimed.',
  benchmark: {
    hackbench: 'hackbench, time to completion',
    'schbench-old': 'schbench of 2021, 99th percentile',
    'schbench-new': 'schbench, latency and requests',
  } as Readonly<Record<string, string>>,
  axis: 'change, %',
  patch: (patch: number) => `patch ${patch}`,
  lane: (median: number, least: number, most: number) =>
    `median ${changeText(median)}, ${changeText(least)} to ${changeText(most)}`,
  dot: (label: string, value: number, spread: number | undefined) =>
    `${label}: ${changeText(value)}${spread === undefined ? '' : ` ± ${spread} %`}`,
  chart: (benchmark: string, rows: number) => `Published changes of ${benchmark}: ${rows} rows`,
  columns: ['Benchmark', 'Patch', 'Rows', 'Median', 'Least', 'Most', 'Beyond their own deviation'],
  none: 'none posted',
} as const;
