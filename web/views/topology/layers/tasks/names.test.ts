import { describe, expect, it } from 'vitest';
import type { Dot, LiveScene } from '../../draw/scene.ts';
import { doing } from '../../task-places.ts';
import { drawTaskNames } from './names.ts';

/** px a letter of every font. */
const letter = 6;
const plate = 5;

interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

interface Shown {
  /** Size of every cell; cells stand beside each other from the left edge of the view on. */
  readonly cell?: { readonly width: number; readonly height: number };
  readonly selected?: number;
  readonly level?: 'mid' | 'near';
  readonly few?: boolean;
}

/** What is written of tasks whose marks stand there in the cells, from the corner of each. */
function writtenOf(
  cells: readonly (readonly (readonly [x: number, y: number])[])[],
  shown: Shown = {},
) {
  const { cell = { width: 120, height: 80 }, selected, level = 'mid', few = true } = shown;
  const written: Written[] = [];
  const dots: Dot[] = cells.flatMap((marks, at) =>
    marks.map(([x, y]) => ({ x: at * cell.width + x, y, radius: 4 })),
  );
  const begin = Int32Array.from([0, ...cells.map((_, at) => cells.slice(0, at + 1).flat().length)]);
  const nothing = () => {};
  const context = {
    measureText: (text: string) => ({ width: letter * text.length }),
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y }),
    ...{ beginPath: nothing, roundRect: nothing, fill: nothing, fillRect: nothing },
  };
  const scene = {
    context,
    level,
    palette: { textSmall: 11, leastText: 10 },
    view: { width: 400, height: 300 },
    machine: { taskName: (task: number) => `worker ${task}` },
    cells: {
      ...cell,
      visible: cells.map((_, at) => at),
      x: cells.map((_, at) => at * cell.width),
      y: cells.map(() => 0),
    },
    marks: {
      begin,
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
      places: { few, doing: dots.map((_, task) => (task % 2 === 0 ? doing.runs : doing.sleeps)) },
    },
  };
  drawTaskNames(scene as unknown as LiveScene);
  return written;
}
const texts = (...args: Parameters<typeof writtenOf>) => writtenOf(...args).map(({ text }) => text);

describe('the names of tasks', () => {
  it('stand right of their marks where nothing is in the way', () => {
    const [name] = writtenOf([[[20, 50]]]);
    expect(name).toMatchObject({ text: 'worker 0' });
    expect(name!.x).toBeGreaterThan(24);
    expect(Math.abs(name!.y - 50)).toBeLessThan(3);
  });

  it.each([40, 58, 60, 66, 80, 120, 200])(
    'never leave the cell of their CPU, %i px wide',
    (width) => {
      for (const x of [5, width / 2, width - 5]) {
        for (const y of [5, 25, 45, 75]) {
          const cell = { width, height: 80 };
          for (const { text, x: left, y: middle } of writtenOf([[], [[x, y]], []], { cell })) {
            expect(left - plate / 2).toBeGreaterThanOrEqual(width);
            expect(left + letter * text.length + plate / 2).toBeLessThanOrEqual(2 * width);
            expect(middle - 11 * 0.675).toBeGreaterThanOrEqual(0);
            expect(middle + 11 * 0.675).toBeLessThanOrEqual(80.5);
          }
        }
      }
      // Of the widest there is one to look at.
      if (width === 200)
        expect(writtenOf([[], [[100, 40]], []], { cell: { width, height: 80 } })).toHaveLength(1);
    },
  );

  it('are left out where the cell has no room, also of who is selected', () => {
    expect(texts([[[20, 40]]], { cell: { width: 45, height: 80 }, selected: 0 })).toEqual([]);
  });

  it('give way to each other and to marks', () => {
    const names = writtenOf([
      [
        [20, 50],
        [20, 70],
      ],
    ]);
    expect(names).toHaveLength(2);
    expect(Math.abs(names[1]!.y - names[0]!.y)).toBeGreaterThanOrEqual(14);
  });

  it('are left out of marks that touch in a row: nobody could say whose they are', () => {
    const row = [0, 1, 2].map((at) => [20 + 9 * at, 60] as const);
    expect(texts([[[20, 40], ...row]])).toEqual(['worker 0']);
  });

  it('are left out of marks that lie on each other, one above the other too', () => {
    const pair = [20, 50] as const;
    expect(texts([[pair, [20, 57]]])).toEqual([]);
    expect(texts([[pair, [20, 59]]])).toEqual(['worker 0', 'worker 1']);
  });

  it('are left to the cards where these name every task', () => {
    expect(texts([[[20, 50]]], { level: 'near' })).toEqual([]);
  });

  it('of many tasks are those of who runs, and of who is selected', () => {
    const cells = [[[20, 50]], [[20, 50]], [[20, 50]]] as const;
    expect(texts(cells, { few: false })).toEqual(['worker 0', 'worker 2']);
    expect(texts(cells, { few: false, selected: 1 })).toEqual(['worker 1', 'worker 0', 'worker 2']);
  });
});
