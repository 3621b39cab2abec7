// Keeps finished pairs of sweeps in the browser, so that a sweep goes on after a reload instead of
// beginning again. Everything works without it; what is kept may be thrown away at any time.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PairRuns } from './collect.ts';

/** Pairs that are kept: some 2 kB each, so about 20 MB at most; the oldest go first. */
const mostPairs = 10_000;
const databaseName = 'schedscape-sweeps';
/** Raise it with every change of what is stored: older contents are then dropped. */
const version = 1;

interface Schema extends DBSchema {
  pairs: {
    key: number;
    value: { id?: number; cell: string; seed: number; runs: PairRuns };
    indexes: { place: [string, number] };
  };
}

export interface PairStore {
  /** The kept pairs of a cell by seed. A cell is named by what its runs depend on. */
  load(cell: string): Promise<ReadonlyMap<number, PairRuns>>;
  save(cell: string, seed: number, runs: PairRuns): Promise<void>;
  close(): void;
}

const open = () =>
  openDB<Schema>(databaseName, version, {
    upgrade(database) {
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      const pairs = database.createObjectStore('pairs', { keyPath: 'id', autoIncrement: true });
      pairs.createIndex('place', ['cell', 'seed']);
    },
  });

async function load(database: IDBPDatabase<Schema>, cell: string) {
  const range = IDBKeyRange.bound([cell, 0], [cell, Number.MAX_SAFE_INTEGER]);
  const found = await database.getAllFromIndex('pairs', 'place', range);
  return new Map(found.map(({ seed, runs }) => [seed, runs]));
}

async function save(database: IDBPDatabase<Schema>, cell: string, seed: number, runs: PairRuns) {
  const transaction = database.transaction('pairs', 'readwrite');
  await transaction.store.add({ cell, seed, runs });
  const extra = (await transaction.store.count()) - mostPairs;
  let oldest = extra > 0 ? await transaction.store.openCursor() : null;
  for (let i = 0; i < extra && oldest; i++) {
    await oldest.delete();
    oldest = await oldest.continue();
  }
  await transaction.done;
}

/** Undefined where the browser keeps nothing: private windows, foreign frames, blocked storage. */
export async function openPairStore(): Promise<PairStore | undefined> {
  try {
    const database = await open();
    return {
      load: (cell) => load(database, cell),
      save: (cell, seed, runs) => save(database, cell, seed, runs),
      close: () => database.close(),
    };
  } catch {
    return undefined;
  }
}
