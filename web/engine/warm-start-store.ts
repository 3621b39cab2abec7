// Keeps warm starts of runs in the browser and the figures of whole ones, for the variant's worker: finds those of a
// definition, and takes in new ones. Everything works without it, and what is kept may be thrown away at any time.

import { type DBSchema, openDB } from 'idb';
import { fingerprint } from '../base/canonical.ts';
import { figuresKey, packFigures, unpackFigures } from './cached-figures.ts';
import type { DefinitionInput } from './definition.ts';
import type { MarkQuestion } from './marks.ts';
import type { WarmStartState } from './types/engine.ts';
import type { Measured } from './types/measured.ts';
import { packWarmStart, unpackWarmStart, type WarmStart } from './warm-start.ts';
import {
  type AskFigures,
  type EndedRun,
  type OnRunEnd,
  WarmStartKeeper,
} from './warm-start-keeper.ts';

/** Bytes of all that is kept: the stories' warm starts and figures have room, and own scenarios push the oldest out. */
export const MAX_STORED_BYTES = 96 * 2 ** 20;
/** Work (see Moment) of what is worth keeping: some 20 ms of computing, a tenth of a second while the page starts. */
const leastWork = 200_000;
const databaseName = 'schedscape-beginnings';
/** Raise it with every change of what is stored: older contents are then dropped. */
const version = 2;

interface Schema extends DBSchema {
  /** What there is, the oldest first. */
  entries: {
    key: number;
    value: { id?: number; key: string; size: number };
    indexes: { key: string };
  };
  bytes: { key: number; value: Uint8Array<ArrayBuffer> };
}

const open = () =>
  openDB<Schema>(databaseName, version, {
    upgrade(database) {
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      const entries = database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
      entries.createIndex('key', 'key');
      database.createObjectStore('bytes');
    },
  });

/** What is kept under a key; undefined where there is nothing, or nothing can be kept. */
export async function loadBytes(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const database = await open();
  try {
    const id = (await database.getAllFromIndex('entries', 'key', key)).at(-1)?.id;
    return id === undefined ? undefined : await database.get('bytes', id);
  } finally {
    database.close();
  }
}

/** Throws what the browser says when it refuses, QuotaExceededError for instance. */
async function save(key: string, bytes: Uint8Array<ArrayBuffer>, most: number): Promise<void> {
  const database = await open();
  try {
    const transaction = database.transaction(['entries', 'bytes'], 'readwrite');
    const [entries, all] = [transaction.objectStore('entries'), transaction.objectStore('bytes')];
    const before = await entries.getAll();
    let room = most - bytes.length - before.reduce((sum, { size }) => sum + size, 0);
    for (const { id, key: old, size } of before) {
      if (old !== key && room >= 0) continue;
      await entries.delete(id!);
      await all.delete(id!);
      room += size;
    }
    const id = await entries.add({ key, size: bytes.length });
    await all.put(bytes, id);
    await transaction.done;
  } finally {
    database.close();
  }
}

/** True when it is kept; false where the browser refuses, also after half of what is there has made room. */
export async function storeBytes(
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  most = MAX_STORED_BYTES,
): Promise<boolean> {
  if (bytes.length > most) return false;
  for (const limit of [most, most / 2]) {
    try {
      await save(key, bytes, Math.max(limit, bytes.length));
      return true;
    } catch {}
  }
  return false;
}

/** The name of a built module, which is by its contents: core-… or policy-…; undefined elsewhere. */
export const moduleName = (address: string): string | undefined =>
  /\b((?:core|policy)-[\w-]+)\.wasm$/.exec(address)?.[1];

/** Names a warm start by all that its run depends on: the module by its contents, the definition (a policy's code is part of it), and what is asked. */
export const warmStartKey = (
  module: string,
  definition: DefinitionInput,
  { duration, marks = [] }: Pick<WarmRun, 'duration' | 'marks'>,
): string => `${module}-${fingerprint([definition, duration, marks])}`;

/** Beginnings and figures that came with the page: a folder of files named by their keys, and a list of those names. */
export interface ShippedFolder {
  /** Its address, with a slash at its end. */
  readonly folder: string;
}

/** What the list beside them holds (tools/lib/warm starts.mjs writes it). */
interface Listed {
  readonly format: 'schedscape-beginnings/1';
  readonly names: readonly string[];
}

/** Asked once for a run: a page that is served while they are computed has more of them for the next. Empty where there is no list. */
async function namesIn({ folder }: ShippedFolder): Promise<readonly string[]> {
  const answer = await fetch(`${folder}index.json`, { cache: 'no-cache' });
  if (!answer.ok) return [];
  const { format, names } = (await answer.json()) as Listed;
  return format === 'schedscape-beginnings/1' && Array.isArray(names) ? names : [];
}

