import { describe, expect, it } from 'vitest';
import { droppedRows, eased, noHistory, registrations } from './registration.mjs';

/**
 * Rows whose claim and first result came in one commit: the band of the first two was chosen after runs had been seen
 * (f01f534), and so was the window of schbench with one to eight workers (ecfba32).
 */
const afterRuns = [
  /^split-llc\/hint-schbench-(correct|incorrect)\//,
  /^split-llc\/rfc-schbench-(fork|wake|combined)\//,
  /^cache-aware-v2\/sapphire-rapids\/schbench\/(9[2-9]|10[0-7])\/change_pct$/,
];

const without = noHistory();
const word = without ? ` (not asked: ${without})` : '';

describe.skipIf(without)(`the history of the claims${word}`, () => {
  const rows = without ? [] : registrations();

  it('has every claim that counts as predicted in a commit before the first report that ran it', () => {
    const predicted = rows.filter(({ basis }) => basis === 'predicted');
    expect(predicted.length).toBeGreaterThan(100);
    expect(predicted.filter(({ before }) => !before)).toEqual([]);
  });

  it('has all others so, too, but for those that are known to have been written after their runs', () => {
    const late = rows.filter(({ before }) => !before).map(({ id }) => id);
    expect(late.filter((id) => !afterRuns.some((pattern) => pattern.test(id)))).toEqual([]);
    expect(late.length).toBeLessThanOrEqual(36 + 16);
  });

  it('eases no claim: no level is left out later, and no band becomes wider', () => {
    expect(rows.flatMap((row) => row.eased)).toEqual([]);
  });

  it('drops no claim but two that could not fail: the fullest cache holds more than the emptiest', () => {
    expect(droppedRows().sort()).toEqual([
      'split-llc/tbench-initial-llc/1/count',
      'split-llc/tbench-initial-llc/14/count',
    ]);
  });
});

describe('an eased claim', () => {
  it('is one with a wider band or without a level it had', () => {
    const claim = [{ level: 'sign' }, { level: 'within', points: 10 }];
    expect(eased(claim, claim)).toEqual([]);
    expect(eased(claim, [...claim, { level: 'order', among: [] }])).toEqual([]);
    expect(eased(claim, [{ level: 'sign' }, { level: 'within', points: 5 }])).toEqual([]);
    expect(eased(claim, [{ level: 'sign' }, { level: 'within', points: 12 }])).toEqual([
      'within 10 became 12',
    ]);
    expect(eased(claim, [{ level: 'within', points: 10 }])).toEqual(['sign left out']);
    expect(eased([{ level: 'factor', factor: 1.5 }], [{ level: 'factor', factor: 2 }])).toEqual([
      'factor 1.5 became 2',
    ]);
  });
});
