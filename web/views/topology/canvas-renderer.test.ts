import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Palette } from '../../ui/theme.ts';
import { fitAll, zoomAt } from './camera.ts';
import { CanvasRenderer } from './canvas-renderer.ts';
import { framingOf } from './framing.ts';
import { History } from './history.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import * as late from './layers/lazy-layers.ts';
import { defaultSettings } from './settings.ts';
import type { Tempo } from './tempo.ts';
import { ToyRun, tasksPerGroup } from './testing/frames.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import type { CameraTarget } from './types.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, cpu) => cpu);

/** Texts that were drawn, with their size in pixels and where. */
const drawn: {
  readonly text: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}[] = [];

/** A 2D context that draws nothing and notes what is written in which size. */
function fakeContext(): object {
  const state: Record<string, unknown> = { font: '10px sans-serif' };
  const size = () => Number(/([\d.]+)px/.exec(String(state.font))![1]);
  const write = (text: string, x: number, y: number) => drawn.push({ text, size: size(), x, y });
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * size() * 0.56 }),
    fillText: write,
    strokeText: write,
    createPattern: () => ({ setTransform: () => {} }),
  };
  return new Proxy(state, {
    get: (target, name: string) => known[name] ?? target[name] ?? (() => {}),
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  });
}

beforeAll(() => {
  class FakeCanvas {
    width = 0;
    height = 0;
    getContext = () => fakeContext();
  }
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('DOMMatrix', class {});
});

const hall = {
  fontText: 'sans-serif',
  fontMono: 'monospace',
  textSmall: 24,
  leastText: 24,
  stroke: 1.75,
  tasks: Array.from({ length: 8 }, () => ''),
  heat: { from: 0, to: 1 },
} as Partial<Palette> as Palette;

const targets: readonly CameraTarget[] = [
  { kind: 'all' },
  { kind: 'llc', llc: 0 },
  { kind: 'cpus', cpus: [0, 1] },
];

async function show(
  shape: keyof typeof shapes,
  tempo: Tempo,
  target: CameraTarget,
  height = 480,
  domains?: CpuDomains,
  line = 'root_domain line 3',
  zoom = 1,
): Promise<void> {
  const catalog = catalogOf(shapes[shape], 4 * tasksPerGroup);
  const selection = { line: 0, cpu: 1 };
  const machine = {
    side: 'A' as const,
    catalog,
    lines: [line],
    taskName: (task: number) => `task ${task}`,
  };
  const size = { width: 640, height, ratio: 1 };
  const canvas = new OffscreenCanvas(1, 1);
  const renderer = new CanvasRenderer(canvas, machine, size, hall);
  const history = new History(catalog, { ...defaultSettings, tempo, selection, domains });
  history.keep(await renderer.complete);
  history.installLazy(late);
  const run = new ToyRun(catalog, { service: 240 });
  for (const time of [2_000_000, 2_020_000]) history.add(run.at(time), time / 1_000);
  renderer.frame(framingOf(target, catalog.topology));
  const { layout, view } = renderer;
  const corner = { x: view.width - 5, y: view.height - 5 };
  const camera = zoomAt(fitAll(layout, view), layout, view, corner, zoom);
  renderer.draw(history.snapshot()!, camera);
}