/** What besides its definition a warm start depends on, and where some may lie. */
export interface WarmRun {
  readonly duration: number;
  readonly marks?: readonly MarkQuestion[];
  readonly shipped?: ShippedFolder | undefined;
}

type Unpack<Kept> = (bytes: Uint8Array<ArrayBuffer>, key: string) => Promise<Kept | undefined>;

/** What is kept under a key of which nothing may be believed, neither kept nor shipped. */
const refused = new Uint8Array(0);

/** From the browser, or else from a file that came with the page. */
async function find<Kept>(
  key: string,
  shipped: ShippedFolder | undefined,
  listed: Promise<readonly string[]>,
  unpack: Unpack<Kept>,
): Promise<Kept | undefined> {
  const kept = await loadBytes(key).catch(() => undefined);
  if (kept?.length === refused.length) return undefined;
  const found = kept && (await unpack(kept, key));
  if (found || !shipped || !(await listed).includes(key)) return found;
  const file = await fetch(`${shipped.folder}${key}.bin`).catch(() => undefined);
  return file?.ok ? unpack(new Uint8Array(await file.arrayBuffer()), key) : undefined;
}

const canPack = (): boolean => typeof CompressionStream === 'function';

async function keepIfWorth(key: string, warmStart: WarmStart): Promise<WarmStartState | undefined> {
  if (warmStart.keyframes.at(-1)!.work < leastWork) return undefined;
  if (!canPack()) return 'refused';
  return (await storeBytes(key, await packWarmStart(warmStart, key))) ? 'kept' : 'refused';
}

const areSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Keeps the figures of a run that has ended, unless just those are kept. */
async function keepFigures(key: string, ask: AskFigures, traceHash: string): Promise<void> {
  const figures = await ask();
  if (!figures || !canPack()) return;
  const bytes = await packFigures(figures, traceHash, key);
  const before = await loadBytes(key);
  if (!before || !areSame(bytes, before)) await storeBytes(key, bytes);
}

/** What a reader is told of a run that ended with another trace hash than what was kept of it. */
export const differenceText = (kept: string, own: string): string =>
  `what was kept of this run is of another run: its trace hash is ${kept}, this run ended with ${own}`;

/**
 * The figures of a run before it has ended, as soon as they are found, if they were kept. The run does not wait for
 * them. Where it ends with another trace hash, they are of another run: nothing kept or shipped of it is believed again.
 */
function openFigures(key: string, finding: Promise<Measured | undefined>) {
  let kept: Measured | undefined;
  let ended: EndedRun | undefined;
  let difference: string | undefined;
  const name = figuresKey(key);
  const differs = (found: Measured | undefined) =>
    found?.traceHash !== undefined && ended?.figures && found.traceHash !== ended.traceHash;
  const compare = (found: Measured | undefined) => {
    if (!differs(found)) return;
    difference = differenceText(found!.traceHash!, ended!.traceHash);
    for (const each of [key, name]) void storeBytes(each, refused).catch(() => {});
  };
  const looked = finding.then((found) => {
    compare(found);
    if (!ended) kept = found;
  });
  const end: OnRunEnd = (told) => {
    ended = told;
    compare(kept);
    kept = undefined;
    const { figures, work, traceHash } = told;
    if (!difference && figures && work >= leastWork)
      void keepFigures(name, figures, traceHash).catch(() => {});
  };
  return { end, looked, kept: () => kept, difference: () => difference };
}

/**
 * The keeper of the warm start of a run, which finds a kept one or keeps a new one; what became of it, and its
 * figures. Undefined where nothing can be kept: the modules of a built page are named by their content, elsewhere a
 * change of a module would go unnoticed. Never rejects.
 */
export async function openWarmStart(address: string, definition: DefinitionInput, run: WarmRun) {
  const module = moduleName(address);
  if (module === undefined) return undefined;
  const key = warmStartKey(module, definition, run);
  const { shipped } = run;
  const listed = shipped ? namesIn(shipped).catch(() => []) : Promise.resolve([]);
  const looking = find(figuresKey(key), shipped, listed, unpackFigures).catch(() => undefined);
  const figures = openFigures(key, looking);
  const warmStart = await find(key, shipped, listed, unpackWarmStart).catch(() => undefined);
  let state: WarmStartState | undefined = warmStart && 'resumed';
  const keepFound = (found: WarmStart) => {
    const told = keepIfWorth(key, found).catch((): WarmStartState => 'refused');
    void told.then((now) => {
      state = now;
    });
  };
  const keeper = new WarmStartKeeper(warmStart, keepFound, figures.end);
  const { looked, kept, difference } = figures;
  return { keeper, state: () => state, figures: kept, looked, difference };
}
