// The words of the Pages view: what is seen, in full sentences, with numbers rounded as a person would.

import type { HoldStep, LastHold } from '../../engine/pages-moment.ts';
import { plural as count, percent, duration as time, whole } from '../../ui/format.ts';

/** Rates of one column, told apart by the second digit behind the point. */
export const millions = (value: number): string => `${(value / 1e6).toFixed(2)} M`;

/** What one page of a hold went through. */
const step = (kind: 'refill' | 'flush', { page, order, cost }: HoldStep): string => {
  const what =
    kind === 'refill'
      ? order === 0
        ? 'was free as a single page'
        : `was split off a block of ${whole(2 ** order)} pages (order ${order})`
      : order === 0
        ? 'stayed single: its buddy is not free'
        : `merged with its buddies to ${whole(2 ** order)} pages (order ${order})`;
  return `page ${page} ${what}; its lines took ${time(cost)}`;
};

/** Why and how a refill or a flush went, as sentences. */
function holdStory(
  kind: 'refill' | 'flush',
  { cpu, pages, steps, explain }: LastHold,
  reason: string,
): string {
  const changed = steps.filter(({ order }) => order > 0).length;
  const largest = steps.reduce((most, { order }) => Math.max(most, order), 0);
  const begin =
    kind === 'refill'
      ? `CPU ${cpu} took ${count(pages, 'page', 'pages')} from the zone`
      : `CPU ${cpu} gave ${count(pages, 'page', 'pages')} back to the zone`;
  const why = reason ? `, because ${reason}.` : '.';
  const blocks =
    kind === 'refill'
      ? changed === 0
        ? ' All of them were free as single pages: no block was split.'
        : ` ${count(changed, 'time', 'times')} a larger block was split, the largest of order ${largest}.`
      : changed === 0
        ? ' None found a free buddy: nothing merged.'
        : ` ${count(changed, 'of them', 'of them')} found a free buddy and merged, up to order ${largest}.`;
  const cost = explain
    ? ` ${count(explain.accesses, 'line was', 'lines were')} touched, which took ${time(explain.cost)} under zone->lock.`
    : '';
  return `${begin}${why}${blocks}${cost}`;
}

export const words = {
  region: (side: string) => `Page allocator of machine ${side}`,
  nothing:
    'This workload does not allocate pages. Open a scenario of the story Page lists to see its zones here.',
  loading: 'Reading the zones…',
  node: 'Node',
  lists: 'Pages on the lists of each CPU',
  listsHint: 'Arrow keys go from CPU to CPU, Enter selects one.',
  listsText: (cpus: number, held: number) =>
    `${count(cpus, 'CPU holds', 'CPUs hold')} ${whole(held)} pages`,
  high: (high: number) => `high ${whole(high)}`,
  batch: (batch: number) => `batch ${whole(batch)}`,
  cpu: (cpu: number) => `CPU ${cpu}`,
  listOf: (cpu: number, held: number, high: number, lock: string) =>
    `CPU ${cpu}: ${whole(held)} pages, high ${whole(high)}${lock ? `, ${lock}` : ''}`,
  holds: (lock: string) => `holds ${lock}`,
  waits: (lock: string) => `waits for ${lock}`,
  keyHolds: 'holds',
  keyWaits: 'waits: zone->lock above, lru_lock below',
  locks: 'Locks',
  lockNames: { zone: 'zone->lock', lru: 'lru_lock' },
  holder: 'Held by',
  nobody: 'none',
  queue: 'Waiting',
  noQueue: 'none',
  waited: 'Spinning for it',
  waitedMeaning: 'Share of CPU time of this node in the measured window, up to this moment',
  longest: 'Longest hold',
  more: (number: number) => `+${number}`,
  since: (cpu: number, ns: number) => `CPU ${cpu} for ${time(ns)}`,
  free: 'Free blocks of the zone',
  order: 'Order',
  blocks: 'Blocks',
  pages: 'Pages',
  freeOf: (free: number, pages: number) =>
    `${whole(free)} of ${whole(pages)} pages are free (${percent(free / pages)})`,
  hold: 'Transfer of pages',
  holdKinds: { latest: 'Latest', refill: 'Refill', flush: 'Flush' },
  ofCpu: (cpu: number) => `of CPU ${cpu}`,
  ofAny: 'of any CPU; select one to follow it',
  noHold: 'There was none yet.',
  history: 'Free pages by size of their block, over the run',
  bands: ['order 0–2', 'order 3–8', 'order 9–10'],
  historyText: (parts: readonly string[]) =>
    `At this moment: ${parts.join(', ')} of the free pages.`,
  slider: (variant: string) => `Batch in ${variant}`,
  sliderHint: 'What another batch would do, on this machine and at full load.',
  columns: (base: number) => [
    'Answer',
    'Pages a second',
    `against batch ${base}`,
    'zone->lock',
    'lru_lock',
  ],
  instant: 'Closed form, at once',
  instantMeaning:
    'Two queues, fitted to the published curve of this machine: it gives an answer while the simulation still runs.',
  structure: 'Simulated, one seed',
  simulating: 'simulating…',
  quick: 'simulated, a third of the time',
  failed: (message: string) => `stopped: ${message}`,
  published: 'Published',
  notPublished: 'not published at this batch',
  stage: (batch: number) => `Put batch ${batch} on stage`,
  noClosedForm: 'No closed form was fitted for this machine.',
} as const;

/** Of the picture of one refill or flush. */
export const transferWords = {
  holdStory,
  step,
  zoneOf: 'Free blocks taken or found, by order',
  listOf: (cpu: number) => `List of CPU ${cpu}`,
  pages: (pages: number) => count(pages, 'page', 'pages'),
  bundles: (pages: number) => `(a mark is ${pages} pages)`,
  bundle: (first: number, last: number) => `Pages ${first} to ${last} of this transfer`,
  order: (order: number) => `order ${order}`,
  more: (blocks: number) => `+${whole(blocks)}`,
  change: (by: number) => (by < 0 ? `−${-by}` : `+${by}`),
  block: ({ page, order, own }: { page: number; order: number; own: number }) =>
    `Block of ${count(2 ** order, 'page', 'pages')} from page ${page} on; ${whole(own)} of this transfer`,
  zoneText: (rows: readonly { order: number; blocks: readonly unknown[] }[]) =>
    `Of the free blocks this transfer touches: ${rows
      .map(({ order, blocks }) => `${count(blocks.length, 'block', 'blocks')} of order ${order}`)
      .join(', ')}.`,
  steps: (kind: 'refill' | 'flush') =>
    kind === 'refill' ? 'Each page as it was taken' : 'Each page as it was given back',
  walk: (kind: 'refill' | 'flush') => `Page by page through the ${kind}`,
  follow: 'At the playhead',
  place: (at: number, pages: number) => `${at} of ${pages}:`,
  done: (kind: 'refill' | 'flush', shown: number, pages: number) => {
    const where = kind === 'refill' ? 'on the CPU’s list' : 'back in the zone';
    const all = pages === 1 ? `The page is ${where}.` : `All ${whole(pages)} pages are ${where}.`;
    return shown < pages ? `${all} The picture shows the first ${whole(shown)}.` : all;
  },
} as const;
