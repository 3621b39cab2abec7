import { describe, expect, it } from 'vitest';
import { TASK } from '../../engine/abi.gen.ts';
import type { FrameDraft } from '../../engine/frame.ts';
import { doing, namedTasks, TaskPlaces } from './task-places.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf } from './testing/records.ts';

const catalog = catalogOf(shapes.laptop, 50);

function placesOf(set: (draft: FrameDraft) => void): TaskPlaces {
  const places = new TaskPlaces(catalog);
  const frame = frameOf(catalog, {
    time: 5,
    set: (draft) => {
      draft.tasks.cpu.fill(-1);
      draft.tasks.state.fill(TASK.SLEEPING);
      set(draft);
    },
  });
  places.add(frame);
  return places;
}

const on = (places: TaskPlaces, cpu: number) => [
  ...places.task.subarray(places.begin[cpu], places.begin[cpu + 1]),
];

describe('the places of tasks', () => {
  it('are those of their CPUs: who runs, then who waits, then who sleeps where it last ran', () => {
    const places = placesOf(({ tasks, cpus }) => {
      for (const task of [3, 4, 5, 6]) {
        tasks.cpu[task] = 2;
        tasks.runtime[task] = 1;
      }
      cpus.task[2] = 5;
      tasks.state[5] = TASK.RUNNING;
      tasks.state[6] = TASK.RUNNABLE;
      tasks.cpu[7] = 3;
      tasks.state[7] = TASK.WAKING;
    });
    expect(on(places, 2)).toEqual([5, 6, 3, 4]);
    expect(on(places, 3)).toEqual([7]);
    expect([...places.doing.subarray(3, 8)]).toEqual([
      doing.sleeps,
      doing.sleeps,
      doing.runs,
      doing.waits,
      doing.waits,
    ]);
    expect(places.count).toBe(5);
  });
  it('are none of who has never run, and of who is only about to sleep still that where it runs', () => {
    const places = placesOf(({ tasks, cpus }) => {
      tasks.cpu[3] = 1;
      tasks.cpu[4] = 1;
      cpus.task[1] = 4;
    });
    expect(on(places, 1)).toEqual([4]);
    expect(places.has(3)).toBe(false);
    expect(places.doing[4]).toBe(doing.runs);
  });
  it(`are few below ${namedTasks}`, () => {
    const many = (count: number) =>
      placesOf(({ tasks }) => {
        tasks.cpu.fill(0, 0, count);
        tasks.runtime.fill(1);
      });
    expect(many(namedTasks - 1).few).toBe(true);
    expect(many(namedTasks).few).toBe(false);
  });
  it('are all found anew with every frame', () => {
    const places = placesOf(({ tasks }) => {
      tasks.cpu.fill(4);
      tasks.runtime.fill(1);
    });
    places.add(frameOf(catalog, { time: 6, set: ({ tasks }) => tasks.cpu.fill(-1) }));
    expect(places.count).toBe(0);
    expect(on(places, 4)).toEqual([]);
  });
});
