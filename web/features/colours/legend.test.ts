// The entries of the legend, and what a link and a scenario ask of the colours.

import { describe, expect, it } from 'vitest';
import { colourings, legendEntries } from '../../scenario/colouring.ts';
import type { Scenario } from '../../scenario/index.ts';
import { colouringOf, isEntryOf } from '../../stage/colouring.ts';
import { type Colouring, heatBands } from '../../views/topology/index.ts';
import { hueInForce, huesOffered, legendOf } from './legend.ts';

const by = (part: Partial<Colouring>): Colouring => ({
  ...{ by: 'state', hue: 'role', heat: 'waiting', only: undefined, marksShared: false },
  ...part,
});
const parts = { roles: ['messenger', 'worker'], process: 0, instance: 1 };
const names = (colouring: Partial<Colouring>, full = 0, of = parts) =>
  legendOf(by(colouring), of, full).map(({ name }) => name);
const none = { colour: undefined, hue: undefined, heat: undefined, only: undefined };

describe('the legend', () => {
  it('names the five states, those of time lost among them', () => {
    expect(names({})).toEqual([
      ...['user work', 'kernel', 'waits for a line', 'waits for a lock', 'idle'],
    ]);
  });
  it('names the roles of tasks, and says where a hue stands for several groups', () => {
    expect(names({ by: 'task' })).toEqual(['messenger', 'worker']);
    const many = { roles: [], process: 0, instance: 10 };
    const said = names({ by: 'task' }, 0, many);
    expect(said).toHaveLength(8);
    expect([said[0], said[1], said[2]]).toEqual(['group 0…', 'group 1…', 'group 2']);
  });
  it('has a scale with numbers and their unit for heat, and none before there is any', () => {
    expect(names({ by: 'heat', heat: 'latency' }, 5_000)).toEqual([
      ...['≤ 1 µs', '≤ 2 µs', '≤ 3 µs', '≤ 4 µs', '≤ 5 µs'],
    ]);
    expect(names({ by: 'heat', heat: 'waiting' }, 0.5)).toHaveLength(heatBands);
    expect(names({ by: 'heat' }, 0)).toEqual([]);
  });
  it('has only entries that links can keep, each in the legend it belongs to', () => {
    for (const colour of colourings) {
      for (const { key } of legendOf(by({ by: colour }), { ...parts, instance: 8 }, 1)) {
        expect(legendEntries).toContain(key);
        expect(colourings.filter((other) => isEntryOf(other, key))).toEqual([colour]);
      }
    }
  });
  it('tells tasks apart by what there is', () => {
    expect(huesOffered({ roles: [], process: 2, instance: 1 })).toEqual(['process']);
    expect(hueInForce('role', { roles: [], process: 0, instance: 3 })).toBe('instance');
    expect(hueInForce('role', parts)).toBe('role');
  });
});

describe('what the colours say', () => {
  const show = { colour: { by: 'heat', heat: 'queue' } } as const;
  const gauges = (better?: 'more' | 'less') =>
    ({ scores: { show: [{ of: 'moves' }, { of: 'caches-used', better }] } }) as Partial<Scenario>;
  it('is a person’s choice before the scenario’s, and states where nobody says anything', () => {
    expect(colouringOf(none, { show })).toMatchObject({ by: 'heat', heat: 'queue' });
    expect(colouringOf({ ...none, colour: 'task' }, { show }).by).toBe('task');
    expect(colouringOf(none, {}).by).toBe('state');
  });
  it('mark caches that are shared where a story counts more of them in use as better', () => {
    const marksShared = (better?: 'more' | 'less') => colouringOf(none, gauges(better)).marksShared;
    expect([marksShared('more'), marksShared('less'), marksShared()]).toEqual([true, false, false]);
    expect(colouringOf(none, {}).marksShared).toBe(false);
  });
  it('leaves out the filter of another legend', () => {
    expect(colouringOf({ ...none, only: 'lock' }, { show }).only).toBeUndefined();
    expect(colouringOf({ ...none, only: 'lock' }, {}).only).toBe('lock');
  });
});
