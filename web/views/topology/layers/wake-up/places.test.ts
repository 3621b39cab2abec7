import { describe, expect, it } from 'vitest';
import type { Explain } from '../../../../engine/types.ts';
import { pointerOf } from '../../../../scenario/pointer.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { placesOfWakeUp } from './places.ts';

/** A wake-up that asked CPUs 2 and 5, found both busy and took its target, CPU 2. */
const catalog = { ...catalogOf(shapes.laptop, 4), reasonCodes: ['SI_TARGET', 'SI_PREV'] };
const decision = {
  ...{ id: 1, time: 900, cpu: 2, task: 1, chosen: 2, previous: 5, reason: 0, decision: 0 },
  facts: { form: 'placement', target: 2 },
  steps: [
    { reason: 0, facts: [2, 0] },
    { reason: 1, facts: [5, 0] },
  ],
} as unknown as Explain;
const sceneAt = (time: number) =>
  ({
    machine: { catalog },
    mechanism: { choice: { decision } },
    snapshot: { frame: { time } },
    cells: {
      ...{ x: Float64Array.from({ length: 8 }, (_, cpu) => 10 * cpu), y: new Float64Array(8) },
      ...{ width: 8, height: 8 },
    },
  }) as unknown as MechanismScene;
const xOf = (target: string, time = 1_000) =>
  placesOfWakeUp(sceneAt(time), pointerOf(target)!).map(({ x }) => x);

describe('the arrow of a wake-up', () => {
  it('lies on the CPUs that were looked at, and on the one that was taken, once each', () => {
    expect(xOf('arcs:wake')).toEqual([20, 50]);
  });

  it('is nowhere for other arrows, and before its search', () => {
    expect(xOf('arcs:fork')).toEqual([]);
    expect(xOf('arcs:balance')).toEqual([]);
    expect(xOf('cpu:2')).toEqual([]);
    expect(xOf('arcs:wake', 800)).toEqual([]);
  });
});
