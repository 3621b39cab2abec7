// The key has what a machine on stage has something of, and no word too many.

import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../engine/abi.gen.ts';
import { catalogOf, shapes } from '../../views/topology/testing/machines.ts';
import { frameOf } from '../../views/topology/testing/records.ts';
import { entriesOnScreen } from './on-screen.ts';

const catalog = catalogOf(shapes['milan 2s nps1'], 3);
const machineWith = (set: Parameters<typeof frameOf>[1]['set']) => ({
  frame: frameOf(catalog, { time: 10, ...(set && { set }) }),
  catalog,
});

describe('the entries of the legend', () => {
  it('are those of what CPUs do, or have done in the run so far', () => {
    const idle = machineWith(({ cpus }) => void cpus.activity.fill(ACTIVITY.IDLE));
    expect([...entriesOnScreen('state', [idle])!]).toEqual(['idle']);
    const spinning = machineWith(({ cpus }) => {
      cpus.activity.fill(ACTIVITY.USER);
      cpus.activity[3] = ACTIVITY.SPINNING;
    });
    const both = entriesOnScreen('state', [idle, spinning])!;
    expect([...both].sort()).toEqual(['idle', 'lock', 'user']);
  });

  it('are of the caches that tasks prefer: no word of "away" where none is', () => {
    const home = catalog.topology.llc[0]!;
    const at = (preferred: number) =>
      machineWith(({ tasks }) => {
        tasks.cpu.fill(-1);
        tasks.cpu[0] = 0;
        tasks.group[0] = 0;
        tasks.preferredLlc[0] = preferred;
      });
    expect([...entriesOnScreen('home', [at(home)])!]).toEqual(['at-home']);
    expect([...entriesOnScreen('home', [at(home + 1)])!]).toEqual(['away']);
    expect([...entriesOnScreen('home', [at(-1)])!]).toEqual(['no-home']);
  });

  it('are all of them where the picture says one number, or who runs', () => {
    expect(entriesOnScreen('heat', [])).toBeUndefined();
    expect(entriesOnScreen('task', [])).toBeUndefined();
  });
});
