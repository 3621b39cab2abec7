import { describe, expect, it } from 'vitest';
import { TASK } from '../../../engine/abi.gen.ts';
import type { FrameDraft } from '../../../engine/frame.ts';
import { fitAll } from '../camera.ts';
import { layoutMachine } from '../layout.ts';
import { TaskPlaces } from '../task-places.ts';
import { catalogOf, shapes } from '../testing/machines.ts';
import { frameOf } from '../testing/records.ts';
import { type DrawScene, placeCells } from './scene.ts';
import { TaskMarks } from './task-marks.ts';

function marksOf(
  shape: keyof typeof shapes,
  tasks: number,
  size: { readonly width: number; readonly height: number },
  set: (draft: FrameDraft) => void,
) {
  const catalog = catalogOf(shapes[shape], tasks);
  const layout = layoutMachine(catalog.topology, size);
  const camera = fitAll(layout, size);
  const cells = placeCells(layout, camera, size, 1);
  const palette = { textSmall: 11 };
  const scene = { cells, layout, camera, level: 'mid', palette } as unknown as DrawScene;
  const places = new TaskPlaces(catalog);
  places.add(
    frameOf(catalog, {
      time: 1,
      set: (draft) => {
        draft.tasks.cpu.fill(-1);
        draft.tasks.state.fill(TASK.SLEEPING);
        draft.tasks.runtime.fill(1);
        set(draft);
      },
    }),
  );
  const marks = new TaskMarks(tasks, catalog.topology.cpus);
  marks.place(scene, places);
  return { marks, cells, places };
}

const stage = { width: 520, height: 330 };

describe('the marks of tasks', () => {
  it('stand in the cells of their CPUs: who waits lies under who runs, who sleeps under both', () => {
    const { marks, cells } = marksOf('laptop', 60, stage, ({ tasks, cpus }) => {
      tasks.cpu.fill(5, 0, 4);
      cpus.task[5] = 0;
      tasks.state[1] = TASK.RUNNABLE;
      tasks.cpu.fill(6, 4, 60);
    });
    const [runs, waits, sleeps] = [0, 1, 2].map((task) => marks.of(task)!);
    expect(waits!.y).toBeGreaterThan(runs!.y + runs!.radius);
    expect(sleeps!.y).toBeGreaterThan(waits!.y);
    expect(runs!.radius).toBeGreaterThan(waits!.radius);
    for (const mark of [runs!, waits!, sleeps!]) {
      expect(mark.x).toBeGreaterThan(cells.x[5]!);
      expect(mark.x).toBeLessThan(cells.x[5]! + cells.width);
      expect(mark.y).toBeLessThan(cells.y[5]! + cells.height);
    }
  });

  it('of a sleeper stands large where nobody runs', () => {
    const { marks } = marksOf('laptop', 4, stage, ({ tasks, cpus }) => {
      tasks.cpu.set([1, 2, 2, -1]);
      cpus.task[2] = 1;
    });
    expect(marks.of(0)!.radius).toBe(marks.of(1)!.radius);
    expect(marks.of(2)!.radius).toBeLessThan(marks.of(1)!.radius);
    expect(marks.of(3)).toBeUndefined();
  });

  it('that have no room become a cross', () => {
    const { marks, places } = marksOf('granite rapids 2s snc3', 200, stage, ({ tasks }) => {
      tasks.cpu.fill(17);
    });
    expect(places.count).toBe(200);
    expect(marks.moreCount).toBe(1);
    expect(marks.count).toBeGreaterThan(1);
    expect(marks.count).toBeLessThan(50);
  });

  it('are found under a pointer, each where it stands, and nowhere else', () => {
    const { marks } = marksOf('milan 2s nps1', 30, stage, ({ tasks }) => {
      tasks.cpu.set(Array.from({ length: 30 }, (_, task) => task * 8));
    });
    for (let task = 0; task < 30; task++) {
      const { x, y } = marks.of(task)!;
      expect(marks.near(x, y)).toBe(task);
    }
    expect(marks.near(-50, -50)).toBe(-1);
  });

  it('of few tasks are all there, however many are on one CPU, and each can be pressed', () => {
    const { marks } = marksOf('milan 2s nps1', 39, stage, ({ tasks, cpus }) => {
      tasks.cpu.fill(8);
      cpus.task[8] = 5;
    });
    expect(marks.moreCount).toBe(0);
    for (let task = 0; task < 39; task++) {
      const { x, y } = marks.of(task)!;
      expect(marks.near(x, y)).toBe(task);
    }
  });

  it('of few tasks stay in the cell of their CPU, as far as a mark is narrower than it', () => {
    for (const [shape, many] of [
      ['laptop', 9],
      ['milan 2s nps1', 30],
    ] as const) {
      const { marks, cells } = marksOf(shape, many, stage, ({ tasks, cpus }) => {
        tasks.cpu.fill(8);
        cpus.task[8] = 5;
      });
      for (let at = 0; at < marks.count; at++) {
        expect(marks.x[at]! - marks.radius[at]!).toBeGreaterThanOrEqual(cells.x[8]!);
        expect(marks.x[at]! + marks.radius[at]!).toBeLessThanOrEqual(cells.x[8]! + cells.width);
      }
    }
  });

  it('of a dozen on one of many CPUs overlap rather than be left out', () => {
    const { marks } = marksOf('milan 2s nps1', 200, stage, ({ tasks, cpus }) => {
      tasks.cpu.fill(9);
      tasks.cpu.fill(8, 0, 12);
      cpus.task[8] = 5;
    });
    for (let task = 0; task < 12; task++) {
      const { x, y } = marks.of(task)!;
      expect(marks.near(x, y)).toBe(task);
    }
  });

  it('of few tasks can be seen on the largest machine, where many are left out', () => {
    const some = (tasks: number) =>
      marksOf('a thousand CPUs', tasks, { width: 200, height: 130 }, (draft) => {
        draft.tasks.cpu.fill(3);
      }).marks;
    expect(some(3).of(0)!.radius).toBeGreaterThan(3);
    expect(some(300).count).toBe(0);
  });
});
