import { describe, expect, it } from 'vitest';
import type { Dot, LiveScene } from '../../draw/scene.ts';
import { doing } from '../../task-places.ts';
import { drawTaskNames } from './names.ts';

/** px a letter of every font. */
const letter = 6;

/** What is written of tasks whose marks stand there; in a view of 400 by 300 px with no titles. */
function writtenOf(at: readonly (readonly [x: number, y: number])[], selected?: number) {
  const written: { text: string; x: number; y: number }[] = [];
  const dots: Dot[] = at.map(([x, y]) => ({ x, y, radius: 4 }));
  const nothing = () => {};
  const context = {
    measureText: (text: string) => ({ width: letter * text.length }),
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y }),
    ...{ beginPath: nothing, roundRect: nothing, fill: nothing },
  };
  const scene = {
    context,
    palette: { textSmall: 11, leastText: 10 },
    layout: { llcs: [], titleHeight: 12 },
    camera: { scale: 1 },
    view: { width: 400, height: 300 },
    machine: { taskName: (task: number) => `worker ${task}` },
    marks: {
      count: dots.length,
      x: dots.map(({ x }) => x),
      y: dots.map(({ y }) => y),
      radius: dots.map(({ radius }) => radius),
      task: Int32Array.from(dots, (_, task) => task),
      of: (task: number) => dots[task],
    },
    snapshot: {
      tempo: 'flow',
      selection: { task: selected },
      places: { few: true, doing: dots.map(() => doing.runs) },
    },
  };
  drawTaskNames(scene as unknown as LiveScene);
  return written.map(({ text, x, y }) => ({ text, x, y: Math.round(y) }));
}
const texts = (...args: Parameters<typeof writtenOf>) => writtenOf(...args).map(({ text }) => text);

describe('the names of few tasks', () => {
  it('stand right of their marks where nothing is in the way', () => {
    const [name] = writtenOf([[100, 100]]);
    expect(name).toMatchObject({ text: 'worker 0' });
    expect(name!.x).toBeGreaterThan(104);
    expect(Math.abs(name!.y - 100)).toBeLessThan(3);
  });

  it('give way to each other, and all can be read', () => {
    const names = writtenOf([
      [100, 100],
      [120, 100],
    ]);
    expect(names).toHaveLength(2);
    expect(names[1]!.y !== names[0]!.y || Math.abs(names[1]!.x - names[0]!.x) >= 48).toBe(true);
  });

  /** Nine marks within a few pixels: there is no room for nine names. */
  const heap = Array.from({ length: 9 }, (_, at) => [200 + at, 150] as const);

  it('are left out where they would lie over others everywhere', () => {
    expect(texts(heap).length).toBeLessThan(9);
    expect(texts(heap)).not.toContain('worker 8');
  });

  it('are left out where they would be cut by the edge of the view', () => {
    expect(texts([[200, 2], ...heap])).toContain('worker 0');
    expect(texts([[-30, 150]])).toEqual([]);
  });

  it('are never left out of who is selected, who is named once', () => {
    expect(texts(heap, 8).filter((text) => text === 'worker 8')).toHaveLength(1);
  });
});
