import { describe, expect, it } from 'vitest';
import { seededDraw } from '../base/random.ts';
import { keyframeWords, merged } from './recording.ts';

type Change = ReturnType<typeof merged>;

/** Some chunks of `most`, each filled with a number of its own. */
function changeOf(random: () => number, most: number, share: number, mark: number): Change {
  const chunks = Uint32Array.from(
    Array.from({ length: most }, (_, chunk) => chunk).filter(() => random() < share),
  );
  const words = new Int32Array(chunks.length * keyframeWords);
  for (const [at, chunk] of chunks.entries()) {
    words.fill(mark * 10_000 + chunk, at * keyframeWords, (at + 1) * keyframeWords);
  }
  return { chunks, words };
}

function applied(changes: readonly Change[], most: number): Int32Array {
  const state = new Int32Array(most * keyframeWords);
  for (const { chunks, words } of changes) {
    chunks.forEach((chunk, at) => {
      const from = words.subarray(at * keyframeWords, (at + 1) * keyframeWords);
      state.set(from, chunk * keyframeWords);
    });
  }
  return state;
}

describe('changes that become one', () => {
  it('leave the state that they would leave one after the other', () => {
    const draw = seededDraw(7);
    const random = () => draw(1_000) / 1_000;
    for (let round = 0; round < 200; round++) {
      const most = 1 + Math.floor(random() * 60);
      const many = 1 + Math.floor(random() * 6);
      const changes = Array.from({ length: many }, (_, at) =>
        changeOf(random, most, random(), at + 1),
      );
      const one = merged(...changes);
      expect(applied([one], most)).toEqual(applied(changes, most));
      expect([...one.chunks]).toEqual(
        [...new Set(changes.flatMap(({ chunks }) => [...chunks]))].sort((a, b) => a - b),
      );
    }
  });

  it('are nothing where nothing changed', () => {
    const nothing = { chunks: new Uint32Array(), words: new Int32Array() };
    expect(merged(nothing, nothing)).toEqual(nothing);
  });
});
