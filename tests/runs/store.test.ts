// Kept runs: what was measured once comes back as it was measured, and nothing else ever does.

import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { RunStore } from './store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kept-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const question = { module: 'abc', definitions: [{ cpus: 8, seed_low: 1 }], asked: { duration: 5 } };
const figures = {
  throughput: 12.5,
  rows: Float64Array.of(1, Number.NaN),
  decisions: new Map([['IDLE', 3]]),
  loops: undefined,
};

/** A store, and how often it had to measure. */
function counted(since = 0) {
  const store = new RunStore(folder, since);
  let times = 0;
  const ask = (asked: object = question, value: unknown = figures) =>
    store.kept(asked, () => {
      times += 1;
      return value;
    });
  return { store, ask, times: () => times };
}

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await counted().ask();
});

describe('a kept run', () => {
  it('is measured once, and comes back to whoever asks the same', async () => {
    const { ask, times, store } = counted();
    expect(await ask()).toEqual(figures);
    expect(
      await ask({ asked: question.asked, definitions: question.definitions, module: 'abc' }),
    ).toEqual(figures);
    expect(times()).toBe(0);
    expect(store.refused).toBe(0);
  });

  it('is another where the module, the definition, the window or the questions are', async () => {
    const others = [
      { ...question, module: 'abd' },
      { ...question, definitions: [{ cpus: 8, seed_low: 2 }] },
      { ...question, asked: { duration: 6 } },
      { ...question, asked: { duration: 5, metric: 'throughput' } },
    ];
    for (const [at, other] of others.entries()) {
      const { ask, times } = counted();
      expect(await ask(other, at)).toBe(at);
      expect(times()).toBe(1);
    }
  });

  it('is measured again by a run that reads nothing of runs before, and then kept anew', async () => {
    const begun = Date.now() + 60_000;
    const { ask, times, store } = counted(begun);
    expect(await ask(question, 7)).toBe(7);
    expect([times(), store.refused]).toEqual([1, 0]);
    expect(await counted().ask()).toBe(7);
    // What it measured itself serves it.
    utimesSync(store.fileOf(question), begun / 1000, begun / 1000 + 1);
    expect(await ask(question, 8)).toBe(7);
  });
});

describe('an entry that is not what was kept', () => {
  const file = new RunStore(folder, 0).fileOf(question);

  const refusesAndRunsAgain = async (poisoned: Uint8Array) => {
    writeFileSync(file, poisoned);
    const { ask, times, store } = counted();
    expect(await ask()).toEqual(figures);
    expect([times(), store.refused]).toEqual([1, 1]);
    // What was run again stands in its place.
    expect(await counted().ask(question, 'not asked')).toEqual(figures);
  };

  it('is refused and run again: other figures under the same seal', async () => {
    const { store, ask } = counted();
    const other = { ...question, asked: { duration: 6 } };
    await ask(other, { ...figures, throughput: 99.5 });
    const seal = readFileSync(file).subarray(0, 64);
    const bytes = readFileSync(store.fileOf(other)).subarray(64);
    await refusesAndRunsAgain(Buffer.concat([seal, bytes]));
  });

  it('is refused and run again: any byte of it, half of it, nothing', async () => {
    const kept = readFileSync(file);
    for (let at = 0; at < kept.length; at += 7) {
      const poisoned = Buffer.from(kept);
      poisoned[at]! ^= 1;
      await refusesAndRunsAgain(poisoned);
    }
    for (const length of [0, 1, 63, 64, 65, kept.length - 1]) {
      await refusesAndRunsAgain(kept.subarray(0, length));
    }
  });

  it('is refused and run again: the whole entry of another question', async () => {
    const other = { ...question, module: 'abd' };
    const { store, ask } = counted();
    await ask(other, { throughput: 1 });
    await refusesAndRunsAgain(readFileSync(store.fileOf(other)));
  });
});
