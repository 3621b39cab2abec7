import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Palette } from '../../../../ui/theme.ts';
import { fitAll } from '../../camera.ts';
import { CanvasRenderer } from '../../canvas-renderer.ts';
import { defaultColouring } from '../../colouring.ts';
import { History } from '../../history.ts';
import { defaultSettings, type PictureSettings } from '../../settings.ts';
import { ToyRun, tasksPerGroup } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import * as late from '../lazy-layers.ts';

/** What was drawn, and the middle of where: enough to tell which cell it is in. */
interface Shape {
  readonly x: number;
  readonly y: number;
  readonly look: string;
}

type Point = readonly [number, number];

/** A canvas that knows shapes in place of pixels: a copy takes those that it covers, and leaves nothing of what was there. */
class ToyCanvas {
  width = 0;
  height = 0;
  shapes: Shape[] = [];
  /** Copies of a part of a canvas, one a cell that was drawn anew. */
  static parts = 0;
  readonly context = toyContext(this);
  getContext = () => this.context;
}

function toyContext(canvas: ToyCanvas): object {
  const state: Record<string, unknown> = { font: '10px sans-serif', globalAlpha: 1 };
  let path: Point[][] = [];
  const add = (how: string, points: readonly Point[]) => {
    const middle = (axis: 0 | 1) =>
      points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    const style = [state.globalAlpha, how === 'stroke' ? state.strokeStyle : state.fillStyle];
    const spots = points.map((point) => point.map((each) => each.toFixed(2)).join());
    canvas.shapes.push({ x: middle(0), y: middle(1), look: [how, ...style, ...spots].join(' ') });
  };
  const addAll = (how: string) => {
    for (const each of path) add(how, each);
  };
  const corners = (x: number, y: number, w: number, h: number): Point[] => [
    [x, y],
    [x + w, y + h],
  ];
  const copy = (from: ToyCanvas, ...place: number[]) => {
    if (place.length === 2) {
      canvas.shapes = [...from.shapes];
      return;
    }
    ToyCanvas.parts++;
    const [, , , , x, y, w, h] = place as [number, number, number, number, ...number[]];
    const isIn = (shape: Shape) =>
      shape.x >= x! && shape.y >= y! && shape.x <= x! + w! && shape.y <= y! + h!;
    canvas.shapes = [...canvas.shapes.filter((each) => !isIn(each)), ...from.shapes.filter(isIn)];
  };
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * 5 }),
    createPattern: () => ({ setTransform: () => {}, toString: () => 'pattern' }),
    beginPath: () => {
      path = [];
    },
    rect: (...box: [number, number, number, number]) => path.push(corners(...box)),
    roundRect: (x: number, y: number, w: number, h: number) => path.push(corners(x, y, w, h)),
    moveTo: (x: number, y: number) => path.push([[x, y]]),
    lineTo: (x: number, y: number) => path.at(-1)?.push([x, y]),
    // It begins where a mark's path was moved to; its box is all that is told of it.
    arc: (x: number, y: number, r: number) =>
      path.splice(-1, 1, corners(x - r, y - r, 2 * r, 2 * r)),
    fill: () => addAll('fill'),
    stroke: () => addAll('stroke'),
    fillText: (text: string, x: number, y: number) => add(`text ${text}`, [[x, y]]),
    drawImage: copy,
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
  vi.stubGlobal('OffscreenCanvas', ToyCanvas);
  vi.stubGlobal('DOMMatrix', class {});
});

const palette = new Proxy(
  {
    textSmall: 11,
    leastText: 9,
    stroke: 1,
    tasks: Array.from({ length: 8 }, (_, hue) => `hue ${hue}`),
    heat: { from: 0, to: 1 },
  } as Partial<Palette>,
  { get: (target, name: string) => target[name as keyof Palette] ?? name },
) as Palette;

const size = { width: 640, height: 480, ratio: 2 };
const catalog = catalogOf(shapes['granite rapids 2s snc3'], 60 * tasksPerGroup);
const machine = { side: 'A' as const, catalog, lines: ['a line'], taskName: String };

async function pictureOf(): Promise<{ renderer: CanvasRenderer; canvas: ToyCanvas }> {
  const canvas = new ToyCanvas();
  const renderer = new CanvasRenderer(canvas as never, machine, size, palette);
  await renderer.complete;
  return { renderer, canvas };
}

const looks = ({ shapes: all }: ToyCanvas): string[] => all.map(({ look }) => look).sort();

/** Plays some pictures, and draws the last of them on a canvas that has seen none before, too. */
async function play(settings: Partial<PictureSettings>) {
  const used: PictureSettings = { ...defaultSettings, ...settings };
  const history = new History(catalog, used);
  const played = await pictureOf();
  history.keep(await played.renderer.complete);
  history.installLazy(late);
  const fresh = new History(catalog, used);
  fresh.keep(await played.renderer.complete);
  fresh.installLazy(late);
  const run = new ToyRun(catalog, { service: 240 });
  const camera = fitAll(played.renderer.layout, played.renderer.view);
  for (let at = 1; at <= 40; at++) {
    const frame = run.at(at * 20_000);
    history.add(frame, at * 16);
    fresh.add(frame, at * 16);
    played.renderer.draw(history.snapshot()!, camera);
  }
  const { renderer, canvas } = await pictureOf();
  renderer.draw(fresh.snapshot()!, camera);
  return { played: played.canvas, fresh: canvas, history, renderer: played.renderer, camera };
}

describe('a picture of cells that are kept', () => {
  const cases: Readonly<Record<string, Partial<PictureSettings>>> = {
    'by state': {},
    'by task': { colouring: { ...defaultColouring, by: 'task' } },
    'with one entry of the legend alone': {
      colouring: { ...defaultColouring, only: 'user' },
    },
    'with a group that is selected': { selection: { group: 1 } },
    'in Summary, where shares are drawn anew': { tempo: 'summary' },
    'slow enough for single tasks': { tempo: 'follow' },
  };
  it.each(Object.entries(cases))('is the same as one drawn at once: %s', async (_, settings) => {
    const { played, fresh } = await play(settings);
    expect(looks(fresh).length).toBeGreaterThan(catalog.topology.cpus);
    expect(looks(played)).toEqual(looks(fresh));
  });

  it('draws a few cells anew, not all of them every time', async () => {
    ToyCanvas.parts = 0;
    await play({});
    const all = 40 * catalog.topology.cpus;
    expect(ToyCanvas.parts).toBeGreaterThan(40);
    expect(ToyCanvas.parts).toBeLessThan(all / 4);
  });

  it('is drawn anew, whole, after a change of the theme', async () => {
    const { played, history, renderer, camera } = await play({});
    renderer.theme({ ...palette, user: 'another', textSmall: 11, leastText: 9, stroke: 1 });
    renderer.draw(history.snapshot()!, camera);
    renderer.draw(history.snapshot()!, camera);
    expect(looks(played).some((look) => look.includes('another'))).toBe(true);
    expect(looks(played).some((look) => look.includes(' user '))).toBe(false);
  });
});