describe('a machine drawn for a hall', () => {
  for (const shape of ['granite rapids 2s snc3', 'milan 2s nps1', 'laptop', 'one CPU'] as const) {
    it(`has no text under 24 pixels on a ${shape}, near or far`, async () => {
      for (const tempo of ['follow', 'flow', 'summary'] as const) {
        for (const target of targets) {
          drawn.length = 0;
          await show(shape, tempo, target);
          expect(drawn.length).toBeGreaterThan(0);
          expect(drawn.filter(({ size }) => size < 24)).toEqual([]);
        }
      }
    });
  }

  it('has the name of its line in two rows where one is too short', async () => {
    drawn.length = 0;
    await show('laptop', 'flow', { kind: 'all' }, 480, undefined, 'pipe_inode_info 16 line 3');
    expect(drawn.map(({ text }) => text)).not.toContain('pipe_inode_info 16 line 3');
    expect(drawn.map(({ text }) => text).join(' ')).toContain('pipe_inode_info 16 line 3');
  });

  it('has titles in a form that fits instead of stumps', async () => {
    for (const shape of ['granite rapids 2s snc3', 'milan 2s nps1', 'milan 2s nps4'] as const) {
      drawn.length = 0;
      // As high as half a stage is, side by side at 1280 × 720.
      await show(shape, 'follow', { kind: 'all' }, 350);
      const titles = drawn.filter(({ text }) => /^(S|N|L|\d)/.test(text));
      expect(titles.length).toBeGreaterThan(4);
      expect(titles.filter(({ text }) => text.includes('…'))).toEqual([]);
    }
  });
});

describe('a machine without a frame yet', () => {
  it('has the ground of the theme instead of black, from the first on and after a change of theme', () => {
    const grounds: unknown[] = [];
    const context = new Proxy({} as Record<string, unknown>, {
      get: (target, name: string) => {
        if (name === 'fillRect')
          return (...box: number[]) => grounds.push([target.fillStyle, ...box]);
        if (name === 'createPattern') return () => ({ setTransform: () => {} });
        return target[name] ?? (() => {});
      },
    });
    const canvas = Object.assign(new OffscreenCanvas(1, 1), { getContext: () => context });
    const catalog = catalogOf(shapes.laptop, 4);
    const machine = { side: 'A' as const, catalog, lines: [], taskName: String };
    const size = { width: 640, height: 300, ratio: 1 };
    const light = { ...hall, background: 'white' };
    const renderer = new CanvasRenderer(canvas, machine, size, light);
    expect(grounds.at(-1)).toEqual(['white', 0, 0, 640, 300]);
    renderer.theme({ ...light, background: 'navy' });
    expect(grounds.at(-1)).toEqual(['navy', 0, 0, 640, 300]);
  });
});

describe('the domains of a CPU on a machine', () => {
  const { topology } = catalogOf(shapes['granite rapids 2s snc3']);
  const of = (ids: Uint16Array) => upTo(topology.cpus).filter((cpu) => ids[cpu] === ids[1]);
  const domains: CpuDomains = {
    cpu: 1,
    levels: [
      { name: 'SMT', cpus: of(topology.core), groups: of(topology.core).map((cpu) => [cpu]) },
      { name: 'MC', cpus: of(topology.llc), groups: [of(topology.core)] },
      { name: 'PKG', cpus: of(topology.package), groups: [of(topology.llc)] },
      { name: 'NUMA', cpus: upTo(topology.cpus), groups: [of(topology.package)] },
    ],
  };
  const names = () => drawn.filter(({ text }) => domains.levels.some(({ name }) => name === text));
  it('are named where nothing else is named, whatever is looked at', async () => {
    for (const tempo of ['follow', 'flow', 'summary'] as const) {
      drawn.length = 0;
      await show('granite rapids 2s snc3', tempo, { kind: 'all' }, 480, domains);
      expect(names().map(({ text }) => text)).toEqual(['NUMA', 'PKG', 'MC', 'SMT']);
      for (const one of names()) {
        expect(one.x > 0 && one.x < 640 && one.y > 0 && one.y < 480).toBe(true);
        const near = names().filter(({ x, y }) => Math.hypot(x - one.x, y - one.y) < 20);
        expect(near).toEqual([one]);
      }
    }
  });
  it('are named as far as they are in view, and not drawn when nobody asks', async () => {
    drawn.length = 0;
    const all = { kind: 'all' } as const;
    await show('granite rapids 2s snc3', 'follow', all, 480, domains, undefined, 4);
    expect(names().map(({ text }) => text)).toContain('NUMA');
    expect(names().map(({ text }) => text)).not.toContain('MC');
    drawn.length = 0;
    await show('granite rapids 2s snc3', 'follow', { kind: 'all' });
    expect(names()).toEqual([]);
  });
});
