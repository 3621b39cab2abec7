import { describe, expect, it } from 'vitest';
import type { ToWorker } from './messages.ts';
import type { Picture } from './picture.ts';
import { moveAll, showing } from './shown.ts';

/** A picture that notes what it was told. */
function pictureOf() {
  const told: string[] = [];
  const picture = { post: ({ kind }: ToWorker) => told.push(kind) } as unknown as Picture;
  return { told, picture };
}

describe('the pictures on stage', () => {
  it('are moved together, each once, whichever a person moves', () => {
    const [a, b] = [pictureOf(), pictureOf()];
    const gone = [showing('A', a.picture), showing('B', b.picture)];
    moveAll(a.picture, { kind: 'pan', dx: 1, dy: 2 });
    moveAll(b.picture, { kind: 'zoom', x: 0, y: 0, factor: 2 });
    expect(a.told).toEqual(['pan', 'zoom']);
    expect(b.told).toEqual(['pan', 'zoom']);
    for (const leave of gone) leave();
    moveAll(a.picture, { kind: 'pan', dx: 1, dy: 2 });
    expect([a.told.length, b.told.length]).toEqual([3, 2]);
  });
});
