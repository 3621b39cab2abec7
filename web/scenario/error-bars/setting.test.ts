// Which changes get an error bar of the shipped table, and which scenarios stand as they were published.

import { describe, expect, it } from 'vitest';
import type { OpenedScenario } from '../scenario.ts';
import { barOfChange, isAsPublished } from './setting.ts';

const opened = { scenario: { workload: { name: 'hackbench' } } } as unknown as OpenedScenario;

describe('the error bar of a change', () => {
  it('is given of rates, times and cycles', () => {
    for (const metric of ['throughput', 'wake_p99', 'line_load_cycles'])
      expect(barOfChange(opened, 'B', metric, 9), metric).toMatchObject({ kind: 'change' });
  });

  it('is not given of counts and shares: no claim is like a change of them', () => {
    for (const metric of ['fallbacks', 'zone_visits', 'migrations_wake', 'kernel_share'])
      expect(barOfChange(opened, 'B', metric, 9), metric).toBeUndefined();
  });
});

describe('a scenario', () => {
  it('is as it was published whatever its length and draw, and not with anything else changed', () => {
    const of = (recipe: object) => isAsPublished({ recipe } as Parameters<typeof isAsPublished>[0]);
    expect(of({ set: { duration: '5 ms', warmup: '1 ms', seed: 3 } })).toBe(true);
    expect(isAsPublished({})).toBe(true);
    const others = [
      { set: { 'workload.tasks': 3 } },
      { machine: 'x' },
      { workload: {} },
      { layout: {} },
    ];
    expect(others.map(of)).toEqual(others.map(() => false));
  });
});
