// A second implementation of the page lists, written from their rules alone, against all that is known
// of them: the shared vectors, which the kernel's own functions gave, and the further ones.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { batchRow } from './batch.mjs';
import { sequence } from './lists.mjs';
import { modernSequence } from './modern.mjs';

const ANSWERS = {
  batch: ({ rows }) => rows.map(batchRow),
  'sequence-v4.18': ({ steps }) => sequence(steps),
  'sequence-v4.19': ({ steps }) => sequence(steps),
  'sequence-modern': ({ steps }) => modernSequence(steps),
};

const casesOf = (name) => {
  const file = new URL(`../../${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).cases;
};

/** How many entries the files show of long lists that have no gap in them. */
const SHOWN = new Set([24, 40, 64]);

/** A list as a file would show it: with its gap, or cut where the file cuts. */
function asShown(list, expected) {
  const gap = expected.indexOf('...');
  const behind = expected.length - gap - 1;
  if (gap >= 0) return [...list.slice(0, gap), '...', ...list.slice(list.length - behind)];
  return SHOWN.has(expected.length) ? list.slice(0, expected.length) : list;
}

function shownLike(got, expected) {
  if (Array.isArray(expected)) {
    if (!Array.isArray(got)) return got;
    if (expected.every((item) => typeof item !== 'object')) return asShown(got, expected);
    return got.map((item, at) => shownLike(item, expected[at]));
  }
  if (expected === null || typeof expected !== 'object') return got;
  // Names only one of them has stay: a list that should be empty is one of them.
  const names = Object.keys(got).filter((name) => name in expected || /^\d+\/\d$/.test(name));
  return Object.fromEntries(names.map((name) => [name, shownLike(got[name], expected[name])]));
}

/** What a step asks for is no answer. */
const QUESTIONS = [
  ...['op', 'migratetype', 'n', 'from', 'to', 'step', 'order', 'value', 'pageblock'],
  ...['zone_pages', 'batch', 'high_min', 'high_max', 'reclaim_active', 'below_high'],
];

function claimsOf(kind, step, at) {
  const asked = [...QUESTIONS];
  if (step.op === 'free') asked.push('pfns');
  if (at === 0 && kind !== 'sequence-modern') asked.push('high');
  const claims = Object.entries(step).filter(([name]) => !asked.includes(name));
  return Object.fromEntries(claims);
}

describe.each([
  ['pcp-vectors.json', 36],
  ['pcp-further-vectors.json', 51],
])('the reference of page lists, %s', (name, count) => {
  const cases = casesOf(name);

  it('is held to every case', () => {
    expect(cases).toHaveLength(count);
  });

  it.each(cases.map((vector) => [vector.id, vector]))('gives what %s expects', (_id, vector) => {
    const { kind } = vector;
    const said = ANSWERS[kind](vector);
    const expected =
      kind === 'batch' ? vector.rows : vector.steps.map((step, at) => claimsOf(kind, step, at));
    for (const [at, claims] of expected.entries()) {
      const silent = ['refills', 'bulk_frees'].filter((list) => said[at][list] && !claims[list]);
      expect([at, silent]).toEqual([at, []]);
      expect([at, shownLike(said[at], claims)]).toEqual([at, claims]);
    }
  });
});
