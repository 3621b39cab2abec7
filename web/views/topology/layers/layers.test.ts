import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { defaultColouring } from '../colouring.ts';
import { ToyRun } from '../testing/frames.ts';
import { catalogOf, shapes } from '../testing/machines.ts';
import { drawnWith, layers, memoriesOf, notesOf } from './index.ts';
import { lazyLayers } from './lazy-layers.ts';
import { legends } from './legends.ts';

const names = layers.map(({ name }) => name);

describe('the layers', () => {
  it('each have a name of their own, and every one can be drawn in the end', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(drawnWith(lazyLayers).map(({ at }) => at)).toEqual([...layers.keys()]);
  });

  it('of the first picture keep their order and their memory when the others come', () => {
    const first = drawnWith(undefined);
    expect(first.length).toBeLessThan(layers.length);
    const all = drawnWith(lazyLayers);
    for (const { at, name, when } of first) expect(all[at]).toMatchObject({ name, when });
    const machine = catalogOf(shapes.laptop);
    const bare = { side: 'A' as const, catalog: machine, lines: [], taskName: String };
    const frame = new ToyRun(machine, { seed: 3 }).at(1_000_000);
    expect(notesOf(first, frame, bare, [], defaultColouring)).toEqual({});
    expect(first.map(({ at }) => at)).toEqual([...first.map(({ at }) => at)].sort((a, b) => a - b));
  });

  it('cover what they are about: transfers and tasks on their way lie over the CPUs', () => {
    const order = ['utilisation', 'moment', 'homes', 'transfers', 'moves', 'selection'];
    expect(names.filter((name) => order.includes(name))).toEqual(order);
  });

  it('note plain data by their name, which can be sent to another thread', () => {
    const catalog = catalogOf(shapes['milan 2s nps1'], 40);
    const machine = { side: 'A' as const, catalog, lines: [], taskName: String };
    const memories = memoriesOf(catalog, lazyLayers);
    const frame = new ToyRun(catalog, { seed: 3 }).at(1_000_000);
    const notes = notesOf(drawnWith(lazyLayers), frame, machine, memories, defaultColouring);
    expect(structuredClone(notes)).toEqual(notes);
    expect(Object.keys(notes)).toEqual(expect.arrayContaining(['homes', 'moves', 'epoch']));
  });

  it('speak of shared caches only where those are drawn', () => {
    const catalog = catalogOf(shapes['milan 2s nps1'], 40);
    const machine = { side: 'A' as const, catalog, lines: [], taskName: String };
    const frame = new ToyRun(catalog, { seed: 3 }).at(1_000_000);
    frame.cpus.activity.fill(ACTIVITY.IDLE);
    frame.cpus.task.fill(-1);
    for (const cpu of [0, 1]) {
      frame.cpus.activity[cpu] = ACTIVITY.USER;
      frame.cpus.task[cpu] = cpu;
    }
    const said = (marksShared: boolean) =>
      notesOf(drawnWith(lazyLayers), frame, machine, memoriesOf(catalog, lazyLayers), {
        ...defaultColouring,
        marksShared,
      }).sharing;
    expect(said(true)).toHaveLength(1);
    expect(said(false)).toEqual([]);
  });
});

describe('the faces', () => {
  it('belong to a layer each', () => {
    const owners = legends.map(({ name }) => name);
    expect(new Set(owners).size).toBe(owners.length);
    expect(owners.filter((name) => !names.includes(name))).toEqual([]);
  });
});
