import { describe, expect, it } from 'vitest';
import type { ToWorker } from './messages.ts';
import { Pictures, type ShownPicture } from './pictures.ts';

/** A picture that notes what it was told. */
function pictureOf() {
  const told: string[] = [];
  const picture = { post: ({ kind }: ToWorker) => told.push(kind) } as unknown as ShownPicture;
  return { told, picture };
}

describe('the pictures on stage', () => {
  it('are moved together, each once, whichever a person moves', () => {
    const [a, b] = [pictureOf(), pictureOf()];
    const stage = new Pictures();
    const gone = [stage.showing('A', a.picture), stage.showing('B', b.picture)];
    stage.moveAll(a.picture, { kind: 'pan', dx: 1, dy: 2 });
    stage.moveAll(b.picture, { kind: 'zoom', x: 0, y: 0, factor: 2 });
    expect(a.told).toEqual(['pan', 'zoom']);
    expect(b.told).toEqual(['pan', 'zoom']);
    for (const leave of gone) leave();
    stage.moveAll(a.picture, { kind: 'pan', dx: 1, dy: 2 });
    expect([a.told.length, b.told.length]).toEqual([3, 2]);
  });

  it('share cameras and scales with none of another stage', () => {
    const [one, other] = [new Pictures(), new Pictures()];
    const [a, elsewhere] = [pictureOf(), pictureOf()];
    one.showing('A', a.picture);
    other.showing('A', elsewhere.picture);
    one.moveAll(undefined, { kind: 'pan', dx: 1, dy: 2 });
    expect([a.told, elsewhere.told]).toEqual([['pan'], []]);
    const [here, there]: number[][] = [[], []];
    one.heat.join((full) => here!.push(full)).want(7);
    other.heat.join((full) => there!.push(full));
    expect([here, there]).toEqual([[0, 7], [0]]);
  });
});
