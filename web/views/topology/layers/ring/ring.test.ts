// What is pointed at is ringed where it lies, and all else recedes: on a picture drawn by the renderer itself.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../../../../engine/types.ts';
import { pointerOf } from '../../../../scenario/pointer.ts';
import type { Palette } from '../../../../ui/theme.ts';
import { fitAll } from '../../camera.ts';
import { CanvasRenderer } from '../../canvas-renderer.ts';
import { History } from '../../history.ts';
import { defaultSettings } from '../../settings.ts';
import { ToyRun, tasksPerGroup } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import * as late from '../lazy-layers.ts';

type Box = readonly [x: number, y: number, width: number, height: number, radius: number];

/** What a fake context is told of rings and of the veil. */
interface Seen {
  readonly rings: { readonly box: Box; readonly width: number }[];
  veils: number;
}

function contextOf(seen: Seen): object {
  let box: Box | undefined;
  const known: Record<string, unknown> = {
    measureText: () => ({ width: 1 }),
    createPattern: () => ({ setTransform: () => {} }),
    beginPath: () => {
      box = undefined;
    },
    roundRect: (...given: Box) => {
      box = given;
    },
    stroke: () => {
      if (box && state.strokeStyle === 'selected')
        seen.rings.push({ box, width: Number(state.lineWidth) });
    },
    fill: () => {
      if (state.fillStyle === 'ground' && state.globalAlpha === 0.4) seen.veils += 1;
    },
  };
  const state: Record<string, unknown> = {};
  return new Proxy(state, {
    get: (target, name: string) => known[name] ?? target[name] ?? (() => {}),
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  });
}

let seen: Seen;
beforeAll(() => {
  class FakeCanvas {
    width = 0;
    height = 0;
    getContext = () => contextOf(seen);
  }
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('DOMMatrix', class {});
});

const palette = {
  ...{ fontText: '', fontMono: '', textSmall: 12, leastText: 8, stroke: 1 },
  ...{ tasks: Array.from({ length: 8 }, () => ''), heat: { from: 0, to: 1 } },
  ...{ selected: 'selected', background: 'ground' },
} as Partial<Palette> as Palette;

/** Rings that are drawn of a target on machine A, and whether the rest recedes. */
async function ringed(target: string, isThin = false, change = (_: Frame) => {}) {
  seen = { rings: [], veils: 0 };
  const catalog = catalogOf(shapes['milan 2s nps1'], 4 * tasksPerGroup);
  const machine = { side: 'A' as const, catalog, lines: [], taskName: String };
  const size = { width: 900, height: 500, ratio: 1 };
  const renderer = new CanvasRenderer(new OffscreenCanvas(1, 1), machine, size, palette);
  const ring = { pointed: pointerOf(target)!, isThin };
  const history = new History(catalog, { ...defaultSettings, ring });
  history.keep(await renderer.complete);
  history.installLazy(late);
  const frame = new ToyRun(catalog, { service: 240 }).at(2_000_000);
  change(frame);
  history.add(frame, 0);
  renderer.draw(history.snapshot()!, fitAll(renderer.layout, renderer.view));
  return { ...seen, layout: renderer.layout, frame };
}

describe('the ring', () => {
  it('is around a CPU, and nothing else stays as it was', async () => {
    const { rings, veils, layout } = await ringed('cpu:17');
    expect(rings).toHaveLength(1);
    const [x, y, width] = rings[0]!.box;
    expect(Math.abs(x - layout.cpuX[17]!)).toBeLessThan(5);
    expect(Math.abs(y - layout.cpuY[17]!)).toBeLessThan(5);
    expect(width).toBeGreaterThan(layout.cpuWidth);
    expect(rings[0]!.width).toBe(2);
    expect(veils).toBe(1);
  });

  it('is around what CPUs stand in: a core, a cache, a node, a socket, each larger than the one before', async () => {
    const areas: number[] = [];
    for (const target of ['core:3', 'llc:0', 'node:0']) {
      const { rings } = await ringed(target);
      expect(rings, target).toHaveLength(1);
      const [, , width, height] = rings[0]!.box;
      areas.push(width * height);
    }
    expect(areas).toEqual([...areas].sort((a, b) => a - b));
    expect((await ringed('socket:1')).rings).toHaveLength(1);
    expect((await ringed('ribbon:llc 0>llc 15')).rings).toHaveLength(2);
  });

  it('is around the corridor of a ribbon, between its blocks', async () => {
    const { rings, layout } = await ringed('ribbon:node 0>node 1');
    const [first, second] = layout.nodes.map(({ rect }) => rect);
    expect(rings).toHaveLength(1);
    const [x, , width] = rings[0]!.box;
    expect(x).toBeGreaterThan(first!.x + first!.width - 10);
    expect(x + width).toBeLessThan(second!.x + 10);
  });

  it('is around the core that has a line, and around each CPU that waits for it', async () => {
    const { rings } = await ringed('line:root_domain/3', false, ({ cpus, lines }) => {
      for (const cpu of [5, 6, 70]) cpus.line[cpu] = 0;
      lines.owner[lines.index.indexOf(0)] = 12;
    });
    expect(rings).toHaveLength(4);
  });

  it('is round around the mark of a task', async () => {
    const { rings } = await ringed('task:2', false, ({ cpus, tasks }) => {
      cpus.task[9] = 2;
      tasks.cpu[2] = 9;
    });
    expect(rings).toHaveLength(1);
    const [, , width, height, radius] = rings[0]!.box;
    expect([height, radius]).toEqual([width, width / 2]);
  });

  it('is on the machine that is named alone: another recedes', async () => {
    expect(await ringed('cpu:17@B')).toMatchObject({ rings: [], veils: 1 });
    expect((await ringed('cpu:17@A')).rings).toHaveLength(1);
  });

  it('is nowhere in the picture for what stands beside it, which recedes', async () => {
    expect(await ringed('score')).toMatchObject({ rings: [], veils: 1 });
  });

  it('leaves a machine as it is that does not have the mark', async () => {
    expect(await ringed('cpu:9000')).toMatchObject({ rings: [], veils: 0 });
  });

  it('is thin, and hides nothing, where less motion is wanted', async () => {
    const { rings, veils } = await ringed('cpu:17', true);
    expect(rings.map(({ width }) => width)).toEqual([1]);
    expect(veils).toBe(0);
  });
});
